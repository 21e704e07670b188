import { beforeEach, describe, expect, test } from "vitest";
import { Client } from "../../src/protocol/client";
import type { Asked, FromEngine, Happened, Joined, Line } from "../../src/protocol/messages";
import { Placing } from "../../src/table/play/placing.svelte";
import { Seat } from "../../src/table/seat.svelte";
import { FakeCarrier, aBoard, aModel } from "../fake";

let line: FakeCarrier;
let seat: Seat;

function sits(values: Partial<Joined> = {}, isAlone = false): void {
    line = new FakeCarrier();
    seat = new Seat(new Client(line), isAlone);
    line.become("open");
    void seat.client.join("t", "token");
    const rest = { dice_hash: "", players: ["", ""] as [string, string], phase: 1, turn: 1, toml: "" };
    hears({ type: "Joined", id: 1, seat: "first", board: aBoard(), number: 0, ...rest, ...values });
}

function hears(message: FromEngine): void {
    line.onmessage(message);
}

function aLine(text: string): Line {
    return { type: "Line", kind: "event", text, sentences: [], rulings: [], side: null, dice: [], heading: null };
}

function happened(number: number, values: Partial<Happened> = {}): Happened {
    const lines = [aLine(`line ${number}`)];
    return { type: "Happened", number, lines, models: [], gone: [], units: [], phase: 1, turn: 1, ...values };
}

function asked(values: Partial<Asked> = {}): Asked {
    const none = { clause: "", words: "?", options: [], is_complete: true, items: [], item_answers: [] };
    const rest = {
        number: 1,
        question: 1,
        side: 0,
        kind: "one" as const,
        least: 1,
        most: 1,
        total: 0,
        ticks_per_inch: 0,
        item_units: [],
        item_models: [],
        unit: null,
        paces: [],
        steps: [],
    };
    return { type: "Asked", ...none, ...rest, ...values };
}

beforeEach(() => sits());

describe("what is seen from a seat", () => {
    test("what happened changes board and log, and answers the question that waited", () => {
        hears(asked());
        expect(seat.isAsked).toBe(true);
        hears(happened(1, { gone: [0], phase: 2 }));
        expect(seat.board?.models.map((model) => model.number)).toEqual([1]);
        expect(seat.log.map((one) => [one.line.text, one.phase])).toEqual([["line 1", 2]]);
        expect(seat.asked).toBeNull();
    });

    test("what is taken back leaves the log", () => {
        hears(happened(1));
        hears(happened(2));
        hears({ type: "TakenBack", number: 3, lines: 1, board: aBoard(), words: "red took back" });
        expect(seat.log).toHaveLength(1);
        expect(seat.latest[0]!.text).toBe("red took back");
    });

    test("a page that comes back goes on with its log, and with a new one where the table tells all again", () => {
        hears(happened(1));
        const joined = seat.joined!;
        hears({ ...joined, number: 1 });
        expect(seat.log).toHaveLength(1);
        hears({ ...joined, number: 0 });
        expect(seat.log).toHaveLength(0);
        hears(happened(1));
        expect(seat.log).toHaveLength(1);
    });

    test("a wish without words is none", () => {
        hears({ type: "UndoWanted", number: 1, side: 1, words: "the charge" });
        expect(seat.undo?.words).toBe("the charge");
        hears({ type: "UndoWanted", number: 1, side: 0, words: "" });
        expect(seat.undo).toBeNull();
    });
});

describe("who answers", () => {
    test("a side answers its own questions, and either throws typed dice", () => {
        hears(asked({ side: 1 }));
        expect(seat.isAsked).toBe(false);
        hears(asked({ side: 1, kind: "roll" }));
        expect(seat.isAsked).toBe(true);
    });

    test("who plays alone answers for both, who watches for nobody", () => {
        sits({}, true);
        hears(asked({ side: 1 }));
        expect(seat.isAsked).toBe(true);
        sits({ seat: "watch" });
        hears(asked({ kind: "roll" }));
        expect(seat.isAsked).toBe(false);
    });
});

describe("placing a model", () => {
    const place = aModel(0, 0, { x: 11, y: 12, facing: 0 });
    const option = {
        type: "Option" as const,
        index: 0,
        words: "",
        answer: "exact",
        note: "",
        place,
        unit: 0,
        is_usual: true,
        targets: [],
        models: [],
    };
    const question = asked({ kind: "place", options: [option], ticks_per_inch: 1000 });

    test("begins where the policy would place it, and asks whether each spot is legal, one at a time", async () => {
        const placing = new Placing(seat, question);
        const tries = (): unknown[] => line.sent.flatMap((one) => (one.type === "TryAnswer" ? [one.answer] : []));
        expect(tries()).toEqual(["exact"]);
        placing.key({ key: "ArrowUp", shiftKey: false } as KeyboardEvent);
        placing.key({ key: "e", shiftKey: true } as KeyboardEvent);
        expect(tries()).toHaveLength(1);
        const tried = line.sent.find((one) => one.type === "TryAnswer")!;
        hears({ type: "Tried", id: tried.id, reason: "too far", places: [], left: null });
        await Promise.resolve();
        await Promise.resolve();
        expect(placing.isLegal).toBe(false);
        expect(placing.reason).toBe("too far");
        expect(tries().at(-1)).toEqual([0, 11_000, 12_500, 100]);
    });

    test("models that the question does not place cannot be dragged", () => {
        const placing = new Placing(seat, question);
        const hit = { unit: 1, ground: -1, objective: -1, handle: "" };
        expect(placing.tool.down([10, 20], { ...hit, model: 1 })).toBe(false);
        expect(placing.tool.down([11, 12], { ...hit, model: 0 })).toBe(true);
        placing.tool.move([15, 15]);
        expect(placing.spot).toMatchObject({ model: 0, x: 15, y: 15 });
    });
});
