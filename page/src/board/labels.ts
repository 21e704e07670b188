import type { Board } from "../protocol/messages";
import { type Box, type Placed, type Point, corners, profileOf } from "./geometry";

/** Words on the board are put where they cover the least. Places in inches, y up the table; the middle of the words. */
const LETTER = 0.58; // the width of a letter, to its height
const LINE = 1.25; // the height of a line, to that of a letter
const UNSEEN = 4; // as bad as that many times its own area covered

/** The width and height of a line of words. */
export function sizeOf(words: string, letter: number): Point {
    return [words.length * LETTER * letter, LINE * letter];
}

export function boxRound([x, y]: Point, [width, height]: Point): Box {
    return { left: x - width / 2, low: y - height / 2, right: x + width / 2, high: y + height / 2 };
}

/** The room that models take up. */
export function boxesOf(board: Board, models: readonly Placed[]): Box[] {
    return models.map(({ model, x, y, facing }) => {
        const around = corners(profileOf(board, model), x, y, facing);
        const [xs, ys] = [around.map((one) => one[0]), around.map((one) => one[1])];
        return { left: Math.min(...xs), low: Math.min(...ys), right: Math.max(...xs), high: Math.max(...ys) };
    });
}

/** The place of some at which words cover the least of what is there and are wholly seen; of equal ones the first. */
export function freest(places: readonly Point[], size: Point, taken: readonly Box[], seen: Box | null = null): Point {
    let best = places[0]!;
    let least = Infinity;
    for (const place of places) {
        const box = boxRound(place, size);
        const isHidden = seen !== null && common(box, seen) < size[0] * size[1] * 0.999;
        const covered = taken.reduce((all, other) => all + common(box, other), 0);
        const cost = covered + (isHidden ? UNSEEN * size[0] * size[1] : 0);
        if (cost < least - 1e-9) [best, least] = [place, cost];
    }
    return best;
}

function common(one: Box, other: Box): number {
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.high, other.high) - Math.max(one.low, other.low);
    return wide > 0 && high > 0 ? wide * high : 0;
}
