/** Types of the tables that live in this browser. Only tsc reads this file. */

import type { Numbers } from "../engine/dice.js";
import type { Game } from "../engine/history/games.js";
import type { Loading } from "../engine/reader.js";
import type { BotName, Entered as EnteredThere, GameKind, Hints, NewTable, Speed, TableSettingsOutput } from "../wire.d.ts";

/** A place at the table; everybody sits at this device, or is a bot. */
export interface Seat {
  name: string | null;
  bot: BotName | null;
  birthday?: string | null;
}
/** Events around the game, in the form of a server's log. */
export type AroundTheGame =
  | { event: "created"; language: string; settings: TableSettingsOutput; seats: Seat[]; position?: string }
  | { event: "started"; order: number[]; withheld: [] }
  | { event: "settings"; speed: Speed | null; wait: number | null; hints: Hints | null }
  | { event: "passed" | "undone"; seat: number }
  | { event: "rematch"; table: string }
  /** From then on a table of a server goes on with this one. */
  | { event: "online"; table: string }
  | Entered;
/** A turn entered on a pad. */
export type Entered = Omit<EnteredThere, "seq" | "at">;
/** An event of the game, in the form of a record. */
export type Played = { seat: number } & (
  | { event: "rolled"; keep: readonly number[]; faces: readonly string[] }
  | { event: "scored"; dice: readonly number[]; points: number; bonus: number; gift: number }
  | { event: "gift-asked" | "stopped" | "gift-declined" }
);
export type TableEvent = AroundTheGame | Played;
/** An event in the log of a table. */
export interface Entry {
  table: string;
  seq: number;
  /** Time in UTC, ISO 8601. */
  at: string;
  /** Of a move, so that one sent twice is made once. */
  moveId: string | null;
  event: TableEvent;
}
/** Is told how much of the tables has come, null at the end. */
export type Load = (loading: Loading | null) => void;
/** The bot that a table waits for: its tables come, or could not be loaded (null). */
export interface Awaited {
  seat: number;
  loading: Loading | null;
}
export interface StoredTable {
  id: string;
  /** 64 hexadecimal digits. */
  seed: string;
  /** The time of the last event. */
  touched: string;
}
/** What the history knows of a table. */
export interface Summary {
  /** Of the table. */
  id: string;
  /** The time of its last event then. */
  touched: string;
  /** Identifies the game, wherever it is kept. */
  key: string;
  /** The addresses of the tables that its review was made with, empty without one. */
  tables: string;
  /** Null before the start. */
  game: Game | null;
  mine: number[];
  /** Whether a server has the finished game. */
  isSent: boolean;
}
/** A game that was imported. */
export interface KeptGame {
  id: string;
  key: string;
  at: string;
  kind: GameKind;
  mine: number[];
  /** In its JSON form. */
  record: string;
  tables: string;
  game: Game;
}
