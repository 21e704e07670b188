import { applied } from "../board/changes";
import { type Point, middle, placed } from "../board/geometry";
import type { LineState } from "../protocol/carrier";
import type { Client } from "../protocol/client";
import type {
    Asked,
    Board,
    GameOver,
    Happened,
    Joined,
    Line,
    PlayersNow,
    Said,
    TakenBack,
    UndoWanted,
} from "../protocol/messages";
import { isStill } from "../board/motion";
import { Pacing } from "./pacing";
import type { TableMessage } from "../protocol/replies";

/** A line of the log, and when it was. */
export interface Logged {
    line: Line;
    phase: number;
    turn: number;
}

/** Models that a unit has just lost, and where they stood. */
export interface Loss {
    unit: number;
    lost: number;
    place: Point;
}

function lossesOf(board: Board, gone: readonly number[]): Loss[] {
    const lost = placed(board).filter(({ model }) => gone.includes(model.number));
    return [...new Set(lost.map(({ model }) => model.unit))].map((unit) => {
        const own = lost.filter(({ model }) => model.unit === unit);
        return { unit, lost: own.length, place: middle(own.map(({ x, y }): Point => [x, y])) };
    });
}

/** A seat at a table: what can be seen from it. */
export class Seat {
    readonly client: Client;
    joined = $state.raw<Joined | null>(null);
    board = $state.raw<Board | null>(null);
    log = $state.raw<readonly Logged[]>([]);
    latest = $state.raw<readonly Line[]>([]); // what happened last
    asked = $state.raw<Asked | null>(null);
    undo = $state.raw<UndoWanted | null>(null);
    over = $state.raw<GameOver | null>(null);
    players = $state.raw<[string, string]>(["", ""]);
    present = $state.raw<[boolean, boolean]>([true, true]);
    delegated = $state.raw<[string[], string[]]>([[], []]);
    tapes = $state.raw<ReadonlyMap<number, readonly Point[]>>(new Map());
    said = $state.raw<readonly Said[]>([]); // of all, newest last
    names = $state.raw<readonly [string, string, string]>(["", "", ""]);
    phase = $state(1);
    turn = $state(1);
    state = $state<LineState>("connecting");

    losses = $state.raw<readonly Loss[]>([]); // of what happened last
    isFilmed = $state(false); // whether what happens is shown one after the other
    isShowing = $state(false); // whether more of it is still to be shown

    readonly #isAlone: boolean;
    readonly #pacing: Pacing;

    /** `isAlone`: this page plays both sides from one seat. */
    constructor(client: Client, isAlone: boolean) {
        this.client = client;
        this.#isAlone = isAlone;
        this.state = client.state;
        client.onstate = (state) => (this.state = state);
        client.onjoined = (joined, isAnew) => this.#sat(joined, isAnew);
        this.#pacing = new Pacing(
            (message) => this.heard(message),
            (isShowing) => (this.isShowing = isShowing),
        );
        client.ontable = (message) => this.#paced(message);
    }

    /** What happened before this seat was taken is not shown again: the players are told after it. */
    #paced(message: TableMessage): void {
        if (this.isFilmed && !isStill() && !document.hidden) this.#pacing.hear(message);
        else this.heard(message);
        if (message.type === "PlayersNow") this.isFilmed = true;
    }

    /** Show at once all that has happened. */
    skip(): void {
        this.#pacing.skip();
    }

    /** The side that this seat plays, 0 or 1; 2 for one who watches. */
    get side(): number {
        return ["first", "second", "watch"].indexOf(this.joined?.seat ?? "watch");
    }

    /** Whether this seat answers for a side. */
    plays(side: number): boolean {
        return this.side === side || (this.#isAlone && this.side < 2);
    }

    /** Whether the question that waits is for this seat. */
    get isAsked(): boolean {
        return this.asked !== null && (this.plays(this.asked.side) || (this.asked.kind === "roll" && this.side < 2));
    }

    heard(message: TableMessage): void {
        if (message.type === "Happened") this.#happened(message);
        if (message.type === "TakenBack") this.#takenBack(message);
        if (message.type === "Asked") this.asked = message;
        if (message.type === "UndoWanted") this.undo = message.words ? message : null;
        if (message.type === "PlayersNow") this.#playersNow(message);
        if (message.type === "Said") this.#said(message);
        if (message.type === "Taped") this.tapes = new Map(this.tapes).set(message.side, message.points);
        if (message.type === "GameOver") {
            this.over = message;
            this.asked = null;
        }
    }

    #said(message: Said): void {
        const names = [...this.names] as [string, string, string];
        if (message.name) names[message.side] = message.name;
        this.names = names;
        if (message.text) this.said = [...this.said.slice(-99), message];
    }

    #sat(joined: Joined, isAnew: boolean): void {
        this.skip();
        this.isFilmed = false;
        if (isAnew) this.log = [];
        this.said = []; // what was said is told anew
        this.joined = joined;
        this.board = joined.board;
        this.players = joined.players;
        this.phase = joined.phase;
        this.turn = joined.turn;
    }

    #happened(message: Happened): void {
        if (this.board !== null) {
            this.losses = lossesOf(this.board, message.gone);
            this.board = applied(this.board, message);
        }
        const { phase, turn, lines } = message;
        this.log = [...this.log, ...lines.map((line) => ({ line, phase, turn }))];
        this.latest = lines;
        this.phase = phase;
        this.turn = turn;
        this.asked = null;
        this.undo = null;
    }

    #takenBack(message: TakenBack): void {
        this.board = message.board;
        this.log = this.log.slice(0, message.lines);
        const text = message.words;
        this.latest = [
            { type: "Line", kind: "decision", text, sentences: [], rulings: [], side: null, dice: [], heading: null },
        ];
        this.phase = this.log.at(-1)?.phase ?? this.phase;
        this.turn = this.log.at(-1)?.turn ?? this.turn;
        this.asked = null;
        this.undo = null;
        this.over = null;
    }

    #playersNow(message: PlayersNow): void {
        this.players = message.players;
        this.present = message.present;
        this.delegated = message.delegated;
    }
}
