import { expect, test } from "vitest";
import { ticks } from "../../src/chart/scale";
import type { Board, Chance, Course, GameOver, Line } from "../../src/protocol/messages";
import { chance } from "../odds/samples";
import type { Logged } from "../../src/table/seat.svelte";
import { endHeading, endWords, idleWords, reasons, sharesInWords, turningPoints } from "../../src/table/play/ending";

function told(...texts: string[]): Logged[] {
    return texts.map((text) => ({ line: { kind: "event", text, heading: null } as Line, phase: 1, turn: 1 }));
}

const board = {
    sides: ["legion", "hills"],
    units: [
        { number: 0, name: "legionaries", side: 0, is_beaten: false },
        { number: 1, name: "levies", side: 1, is_beaten: true },
    ],
} as unknown as Board;

function wins(share: number): [Chance, Chance] {
    const sure = { low: null, high: null };
    return [
        { chance: share, ...sure },
        { chance: 1 - share, ...sure },
    ] as [Chance, Chance];
}

test("the end says who won, and to a player whether that is them", () => {
    expect(endWords(board, 1, false)).toBe("You lost: hills won");
    expect(endWords(board, 0, true)).toBe("You won: legion");
    expect(endWords(board, 0, null)).toBe("legion won");
    expect(endWords(board, null, null)).toBe("Nobody won");
});

test("only a game that does not go on is called over", () => {
    expect(endHeading({ is_to_go_on: true } as GameOver, 1)).toBe("Phase 1 is over; the combat goes on");
    expect(endHeading({ is_to_go_on: false } as GameOver, 1)).toBe("The game is over");
});

test("the end says if a player was asked nothing in the phase just played", () => {
    const decided = (side: number, phase: number): Logged =>
        ({ line: { kind: "decision", text: "", heading: null, side } as unknown as Line, phase, turn: 1 }) as Logged;
    const plays = (side: number): boolean => side === 0;
    const log = [...told("a"), decided(0, 1), decided(1, 2)];
    expect(idleWords(log, 2, plays)).toBe("In phase 2 there was nothing for you to decide.");
    expect(idleWords(log, 1, plays)).toBe("");
    expect(idleWords([...log, decided(0, 2)], 2, plays)).toBe("");
    expect(idleWords([], 1, plays)).toBe("There was nothing for you to decide.");
});

test("shares that were sampled from games are never certain", () => {
    const sampled = [chance("", 1, [0.378, 1], 6), chance("", 0, [0, 0.622], 6)] as [Chance, Chance];
    expect(sharesInWords(board.sides, sampled, true)).toBe("legion at least 37 %, hills at most 63 %");
    const some = [chance("", 0.64, [0.52, 0.75], 40), chance("", 0.36, [0.25, 0.48], 40)] as [Chance, Chance];
    expect(sharesInWords(board.sides, some, true)).toBe("legion about 64 %, hills about 36 %");
    expect(sharesInWords(board.sides, sampled, false)).toBe("legion 100 %, hills 0 %");
});

test("it says why: the last that was told of the losers' beaten units", () => {
    const log = told("levies broke", "levies were caught: destroyed", "legionaries reformed");
    expect(reasons(board, log, 0)).toEqual(["levies were caught: destroyed"]);
});

test("turning points are the largest changes, in the order of the game", () => {
    const shares = [0.5, 0.52, 0.8, 0.3, 1];
    const points = shares.map((share, lines) => ({ type: "CoursePoint", lines, wins: wins(share) }));
    const course = { points } as unknown as Course;
    const log = told("a", "levies: 3 slain", "legion lost 4 wounds", "levies broke");
    const turns = turningPoints(course, log, 2);
    expect(turns.map(({ place, words }) => [place, words])).toEqual([
        [3, "legion lost 4 wounds"],
        [4, "levies broke"],
    ]);
});

test("a change within the error of few games is no turning point", () => {
    const about = (chance: number, low: number, high: number): [Chance, Chance] =>
        [{ chance, low, high }, wins(0.5)[1]] as [Chance, Chance];
    const points = [about(0.5, 0.2, 0.8), about(0.7, 0.4, 0.9)].map((wins, lines) => ({ lines, wins }));
    expect(turningPoints({ points } as unknown as Course, told("a"))).toEqual([]);
});

test("an axis has round steps", () => {
    expect(ticks(0, 100, 5)).toEqual([0, 50, 100]);
    expect(ticks(0, 37, 5)).toEqual([0, 10, 20, 30]);
    expect(ticks(3, 3, 5)).toEqual([3]);
});
