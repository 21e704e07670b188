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

export function chance(words: string, value: number, bounds: [number, number] | null = null, games = 100): Chance {
    const [low, high] = bounds ?? [null, null];
    return { type: "Chance", words, chance: value, games: bounds === null ? 0 : games, low, high };
}

/** The exact chance of each of some numbers. */
export function chances(...values: number[]): Chance[] {
    return values.map((value) => chance("", value));
}

/** Odds from so many games, of which the first side won a share that lies within bounds. */
export function sampledOdds(share: number, [low, high]: [number, number], games: number): Odds {
    const odds = someOdds(share, 1 - share, { is_exact: false, games });
    const [first, second] = odds.sides;
    return {
        ...odds,
        sides: [
            { ...first, wins: chance("hills wins", share, [low, high], games) },
            { ...second, wins: chance("marches wins", 1 - share, [1 - high, 1 - low], games) },
        ],
    };
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
        phases: chances(1),
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
        ...{ options: [], usual: null, is_required: false, plain: null, is_of_contact: false, is_of_own_turn: false },
        ...values,
    };
}

export function someWords(values: Partial<Words>): Words {
    return {
        ...{ type: "Words", id: 1, ruleset: "hoplon", profile: [], unit: [], words: [], member: [], weapon: [] },
        questions: [],
        blocks: [],
        ...values,
    };
}
