import { type Point, bearing, distance, turned, turnedRound, wrapped } from "../../board/geometry";
import type { Model, Profile } from "../../protocol/messages";

/** Where a model of the unit is: the unit is moved as one. */
export interface Stand {
    number: number;
    x: number;
    y: number;
    facing: number;
}

/** A step of a move as an answer has it: lengths in ticks, turns in hundredths of a degree. */
export type Step = [string, ...number[]];

/** The front of a block: its corners, and the direction that it faces. */
export interface Front {
    left: Point;
    right: Point;
    facing: number;
}

const HALF = 180; // degrees
const WHOLE = 36_000; // hundredths of a degree

export function standsOf(models: readonly Model[]): Stand[] {
    return models.flatMap(({ number, x, y, facing }) =>
        x === null || y === null ? [] : [{ number, x, y, facing: facing ?? 0 }],
    );
}

/** The front corners of models in ranks, which all face the same way. */
export function frontOf(stands: readonly Stand[], profile: (number: number) => Profile): Front {
    const facing = stands[0]?.facing ?? 0;
    const corners = stands.flatMap(({ number, x, y }) => {
        const { width, depth } = profile(number);
        const [across, ahead] = turned([x, y], -facing);
        return [
            [across - width / 2, ahead + depth / 2],
            [across + width / 2, ahead + depth / 2],
        ] as Point[];
    });
    const ahead = Math.max(...corners.map(([, y]) => y));
    const [left, right] = [Math.min(...corners.map(([x]) => x)), Math.max(...corners.map(([x]) => x))];
    return { left: turned([left, ahead], facing), right: turned([right, ahead], facing), facing };
}

/** Stands after a step: straight ahead, a wheel on a front corner, or a shift of all. */
export function afterStep(stands: readonly Stand[], step: Step, front: Front, ticks: number): Stand[] {
    const [name, one = 0, two = 0] = step;
    if (name === "ahead") return shiftedBy(stands, turned([0, one / ticks], front.facing));
    if (name === "shift") return shiftedBy(stands, turned([0, two / ticks], one / 100));
    if (name !== "wheel") return [...stands];
    const pivot = one > 0 ? front.right : front.left;
    return stands.map((stand) => {
        const [x, y] = turnedRound([stand.x, stand.y], pivot, one / 100);
        return { ...stand, x, y, facing: wrapped(stand.facing + one / 100) };
    });
}

function shiftedBy(stands: readonly Stand[], [right, up]: Point): Stand[] {
    return stands.map((stand) => ({ ...stand, x: stand.x + right, y: stand.y + up }));
}

/** The step that drags the front corner of a block to a point: the unit wheels on its other corner. */
export function wheelTo(front: Front, corner: "left" | "right", point: Point): Step {
    const [pivot, from] = corner === "left" ? [front.right, front.left] : [front.left, front.right];
    const swept = wrapped(bearing(pivot, point) - bearing(pivot, from) + HALF) - HALF;
    const turn = corner === "left" ? Math.max(0, swept) : Math.min(0, swept);
    return ["wheel", Math.round(turn * 100)];
}

/** The step straight ahead that drags a block by so much. */
export function aheadBy(front: Front, [right, up]: Point, ticks: number): Step {
    const [, ahead] = turned([right, up], -front.facing);
    return ["ahead", Math.round(Math.max(0, ahead) * ticks)];
}

/** The shift of loose models by so much. */
export function shiftBy(by: Point, ticks: number): Step {
    return ["shift", Math.round(bearing([0, 0], by) * 100) % WHOLE, Math.round(distance([0, 0], by) * ticks)];
}

/** Whether a step moves anybody. */
export function isMove([name, one = 0, two = 0]: Step): boolean {
    return name === "shift" ? two !== 0 : name === "about" || one !== 0;
}

/** A step in words. */
export function stepWords([name, one = 0, two = 0]: Step, ticks: number): string {
    if (name === "ahead") return `${(one / ticks).toFixed(1)}″ ahead`;
    if (name === "wheel") return `wheel ${Math.abs(one / 100).toFixed(0)}° ${one > 0 ? "right" : "left"}`;
    if (name === "shift") return `${(two / ticks).toFixed(1)}″ to ${(one / 100).toFixed(0)}°`;
    return name === "files" ? `${one} files wide` : "turn about";
}
