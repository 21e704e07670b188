/// <reference lib="webworker" />
import { READY } from "../protocol/worker";
import { Engine } from "./engine";

// The engine in a Web Worker: a page sends "line" with a port for every line; see protocol/worker.ts.
const engine = Engine.start(new URL("./", self.location.href));

self.onmessage = async (event: MessageEvent<string>): Promise<void> => {
    const port = event.ports[0];
    if (event.data !== "line" || port === undefined) return;
    const running = await engine;
    const line = running.open((text) => port.postMessage(text));
    port.onmessage = (message: MessageEvent<string>) => running.hear(line, message.data);
    port.postMessage(READY);
};
