import { isStopped, Refusal } from "../protocol/client";
import { Latest } from "./working";

const WAIT = 400; // milliseconds without a key before what still runs is stopped for what is newer

/** The answer to a question about the set-up, asked again when that changes; an answer to an older one is marked. */
export class Answering<T> {
    found = $state.raw<T | null>(null);
    refusal = $state.raw<Refusal | null>(null);
    readonly #latest = new Latest(WAIT);
    readonly #key: () => string;
    #of = $state("");

    /** `key` is what the question depends on; "" while it cannot be asked. */
    constructor(key: () => string) {
        this.#key = key;
    }

    /** Whether what was found is of another set-up than the present one. */
    get isOld(): boolean {
        return this.found !== null && this.#of !== this.#key();
    }

    /** Why the present question was refused; null while it is worked on. */
    get trouble(): Refusal | null {
        return this.#of === this.#key() ? this.refusal : null;
    }

    ask(work: (signal: AbortSignal) => Promise<T>): void {
        const of = this.#key();
        this.#latest.ask(async ({ signal }) => {
            try {
                this.#take(of, await work(signal), null);
            } catch (error) {
                if (isStopped(error)) return;
                if (!(error instanceof Refusal)) throw error;
                this.#take(of, null, error);
            }
        });
    }

    stop(): void {
        this.#latest.stop();
    }

    #take(of: string, found: T | null, refusal: Refusal | null): void {
        this.#of = of;
        this.found = found;
        this.refusal = refusal;
    }
}
