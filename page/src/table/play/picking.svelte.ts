import type { Asked } from "../../protocol/messages";
import { usualChosen, usualShares } from "./answers";

/** Items of a question, chosen or shared out in the form or on the board. */
export class Picking {
    chosen = $state<number[]>([]); // in the order in which they were chosen
    shares = $state<number[]>([]);
    readonly #asked: Asked;

    constructor(asked: Asked) {
        this.#asked = asked;
        if (asked.kind === "several") this.chosen = usualChosen(asked);
        if (asked.kind === "split") this.shares = usualShares(asked);
    }

    toggle(at: number): void {
        this.chosen = this.chosen.includes(at) ? this.chosen.filter((one) => one !== at) : [...this.chosen, at];
    }

    /** One more for an item, taken from the one that has most. */
    add(at: number): void {
        const most = this.shares.reduce((best, share, here) => {
            return here !== at && (best < 0 || share > this.shares[best]!) ? here : best;
        }, -1);
        if (most < 0 || this.shares[most]! < 1) return;
        this.shares = this.shares.map((share, here) => share + (here === at ? 1 : 0) - (here === most ? 1 : 0));
    }

    /** A click on the board; whether it meant an item. Where all places are taken, the new one replaces the last. */
    pick(unit: number, model: number): boolean {
        const at = itemAt(this.#asked, unit, model);
        if (at < 0) return false;
        if (this.#asked.kind === "split") this.add(at);
        else this.choose(at);
        return true;
    }

    /** Choose an item, or no longer. Where all places are taken, the new one replaces the last. */
    choose(at: number): void {
        const { most } = this.#asked;
        if (!this.chosen.includes(at) && this.chosen.length >= most)
            this.chosen = [...this.chosen.slice(0, most - 1), at];
        else this.toggle(at);
    }

    /** What an item stands for on the board. */
    namedBy(at: number): { models: number[]; units: number[] } {
        return { models: [...(this.#asked.item_models[at] ?? [])], units: [...(this.#asked.item_units[at] ?? [])] };
    }

    /** A unit's share, or its place in the order of those chosen; "" if neither counts. */
    wordsOf(unit: number): string {
        const at = this.#asked.item_units.findIndex((one) => one.includes(unit));
        if (at < 0) return "";
        if (this.#asked.kind === "split") {
            const own = this.#asked.item_units.flatMap((one, item) => (one.includes(unit) ? [item] : []));
            return own.map((item) => this.shares[item] ?? 0).join(" + ");
        }
        return this.#asked.most > 1 && this.chosen.includes(at) ? `${this.chosen.indexOf(at) + 1}.` : "";
    }

    /** Models that are marked on the board. */
    get models(): number[] {
        return this.chosen.flatMap((at) => this.#asked.item_models[at] ?? []);
    }

    get units(): number[] {
        return this.chosen.flatMap((at) => this.#asked.item_units[at] ?? []);
    }
}

/** The item of a question that a model or unit on the board stands for; -1 if there is none. */
export function itemAt(asked: Asked, unit: number, model: number): number {
    const byModel = asked.item_models.findIndex((one) => one.includes(model));
    return byModel >= 0 ? byModel : asked.item_units.findIndex((one) => one.includes(unit));
}
