/** What the parts of the lab see of it. Only tsc reads this file. */

import type { GameState } from "../engine/state.js";

export interface LabView {
  /** The position string, and the same as a state. */
  readonly position: string;
  readonly state: GameState;
  readonly names: string[];
  /** `victory`, `lead`, `points`, `charity`, or `target 220`. */
  readonly objective: string;
  /** Goes to another position; where that is refused, says why. One that is dragged to leaves no entry in the history. */
  change(edit: (position: string) => string, how?: { dragged?: boolean }): Promise<void>;
  /** Ends a drag: what is dragged next leaves an entry of its own. */
  settle(): void;
  pursue(objective: string): void;
  rollAll(): void;
  rollOthers(keep: number): void;
  /** Leads to the form of the position, at a seat. */
  openPosition(seat: number): void;
  /** An error in the user's language. */
  inWords(error: unknown): Promise<string>;
}
