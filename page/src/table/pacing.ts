import type { Happened } from "../protocol/messages";
import type { TableMessage } from "../protocol/replies";

const SEEN = 260; // milliseconds for a move or a loss
const READ = 420; // for dice
const HURRIED = 90; // for each, once many wait
const MANY = 24;

/** Shows what happened one after the other, so that it can be followed; `skip` shows the rest at once. */
export class Pacing {
    readonly #show: (message: TableMessage) => void;
    readonly #onchange: (isShowing: boolean) => void;
    readonly #waiting: TableMessage[] = [];
    #timer: ReturnType<typeof setTimeout> | undefined;

    constructor(show: (message: TableMessage) => void, onchange: (isShowing: boolean) => void) {
        this.#show = show;
        this.#onchange = onchange;
    }

    hear(message: TableMessage): void {
        this.#waiting.push(message);
        if (this.#timer === undefined) this.#next();
    }

    skip(): void {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        for (const message of this.#waiting.splice(0)) this.#show(message);
        this.#onchange(false);
    }

    #next(): void {
        this.#timer = undefined;
        for (let message = this.#waiting.shift(); message !== undefined; message = this.#waiting.shift()) {
            this.#show(message);
            const time = timeFor(message);
            if (time === 0) continue;
            this.#onchange(true);
            this.#timer = setTimeout(() => this.#next(), this.#waiting.length > MANY ? HURRIED : time);
            return;
        }
        this.#onchange(false);
    }
}

/** How long a message is looked at: what moves nobody and throws no dice takes no time. */
export function timeFor(message: TableMessage): number {
    if (message.type !== "Happened") return 0;
    if (message.lines.some((line) => line.dice.length)) return READ;
    return hasMotion(message) ? SEEN : 0;
}

function hasMotion({ models, gone }: Happened): boolean {
    return models.length > 0 || gone.length > 0;
}
