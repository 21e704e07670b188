import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LineState } from "../../src/protocol/carrier";
import { SocketCarrier, socketAddress, waitAfter } from "../../src/protocol/socket";

class FakeSocket {
    static all: FakeSocket[] = [];
    sent: string[] = [];
    onopen = (): void => {};
    onmessage = (_: { data: string }): void => {};
    onclose = (_: { code: number }): void => {};
    constructor(readonly address: string) {
        FakeSocket.all.push(this);
    }
    send(text: string): void {
        this.sent.push(text);
    }
    close(): void {}
}

beforeEach(() => {
    FakeSocket.all = [];
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.useFakeTimers();
});
afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
});

test("a lost line comes back by itself", () => {
    const states: LineState[] = [];
    const line = new SocketCarrier("ws://example/ws");
    line.onstate = (state) => states.push(state);
    FakeSocket.all[0]!.onopen();
    FakeSocket.all[0]!.onclose({ code: 1006 });
    vi.advanceTimersByTime(500);
    FakeSocket.all[1]!.onopen();
    expect(states).toEqual(["open", "waiting", "connecting", "open"]);
    line.send({ type: "AskGames", id: 1 });
    expect(FakeSocket.all[1]!.sent).toEqual(['{"type":"AskGames","id":1}']);
});

test("waits grow, and end", () => {
    expect(waitAfter(0)).toBeLessThanOrEqual(400);
    expect(waitAfter(3)).toBeGreaterThan(2000);
    expect(waitAfter(60)).toBeLessThanOrEqual(15_000);
});

test("a server that refuses the page is left in peace, and so is one after closing", () => {
    const refused = new SocketCarrier("ws://example/ws");
    FakeSocket.all[0]!.onclose({ code: 1008 });
    const closed = new SocketCarrier("ws://example/ws");
    closed.close();
    FakeSocket.all[1]!.onclose({ code: 1000 });
    vi.advanceTimersByTime(60_000);
    expect([refused.state, closed.state, FakeSocket.all.length]).toEqual(["closed", "closed", 2]);
});

test("the socket is beside the page", () => {
    const page = new URL("https://example/tables/#/table/x") as unknown as Location;
    expect(socketAddress(page)).toBe("wss://example/tables/ws");
});
