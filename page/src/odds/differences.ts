import { type Data, isData } from "./data";
import { labelOf } from "./fields";

/** What one set-up has otherwise than another, in words: "warriors: models 28 → 24". */
export function differences(first: Data, second: Data): string[] {
    return [...parts(named(first), named(second), [])];
}

/** Units by name instead of by place, so that one more unit is one difference. */
function named(scenario: Data): Data {
    const { unit, ...rest } = scenario;
    if (!Array.isArray(unit)) return scenario;
    return { ...rest, ...Object.fromEntries(unit.filter(isData).map((one) => [`${String(one.name)}`, one])) };
}

function* parts(one: unknown, other: unknown, path: readonly string[]): Generator<string> {
    if (isData(one) && isData(other)) {
        for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
            if (path.length > 0 && key === "name") continue;
            yield* parts(one[key], other[key], [...path, key]);
        }
    } else if (JSON.stringify(one) !== JSON.stringify(other)) {
        yield inWords(path, one, other);
    }
}

function inWords(path: readonly string[], one: unknown, other: unknown): string {
    const where = path.filter((step) => step !== "profiles").map(labelOf);
    const what = where.pop() ?? "";
    const place = where.length > 0 ? `${where.join(", ")}: ` : "";
    if (isData(one)) return `${place}without ${what}`;
    if (isData(other)) return `${place}with ${what}`;
    if (other === true) return `${place}${what}`;
    if (one === true && (other === undefined || other === false)) return `${place}not ${what}`;
    return `${place}${what} ${shown(one)} → ${shown(other)}`;
}

function shown(value: unknown): string {
    if (value === undefined) return "as usual";
    if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(shown).join(", ");
    if (isData(value))
        return Object.entries(value)
            .map(([key, one]) => `${labelOf(key)} ${shown(one)}`)
            .join(" ");
    return String(value);
}
