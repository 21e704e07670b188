import type { PyodideInterface } from "pyodide";
import type { PyIterable, PyProxy } from "pyodide/ffi";
import { ENGINE, IMPORTED, WRITING, keepAll, keptBefore, mayKeep, restored } from "./compiled";

/** What the worker loads, in a file beside the page: the packages in the order in which they are unpacked. */
interface Manifest {
    packages: string[];
    bytes?: number; // of the whole folder
    version?: string; // of its contents
}

interface Alone extends PyProxy {
    hear(line: number, text: string): PyIterable;
    close(line: number): void;
}

const START = `
import secrets
from pilein.protocol.alone import Alone
Alone(lambda: secrets.token_bytes(32))
`;
const SETTLED = 8_000; // ms after the start, when most modules have been used
const PAUSE = 0; // ms, so that what was said gets out before the engine thinks on

/** The rules engine, in Python compiled for browsers. */
export class Engine {
    readonly #alone: Alone;
    readonly #lines = new Map<number, (text: string) => void>();
    #next = 0;
    #queue: Promise<void> = Promise.resolve();

    private constructor(alone: Alone) {
        this.#alone = alone;
    }

    /** Load Python and the engine from the folder of the page. */
    static async start(folder: URL, onsize: (bytes: number) => void = () => {}): Promise<Engine> {
        const base = new URL("../engine/", folder);
        const manifest = (await (await fetch(new URL("manifest.json", base))).json()) as Manifest;
        onsize(manifest.bytes ?? 0);
        const version = manifest.version ?? "";
        const before = keptBefore("compiled", version);
        const [{ python, started }, kept, packages] = await Promise.all([
            startedPython(base, version),
            before,
            before.then((kept) => (kept === null ? fetched(base, manifest) : [])),
        ]);
        if (kept !== null) restored(python, kept);
        for (const content of packages) python.unpackArchive(content, "zip", { extractDir: ENGINE });
        if (started !== null) python.runPython(WRITING);
        python.runPython(`import sys; sys.path.insert(0, "${ENGINE}")`);
        const engine = new Engine(python.runPython(START) as Alone);
        if (started !== null) setTimeout(() => void keepAll(python, started, version), SETTLED);
        return engine;
    }

    /** A new line, with what hears the engine's messages on it. */
    open(say: (text: string) => void): number {
        this.#next += 1;
        this.#lines.set(this.#next, say);
        return this.#next;
    }

    /** Hear messages one after the other: a policy that plays on does not mix its moves with others. */
    hear(line: number, text: string): void {
        this.#queue = this.#queue.then(() => this.#heard(line, text));
    }

    async #heard(line: number, text: string): Promise<void> {
        const said = this.#alone.hear(line, text);
        try {
            for (const one of said) {
                const [to, words] = (one as PyProxy).toJs() as [number, string];
                (one as PyProxy).destroy();
                this.#lines.get(to)?.(words);
                await new Promise((resolve) => setTimeout(resolve, PAUSE));
            }
        } finally {
            said.destroy();
        }
    }
}

interface Started {
    python: PyodideInterface;
    started: Uint8Array<ArrayBuffer> | null; // its memory, if it is to be kept
}

/** Python with the memory that it had at an earlier visit, which takes an eighth of the time of a start. */
async function startedPython(base: URL, version: string): Promise<Started> {
    const { loadPyodide } = (await import(/* @vite-ignore */ new URL("pyodide.mjs", base).href)) as {
        loadPyodide: (options: Starting) => Promise<PyodideInterface>;
    };
    const before = await keptBefore("started", version);
    if (before !== null) {
        try {
            const _loadSnapshot = new Uint8Array(before);
            return { python: await loadPyodide({ indexURL: base.href, _loadSnapshot }), started: null };
        } catch {
            // This browser cannot: Python starts anew.
        }
    }
    if (!mayKeep(version)) return { python: await loadPyodide({ indexURL: base.href }), started: null };
    const python = await loadPyodide({ indexURL: base.href, _makeSnapshot: true });
    python.runPython(IMPORTED);
    return { python, started: python.makeMemorySnapshot() as Uint8Array<ArrayBuffer> };
}

interface Starting {
    indexURL: string;
    _makeSnapshot?: boolean;
    _loadSnapshot?: Uint8Array;
}

async function fetched(base: URL, manifest: Manifest): Promise<ArrayBuffer[]> {
    return Promise.all(manifest.packages.map(async (name) => (await fetch(new URL(name, base))).arrayBuffer()));
}
