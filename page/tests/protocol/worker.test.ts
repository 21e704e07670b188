import { expect, test } from "vitest";
import type { FromEngine } from "../../src/protocol/messages";
import { READY, WorkerCarrier } from "../../src/protocol/worker";

/** A worker that keeps the port it gets. */
class FakeWorker {
    port: MessagePort | undefined;
    addEventListener(): void {}
    postMessage(_: string, [port]: MessagePort[]): void {
        this.port = port;
    }
}

test("a line to a worker is open once the engine says so, and speaks JSON text", async () => {
    const worker = new FakeWorker();
    const line = new WorkerCarrier(worker as unknown as Worker);
    const heard = new Promise<FromEngine>((resolve) => (line.onmessage = resolve));
    const opened = new Promise<void>((resolve) => (line.onstate = () => resolve()));
    expect(line.state).toBe("connecting");
    worker.port!.postMessage(READY);
    await opened;
    const sent = new Promise<string>((resolve) => (worker.port!.onmessage = (event) => resolve(event.data as string)));
    line.send({ type: "AskGames", id: 1 });
    expect(await sent).toBe('{"type":"AskGames","id":1}');
    worker.port!.postMessage('{"type":"Done","id":1}');
    expect(await heard).toEqual({ type: "Done", id: 1 });
    line.close();
});

test("replies that never change are given without the engine, also while it runs", async () => {
    const worker = new FakeWorker();
    const known = { request: { type: "AskWords", ruleset: "hoplon" }, reply: { type: "Words" } };
    const line = new WorkerCarrier(worker as unknown as Worker, () => {}, Promise.resolve([known]));
    const opened = new Promise<void>((resolve) => (line.onstate = () => resolve()));
    const heard: FromEngine[] = [];
    line.onmessage = (message) => heard.push(message);
    worker.port!.postMessage(READY);
    await opened;
    const sent = new Promise<string>((resolve) => (worker.port!.onmessage = (event) => resolve(event.data as string)));
    line.send({ type: "AskWords", id: 3, ruleset: "hoplon" });
    line.send({ type: "AskWords", id: 4, ruleset: "other" });
    expect(JSON.parse(await sent)).toMatchObject({ id: 4 });
    expect(heard).toEqual([{ type: "Words", id: 3 }]);
    line.close();
});
