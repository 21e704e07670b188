import type { Carrier, LineState } from "./carrier";
import type { FromEngine, FromPage } from "./messages";

const FIRST_WAIT = 400; // milliseconds before the second attempt; each further wait is twice as long
const LONGEST_WAIT = 15_000;
const REFUSED = 1008; // the close code of a server that does not want this page: no use to come again

/** A line over a WebSocket. It connects again by itself, with growing waits, until it is closed. */
export class SocketCarrier implements Carrier {
    onmessage: (message: FromEngine) => void = () => {};
    onstate: (state: LineState) => void = () => {};
    state: LineState = "connecting";
    readonly #address: string;
    #socket: WebSocket | null = null;
    #timer: ReturnType<typeof setTimeout> | undefined;
    #failures = 0;

    constructor(address: string) {
        this.#address = address;
        this.#connect();
        globalThis.addEventListener?.("online", this.#now);
    }

    send(message: FromPage): void {
        if (this.state === "open") this.#socket?.send(JSON.stringify(message));
    }

    close(): void {
        clearTimeout(this.#timer);
        globalThis.removeEventListener?.("online", this.#now);
        this.#become("closed");
        this.#socket?.close();
    }

    /** The network is back: there is no need to wait. */
    readonly #now = (): void => {
        if (this.state !== "waiting") return;
        clearTimeout(this.#timer);
        this.#connect();
    };

    #connect(): void {
        this.#become("connecting");
        const socket = new WebSocket(this.#address);
        this.#socket = socket;
        socket.onopen = () => {
            this.#failures = 0;
            this.#become("open");
        };
        socket.onmessage = (event: MessageEvent<string>) => this.onmessage(JSON.parse(event.data) as FromEngine);
        socket.onclose = (event) => this.#lost(event.code);
    }

    #lost(code: number): void {
        if (this.state === "closed") return;
        if (code === REFUSED) {
            this.#become("closed");
            return;
        }
        this.#become("waiting");
        this.#timer = setTimeout(() => this.#connect(), waitAfter(this.#failures));
        this.#failures += 1;
    }

    #become(state: LineState): void {
        this.state = state;
        this.onstate(state);
    }
}

/** Milliseconds to wait after so many failed attempts, spread so that many pages do not come back at once. */
export function waitAfter(failures: number): number {
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures);
    return wait * (0.75 + Math.random() / 4);
}

/** The address of the server's socket: beside the page. */
export function socketAddress(page: Location): string {
    const address = new URL("ws", page.href.split("#")[0]);
    address.protocol = page.protocol === "https:" ? "wss:" : "ws:";
    return address.href;
}
