import type { Client } from "../protocol/client";
import type { Book } from "../protocol/messages";

type Asks = Pick<Client, "ask">;
const books = new WeakMap<Asks, Map<string, Promise<Book>>>();

/** The book of a ruleset: asked for once, then kept. */
export function bookOf(desk: Asks, ruleset: string): Promise<Book> {
    const kept = books.get(desk) ?? new Map<string, Promise<Book>>();
    books.set(desk, kept);
    const known = kept.get(ruleset);
    if (known) return known;
    const asked = desk.ask({ type: "AskBook", ruleset });
    kept.set(ruleset, asked);
    asked.catch(() => kept.delete(ruleset));
    return asked;
}
