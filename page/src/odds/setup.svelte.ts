import { isStopped, Refusal, type Client } from "../protocol/client";
import type { Board, Fault, Odds, ScenarioChecked } from "../protocol/messages";
import type { Data } from "./data";
import { Latest, type OneAtATime } from "./working";

export const WAIT = 150; // milliseconds without a key before the engine is asked

/** What a set-up needs of the page around it. */
export interface Around {
    desk: Pick<Client, "ask">;
    long: OneAtATime;
    fixed: () => readonly string[];
    phases: () => number;
    onchange: () => void;
}

/** One set-up, as data and as text at once, with what the engine says about it. */
export class Setup {
    scenario = $state.raw<Data>({});
    toml = $state("");
    faults = $state.raw<readonly Fault[]>([]);
    hints = $state.raw<readonly string[]>([]);
    board = $state.raw<Board | null>(null);
    odds = $state.raw<Odds | null>(null);
    /** The text that `odds` are for: other figures are asked for this one. */
    settled = $state("");
    refusal = $state.raw<Refusal | null>(null);
    isWorking = $state(false);
    isText = $state(false); // the text is newer than the data, and cannot be read
    readonly #around: Around;
    readonly #latest = new Latest(WAIT);

    constructor(around: Around) {
        this.#around = around;
    }

    get ruleset(): string {
        return typeof this.scenario.ruleset === "string" ? this.scenario.ruleset : "";
    }

    /** Take over what the form says. */
    edit(scenario: Data): void {
        this.scenario = scenario;
        this.#work(async (signal) => {
            const checked = await this.#around.desk.ask({ type: "AskToml", scenario: { ...scenario } }, signal);
            if (checked.toml !== "") this.toml = checked.toml;
            await this.#heard(checked, signal);
        });
    }

    /** Take over what the text says. */
    type(toml: string, wait = WAIT): void {
        this.toml = toml;
        this.#work(async (signal) => {
            const checked = await this.#around.desk.ask({ type: "AskCheck", toml }, signal);
            this.isText = checked.scenario === null;
            if (checked.scenario !== null) this.scenario = checked.scenario;
            await this.#heard(checked, signal);
        }, wait);
    }

    /** Take over a ready-made example. */
    open(name: string): void {
        this.odds = null;
        this.#work(async (signal) => {
            const checked = await this.#around.desk.ask({ type: "AskExample", name }, signal);
            this.toml = checked.toml;
            this.scenario = checked.scenario ?? {};
            await this.#heard(checked, signal);
        }, 0);
    }

    /** Another number of phases or another answer beforehand: the odds are to be told again. */
    again(): void {
        if (this.faults.length === 0 && this.toml !== "") this.#work((signal) => this.#tellOdds(signal));
    }

    /** Become a copy of another. */
    copy(other: Setup): void {
        this.scenario = other.scenario;
        this.toml = other.toml;
        this.faults = other.faults;
        this.hints = other.hints;
        this.board = other.board;
        this.odds = other.odds;
        this.settled = other.settled;
        if (other.isWorking) this.type(other.toml, 0);
    }

    stop(): void {
        this.#latest.stop();
    }

    #work(work: (signal: AbortSignal) => Promise<void>, wait = WAIT): void {
        this.isWorking = true;
        this.#latest.ask(async (signal) => {
            try {
                this.refusal = null;
                await work(signal);
            } catch (error) {
                if (isStopped(error)) return;
                if (!(error instanceof Refusal)) throw error;
                this.refusal = error;
                this.odds = null;
            }
            this.isWorking = false;
        }, wait);
    }

    async #heard(checked: ScenarioChecked, signal: AbortSignal): Promise<void> {
        this.faults = checked.faults;
        this.hints = checked.hints;
        if (checked.board !== null) this.board = checked.board;
        this.#around.onchange();
        if (checked.faults.length === 0) await this.#tellOdds(signal);
    }

    async #tellOdds(signal: AbortSignal): Promise<void> {
        const { desk, long, fixed, phases } = this.#around;
        const toml = this.toml;
        const question = { type: "AskOdds" as const, toml, phases: phases(), fixed: [...fixed()] };
        this.odds = await long.run(() => desk.ask(question, signal), signal);
        this.settled = toml;
    }
}
