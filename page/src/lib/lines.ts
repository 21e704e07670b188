import type { Lines } from "../protocol/carrier";
import { SocketCarrier, socketAddress } from "../protocol/socket";
import { fetchPrepared } from "../protocol/prepared";
import { loading } from "./loading.svelte";
import { WorkerCarrier } from "../protocol/worker";

/** Lines to the engine of this page: in a Web Worker in the static edition, else on the server that it came from. */
export function linesOf(page: Document): Lines {
    const where = page.querySelector<HTMLMetaElement>('meta[name="pilein-engine"]')?.content;
    if (where !== "worker") return () => new SocketCarrier(socketAddress(page.location));
    const worker = new Worker(new URL("../worker/worker.ts", import.meta.url), { type: "module" });
    keepOffline();
    const prepared = fetchPrepared("./first.json");
    const told = (done: number, total: number): void => {
        loading.done = done;
        loading.total = total;
    };
    return () => new WorkerCarrier(worker, told, prepared);
}

/** Keep a copy of the static edition in the browser, where that is possible: then it opens off line too. */
function keepOffline(): void {
    if ("serviceWorker" in navigator) navigator.serviceWorker.register("./offline.js").catch(() => undefined);
}
