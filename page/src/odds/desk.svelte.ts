import { isStopped, Refusal, type Client } from "../protocol/client";
import type { Game, Games, Words } from "../protocol/messages";
import { type Carried, carriedBy, hashOf } from "./link";
import { type Around, Setup } from "./setup.svelte";
import { OneAtATime } from "./working";

const FIRST = ["scrollhammer/duel", "wwpd/plain_men"]; // examples to begin with: their odds are told at once

/** All of the view of the odds: one set-up or two, answers given beforehand, and the words of the ruleset. */
export class OddsDesk implements Around {
    readonly desk: Pick<Client, "ask">;
    readonly long = new OneAtATime();
    readonly first: Setup;
    second = $state.raw<Setup | null>(null);
    isSecondShown = $state(false);
    games = $state.raw<Games | null>(null);
    words = $state.raw<Words | null>(null);
    trouble = $state("");
    answers = $state.raw<readonly string[]>([]);
    phaseCount = $state(0);
    hash = $state("#/odds");
    #asked = "";

    constructor(desk: Pick<Client, "ask">) {
        this.desk = desk;
        this.first = new Setup(this);
    }

    /** The set-up that the form shows. */
    get shown(): Setup {
        return this.isSecondShown && this.second ? this.second : this.first;
    }

    get game(): Game | undefined {
        return this.games?.games.find((game) => game.ruleset === this.shown.ruleset);
    }

    fixed = (): readonly string[] => this.answers;
    phases = (): number => this.phaseCount;

    /** Begin with what the address carries or with the example that it names, else with one of ours. */
    async begin(parameters: URLSearchParams): Promise<void> {
        try {
            const carried = await carriedBy(parameters);
            if (carried) this.#restore(carried);
            this.games = await this.desk.ask({ type: "AskGames" });
            if (!carried) this.first.open(parameters.get("example") ?? firstOf(this.games));
        } catch (error) {
            this.#tell(error);
        }
    }

    #restore(carried: Carried): void {
        this.answers = carried.fixed;
        this.phaseCount = carried.phases;
        this.first.type(carried.first);
        if (carried.second === null) return;
        this.second = new Setup(this);
        this.second.type(carried.second);
    }

    /** A set-up has become another: its words and its link follow. */
    onchange = (): void => {
        void this.#learn(this.first.ruleset);
        void this.link();
    };

    /** The address that carries everything; it stands in the browser's bar from now on. */
    async link(): Promise<void> {
        const second = this.second?.toml ?? null;
        const carried = { first: this.first.toml, second, fixed: this.answers, phases: this.phaseCount };
        this.hash = await hashOf(carried);
    }

    async #learn(ruleset: string): Promise<void> {
        if (ruleset === "" || ruleset === this.#asked) return;
        this.#asked = ruleset;
        try {
            this.words = await this.desk.ask({ type: "AskWords", ruleset });
        } catch (error) {
            this.#asked = "";
            this.#tell(error);
        }
    }

    compare(): void {
        const copy = new Setup(this);
        copy.copy(this.first);
        this.second = copy;
        this.isSecondShown = true;
        this.onchange();
    }

    /** Go on with one of the two set-ups only. */
    keep(isSecond: boolean): void {
        if (isSecond && this.second) this.first.copy(this.second);
        this.second?.stop();
        this.second = null;
        this.isSecondShown = false;
        this.onchange();
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
        this.second?.again();
        this.onchange();
    }

    /** Begin anew with an example; answers of another game mean nothing here. */
    open(name: string): void {
        this.answers = [];
        this.shown.open(name);
    }

    #tell(error: unknown): void {
        if (isStopped(error)) return;
        if (error instanceof Refusal || error instanceof Error) this.trouble = error.message;
        else throw error;
    }
}

function firstOf(games: Games): string {
    const all = games.games.flatMap((game) => game.examples);
    const best = FIRST.map((name) => all.find((example) => example.name.startsWith(name))).find(Boolean);
    return (best ?? all.find((example) => example.is_press) ?? all[0])?.name ?? "";
}
