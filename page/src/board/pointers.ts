import type { Point } from "./geometry";
import type { Hit, Tool } from "./pointer";
import type { View } from "./view.svelte";

const STILL = 5; // dots a pointer may move and still click

/** Pointers on a board: one pans, clicks or works a tool; two pinch. */
export class Pointers {
    readonly #view: () => View;
    readonly #tool: () => Tool | null;
    readonly #picked: (unit: number, model: number) => void;
    readonly #held = new Map<number, Point>();
    #start: Point = [0, 0];
    #hasMoved = false;
    #isWorking = false;

    constructor(view: () => View, tool: () => Tool | null, picked: (unit: number, model: number) => void) {
        this.#view = view;
        this.#tool = tool;
        this.#picked = picked;
    }

    down(event: PointerEvent, frame: HTMLElement): void {
        if (event.button !== 0) return;
        const at = place(event, frame);
        frame.setPointerCapture(event.pointerId);
        this.#held.set(event.pointerId, at);
        if (this.#held.size > 1) {
            this.#hasMoved = true;
            return;
        }
        this.#start = at;
        this.#hasMoved = false;
        this.#isWorking = this.#tool()?.down(this.#view().inches(at), hit(event)) ?? false;
    }

    move(event: PointerEvent, frame: HTMLElement): void {
        const before = this.#held.get(event.pointerId);
        if (before === undefined) return;
        const at = place(event, frame);
        if (Math.hypot(at[0] - this.#start[0], at[1] - this.#start[1]) > STILL) this.#hasMoved = true;
        if (this.#held.size === 2) this.#pinch(event.pointerId, before, at);
        else if (this.#isWorking) this.#tool()?.move(this.#view().inches(at));
        else if (this.#hasMoved) this.#view().pan(at[0] - before[0], at[1] - before[1]);
        this.#held.set(event.pointerId, at);
    }

    up(event: PointerEvent, frame: HTMLElement): void {
        if (!this.#held.delete(event.pointerId)) return;
        const isWorking = this.#isWorking && this.#held.size === 0;
        if (isWorking) {
            this.#isWorking = false;
            this.#tool()?.up(this.#view().inches(place(event, frame)));
        }
        if (this.#hasMoved || this.#held.size) return;
        const under = document.elementFromPoint(event.clientX, event.clientY);
        const found = under?.closest<SVGElement>("[data-model]");
        this.#picked(Number(found?.dataset["unit"] ?? -1), Number(found?.dataset["model"] ?? -1));
    }

    wheel(event: WheelEvent, frame: HTMLElement): void {
        event.preventDefault();
        this.#view().zoom(Math.exp(-event.deltaY / 400), place(event, frame));
    }

    #pinch(moved: number, before: Point, at: Point): void {
        const other = [...this.#held].find(([id]) => id !== moved)![1];
        const was = Math.hypot(before[0] - other[0], before[1] - other[1]);
        const is = Math.hypot(at[0] - other[0], at[1] - other[1]);
        const view = this.#view();
        if (was > 0) view.zoom(is / was, [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2]);
        view.pan((at[0] - before[0]) / 2, (at[1] - before[1]) / 2);
    }
}

function place(event: MouseEvent, frame: HTMLElement): Point {
    const box = frame.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
}

function hit(event: PointerEvent): Hit {
    const target = event.target instanceof Element ? event.target : null;
    const data = (name: string): string | undefined => target?.closest<SVGElement>(`[data-${name}]`)?.dataset[name];
    const number = (name: string): number => Number(data(name) ?? -1);
    return {
        model: number("model"),
        unit: number("unit"),
        ground: number("ground"),
        objective: number("objective"),
        handle: data("handle") ?? "",
    };
}
