import type { Carrier, LineState } from "./carrier";
import type { FromEngine, FromPage } from "./messages";
import { type Prepared, preparedReply } from "./prepared";

/**
 * A line to the engine in a Web Worker. Each line is a MessageChannel of its own: the worker gets its port as
 * `event.ports[0]` of a message "line", hears messages of the page as JSON text on it, and sends its own the same way.
 * The first text it sends, once the engine runs, is READY.
 */
export const READY = "ready";
/** Until then it may send how much of the engine has been loaded: this word, then bytes done and bytes in all. */
export const LOADING = "loading";

/** Requests whose reply never changes: where it is known, the engine need not load the rules of every game for it. */
const ALWAYS: ReadonlySet<FromPage["type"]> = new Set(["AskGames", "AskExample", "AskWords"]);

export class WorkerCarrier implements Carrier {
    onmessage: (message: FromEngine) => void = () => {};
    onstate: (state: LineState) => void = () => {};
    state: LineState = "connecting";
    readonly #onloading: (done: number, total: number) => void;
    readonly #port: MessagePort;
    readonly #prepared: Promise<readonly Prepared[]>;

    /** `prepared`: replies that are given while the engine is being loaded. */
    constructor(
        worker: Worker,
        onloading: (done: number, total: number) => void = () => {},
        prepared: Promise<readonly Prepared[]> = Promise.resolve([]),
    ) {
        this.#onloading = onloading;
        this.#prepared = prepared;
        const channel = new MessageChannel();
        this.#port = channel.port1;
        this.#port.onmessage = (event: MessageEvent<string>) => this.#heard(event.data);
        worker.addEventListener("error", () => this.#become("closed"));
        worker.postMessage("line", [channel.port2]);
    }

    send(message: FromPage): void {
        if (this.state === "open" && !ALWAYS.has(message.type)) this.#port.postMessage(JSON.stringify(message));
        else if (this.state !== "closed") void this.#replyAhead(message);
    }

    /** Give the reply that is known in advance, unless the engine has come to run meanwhile and is asked itself. */
    async #replyAhead(message: FromPage): Promise<void> {
        const reply = preparedReply(await this.#prepared, message);
        const isFixed = ALWAYS.has(message.type);
        if (reply !== null && (isFixed || this.state === "connecting")) this.onmessage(reply);
        else if (isFixed && this.state === "open") this.#port.postMessage(JSON.stringify(message));
    }

    close(): void {
        this.#port.close();
        this.#become("closed");
    }

    #heard(text: string): void {
        if (text === READY) this.#become("open");
        else if (text.startsWith(LOADING))
            this.#onloading(...(text.split(" ").slice(1).map(Number) as [number, number]));
        else this.onmessage(JSON.parse(text) as FromEngine);
    }

    #become(state: LineState): void {
        this.state = state;
        this.onstate(state);
    }
}
