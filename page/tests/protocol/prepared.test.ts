import { expect, test } from "vitest";
import type { FromEngine, FromPage } from "../../src/protocol/messages";
import { preparedReply } from "../../src/protocol/prepared";
import { READY, WorkerCarrier } from "../../src/protocol/worker";

const ODDS = { type: "AskOdds", toml: "a", phases: 0, fixed: [] };
const KNOWN = [{ request: { ...ODDS, games: 1000 }, reply: { type: "Odds", exact: true } }];

test("a request that says the same has its reply, with its own ID", () => {
    expect(preparedReply(KNOWN, { ...ODDS, id: 7 } as unknown as FromPage)).toEqual({
        type: "Odds",
        exact: true,
        id: 7,
    });
    expect(preparedReply(KNOWN, { ...ODDS, toml: "b", id: 7 } as unknown as FromPage)).toBe(null);
    expect(preparedReply(KNOWN, { type: "AskGames", id: 7 })).toBe(null);
});

test("a line replies with what is known in advance until the engine runs", async () => {
    const ports: MessagePort[] = [];
    const worker = { addEventListener: () => {}, postMessage: (_: string, [port]: MessagePort[]) => ports.push(port!) };
    const line = new WorkerCarrier(worker as unknown as Worker, () => {}, Promise.resolve(KNOWN));
    const heard: FromEngine[] = [];
    line.onmessage = (message) => heard.push(message);
    line.send({ ...ODDS, id: 1 } as unknown as FromPage);
    await new Promise((resolve) => setTimeout(resolve));
    expect(heard).toEqual([{ type: "Odds", exact: true, id: 1 }]);
    const opened = new Promise<void>((resolve) => (line.onstate = () => resolve()));
    ports[0]!.postMessage(READY);
    await opened;
    line.send({ ...ODDS, id: 2 } as unknown as FromPage);
    await new Promise((resolve) => setTimeout(resolve));
    expect(heard).toHaveLength(1);
    line.close();
});
