import type { PyodideInterface } from "pyodide";

const STORE = "compiled-engine"; // a cache of its own: the offline copy keeps only what is of its version

type Kept = "compiled" | "started"; // the modules as compiled; the memory of Python once it has started

/** Whether this browser can keep the engine in this version for its next visit. */
export function mayKeep(version: string): boolean {
    return version !== "" && "caches" in self;
}

/** What an earlier visit has kept of the engine in this version; null if this browser has none. */
export async function keptBefore(kind: Kept, version: string): Promise<ArrayBuffer | null> {
    if (!mayKeep(version)) return null;
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
    try {
        python.runPython(WRITTEN);
        const content = python.FS.readFile(ARCHIVE, { encoding: "binary" }) as Uint8Array<ArrayBuffer>;
        python.FS.unlink(ARCHIVE);
        await caches.delete(STORE);
        const store = await caches.open(STORE);
        // In this order: a visit that finds the memory keeps nothing more.
        await store.put(addressOf("compiled", version), new Response(content));
        await store.put(addressOf("started", version), new Response(started));
    } catch {
        // The next visit compiles again.
    }
}

function addressOf(kind: Kept, version: string): string {
    return `./${kind}-${version}`;
}

/** Write the engine's folder as an earlier visit has kept it, in a fifth of the time that Python takes to unpack it. */
export function restored(python: PyodideInterface, kept: ArrayBuffer): void {
    const [length] = new Uint32Array(kept, 0, 1) as unknown as [number];
    const index = new TextDecoder().decode(new Uint8Array(kept, HEAD, length));
    let begin = HEAD + length;
    for (const [name, size] of JSON.parse(index) as [string, number][]) {
        const place = `${ENGINE}/${name}`;
        python.FS.mkdirTree(place.slice(0, place.lastIndexOf("/")));
        python.FS.writeFile(place, new Uint8Array(kept, begin, size), { canOwn: true });
        begin += size;
    }
}

export const ENGINE = "/engine"; // its folder, as Python sees it
const ARCHIVE = "/kept";
const HEAD = 4; // bytes that say how long the index is

/** Modules of Python itself that the engine imports: a memory that has them needs to import them no more. */
export const IMPORTED = `
import csv, datetime, decimal, difflib, fractions, hashlib, hmac, html, importlib.resources, pickle, pkgutil, secrets
import shlex, shutil, tomllib, unicodedata, uuid, zipfile
`;
/** Until everything is kept, Python writes each module that it compiles into a folder beside the module's source. */
export const WRITING = "import sys; sys.dont_write_bytecode = False";
/** The engine's folder in one file: a module that has been compiled stands without its source, where Python finds it. */
const WRITTEN = `
import json, os, sys
def kept(folder, name):
    if os.path.basename(folder) == '__pycache__':
        return os.path.join(os.path.dirname(folder), name.split('.')[0] + '.pyc')
    is_compiled = os.path.exists(os.path.join(folder, '__pycache__', name[:-3] + '.' + sys.implementation.cache_tag + '.pyc'))
    return None if name.endswith('.py') and is_compiled else os.path.join(folder, name)
def content(folder, name):
    with open(os.path.join(folder, name), 'rb') as file:
        return file.read()
files = [
    (os.path.relpath(place, '${ENGINE}'), content(folder, name))
    for folder, _, names in os.walk('${ENGINE}')
    for name in names
    if (place := kept(folder, name)) is not None
]
index = json.dumps([(place, len(found)) for place, found in files]).encode()
with open('${ARCHIVE}', 'wb') as archive:
    archive.write(len(index).to_bytes(${HEAD}, 'little') + index)
    archive.writelines(found for _, found in files)
`;
