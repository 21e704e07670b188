/// <reference lib="webworker" />
import { LOADING, READY } from "../protocol/worker";
import { counted } from "./counting";
import { Engine } from "./engine";

// The engine in a Web Worker: a page sends "line" with a port for every line; see protocol/worker.ts.
// Until it runs, every line hears how much of it has come.
const lines: MessagePort[] = [];
let [done, total, isRunning] = [0, 0, false];
const tell = (): void => {
    if (total > 0 && !isRunning)
        for (const port of lines) port.postMessage(`${LOADING} ${Math.min(done, total)} ${total}`);
};
counted((bytes) => {
    done = bytes;
    tell();
});

const engine = Engine.start(new URL("./", self.location.href), (bytes) => {
    total = bytes;
    tell();
});

self.onmessage = async (event: MessageEvent<string>): Promise<void> => {
    const port = event.ports[0];
    if (event.data !== "line" || port === undefined) return;
    lines.push(port);
    tell();
    const running = await engine;
    isRunning = true;
    const line = running.open((text) => port.postMessage(text));
    port.onmessage = (message: MessageEvent<string>) => running.hear(line, message.data);
    port.postMessage(READY);
};
