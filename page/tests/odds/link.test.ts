import { describe, expect, test } from "vitest";
import { carriedBy, hashOf, packed, unpacked } from "../../src/odds/link";

const toml = 'ruleset = "wab"\n# Männer & Würfel: 100 % +/=\n'.repeat(40);

describe("links", () => {
    test("a text comes back as it was, in fewer letters that addresses allow", async () => {
        const part = await packed(toml);
        expect(part).toMatch(/^[\w-]+$/);
        expect(part.length).toBeLessThan(toml.length / 4);
        expect(await unpacked(part)).toBe(toml);
        expect(await unpacked(await packed(""))).toBe("");
    });

    test("a whole address carries two set-ups, answers and phases", async () => {
        const carried = { first: toml, others: ["b", "c"], fixed: ["red:SH-RE-02=hold", "WAB-CC-03=yes"], phases: 2 };
        const hash = await hashOf(carried);
        expect(hash.startsWith("#/odds?")).toBe(true);
        expect(await carriedBy(new URLSearchParams(hash.split("?")[1]))).toEqual(carried);
    });

    test("an address without a set-up carries nothing", async () => {
        expect(await carriedBy(new URLSearchParams("phases=2"))).toBeNull();
    });

    test("odd numbers of phases are all of them", async () => {
        const part = await packed("x");
        for (const phases of ["-1", "1.5", "many"]) {
            expect((await carriedBy(new URLSearchParams({ a: part, phases })))?.phases).toBe(0);
        }
    });

    test("damaged links are refused in a sentence", async () => {
        const part = await packed(toml);
        for (const bad of [part.slice(0, -10), `x${part}`, "***", "AAAA"]) {
            await expect(unpacked(bad)).rejects.toThrow("This link is damaged");
        }
    });

    test("a small link cannot fill the memory", async () => {
        await expect(unpacked(await packed("a".repeat(5_000_000)))).rejects.toThrow("This link is damaged");
    });
});
