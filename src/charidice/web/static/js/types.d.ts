/** Types that the modules share; what comes from the server is in wire.d.ts. None of this is ever loaded by a page. */

import type { Level, NewTable, Update, View } from "./wire.d.ts";

type Child = Node | string | number | false | null | undefined;
/** What an element may hold: lists of any depth, and nothing at all. */
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

/** A part of a drawing: its tag, the class that says its colour, its geometry. */
export type Shape = [tag: "circle" | "ellipse" | "path" | "rect", part: string, geometry: Record<string, string | number>];

/** A field to choose from; what is not named here are attributes. */
export interface Choice<Value extends string> {
  values: Value[];
  chosen: Value;
  /** Puts a value into words. */
  text: (value: Value) => string;
  changed?: (value: Value) => void;
  [attribute: string]: unknown;
}
export interface Segments<Value extends string> extends Choice<Value> {
  name: string;
  legend: string;
}

/** What stands for the placeholders of a text. */
export type Values = Record<string, unknown>;

declare global {
  /** Not in every browser. A policy's functions are the rules it was made of. */
  var trustedTypes: { createPolicy<Rules extends Record<string, (text: string) => string>>(name: string, rules: Rules): Rules } | undefined;
}

/** What is new at a table; whose browser this is comes with the first message and with every answer. */
export type News = Pick<Update, "events" | "view"> & Partial<Update>;
export type Take = (news: News) => void;
/** When the recipient's time to ask is over, by the clock of `performance.now`, and how long it was. */
export interface Deadline {
  until: number;
  total: number;
}

/** What this browser saw of a table before its first roll. */
export interface Kept {
  commitment: string;
  words: string;
}

/** What belongs to the person at this browser. */
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
  bot: Level;
  birthday: Birthday;
}
export interface Draft {
  seats: SeatDraft[];
  settings: TableSettings;
}
export type SeatRequest = NewTable["seats"][number];
export interface Form {
  draft: Draft;
  /** Changes a setting and shows the form anew. */
  set: <Name extends keyof TableSettings>(name: Name, value: TableSettings[Name]) => void;
}
/** The settings of a table that are of one type. */
export type SettingNames<Type> = { [Name in keyof TableSettings]: TableSettings[Name] extends Type ? Name : never }[keyof TableSettings];

/** What a screen adds to the menu. */
export interface MenuEntry {
  label: string;
  action: () => void;
}

/** What is shown of an OpenAPI description. */
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
