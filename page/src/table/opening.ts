import type { Client } from "../protocol/client";
import { isAlone, playersOf, seatsPlayed } from "./setup/players";
import { addressOf, keep } from "./tokens";

/** All that a new table is opened with, and with it a rematch. */
export interface Opening {
    toml: string;
    who: [string, string]; // as chosen on the page
    battle: boolean;
    phases: number;
    dice: "fair" | "typed";
    is_detailed: boolean;
    record?: string;
    more?: number;
}

/** Open a table and sit down at it: a game that goes on keeps its dice secret like any other. */
export async function openTable(desk: Client, opening: Opening, sides: readonly string[]): Promise<void> {
    const { who, record = "", more = 0, ...rest } = opening;
    const players = playersOf(who);
    const request = { ...rest, players, record, more, is_alone: isAlone(who) };
    const opened = await desk.ask({ type: "OpenTable", ...request });
    const here = seatsPlayed(who);
    keep(opened.table, { tokens: opened.tokens, here, words: sides.join(" against "), opened: Date.now(), opening });
    location.hash = addressOf(opened.table, opened.tokens[here[0] ?? 2]!);
}
