import { beforeEach, expect, test, vi } from "vitest";
import { recentOnes, remember, titleOf } from "../../src/odds/recent";

const fight = {
    ruleset: "hoplon",
    unit: [
        { name: "spears", side: "red", profile: "a", models: 20 },
        { name: "knights", side: "blue", profile: "b", models: 5, members: [{ profile: "hero" }] },
    ],
};

beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => kept.set(key, value),
    });
});

test("a set-up is named by its units", () => {
    expect(titleOf(fight)).toBe("20 spears against 6 knights (hoplon)");
    expect(titleOf({})).toBe("");
});

test("the set-ups left last are kept, each once, the newest first", () => {
    for (let number = 0; number < 12; number += 1) remember(`text ${number}`, fight);
    remember("text 9", fight);
    remember("", fight);
    expect(recentOnes().map((one) => one.toml)).toEqual([9, 11, 10, 8, 7, 6, 5, 4].map((one) => `text ${one}`));
});

test("what somebody else wrote there is passed over", () => {
    localStorage.setItem("pilein.recent", '[1, {"toml": 3}, {"toml": "a", "title": "b"}]');
    expect(recentOnes()).toEqual([{ toml: "a", title: "b" }]);
    localStorage.setItem("pilein.recent", "{");
    expect(recentOnes()).toEqual([]);
});
