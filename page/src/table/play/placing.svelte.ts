import { type Point, bearing, distance, nearestOn, wrapped } from "../../board/geometry";
import type { Tool } from "../../board/pointer";
import { isStopped } from "../../protocol/client";
import type { Asked, Model, Option, Region } from "../../protocol/messages";
import type { Seat } from "../seat.svelte";
import { type Spot, placement, spotOf } from "./answers";

const STEP = 0.5; // inches an arrow key moves a model
const SMALL_STEP = 0.1; // with shift
const TURN = 15; // degrees q and e turn it
const SMALL_TURN = 1;
const SNAP = 0.12; // inches within which a dragged model takes the place that an option offers

/** A placement in the making: the model that is dragged, where it is, and whether it may stand there. */
export class Placing {
    spot = $state<Spot | null>(null);
    reason = $state("");
    isLegal = $state(false);
    isSure = $state(false); // whether the engine has looked at this very spot
    would = $state.raw<readonly Model[]>([]); // what else would move
    region = $state.raw<Region | null>(null);
    isDragging = $state(false);
    isTouched = $state(false); // whether the player has moved a model by hand
    isForeseeing = $state(true); // whether the rest of its unit's moves is still asked for
    rest = $state.raw<readonly Model[]>([]); // where the policy would put the models of the unit
    readonly #seat: Seat;
    readonly #asked: Asked;
    #isTrying = false;
    #isStale = false;
    #isShading = false;
    #shaded = ""; // the model and the facing whose region was asked for last
    #grip: Point = [0, 0];
    #isTurning = false;

    constructor(seat: Seat, asked: Asked) {
        this.#seat = seat;
        this.#asked = asked;
        const usual = asked.options.find((one) => one.is_usual && one.place !== null);
        const first = usual ?? asked.options.find((one) => one.place !== null);
        if (first?.place) this.#moveTo(spotOf(first.place));
        void this.#foresee();
    }

    /** Models that an option of the question places: those that surely can be moved now. */
    get models(): number[] {
        return [...new Set(this.#asked.options.flatMap((one) => (one.place === null ? [] : [one.place.number])))];
    }

    /** The answer: an option's own where the model stands just as the option says, for inches are rounded. */
    get answer(): unknown {
        const { spot } = this;
        if (spot === null) return null;
        const option = this.#optionAt(spot, 0);
        return option === undefined ? placement(spot, this.#asked.ticks_per_inch) : option.answer;
    }

    #optionAt(spot: Spot, within: number): Option | undefined {
        return this.#asked.options.find(({ place }) => {
            if (place === null || place.number !== spot.model || place.x === null || place.y === null) return false;
            const isFacing = within > 0 || place.facing === spot.facing;
            return isFacing && distance([place.x, place.y], [spot.x, spot.y]) <= within;
        });
    }

    /** Choose another model: it starts where it stands. */
    choose(number: number): void {
        this.isTouched = true;
        const model = this.#seat.board?.models.find((one) => one.number === number);
        if (model !== undefined && model.x !== null) this.#moveTo(spotOf(model));
    }

    put(spot: Spot): void {
        this.isTouched = true;
        this.#moveTo(spot);
    }

    readonly tool: Tool = {
        down: (at, { model, handle }) => this.#down(at, model, handle),
        move: (at) => this.#drag(at),
        up: () => {
            this.isDragging = false;
            this.#isTurning = false;
        },
    };

    /** Arrow keys move the model, q and e turn it, shift for small steps; whether the key was one of these. */
    readonly key = (event: KeyboardEvent): boolean => {
        if (this.spot === null) return false;
        const step = event.shiftKey ? SMALL_STEP : STEP;
        const turn = event.shiftKey ? SMALL_TURN : TURN;
        const moves: Record<string, [number, number, number]> = {
            ArrowLeft: [-step, 0, 0],
            ArrowRight: [step, 0, 0],
            ArrowUp: [0, step, 0],
            ArrowDown: [0, -step, 0],
            q: [0, 0, -turn],
            e: [0, 0, turn],
        };
        const move = moves[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (move === undefined) return false;
        this.isTouched = true;
        const { model, x, y, facing } = this.spot;
        this.#moveTo({ model, x: fine(x + move[0]), y: fine(y + move[1]), facing: wrapped(facing + move[2]) });
        return true;
    };

    #down(at: Point, model: number, handle: string): boolean {
        if (handle === "turn" && this.spot !== null) {
            this.#isTurning = true;
        } else if (handle !== "ghost") {
            if (!this.#mayTake(model)) return false;
            if (model !== this.spot?.model) this.choose(model);
        }
        if (this.spot === null) return false;
        this.isTouched = true;
        this.isDragging = true;
        const isOnGhost = handle === "ghost";
        this.#grip = isOnGhost ? [this.spot.x - at[0], this.spot.y - at[1]] : [0, 0];
        return true;
    }

    #mayTake(model: number): boolean {
        if (this.models.includes(model)) return true;
        const found = this.#seat.board?.models.find((one) => one.number === model);
        const unit = this.#seat.board?.units.find((one) => one.number === found?.unit);
        return !this.#asked.is_complete && unit?.side === this.#seat.side;
    }

    #drag(at: Point): void {
        if (this.spot === null) return;
        const { model, x, y, facing } = this.spot;
        if (this.#isTurning) {
            if (distance([x, y], at) > 0.1) this.#moveTo({ model, x, y, facing: Math.round(bearing([x, y], at)) });
        } else {
            const spot = { model, x: at[0] + this.#grip[0], y: at[1] + this.#grip[1], facing };
            const near = this.#optionAt(spot, SNAP)?.place;
            this.#moveTo(near ? spotOf(near) : this.#onOpening(spot));
        }
    }

    /** A spot beside a line on which every place is legal is moved onto it, for no hand is that steady. */
    #onOpening(spot: Spot): Spot {
        const { region } = this;
        if (region === null || region.width > 0) return spot;
        const [x, y] = nearestOn(region.openings, [spot.x, spot.y]);
        return distance([x, y], [spot.x, spot.y]) <= SNAP ? { ...spot, x: fine(x), y: fine(y) } : spot;
    }

    #moveTo(spot: Spot): void {
        this.spot = spot;
        this.isSure = false;
        void this.#try();
        void this.#shade();
    }

    /** Ask whether the spot is legal: one question at a time, the last spot surely. */
    async #try(): Promise<void> {
        if (this.#isTrying) {
            this.#isStale = true;
            return;
        }
        this.#isTrying = true;
        this.#isStale = false;
        try {
            const { question } = this.#asked;
            const tried = await this.#seat.client.ask({ type: "TryAnswer", question, answer: this.answer });
            this.reason = tried.reason;
            this.isLegal = tried.reason === "";
            this.would = tried.places.filter((one) => one.number !== this.spot?.model);
            this.isSure = !this.#isStale;
        } catch (error) {
            this.reason = isStopped(error) ? "" : (error as Error).message;
            this.isLegal = false;
        }
        this.#isTrying = false;
        if (this.#isStale) void this.#try();
    }

    /** The unit that is moved, if the rest of its moves may be left to the policy. */
    get unit(): number | null {
        return this.rest.length > 1 ? this.rest[0]!.unit : null;
    }

    async #foresee(): Promise<void> {
        try {
            const rest = await this.#seat.client.ask({ type: "AskRest", question: this.#asked.question });
            this.rest = rest.places;
        } catch {
            // Then each model is placed by itself.
        }
        this.isForeseeing = false;
    }

    /** Ask for the region of the model at its facing: one question at a time, the last facing surely. */
    async #shade(): Promise<void> {
        if (this.spot === null || this.#isShading) return;
        const { model, facing } = this.spot;
        if (this.#shaded === `${model} ${facing}`) return;
        this.#isShading = true;
        this.#shaded = `${model} ${facing}`;
        if (this.region?.model !== model) this.region = null;
        try {
            const { question } = this.#asked;
            const region = await this.#seat.client.ask({ type: "AskRegion", question, model, facing });
            if (this.spot.model === model) this.region = region;
        } catch {
            this.region = null; // Then each spot still says whether it is legal.
        }
        this.#isShading = false;
        void this.#shade();
    }
}

/** Inches as the engine sends them, so that a step there and back is the same place. */
function fine(inches: number): number {
    return Math.round(inches * 1e4) / 1e4;
}
