import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Client } from "../../src/protocol/client";
import type { FromPage } from "../../src/protocol/messages";
import { OddsDesk } from "../../src/odds/desk.svelte";
import { recentOnes } from "../../src/odds/recent";
import { WAIT } from "../../src/odds/setup.svelte";
import { FakeCarrier } from "../fake";
import { aScenario, checked, someOdds } from "./samples";

let carrier: FakeCarrier;
let odds: OddsDesk;

beforeEach(() => {
    vi.useFakeTimers();
    carrier = new FakeCarrier();
    odds = new OddsDesk(new Client(carrier));
    carrier.become("open");
});
afterEach(() => vi.useRealTimers());

const sent = (type: FromPage["type"]): FromPage[] => carrier.sent.filter((message) => message.type === type);

async function answer(type: FromPage["type"], reply: object): Promise<void> {
    carrier.onmessage({ ...reply, id: sent(type).at(-1)!.id } as never);
    await vi.advanceTimersByTimeAsync(0);
}

describe("a set-up", () => {
    test("the first key is answered at once, then the newest of those typed meanwhile; the text follows", async () => {
        odds.first.edit({ ...aScenario(), active: "marches" });
        expect(sent("AskToml")).toHaveLength(1);
        odds.first.edit({ ...aScenario(), active: "houses" });
        odds.first.edit(aScenario());
        expect(sent("AskToml")).toHaveLength(1);
        await answer("AskToml", checked("an older text"));
        expect(odds.first.toml).toBe("");
        expect(sent("AskToml")).toHaveLength(2);
        expect(sent("AskToml")[1]).toMatchObject({ scenario: { active: "hills" } });
        await answer("AskToml", checked("the text"));
        expect(odds.first.toml).toBe("the text");
        expect(sent("AskOdds")[0]).toMatchObject({ toml: "the text", phases: 0, fixed: [] });
        await answer("AskOdds", someOdds(0.6, 0.4));
        expect(odds.first.odds?.sides[0].wins.chance).toBe(0.6);
        expect(odds.first.isWorking).toBe(false);
        expect(odds.first.settled).toBe("the text");
        expect(sent("Stop")).toHaveLength(0);
    });

    test("questions about a set-up wait until its data and its text are one, also after a change is undone", async () => {
        odds.first.type("first");
        expect(odds.first.isReady).toBe(false);
        await answer("AskCheck", checked("first"));
        await answer("AskOdds", someOdds(0.6, 0.4));
        expect(odds.first.isReady).toBe(true);
        odds.first.edit({ ...aScenario(), active: "marches" });
        expect(odds.first.isReady).toBe(false);
        await answer("AskToml", checked("second", { scenario: { ...aScenario(), active: "marches" } }));
        await answer("AskOdds", someOdds(0.5, 0.5));
        expect(odds.first.isReady).toBe(true);
        odds.first.undo();
        expect(odds.first).toMatchObject({ toml: "first", isReady: false });
        await answer("AskCheck", checked("first"));
        expect(odds.first.isReady).toBe(true);
        expect(odds.first.scenario).toEqual(aScenario());
    });

    test("odds that are out of date are never shown, and stopped when nobody types for a while", async () => {
        odds.first.type("first");
        await answer("AskCheck", checked("first"));
        const old = sent("AskOdds")[0]!.id;
        odds.first.type("sec");
        await vi.advanceTimersByTimeAsync(WAIT - 10);
        odds.first.type("second");
        await vi.advanceTimersByTimeAsync(WAIT - 10);
        expect(sent("Stop")).toHaveLength(0);
        await vi.advanceTimersByTimeAsync(10);
        expect(sent("Stop")[0]).toMatchObject({ of: old });
        expect(sent("AskCheck").at(-1)).toMatchObject({ toml: "second" });
        carrier.onmessage({ ...someOdds(0.1, 0.9), id: old });
        await vi.advanceTimersByTimeAsync(WAIT);
        expect(odds.first.odds).toBeNull();
        expect(odds.first.isWorking).toBe(true);
    });

    test("odds that end while one types are not shown, and the newest are asked for without a wait", async () => {
        odds.first.type("first");
        await answer("AskCheck", checked("first"));
        odds.first.type("second");
        await answer("AskOdds", someOdds(0.1, 0.9));
        expect(odds.first.odds).toBeNull();
        expect(sent("AskCheck").at(-1)).toMatchObject({ toml: "second" });
        await answer("AskCheck", checked("second"));
        await answer("AskOdds", someOdds(0.2, 0.8));
        expect(odds.first.odds?.sides[0].wins.chance).toBe(0.2);
        expect(sent("Stop")).toHaveLength(0);
    });

    test("the form follows the text, and keeps what it had while the text cannot be read", async () => {
        odds.first.type("good");
        await answer("AskCheck", checked("good"));
        await answer("AskOdds", someOdds(0.6, 0.4));
        odds.first.type("bad = [");
        const fault = { type: "Fault" as const, reason: "invalid TOML", line: 1, key: "", remedy: "" };
        await answer("AskCheck", checked("bad = [", { scenario: null, faults: [fault] }));
        expect(odds.first.scenario).toEqual(aScenario());
        expect(odds.first.isText).toBe(true);
        expect(odds.first.faults).toHaveLength(1);
        expect(odds.first.toml).toBe("bad = [");
        expect(sent("AskOdds")).toHaveLength(1); // of the text before
    });

    test("a form or an example takes the place of a text that cannot be read", async () => {
        const fault = { type: "Fault" as const, reason: "invalid TOML", line: 1, key: "", remedy: "" };
        odds.first.type("bad = [");
        await answer("AskCheck", checked("bad = [", { scenario: null, faults: [fault] }));
        odds.first.edit(aScenario());
        await answer("AskToml", checked("good"));
        expect(odds.first.isText).toBe(false);
        odds.first.type("bad = [");
        await answer("AskOdds", someOdds(0.6, 0.4));
        await answer("AskCheck", checked("bad = [", { scenario: null, faults: [fault] }));
        odds.first.open("hoplon/duel.toml");
        await answer("AskExample", checked("good"));
        expect(odds.first.isText).toBe(false);
    });

    test("a refusal is told and leaves no figures", async () => {
        odds.first.type("large");
        await answer("AskCheck", checked("large"));
        await answer("AskOdds", { type: "Refused", reason: "too large", line: null, key: "", remedy: "take fewer" });
        expect(odds.first.refusal?.message).toBe("too large: take fewer");
        expect(odds.first.odds).toBeNull();
    });
});

describe("a set-up whose last change has no text yet", () => {
    const changed = { ...aScenario(), active: "marches" };

    beforeEach(async () => {
        odds.first.type("old");
        await answer("AskCheck", checked("old"));
        await answer("AskOdds", someOdds(0.6, 0.4));
        odds.first.edit(changed);
    });

    test("is kept with that change when it is left", async () => {
        const kept = new Map<string, string>();
        vi.stubGlobal("localStorage", {
            getItem: (key: string) => kept.get(key) ?? null,
            setItem: (key: string, value: string) => kept.set(key, value),
        });
        odds.open("hoplon/duel.toml");
        const asked = sent("AskToml").at(-1)!;
        expect(asked).toMatchObject({ scenario: changed });
        await answer("AskToml", checked("new", { scenario: changed }));
        expect(recentOnes().map((one) => one.toml)).toEqual(["new"]);
    });

    test("is copied with that change", async () => {
        odds.compare();
        expect(odds.second?.scenario).toEqual(changed);
        expect(sent("AskToml").at(-1)).toMatchObject({ scenario: changed });
        await answer("AskToml", checked("new", { scenario: changed }));
        expect(odds.second?.toml).toBe("new");
    });

    test("is shared with that change", async () => {
        const text = odds.first.written();
        await answer("AskToml", checked("new", { scenario: changed }));
        expect(await text).toBe("new");
    });
});

describe("two versions", () => {
    test("B begins as a copy, and its odds wait until A's are told", async () => {
        odds.first.type("a");
        await answer("AskCheck", checked("a"));
        await answer("AskOdds", someOdds(0.6, 0.4));
        odds.compare();
        expect(odds.shown).toBe(odds.second);
        expect(odds.second?.odds).toEqual(odds.first.odds);
        odds.play(2);
        await vi.advanceTimersByTimeAsync(0);
        expect(sent("AskOdds")).toHaveLength(2);
        await answer("AskOdds", someOdds(0.5, 0.5));
        expect(sent("AskOdds")).toHaveLength(3);
        await answer("AskOdds", someOdds(0.7, 0.3));
        expect([odds.first, odds.second].map((one) => one?.odds?.sides[0].wins.chance)).toEqual([0.5, 0.7]);
        odds.keep(1);
        expect(odds.second).toBeNull();
        expect(odds.first.odds?.sides[0].wins.chance).toBe(0.7);
    });
});

describe("more versions", () => {
    test("each is a copy of the shown one with a letter of its own, up to six", () => {
        odds.first.scenario = { ruleset: "hoplon", name: "first" };
        while (odds.mayCompare) odds.compare();
        expect(odds.versions.map(({ name }) => name).join("")).toBe("ABCDEF");
        odds.shownAt = 2;
        expect(odds.second).toBe(odds.others[1]);
        odds.drop(2);
        expect(odds.others).toHaveLength(4);
        odds.shownAt = 0;
        expect([odds.shown, odds.second]).toEqual([odds.first, odds.others[0]]);
        odds.keep(0);
        expect(odds.versions.map(({ name }) => name)).toEqual([""]);
    });
});

describe("a link", () => {
    const games = {
        ...{ type: "Games", version: "1", is_served: true, has_numpy: true },
        games: [{ type: "Game", ruleset: "hoplon", title: "Hoplon", policies: [], examples: [anExample()] }],
    };

    function anExample(): object {
        return { type: "Example", name: "hoplon/duel.toml", title: "A duel", is_press: true, is_battle: false };
    }

    test("that is damaged is told, and an example is there to go on with", async () => {
        const begun = odds.begin(new URLSearchParams({ a: "AAAA" }));
        await vi.waitFor(() => expect(sent("AskGames")).toHaveLength(1));
        await answer("AskGames", games);
        await begun;
        expect(odds.trouble).toMatch(/^This link is damaged/);
        expect(sent("AskExample")[0]).toMatchObject({ name: "hoplon/duel.toml" });
        odds.open("hoplon/duel.toml");
        expect(odds.trouble).toBe("");
    });

    test("with an example that is not there (any more) says so, and opens another", async () => {
        void odds.begin(new URLSearchParams({ example: "hoplon/old.toml" }));
        await vi.waitFor(() => expect(sent("AskGames")).toHaveLength(1));
        await answer("AskGames", games);
        expect(odds.trouble).toContain("“hoplon/old.toml”");
        expect(sent("AskExample")[0]).toMatchObject({ name: "hoplon/duel.toml" });
    });

    test("to an example begins without the fixed answers and the length of the fight before", async () => {
        [odds.answers, odds.phaseCount] = [["houses:SH-MO-04=roll"], 2];
        void odds.begin(new URLSearchParams({ example: "hoplon/duel.toml" }));
        await vi.waitFor(() => expect(sent("AskGames")).toHaveLength(1));
        await answer("AskGames", games);
        expect([odds.answers, odds.phaseCount]).toEqual([[], 0]);
    });

    test("with one version leaves no other from before", async () => {
        odds.first.type("a");
        await answer("AskCheck", checked("a"));
        odds.compare();
        void odds.begin(new URLSearchParams({ example: "hoplon/duel.toml" }));
        expect([odds.second, odds.shownAt]).toEqual([null, 0]);
    });
});
