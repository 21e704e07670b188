/** One piece of work that a page has asked for. */
export interface Turn {
    /** Aborts when the work is to be stopped. */
    readonly signal: AbortSignal;
    /** Whether nothing newer has been asked for: what is out of date is not to be shown. */
    readonly isNewest: boolean;
}

export type Work = (turn: Turn) => Promise<void>;

/**
 * Work that is asked for again and again. What is asked for while nothing runs starts at once. Of what is asked for
 * meanwhile only the newest counts: it starts when the work that runs is over, or stops it when nobody has asked for
 * a while.
 */
export class Latest {
    readonly #wait: number;
    #timer: ReturnType<typeof setTimeout> | undefined;
    #running: AbortController | null = null;
    #next: Work | null = null;

    constructor(wait: number) {
        this.#wait = wait;
    }

    ask(work: Work): void {
        if (this.#running === null) {
            void this.#start(work);
            return;
        }
        this.#next = work;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#goOn(), this.#wait);
    }

    stop(): void {
        this.#next = null;
        this.#goOn();
    }

    async #start(work: Work): Promise<void> {
        const control = new AbortController();
        this.#running = control;
        const isNewest = (): boolean => this.#running === control && this.#next === null;
        try {
            await work({
                signal: control.signal,
                get isNewest() {
                    return isNewest();
                },
            });
        } finally {
            if (this.#running === control) this.#goOn();
        }
    }

    /** Stop what runs, if it still does, and start what is to follow. */
    #goOn(): void {
        clearTimeout(this.#timer);
        const [running, next] = [this.#running, this.#next];
        this.#running = this.#next = null;
        running?.abort();
        if (next !== null) void this.#start(next);
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
