/** What the lab answers: plain data, as it comes from the Worker. Only tsc reads this file. */

import type { Dice } from "../dice.js";
import type { Kind } from "../scoring.js";
import type { Truth } from "../solver/objective.js";

/** `victory`, `lead` (two players), `points`, `charity`, or `target 220`. */
export type Objective = string;

/** What the strip runs over; see strip.js. */
export type Quantity = "total" | "donated" | "round" | "2x" | "gap";

/** Who decides what: the first roll, a move, or whether to ask. */
export type Decision = "roll" | "move" | "ask" | "over";

/** Ask now; keep the gift, for a better moment may come; or ask not, for none will. `same`: it makes no difference to the objective. */
export type Verdict = "now" | "wait" | "not" | "same";

/** A move of the active player if nobody asks now. */
export interface LabMove {
  /** In the notation of all languages: `keep B4 B3`, `score B4 B3`, `roll`, `stop`. */
  move: string;
  type: "roll" | "score" | "stop";
  /** The dice kept or scored, as a bit mask; 0 for none. */
  dice: Dice;
  /** To the active player. */
  value: number;
  /** Against the best move; 0 for the best. */
  loss: number;
  /** What this turn gives on average after this move, doubled where asked for. */
  gift: number;
  /** What the move writes; null for a move that is not scoring. The gift is doubled if the recipient has asked. */
  scored: LabScore | null;
}

export interface LabScore {
  points: number;
  bonus: number;
  gift: number;
  kind: Kind;
}

/** The recipient's choice, where they may ask. */
export interface LabAsking {
  /** Values by seat if they ask now, and if they do not. */
  ask: number[];
  wait: number[];
  verdict: Verdict;
}

/** How the turn ends, after a move and the best play from then on. */
export interface LabForecast {
  /** The move; null for the best play of both. */
  move: string | null;
  /** The expected points and bonus, and the expected gift. */
  points: number;
  gift: number;
  /** Ascending: points and bonus together, and their chance. */
  totals: [points: number, chance: number][];
  /** Ascending: the gift, doubled where asked for, and its chance. */
  gifts: [gift: number, chance: number][];
  /** The chance of each kind of scoring. */
  kinds: Record<Kind, number>;
  /** The chance that the gift is doubled. */
  asked: number;
}

export interface LabAnswer {
  position: string;
  objective: Objective;
  /** Values are chances from 0 to 1, or points. */
  unit: "chance" | "points";
  /** Who decides first in the strict order of moves (5.5); null at the end of the game. */
  decides: number | null;
  decision: Decision;
  active: number;
  recipient: number;
  /** By seat. */
  values: number[];
  truth: Truth;
  /** 0 if exact, the bound if bounded, the standard error if measured, null if nobody knows it. In the unit of the values. */
  error: number | null;
  /** The best first. */
  moves: LabMove[];
  asking: LabAsking | null;
  /** After the best play; null at the end of the game. */
  forecast: LabForecast | null;
}

/** One value of a quantity. */
export interface LabSample {
  at: number;
  /** The position with this value of the quantity. */
  position: string;
  /** The best move there, and its value to whoever decides. */
  move: string;
  value: number;
}

/** Values of a quantity, next to each other, with the same best move. */
export interface LabStretch {
  from: number;
  to: number;
  move: string;
}

export interface LabStrip {
  position: string;
  objective: Objective;
  quantity: Quantity;
  /** The value of the quantity in the position. */
  now: number;
  least: number;
  most: number;
  /** Whether the best move is the active player's, or the recipient's answer. */
  decision: "move" | "ask";
  /** Ascending; more with every step. */
  samples: LabSample[];
  /** From the least value to the most; their limits move as samples come. */
  stretches: LabStretch[];
  /** Whether all limits are found; else they lie between samples. */
  done: boolean;
}

/** A move that no other one beats in both its own value and its gift. */
export interface KindMove {
  move: string;
  value: number;
  loss: number;
  gift: number;
}

/** An error as plain data: its code and values. */
export interface LabRefusal {
  code: string;
  values: Record<string, unknown>;
}

export type LabQuestion =
  | { ask: "lab"; position: string; objective: Objective }
  | { ask: "lab-forecast"; position: string; objective: Objective; move: string }
  | { ask: "lab-strip"; position: string; objective: Objective; quantity: Quantity }
  /** Ends a running strip. */
  | { ask: "lab-rest" };
