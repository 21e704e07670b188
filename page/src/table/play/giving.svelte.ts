import type { Client } from "../../protocol/client";
import type { Seat } from "../seat.svelte";

/** Answers to the question that waits, from the list or from the board: one at a time, with the reason of a refusal. */
export class Giving {
    isBusy = $state(false);
    fault = $state("");
    readonly #seat: Seat;

    constructor(seat: Seat) {
        this.#seat = seat;
    }

    async act(request: () => Promise<unknown>): Promise<void> {
        if (this.isBusy) return;
        this.isBusy = true;
        this.fault = "";
        try {
            await request();
        } catch (error) {
            this.fault = (error as Error).message;
        }
        this.isBusy = false;
    }

    answer(answer: unknown): void {
        const question = this.#seat.asked?.question;
        if (question !== undefined) this.send((client) => client.ask({ type: "Answer", question, answer }));
    }

    send(request: (client: Client) => Promise<unknown>): void {
        void this.act(() => request(this.#seat.client));
    }
}
