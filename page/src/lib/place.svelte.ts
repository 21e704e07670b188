/** Where the reader is: the part of the address after `#/`, as `view`, what follows it, and its parameters. */
class Place {
    hash = $state(location.hash);

    constructor() {
        addEventListener("hashchange", () => (this.hash = location.hash));
    }

    get view(): string {
        return this.#path()[0] ?? "";
    }

    get rest(): string[] {
        return this.#path().slice(1);
    }

    get parameters(): URLSearchParams {
        return new URLSearchParams(this.hash.split("?")[1] ?? "");
    }

    #path(): string[] {
        return this.hash.replace(/^#\/?/, "").split("?")[0]!.split("/").map(decoded);
    }
}

/** A part of an address; one that was damaged on its way stays as it is. */
function decoded(part: string): string {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}

export const place = new Place();
