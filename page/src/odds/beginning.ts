import type { Words } from "../protocol/messages";
import { type Data, table, text, withValue } from "./data";
import { freeName, pairsOf, unitsOf, usersOf } from "./edits";
import { fieldOf } from "./fields";

const SIDES = ["red", "blue"] as const;
const MODELS = 3; // few, so that the odds are told at once in every game

/** A set-up that begins with nothing but a plain unit on each side, in contact. */
export function beginning(words: Words): Data {
    const empty: Data = { ruleset: words.ruleset, active: SIDES[0], profiles: {}, unit: [], press: { pairs: [] } };
    return SIDES.reduce<Data>((scenario, side) => withNewUnit(scenario, words, side), empty);
}

/** The set-up with one more plain unit of a side, with a profile of its own, in contact with all enemies. */
export function withNewUnit(scenario: Data, words: Words, side: string): Data {
    const units = unitsOf(scenario);
    const name = freeName(
        `${side} unit`,
        units.map((unit) => text(unit.name)),
    );
    const profile = freeProfile(scenario, name);
    const unit = { name, side, profile, models: MODELS, ...plainFormation(words), weapons: [] };
    const enemies = units.filter((one) => one.side !== side && one.side !== undefined);
    const pairs = [...pairsOf(scenario), ...enemies.map((enemy) => [name, text(enemy.name)])];
    const profiled = withValue(scenario, ["profiles", profile], plainProfile(words));
    return withValue(withValue(profiled, ["unit"], [...units, unit]), ["press", "pairs"], pairs);
}

/** The set-up in which a unit has another profile; one that nobody has any more goes. */
export function withProfile(scenario: Data, place: number, profile: string): Data {
    const old = text(unitsOf(scenario)[place]?.profile);
    const changed = withValue(scenario, ["unit", place, "profile"], profile);
    const isLeft = old !== "" && usersOf(changed, old).length === 0;
    return isLeft ? withValue(changed, ["profiles", old], undefined) : changed;
}

/** The set-up in which a unit has a new, plain profile. */
export function withPlainProfile(scenario: Data, words: Words, place: number): Data {
    const profile = freeProfile(scenario, text(unitsOf(scenario)[place]?.name) || "profile");
    return withProfile(withValue(scenario, ["profiles", profile], plainProfile(words)), place, profile);
}

function freeProfile(scenario: Data, unit: string): string {
    return freeName(unit.replaceAll(" ", "_"), Object.keys(table(scenario.profiles)));
}

/** What a profile begins with: a value of every key that has to be there. */
function plainProfile(words: Words): Data {
    const required = words.profile.filter((field) => field.is_required);
    return Object.fromEntries(required.map((field) => [field.key, field.plain ?? field.least ?? ""]));
}

/** The first formation, in rulesets whose units have one. */
function plainFormation(words: Words): Data {
    const [first] = fieldOf(words.unit, "formation")?.options ?? [];
    return first === undefined ? {} : { formation: first };
}
