import { type Client, isStopped, Refusal } from "../protocol/client";
import type { Data } from "./data";

/** The text of a set-up's data; the text before, if the engine cannot write these data. */
export async function textOfData(desk: Pick<Client, "ask">, scenario: Data, before: string): Promise<string> {
    try {
        const { toml } = await desk.ask({ type: "AskToml", scenario: { ...scenario } });
        return toml === "" ? before : toml;
    } catch (error) {
        if (isStopped(error) || error instanceof Refusal) return before;
        throw error;
    }
}
