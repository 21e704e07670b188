import type { Point } from "./geometry";

/** What a press hit, by number or name (-1 and "": nothing of the kind). */
export interface Hit {
    model: number;
    unit: number;
    ground: number;
    objective: number;
    handle: string;
}

/** What a pointer does on a board. A tool that takes a press gets the moves after it; otherwise the board is panned. */
export interface Tool {
    /** Whether the tool takes this press. */
    down(at: Point, hit: Hit): boolean;
    move(at: Point): void;
    up(at: Point): void;
}
