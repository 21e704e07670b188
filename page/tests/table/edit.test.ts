import { beforeEach, expect, test, vi } from "vitest";
import { recentOnes } from "../../src/odds/recent";
import { Client } from "../../src/protocol/client";
import { SetUpEdit } from "../../src/table/setup/edit.svelte";
import { FakeCarrier } from "../fake";
import { aScenario, checked } from "../odds/samples";

let carrier: FakeCarrier;
let edit: SetUpEdit;

function answer(type: string, reply: object): Promise<void> {
    const asked = carrier.sent.filter((message) => message.type === type).at(-1)!;
    carrier.onmessage({ ...reply, id: asked.id } as never);
    return Promise.resolve();
}

beforeEach(async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => kept.set(key, value),
    });
    carrier = new FakeCarrier();
    edit = new SetUpEdit(new Client(carrier));
    carrier.become("open");
    const read = edit.check("old");
    await answer("AskCheck", checked("old"));
    await read;
});

test("a set-up that is left at once is kept with the last change", async () => {
    void edit.changed({ ...aScenario(), active: "marches" });
    const left = edit.leave();
    void edit.example("hoplon/duel.toml");
    await answer("AskToml", checked("new"));
    await left;
    expect(recentOnes().map((one) => one.toml)).toEqual(["new"]);
});

test("a text that was typed after the last change is kept as it is", async () => {
    void edit.changed({ ...aScenario(), active: "marches" });
    edit.typed("typed");
    await edit.leave();
    expect(recentOnes().map((one) => one.toml)).toEqual(["typed"]);
});

test("a set-up without changes is not kept when it is left", async () => {
    await edit.leave();
    expect(recentOnes()).toEqual([]);
});
