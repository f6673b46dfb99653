/** What goes over the wire. Made by `make wire` from the types of the server. */

/** From the start to the result. */
export interface AccountChart {
  zero: number;
  objectives: string[];
  rows: AccountRow[];
}

/** A part of an account as a bar, and as numbers by objective. */
export interface AccountRow {
  name: string;
  bar: Bar;
  values: string[];
}

/** The assessment of a decision. */
export interface Assessment {
  grade: Grade;
  symbol: string;
  words: string;
  loss: string;
  better: MoveWords | null;
}

export interface BackupFile {
  format: "charidice-history";
  version: 1;
  names: Record<string, string>;
  games: BackupGame[];
}

export interface BackupGame {
  id: string;
  at: string | null;
  kind: GameKind | null;
  mine: number[];
  record: RecordView;
}

export interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
  kind: "whole" | "rise" | "fall" | "luck" | "loss";
}

/** The position where the game of a table begins. */
export interface BeginningView {
  round: number;
  /** By seat. */
  totals: number[];
}

export interface BestGame {
  total: string;
  at: string;
  others: string[];
}

export interface BotFor {
  bot: BotName;
}

export type BotName = string;

export interface BotPlays {
  seq: number;
  at: string;
  event: "bot-plays";
  seat: number;
  bot: BotName;
}

export interface BotSeat {
  who: "bot";
  bot: BotName;
}

/** What a turn writes on both sheets. */
export interface Boxes {
  points: number;
  bonus: number;
  /** Box 4 of the giver: doubled if the recipient has asked. */
  gift: number;
  /** Box 3 of the recipient. */
  received: number;
  asked: boolean;
}

export interface BriefView {
  lines: string[];
  chances: ChanceView[];
}

/** A new name for the person behind these names; None undoes it. */
export interface CallPeople {
  names: string[];
  called: string | null;
}

export interface CalledPerson {
  key: string;
}

export interface ChanceView {
  label: string;
  share: number;
  percent: string;
}

/** The settings of a table that can change during a game; only those that are not None do. */
export interface ChangedSettings {
  speed?: Speed | null;
  wait?: number | null;
  /** Only where hints are on. */
  hints?: "ask" | "tutor" | null;
}

/** Lines, bars or both; coordinates are percentages from its left and its top. */
export interface Chart {
  title: string;
  description: string;
  places: number[];
  lines: number[][];
  band: number[][];
  bars: Bar[];
  marks: Mark[];
  levels: Tick[];
  uprights: number[];
  labels: Tick[];
  zero: number | null;
}

export type ComplaintCode = "no-such-bonus" | "no-such-points" | "no-such-gift" | "odd-gift" | "not-together" | "received-differs" | "second-gift" | "other-dice";

/** What is odd about a turn; its sentence is in the catalogs. */
export interface ComplaintView {
  code: ComplaintCode;
  points?: number;
  bonus?: number;
  gift?: number;
  received?: number;
  /** The round in which the recipient had already asked for the greatest of gifts. */
  round?: number;
  face?: string;
  other?: string;
}

/** Whether the recipient has the confirmation dialog for asking open. */
export interface Considering {
  seat: number;
  considering: boolean;
}

/** The content of `data-constants` in the page. */
export interface Constants {
  languages: Language[];
  /** The bots' levels, weakest first. */
  levels: Level[];
  /** Other bots that the operator has invited. */
  guests: BotName[];
  dice: number;
  /** The standard dice. */
  layout: string;
  /** The charity bonus, and the greater one. */
  charity: number[];
  players: Limits;
  name_length: number;
  /** On a score pad. */
  most_in_a_box: number;
  /** In KiB, the longest record that is taken. */
  record_size: number;
  motion: Motion;
  /** Default table settings. */
  settings: TableSettingsOutput;
  limits: SettingLimits;
  starts: WhoStarts[];
  hints: Hints[];
  speeds: Speed[];
  papers: Paper[];
  /** Whether this server has it. */
  documentation: boolean;
  /** Whether this is a static site: files alone, without a server. */
  site: boolean;
  /** The addresses of the solver's tables, below static/. */
  tables: string[];
}

export interface CorrectionView {
  round: number;
  seat: number;
  /** None if the turn had been cleared. */
  was: Boxes | null;
}

export interface Created {
  seq: number;
  at: string;
  event: "created";
  host: number;
}

export interface DataRow {
  date: string | null;
  cells: string[];
}

export interface DataTable {
  heads: string[];
  rows: DataRow[];
}

export interface DateTick {
  at: number;
  date: string;
}

export interface DeleteGames {
  games: string[];
}

export interface DiceSetToRemove {
  name: string;
}

export interface DiceSetToSave {
  name: string;
  /** A dice set: the colours of the numbers 1 to 6 of each die. */
  dice: string;
}

/** The faces of a dice set entered so far. */
export interface DiceToComplete {
  dice: string[][];
}

export interface DieLayout {
  /** Those it has: entered, or following from what is entered. */
  faces: string[];
  /** Those it can still have, its faces included. */
  possible: string[];
}

export interface Empty {

}

/** An empty body. */
export interface EmptyRequest {

}

/** A turn entered on a pad, by the browser of `holder`. */
export interface Entered {
  seq: number;
  at: string;
  event: "entered";
  entry: string;
  round: number;
  seat: number;
  value: PadValueOutput;
  replaces: string[];
  holder: number;
}

/** A name and its value; a number of decisions also has their grade. */
export interface Fact {
  name: string;
  value: string;
  grade?: Grade | null;
  symbol?: string;
}

export interface Figure {
  name: string;
  value: string;
  note?: string;
}

export type GameEvent = RolledEvent | ScoredEvent | PlainEvent | LaidEvent | NotedEvent;

/** The way a game was played; of these kinds, the first one that fits. */
export type GameKind = "pad" | "online" | "bots" | "table";

/** The state of a game. */
export interface GameView {
  round: number;
  rounds: number;
  active: number;
  recipient: number;
  rolls: number;
  rolls_left: number;
  faces: string[];
  /** The dice kept in the last roll. */
  kept: number[];
  asked: boolean;
  stopped: boolean;
  declined: boolean;
  /** Whether the recipient has passed on asking in this turn. */
  passed: boolean;
  /** Remaining milliseconds in which the recipient may ask first. */
  wait: number;
  /** Legal moves by seat. */
  may: MoveName[][];
  winners: number[] | null;
  options: OptionView[];
  sheets: SheetView[];
}

/** How good a decision was. */
export type Grade = "good" | "inaccuracy" | "mistake" | "blunder";

/** A decision worth looking at again. */
export interface Highlight {
  events: number;
  round: number;
  faces: string[];
  asking: boolean;
  move: MoveWords;
}

export interface HintView {
  /** From a nudge to the full advice; each tells more than the one before. */
  stages: string[];
  /** The reason; None if there is nothing to choose. */
  brief: BriefView | null;
  /** The dice it is about. */
  dice: number[];
  action: MoveView | null;
}

export type Hints = "off" | "ask" | "tutor";

export interface HistoryAnswer {
  games: HistoryLine[];
  count: number;
  total: number;
  years: number[];
  people: PersonRow[];
  more_people: number;
  person: PersonPage | null;
  mine: Mine | null;
  waiting: number;
  retention: Retention;
}

/** A chart with its words and its table. */
export interface HistoryChart {
  name: string;
  note: string;
  chart: Chart;
  dates: DateTick[];
  table: DataTable;
}

/** A game in the list. */
export interface HistoryLine {
  game: string;
  at: string;
  kind: GameKind;
  imported: boolean;
  finished: boolean;
  seats: HistorySeat[];
  mine: number[];
  me: number | null;
  went: string[];
  others: number;
  deleted_on: string | null;
}

export interface HistorySeat {
  name: string;
  bot: string | null;
  total: number;
  won: boolean;
}

export interface HouseRules {
  rounds: number;
  free_giving: boolean;
  late_asking: boolean;
}

export interface ImportAnswer {
  added: number;
  known: number;
  refused: RefusedGame[];
}

/** Each game is one of a backup, as JSON, or a record. */
export interface ImportGames {
  games: string[];
  names?: Record<string, string>;
}

export interface Invitation {
  join: string;
  watch: string;
  /** The link as a QR code, an SVG data URI. */
  join_qr: string;
  watch_qr: string;
}

export interface Join {
  code: string;
  name: string;
  birthday?: string | null;
  commitment?: string | null;
  seat?: number | null;
}

/** A moment that changed the chances much. */
export interface KeyMoment {
  events: number;
  turn: number;
  name: string;
  seat: number;
  kind: "lucky" | "unlucky" | "decision" | "strong" | "weak";
  grade: Grade | null;
  title: string;
  move: MoveWords;
  better: MoveWords | null;
  change: string;
}

/** The kind of a scoring set, named by the clause that allows it. */
export type Kind = "3.1.1" | "3.1.2" | "3.1.3" | "3.1.4" | "3.1.5" | "3.2.1" | "3.2.2";

/** Real dice after the last roll of a turn; the rolls before it are not known. */
export interface LaidEvent {
  seat: number;
  event: "laid";
  faces: string[];
  asked: boolean;
}

export interface Language {
  code: string;
  /** The name of the language in itself. */
  name: string;
}

export interface LayoutView {
  dice: DieLayout[];
  /** The dice set, once every face is known. */
  layout: string | null;
}

/** A guest's seat is open again; `by` is the holder number of the guest or the host. */
export interface Left {
  seq: number;
  at: string;
  event: "left";
  seat: number;
  by: number;
}

export type Level = "sparrow" | "squirrel" | "magpie" | "fox" | "owl";

export interface Limits {
  least: number;
  most: number;
}

export interface LoggedPlain {
  seq: number;
  at: string;
  seat: number;
  event: "gift-asked" | "stopped" | "gift-declined";
}

export interface LoggedRoll {
  seq: number;
  at: string;
  seat: number;
  event: "rolled";
  keep: number[];
  faces: string[];
}

export interface LoggedScore {
  seq: number;
  at: string;
  seat: number;
  event: "scored";
  dice: number[];
  points: number;
  bonus: number;
  gift: number;
}

/** A point of a line that stands out. */
export interface Mark {
  x: number;
  y: number;
  line: number;
  kind: string;
  symbol: string;
  title: string;
  turn: number | null;
}

/** The top of the page. */
export interface Mine {
  key: string;
  name: string;
  games: string;
  victories: string;
  best: BestGame;
  rating: string | null;
  near: string | null;
  headline: string | null;
  chart: Chart | null;
  costs: string | null;
}

/** How many seconds it takes to show an event. */
export interface Motion {
  rolled: number;
  /** The dice that a bot scores and gives, before they fly; not at a fast table. */
  marked: number;
  /** A gift's dice fly into the box. */
  packed: number;
  scored: number;
}

/** A move; `seq` is the last event its sender had seen, `move_id` deduplicates retries. */
export interface Move {
  move_id: string;
  seq: number;
  seat: number;
  action: MoveName;
  keep?: number[];
  dice?: number[];
  sure?: boolean;
  /** The id of a page's live connection, which is left out of updates that this answer has. */
  page?: string | null;
}

export interface MoveHere {
  code: string;
  commitment?: string | null;
}

export type MoveName = "roll" | "score" | "ask" | "stop" | "decline" | "undo";

export interface MoveView {
  action: "roll" | "score" | "ask" | "stop" | "decline";
  keep?: number[];
  dice?: number[];
}

/** A move in words, and the faces in them, so that dice can be drawn instead. */
export interface MoveWords {
  words: string;
  faces: string[];
}

/** A turn for the pad; `entry` deduplicates retries, `replaces` are the entries its sender saw in this turn. */
export interface NewEntry {
  entry: string;
  round: number;
  seat: number;
  value: PadValueInput;
  replaces?: string[];
}

export interface NewTable {
  seats: (PersonHere | PersonByLink | BotSeat)[];
  settings?: TableSettingsInput;
  /** Where the game begins, the seats in the order of play; None for empty sheets. */
  position?: string | null;
  commitment?: string | null;
  /** A browser that sends one key again gets the same table again. */
  key?: string | null;
}

/** A turn with real dice, written down without them. */
export interface NotedEvent {
  seat: number;
  points: number;
  bonus: number;
  gift: number;
  received: number;
  asked: boolean;
  event: "noted";
}

/** A way to score the dice on the table. */
export interface OptionView {
  dice: number[];
  kind: Kind;
  group: "colour" | "colours";
  points: number;
  bonus: number;
  /** Points plus bonus. */
  total: number;
  gift: number;
  /** The dice given away. */
  gives: number[];
  /** The given dice whose number counts double. */
  doubled: number[];
  /** Dominated by another option. */
  folded: boolean;
}

export interface Options {
  faces: string[];
  options: OptionView[];
}

/** A turn by its dice. */
export interface PadDiceInput {
  by: "dice";
  /** The last roll, or all rolls if `every` is true. */
  rolls: PadRollInput[];
  every?: boolean;
  scored: string[];
  /** Whether the recipient has asked for the greatest of gifts. */
  asked?: boolean;
  /** With `every` roll: how many of them the recipient had seen. */
  asked_after?: number;
  /** The complaints that were seen and answered: it is right all the same. */
  confirmed?: ComplaintCode[];
}

/** A turn by its dice. */
export interface PadDiceOutput {
  by: "dice";
  /** The last roll, or all rolls if `every` is true. */
  rolls: PadRollOutput[];
  every: boolean;
  scored: string[];
  /** Whether the recipient has asked for the greatest of gifts. */
  asked: boolean;
  /** With `every` roll: how many of them the recipient had seen. */
  asked_after: number;
  /** The complaints that were seen and answered: it is right all the same. */
  confirmed: ComplaintCode[];
}

/** Clears a turn. */
export interface PadNothing {
  by: "nothing";
}

/** A turn by its boxes, as they are written: the gift is doubled if the recipient has asked. */
export interface PadPointsInput {
  by: "points";
  points: number;
  bonus: number;
  gift: number;
  /** Box 3 of the recipient; None is the same as the gift. */
  received?: number | null;
  asked?: boolean;
  /** The complaints that were seen and answered: it is right all the same. */
  confirmed?: ComplaintCode[];
}

/** A turn by its boxes, as they are written: the gift is doubled if the recipient has asked. */
export interface PadPointsOutput {
  by: "points";
  points: number;
  bonus: number;
  gift: number;
  /** Box 3 of the recipient; None is the same as the gift. */
  received: number | null;
  asked: boolean;
  /** The complaints that were seen and answered: it is right all the same. */
  confirmed: ComplaintCode[];
}

/** The faces after a roll, and the kept ones among them. */
export interface PadRollInput {
  faces: string[];
  keep?: string[];
}

/** The faces after a roll, and the kept ones among them. */
export interface PadRollOutput {
  faces: string[];
  keep: string[];
}

/** A turn on the pad. */
export interface PadTurnView {
  round: number;
  seat: number;
  recipient: number;
  /** The ids of the entries that stand there, to be replaced by a correction. */
  standing: string[];
  /** None if nothing is entered, and while rivals wait for a choice. */
  boxes: Boxes | null;
  value: PadValueOutput | null;
  complaints: ComplaintView[];
  /** Entries that differ and await a choice: one that replaces all that stand there. */
  rivals: TracedEntry[];
  /** What has been replaced, oldest first. */
  trace: TracedEntry[];
}

export type PadValueInput = PadDiceInput | PadPointsInput | PadNothing;

export type PadValueOutput = PadDiceOutput | PadPointsOutput | PadNothing;

/** The state of a score pad. */
export interface PadView {
  round: number;
  rounds: number;
  active: number | null;
  recipient: number | null;
  sheets: SheetView[];
  givers: number[];
  missing: number;
  winners: number[] | null;
  /** By round and seat. */
  turns: PadTurnView[][];
}

export type PageMessage = "hidden" | "shown" | "touched";

export type Paper = "a4" | "letter";

/** The recipient need not be waited for in this turn, but may still ask for the greatest of gifts. */
export interface Passed {
  seq: number;
  at: string;
  event: "passed";
  seat: number;
}

export interface PersonByLink {
  who: "link";
}

export interface PersonHere {
  who: "here";
  name: string;
  birthday?: string | null;
}

/** The statistics of one person. */
export interface PersonPage {
  name: string;
  rating: RatingWords | null;
  figures: Figure[];
  charts: HistoryChart[];
  against: DataTable;
  notes: string[];
}

/** A bot no longer stands in. */
export interface PersonPlays {
  seq: number;
  at: string;
  event: "person-plays";
  seat: number;
}

/** Somebody in the overview. */
export interface PersonRow {
  key: string;
  is_bot: boolean;
  name: string;
  names: string[];
  games: number;
  victories: string;
  average: string;
  rating: string;
}

export interface PersonalLink {
  link: string;
  qr: string;
}

export interface PlainEvent {
  seat: number;
  event: "gift-asked" | "stopped" | "gift-declined";
}

/** The summary of one seat. */
export interface PlayerCard {
  name: string;
  points: string;
  figures: Fact[];
  account: AccountChart | null;
  by_round: Chart | null;
  facts: Fact[];
  best_move: Highlight | null;
  worst_move: Highlight | null;
}

export interface PledgeView {
  commitment: string;
  word_commitments?: (string | null)[];
  entropy: string[];
  seed: string | null;
}

export interface PossibleScores {
  scores: ScoreView[];
}

/** Presence of the players, on every change and as a heartbeat, to which the page replies. */
export interface PresenceMessage {
  /** `online` and `away` of each seat, as in the view. */
  seats: SeatPresence[];
  /** Holder numbers with the host's rights: while the host is away, all with a seat. */
  hosts: number[];
  type: "presence";
}

export interface Problem {
  error: Reason;
}

export interface RatingWords {
  value: string;
  low: string;
  high: string;
  words: string;
}

export interface Reaction {
  seat: number;
  reaction: ReactionName;
}

/** A player reacts with an emoji. */
export interface ReactionMessage {
  type: "reaction";
  seat: number;
  reaction: ReactionName;
}

export type ReactionName = "heart" | "clap" | "laugh" | "wow" | "sad" | "thanks";

export interface Reason {
  events?: TableEvent[];
  view?: View;
  wait?: number;
  hint?: string;
  code: string;
  /** In the language of the Accept-Language header. */
  message: string;
}

export interface RecentTable {
  table: string;
  stage: Stage;
  seats: SeatView[];
  round: number | null;
  rounds: number;
  /** Whether it is a score pad. */
  pad: boolean;
  /** The seat whose turn it is. */
  turn: number | null;
  /** The seats of this browser. */
  mine: number[];
  totals: number[];
  winners: number[] | null;
  /** The time of the last event. */
  touched: string;
}

export interface RecentTables {
  tables: RecentTable[];
}

export interface RecordView {
  format: "charidice";
  version: 1 | 2 | 3;
  players: string[];
  bots?: (string | null)[];
  dice: string[];
  house_rules: HouseRules;
  /** The position where the game began, if not with empty sheets. */
  begins_at?: string;
  pledge: PledgeView | null;
  corrections?: CorrectionView[];
  events: GameEvent[];
}

export interface RefusedGame {
  number: number;
  message: string;
}

export interface Rematch {
  commitment?: string | null;
}

export interface RematchAnswer {
  me: number | null;
  since?: number;
  events: TableEvent[];
  view: View;
  table: string;
}

export interface RematchOpened {
  seq: number;
  at: string;
  event: "rematch";
  table: string;
}

export interface Rename {
  name: string;
}

export interface Renamed {
  seq: number;
  at: string;
  event: "renamed";
  seat: number;
  name: string;
}

export interface ResultView {
  points: number;
  bonus: number;
  received: number;
  given: number;
  charity: number;
  total: number;
}

/** After how many days without an event the server deletes games; None keeps them. */
export interface Retention {
  unfinished: number;
  finished: number | null;
}

export interface Reveal {
  words: string;
  /** The commitment to other words, for a rematch. */
  commitment?: string | null;
}

export interface Revealed {
  seq: number;
  at: string;
  event: "revealed";
  holder: number;
}

/** The data of the review screen: `steps[n]`, `values[n]` and `positions[n]` are of the game after n events. */
export interface ReviewAnswer {
  players: string[];
  pledged: boolean;
  page: ReviewPage;
  values: number[][];
  events: GameEvent[];
  steps: GameView[];
  positions: (string | null)[];
}

/** Either a table of this server, or the text of a record. */
export interface ReviewOf {
  table?: string | null;
  record?: string | null;
}

/** A page about a review. */
export interface ReviewPage {
  title: string;
  victory: string;
  truths: string[];
  curve: Chart;
  moments: KeyMoment[];
  players: PlayerCard[];
  rounds: TurnCard[][];
}

/** A roll and the moves after it. */
export interface RollRow {
  events: number;
  faces: string[];
  kept: number[];
  scored: number[];
  luck: string;
  steps: StepLine[];
}

export interface RolledEvent {
  seat: number;
  event: "rolled";
  /** The dice kept, not rolled. */
  keep: number[];
  faces: string[];
}

export interface SavedDiceSet {
  name: string;
  dice: string;
}

export interface SavedDiceSets {
  /** None on a server for everybody, where each browser keeps its own. */
  sets: SavedDiceSet[] | null;
}

/** The gifts that go with some points and bonus; not doubled by the greatest of gifts. */
export interface ScoreView {
  points: number;
  bonus: number;
  gifts: number[];
}

export interface ScoredEvent {
  seat: number;
  event: "scored";
  dice: number[];
  points: number;
  bonus: number;
  gift: number;
}

export interface SeatPresence {
  /** Whether its player is connected; always true for bots. */
  online: boolean;
  /** Whether its person has been absent long enough for a bot to stand in. */
  away: boolean;
}

/** A place at the table. */
export interface SeatView {
  /** Whether its player is connected; always true for bots. */
  online: boolean;
  /** Whether its person has been absent long enough for a bot to stand in. */
  away: boolean;
  seat: number;
  /** None for an open seat, and for bots, whose names depend on the reader's language. */
  name: string | null;
  /** Whether it belongs to a person, even while a bot stands in. */
  person: boolean;
  /** The bot now playing: a level, or the name of an invited one. */
  bot: BotName | null;
  /** The holder number of its browser. */
  holder: number | null;
  /** 1-based index among the bots of the same level. */
  twin: number;
  /** The seat that receives its gifts. */
  recipient: number;
}

export interface Seated {
  seq: number;
  at: string;
  event: "seated";
  seat: number;
  name: string;
  holder: number;
}

/** Another browser has taken over the seats of `holder`; `to` is its holder number, the same unless it had one. */
export interface SeatsMoved {
  seq: number;
  at: string;
  event: "moved";
  holder: number;
  to: number;
}

export type ServerMessage = UpdateMessage | PresenceMessage | WaitMessage | ReactionMessage;

export interface SettingLimits {
  rounds: Limits;
  wait: Limits;
  away: Limits;
}

/** Only fields that are not None change; earlier logs call this event `speed`. */
export interface SettingsChanged {
  seq: number;
  at: string;
  event: "settings" | "speed";
  speed: Speed | null;
  wait: number | null;
  hints: Hints | null;
}

/** A score sheet: points, bonus and gifts by round; None is an empty box of a score pad. */
export interface SheetView {
  points: (number | null)[];
  bonus: (number | null)[];
  received: (number | null)[];
  given: (number | null)[];
  /** Whether the greatest of gifts can still be asked for. */
  has_gift: boolean;
  subtotal: number;
  total_given: number;
  /** None until the game is over. */
  result: ResultView | null;
}

export type Speed = "slow" | "normal" | "fast";

export type Stage = "lobby" | "playing" | "over";

export interface Started {
  seq: number;
  at: string;
  event: "started";
  order: number[];
  withheld: number[];
}

/** Everything that the dice depend on is fixed; now the browsers reveal their words. */
export interface Starting {
  seq: number;
  at: string;
  event: "starting";
  order: number[];
  commitments: (string | null)[];
}

/** Everything that the dice depend on: now the browsers of the seats in `waiting` reveal their words. */
export interface StartingView {
  /** The seats in order of play. */
  order: number[];
  /** SHA-256 of the words of each of these seats, None for one that adds no words. */
  commitments: (string | null)[];
  waiting: number[];
}

/** A move after a roll; a forced one is not assessed. */
export interface StepLine {
  events: number;
  player: string | null;
  move: MoveWords;
  scored: string;
  assessment: Assessment | null;
}

export type TableEvent = LoggedRoll | LoggedScore | LoggedPlain | Created | Seated | Renamed | Left | BotPlays | PersonPlays | Starting | Revealed | Started | SettingsChanged | Passed | Undone | RematchOpened | SeatsMoved | Entered;

/** The settings of a game, fixed when its table is opened; only those of `ChangedSettings` change later. */
export interface TableSettingsInput {
  rounds?: number;
  free_giving?: boolean;
  late_asking?: boolean;
  /** Seconds after a roll in which the recipient may ask for the gift before the active player goes on. */
  wait?: number;
  /** Seconds of absence after which anybody at the table may let a bot stand in. */
  away?: number;
  /** The speed of bots. */
  speed?: Speed;
  hints?: Hints;
  /** `birthday` is the next one, or a random seat if nobody gives theirs. */
  start?: WhoStarts;
  first?: number;
  /** None for the standard dice. */
  dice?: string | null;
  /** Real dice: the table is a score pad, where people enter what they rolled. */
  pad?: boolean;
}

/** The settings of a game, fixed when its table is opened; only those of `ChangedSettings` change later. */
export interface TableSettingsOutput {
  rounds: number;
  free_giving: boolean;
  late_asking: boolean;
  /** Seconds after a roll in which the recipient may ask for the gift before the active player goes on. */
  wait: number;
  /** Seconds of absence after which anybody at the table may let a bot stand in. */
  away: number;
  /** The speed of bots. */
  speed: Speed;
  hints: Hints;
  /** `birthday` is the next one, or a random seat if nobody gives theirs. */
  start: WhoStarts;
  first: number;
  /** None for the standard dice. */
  dice: string | null;
  /** Real dice: the table is a score pad, where people enter what they rolled. */
  pad: boolean;
}

/** A labelled value or coordinate on an axis. */
export interface Tick {
  at: number;
  label: string;
}

/** Something that was entered for a turn. */
export interface TracedEntry {
  entry: string;
  /** Whose browser sent it. */
  holder: number;
  /** Time in UTC, ISO 8601. */
  at: string;
  value: PadValueOutput;
  /** None if it clears the turn. */
  boxes: Boxes | null;
}

/** A turn, finished or not. */
export interface TurnCard {
  name: string;
  values: string;
  opening: StepLine[];
  rolls: RollRow[];
}

export interface Undone {
  seq: number;
  at: string;
  event: "undone";
  seat: number;
}

export interface Update {
  /** This browser's holder number, None for a spectator. */
  me: number | null;
  /** The seq before the events, if the request named none. */
  since?: number;
  /** The events after the seq of the request, or since it came. */
  events: TableEvent[];
  view: View;
}

/** New events and the view after them. */
export interface UpdateMessage {
  type: "update";
  /** Only in the first message. */
  me?: number | null;
  /** The seq before the events. */
  since: number;
  events: TableEvent[];
  view: View;
}

/** The public state of a table. */
export interface View {
  table: string;
  stage: Stage;
  /** The holder number of the browser that opened the table. */
  host: number;
  /** Holder numbers with the host's rights: while the host is away, all with a seat. */
  hosts: number[];
  /** SHA-256 of the seed of the dice. */
  commitment: string;
  /** From the press on Start until the words of the browsers are revealed. */
  starting: StartingView | null;
  /** In the lobby of a game that begins at a position. */
  begins: BeginningView | null;
  /** The id of the rematch's table. */
  rematch: string | null;
  settings: TableSettingsOutput;
  seats: SeatView[];
  /** None before the start, and where the dice are rolled here. */
  pad: PadView | null;
  /** The seq of the last event. */
  seq: number;
  /** None before the start, and at a score pad. */
  game: GameView | null;
}

/** The recipient has opened or closed the confirmation dialog for asking. */
export interface WaitMessage {
  type: "wait";
  /** Remaining milliseconds in which the recipient may ask first. */
  wait: number;
}

export type WhoStarts = "birthday" | "seat" | "lot";

export type GetAnswer<Path extends string> =
  Path extends `/api/history/imported/${string}/record` ? RecordView :
  Path extends `/api/tables/${string}/hint${"" | `?${string}`}` ? HintView :
  Path extends `/api/tables/${string}/invitation` ? Invitation :
  Path extends `/api/tables/${string}/options${"" | `?${string}`}` ? Options :
  Path extends `/api/tables/${string}/pad-hint${"" | `?${string}`}` ? HintView :
  Path extends `/api/tables/${string}/record` ? RecordView :
  Path extends `/api/history/backup` ? BackupFile :
  Path extends `/api/tables/${string}${"" | `?${string}`}` ? Update :
  Path extends `/api/dice-sets` ? SavedDiceSets :
  Path extends `/api/history${"" | `?${string}`}` ? HistoryAnswer :
  Path extends `/api/options${"" | `?${string}`}` ? Options :
  Path extends `/api/scores${"" | `?${string}`}` ? PossibleScores :
  Path extends `/api/tables` ? RecentTables :
  never;

export type PostAnswer<Path extends string> =
  Path extends `/api/tables/${string}/seats/${string}/bot` ? Update :
  Path extends `/api/tables/${string}/seats/${string}/leave` ? Update :
  Path extends `/api/tables/${string}/seats/${string}/name` ? Update :
  Path extends `/api/tables/${string}/seats/${string}/person` ? Update :
  Path extends `/api/tables/${string}/considering` ? Empty :
  Path extends `/api/tables/${string}/entries` ? Update :
  Path extends `/api/tables/${string}/join` ? Update :
  Path extends `/api/tables/${string}/move-here` ? Update :
  Path extends `/api/tables/${string}/moves` ? Update :
  Path extends `/api/tables/${string}/personal-link` ? PersonalLink :
  Path extends `/api/tables/${string}/reactions` ? Empty :
  Path extends `/api/tables/${string}/rematch` ? RematchAnswer :
  Path extends `/api/tables/${string}/reveal` ? Update :
  Path extends `/api/tables/${string}/settings` ? Update :
  Path extends `/api/tables/${string}/skip` ? Update :
  Path extends `/api/tables/${string}/start` ? Update :
  Path extends `/api/dice-sets/remove` ? SavedDiceSets :
  Path extends `/api/history/delete` ? Empty :
  Path extends `/api/history/import` ? ImportAnswer :
  Path extends `/api/history/names` ? CalledPerson :
  Path extends `/api/dice-sets` ? SavedDiceSets :
  Path extends `/api/layouts` ? LayoutView :
  Path extends `/api/reviews` ? ReviewAnswer :
  Path extends `/api/tables` ? Update :
  never;

export type PostBody<Path extends string> =
  Path extends `/api/tables/${string}/seats/${string}/bot` ? BotFor :
  Path extends `/api/tables/${string}/seats/${string}/leave` ? EmptyRequest :
  Path extends `/api/tables/${string}/seats/${string}/name` ? Rename :
  Path extends `/api/tables/${string}/seats/${string}/person` ? EmptyRequest :
  Path extends `/api/tables/${string}/considering` ? Considering :
  Path extends `/api/tables/${string}/entries` ? NewEntry :
  Path extends `/api/tables/${string}/join` ? Join :
  Path extends `/api/tables/${string}/move-here` ? MoveHere :
  Path extends `/api/tables/${string}/moves` ? Move :
  Path extends `/api/tables/${string}/personal-link` ? EmptyRequest :
  Path extends `/api/tables/${string}/reactions` ? Reaction :
  Path extends `/api/tables/${string}/rematch` ? Rematch :
  Path extends `/api/tables/${string}/reveal` ? Reveal :
  Path extends `/api/tables/${string}/settings` ? ChangedSettings :
  Path extends `/api/tables/${string}/skip` ? EmptyRequest :
  Path extends `/api/tables/${string}/start` ? EmptyRequest :
  Path extends `/api/dice-sets/remove` ? DiceSetToRemove :
  Path extends `/api/history/delete` ? DeleteGames :
  Path extends `/api/history/import` ? ImportGames :
  Path extends `/api/history/names` ? CallPeople :
  Path extends `/api/dice-sets` ? DiceSetToSave :
  Path extends `/api/layouts` ? DiceToComplete :
  Path extends `/api/reviews` ? ReviewOf :
  Path extends `/api/tables` ? NewTable :
  never;
