/** The tables, by the names of their files, and which of them a game needs. */

import { areSameDice, DiceSet, STANDARD_DICE } from "../dice.js";
import { areSameRules, ends as rulesEnd, rulesetOf, STANDARD } from "../ruleset.js";
import { LastTurn } from "./last-turn.js";
import { LeadSolution, PLAYERS } from "./lead.js";
import { CannotLoad, readNpz } from "./npz.js";
import { outcomes } from "./outcomes.js";
import { FORM as FORM_OF_SHARES, Shares } from "./shares.js";
import { FORM, VictorySolution } from "./victory.js";

/** @import { NpyArray } from "./npz.js" */
/** @import { Ruleset } from "../ruleset.js" */
/** @import { Setup } from "../state.js" */

/** The game that a table was computed for. @typedef {{ ruleset: Readonly<Ruleset>, diceSet: DiceSet }} Game */
/** @typedef {"lead" | "victory" | "shares2" | "shares3" | "shares4" | "last-turn"} TableName */

/** The files that an objective needs in a game; none for points, a target and the charity bonus.
 * @param {Setup} setup @param {string} objective @returns {TableName[]} */
export function filesFor({ players, ruleset, diceSet }, objective) {
  if (objective === "lead") return ["lead"];
  if (objective !== "victory") return [];
  if (players !== PLAYERS) return [players === 3 ? "shares3" : "shares4", "last-turn"];
  return ends({ ruleset, diceSet }, { ruleset: STANDARD, diceSet: STANDARD_DICE }) ? ["lead", "victory"] : ["shares2"];
}

/** Whether a game is the last rounds of another, whose table then serves it, too. @param {Game} game @param {Game} longer */
export const ends = (game, longer) => rulesEnd(game.ruleset, longer.ruleset) && areSameDice(game.diceSet, longer.diceSet);

/** @param {Game} game @param {Game} other */
export const isSameGame = (game, other) => areSameRules(game.ruleset, other.ruleset) && areSameDice(game.diceSet, other.diceSet);

/** The tables that have been loaded: those of the package, or those that `charidice solve` computed for another game. */
export class Tables {
  /** @type {Map<TableName, Promise<void>>} */
  #loading = new Map();
  /** @type {LeadSolution | null} */
  lead = null;
  /** @type {VictorySolution | null} */
  victory = null;
  /** By number of players. @type {Map<number, Shares>} */
  shares = new Map();
  /** @type {LastTurn | null} */
  lastTurn = null;

  /** Loads what an objective needs in a game, each file once; `read` fetches a file, such as "lead.npz".
   * @param {Setup} setup @param {string} objective @param {(file: string) => Promise<ArrayBuffer>} read */
  async load(setup, objective, read) {
    // All that the first decision would wait for.
    outcomes(setup.diceSet, setup.ruleset.freeGiving);
    const names = filesFor(setup, objective);
    const before = names.map((name) => this.#loading.get(name));
    const files = names.filter((name) => !this.#loading.has(name));
    const added = this.#fetched(files, read, before);
    for (const name of files) this.#loading.set(name, added);
    try {
      await Promise.all([added, ...names.map((name) => this.#loading.get(name))]);
    } catch (error) {
      // What failed can be loaded again.
      for (const name of files) this.#loading.delete(name);
      throw error;
    }
  }

  /** @param {TableName[]} files @param {(file: string) => Promise<ArrayBuffer>} read @param {(Promise<void> | undefined)[]} before on which they depend */
  async #fetched(files, read, before) {
    const found = await Promise.all(files.map(async (name) => /** @type {[TableName, Map<string, NpyArray>]} */ ([name, await readNpz(await read(`${name}.npz`))])));
    await Promise.all(before);
    found.sort(byDependence).forEach(([name, levels]) => this.#add(name, levels));
  }

  /** @param {TableName} name @param {Map<string, NpyArray>} levels */
  #add(name, levels) {
    if (name === "last-turn") {
      this.lastTurn = new LastTurn(levels);
      return;
    }
    const game = gameOf(name, levels);
    if (name === "lead") this.lead = new LeadSolution(game, levels);
    else if (name === "victory") {
      if (!this.lead || !isSameGame(this.lead.game, game)) throw new CannotLoad("victory without the lead of the same game");
      this.victory = new VictorySolution(this.lead, levels);
    } else this.shares.set(Number(name.at(-1)), new Shares(Number(name.at(-1)), game, levels, this.lastTurn));
  }
}

const ORDER = ["last-turn", "lead"];
/** @param {[TableName, unknown]} one @param {[TableName, unknown]} other */
const byDependence = ([one], [other]) => ORDER.indexOf(other) - ORDER.indexOf(one);

/** The game of a table; other forms than the reader's are refused. @param {TableName} name @param {Map<string, NpyArray>} levels @returns {Game} */
function gameOf(name, levels) {
  const told = levels.get("game")?.data;
  if (!Array.isArray(told)) throw new CannotLoad(`${name} of an unknown game`);
  const [table, rounds, freeGiving, lateAsking, dice, form] = told;
  const right = name === "lead" ? undefined : name === "victory" ? FORM : FORM_OF_SHARES;
  if (table !== name || form !== right) throw new CannotLoad(`${name} of another form`);
  return { ruleset: rulesetOf({ rounds: Number(rounds), freeGiving: freeGiving === "True", lateAsking: lateAsking === "True" }), diceSet: DiceSet.read(dice) };
}
