import { type Point, middle, round2, turnedRound, wrapped } from "../../board/geometry";
import { modelsOf } from "../../odds/edits";

/** A scenario as data: the TOML file, read. Changes make a new one. */
export type Scenario = Record<string, unknown>;
type Part = Record<string, unknown>;
type Section = "unit" | "terrain" | "objective";

export interface Move {
    by: Point; // inches
    turn: number; // degrees
}

export function parts(scenario: Scenario, section: Section): Part[] {
    const found = scenario[section];
    return Array.isArray(found) ? (found as Part[]) : [];
}

/** A scenario with a part replaced; null takes it out. */
export function withPart(scenario: Scenario, section: Section, at: number, part: Part | null): Scenario {
    const all = parts(scenario, section);
    const changed = part === null ? all.toSpliced(at, 1) : all.with(at, part);
    return { ...scenario, [section]: changed };
}

/** A scenario with one more part at the end of a section. */
export function withMore(scenario: Scenario, section: Section, part: Part): Scenario {
    return { ...scenario, [section]: [...parts(scenario, section), part] };
}

/** The point that a unit turns round: the middle of a block's front, the middle of loose models. */
export function pivot(unit: Part): Point | null {
    const place = unit["place"] as Part | undefined;
    if (place !== undefined) return [Number(place["x"]), Number(place["y"])];
    const positions = unit["positions"] as number[][] | undefined;
    return positions?.length ? middle(positions.map(([x, y]): Point => [x!, y!])) : null;
}

export function facingOf(unit: Part): number {
    const place = unit["place"] as Part | undefined;
    return Number((place ?? unit)["facing"] ?? 0);
}

/** A unit moved, and turned round its pivot. */
export function movedUnit(unit: Part, { by, turn }: Move): Part {
    const place = unit["place"] as Part | undefined;
    const round = pivot(unit);
    if (round === null) return unit;
    if (place !== undefined) {
        const facing = round2(wrapped(Number(place["facing"] ?? 0) + turn));
        return { ...unit, place: { ...place, x: round2(round[0] + by[0]), y: round2(round[1] + by[1]), facing } };
    }
    const positions = (unit["positions"] as number[][]).map(([x, y, own]) => {
        const [newX, newY] = turnedRound([x!, y!], round, turn);
        const at = [round2(newX + by[0]), round2(newY + by[1])];
        return own === undefined ? at : [...at, round2(wrapped(own + turn))];
    });
    const facing = round2(wrapped(facingOf(unit) + turn));
    return facing || "facing" in unit ? { ...unit, positions, facing } : { ...unit, positions };
}

export function movedGround(ground: Part, by: Point): Part {
    const polygon = (ground["polygon"] as Point[]).map(([x, y]): Point => [round2(x + by[0]), round2(y + by[1])]);
    return { ...ground, polygon };
}

/** A piece of ground with one of its corners elsewhere. */
export function withCorner(ground: Part, at: number, point: Point): Part {
    const polygon = (ground["polygon"] as Point[]).with(at, [round2(point[0]), round2(point[1])]);
    return { ...ground, polygon };
}

export function movedObjective(objective: Part, by: Point): Part {
    return { ...objective, x: round2(Number(objective["x"]) + by[0]), y: round2(Number(objective["y"]) + by[1]) };
}

/** A block with other files. */
export function withFiles(unit: Part, files: number): Part {
    const place = unit["place"] as Part | undefined;
    return place === undefined ? { ...unit, files } : { ...unit, place: { ...place, files } };
}

export function filesOf(unit: Part): number | null {
    const files = ((unit["place"] as Part | undefined) ?? unit)["files"];
    return typeof files === "number" ? files : null;
}

export const MOST = 500; // models that are given places: the engine refuses more than it plays with

/** A unit with another number of ordinary models; loose models are added in a row beside the last, or taken away. */
export function withModels(unit: Part, models: number): Part {
    const positions = unit["positions"] as number[][] | undefined;
    if (positions === undefined || models > MOST) return { ...unit, models };
    const more = models - Number(unit["models"] ?? 0);
    if (more <= 0) return { ...unit, models, positions: positions.slice(0, positions.length + more) };
    const last = positions.at(-1) ?? [0, 0];
    const step = spacing(positions);
    const added = Array.from({ length: more }, (_, at) => [round2(last[0]! + step * (at + 1)), ...last.slice(1)]);
    return { ...unit, models, positions: [...positions, ...added] };
}

/** A changed scenario whose loose units have as many places as models, where the number of these has changed. */
export function followed(before: Scenario, next: Scenario): Scenario {
    const old = parts(before, "unit");
    const unit = parts(next, "unit").map((one, at) => {
        const was = old[at];
        const more = was === undefined ? 0 : modelsOf(one) - modelsOf(was);
        const positions = one["positions"] as number[][] | undefined;
        if (more === 0 || positions === undefined || modelsOf(one) > MOST) return one;
        const stretched = withModels({ models: positions.length, positions }, positions.length + more);
        return { ...one, positions: stretched["positions"] };
    });
    return { ...next, unit };
}

/** How far apart the first models of a loose unit stand. */
function spacing(positions: readonly number[][]): number {
    const [one, other] = positions;
    if (one === undefined || other === undefined) return 1.5;
    return Math.max(1, round2(Math.hypot(other[0]! - one[0]!, other[1]! - one[1]!)));
}

/** A copy of a unit with a name of its own, beside it. */
export function copyOfUnit(scenario: Scenario, at: number): Scenario {
    const unit = parts(scenario, "unit")[at]!;
    const names = new Set(parts(scenario, "unit").map((one) => one["name"]));
    let number = 2;
    while (names.has(`${String(unit["name"])} ${number}`)) number += 1;
    const copy = { ...movedUnit(unit, { by: [0, -4], turn: 0 }), name: `${String(unit["name"])} ${number}` };
    return withMore(scenario, "unit", copy);
}

/** A rectangle of ground in the middle of a table. */
export function newGround(table: Point, kind: string): Part {
    const [x, y] = [table[0] / 2, table[1] / 2];
    const polygon: Point[] = [
        [x - 3, y - 2],
        [x + 3, y - 2],
        [x + 3, y + 2],
        [x - 3, y + 2],
    ];
    return { kind, polygon };
}

export function newObjective(table: Point): Part {
    return { kind: "hold", x: table[0] / 2, y: table[1] / 2, radius: 3, points: 1 };
}
