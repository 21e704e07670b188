import { afterEach, describe, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

/** The place for an address; the module looks at it when it is loaded. */
async function placeAt(hash: string): Promise<{ view: string; rest: string[] }> {
    vi.resetModules();
    vi.stubGlobal("location", { hash });
    vi.stubGlobal("addEventListener", () => undefined);
    return (await import("../../src/lib/place.svelte")).place;
}

describe("the address", () => {
    it("names a view and what follows it", async () => {
        const place = await placeAt("#/table/a%20b/c?x=1");
        expect(place.view).toBe("table");
        expect(place.rest).toEqual(["a b", "c"]);
    });

    it("may be damaged: then the part stays as it is", async () => {
        expect((await placeAt("#/100%")).view).toBe("100%");
        expect((await placeAt("#/book/%E0%A4%A")).rest).toEqual(["%E0%A4%A"]);
    });
});
