import { getContext, setContext } from "svelte";
import { Client } from "../protocol/client";
import type { Lines } from "../protocol/carrier";

/** What views ask: `desk` for all that needs no table, `newClient` for a seat at one. */
export interface Engine {
    desk: Client;
    newClient: () => Client;
}

const KEY = Symbol("engine");

export function engineOf(lines: Lines): Engine {
    const newClient = (): Client => new Client(lines());
    return { desk: newClient(), newClient };
}

export function provideEngine(engine: Engine): void {
    setContext(KEY, engine);
}

/** The engine of this page; to be called while a component is set up. */
export function useEngine(): Engine {
    return getContext<Engine>(KEY);
}
