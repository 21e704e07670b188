import type { PyodideInterface } from "pyodide";
import { expect, test } from "vitest";
import { restored } from "../../src/worker/compiled";

function archive(files: Readonly<Record<string, string>>): ArrayBuffer {
    const bytes = Object.values(files).map((content) => new TextEncoder().encode(content));
    const index = JSON.stringify(Object.keys(files).map((name, at) => [name, bytes[at]!.length]));
    const parts = [new Uint8Array(new Uint32Array([index.length]).buffer), new TextEncoder().encode(index), ...bytes];
    return new Uint8Array(parts.flatMap((part) => [...part])).buffer;
}

test("each file that an earlier visit has kept is written into the engine's folder", () => {
    const written: Record<string, string> = {};
    const FS = {
        mkdirTree: (place: string) => (written[`${place}/`] = ""),
        writeFile: (place: string, content: Uint8Array) => (written[place] = new TextDecoder().decode(content)),
    };
    restored({ FS } as unknown as PyodideInterface, archive({ "a/b.pyc": "compiled", "a/empty": "", "c.toml": "né" }));
    expect(written).toEqual({
        "/engine/a/": "",
        "/engine/a/b.pyc": "compiled",
        "/engine/a/empty": "",
        "/engine/": "",
        "/engine/c.toml": "né",
    });
});
