// Made by `python -m pilein.protocol.typescript` from the messages of the engine: change those, not this file.

export const VERSION = 1;

/** Ask for the rulesets and their ready-made examples; the reply is `Games`. */
export interface AskGames {
  type: "AskGames";
  id: number;
}

/** Ask for the vocabulary of a ruleset, from which the page builds its forms; the reply is `Words`. */
export interface AskWords {
  type: "AskWords";
  id: number;
  ruleset: string;
}

/** Ask for the sentences, rulings and order of play of a ruleset; the reply is `Book`. */
export interface AskBook {
  type: "AskBook";
  id: number;
  ruleset: string;
}

/** Ask for an example by name; the reply is `ScenarioChecked`. */
export interface AskExample {
  type: "AskExample";
  id: number;
  name: string;
}

/** Check whether a scenario (TOML) can be played, and ask for it as data; the reply is `ScenarioChecked`. */
export interface AskCheck {
  type: "AskCheck";
  id: number;
  toml: string;
}

/** Write as TOML a scenario that is given as data, and check it; the reply is `ScenarioChecked`. */
export interface AskToml {
  type: "AskToml";
  id: number;
  scenario: Record<string, unknown>;
}

/** Ask for the units of the unit files shipped for a ruleset; the reply is `UnitsFound`. */
export interface AskUnits {
  type: "AskUnits";
  id: number;
  ruleset: string;
}

/** Ask for the units of an army list or catalogue of a roster program; the reply is `UnitsFound`. `name` is the name of the file, and `content` its bytes in base64. */
export interface AskImport {
  type: "AskImport";
  id: number;
  ruleset: string;
  name: string;
  content: string;
}

/** Ask for the odds of a scenario; the reply is `Odds`. If `phases` is 0, play continues until no combat is left. `games` games (1 to 10,000) are sampled if there is too much to solve. `fixed` are answers set in advance, as with `--answer`. */
export interface AskOdds {
  type: "AskOdds";
  id: number;
  toml: string;
  phases?: number;
  games?: number;
  fixed?: string[];
}

/** Ask for the odds of a charge by distance; the reply is `ChargeOdds`. `unit` and `target` may be left out if each side has only one unit. */
export interface AskCharge {
  type: "AskCharge";
  id: number;
  toml: string;
  unit?: string;
  target?: string;
}

/** Ask for the effect of raising or lowering each property of one unit or of all units; the reply is `Worth`. */
export interface AskWorth {
  type: "AskWorth";
  id: number;
  toml: string;
  unit?: string;
}

/** Ask which questions a fight puts to its players; the reply is `QuestionsFound`. If `phases` is 0, play continues until no combat is left. */
export interface AskQuestions {
  type: "AskQuestions";
  id: number;
  toml: string;
  phases?: number;
}

/** Stop working on the request `of`, which then gets no reply. */
export interface Stop {
  type: "Stop";
  id: number;
  of: number;
}

/** Set up a table; the reply is `TableOpened`. `players` names the player of each side: "" for a person, else the name of a policy. With `dice` "fair", dice come from a seed whose hash everybody sees beforehand; with "typed", people enter the dice that they roll on a real table. `record` opens a record or a saved game instead of `toml`, up to the line numbered `until` (null for the whole record). A `record` is played for `more` phases beyond its end. `is_alone` means that one page plays both sides from the first seat and may take back any decision. Unless `is_detailed` is set, the policy answers questions about details; see `Delegate`. */
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

/** Sit down at a table with the token of a seat; the reply is `Joined`, followed by the events after `since`. */
export interface Join {
  type: "Join";
  id: number;
  table: string;
  token: string;
  since?: number;
}

/** Answer the question numbered `question`. The answer is refused if a different question is now pending. */
export interface Answer {
  type: "Answer";
  id: number;
  question: number;
  answer: unknown;
}

/** Check whether an answer would be legal, without giving it; the reply is `Tried`. */
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

/** Ask for each side's chance to win with each option of the question; the reply is `Forecast`. */
export interface AskForecast {
  type: "AskForecast";
  id: number;
  question: number;
}

/** Ask for the charges that options of the question declare, and their chances of success; the reply is `Offers`. */
export interface AskOffers {
  type: "AskOffers";
  id: number;
  question: number;
}

/** Ask for the reach of a unit's charge from its present position; the reply is `Reach`. If `target` is null, the nearest enemy is charged. */
export interface AskReach {
  type: "AskReach";
  id: number;
  unit: number;
  target?: number | null;
}

/** Ask where a unit's models end up if the policy makes the unit's remaining moves; the reply is `Tried`. */
export interface AskRest {
  type: "AskRest";
  id: number;
  question: number;
}

/** Ask how each side's chance of winning changed during a finished game; the reply is `Course`. */
export interface AskCourse {
  type: "AskCourse";
  id: number;
}

/** Enter the faces of rolled dice for the roll numbered `question`, at a table with typed dice. */
export interface Throw {
  type: "Throw";
  id: number;
  question: number;
  faces: number[];
}

/** Let the policy answer for your side until the end of the step, the unit's moves, the phase or the game. */
export interface Leave {
  type: "Leave";
  id: number;
  until: "end" | "phase" | "step" | "unit";
}

/** Leave every question of a clause to the policy from now on, or stop doing so. The clause "" stands for details, which are questions with a single answer, choices between equal models, and compulsory moves. */
export interface Delegate {
  type: "Delegate";
  id: number;
  clause: string;
  is_on: boolean;
}

/** Take back your last decision. If dice have been rolled since, the other side must agree and gets `UndoWanted`. */
export interface Undo {
  type: "Undo";
  id: number;
}

/** Agree to the other side's wish to take back a decision, or decline it. */
export interface AgreeUndo {
  type: "AgreeUndo";
  id: number;
  is_agreed: boolean;
}

/** Let a policy or, with "", a person play your side from now on. */
export interface SetPlayer {
  type: "SetPlayer";
  id: number;
  policy: string;
}

/** Lay the measuring tape for every seat to see. An empty tape removes it. */
export interface Tape {
  type: "Tape";
  id: number;
  points?: [number, number][];
}

/** Say something to everybody at the table, under a name. An empty `text` announces only the name. */
export interface Say {
  type: "Say";
  id: number;
  name?: string;
  text?: string;
}

/** Ask for the record of the game so far, which `pilein replay` reads; the reply is `RecordOf`. While fair dice are secret, the record leaves out their seed. The seed is added once the game is over. */
export interface AskRecord {
  type: "AskRecord";
  id: number;
}

/** Ask for all lines and boards of a record, to step through; the reply is `Story`. */
export interface AskStory {
  type: "AskStory";
  id: number;
  record: string;
}

/** Ask for a record as an animation; the reply is `Film`. */
export interface AskFilm {
  type: "AskFilm";
  id: number;
  record: string;
}

/** The request cannot be carried out. `reason` says why, `line` or `key` gives the place, and `remedy` says what to do. */
export interface Refused {
  type: "Refused";
  id: number;
  reason: string;
  line: number | null;
  key: string;
  remedy: string;
}

/** The request was carried out. Its consequences follow as messages to all seats. */
export interface Done {
  type: "Done";
  id: number;
}

/** The rulesets, whether this engine keeps tables for several people, and whether it can sample in bulk. */
export interface Games {
  type: "Games";
  id: number;
  version: string;
  games: Game[];
  is_served: boolean;
  has_numpy: boolean;
}

/** A ruleset with its policies and examples. */
export interface Game {
  type: "Game";
  ruleset: string;
  title: string;
  policies: string[];
  examples: Example[];
}

/** A ready-made example scenario. */
export interface Example {
  type: "Example";
  name: string;
  title: string;
  is_press: boolean;
  is_battle: boolean;
}

/** Vocabulary of a ruleset: keys of profiles, units (keys shared by all rulesets first), members and weapons. `questions` are the questions for which `fixed` of `AskOdds` may overrule a policy. `blocks` are the formations in which a unit stands as a block; in all others its models are loose. */
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
  blocks: string[];
}

/** Key of a form for a profile, unit, weapon or scenario. `options` lists the allowed words, if they are limited. `plain` is the initial value of a required key in a new profile. `is_of_contact` marks a status that only a unit in contact can have, and `is_of_own_turn` one that only a unit of the active side can have. */
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
  is_of_contact: boolean;
  is_of_own_turn: boolean;
}

/** A weapon, special rule, armour, formation or kind of ground, with its meaning. */
export interface Word {
  type: "Word";
  name: string;
  words: string;
  topic: string;
  sentences: string[];
}

/** A question that the rules put to players, with its sentence and sample answers. `also` describes further answers. */
export interface QuestionWords {
  type: "QuestionWords";
  key: string;
  words: string;
  answers: string[];
  also: string;
}

/** A rules text for reading. */
export interface Book {
  type: "Book";
  id: number;
  ruleset: string;
  title: string;
  sentences: Sentence[];
  rulings: Ruling[];
  order_of_play: Step[];
}

/** Numbered sentence of a rules text in our words, with the clauses that implement it and the rulings about it. `short` describes a unit that this sentence puts out of the fight. It is "" if the sentence never does so. */
export interface Sentence {
  type: "Sentence";
  key: string;
  words: string;
  chapter: string;
  clauses: string[];
  rulings: string[];
  short: string;
}

/** Ambiguity in a rules text, with its options. `usual` is the default. `numbered` are the options that take a number, and `number` is their default. `included_by` is the preset that chooses for this ruling unless the scenario does. */
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

/** A preset that decides this ruling. If `option` of the preset's own `ruling` is in force, it `chooses` one of this ruling's options. */
export interface IncludedBy {
  type: "IncludedBy";
  ruling: string;
  option: string;
  chooses: string;
}

/** A step of the order of play, or a clause in a step. */
export interface Step {
  type: "Step";
  key: string;
  words: string;
  depth: number;
  sentences: string[];
}

/** A scenario as TOML, as data and as a board, with hints. If it has faults, there is no board. */
export interface ScenarioChecked {
  type: "ScenarioChecked";
  id: number;
  toml: string;
  scenario: Record<string, unknown> | null;
  board: Board | null;
  faults: Fault[];
  hints: string[];
}

/** A complete board. `table` is null in the press, where units stand in ranks and files without positions. */
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

/** Description of a battle objective, with its place if it has one. */
export interface Objective {
  type: "Objective";
  words: string;
  place: [number, number] | null;
  radius: number;
}

/** Properties that models with the same profile share: base (round, square, oval ...), size in inches, and role. */
export interface Profile {
  type: "Profile";
  name: string;
  base: string;
  width: number;
  depth: number;
  role: string;
}

/** A unit and its fate, in the ruleset's words. */
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

/** A model. `number` never changes during a game. In the press, x, y and facing are null. */
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

/** A fault in a scenario. */
export interface Fault {
  type: "Fault";
  reason: string;
  line: number | null;
  key: string;
  remedy: string;
}

/** Units of a library or an army list. `left_out` names, with the reasons, units that cannot fight. */
export interface UnitsFound {
  type: "UnitsFound";
  id: number;
  units: UnitFound[];
  left_out: string[];
}

/** Unit that a set-up can take: its keys, and the profiles and weapons that the keys name. */
export interface UnitFound {
  type: "UnitFound";
  name: string;
  source: string;
  unit: Record<string, unknown>;
  profiles: Record<string, unknown>;
  weapons: Record<string, unknown>;
}

/** Odds of a scenario. `phases` are the chances that the fight lasts one phase, two phases, and so on. `deciding` are the sentences that ended fights, most frequent first. */
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

/** A side's chance to win, and the chance of each way of winning. */
export interface SideOdds {
  type: "SideOdds";
  side: string;
  wins: Chance;
  how: Chance[];
}

/** A labelled chance. It is exactly 0 or 1 only for a certainty; a chance very close to certain is not rounded. */
export interface Chance {
  type: "Chance";
  games: number;
  low: number | null;
  high: number | null;
  words: string;
  chance: number;
}

/** Losses of a unit (chances of 0, 1, 2, ... models), their mean, and the chances of the unit's fates. */
export interface UnitOdds {
  type: "UnitOdds";
  unit: string;
  side: string;
  models: number;
  mean_losses: Mean;
  losses: Chance[];
  fates: Chance[];
}

/** A labelled mean. */
export interface Mean {
  type: "Mean";
  games: number;
  low: number | null;
  high: number | null;
  mean: number;
}

/** The odds of a charge by distance. `why` explains why the charge never arrives from certain distances. */
export interface ChargeOdds {
  type: "ChargeOdds";
  id: number;
  charger: string;
  target: string;
  points: ChargeEnds[];
  why: string[];
  assumes: string[];
}

/** Outcomes of a charge from a distance in inches. The chances in `outcomes` add up to 1. The first outcome is that the charge arrives. The other fields are mean numbers of models as text, with an interval if the number is sampled: the models in contact, and the models that the charger and the target lose by the time all charges have been made. */
export interface ChargeEnds {
  type: "ChargeEnds";
  distance: number;
  outcomes: Chance[];
  in_contact: string;
  lost: string;
  target_lost: string;
}

/** Worth of each change to a scenario, largest effect first. `left_out` lists changes that cannot be tried, with the reasons. `out_of_time` lists changes for which no time was left. */
export interface Worth {
  type: "Worth";
  id: number;
  base: [number, number];
  changes: Change[];
  without_effect: string[];
  left_out: string[];
  out_of_time: string[];
  assumes: string[];
}

/** A change and its effect on each side's chance to win, with a sentence that explains it. */
export interface Change {
  type: "Change";
  words: string;
  unit: string;
  wins: [number, number];
  reason: string;
}

/** The questions of a fight that have more than one legal answer, found by playing the fight `games` times. */
export interface QuestionsFound {
  type: "QuestionsFound";
  id: number;
  questions: QuestionFound[];
  games: number;
}

/** A question that a side is asked in a fight, with its sentence and the wordings of its answers. `is_open` means that the question has further answers. */
export interface QuestionFound {
  type: "QuestionFound";
  side: string;
  key: string;
  answers: string[];
  is_open: boolean;
}

/** A new table, with the secret tokens of the first side, the second side and the watchers. */
export interface TableOpened {
  type: "TableOpened";
  id: number;
  table: string;
  tokens: [string, string, string];
}

/** A seat has been taken. `board` is the board after event `number`; all later events follow. If `number` differs from the `since` that was sent, the log starts again. `dice_hash` is the SHA-256 (hexadecimal) of the secret from which the dice are made, or "" if dice are typed in. */
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

/** Whether an answer would be legal. `reason` explains why it is illegal, or is "". `places` are the models that the answer moves, up to the next roll or question. `left` is the remaining movement in inches, if known. */
export interface Tried {
  type: "Tried";
  id: number;
  reason: string;
  places: Model[];
  left: number | null;
}

/** Legal positions for the centre of a model at the facing asked about, as lines through the given points. If the legal positions fill an area, each line stands for a strip `width` inches wide. Otherwise `width` is 0. */
export interface Region {
  type: "Region";
  id: number;
  model: number;
  width: number;
  openings: [number, number][][];
}

/** Each side's chance to win with each option. `assumes` says how both sides are assumed to play on. */
export interface Forecast {
  type: "Forecast";
  id: number;
  question: number;
  options: OptionWorth[];
  is_exact: boolean;
  assumes: string[];
}

/** An option, and each side's chance to win if the option is taken (null if unknown). */
export interface OptionWorth {
  type: "OptionWorth";
  index: number;
  wins: [Chance, Chance] | null;
}

/** Charges that can be declared. `assumes` lists the assumptions behind the chances. */
export interface Offers {
  type: "Offers";
  id: number;
  question: number;
  offers: Offer[];
  assumes: string[];
}

/** An option that declares a charge, with the charge's distance in inches and its chance of arriving (null if unknown). */
export interface Offer {
  type: "Offer";
  index: number;
  target: string;
  inches: number;
  arrives: Chance | null;
}

/** Reach of a unit's charge at an enemy from the present positions, which are `now` inches apart. If `is_complete`, a charge from beyond the last of `points` never arrives. If not, longer distances could not be solved. */
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

/** A distance in inches, and the chance that a charge from that distance arrives. */
export interface ReachPoint {
  type: "ReachPoint";
  distance: number;
  arrives: Chance;
}

/** Each side's chance to win over the course of a game, from the first log line to the last. */
export interface Course {
  type: "Course";
  id: number;
  points: CoursePoint[];
  assumes: string[];
}

/** Each side's chance to win after the first `lines` lines of the log, or null if unknown. */
export interface CoursePoint {
  type: "CoursePoint";
  lines: number;
  wins: [Chance, Chance] | null;
}

/** A game record as JSON text. */
export interface RecordOf {
  type: "RecordOf";
  id: number;
  record: string;
}

/** A complete game: the first board, then every log line with its changes to the board. */
export interface Story {
  type: "Story";
  id: number;
  board: Board;
  happened: Happened[];
}

/** Lines added to the log, with their changes to the board: models added or moved, models removed, units changed. */
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

/** Line of the log: an event, a roll or a decision. `sentences` are the IDs of its sentences, and `rulings` the IDs of the rulings that applied. A roll has `dice`, whose parts each have a label, the faces, and whether each face is a success (null if success has no meaning). `heading` is the level of a heading (0 is the highest), or null for other lines. */
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

/** Dice rolled together. */
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

/** A decision was taken back. The log is cut to its first `lines` lines, and `board` replaces the board. */
export interface TakenBack {
  type: "TakenBack";
  number: number;
  lines: number;
  board: Board;
  words: string;
}

/** A question is waiting for its answer or, with typed dice, a roll is waiting for its dice (`kind` is "roll"). `kind` is the form of the answer. "one" is one of the options. "several" is a list of `items`, from `least` to `most`. "split" is a whole number for each of `items`, adding up to `total`. "place" is [model, x, y, facing] like the options' answers, in ticks of the ruleset (`ticks_per_inch`), with the facing in hundredths of a degree. "other" is one of the options, or another answer in the same form. "roll" is `total` faces of typed dice, sent by `Throw`. `item_answers` are the values of the `items` in an answer, and `item_units` and `item_models` the units and models that each item names. `unit` is the unit that acts. A unit that moves in steps may be given `steps` other than the offered ones, at one of the `paces`: the answer is [pace, [[step, numbers ...], ...]], with lengths in ticks and turns in hundredths of a degree. Only the side that is asked gets options; other seats see only that this side is asked. The sensible policy's answer is always among the options. `is_complete` means that there are no other legal answers. */
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

/** Legal answer. `answer` is the value that `Answer` sends back. `note` gives, for instance, the chance that a charge arrives. `place` is the model's place after the answer, as the page draws it. `is_usual` means that the sensible policy would give this answer. `unit` is the unit that acts. `targets` are the other units that the words name, and `models` the models. */
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

/** A side wishes to take back a decision, and the other side may agree. The wish is withdrawn if `words` is "". */
export interface UndoWanted {
  type: "UndoWanted";
  number: number;
  side: number;
  words: string;
}

/** A side (2 for the watchers) has laid its measuring tape along `points`. */
export interface Taped {
  type: "Taped";
  side: number;
  points: [number, number][];
}

/** A person at a side (2 for a watcher) said something, or announced only their name (`text` is ""). */
export interface Said {
  type: "Said";
  side: number;
  name: string;
  text: string;
}

/** Each side's player ("" for a person), the people present, and the clauses that each side has left to the policy for good. */
export interface PlayersNow {
  type: "PlayersNow";
  number: number;
  players: [string, string];
  present: [boolean, boolean];
  delegated: [string[], string[]];
}

/** The game is over. `winner` is the winning side, or null if there is none. `is_to_go_on` states whether another phase can be played. `dice_secret` (hexadecimal) is the secret of the dice, whose SHA-256 is the hash shown beforehand. `seed` is derived from the secret (see `pilein.protocol.fair_dice`) and reproduces the dice; it is sent as digits because it has 64 bits. Both fields are "" if dice were typed in. */
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
  | AskUnits
  | AskImport
  | AskOdds
  | AskCharge
  | AskWorth
  | AskQuestions
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
  | UnitsFound
  | Odds
  | ChargeOdds
  | Worth
  | QuestionsFound
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
