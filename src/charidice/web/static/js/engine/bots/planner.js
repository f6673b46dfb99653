/** The bots that need tables. */

import { roll } from "../moves.js";
import { Analysis, objectiveFor } from "../solver/analysis.js";

/** @import { Action } from "../moves.js" */
/** @import { ObjectiveName } from "../solver/analysis.js" */
/** @import { Tables } from "../solver/files.js" */
/** @import { GameNode } from "../strict.js" */

/** Maximises an objective: solves every turn for it, and asks for the greatest of gifts when that pays. */
export class Planner {
  #objective;
  #tables;

  /** @param {ObjectiveName} objective @param {Tables} tables */
  constructor(objective, tables) {
    this.#objective = objective;
    this.#tables = tables;
  }

  /** @param {GameNode} node @returns {Action} */
  choose(node) {
    if (!node.state.turn.rolls) return roll();
    return new Analysis(node, objectiveFor(this.#objective, node.state.setup, this.#tables)).best(Number(node.player));
  }
}
