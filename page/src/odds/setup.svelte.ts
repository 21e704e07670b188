import { isStopped, Refusal, type Client } from "../protocol/client";
import type { Board, Fault, Odds, ScenarioChecked } from "../protocol/messages";
import type { Data } from "./data";
import { textOfData } from "./written";
import { Latest, type OneAtATime, type Turn, type Work } from "./working";

export const WAIT = 150; // milliseconds without a key before odds that still run are stopped for newer ones

const MOST_PAST = 100; // changes that can be undone

/** What a set-up needs of the page around it. */
export interface Around {
    desk: Pick<Client, "ask">;
    long: OneAtATime;
    fixed: () => readonly string[];
    phases: () => number;
    onchange: () => void;
}

/** What the form of a unit needs of a set-up. */
export interface Editable {
    readonly scenario: Data;
    readonly faults: readonly Fault[];
    edit(scenario: Data): void;
}

/** One set-up, as data and as text at once, with what the engine says about it. */
export class Setup {
    scenario = $state.raw<Data>({});
    toml = $state("");
    faults = $state.raw<readonly Fault[]>([]);
    hints = $state.raw<readonly string[]>([]);
    begun = $state(""); // the example that it began as; "" if it came from elsewhere
    board = $state.raw<Board | null>(null);
    odds = $state.raw<Odds | null>(null);
    /** The text that `odds` are for: other figures are asked for this one. */
    settled = $state("");
    refusal = $state.raw<Refusal | null>(null);
    isWorking = $state(false);
    isText = $state(false); // the text is newer than the data, and cannot be read
    isEdited = $state(false); // by hand, since it was opened
    past = $state.raw<readonly string[]>([]); // texts before the last changes
    #newest = $state<"both" | "data" | "text">("both"); // which of the two the other has yet to follow
    readonly #around: Around;
    readonly #latest = new Latest(WAIT);

    constructor(around: Around) {
        this.#around = around;
    }

    get ruleset(): string {
        return typeof this.scenario.ruleset === "string" ? this.scenario.ruleset : "";
    }

    /** Whether data and text are one and nothing is wrong with them: then questions about them can be asked. */
    get isReady(): boolean {
        return this.faults.length === 0 && this.toml !== "" && this.#newest === "both";
    }

    /** The text of what is shown; it is asked for where the last change of the form has none yet. */
    async written(): Promise<string> {
        return this.#newest === "data" ? textOfData(this.#around.desk, this.scenario, this.toml) : this.toml;
    }

    /** Go back to the set-up before the last change. */
    undo(): void {
        const before = this.past.at(-1);
        if (before === undefined) return;
        this.past = this.past.slice(0, -1);
        this.begun = "";
        this.#take(before);
    }

    #remember(): void {
        if (this.toml !== "" && this.toml !== this.past.at(-1))
            this.past = [...this.past.slice(1 - MOST_PAST), this.toml];
    }

    /** Take over what the form says. */
    edit(scenario: Data): void {
        this.#remember();
        this.isEdited = true;
        this.scenario = scenario;
        this.#newest = "data";
        this.#work(async (turn) => {
            const checked = await this.#around.desk.ask({ type: "AskToml", scenario: { ...scenario } }, turn.signal);
            if (!turn.isNewest) return;
            if (checked.toml !== "") [this.toml, this.#newest] = [checked.toml, "both"];
            this.isText = false;
            await this.#heard(checked, turn);
        });
    }

    /** Take over what the text says. */
    type(toml: string): void {
        this.#remember();
        this.isEdited = true;
        this.#take(toml);
    }

    #take(toml: string): void {
        this.toml = toml;
        this.#newest = "text";
        this.#work(async (turn) => {
            const checked = await this.#around.desk.ask({ type: "AskCheck", toml }, turn.signal);
            if (!turn.isNewest) return;
            this.isText = checked.scenario === null;
            if (checked.scenario !== null) [this.scenario, this.#newest] = [checked.scenario, "both"];
            await this.#heard(checked, turn);
        });
    }

    /** Take over a ready-made example. */
    open(name: string): void {
        this.#remember();
        this.isEdited = false;
        this.begun = name;
        this.odds = null;
        this.#latest.stop();
        this.#work(async (turn) => {
            const checked = await this.#around.desk.ask({ type: "AskExample", name }, turn.signal);
            if (!turn.isNewest) return;
            [this.toml, this.#newest] = [checked.toml, "both"];
            this.scenario = checked.scenario ?? {};
            this.isText = false;
            await this.#heard(checked, turn);
        });
    }

    /** Another number of phases or another answer beforehand: the odds are to be told again. */
    again(): void {
        if (this.faults.length === 0 && this.toml !== "") this.#work((turn) => this.#tellOdds(turn));
    }

    /** Become a copy of another. */
    copy(other: Setup): void {
        this.begun = other.begun;
        this.scenario = other.scenario;
        this.toml = other.toml;
        this.faults = other.faults;
        this.hints = other.hints;
        this.board = other.board;
        this.odds = other.odds;
        this.settled = other.settled;
        this.#newest = other.#newest;
        if (other.#newest === "data") this.edit(other.scenario);
        else if (other.isWorking) this.type(other.toml);
    }

    stop(): void {
        this.#latest.stop();
    }

    #work(work: Work): void {
        this.isWorking = true;
        this.#latest.ask(async (turn) => {
            try {
                await work(turn);
            } catch (error) {
                if (isStopped(error)) return;
                if (!(error instanceof Refusal)) throw error;
                if (turn.isNewest) this.#refused(error);
            }
            if (turn.isNewest) this.isWorking = false;
        });
    }

    #refused(refusal: Refusal): void {
        this.refusal = refusal;
        this.odds = null;
    }

    async #heard(checked: ScenarioChecked, turn: Turn): Promise<void> {
        this.refusal = null;
        this.faults = checked.faults;
        this.hints = checked.hints;
        if (checked.board !== null) this.board = checked.board;
        this.#around.onchange();
        if (checked.faults.length === 0) await this.#tellOdds(turn);
    }

    async #tellOdds(turn: Turn): Promise<void> {
        const { desk, long, fixed, phases } = this.#around;
        const toml = this.toml;
        const question = { type: "AskOdds" as const, toml, phases: phases(), fixed: [...fixed()] };
        const odds = await long.run(() => desk.ask(question, turn.signal), turn.signal);
        if (!turn.isNewest) return;
        this.refusal = null;
        this.odds = odds;
        this.settled = toml;
    }
}
