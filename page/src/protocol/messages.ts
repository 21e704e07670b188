// Made by `python -m pilein.protocol.typescript` from the messages of the engine: change those, not this file.

export const VERSION = 1;

/** The rulesets and their ready-made examples; the reply is `Games`. */
export interface AskGames {
  type: "AskGames";
  id: number;
}

/** The vocabulary of a ruleset, of which a form is made; the reply is `Words`. */
export interface AskWords {
  type: "AskWords";
  id: number;
  ruleset: string;
}

/** Sentences, rulings and order of play of a ruleset; the reply is `Book`. */
export interface AskBook {
  type: "AskBook";
  id: number;
  ruleset: string;
}

/** An example by its name; the reply is `ScenarioChecked`. */
export interface AskExample {
  type: "AskExample";
  id: number;
  name: string;
}

/** Whether a scenario (TOML) can be played, and its parts as data; the reply is `ScenarioChecked`. */
export interface AskCheck {
  type: "AskCheck";
  id: number;
  toml: string;
}

/** A scenario given as data, written as TOML and checked; the reply is `ScenarioChecked`. */
export interface AskToml {
  type: "AskToml";
  id: number;
  scenario: Record<string, unknown>;
}

/** The odds of a scenario; the reply is `Odds`. `phases` 0: until no combat is left. `games`, 1 to 10,000, are sampled where there is too much to solve. `fixed` are answers given beforehand, as with `--answer`. */
export interface AskOdds {
  type: "AskOdds";
  id: number;
  toml: string;
  phases?: number;
  games?: number;
  fixed?: string[];
}

/** The odds of a charge by distance; the reply is `ChargeOdds`. Without names: of the only unit on the only enemy. */
export interface AskCharge {
  type: "AskCharge";
  id: number;
  toml: string;
  unit?: string;
  target?: string;
}

/** Ask for the effect of one more or less of everything; the reply is `Worth`. */
export interface AskWorth {
  type: "AskWorth";
  id: number;
  toml: string;
  unit?: string;
}

/** Stop working on the request `of`; there is no reply to that request any more. */
export interface Stop {
  type: "Stop";
  id: number;
  of: number;
}

/** Set up a table; the reply is `TableOpened`. `players` says for each side who answers: "" for a person, else the name of a policy. `dice`: "fair" dice come from a seed whose hash everybody sees beforehand; "typed" dice are typed in as they fall on a real table. `record` opens a record or a saved game instead of `toml`, up to the line numbered `until` (null: all of it). `is_alone`: one page plays both sides from the first seat, and takes back what it likes. Unless it `is_detailed`, the policy answers questions about details; see `Delegate`. A `record` is played for so many `more` phases than it has. */
export interface OpenTable {
  type: "OpenTable";
  id: number;
  toml?: string;
  players?: [string, string];
  battle?: boolean;
  phases?: number;
  dice?: "fair" | "typed";
  record?: string;
  until?: number | null;
  is_alone?: boolean;
  is_detailed?: boolean;
  more?: number;
}

/** Sit down at a table with the token of a seat; the reply is `Joined`, then what happened after `since`. */
export interface Join {
  type: "Join";
  id: number;
  table: string;
  token: string;
  since?: number;
}

/** Answer the question numbered `question`. Out of date if another waits by now. */
export interface Answer {
  type: "Answer";
  id: number;
  question: number;
  answer: unknown;
}

/** Whether an answer would be legal, without giving it; the reply is `Tried`. */
export interface TryAnswer {
  type: "TryAnswer";
  id: number;
  question: number;
  answer: unknown;
}

/** Ask for the region in which a model may be placed; the reply is `Region`. */
export interface AskRegion {
  type: "AskRegion";
  id: number;
  question: number;
  model: number;
  facing?: number | null;
}

/** Ask for the worth of each option of the question; the reply is `Forecast`. */
export interface AskForecast {
  type: "AskForecast";
  id: number;
  question: number;
}

/** The charges that options of the question declare, and their chances to arrive; the reply is `Offers`. */
export interface AskOffers {
  type: "AskOffers";
  id: number;
  question: number;
}

/** Ask for the reach of a unit's charge from where it stands; the reply is `Reach`. `target` null: the nearest. */
export interface AskReach {
  type: "AskReach";
  id: number;
  unit: number;
  target?: number | null;
}

/** Ask for the places of a unit's models if the policy makes the rest of its moves; the reply is `Tried`. */
export interface AskRest {
  type: "AskRest";
  id: number;
  question: number;
}

/** Ask for the chances to win in the course of a game that is over; the reply is `Course`. */
export interface AskCourse {
  type: "AskCourse";
  id: number;
}

/** Faces of dice as they fell, for the roll numbered `question`, at a table with typed dice. */
export interface Throw {
  type: "Throw";
  id: number;
  question: number;
  faces: number[];
}

/** Let the policy answer for one's side until the end of the step, of the unit's moves, of the phase or of all. */
export interface Leave {
  type: "Leave";
  id: number;
  until: "end" | "phase" | "step" | "unit";
}

/** Leave every question of a clause to the policy from now on, or no longer. The clause "" stands for details: questions with one answer, and which of several equal models. */
export interface Delegate {
  type: "Delegate";
  id: number;
  clause: string;
  is_on: boolean;
}

/** Take back one's last decision, if no dice fell since or the other side agrees; then `UndoWanted` goes to it. */
export interface Undo {
  type: "Undo";
  id: number;
}

/** Agree to the other side's wish, or not. */
export interface AgreeUndo {
  type: "AgreeUndo";
  id: number;
  is_agreed: boolean;
}

/** Let a policy play one's own side from now on ("" : a person again). */
export interface SetPlayer {
  type: "SetPlayer";
  id: number;
  policy: string;
}

/** Lay the measuring tape, for all to see; an empty tape is taken up. */
export interface Tape {
  type: "Tape";
  id: number;
  points?: [number, number][];
}

/** Say something to everybody at the table, under a name; with `text` "" only the name is told. */
export interface Say {
  type: "Say";
  id: number;
  name?: string;
  text?: string;
}

/** The record of the game so far, which `pilein replay` reads; the reply is `RecordOf`. While fair dice are secret the seed is left out, so it is given only when the game is over. */
export interface AskRecord {
  type: "AskRecord";
  id: number;
}

/** All lines and boards of a record, to step through; the reply is `Story`. */
export interface AskStory {
  type: "AskStory";
  id: number;
  record: string;
}

/** A record as a moving picture; the reply is `Film`. */
export interface AskFilm {
  type: "AskFilm";
  id: number;
  record: string;
}

/** The request cannot be met: the reason, the line or key at fault, and the remedy. */
export interface Refused {
  type: "Refused";
  id: number;
  reason: string;
  line: number | null;
  key: string;
  remedy: string;
}

/** The request was carried out; its consequences come as messages to all. */
export interface Done {
  type: "Done";
  id: number;
}

/** The rulesets, and whether this engine keeps tables for several people and can sample in bulk. */
export interface Games {
  type: "Games";
  id: number;
  version: string;
  games: Game[];
  is_served: boolean;
  has_numpy: boolean;
}

/** A ruleset. */
export interface Game {
  type: "Game";
  ruleset: string;
  title: string;
  policies: string[];
  examples: Example[];
}

/** A ready-made example. */
export interface Example {
  type: "Example";
  name: string;
  title: string;
  is_press: boolean;
  is_battle: boolean;
}

/** The vocabulary of a ruleset: keys of profiles, units (those of all games first), members and own weapons. `questions` are those that a policy may be overruled in, with `fixed` of `AskOdds`. */
export interface Words {
  type: "Words";
  id: number;
  ruleset: string;
  profile: Field[];
  unit: Field[];
  words: Word[];
  member: Field[];
  weapon: Field[];
  questions: QuestionWords[];
}

/** A key of a form: of a profile, unit, weapon or scenario. `options` are the words it allows, if it lists them. `plain` is what a new profile begins with, for a key that has to be there. */
export interface Field {
  type: "Field";
  key: string;
  kind: "choice" | "flag" | "number" | "several" | "table" | "text";
  words: string;
  least: number | null;
  most: number | null;
  options: string[];
  usual: unknown;
  is_required: boolean;
  plain: unknown;
}

/** A weapon, special rule, armour, formation or kind of ground, with its meaning. */
export interface Word {
  type: "Word";
  name: string;
  words: string;
  topic: string;
  sentences: string[];
}

/** A question of a rules text to players, by its sentence, with answers that it has; `also`: others, in words. */
export interface QuestionWords {
  type: "QuestionWords";
  key: string;
  words: string;
  answers: string[];
  also: string;
}

/** A rules text to read. */
export interface Book {
  type: "Book";
  id: number;
  ruleset: string;
  title: string;
  sentences: Sentence[];
  rulings: Ruling[];
  order_of_play: Step[];
}

/** A numbered sentence of a rules text in our words, the clauses that carry it out, and the rulings about it. `short` describes a unit that it puts out of the fight, if it does. */
export interface Sentence {
  type: "Sentence";
  key: string;
  words: string;
  chapter: string;
  clauses: string[];
  rulings: string[];
  short: string;
}

/** A place where a text leaves a case open: the options with their words; `usual` is the default. `numbered` are the options with a number, `number` is the one they have unless another is given. `included_by` is the preset that chooses for this ruling unless the scenario does. */
export interface Ruling {
  type: "Ruling";
  key: string;
  words: string;
  usual: string;
  options: [string, string][];
  sentences: string[];
  numbered: string[];
  number: number | null;
  included_by: IncludedBy | null;
}

/** Another ruling whose `option` makes a choice for this one as well: it `chooses` one of this one's options. */
export interface IncludedBy {
  type: "IncludedBy";
  ruling: string;
  option: string;
  chooses: string;
}

/** A step of the order of play. */
export interface Step {
  type: "Step";
  key: string;
  words: string;
  depth: number;
  sentences: string[];
}

/** A scenario: as TOML, as data, as a board; with its faults (then it has no board), hints and assumptions. */
export interface ScenarioChecked {
  type: "ScenarioChecked";
  id: number;
  toml: string;
  scenario: Record<string, unknown> | null;
  board: Board | null;
  faults: Fault[];
  hints: string[];
}

/** Everything to draw. `table` is null in the press, where units stand in ranks and files without places. */
export interface Board {
  type: "Board";
  ruleset: string;
  sides: [string, string];
  colours: [string, string];
  table: [number, number] | null;
  grounds: Ground[];
  objectives: Objective[];
  profiles: Profile[];
  units: Unit[];
  models: Model[];
}

/** A piece of terrain. */
export interface Ground {
  type: "Ground";
  kind: string;
  name: string;
  polygon: [number, number][];
}

/** A goal of a battle in words, and its place if it has one. */
export interface Objective {
  type: "Objective";
  words: string;
  place: [number, number] | null;
  radius: number;
}

/** Properties of all models of a kind: the base (`kind` is round, square, oval ...) in inches, the role. */
export interface Profile {
  type: "Profile";
  name: string;
  base: string;
  width: number;
  depth: number;
  role: string;
}

/** A unit and its fate; `fate` is in the words of the ruleset. */
export interface Unit {
  type: "Unit";
  number: number;
  name: string;
  side: number;
  formation: string;
  files: number;
  before: number;
  left: number;
  fate: string;
  is_beaten: boolean;
  in_contact_with: number[];
  statuses: string[];
}

/** A model on the table. `number` stays the same all game long; in the press x, y and facing are null. */
export interface Model {
  type: "Model";
  number: number;
  unit: number;
  profile: number;
  x: number | null;
  y: number | null;
  facing: number | null;
  wounds_lost: number;
}

/** Fault of a scenario. */
export interface Fault {
  type: "Fault";
  reason: string;
  line: number | null;
  key: string;
  remedy: string;
}

/** The odds. `phases` are the chances that it lasts one phase, two, and so on. `deciding` are the sentences by which fights ended, most frequent first. */
export interface Odds {
  type: "Odds";
  id: number;
  is_exact: boolean;
  games: number;
  sides: [SideOdds, SideOdds];
  neither: Chance[];
  units: UnitOdds[];
  phases: Chance[];
  deciding: Chance[];
  assumes: string[];
  hints: string[];
  seconds: number;
}

/** Odds of a side: its chance to win, and its ways of winning. */
export interface SideOdds {
  type: "SideOdds";
  side: string;
  wins: Chance;
  how: Chance[];
}

/** A chance with its words. Only what is certain has an exact chance of 0 or 1, however near another chance is. */
export interface Chance {
  type: "Chance";
  games: number;
  low: number | null;
  high: number | null;
  words: string;
  chance: number;
}

/** Losses of a unit (the chance of each number of models, from 0 on), their mean, and its fates. */
export interface UnitOdds {
  type: "UnitOdds";
  unit: string;
  side: string;
  models: number;
  mean_losses: Mean;
  losses: Chance[];
  fates: Chance[];
}

/** A mean. */
export interface Mean {
  type: "Mean";
  games: number;
  low: number | null;
  high: number | null;
  mean: number;
}

/** The odds of a charge by distance. `why` says why it never arrives from some distances. */
export interface ChargeOdds {
  type: "ChargeOdds";
  id: number;
  charger: string;
  target: string;
  points: ChargeEnds[];
  why: string[];
  assumes: string[];
}

/** Ends of a charge from a distance in inches: `outcomes` add up to 1, the first is that the charge arrives. Mean numbers of models in words, with their interval where they were sampled: those in contact, those that charger and target lose until all charges have been made. */
export interface ChargeEnds {
  type: "ChargeEnds";
  distance: number;
  outcomes: Chance[];
  in_contact: string;
  lost: string;
  target_lost: string;
}

/** Worth of each change of a scenario, largest effect first. */
export interface Worth {
  type: "Worth";
  id: number;
  base: [number, number];
  changes: Change[];
  without_effect: string[];
  assumes: string[];
}

/** A change and its effect: the differences of both sides' chances to win, and the sentence that explains it. */
export interface Change {
  type: "Change";
  words: string;
  unit: string;
  wins: [number, number];
  reason: string;
}

/** A new table, with the secret tokens of the two sides and of watchers. */
export interface TableOpened {
  type: "TableOpened";
  id: number;
  table: string;
  tokens: [string, string, string];
}

/** A seat taken. Events after `number` follow, up to the present: `board` is the board at that point. Where `number` is not the `since` that was sent, the log begins anew. `dice_hash` is the SHA-256 (hexadecimal) of the secret that the dice come from; "" where dice are typed in. */
export interface Joined {
  type: "Joined";
  id: number;
  seat: "first" | "second" | "watch";
  board: Board;
  number: number;
  dice_hash: string;
  players: [string, string];
  phase: number;
  turn: number;
  toml: string;
}

/** Whether an answer would be legal: `reason` says why not ("" if it is). `places` are the models that it moves, up to the next roll or question. `left` are the inches of movement that remain, where that is known. */
export interface Tried {
  type: "Tried";
  id: number;
  reason: string;
  places: Model[];
  left: number | null;
}

/** Legal places for the middle of a model: cells of a grid `step` inches wide. `reasons` say why the others are not legal. */
export interface Region {
  type: "Region";
  id: number;
  model: number;
  step: number;
  cells: [number, number][];
  reasons: string[];
}

/** Worth of each option. `assumes` says how both sides play on. */
export interface Forecast {
  type: "Forecast";
  id: number;
  question: number;
  options: OptionWorth[];
  is_exact: boolean;
  assumes: string[];
}

/** An option with the chances of both sides to win, if it is taken; null: nothing is known of them. */
export interface OptionWorth {
  type: "OptionWorth";
  index: number;
  wins: [Chance, Chance] | null;
}

/** The charges on offer. `assumes` are the assumptions of their chances. */
export interface Offers {
  type: "Offers";
  id: number;
  question: number;
  offers: Offer[];
  assumes: string[];
}

/** An option that declares a charge: its distance in inches, and its chance to arrive (null: not known). */
export interface Offer {
  type: "Offer";
  index: number;
  target: string;
  inches: number;
  arrives: Chance | null;
}

/** Reach of a unit's charge at an enemy from the present positions. `now` is their distance in inches. `is_complete`: beyond the last of `points` the charge never arrives; else no more could be worked out. */
export interface Reach {
  type: "Reach";
  id: number;
  unit: number;
  target: string;
  now: number;
  points: ReachPoint[];
  is_complete: boolean;
  assumes: string[];
}

/** A distance in inches and the chance that the charge arrives. */
export interface ReachPoint {
  type: "ReachPoint";
  distance: number;
  arrives: Chance;
}

/** Chances to win from the first line to the last. */
export interface Course {
  type: "Course";
  id: number;
  points: CoursePoint[];
  assumes: string[];
}

/** Chances of both sides to win after the first `lines` lines of the log, null if not known. */
export interface CoursePoint {
  type: "CoursePoint";
  lines: number;
  wins: [Chance, Chance] | null;
}

/** A record as JSON text. */
export interface RecordOf {
  type: "RecordOf";
  id: number;
  record: string;
}

/** A whole game: the first board, and every line with its changes. */
export interface Story {
  type: "Story";
  id: number;
  board: Board;
  happened: Happened[];
}

/** Lines of the log, and their changes of the board: models new or moved, models gone, units. */
export interface Happened {
  type: "Happened";
  number: number;
  lines: Line[];
  models: Model[];
  gone: number[];
  units: Unit[];
  phase: number;
  turn: number;
}

/** A line of the log: an event, a roll or a decision. `sentences` are the IDs of the sentences it comes from, `rulings` those of the rulings used in it. A roll has `dice`: its parts, each with a label, the faces, and which of them count as successes (null if that means nothing). `heading` is the level of a line above others (0: the highest), null for other lines. */
export interface Line {
  type: "Line";
  kind: "decision" | "event" | "roll";
  text: string;
  sentences: string[];
  rulings: string[];
  side: number | null;
  dice: DiceShown[];
  heading: number | null;
}

/** Dice thrown together. */
export interface DiceShown {
  type: "DiceShown";
  label: string;
  faces: number[];
  successes: boolean[] | null;
}

/** A game as an animated SVG. */
export interface Film {
  type: "Film";
  id: number;
  svg: string;
}

/** A decision was taken back: the log goes back to its first `lines` lines, and the board is as given. */
export interface TakenBack {
  type: "TakenBack";
  number: number;
  lines: number;
  board: Board;
  words: string;
}

/** A question waits (or, with typed dice, a roll: `kind` is "roll"). `kind` says what an answer is: "one" of the options; "several" of `items`, from `least` to `most`, as a list; "split": whole numbers for each of `items` that add up to `total`; "place": [model, x, y, facing] like the options' answers, in ticks of the ruleset (`ticks_per_inch`, facing in hundredths of a degree); "other": one of the options, or another of that form; "roll": `total` faces of typed dice, as `Throw`. `item_answers` are what the `items` stand for in an answer, `item_units` and `item_models` the units and models that each names. `unit` is the one that acts. A unit that moves in steps may be given other `steps` than those offered, at one of the `paces`: the answer is [pace, [[step, numbers ...], ...]], lengths in ticks and turns in hundredths of a degree. Only the side that is asked gets options; others see that it is asked. The sensible policy's answer is always among the options; `is_complete`: there are no other legal answers. */
export interface Asked {
  type: "Asked";
  number: number;
  question: number;
  side: number;
  clause: string;
  words: string;
  kind: "one" | "other" | "place" | "roll" | "several" | "split";
  options: Option[];
  is_complete: boolean;
  items: string[];
  item_answers: unknown[];
  least: number;
  most: number;
  total: number;
  ticks_per_inch: number;
  item_units: number[][];
  item_models: number[][];
  unit: number | null;
  paces: string[];
  steps: string[];
}

/** A legal answer. `answer` is what `Answer` sends back; `note` says for instance how likely a charge arrives. `place` is where the answer puts a model: what the page draws. `is_usual`: the sensible policy would give it. `unit` is the unit that acts, `targets` are the other units that the words name, `models` the models. */
export interface Option {
  type: "Option";
  index: number;
  words: string;
  answer: unknown;
  note: string;
  place: Model | null;
  unit: number | null;
  is_usual: boolean;
  targets: number[];
  models: number[];
}

/** A side wishes to take back a decision; the other may agree. With `words` "" the wish is gone. */
export interface UndoWanted {
  type: "UndoWanted";
  number: number;
  side: number;
  words: string;
}

/** The measuring tape of a side (2: of watchers) lies here. */
export interface Taped {
  type: "Taped";
  side: number;
  points: [number, number][];
}

/** Somebody at a side (2: a watcher) said something, or only tells their name (`text` is ""). */
export interface Said {
  type: "Said";
  side: number;
  name: string;
  text: string;
}

/** Players of both sides ("" : a person), those present, and the clauses that each leaves to the policy for good. */
export interface PlayersNow {
  type: "PlayersNow";
  number: number;
  players: [string, string];
  present: [boolean, boolean];
  delegated: [string[], string[]];
}

/** The game is over. `winner` is the side that won, null for neither; `is_to_go_on`: another phase can be played. `dice_secret` (hexadecimal) is the source of the dice: its SHA-256 is the hash shown before. `seed` is made of it (see `pilein.protocol.fair_dice`), and gives the same dice again; in digits, since it has 64 bits. Both are "" where dice were typed in. */
export interface GameOver {
  type: "GameOver";
  number: number;
  words: string;
  dice_secret: string;
  seed: string;
  winner: number | null;
  is_to_go_on: boolean;
}

export type FromPage =
  | AskGames
  | AskWords
  | AskBook
  | AskExample
  | AskCheck
  | AskToml
  | AskOdds
  | AskCharge
  | AskWorth
  | Stop
  | OpenTable
  | Join
  | Answer
  | TryAnswer
  | AskRegion
  | AskForecast
  | AskOffers
  | AskReach
  | AskRest
  | AskCourse
  | Throw
  | Leave
  | Delegate
  | Undo
  | AgreeUndo
  | SetPlayer
  | Tape
  | Say
  | AskRecord
  | AskStory
  | AskFilm;

export type FromEngine =
  | Refused
  | Done
  | Games
  | Words
  | Book
  | ScenarioChecked
  | Odds
  | ChargeOdds
  | Worth
  | TableOpened
  | Joined
  | Tried
  | Region
  | Forecast
  | Offers
  | Reach
  | Course
  | RecordOf
  | Story
  | Film
  | Happened
  | TakenBack
  | Asked
  | UndoWanted
  | Taped
  | Said
  | PlayersNow
  | GameOver;
