import { isStopped, Refusal, type Client } from "../protocol/client";
import { beginning } from "./beginning";
import type { Game, Games, Words } from "../protocol/messages";
import { type Carried, carriedBy, hashOf } from "./link";
import { remember } from "./recent";
import { type Around, Setup } from "./setup.svelte";
import { OneAtATime } from "./working";

export const ANEW = "anew"; // what one begins with instead of an example, which has a folder and a file
const MOST = 6; // versions
const PLAIN = ["duel", "plain_men", "press"]; // names of examples that are answered at once
const FIRST = ["scrollhammer/duel", "wwpd/plain_men"]; // examples to begin with: their odds are told at once

/** All of the view of the odds: one set-up or two, answers given beforehand, and the words of the ruleset. */
export class OddsDesk implements Around {
    readonly desk: Pick<Client, "ask">;
    readonly long = new OneAtATime();
    readonly first: Setup;
    others = $state.raw<readonly Setup[]>([]); // versions that are compared with the first
    shownAt = $state(0); // which version the form shows, 0: the first
    isText = $state(false); // whether the set-up is shown as text
    games = $state.raw<Games | null>(null);
    trouble = $state("");
    answers = $state.raw<readonly string[]>([]);
    phaseCount = $state(0);
    hash = $state("#/odds");
    isAnew = false; // whether the next address is a step of its own in the browser's history
    #known = $state.raw<Readonly<Record<string, Words>>>({});
    readonly #asked = new Map<string, Promise<Words>>();

    constructor(desk: Pick<Client, "ask">) {
        this.desk = desk;
        this.first = new Setup(this);
    }

    /** The set-up that the form shows. */
    get shown(): Setup {
        return this.others[this.shownAt - 1] ?? this.first;
    }

    /** The version whose figures stand beside the first one's: the shown one, else the next. */
    get second(): Setup | null {
        return this.others[Math.max(0, this.shownAt - 1)] ?? null;
    }

    /** All versions with their letters; a single one has none. */
    get versions(): { name: string; setup: Setup }[] {
        const all = [this.first, ...this.others];
        return all.map((setup, at) => ({ name: all.length > 1 ? letter(at) : "", setup }));
    }

    /** The words of the game that the form shows; null until they are there. */
    get words(): Words | null {
        return this.#known[this.shown.ruleset] ?? null;
    }

    get game(): Game | undefined {
        return this.games?.games.find((game) => game.ruleset === this.shown.ruleset);
    }

    fixed = (): readonly string[] => this.answers;
    phases = (): number => this.phaseCount;

    /** Begin with what the address carries or with the example that it names, else with one of ours. */
    async begin(parameters: URLSearchParams): Promise<void> {
        this.trouble = "";
        this.#keepOne();
        const carried = await this.#carried(parameters);
        if (carried) this.#restore(carried);
        try {
            this.games = await this.desk.ask({ type: "AskGames" });
            if (!carried) {
                [this.answers, this.phaseCount] = [[], 0]; // those of the set-up before mean nothing here
                this.first.open(this.#exampleOf(this.games, parameters.get("example")));
            }
            this.#learnAll();
        } catch (error) {
            this.#tell(error);
        }
    }

    /** The example that an address names; where it is not there (any more), that is told, and another is opened. */
    #exampleOf(games: Games, wanted: string | null): string {
        const isThere = games.games.some((game) => game.examples.some((one) => one.name === wanted));
        if (wanted !== null && isThere) return wanted;
        if (wanted !== null) this.trouble = `There is no example “${wanted}” here: this is another one.`;
        return firstOf(games);
    }

    /** What the address carries; where it is damaged, that is told. */
    async #carried(parameters: URLSearchParams): Promise<Carried | null> {
        try {
            return await carriedBy(parameters);
        } catch (error) {
            this.#tell(error);
            return null;
        }
    }

    #restore(carried: Carried): void {
        this.answers = carried.fixed;
        this.phaseCount = carried.phases;
        this.first.type(carried.first);
        this.first.isEdited = false;
        this.others = carried.others.map((toml) => {
            const other = new Setup(this);
            other.type(toml);
            other.isEdited = false;
            return other;
        });
    }

    /** A set-up has become another: its words and its link follow. */
    onchange = (): void => {
        this.#learnAll();
        void this.link();
    };

    /** The address that carries everything; it stands in the browser's bar from now on. */
    async link(): Promise<void> {
        await this.#carry(this.versions.map(({ setup }) => setup.toml));
    }

    /** The same address, with changes of the form that have no text yet. */
    async linkToNow(): Promise<void> {
        await this.#carry(await Promise.all(this.versions.map(({ setup }) => setup.written())));
    }

    async #carry([first, ...others]: readonly string[]): Promise<void> {
        this.hash = await hashOf({ first: first!, others, fixed: this.answers, phases: this.phaseCount });
    }

    #learnAll(): void {
        for (const { setup } of this.versions) void this.#learn(setup.ruleset);
    }

    async #learn(ruleset: string): Promise<void> {
        if (!this.games?.games.some((game) => game.ruleset === ruleset)) return;
        try {
            await this.#wordsOf(ruleset);
        } catch (error) {
            this.#tell(error);
        }
    }

    /** The words of a game: asked for once, then kept. */
    #wordsOf(ruleset: string): Promise<Words> {
        const asked = this.#asked.get(ruleset) ?? this.#ask(ruleset);
        this.#asked.set(ruleset, asked);
        return asked;
    }

    async #ask(ruleset: string): Promise<Words> {
        try {
            const words = await this.desk.ask({ type: "AskWords", ruleset });
            this.#known = { ...this.#known, [ruleset]: words };
            return words;
        } catch (error) {
            this.#asked.delete(ruleset);
            throw error;
        }
    }

    get mayCompare(): boolean {
        return this.others.length + 1 < MOST;
    }

    /** One more version, like the shown one at first. */
    compare(): void {
        const copy = new Setup(this);
        copy.copy(this.shown);
        this.others = [...this.others, copy];
        this.shownAt = this.others.length;
        this.onchange();
    }

    /** Go on with one version only, by its place. */
    keep(at: number): void {
        const kept = this.others[at - 1];
        if (kept) this.first.copy(kept);
        this.#keepOne();
        this.onchange();
    }

    /** Go on without one of the other versions. */
    drop(at: number): void {
        this.others[at - 1]?.stop();
        this.others = this.others.toSpliced(at - 1, 1);
        this.shownAt = Math.min(this.shownAt, this.others.length);
        this.onchange();
    }

    #keepOne(): void {
        for (const one of this.others) one.stop();
        this.others = [];
        this.shownAt = 0;
    }

    answer(answers: readonly string[]): void {
        this.answers = answers;
        this.#again();
    }

    play(phases: number): void {
        this.phaseCount = phases;
        this.#again();
    }

    #again(): void {
        this.first.again();
        for (const one of this.others) one.again();
        this.onchange();
    }

    /** The example that a game begins with: one that is answered at once, if it has one. */
    exampleOf(game: Game): string | undefined {
        const presses = game.examples.filter((one) => one.is_press);
        const plain = PLAIN.flatMap((name) => presses.filter((one) => one.name.endsWith(`/${name}.toml`)));
        return (plain[0] ?? presses[0] ?? game.examples[0])?.name;
    }

    /** Begin anew with an example; answers of another game mean nothing here. */
    open(name: string): void {
        this.#leave();
        this.shown.open(name);
    }

    /** Go on with a set-up that was left. */
    resume(toml: string): void {
        this.#leave();
        this.shown.type(toml);
        [this.shown.isEdited, this.shown.begun] = [false, ""];
    }

    #leave(): void {
        if (this.shown.isEdited) void this.#remember(this.shown);
        this.isAnew = true;
        this.trouble = "";
        this.answers = [];
    }

    /** Keep a set-up as it is now, with the last change of its form. */
    async #remember(left: Setup): Promise<void> {
        const { scenario } = left;
        remember(await left.written(), scenario);
    }

    /** Begin anew with nothing but a plain unit on each side. */
    async beginAnew(ruleset: string): Promise<void> {
        try {
            const words = await this.#wordsOf(ruleset);
            this.#leave();
            this.shown.edit(beginning(words));
            [this.shown.isEdited, this.shown.begun] = [false, ANEW];
        } catch (error) {
            this.#tell(error);
        }
    }

    #tell(error: unknown): void {
        if (isStopped(error)) return;
        if (error instanceof Refusal || error instanceof Error) this.trouble = error.message;
        else throw error;
    }
}

/** The letter of a version: A is the first. */
export function letter(at: number): string {
    return String.fromCharCode("A".charCodeAt(0) + at);
}

function firstOf(games: Games): string {
    const all = games.games.flatMap((game) => game.examples);
    const best = FIRST.map((name) => all.find((example) => example.name.startsWith(name))).find(Boolean);
    return (best ?? all.find((example) => example.is_press) ?? all[0])?.name ?? "";
}
