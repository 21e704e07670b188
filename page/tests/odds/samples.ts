import type { Data } from "../../src/odds/data";
import type { Chance, Field, Odds, ScenarioChecked, Words } from "../../src/protocol/messages";

export function aScenario(): Data {
    return {
        ruleset: "hoplon",
        active: "hills",
        profiles: { guard: { WS: 4, S: 3 }, levy: { WS: 2, S: 3 } },
        unit: [
            { name: "guards", side: "hills", profile: "guard", models: 20 },
            { name: "levies", side: "marches", profile: "levy", models: 28 },
        ],
        press: { pairs: [["guards", "levies"]] },
    };
}

export function chance(words: string, value: number, bounds: [number, number] | null = null): Chance {
    return { type: "Chance", words, chance: value, low: bounds?.[0] ?? null, high: bounds?.[1] ?? null };
}

export function someOdds(first: number, second: number, values: Partial<Odds> = {}): Odds {
    const rest = 1 - first - second;
    return {
        type: "Odds",
        id: 1,
        is_exact: true,
        games: 0,
        sides: [
            { type: "SideOdds", side: "hills", wins: chance("hills wins", first), how: [chance("routed", first)] },
            { type: "SideOdds", side: "marches", wins: chance("marches wins", second), how: [] },
        ],
        neither: rest > 1e-12 ? [chance("drawn", rest)] : [],
        units: [],
        phases: [1],
        deciding: [],
        assumes: [],
        hints: [],
        seconds: 0,
        ...values,
    };
}

export function checked(toml: string, values: Partial<ScenarioChecked> = {}): ScenarioChecked {
    return {
        type: "ScenarioChecked",
        id: 1,
        toml,
        scenario: aScenario(),
        board: null,
        faults: [],
        hints: [],
        ...values,
    };
}

export function aField(values: Partial<Field>): Field {
    return {
        ...{ type: "Field", key: "WS", kind: "number", words: "skill", least: 1, most: 10 },
        ...{ options: [], usual: null, is_required: false, plain: null },
        ...values,
    };
}

export function someWords(values: Partial<Words>): Words {
    return {
        ...{ type: "Words", id: 1, ruleset: "hoplon", profile: [], unit: [], words: [], member: [], weapon: [] },
        questions: [],
        ...values,
    };
}
