import type { Box, Point } from "./geometry";

const CLOSEST = 120; // dots to the inch
const MARGIN = 12; // dots round the table when all of it is seen

/** Which part of the table is seen: dots to the inch, and where the table's upper left corner is, in dots. */
export class View {
    scale = $state(20);
    left = $state(0);
    top = $state(0);
    #box: Box = { left: 0, low: 0, right: 1, high: 1 };
    #size = $state.raw<Point>([1, 1]);
    #first: Box | null = null;
    #isMoved = false;

    /** Show a table in a picture of so many dots, at first the part `first` of it; a reader who has moved stays there. */
    show(box: Box, first: Box, size: Point): void {
        const isOther = box.right !== this.#box.right || box.high !== this.#box.high;
        this.#size = size;
        this.#box = box;
        if (this.#first === null || isOther) {
            this.#first = first;
            this.#isMoved = false;
        }
        if (!this.#isMoved) this.#fit(this.#first);
    }

    /** Show all of the table. */
    whole(): void {
        this.#fit(this.#box);
        this.#isMoved = true;
    }

    #fit(box: Box): void {
        this.scale = this.#scaleFor(box);
        this.left = this.#size[0] / 2 - ((box.left + box.right) / 2 - this.#box.left) * this.scale;
        this.top = this.#size[1] / 2 - (this.#box.high - (box.low + box.high) / 2) * this.scale;
    }

    /** Zoom by a factor, so that the point at these dots stays where it is. */
    zoom(factor: number, [x, y]: Point = [this.#size[0] / 2, this.#size[1] / 2]): void {
        const scale = Math.min(CLOSEST, Math.max(this.#scaleFor(this.#box) * 0.5, this.scale * factor));
        this.left = x - ((x - this.left) * scale) / this.scale;
        this.top = y - ((y - this.top) * scale) / this.scale;
        this.scale = scale;
        this.#isMoved = true;
    }

    pan(right: number, down: number): void {
        this.left += right;
        this.top += down;
        this.#isMoved = true;
    }

    /** Move so that a point of the table is in the middle, if it cannot be seen now. */
    reveal(point: Point): void {
        const [x, y] = this.dots(point);
        if (x > 0 && y > 0 && x < this.#size[0] && y < this.#size[1]) return;
        this.pan(this.#size[0] / 2 - x, this.#size[1] / 2 - y);
    }

    /** The point of the table at dots of the picture. */
    inches([x, y]: Point): Point {
        return [this.#box.left + (x - this.left) / this.scale, this.#box.high - (y - this.top) / this.scale];
    }

    /** Where a point of the table is in the picture. */
    dots([x, y]: Point): Point {
        return [this.left + (x - this.#box.left) * this.scale, this.top + (this.#box.high - y) * this.scale];
    }

    /** The part of the table that is seen. */
    get seen(): Box {
        const [left, high] = this.inches([0, 0]);
        const [right, low] = this.inches(this.#size);
        return { left, low, right, high };
    }

    /** The transform of the group whose coordinates are inches, x to the right and y down from the table's zero. */
    get transform(): string {
        const x = this.left - this.#box.left * this.scale;
        const y = this.top + this.#box.high * this.scale;
        return `translate(${x} ${y}) scale(${this.scale})`;
    }

    #scaleFor(box: Box): number {
        const across = (this.#size[0] - 2 * MARGIN) / (box.right - box.left);
        const along = (this.#size[1] - 2 * MARGIN) / (box.high - box.low);
        return Math.max(1, Math.min(across, along, 60));
    }
}
