import type { Point } from "../../board/geometry";
import { profileOf } from "../../board/geometry";
import type { Tool } from "../../board/pointer";
import { isStopped } from "../../protocol/client";
import type { Asked, Model } from "../../protocol/messages";
import type { Seat } from "../seat.svelte";
import {
    type Front,
    type Stand,
    type Step,
    aheadBy,
    afterStep,
    frontOf,
    isMove,
    shiftBy,
    standsOf,
    wheelTo,
} from "./moving";

const TOGETHER = "together"; // an answer that lists a place for each model
const KEY_STEP = 0.5; // inches an arrow key moves a unit, with shift a tenth
const KEY_TURN = 5; // degrees it wheels, with shift one

/** Whether a question is about the move of a whole unit that may be dragged. */
export function maySteer(asked: Asked): boolean {
    return asked.kind === "other" && asked.unit !== null && (asked.steps.length > 0 || isTogether(asked));
}

function isTogether(asked: Asked): boolean {
    const isPlace = (one: unknown): boolean => Array.isArray(one) && one.length === 4 && one.every(Number.isInteger);
    return asked.options.some(
        ({ answer }) => Array.isArray(answer) && answer.length > 0 && (answer as unknown[]).every(isPlace),
    );
}

/** A unit moved as one on the board: steps one after the other, judged by the engine at every moment. */
export class Steering {
    steps = $state.raw<readonly Step[]>([]);
    stands = $state.raw<readonly Stand[]>([]); // after all steps
    reason = $state("");
    isLegal = $state(false);
    isSure = $state(false);
    left = $state<number | null>(null); // inches of the move
    readonly asked: Asked;
    readonly #seat: Seat;
    readonly #start: readonly Stand[];
    #before: readonly Stand[]; // before the step that is being dragged
    #drag: { from: Point; handle: string } | null = null;
    #kept: readonly Step[] = []; // the steps before it
    #pace = 0;
    #isTrying = false;
    #isStale = false;

    constructor(seat: Seat, asked: Asked) {
        this.#seat = seat;
        this.asked = asked;
        const models = seat.board?.models.filter((one) => one.unit === asked.unit) ?? [];
        this.#start = this.#before = this.stands = standsOf(models);
    }

    get isLoose(): boolean {
        return this.asked.steps.includes("shift") || !this.asked.steps.length;
    }

    get hasMoved(): boolean {
        return this.steps.length > 0;
    }

    get front(): Front {
        return this.#front(this.stands);
    }

    #front(stands: readonly Stand[]): Front {
        const board = this.#seat.board!;
        const models = new Map(board.models.map((model) => [model.number, model]));
        return frontOf(stands, (number) => profileOf(board, models.get(number)!));
    }

    get answer(): unknown {
        if (!this.asked.steps.length) return this.#places();
        return [this.asked.paces[this.#pace] ?? "", this.steps];
    }

    #places(): number[][] {
        const ticks = this.asked.ticks_per_inch;
        return this.stands.map(({ number, x, y, facing }) => {
            return [number, Math.round(x * ticks), Math.round(y * ticks), Math.round(facing * 100) % 36_000];
        });
    }

    readonly tool: Tool = {
        down: (at, { handle, unit }) => {
            const isOwn = unit === this.asked.unit || handle === "unit";
            if (!isOwn && !handle.startsWith("corner")) return false;
            this.#drag = { from: at, handle: handle || "unit" };
            this.#begin();
            return true;
        },
        move: (at) => this.#dragged(at),
        up: () => (this.#drag = null),
    };

    #begin(): void {
        this.#before = this.stands;
        this.#kept = this.steps;
    }

    #dragged(at: Point): void {
        if (this.#drag === null) return;
        const { from, handle } = this.#drag;
        const by: Point = [at[0] - from[0], at[1] - from[1]];
        const front = this.#front(this.#before);
        const ticks = this.asked.ticks_per_inch;
        if (handle === "corner-left") this.#step(wheelTo(front, "left", at));
        else if (handle === "corner-right") this.#step(wheelTo(front, "right", at));
        else this.#step(this.isLoose ? shiftBy(by, ticks) : aheadBy(front, by, ticks));
    }

    /** The step under way, in the place of what it was a moment ago. */
    #step(step: Step): void {
        this.steps = isMove(step) ? merged(this.#kept, step) : this.#kept;
        this.stands = afterStep(this.#before, step, this.#front(this.#before), this.asked.ticks_per_inch);
        void this.#try();
    }

    /** A step by button: a turn about, or another number of files; the engine shows where that puts the models. */
    add(step: Step): void {
        this.steps = [...this.steps, step];
        void this.#try();
    }

    restart(): void {
        this.steps = [];
        this.stands = this.#before = this.#start;
        this.isLegal = false;
        this.reason = "";
        this.left = null;
    }

    /** Arrow keys go ahead and wheel, or shift loose models; whether the key was one of these. */
    readonly key = (event: KeyboardEvent): boolean => {
        const [far, turn] = event.shiftKey ? [0.1, 1] : [KEY_STEP, KEY_TURN];
        const ticks = this.asked.ticks_per_inch;
        const loose: Record<string, Point> = {
            ArrowUp: [0, far],
            ArrowDown: [0, -far],
            ArrowLeft: [-far, 0],
            ArrowRight: [far, 0],
        };
        const block: Record<string, Step> = {
            ArrowUp: ["ahead", Math.round(far * ticks)],
            ArrowLeft: ["wheel", -turn * 100],
            ArrowRight: ["wheel", turn * 100],
        };
        if (event.key === "Backspace") return (this.restart(), true);
        const by = loose[event.key];
        const step = this.isLoose ? (by ? shiftBy(by, ticks) : undefined) : block[event.key];
        if (step === undefined) return false;
        this.#begin();
        this.#step(step);
        return true;
    };

    /** Ask whether the move is legal, at the slowest pace that allows it; the last one surely. */
    async #try(): Promise<void> {
        this.isSure = false;
        if (this.#drag === null) [this.isLegal, this.reason] = [false, ""];
        this.#isStale = this.#isTrying;
        if (this.#isTrying || !this.hasMoved) return;
        this.#isTrying = true;
        const { question, paces } = this.asked;
        const asked = this.steps;
        try {
            for (const pace of paces.length ? paces.keys() : [0]) {
                this.#pace = pace;
                const tried = await this.#seat.client.ask({ type: "TryAnswer", question, answer: this.answer });
                if (this.steps !== asked && this.#drag === null) break; // the verdict on the last step is what counts
                this.isSure = this.steps === asked && !this.#isStale;
                this.reason = tried.reason;
                this.isLegal = tried.reason === "" && this.hasMoved;
                this.left = tried.left;
                if (this.isLegal && this.steps === asked && this.#drag === null) this.#shown(tried.places);
                if (this.isLegal || this.steps !== asked) break;
            }
        } catch (error) {
            this.reason = isStopped(error) ? "" : (error as Error).message;
            this.isLegal = false;
        }
        this.#isTrying = false;
        if (this.#isStale || this.steps !== asked) void this.#try();
    }

    /** Where the engine has the unit after the steps: what turning about or other files did, too. */
    #shown(places: readonly Model[]): void {
        const found = new Map(standsOf(places).map((one) => [one.number, one]));
        this.stands = this.stands.map((stand) => found.get(stand.number) ?? stand);
    }

    get pace(): string {
        return this.asked.paces[this.#pace] ?? TOGETHER;
    }
}

/** Steps with one more: straight on twice is one step. */
function merged(steps: readonly Step[], step: Step): Step[] {
    const last = steps.at(-1);
    if (last?.[0] === step[0] && (step[0] === "ahead" || (step[0] === "wheel" && last[1]! * step[1]! > 0))) {
        return [...steps.slice(0, -1), [step[0], last[1]! + step[1]!]];
    }
    return [...steps, step];
}
