/** Types shared by the modules; the server's are in wire.d.ts. Only tsc reads this file. */

import type { BotName, Boxes, HintView, Level, NewEntry, NewTable, PadTurnView, PadValueInput, Paper, SavedDiceSet, ScoreView, Update, View } from "./wire.d.ts";

type Child = Node | string | number | false | null | undefined;
/** An element's children: nested arrays of any depth, or nothing. */
export type Children = Child | readonly Children[];

export type SvgTag = "svg" | "g" | "path" | "circle" | "rect" | "line" | "polygon" | "polyline" | "text" | "title" | "desc" | "use" | "ellipse";
export type ElementOf<Tag extends string> = Tag extends SvgTag
  ? SVGElementTagNameMap[Tag]
  : Tag extends keyof HTMLElementTagNameMap
    ? HTMLElementTagNameMap[Tag]
    : HTMLElement;
export interface Properties<Tag extends string> {
  class?: string | null;
  on?: { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name] & { currentTarget: ElementOf<Tag> }) => unknown };
  data?: Record<string, unknown>;
  [attribute: string]: unknown;
}

/** A shape of an SVG drawing: tag, class (which sets its colour), geometry. */
export type Shape = [tag: "circle" | "ellipse" | "path" | "rect", part: string, geometry: Record<string, string | number>];

/** Options of a select; all other properties become attributes. */
export interface Choice<Value extends string> {
  values: Value[];
  chosen: Value;
  /** A value's label. */
  text: (value: Value) => string;
  changed?: (value: Value) => void;
  [attribute: string]: unknown;
}
export interface Segments<Value extends string> extends Choice<Value> {
  name: string;
  legend: string;
}

/** Values of a text's placeholders. */
export type Values = Record<string, unknown>;

declare global {
  /** Not in every browser. A policy's functions are the rules it was made of. */
  var trustedTypes: { createPolicy<Rules extends Record<string, (text: string) => string>>(name: string, rules: Rules): Rules } | undefined;
}

/** A table update; `me` comes with the first message and with every response. */
export type News = Pick<Update, "events" | "view"> & Partial<Update>;
export type Take = (news: News) => void;
/** When the recipient's time to ask ends, in `performance.now()` time, and how long it was. */
export interface Deadline {
  until: number;
  total: number;
}

/** What this browser stored about a table's dice before the first roll. */
export interface Kept {
  commitment: string;
  /** The commitments to everybody's words, in order of play, once this browser sends its own. */
  commitments?: readonly (string | null)[];
  /** Its own words, once it sends them. */
  words: string;
}

/** Words for the dice of one game. */
export interface SecretWords {
  words: string;
  /** The table, its seed and everybody's commitments, once the words are sent. */
  use?: string;
}

/** The user's settings in this browser. */
export interface Settings {
  language: string | null;
  theme: "light" | "dark" | "system";
  sound: boolean;
  name: string;
  names: string[];
  level: Level;
  table: Draft | null;
  letters: "international" | "own";
  newcomer: boolean;
  /** How many games have been played with the tutor that beginners have. */
  tutored: number;
  paper: Paper | null;
  /** The saved dice sets, where the server keeps none. */
  dice: SavedDiceSet[];
  /** The last form for a score pad, and how turns are entered there. */
  pad: Draft | null;
  padEntry: PadEntryKind;
  /** Whether games are kept on this device. */
  here: boolean;
  /** Whether it has been said that this browser deletes what is stored. */
  warned: boolean;
  /** When the themes of the trainer are due, in milliseconds. */
  due: number[];
  /** What people are called in the history of this device, by the key of their name at the table. */
  called: Record<string, string>;
  /** The best game against others by the standard rules, and the points of the best one before it. */
  best: { table: string; total: number; before: number | null } | null;
}

/** A way to enter a turn on a score pad. */
export type PadEntryKind = "dice" | "points";
/** A turn on the pad, with what this phone has entered but not handed in yet. */
export type PadTurn = PadTurnView & { pending?: boolean };
/** What a panel says when a turn is entered; a cleared one has no boxes. */
export interface Entered {
  value: PadValueInput;
  boxes: Boxes | null;
}
/** An entry that this phone keeps until the server has it; one that the server refused says why. */
export interface KeptEntry extends NewEntry {
  boxes: Boxes | null;
  refused?: string;
}
/** Where a person plays: on this device, or wherever they open a link. */
export type Where = "here" | "link";
/** What this phone keeps of a pad, to go on without a network. */
export interface KeptPad {
  update: Update | null;
  entries: KeptEntry[];
  scores: ScoreView[];
}
/** What a panel for entering a turn is shown with. */
export interface PadContext {
  turn: PadTurn;
  view: View;
  scores: readonly ScoreView[];
  hints: boolean;
  name: (seat: number) => string;
  /** The coach's hint for six faces after so many rolls. */
  hint: (faces: string[], rolls: number, asked: boolean) => Promise<HintView>;
}

export interface Birthday {
  day: string;
  month: string;
}
export type TableSettings = View["settings"];
/** The form for a new table. */
export interface SeatDraft {
  who: "here" | "link" | "bot";
  name: string;
  bot: BotName;
  birthday: Birthday;
}
export interface Draft {
  seats: SeatDraft[];
  settings: TableSettings;
  /** Whether the standard dice were chosen by hand, though others are saved. */
  standard?: boolean;
}
export type SeatRequest = NewTable["seats"][number];
export interface Form {
  draft: Draft;
  /** Changes a setting and re-renders the form. */
  set: <Name extends keyof TableSettings>(name: Name, value: TableSettings[Name]) => void;
}
/** The settings of a table that are of one type. */
export type SettingNames<Type> = { [Name in keyof TableSettings]: TableSettings[Name] extends Type ? Name : never }[keyof TableSettings];

/** A screen's own menu entry. */
export interface MenuEntry {
  label: string;
  drawing: Parameters<typeof import("./parts/drawings.js").icon>[0];
  action: () => void;
}

/** The part of an OpenAPI description that is shown. */
export interface Schema {
  $ref?: string;
  type?: string;
  description?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}
export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}
interface Content {
  content?: Record<string, { schema?: Schema }>;
}
export interface Operation {
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content & { description: string }>;
}
export interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}
/** A score sheet to print, with its sums by box. */
export interface PrintedSheet {
  name: string;
  rows: Readonly<Record<"points" | "bonus" | "received" | "given", number | null>>[];
  points: number;
  bonus: number;
  received: number;
  given: number;
  hasGift: boolean;
  charity: number;
  total: number;
  won: boolean;
}
export interface PrintedSheets {
  /** The usual charity bonus and the great one. */
  charities: readonly number[];
  sheets: PrintedSheet[];
}
