import type { FromEngine, FromPage } from "./messages";

/** What a line to the engine is doing: "waiting" until the next attempt, "closed" for good. */
export type LineState = "connecting" | "open" | "waiting" | "closed";

/** A line to the engine. A message sent while the line is not open is dropped: the client sends it again. */
export interface Carrier {
    onmessage: (message: FromEngine) => void;
    onstate: (state: LineState) => void;
    readonly state: LineState;
    send(message: FromPage): void;
    close(): void;
}

/** Makes lines: a table takes one line for each seat. */
export type Lines = () => Carrier;
