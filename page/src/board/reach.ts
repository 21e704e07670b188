import { chanceInShort } from "../lib/chances";
import { capitalised } from "../lib/words";
import type { Chance, Profile, Reach, ReachPoint } from "../protocol/messages";
import type { Box, Point } from "./geometry";
import { boxRound, freest, sizeOf } from "./labels";

const SHARES = [0.9, 0.5, 0.1];

/** A ring round a unit: the farthest distance from which its charge still arrives so often. */
export interface Ring {
    inches: number;
    chance: Chance;
}

/** Rings beyond which the chance of a charge falls below 90, 50 and 10 %; equal ones once. */
export function ringsOf(points: readonly ReachPoint[]): Ring[] {
    const found = SHARES.map((share) => points.findLast((point) => point.arrives.chance >= share));
    return [...new Set(found)].flatMap((point) =>
        point === undefined ? [] : [{ inches: point.distance, chance: point.arrives }],
    );
}

/** A ring in a few letters. */
export function ringWords({ inches, chance }: Ring): string {
    return `${inches}″ · ${chanceInShort(chance, 0)}`;
}

/** What the rings mean, in a sentence. */
export function beyondWords(
    rings: readonly Ring[],
    { points, is_complete }: Pick<Reach, "points" | "is_complete">,
): string {
    const last = points.at(-1);
    const end = last !== undefined && is_complete ? `beyond ${last.distance}″ no charge arrives` : "";
    if (last !== undefined && rings.length === 1 && rings[0]!.inches === last.distance)
        return end && `${capitalised(end)}.`;
    if (rings.length === 0) return "";
    return `Beyond the rings the chance falls below 90, 50 and 10 %${end && `; ${end}`}.`;
}

/** The figure for the distance at which two units stand: of the next whole inch. */
export function pointAt(points: readonly ReachPoint[], inches: number): ReachPoint | undefined {
    return points.find((point) => point.distance >= inches - 0.01);
}

/** Round a base at so many inches, as an SVG path round its middle, y down. */
export function grownOutline({ base, width, depth }: Pick<Profile, "base" | "width" | "depth">, by: number): string {
    const [wide, deep] = [width / 2, depth / 2];
    if (base !== "rectangle" && base !== "square") return grownOval(wide, deep, by);
    const arc = (x: number, y: number): string => `A${by} ${by} 0 0 1 ${x} ${y}`;
    return (
        `M${-wide} ${-deep - by}H${wide}${arc(wide + by, -deep)}V${deep}${arc(wide, deep + by)}` +
        `H${-wide}${arc(-wide - by, deep)}V${-deep}${arc(-wide, -deep - by)}Z`
    );
}

const STEPS = 72; // points of an oval

function grownOval(wide: number, deep: number, by: number): string {
    const points = Array.from({ length: STEPS }, (_, at) => {
        const angle = (2 * Math.PI * at) / STEPS;
        const [outX, outY] = [deep * Math.cos(angle), wide * Math.sin(angle)];
        const out = by / Math.hypot(outX, outY);
        return `${wide * Math.cos(angle) + out * outX} ${deep * Math.sin(angle) + out * outY}`;
    });
    return `M${points.join("L")}Z`;
}

const DIRECTIONS = 24;

/** Where the words of each ring stand: on its line, clear of models, names and each other where there is room. */
export function ringPlaces(
    rings: readonly Ring[],
    outer: readonly Point[], // the corners of the bases
    letter: number,
    taken: readonly Box[],
    seen: Box,
): Point[] {
    const covered = [...taken];
    return rings.map((ring) => {
        const size = sizeOf(ringWords(ring), letter);
        const place = freest(pointsOn(outer, ring.inches), size, covered, seen);
        covered.push(boxRound(place, size));
        return place;
    });
}

/** The points of a ring that are farthest in each direction: up the table first, then down, then to the sides. */
function pointsOn(outer: readonly Point[], inches: number): Point[] {
    const turns = Array.from({ length: DIRECTIONS }, (_, at) => (2 * Math.PI * at) / DIRECTIONS);
    turns.sort((one, other) => Math.abs(Math.sin(one)) - Math.abs(Math.sin(other)));
    return turns.map((turn) => {
        const [right, up] = [Math.sin(turn), Math.cos(turn)];
        const far = ([x, y]: Point): number => x * right + y * up;
        const [x, y] = outer.reduce((one, other) => (far(other) > far(one) + 1e-9 ? other : one));
        return [x + inches * right, y + inches * up];
    });
}
