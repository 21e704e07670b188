import type * as m from "./messages";

/** Which reply each request gets. */
export interface Replies {
    AskGames: m.Games;
    AskWords: m.Words;
    AskBook: m.Book;
    AskExample: m.ScenarioChecked;
    AskCheck: m.ScenarioChecked;
    AskToml: m.ScenarioChecked;
    AskUnits: m.UnitsFound;
    AskImport: m.UnitsFound;
    AskOdds: m.Odds;
    AskCharge: m.ChargeOdds;
    AskWorth: m.Worth;
    AskQuestions: m.QuestionsFound;
    OpenTable: m.TableOpened;
    Join: m.Joined;
    Answer: m.Done;
    TryAnswer: m.Tried;
    AskRegion: m.Region;
    AskForecast: m.Forecast;
    AskOffers: m.Offers;
    AskReach: m.Reach;
    AskRest: m.Tried;
    AskCourse: m.Course;
    Throw: m.Done;
    Leave: m.Done;
    Delegate: m.Done;
    Undo: m.Done;
    AgreeUndo: m.Done;
    SetPlayer: m.Done;
    Tape: m.Done;
    Say: m.Done;
    AskRecord: m.RecordOf;
    AskStory: m.Story;
    AskFilm: m.Film;
}

export type RequestName = keyof Replies;

/** A request without its id, which the client gives it. */
export type Asking<Name extends RequestName> = Omit<Extract<m.FromPage, { type: Name }>, "id">;

/** What happens at a table: the messages that answer no request. */
export type TableMessage =
    m.Happened | m.TakenBack | m.Asked | m.UndoWanted | m.Taped | m.Said | m.PlayersNow | m.GameOver;

/** Requests that may be sent twice without harm, if the line was lost before their reply came. */
const ONCE_ONLY: ReadonlySet<RequestName> = new Set([
    "OpenTable",
    "Leave",
    "Delegate",
    "Undo",
    "AgreeUndo",
    "SetPlayer",
    "Say",
]);

export function maySendAgain(name: RequestName): boolean {
    return !ONCE_ONLY.has(name);
}
