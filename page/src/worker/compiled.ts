import type { PyodideInterface } from "pyodide";

const STORE = "compiled-engine"; // a cache of its own: the offline copy keeps only what is of its version

type Kept = "compiled" | "started"; // the modules as compiled; the memory of Python once it has started

/** What an earlier visit has kept of the engine in this version; null if this browser has none. */
export async function keptBefore(kind: Kept, version: string): Promise<ArrayBuffer | null> {
    if (version === "" || !("caches" in self)) return null;
    try {
        const found = await (await caches.open(STORE)).match(addressOf(kind, version));
        return found === undefined ? null : await found.arrayBuffer();
    } catch {
        return null; // a browser that keeps nothing
    }
}

/** Keep Python's memory and what it has compiled for the next visit, in the place of other versions. */
export async function keepAll(
    python: PyodideInterface,
    started: Uint8Array<ArrayBuffer>,
    version: string,
): Promise<void> {
    if (version === "" || !("caches" in self)) return;
    try {
        python.runPython(ZIPPED);
        const content = python.FS.readFile("/compiled.zip", { encoding: "binary" }) as Uint8Array<ArrayBuffer>;
        python.FS.unlink("/compiled.zip");
        await caches.delete(STORE);
        const store = await caches.open(STORE);
        await store.put(addressOf("started", version), new Response(started));
        await store.put(addressOf("compiled", version), new Response(content));
    } catch {
        // The next visit compiles again.
    }
}

function addressOf(kind: Kept, version: string): string {
    return `./${kind}-${version}`;
}

/** Until everything is kept, Python writes each module that it compiles into a folder beside the module's source. */
export const WRITING = "import sys; sys.dont_write_bytecode = False";
/** The engine's folder as a zip: a module that has been compiled stands without its source, where Python finds it. */
const ZIPPED = `
import os, sys, zipfile
def kept(folder, name):
    if os.path.basename(folder) == '__pycache__':
        return os.path.join(os.path.dirname(folder), name.split('.')[0] + '.pyc')
    is_compiled = os.path.exists(os.path.join(folder, '__pycache__', name[:-3] + '.' + sys.implementation.cache_tag + '.pyc'))
    return None if name.endswith('.py') and is_compiled else os.path.join(folder, name)
with zipfile.ZipFile('/compiled.zip', 'w') as archive:
    for folder, _, names in os.walk('/engine'):
        for name in names:
            place = kept(folder, name)
            if place is not None:
                archive.write(os.path.join(folder, name), os.path.relpath(place, '/engine'))
`;
