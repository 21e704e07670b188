import type { ChargePoint } from "../protocol/messages";

const SHARES = [0.9, 0.5, 0.1];

/** A ring round a unit: the farthest distance from which its charge still arrives so often. */
export interface Ring {
    inches: number;
    chance: number;
}

/** Rings beyond which the chance of a charge falls below 90, 50 and 10 %; equal ones once. */
export function ringsOf(points: readonly ChargePoint[]): Ring[] {
    const found = SHARES.map((share) => points.findLast((point) => point.arrives >= share));
    return [...new Set(found)].flatMap((point) =>
        point === undefined ? [] : [{ inches: point.distance, chance: point.arrives }],
    );
}

/** A ring in a few letters. */
export function ringWords({ inches, chance }: Ring): string {
    return `${inches}″ · ${Math.round(100 * chance)} %`;
}

/** The figure for the distance at which two units stand: of the next whole inch. */
export function pointAt(points: readonly ChargePoint[], inches: number): ChargePoint | undefined {
    return points.find((point) => point.distance >= inches - 0.01);
}
