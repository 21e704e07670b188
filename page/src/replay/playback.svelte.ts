import { applied } from "../board/changes";
import type { Board, Line, Story } from "../protocol/messages";

/** A line of the story: which one of all, when it was, and how many things had happened with it. */
export interface Told {
    line: Line;
    phase: number;
    turn: number;
    happened: number;
}

export const SPEEDS = [0.5, 1, 2, 4, 8] as const; // times PER_LINE
const PER_LINE = 1000; // ms
const SAVED_EACH = 50; // boards kept, so that a jump back does not play all from the start

/** All lines of a story, in order. */
export function linesOf(story: Story): Told[] {
    return story.happened.flatMap(({ lines, phase, turn }, at) =>
        lines.map((line) => ({ line, phase, turn, happened: at + 1 })),
    );
}

/** The line at which the next sentence begins, from one line on; the number of lines at the end. */
export function nextSentence(lines: readonly Told[], at: number): number {
    const here = lines[at]?.line.sentences.join(" ");
    let next = at + 1;
    while (next < lines.length && lines[next]!.line.sentences.join(" ") === here) next += 1;
    return Math.min(next, Math.max(0, lines.length - 1));
}

/** The line at which the sentence before began. */
export function previousSentence(lines: readonly Told[], at: number): number {
    const key = (place: number): string => lines[place]?.line.sentences.join(" ") ?? "";
    let found = Math.max(0, at - 1);
    while (found > 0 && key(found - 1) === key(found)) found -= 1;
    return found;
}

/** A story being shown: at which line, and whether it runs. */
export class Playback {
    readonly story: Story;
    readonly lines: readonly Told[];
    at = $state(0);
    isRunning = $state(false);
    speed = $state(1);
    readonly #boards: Board[];
    #timer: ReturnType<typeof setTimeout> | undefined;

    constructor(story: Story) {
        this.story = story;
        this.lines = linesOf(story);
        this.#boards = [story.board];
    }

    get last(): number {
        return Math.max(0, this.lines.length - 1);
    }

    get told(): Told | undefined {
        return this.lines[this.at];
    }

    /** The board as it is once the line has been told. */
    get board(): Board {
        return this.#boardAfter(this.told?.happened ?? 0);
    }

    go(at: number): void {
        this.at = Math.max(0, Math.min(this.last, Math.round(at)));
    }

    run(): void {
        if (this.at >= this.last) this.go(0);
        this.isRunning = true;
        this.#wait();
    }

    stop(): void {
        this.isRunning = false;
        clearTimeout(this.#timer);
    }

    toggle(): void {
        if (this.isRunning) this.stop();
        else this.run();
    }

    #wait(): void {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => {
            if (!this.isRunning) return;
            this.go(this.at + 1);
            if (this.at >= this.last) this.stop();
            else this.#wait();
        }, PER_LINE / this.speed);
    }

    /** Every fiftieth board is kept; those between are played from the one before. */
    #boardAfter(happened: number): Board {
        const kept = Math.min(Math.floor(happened / SAVED_EACH), this.#boards.length - 1);
        let board = this.#boards[kept]!;
        for (let place = kept * SAVED_EACH; place < happened; place += 1) {
            board = applied(board, this.story.happened[place]!);
            if ((place + 1) % SAVED_EACH === 0) this.#boards[(place + 1) / SAVED_EACH] ??= board;
        }
        return board;
    }
}
