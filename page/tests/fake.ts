import type { Carrier, LineState } from "../src/protocol/carrier";
import type { Board, FromEngine, FromPage, Model, Unit } from "../src/protocol/messages";

/** A line without an engine: a test reads what was sent and says what is heard. */
export class FakeCarrier implements Carrier {
    onmessage: (message: FromEngine) => void = () => {};
    onstate: (state: LineState) => void = () => {};
    state: LineState = "connecting";
    sent: FromPage[] = [];

    send(message: FromPage): void {
        if (this.state === "open") this.sent.push(message);
    }

    close(): void {
        this.become("closed");
    }

    become(state: LineState): void {
        this.state = state;
        this.onstate(state);
    }

    last(): FromPage {
        return this.sent.at(-1)!;
    }
}

export function aUnit(number: number, side: number, values: Partial<Unit> = {}): Unit {
    return {
        type: "Unit",
        number,
        name: `unit ${number}`,
        side,
        formation: "ranks",
        files: 5,
        before: 10,
        left: 10,
        fate: "",
        is_beaten: false,
        in_contact_with: [],
        statuses: [],
        ...values,
    };
}

export function aModel(number: number, unit: number, values: Partial<Model> = {}): Model {
    return { type: "Model", number, unit, profile: 0, x: null, y: null, facing: null, wounds_lost: 0, ...values };
}

export function aBoard(values: Partial<Board> = {}): Board {
    return {
        type: "Board",
        ruleset: "hoplon",
        sides: ["red", "blue"],
        colours: ["#C62828", "#1565C0"],
        table: [48, 36],
        grounds: [],
        objectives: [],
        profiles: [{ type: "Profile", name: "guard", base: "rectangle", width: 1, depth: 1, role: "" }],
        units: [aUnit(0, 0), aUnit(1, 1)],
        models: [aModel(0, 0, { x: 10, y: 10, facing: 0 }), aModel(1, 1, { x: 10, y: 20, facing: 180 })],
        ...values,
    };
}
