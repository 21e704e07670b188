import type { PyodideInterface } from "pyodide";
import type { PyIterable, PyProxy } from "pyodide/ffi";
import { TIMED, compiledBefore, keepCompiled } from "./compiled";

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
        const { loadPyodide } = (await import(/* @vite-ignore */ new URL("pyodide.mjs", base).href)) as {
            loadPyodide: (options: { indexURL: string }) => Promise<PyodideInterface>;
        };
        const version = manifest.version ?? "";
        const [python, packages, compiled] = await Promise.all([
            loadPyodide({ indexURL: base.href }),
            fetched(base, manifest),
            compiledBefore(version),
        ]);
        for (const content of packages) python.unpackArchive(content, "zip", { extractDir: "/engine" });
        python.runPython(TIMED);
        if (compiled !== null) python.unpackArchive(compiled, "zip", { extractDir: "/engine" });
        python.runPython("import sys; sys.path.insert(0, '/engine')");
        const engine = new Engine(python.runPython(START) as Alone);
        if (compiled === null) setTimeout(() => void keepCompiled(python, version), SETTLED);
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

async function fetched(base: URL, manifest: Manifest): Promise<ArrayBuffer[]> {
    return Promise.all(manifest.packages.map(async (name) => (await fetch(new URL(name, base))).arrayBuffer()));
}
