import type { Client } from "../../protocol/client";
import type { Book, Ruling, Sentence } from "../../protocol/messages";

const books = new Map<string, Promise<Book>>();

/** The rules text of a ruleset, asked for once. */
export function bookOf(desk: Client, ruleset: string): Promise<Book> {
    const known = books.get(ruleset);
    if (known !== undefined) return known;
    const asked = desk.ask({ type: "AskBook", ruleset });
    books.set(ruleset, asked);
    asked.catch(() => books.delete(ruleset));
    return asked;
}

/** The sentence or ruling that a reader looks at, and where its note is shown. */
export class Notes {
    key = $state("");
    left = $state(0);
    top = $state(0);
    sentence = $state.raw<Sentence | null>(null);
    ruling = $state.raw<Ruling | null>(null);
    readonly #desk: Client;
    readonly #ruleset: () => string;

    constructor(desk: Client, ruleset: () => string) {
        this.#desk = desk;
        this.#ruleset = ruleset;
    }

    /** To be called for anything under the pointer or focused: shows the note of a link that names a sentence. */
    readonly look = (event: Event): void => {
        const link = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-sentence]") : null;
        if (link === null) this.close();
        else void this.#open(link.dataset["sentence"]!, link.getBoundingClientRect());
    };

    close(): void {
        this.key = "";
    }

    async #open(key: string, box: DOMRect): Promise<void> {
        if (key === this.key) return;
        this.key = key;
        this.sentence = null;
        this.ruling = null;
        this.left = Math.max(8, Math.min(box.left, innerWidth - 376));
        this.top = box.bottom + 6;
        const book = await bookOf(this.#desk, this.#ruleset()).catch(() => null);
        if (this.key !== key || book === null) return;
        this.sentence = book.sentences.find((one) => one.key === key) ?? null;
        this.ruling = book.rulings.find((one) => one.key === key) ?? null;
    }
}
