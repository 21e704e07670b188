import { describe, expect, it } from "vitest";
import type { Happened, Line, Story } from "../../src/protocol/messages";
import { Playback, nextSentence, previousSentence } from "../../src/replay/playback.svelte";
import { aBoard, aModel } from "../fake";

function line(sentence: string, text = sentence): Line {
    return {
        type: "Line",
        kind: "event",
        text,
        sentences: [sentence],
        rulings: [],
        side: null,
        dice: [],
        heading: null,
    };
}

/** A story in which model 0 moves an inch to the right each time. */
function story(steps: number): Story {
    const happened = Array.from({ length: steps }, (_, at): Happened => {
        const models = [aModel(0, 0, { x: at + 1, y: 0 })];
        const lines = [line(`A-${Math.floor(at / 2)}`)];
        return { type: "Happened", number: at + 1, lines, models, gone: [], units: [], phase: 1, turn: 1 };
    });
    return { type: "Story", id: 1, board: aBoard({ models: [aModel(0, 0, { x: 0, y: 0 })] }), happened };
}

describe("a story played back", () => {
    it("shows the board as it is once the line has been told, wherever one jumps", () => {
        const playback = new Playback(story(180));
        for (const at of [0, 179, 3, 120, 51, 49, 50]) {
            playback.go(at);
            expect(playback.board.models[0]!.x).toBe(at + 1);
        }
    });

    it("does not leave its lines", () => {
        const playback = new Playback(story(4));
        playback.go(-3);
        expect(playback.at).toBe(0);
        playback.go(99);
        expect(playback.at).toBe(3);
    });

    it("steps from sentence to sentence", () => {
        const { lines } = new Playback(story(6));
        expect(nextSentence(lines, 0)).toBe(2);
        expect(nextSentence(lines, 3)).toBe(4);
        expect(nextSentence(lines, 5)).toBe(5);
        expect(previousSentence(lines, 4)).toBe(2);
        expect(previousSentence(lines, 0)).toBe(0);
    });

    it("has nothing to show of an empty story but its board", () => {
        const playback = new Playback(story(0));
        expect(playback.told).toBeUndefined();
        expect(playback.board.models[0]!.x).toBe(0);
        playback.go(nextSentence(playback.lines, 0));
        expect(playback.at).toBe(0);
    });
});
