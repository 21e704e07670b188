/** A scenario as data: what its TOML says, key by key. */
export type Data = { readonly [key: string]: unknown };

/** The way to a value: keys of tables and places in lists, counted from 0. */
export type Path = readonly (string | number)[];

export function isData(value: unknown): value is Data {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The tables of a list, as `[[unit]]` writes them; [] for anything else. */
export function tables(value: unknown): Data[] {
    return Array.isArray(value) ? value.filter(isData) : [];
}

export function table(value: unknown): Data {
    return isData(value) ? value : {};
}

export function texts(value: unknown): string[] {
    return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

export function text(value: unknown): string {
    return typeof value === "string" ? value : "";
}

export function at(data: unknown, path: Path): unknown {
    return path.reduce<unknown>((found, step) => (found as Record<string | number, unknown> | undefined)?.[step], data);
}

/** The data with another value at a path; without that key if the value is undefined. Tables on the way are made. */
export function withValue(data: Data, path: Path, value: unknown): Data {
    return placed(data, path, value) as Data;
}

function placed(found: unknown, path: Path, value: unknown): unknown {
    const [step, ...rest] = path;
    if (step === undefined) return value;
    if (typeof step === "number") return inList(Array.isArray(found) ? found : [], step, rest, value);
    const { [step]: old, ...others } = isData(found) ? found : {};
    const next = placed(old, rest, value);
    if (next === undefined) return others;
    if (!isData(found) || !(step in found)) return { ...others, [step]: next };
    return Object.fromEntries(Object.entries(found).map(([key, one]) => [key, key === step ? next : one]));
}

function inList(list: readonly unknown[], place: number, rest: Path, value: unknown): unknown[] {
    const next = placed(list[place], rest, value);
    return next === undefined ? list.filter((_, other) => other !== place) : list.toSpliced(place, 1, next);
}

/** The key of a path as faults name it: places in lists count from 1, as in `unit[1].weapons[2]`. */
export function keyOf(path: Path): string {
    return path
        .map((step) => (typeof step === "number" ? `[${step + 1}]` : `.${step}`))
        .join("")
        .replace(/^\./, "");
}
