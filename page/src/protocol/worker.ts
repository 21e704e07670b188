import type { Carrier, LineState } from "./carrier";
import type { FromEngine, FromPage } from "./messages";

/**
 * A line to the engine in a Web Worker. Each line is a MessageChannel of its own: the worker gets its port as
 * `event.ports[0]` of a message "line", hears messages of the page as JSON text on it, and sends its own the same way.
 * The first text it sends, once the engine runs, is READY.
 */
export const READY = "ready";
/** Until then it may send how much of the engine has been loaded: this word, then bytes done and bytes in all. */
export const LOADING = "loading";

export class WorkerCarrier implements Carrier {
    onmessage: (message: FromEngine) => void = () => {};
    onstate: (state: LineState) => void = () => {};
    state: LineState = "connecting";
    readonly #onloading: (done: number, total: number) => void;
    readonly #port: MessagePort;

    constructor(worker: Worker, onloading: (done: number, total: number) => void = () => {}) {
        this.#onloading = onloading;
        const channel = new MessageChannel();
        this.#port = channel.port1;
        this.#port.onmessage = (event: MessageEvent<string>) => this.#heard(event.data);
        worker.addEventListener("error", () => this.#become("closed"));
        worker.postMessage("line", [channel.port2]);
    }

    send(message: FromPage): void {
        if (this.state === "open") this.#port.postMessage(JSON.stringify(message));
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
