import type { Box, Point } from "./geometry";

const CLOSEST = 120; // dots to the inch
const MARGIN = 12; // dots round the table when all of it is seen

/** Which part of the table is seen: dots to the inch, and where the table's upper left corner is, in dots. */
export class View {
    scale = $state(20);
    left = $state(0);
    top = $state(0);
    #box: Box = { left: 0, low: 0, right: 1, high: 1 };
    #size: Point = [1, 1];
    #isWhole = true;

    /** Show this part of the table in a picture of so many dots; a reader who has zoomed in keeps their view. */
    show(box: Box, size: Point): void {
        const isSame = box.left === this.#box.left && box.right === this.#box.right && box.high === this.#box.high;
        this.#box = box;
        this.#size = size;
        if (this.#isWhole || !isSame) this.whole();
    }

    /** Show all of the table. */
    whole(): void {
        const [wide, high] = [this.#box.right - this.#box.left, this.#box.high - this.#box.low];
        this.scale = this.#least();
        this.left = (this.#size[0] - wide * this.scale) / 2;
        this.top = (this.#size[1] - high * this.scale) / 2;
        this.#isWhole = true;
    }

    /** Zoom by a factor, so that the point at these dots stays where it is. */
    zoom(factor: number, [x, y]: Point = [this.#size[0] / 2, this.#size[1] / 2]): void {
        const scale = Math.min(CLOSEST, Math.max(this.#least() * 0.5, this.scale * factor));
        this.left = x - ((x - this.left) * scale) / this.scale;
        this.top = y - ((y - this.top) * scale) / this.scale;
        this.scale = scale;
        this.#isWhole = false;
    }

    pan(right: number, down: number): void {
        this.left += right;
        this.top += down;
        this.#isWhole = false;
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

    /** The transform of the group whose coordinates are inches, x to the right and y down from the table's zero. */
    get transform(): string {
        const x = this.left - this.#box.left * this.scale;
        const y = this.top + this.#box.high * this.scale;
        return `translate(${x} ${y}) scale(${this.scale})`;
    }

    #least(): number {
        const [wide, high] = [this.#box.right - this.#box.left, this.#box.high - this.#box.low];
        const across = (this.#size[0] - 2 * MARGIN) / wide;
        return Math.max(1, Math.min(across, (this.#size[1] - 2 * MARGIN) / high, 60));
    }
}
