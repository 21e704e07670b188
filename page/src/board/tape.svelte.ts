import { type Point, distance } from "./geometry";
import type { Tool } from "./pointer";

const SHORTEST = 0.05; // inches: less is a click, which takes the tape up

/** A measuring tape being laid: drag from one point to the other. */
export class Tape implements Tool {
    points = $state.raw<readonly Point[]>([]);
    readonly #laid: (points: Point[]) => void;

    constructor(laid: (points: Point[]) => void) {
        this.#laid = laid;
    }

    down(at: Point): boolean {
        this.points = [at, at];
        return true;
    }

    move(at: Point): void {
        this.points = [this.points[0]!, at];
    }

    up(at: Point): void {
        const start = this.points[0]!;
        const isLong = distance(start, at) > SHORTEST;
        this.points = isLong ? [start, at] : [];
        this.#laid([...this.points]);
    }

    /** Lay the tape between two points, without a pointer. */
    lay(points: Point[]): void {
        this.points = points;
        this.#laid(points);
    }
}
