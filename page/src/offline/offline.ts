/// <reference lib="webworker" />

const worker = self as unknown as ServiceWorkerGlobalScope;

/** The files of the page and the version that they belong to, as `pilein site` lists them. */
interface Files {
    version: string;
    files: string[];
}

const NAME = "pilein-";

async function listed(): Promise<Files> {
    return (await (await fetch("./files.json", { cache: "no-store" })).json()) as Files;
}

async function filled(): Promise<void> {
    const { version, files } = await listed();
    const cache = await caches.open(NAME + version);
    await cache.addAll(files.map((file) => `./${file}`));
    const old = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== NAME + version);
    await Promise.all(old.map((name) => caches.delete(name)));
}

worker.addEventListener("install", (event) => event.waitUntil(filled().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => {
    if (event.request.method !== "GET") return;
    event.respondWith(
        caches.match(event.request, { ignoreSearch: true }).then((known) => known ?? fetch(event.request)),
    );
});
