import { round2 } from "./geometry";

/** Motion on the board: pieces glide from place to place, the fallen fade. */
export interface Spot {
    x: number;
    y: number;
    facing: number;
    duration: number; // milliseconds, 0: no motion
}

export const GLIDE = 260; // milliseconds of a move

/** Whether the reader wants things to move. */
export function isStill(): boolean {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A turn by the shorter way round: from 350 to 10 degrees it is 20, not 340 back. */
export function shortWay(from: number, to: number): number {
    return from + ((((to - from) % 360) + 540) % 360) - 180;
}

function transform(x: number, y: number, facing: number): string {
    return `translate(${x}px, ${-y}px) rotate(${facing}deg)`;
}

/** Let a group of the board glide from its former place whenever it has another. */
export function glide(node: SVGGElement, spot: Spot): { update: (spot: Spot) => void } {
    let last = spot;
    return {
        update(next) {
            const { x, y, facing } = last;
            last = next;
            const isSame = round2(x - next.x) === 0 && round2(y - next.y) === 0 && round2(facing - next.facing) === 0;
            if (isSame || next.duration === 0 || isStill()) return;
            const frames = [
                { transform: transform(x, y, facing) },
                { transform: transform(next.x, next.y, shortWay(facing, next.facing)) },
            ];
            node.animate(frames, { duration: next.duration, easing: "ease-in-out" });
        },
    };
}

/** End all motion on the page at once. */
export function finishMotion(): void {
    for (const one of document.getAnimations()) if (one.effect?.getTiming().iterations === 1) one.finish();
}
