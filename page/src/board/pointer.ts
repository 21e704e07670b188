import type { Point } from "./geometry";

/** What a pointer does on a board. A tool that takes a press gets the moves after it; otherwise the board is panned. */
export interface Tool {
    /** Whether the tool takes this press; `model` and `handle` are what it hit ("" and -1 for nothing). */
    down(at: Point, hit: { model: number; handle: string }): boolean;
    move(at: Point): void;
    up(at: Point): void;
}
