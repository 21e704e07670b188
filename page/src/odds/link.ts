/** A text as a part of an address: deflated, in the alphabet of base64 that addresses allow. */
export async function packed(text: string): Promise<string> {
    const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
    let letters = "";
    for (const byte of bytes) letters += String.fromCharCode(byte);
    return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text again. Rejects with a sentence if the part is damaged or would be longer than a set-up ever is. */
export async function unpacked(part: string): Promise<string> {
    try {
        const letters = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
        const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
        return new TextDecoder("utf-8", { fatal: true }).decode(
            await through(bytes, new DecompressionStream("deflate-raw")),
        );
    } catch (error) {
        throw new Error("This link is damaged: ask for it again, or paste the set-up as text.", { cause: error });
    }
}

export const LONGEST = 256 * 1024; // bytes: more than the engine takes, so that a small link cannot fill the memory

async function through(
    bytes: Uint8Array<ArrayBuffer>,
    change: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
    const reader = new Blob([bytes]).stream().pipeThrough(change).getReader();
    const parts: Uint8Array[] = [];
    let length = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
        length += part.value.length;
        if (length > LONGEST) throw new Error("too long");
        parts.push(part.value);
    }
    return joined(parts, length);
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
    const all = new Uint8Array(length);
    let from = 0;
    for (const part of parts) {
        all.set(part, from);
        from += part.length;
    }
    return all;
}

/** What a link carries: one set-up or several versions of it, answers given beforehand, and how many phases. */
export interface Carried {
    first: string;
    others: readonly string[];
    fixed: readonly string[];
    phases: number;
}

export async function hashOf(carried: Carried): Promise<string> {
    const parameters = new URLSearchParams({ a: await packed(carried.first) });
    for (const other of carried.others) parameters.append("b", await packed(other));
    for (const answer of carried.fixed) parameters.append("fixed", answer);
    if (carried.phases > 0) parameters.set("phases", String(carried.phases));
    return `#/odds?${parameters}`;
}

/** What the parameters of an address carry; null if they carry no set-up. */
export async function carriedBy(parameters: URLSearchParams): Promise<Carried | null> {
    const first = parameters.get("a");
    if (first === null) return null;
    const phases = Number(parameters.get("phases") ?? 0);
    return {
        first: await unpacked(first),
        others: await Promise.all(parameters.getAll("b").map(unpacked)),
        fixed: parameters.getAll("fixed"),
        phases: Number.isInteger(phases) && phases > 0 ? phases : 0,
    };
}
