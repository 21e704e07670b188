import { type Point, bearing, round2, turnedRound, wrapped } from "../../board/geometry";
import type { Moved } from "../../board/picture";
import type { Hit, Tool } from "../../board/pointer";
import type { Board } from "../../protocol/messages";
import type { SetUpEdit } from "./edit.svelte";
import {
    type Move,
    type Scenario,
    facingOf,
    movedGround,
    movedObjective,
    movedUnit,
    parts,
    pivot,
    withCorner,
    withPart,
} from "./scenario";

/** What is chosen in the set-up. */
export interface Chosen {
    section: "unit" | "terrain" | "objective";
    at: number;
}

const STEP = 0.5;
const SMALL_STEP = 0.1;
const TURN = 15;
const SMALL_TURN = 1;
const SNAP = 5; // degrees, when a facing is turned by its handle

/** Dragging on the board of a set-up: units and their facing, ground and its corners, objectives. */
export class Dragging implements Tool {
    chosen = $state.raw<Chosen | null>(null);
    change = $state.raw<Move>({ by: [0, 0], turn: 0 });
    isActive = $state(false);
    readonly #edit: SetUpEdit;
    #start: Point = [0, 0];
    #way: "move" | "turn" | "corner" = "move";
    #corner = 0;

    constructor(edit: SetUpEdit) {
        this.#edit = edit;
    }

    /** The transform of the group of a unit that is being moved. */
    get moved(): Moved | null {
        const round = this.pivot;
        if (!this.isActive || this.chosen?.section !== "unit" || round === null) return null;
        const { by, turn } = this.change;
        const transform = `translate(${by[0]} ${-by[1]}) rotate(${turn} ${round[0]} ${-round[1]})`;
        return { unit: this.chosen.at, transform };
    }

    /** The point that the chosen unit turns round. */
    get pivot(): Point | null {
        const unit = this.#unit;
        return unit === undefined ? null : pivot(unit);
    }

    get facing(): number {
        const unit = this.#unit;
        return unit === undefined ? 0 : facingOf(unit);
    }

    get #unit(): Record<string, unknown> | undefined {
        if (this.chosen?.section !== "unit" || this.#edit.scenario === null) return undefined;
        return parts(this.#edit.scenario, "unit")[this.chosen.at];
    }

    down(at: Point, hit: Hit): boolean {
        if (this.#edit.scenario === null || this.#edit.board?.table === null) return false;
        this.#way = hit.handle === "turn" ? "turn" : hit.handle.startsWith("corner") ? "corner" : "move";
        this.#corner = Number(hit.handle.slice("corner".length));
        if (this.#way === "move") {
            const found = thing(hit);
            if (found === null) return false;
            this.chosen = found;
        }
        this.#start = at;
        this.change = { by: [0, 0], turn: 0 };
        this.isActive = true;
        return true;
    }

    move(at: Point): void {
        const round = this.pivot;
        if (this.#way === "turn" && round !== null) {
            const facing = SNAP * Math.round(bearing(round, at) / SNAP);
            this.change = { by: [0, 0], turn: wrapped(facing - this.facing) };
        } else {
            this.change = { by: [at[0] - this.#start[0], at[1] - this.#start[1]], turn: 0 };
        }
    }

    up(at: Point): void {
        this.move(at);
        this.isActive = false;
        if (this.#way === "corner") this.#moveCorner(at);
        else this.#apply(this.change);
    }

    /** Arrow keys move what is chosen, q and e turn a unit, shift for small steps. */
    key(event: KeyboardEvent): boolean {
        if (this.chosen === null) return false;
        const step = event.shiftKey ? SMALL_STEP : STEP;
        const turn = event.shiftKey ? SMALL_TURN : TURN;
        const moves: Record<string, Move> = {
            ArrowLeft: { by: [-step, 0], turn: 0 },
            ArrowRight: { by: [step, 0], turn: 0 },
            ArrowUp: { by: [0, step], turn: 0 },
            ArrowDown: { by: [0, -step], turn: 0 },
            q: { by: [0, 0], turn: -turn },
            e: { by: [0, 0], turn },
        };
        const move = moves[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (move === undefined) return false;
        this.#apply(move);
        return true;
    }

    #apply(move: Move): void {
        const { scenario } = this.#edit;
        const isStill = round2(move.by[0]) === 0 && round2(move.by[1]) === 0 && move.turn === 0;
        if (this.chosen === null || scenario === null || isStill) return;
        const { section, at } = this.chosen;
        const part = parts(scenario, section)[at];
        if (part === undefined) return;
        if (section === "unit") this.#moveUnit(scenario, part, at, move);
        else {
            const moved = section === "terrain" ? movedGround(part, move.by) : movedObjective(part, move.by);
            void this.#edit.changed(withPart(scenario, section, at, moved));
        }
    }

    #moveUnit(scenario: Scenario, unit: Record<string, unknown>, at: number, move: Move): void {
        const [round, board] = [pivot(unit), this.#edit.board];
        if (round === null || board === null) return;
        const changed = withPart(scenario, "unit", at, movedUnit(unit, move));
        void this.#edit.changed(changed, movedBoard(board, at, round, move));
    }

    #moveCorner(at: Point): void {
        const { scenario } = this.#edit;
        if (this.chosen?.section !== "terrain" || scenario === null) return;
        const ground = parts(scenario, "terrain")[this.chosen.at];
        if (ground === undefined) return;
        void this.#edit.changed(withPart(scenario, "terrain", this.chosen.at, withCorner(ground, this.#corner, at)));
    }
}

function thing(hit: Hit): Chosen | null {
    if (hit.unit >= 0) return { section: "unit", at: hit.unit };
    if (hit.objective >= 0) return { section: "objective", at: hit.objective };
    return hit.ground >= 0 ? { section: "terrain", at: hit.ground } : null;
}

/** A board with a unit moved, as it is shown until the engine has checked the set-up. */
export function movedBoard(board: Board, unit: number, round: Point, { by, turn }: Move): Board {
    const models = board.models.map((model) => {
        if (model.unit !== unit || model.x === null || model.y === null) return model;
        const [x, y] = turnedRound([model.x, model.y], round, turn);
        return { ...model, x: x + by[0], y: y + by[1], facing: wrapped((model.facing ?? 0) + turn) };
    });
    return { ...board, models };
}
