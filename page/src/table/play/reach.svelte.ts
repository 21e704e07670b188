import { type Client, isStopped } from "../../protocol/client";
import type { Reach } from "../../protocol/messages";

/** How far the chosen unit charges, asked for again whenever something has moved. */
export class Reaching {
    isWanted = $state(false);
    found = $state.raw<Reach | null>(null);
    trouble = $state("");
    isWorking = $state(false);
    readonly #client: Pick<Client, "ask">;
    #running: AbortController | null = null;

    constructor(client: Pick<Client, "ask">) {
        this.#client = client;
    }

    /** Ask for a unit, by its number; what was asked before is stopped. */
    async ask(unit: number): Promise<void> {
        this.stop();
        const running = new AbortController();
        this.#running = running;
        this.isWorking = true;
        try {
            this.found = await this.#client.ask({ type: "AskReach", unit, target: null }, running.signal);
        } catch (error) {
            if (isStopped(error)) return;
            this.trouble = error instanceof Error ? error.message : String(error);
        }
        this.isWorking = false;
    }

    stop(): void {
        this.#running?.abort();
        this.#running = null;
        this.isWorking = false;
        this.found = null;
        this.trouble = "";
    }
}
