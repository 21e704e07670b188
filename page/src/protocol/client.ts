import type { Carrier, LineState } from "./carrier";
import type { FromEngine, FromPage, Joined, Refused } from "./messages";
import { type Asking, type Replies, type RequestName, type TableMessage, maySendAgain } from "./replies";

/** A request that the engine refuses: why, where, and what to do about it. */
export class Refusal extends Error {
    override readonly name = "Refusal";
    readonly reason: string;
    readonly line: number | null;
    readonly key: string;
    readonly remedy: string;

    constructor(refused: Pick<Refused, "reason"> & Partial<Refused>) {
        super(refused.remedy ? `${refused.reason}: ${refused.remedy}` : refused.reason);
        this.reason = refused.reason;
        this.line = refused.line ?? null;
        this.key = refused.key ?? "";
        this.remedy = refused.remedy ?? "";
    }
}

/** Whether an error only says that a request was stopped, which nobody needs to be told. */
export function isStopped(error: unknown): boolean {
    return error instanceof DOMException && error.name === "AbortError";
}

interface Waiting {
    request: FromPage;
    resolve: (reply: never) => void;
    reject: (error: Error) => void;
}

/** Requests with their replies, over one line; a client that joined a table joins again when the line was lost. */
export class Client {
    onstate: (state: LineState) => void = () => {};
    ontable: (message: TableMessage) => void = () => {};
    /** `isAnew`: what happened so far is told again from the start. */
    onjoined: (joined: Joined, isAnew: boolean) => void = () => {};
    readonly #carrier: Carrier;
    readonly #waiting = new Map<number, Waiting>();
    #last = 0;
    #number = 0; // of the last message of the table
    #happened = 0; // of the last one that told what happened
    #seat: { table: string; token: string } | null = null;

    constructor(carrier: Carrier) {
        this.#carrier = carrier;
        carrier.onmessage = (message) => this.#heard(message);
        carrier.onstate = (state) => this.#changed(state);
    }

    get state(): LineState {
        return this.#carrier.state;
    }

    /**
     * The reply to a request. Rejects with a Refusal, or with an AbortError once `signal` aborts: then the engine is
     * told to stop working on it.
     */
    ask<Name extends RequestName>(
        request: { type: Name } & Asking<Name>,
        signal?: AbortSignal,
    ): Promise<Replies[Name]> {
        signal?.throwIfAborted();
        this.#last += 1;
        const id = this.#last;
        const whole = { ...request, id } as unknown as FromPage;
        return new Promise((resolve, reject) => {
            if (this.#carrier.state === "closed") {
                reject(new Refusal({ reason: "the line to the engine is closed", remedy: "load the page again" }));
                return;
            }
            this.#waiting.set(id, { request: whole, resolve, reject });
            signal?.addEventListener("abort", () => this.#stop(id), { once: true });
            this.#carrier.send(whole);
        });
    }

    /** Sit down at a table; from now on this client belongs to that seat. */
    join(table: string, token: string): Promise<Joined> {
        this.#seat = { table, token };
        return this.ask({ type: "Join", table, token, since: 0 });
    }

    close(): void {
        this.#carrier.close();
    }

    #stop(id: number): void {
        const waiting = this.#waiting.get(id);
        if (waiting === undefined) return;
        this.#waiting.delete(id);
        this.#last += 1;
        this.#carrier.send({ type: "Stop", id: this.#last, of: id });
        waiting.reject(new DOMException("stopped", "AbortError"));
    }

    #heard(message: FromEngine): void {
        if (!("id" in message)) {
            this.#atTable(message);
            return;
        }
        if (message.type === "Joined") this.#sat(message);
        const waiting = this.#waiting.get(message.id);
        this.#waiting.delete(message.id);
        if (message.type === "Refused") waiting?.reject(new Refusal(message));
        else waiting?.resolve(message as never);
    }

    #sat(joined: Joined): void {
        const isAnew = joined.number !== this.#number;
        if (isAnew) this.#happened = this.#number = joined.number;
        this.onjoined(joined, isAnew);
    }

    /** What happened is told once, even if it comes again after a lost line; a question that still waits is told again. */
    #atTable(message: TableMessage): void {
        if (message.type === "Happened" && message.number <= this.#happened) return;
        if (message.type === "Happened") this.#happened = message.number;
        if ("number" in message) this.#number = Math.max(this.#number, message.number);
        this.ontable(message);
    }

    #changed(state: LineState): void {
        if (state === "open") this.#opened();
        if (state === "closed") this.#fail(() => true, "the line to the engine is closed");
        if (state === "waiting") this.#fail((name) => !maySendAgain(name), "the line was lost before an answer came");
        this.onstate(state);
    }

    /** Sit down again where the line was lost, then repeat what was not answered. */
    #opened(): void {
        const joining = [...this.#waiting.values()].some(({ request }) => request.type === "Join");
        if (this.#seat !== null && !joining) {
            this.#last += 1;
            this.#carrier.send({ type: "Join", id: this.#last, ...this.#seat, since: this.#number });
        }
        for (const { request } of this.#waiting.values()) this.#carrier.send(request);
    }

    #fail(isMeant: (name: RequestName) => boolean, reason: string): void {
        for (const [id, { request, reject }] of [...this.#waiting]) {
            if (!isMeant(request.type as RequestName)) continue;
            this.#waiting.delete(id);
            reject(new Refusal({ reason, remedy: "look at the table and try again" }));
        }
    }
}
