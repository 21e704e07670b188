import type { PyodideInterface } from "pyodide";

const STORE = "compiled-engine"; // a cache of its own: the offline copy keeps only what is of its version

/** The engine's modules as Python compiled them at an earlier visit, a zip; null if this browser has none. */
export async function compiledBefore(version: string): Promise<ArrayBuffer | null> {
    if (version === "" || !("caches" in self)) return null;
    try {
        const found = await (await caches.open(STORE)).match(addressOf(version));
        return found === undefined ? null : await found.arrayBuffer();
    } catch {
        return null; // a browser that keeps nothing
    }
}

/** Keep what Python has compiled for the next visit, in the place of other versions. */
export async function keepCompiled(python: PyodideInterface, version: string): Promise<void> {
    if (version === "" || !("caches" in self)) return;
    try {
        python.runPython(ZIPPED);
        const content = python.FS.readFile("/compiled.zip", { encoding: "binary" }) as Uint8Array<ArrayBuffer>;
        python.FS.unlink("/compiled.zip");
        await caches.delete(STORE);
        await (await caches.open(STORE)).put(addressOf(version), new Response(content));
    } catch {
        // The next visit compiles again.
    }
}

function addressOf(version: string): string {
    return `./compiled-${version}.zip`;
}

/** Python trusts compiled modules whose source has the time that it had: unpacked files get the same one each visit. */
export const TIMED = `
import os, sys
sys.dont_write_bytecode = False
for folder, _, names in os.walk('/engine'):
    for name in names:
        if name.endswith('.py'):
            os.utime(os.path.join(folder, name), (1e9, 1e9))
`;
const ZIPPED = `
import os, zipfile
with zipfile.ZipFile('/compiled.zip', 'w') as archive:
    for folder, _, names in os.walk('/engine'):
        for name in names:
            if name.endswith('.pyc'):
                path = os.path.join(folder, name)
                archive.write(path, os.path.relpath(path, '/engine'))
`;
