import { facesTyped } from "./answers";

/** Dice that a player throws by hand: their faces, entered in the form or on the board. */
export class Rolling {
    text = $state("");
    readonly #total: number;

    constructor(total: number) {
        this.#total = total;
    }

    get typed(): { faces: number[]; reason: string } {
        return facesTyped(this.text, this.#total);
    }

    get isDone(): boolean {
        return this.typed.reason === "";
    }

    /** One more die; nothing once all have been entered. */
    add(face: number): void {
        if (this.typed.faces.length < this.#total) this.text = `${this.text.trim()} ${face}`.trim();
    }

    /** Take the die entered last away again. */
    drop(): void {
        this.text = this.text.trim().slice(0, -1).trim();
    }

    /** A key on the board: 1 to 6 enters a die, Backspace takes the last one away. */
    key(key: string): boolean {
        if (/^[1-6]$/.test(key)) this.add(Number(key));
        else if (key === "Backspace") this.drop();
        else return false;
        return true;
    }
}
