import type { FromEngine, FromPage } from "./messages";

/** A request with its reply, both without an ID, as `pilein site` writes them into `first.json`. */
export interface Prepared {
    request: Readonly<Record<string, unknown>>;
    reply: Readonly<Record<string, unknown>>;
}

/** The reply that is known in advance to a request, null if none is. */
export function preparedReply(all: readonly Prepared[], asked: FromPage): FromEngine | null {
    const { id, ...fields } = asked;
    const isSame = ({ request }: Prepared): boolean =>
        Object.entries(fields).every(([key, value]) => JSON.stringify(request[key]) === JSON.stringify(value));
    const found = all.find(isSame);
    return found === undefined ? null : ({ ...found.reply, id } as unknown as FromEngine);
}

/** What is known in advance; nothing if it cannot be fetched. */
export async function fetchPrepared(address: string): Promise<readonly Prepared[]> {
    try {
        const reply = await fetch(address);
        return reply.ok ? ((await reply.json()) as Prepared[]) : [];
    } catch {
        return [];
    }
}
