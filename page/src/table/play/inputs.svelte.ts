import { isStopped } from "../../protocol/client";
import type { Asked, Chance, Offers, Option } from "../../protocol/messages";
import type { Seat } from "../seat.svelte";
import { Aiming } from "./aiming.svelte";
import { Giving } from "./giving.svelte";
import { spotOf, usualFirst } from "./answers";
import { type Stand, standsOf } from "./moving";
import { Picking } from "./picking.svelte";
import { Placing } from "./placing.svelte";
import { Rolling } from "./rolling.svelte";
import { Steering, maySteer } from "./steering.svelte";

const PAUSE = 80; // milliseconds that an option is looked at before its ghost is asked for

/** All ways to answer one question on the board; the list beside it says the same. */
export class Inputs {
    readonly asked: Asked;
    readonly giving: Giving;
    readonly aiming: Aiming;
    readonly picking: Picking;
    readonly placing: Placing | null;
    readonly steering: Steering | null;
    readonly rolling: Rolling | null;
    offers = $state.raw<Offers | null>(null);
    cursor = $state(-1); // the answer or item that the keys have come to, -1: none
    ghost = $state.raw<readonly Stand[]>([]); // of the option looked at
    readonly #seat: Seat;
    readonly #stopper = new AbortController();
    #timer: ReturnType<typeof setTimeout> | undefined;
    #hasForeseen = false;

    constructor(seat: Seat, asked: Asked) {
        this.#seat = seat;
        this.asked = asked;
        this.giving = new Giving(seat);
        this.aiming = new Aiming(asked);
        this.picking = new Picking(asked);
        this.placing = asked.kind === "place" ? new Placing(seat, asked) : null;
        this.steering = maySteer(asked) ? new Steering(seat, asked) : null;
        this.rolling = asked.kind === "roll" ? new Rolling(asked.total) : null;
    }

    /** Whether the unit of a placement is moved as one: its models follow, unless one has been put right by hand. */
    get isWhole(): boolean {
        return this.placing?.isTouched === false && (this.placing.isForeseeing || this.placing.unit !== null);
    }

    /** Move the rest of a unit as the policy would. */
    moveWhole(): void {
        this.giving.send((client) => client.ask({ type: "Leave", until: "unit" }));
    }

    /** What the keys go through: the items of the question, or its answers. */
    get #count(): number {
        return this.asked.items.length || this.asked.options.length;
    }

    /** The answer that the keys have come to. */
    get pointed(): Option | null {
        return this.asked.items.length ? null : (usualFirst(this.asked.options)[this.cursor] ?? null);
    }

    /** Keys on the board: N and P go through the answers, Enter gives the one come to, Space takes an item. */
    readonly key = (event: KeyboardEvent): boolean => {
        const { key } = event;
        if (this.rolling !== null) return this.rolling.key(key);
        if (key === "n" || key === "p") return this.#walk(key === "n" ? 1 : -1);
        if (key === " " && this.asked.items.length && this.cursor >= 0) return (this.#take(), true);
        if (key === "Enter" && this.pointed !== null && this.placing === null && !this.giving.isBusy)
            return (this.give(this.pointed.answer), true);
        const isMoved = this.placing?.key(event) ?? this.steering?.key(event) ?? false;
        if (isMoved) this.#leave();
        return isMoved;
    };

    #walk(by: number): boolean {
        if (!this.#count) return false;
        const start = this.cursor < 0 && by < 0 ? 0 : this.cursor;
        this.cursor = (start + by + this.#count) % this.#count;
        const option = this.pointed;
        if (this.placing !== null && option?.place) this.placing.put(spotOf(option.place));
        else this.look(option);
        return true;
    }

    #take(): void {
        if (this.asked.kind === "split") this.picking.add(this.cursor);
        else this.picking.choose(this.cursor);
    }

    #leave(): void {
        this.cursor = -1;
        this.look(null);
    }

    /** A click on the board: an answer, an item, or a unit that is looked at. */
    pick(unit: number, model: number): void {
        if (this.giving.isBusy || this.picking.pick(unit, model)) return;
        const option = this.aiming.pick(unit, model);
        if (option !== null) this.give(option.answer);
        else if (this.aiming.focus >= 0) void this.foreseeCharges();
    }

    /** Tell the engine the dice that have been entered. */
    throwDice(): void {
        const { question } = this.asked;
        const faces = this.rolling?.typed.faces ?? [];
        this.giving.send((client) => client.ask({ type: "Throw", question, faces }));
    }

    give(answer: unknown): void {
        this.look(null);
        this.giving.answer(answer);
    }

    /** Look at an option of the list: its ghost and its arrows are drawn. */
    look(option: Option | null): void {
        clearTimeout(this.#timer);
        this.aiming.looked = option;
        this.ghost = option?.place ? standsOf([option.place]) : [];
        const hasGhost = this.asked.kind === "other" || this.asked.kind === "one";
        if (option === null || option.place !== null || !hasGhost || this.#seat.board?.table === null) return;
        this.#timer = setTimeout(() => void this.#foresee(option), PAUSE);
    }

    async #foresee(option: Option): Promise<void> {
        const { question } = this.asked;
        try {
            const tried = await this.#seat.client.ask({ type: "TryAnswer", question, answer: option.answer });
            if (this.aiming.looked === option) this.ghost = standsOf(tried.places);
        } catch {
            // The words of the option still say what it does.
        }
    }

    /** How likely each charge on offer arrives: asked for once a player looks at a unit that may charge. */
    async foreseeCharges(): Promise<void> {
        if (this.#hasForeseen || !this.asked.options.some((one) => one.note)) return;
        this.#hasForeseen = true;
        const { question } = this.asked;
        try {
            this.offers = await this.#seat.client.ask({ type: "AskOffers", question }, this.#stopper.signal);
        } catch (error) {
            this.#hasForeseen = false;
            if (!isStopped(error)) this.giving.fault = (error as Error).message;
        }
    }

    /** How likely the charge arrives that an option declares; null where that is not known. */
    readonly arrives = (option: Option): Chance | null => {
        return this.offers?.offers.find((one) => one.index === option.index)?.arrives ?? null;
    };

    stop(): void {
        clearTimeout(this.#timer);
        this.#stopper.abort();
    }
}
