import { beforeEach, describe, expect, test } from "vitest";
import { Client, Refusal, isStopped } from "../../src/protocol/client";
import type { FromEngine } from "../../src/protocol/messages";
import type { TableMessage } from "../../src/protocol/replies";
import { FakeCarrier, aBoard } from "../fake";

let line: FakeCarrier;
let client: Client;

beforeEach(() => {
    line = new FakeCarrier();
    client = new Client(line);
});

function done(id: number): FromEngine {
    return { type: "Done", id };
}

function happened(number: number): FromEngine {
    return { type: "Happened", number, lines: [], models: [], gone: [], units: [], phase: 1, turn: 1 };
}

function joined(id: number, number: number): FromEngine {
    const rest = { board: aBoard(), dice_hash: "", players: ["", ""] as [string, string], phase: 1, turn: 1, toml: "" };
    return { type: "Joined", id, number, seat: "first", ...rest };
}

describe("requests", () => {
    test("a reply goes to the request with its id, whatever the order", async () => {
        line.become("open");
        const first = client.ask({ type: "AskExample", name: "one" });
        const second = client.ask({ type: "Undo" });
        line.onmessage(done(2));
        line.onmessage({
            type: "ScenarioChecked",
            id: 1,
            toml: "x",
            scenario: null,
            board: null,
            faults: [],
            hints: [],
        });
        expect((await first).toml).toBe("x");
        expect((await second).type).toBe("Done");
    });

    test("a refusal says why, where and what to do", async () => {
        line.become("open");
        const asked = client.ask({ type: "AskCheck", toml: "?" });
        line.onmessage({ type: "Refused", id: 1, reason: "invalid TOML", line: 3, key: "", remedy: "quote it" });
        const error = await asked.catch((one: unknown) => one);
        expect(error).toBeInstanceOf(Refusal);
        expect(error).toMatchObject({ message: "invalid TOML: quote it", line: 3 });
    });

    test("what is asked before the line is open is sent once it is", () => {
        void client.ask({ type: "AskGames" });
        expect(line.sent).toEqual([]);
        line.become("open");
        expect(line.sent).toEqual([{ type: "AskGames", id: 1 }]);
    });

    test("a stopped request tells the engine, and its late reply is dropped", async () => {
        line.become("open");
        const stopper = new AbortController();
        const asked = client.ask({ type: "AskOdds", toml: "" }, stopper.signal);
        stopper.abort();
        expect(isStopped(await asked.catch((one: unknown) => one))).toBe(true);
        expect(line.last()).toEqual({ type: "Stop", id: 2, of: 1 });
        line.onmessage(done(1));
    });

    test("nothing can be asked over a closed line", async () => {
        line.become("closed");
        await expect(client.ask({ type: "AskGames" })).rejects.toThrow("closed");
    });
});

describe("a lost line", () => {
    test("the client sits down again after the last number it saw, then repeats what was not answered", async () => {
        line.become("open");
        const sitting = client.join("t", "secret");
        line.onmessage(joined(1, 0));
        await sitting;
        line.onmessage(happened(7));
        void client.ask({ type: "Answer", question: 3, answer: 1 });
        line.become("waiting");
        line.sent = [];
        line.become("open");
        expect(line.sent).toEqual([
            { type: "Join", id: 3, table: "t", token: "secret", since: 7 },
            { type: "Answer", id: 2, question: 3, answer: 1 },
        ]);
    });

    test("what would do harm if it came twice is not repeated", async () => {
        line.become("open");
        const asked = client.ask({ type: "Undo" });
        line.become("waiting");
        await expect(asked).rejects.toThrow("the line was lost");
        line.sent = [];
        line.become("open");
        expect(line.sent).toEqual([]);
    });

    test("what happened is told once, a waiting question each time", () => {
        const told: TableMessage[] = [];
        client.ontable = (message) => told.push(message);
        line.onmessage(happened(1));
        line.onmessage(happened(2));
        line.onmessage(happened(2));
        line.onmessage({ type: "Taped", side: 0, points: [] });
        expect(told.map((one) => one.type)).toEqual(["Happened", "Happened", "Taped"]);
    });
});
