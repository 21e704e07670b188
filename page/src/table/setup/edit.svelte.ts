import type { Client } from "../../protocol/client";
import { isStopped } from "../../protocol/client";
import { remember } from "../../odds/recent";
import { textOfData } from "../../odds/written";
import type { Board, Fault, ScenarioChecked } from "../../protocol/messages";
import type { Scenario } from "./scenario";

const PAUSE = 250; // milliseconds after the last key before the text is checked

/** A set-up in the making: the text and the data are one thing, kept equal by the engine. */
export class SetUpEdit {
    toml = $state("");
    scenario = $state.raw<Scenario | null>(null);
    board = $state.raw<Board | null>(null); // the last that could be drawn
    faults = $state.raw<readonly Fault[]>([]);
    hints = $state.raw<readonly string[]>([]);
    isChecking = $state(false);
    past = $state.raw<readonly string[]>([]);
    #isDataNewer = false; // than the text, which the engine has yet to write
    readonly #desk: Client;
    #stopper = new AbortController();
    #timer: ReturnType<typeof setTimeout> | undefined;

    constructor(desk: Client) {
        this.#desk = desk;
    }

    /** Whether it can be played as it stands. */
    get isReady(): boolean {
        return !this.isChecking && this.toml !== "" && this.board !== null && !this.faults.length;
    }

    async example(name: string): Promise<void> {
        this.past = [];
        this.board = null;
        await this.#ask((signal) => this.#desk.ask({ type: "AskExample", name }, signal), true);
    }

    /** The text was typed or pasted. */
    typed(toml: string): void {
        this.#isDataNewer = false;
        this.toml = toml;
        this.isChecking = true;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => void this.check(toml), PAUSE);
    }

    /** Keep the set-up, which is left for another one, as it is now. */
    async leave(): Promise<void> {
        const { scenario, toml } = this;
        if (!this.past.length || scenario === null) return;
        remember(this.#isDataNewer ? await textOfData(this.#desk, scenario, toml) : toml, scenario);
    }

    /** Check a text now. */
    async check(toml: string): Promise<void> {
        this.#isDataNewer = false;
        this.toml = toml;
        await this.#ask((signal) => this.#desk.ask({ type: "AskCheck", toml }, signal), false);
    }

    /** The data were changed by hand or by drag; `board` shows the change until the engine has checked it. */
    async changed(scenario: Scenario, board: Board | null = this.board): Promise<void> {
        this.past = [...this.past, this.toml];
        this.#isDataNewer = true;
        this.scenario = scenario;
        this.board = board;
        await this.#ask((signal) => this.#desk.ask({ type: "AskToml", scenario }, signal), true);
    }

    async back(): Promise<void> {
        const toml = this.past.at(-1);
        this.past = this.past.slice(0, -1);
        if (toml !== undefined) await this.check(toml);
    }

    async #ask(request: (signal: AbortSignal) => Promise<ScenarioChecked>, isText: boolean): Promise<void> {
        clearTimeout(this.#timer);
        this.#stopper.abort();
        this.#stopper = new AbortController();
        this.isChecking = true;
        try {
            const checked = await request(this.#stopper.signal);
            if (isText) this.toml = checked.toml;
            this.#isDataNewer = false;
            this.scenario = checked.scenario ?? this.scenario;
            this.board = checked.board ?? this.board;
            this.faults = checked.faults;
            this.hints = checked.hints;
            this.isChecking = false;
        } catch (error) {
            if (isStopped(error)) return;
            const reason = (error as Error).message;
            this.faults = [{ type: "Fault", reason, line: null, key: "", remedy: "" }];
            this.isChecking = false;
        }
    }
}
