/** Work that is asked for again and again: it starts when nobody has asked for a while, and only the newest counts. */
export class Latest {
    readonly #wait: number;
    #timer: ReturnType<typeof setTimeout> | undefined;
    #running: AbortController | null = null;

    constructor(wait: number) {
        this.#wait = wait;
    }

    /** Do this after the wait; what was asked for before is stopped at once. */
    ask(work: (signal: AbortSignal) => Promise<void>, wait = this.#wait): void {
        this.stop();
        const control = new AbortController();
        this.#running = control;
        this.#timer = setTimeout(() => void work(control.signal), wait);
    }

    stop(): void {
        clearTimeout(this.#timer);
        this.#running?.abort();
        this.#running = null;
    }
}

/** Long work, one at a time: an engine gives up a long request when the next one comes over the same line. */
export class OneAtATime {
    #last: Promise<unknown> = Promise.resolve();

    /** The result of the work, which starts when all before it is over; never, if the signal aborts before. */
    run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
        const mine = this.#last.then(() => {
            signal.throwIfAborted();
            return work();
        });
        this.#last = mine.catch(() => undefined);
        return mine;
    }
}
