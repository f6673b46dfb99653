/** The value of a position to every seat, the value of every move, and the distribution of the turn's outcome. */

import { legalActions, verify } from "../engine.js";
import { checkSeat } from "../errors.js";
import { ASK_GIFT, DECLINE_GIFT, roll, score, STOP } from "../moves.js";
import { isOver, mayBeAsked, recipientDecides, recipientOf } from "../state.js";
import { GameNode } from "../strict.js";
import { CannotValue, checkSolved, Lead, ShareOfVictory, Victory } from "./contest.js";
import { ends, filesFor } from "./files.js";
import { forecast } from "./forecast.js";
import { PLAYERS } from "./lead.js";
import { solvedTurn } from "./objective.js";
import { Recent } from "./recent.js";
import { CharityBonus, NO_CHANCE, OwnPoints, Target } from "./solo.js";

/** @import { Action } from "../moves.js" */
/** @import { GameState, Setup } from "../state.js" */
/** @import { Tables } from "./files.js" */
/** @import { Objective } from "./objective.js" */

/** @typedef {"victory" | "lead" | "points" | "charity"} ObjectiveName */

/** @type {readonly ObjectiveName[]} */
export const OBJECTIVE_NAMES = Object.freeze(["victory", "lead", "points", "charity"]);
// Objectives with values in points; all others are chances.
export const IN_POINTS = ["lead", "points"];
const [POINTS, CHARITY] = [new OwnPoints(), new CharityBonus()];

// Objectives of the games at hand keep the turns that they have solved.
const MOST_GAMES = 4;
/** @type {WeakMap<Tables, Recent<Objective>>} */
const known = new WeakMap();

/** The chance of victory and, where the game is solved, the expected lead. @param {Setup} setup @returns {ObjectiveName[]} */
export const objectivesOf = (setup) => (filesFor(setup, "victory").includes("lead") ? ["victory", "lead"] : ["victory"]);

/** The most accurate objective of this name for a game. @param {ObjectiveName} name @param {Setup} setup @param {Tables} tables with the files that `filesFor` names @returns {Objective} */
export function objectiveFor(name, setup, tables) {
  if (!OBJECTIVE_NAMES.includes(name)) throw new CannotValue("unknown-objective", { text: String(name), allowed: [...OBJECTIVE_NAMES, "Target(N)"] });
  if (name === "points") return POINTS;
  if (name === "charity") return CHARITY;
  const recent = known.get(tables) ?? new Recent(MOST_GAMES);
  known.set(tables, recent);
  const { players, diceSet, ruleset } = setup;
  return recent.get([name, players, diceSet, ...Object.values(ruleset)].join(), () => (name === "lead" ? leadOf(setup, tables) : victoryOf(setup, tables)));
}

/** @param {Setup} setup @param {Tables} tables */
function leadOf(setup, { lead }) {
  const solution = loaded(lead, "lead");
  checkSolved(setup, solution);
  return new Lead(solution);
}

/** By the exact solution if it covers the game, else by the networks. @param {Setup} setup @param {Tables} tables */
function victoryOf(setup, { victory, shares }) {
  if (victory && setup.players === PLAYERS && ends(setup, victory.lead.game)) return new Victory(victory);
  if (filesFor(setup, "victory").includes("victory")) loaded(null, "victory");
  return new ShareOfVictory(loaded(shares.get(setup.players), `shares${setup.players}`), setup);
}

/** @template T @param {T | null | undefined} table @param {string} name @returns {T} */
function loaded(table, name) {
  if (!table) throw new Error(`${name}.npz is not loaded`);
  return table;
}

/**
 * The value of a position and of every move in it, if all players have the same objective.
 *
 * `victory` is the share of victory, `lead` the expected lead over the other one of two, `points` the points and bonus of
 * one's own turns, `new Target(250)` the chance to score that many of them, `charity` the chance of the charity bonus.
 * @param {GameState | GameNode} position @param {ObjectiveName | Target} objective @param {Tables} tables with the files that `filesFor` names
 */
export function analyse(position, objective, tables) {
  if (position instanceof GameNode && position.falling) throw new CannotValue("dice-in-the-air");
  const { setup } = position instanceof GameNode ? position.state : position;
  return new Analysis(position, objective instanceof Target ? objective : objectiveFor(objective, setup, tables));
}

/** A position evaluated for an objective. */
export class Analysis {
  /** @param {GameState | GameNode} position @param {Objective} objective */
  constructor(position, objective) {
    this.node = position instanceof GameNode ? position : null;
    this.state = position instanceof GameNode ? position.state : position;
    this.objective = objective;
  }

  /** `exact`, `bounded` by a twentieth of a percentage point, with a `measured` error, or `estimated`. */
  get truth() {
    return this.objective.truth;
  }

  /** The standard error of the values, if it has been measured. */
  get error() {
    return this.truth === "measured" && this.objective.error ? this.objective.error(this.state) : null;
  }

  /** The value of the position to a player. @param {number} player */
  value(player) {
    this.#checkSeat(player);
    return this.reported(this.seats[player]);
  }

  /** The moves a player has now, with their values to that player; not asking is DECLINE_GIFT. @param {number} player @returns {Map<Action, number>} */
  moves(player) {
    const values = this.#mayMove(player) ? this.actionValues(player) : new Map();
    return new Map([...values].map(([action, value]) => [action, this.reported(value)]));
  }

  /** The best move; ties go to not asking, to scoring, then to the smaller gift. @param {number} player @returns {Action} */
  best(player) {
    if (!this.#mayMove(player)) throw new CannotValue("nothing-to-decide", { player });
    if (player === this.state.active) return this.turn.bestAction(this.state);
    return this.shouldAsk ? ASK_GIFT : DECLINE_GIFT;
  }

  /** How much a move loses against the best one; 0 for the best. @param {number} player @param {Action} action */
  regret(player, action) {
    const moves = this.moves(player);
    const value = moves.get(shared(action));
    if (value === undefined) throw verify(this.state, player, action) ?? new CannotValue("nothing-to-decide", { player });
    return Math.max(...moves.values()) - value;
  }

  /** @param {number} player */
  #checkSeat(player) {
    checkSeat(player, this.state.sheets.length);
  }

  /** @param {number} player */
  #mayMove(player) {
    return legalActions(this.state, player).length > 0 && (!this.node || player === this.node.player);
  }

  get turn() {
    return solvedTurn(this.objective, this.state);
  }

  /** The value of the position by seat, if everybody maximises the objective. @returns {readonly number[]} */
  get seats() {
    const { state, node, objective } = this;
    if (state.turn.rolls === 0 && !state.turn.asked) return objective.beforeTurn(state);
    if (node && !node.asking && recipientDecides(state)) return this.asking.wait;
    if (objective.sum === null) return this.turn.seats(state);
    if (!recipientDecides(state)) return this.#both(Math.max(...this.turn.actionValues(state).values()));
    const { ifAsked, ifNotAsked } = this.turn.asking(state);
    return this.#both(Math.min(ifAsked, ifNotAsked));
  }

  /** The value of every move to its player. @param {number} player @returns {Map<Action, number>} */
  actionValues(player) {
    const { state } = this;
    if (isOver(state)) return new Map();
    if (player === state.active) return state.turn.rolls ? this.turn.actionValues(state) : new Map([[roll(), this.seats[player]]]);
    if (player !== recipientOf(state) || !mayBeAsked(state)) return new Map();
    const { ask, wait } = this.asking;
    return new Map(/** @type {[Action, number][]} */ ([[ASK_GIFT, ask[player]], [DECLINE_GIFT, wait[player]]]));
  }

  /** Values by seat if the recipient asks now, and if they do not, where they may. */
  get asking() {
    const { state, turn } = this;
    if (this.objective.sum === null) return { ask: turn.seats(state, ASK_GIFT), wait: turn.seats(state, DECLINE_GIFT) };
    const { ifAsked, ifNotAsked } = turn.asking(state);
    return { ask: this.#both(ifAsked), wait: this.#both(ifNotAsked) };
  }

  /** Whether the recipient should ask now, where they may. */
  get shouldAsk() {
    return this.turn.shouldAsk(this.state);
  }

  /** A value for display: clamped, because the tie-break between equal moves can push a chance past 0 or 1. @param {number} value */
  reported(value) {
    const { objective } = this;
    if ((objective instanceof Target || objective instanceof CharityBonus) && value < NO_CHANCE) return 0;
    return IN_POINTS.includes(objective.name) ? value : Math.min(Math.max(value, 0), 1);
  }

  /** The outcome of the turn after a legal action of either player; by default, after optimal play. @param {Action | null} [action] */
  forecast(action = null) {
    const { state } = this;
    if (isOver(state)) throw new CannotValue("game-over");
    // By the rules, declining is an action only after a stop; before, it is always possible.
    const waits = action?.type === "decline" && mayBeAsked(state);
    if (action && !waits) {
      const asks = action.type === "ask" || action.type === "decline";
      const refusal = verify(state, asks ? recipientOf(state) : state.active, action);
      if (refusal) throw refusal;
    }
    return forecast(this.turn, state, action);
  }

  /** The values by seat of a two-player position that is worth `value` to the active player. @param {number} value */
  #both(value) {
    const other = Number(this.objective.sum) - value;
    return this.state.active === 0 ? [value, other] : [other, value];
  }
}

/** The one object of all equal actions. @param {Action} action @returns {Action} */
function shared(action) {
  if (action.type === "roll") return roll(action.keep);
  if (action.type === "score") return score(action.dice);
  return action.type === "ask" ? ASK_GIFT : action.type === "decline" ? DECLINE_GIFT : STOP;
}
