/**
 * Themes: the question that a decision turns on, such as a straight or a colour.
 *
 * A theme sorts the moves of a decision by idea; many moves follow none. A decision has the theme if its best move follows one
 * of the ideas and if every move of another idea costs at least LEAST_MARGIN of the chance of victory.
 */

import { turnForPoints } from "../bots/points.js";
import { ALL_DICE, diceOf, maskOf, SIZES } from "../dice.js";
import { ASK_GIFT, DECLINE_GIFT } from "../moves.js";
import { KINDS } from "../scoring.js";
import { subtotal, totalGiven } from "../sheet.js";
import { Analysis, objectiveFor } from "../solver/analysis.js";
import { optionsOf, rollsLeft } from "../state.js";
import { THEMES } from "./names.js";

/** @import { Dice } from "../dice.js" */
/** @import { Action } from "../moves.js" */
/** @import { ScoringOption } from "../scoring.js" */
/** @import { Tables } from "../solver/files.js" */
/** @import { GameNode } from "../strict.js" */
/** @import { Idea, Theme } from "./names.js" */

/**
 * A theme of a decision: the idea of its best move, and what the best move of another idea costs.
 * @typedef {{idea: Idea, margin: number}} Found
 * A decision with the value of every move to its player: the chance of victory, and the expected points and bonus of the turn,
 * which are of no interest to a recipient.
 * @typedef {{node: GameNode, victory: Map<Action, number>, points: Map<Action, number>}} Analysed
 * @typedef {Map<Action, Idea>} Ideas
 */

/** Of the chance of victory: below it, players need not care. */
export const LEAST_MARGIN = 0.008;
// A child sees at once that it matters.
const CLEAR_MARGIN = 0.03;
// Nobody would hesitate to keep dice, or to roll them all, where the other costs more.
const MOST_OF_KEEPING = 0.05;
// Own points closer than this are the same; totals are whole numbers.
const SAME_POINTS = 0.5;
// In points: a lead that is worth protecting, from the middle of the game on.
const LEAST_LEAD = 10;
// The rounds at the end in which the charity bonus is raced for.
const RACE = 3;
// In points: how close the donations then are.
const CLOSE_RACE = 30;
// Dice of one colour or number: those that score, those of a colour that are kept for it, and those of a number.
const [MANY, SOME, PAIR] = [4, 3, 2];
// For children: how much more a large gift is, for about the same points.
const [LARGER_GIFT, SAME_TOTAL] = [8, 4];
/** @type {readonly string[]} */
const STRAIGHTS = [KINDS.STRAIGHT_OF_FOUR, KINDS.STRAIGHT_OF_FIVE, KINDS.STRAIGHT_OF_SIX];

/** @param {GameNode} node @param {Tables} tables with those of the victory in this game @returns {Analysed} */
export function analysed(node, tables) {
  const { setup } = node.state;
  const victory = new Analysis(node, objectiveFor("victory", setup, tables)).moves(Number(node.player));
  const points = node.asking ? new Map() : turnForPoints(setup.diceSet, setup.ruleset.freeGiving).actionValues(node.state);
  return { node, victory, points };
}

/** @param {Analysed} analysed */
export const bestOf = ({ victory }) => Math.max(...victory.values());

/** What a move loses against the best one. @param {Analysed} analysed @param {Action} action */
export const lossOf = (analysed, action) => bestOf(analysed) - Number(analysed.victory.get(action));

/** The theme as a decision has it, or null. @param {Theme} theme @param {Analysed} analysed @returns {Found | null} */
export function findTheme(theme, analysed) {
  /** @type {Map<Idea, number>} */
  const best = new Map();
  for (const [action, idea] of IDEAS[theme](analysed)) best.set(idea, Math.max(best.get(idea) ?? 0, Number(analysed.victory.get(action))));
  const [first, second] = [...best].sort(([, one], [, other]) => other - one);
  if (!second || first[1] < bestOf(analysed)) return null;
  const found = { idea: first[0], margin: first[1] - second[1] };
  return isWanted(theme, found) ? found : null;
}

/** All themes of a decision. @param {Analysed} analysed @returns {Map<Theme, Found>} */
export function themesOf(analysed) {
  /** @type {Map<Theme, Found>} */
  const found = new Map();
  for (const theme of THEMES) {
    const as = findTheme(theme, analysed);
    if (as) found.set(theme, as);
  }
  return found;
}

/** The ideas that moves of a decision follow, by a theme. @param {Theme} theme @param {Analysed} analysed */
export const ideasOf = (theme, analysed) => IDEAS[theme](analysed);

/** @param {Theme} theme @param {Found} found */
function isWanted(theme, { idea, margin }) {
  if (theme === "straight") return idea === "straight" && margin >= CLEAR_MARGIN;
  if (theme === "gift-cost") return idea === "small" && margin >= CLEAR_MARGIN;
  return margin >= LEAST_MARGIN && margin <= (theme === "keep-or-roll" ? MOST_OF_KEEPING : 1);
}

/** @param {Analysed} analysed @returns {Ideas} */
function straightOrColour(analysed) {
  const { numbers } = analysed.node.state.turn;
  const many = byColour(analysed).find((dice) => SIZES[dice] >= MANY);
  /** @type {Ideas} */
  const ideas = new Map();
  if (many === undefined) return ideas;
  for (const [action, dice] of withDice(analysed)) {
    if (SIZES[dice] < SOME || dice & ~many) continue;
    const shown = diceOf(dice).map((die) => numbers[die]);
    const span = 1 + Math.max(...shown) - Math.min(...shown);
    // Of three dice with one number missing, the missing one makes a straight.
    ideas.set(action, span === shown.length || span <= MANY ? "straight" : "colour");
  }
  return ideas;
}

/** @param {Analysed} analysed @returns {Ideas} */
function numberOrColours(analysed) {
  const { turn, setup } = analysed.node.state;
  const { numbers } = turn;
  /** @type {Ideas} */
  const ideas = new Map();
  const colours = setup.diceSet.colours(numbers);
  for (const [action, dice] of withDice(analysed)) {
    const some = diceOf(dice);
    const isNumber = new Set(some.map((die) => numbers[die])).size === 1;
    if (isNumber && some.length >= (action.type === "roll" ? PAIR : MANY)) ideas.set(action, "number");
    else if (!isNumber && some.length >= SOME && new Set(some.map((die) => colours[die])).size === some.length) ideas.set(action, "colours");
  }
  return ideas;
}

/** @param {Analysed} analysed @returns {Ideas} */
function keepOrRoll({ victory }) {
  /** @type {Ideas} */
  const ideas = new Map();
  for (const action of victory.keys()) if (action.type === "roll") ideas.set(action, SIZES[action.keep] > 1 ? "keep" : "all");
  return ideas;
}

/** @param {Analysed} analysed @returns {Ideas} */
function giftOrPoints(analysed) {
  const options = lastOptions(analysed);
  return options.size && !analysed.node.state.turn.asked ? byGift(options) : new Map();
}

/** @param {Map<Action, ScoringOption>} options @returns {Ideas} */
function byGift(options) {
  const all = [...options.values()];
  const most = Math.max(...all.map(({ total }) => total));
  const least = Math.min(...all.flatMap(({ total, gift }) => (total === most ? [gift] : [])));
  /** @type {Ideas} */
  const ideas = new Map();
  for (const [action, { total, gift }] of options) {
    if (total === most && gift === least) ideas.set(action, "points");
    else if (gift < least) ideas.set(action, "gift");
  }
  return ideas;
}

/** @param {Analysed} analysed @returns {Ideas} */
function charity(analysed) {
  const { setup, round, active, sheets, turn } = analysed.node.state;
  const given = sheets.map(totalGiven);
  const ahead = Math.max(...given.filter((_, seat) => seat !== active));
  if (setup.ruleset.rounds - round >= RACE || Math.abs(given[active] - ahead) > CLOSE_RACE) return new Map();
  const factor = turn.asked ? 2 : 1;
  return new Map([...lastOptions(analysed)].map(([action, { gift }]) => [action, given[active] + factor * gift >= ahead ? "give" : "hold"]));
}

/** @param {Analysed} analysed @returns {Ideas} */
const asking = ({ node }) => (node.asking ? new Map(/** @type {[Action, Idea][]} */ ([[ASK_GIFT, "ask"], [DECLINE_GIFT, "wait"]])) : new Map());

/** With rolls left, whether to go on; after the last roll, the gift or the points. @param {Analysed} analysed @returns {Ideas} */
function asked(analysed) {
  const { node, victory } = analysed;
  if (node.asking || !node.state.turn.asked) return new Map();
  const options = lastOptions(analysed);
  if (options.size) return byGift(options);
  return new Map([...victory.keys()].map((action) => [action, action.type === "score" ? "score" : "roll"]));
}

/** @param {Analysed} analysed @returns {Ideas} */
function lastRound(analysed) {
  const { round, setup } = analysed.node.state;
  return round === setup.ruleset.rounds ? byPoints(analysed, "chance") : new Map();
}

/** @param {Analysed} analysed @returns {Ideas} */
function lead(analysed) {
  const { round, setup, sheets, active } = analysed.node.state;
  const { rounds } = setup.ruleset;
  const totals = sheets.map(subtotal);
  const isAhead = totals[active] - Math.max(...totals.filter((_, seat) => seat !== active)) >= LEAST_LEAD;
  return isAhead && rounds / 2 < round && round < rounds ? byPoints(analysed, "safe") : new Map();
}

/** @param {Analysed} analysed @param {Idea} other @returns {Ideas} */
function byPoints({ points }, other) {
  const most = Math.max(...points.values());
  return new Map([...points].map(([action, value]) => [action, value > most - SAME_POINTS ? "points" : other]));
}

/** @param {Analysed} analysed @returns {Ideas} */
const straight = (analysed) => new Map([...lastOptions(analysed)].map(([action, { kind }]) => [action, STRAIGHTS.includes(kind) ? "straight" : "other"]));

/** @param {Analysed} analysed @returns {Ideas} */
function giftCost(analysed) {
  const options = lastOptions(analysed);
  const [least] = [...options.values()].sort((one, other) => one.gift - other.gift || other.total - one.total);
  /** @type {Ideas} */
  const ideas = new Map();
  for (const [action, { total, gift }] of options) {
    if (gift === least.gift) ideas.set(action, "small");
    else if (gift >= least.gift + LARGER_GIFT && Math.abs(total - least.total) <= SAME_TOTAL) ideas.set(action, "large");
  }
  return ideas;
}

/** The moves that keep or score dice, with these. @param {Analysed} analysed */
function* withDice({ victory }) {
  for (const action of victory.keys()) {
    if (action.type === "roll") yield /** @type {const} */ ([action, action.keep]);
    else if (action.type === "score") yield /** @type {const} */ ([action, action.dice]);
  }
}

/** The ways to score by their action, where nothing else is left to do. @param {Analysed} analysed @returns {Map<Action, ScoringOption>} */
function lastOptions({ node, victory }) {
  /** @type {Map<Action, ScoringOption>} */
  const found = new Map();
  if (node.asking || rollsLeft(node.state)) return found;
  const options = new Map(optionsOf(node.state).map((option) => [option.dice, option]));
  for (const action of victory.keys()) {
    const option = action.type === "score" && options.get(action.dice);
    if (option) found.set(action, option);
  }
  return found;
}

/** The dice of each colour. @param {Analysed} analysed @returns {Dice[]} */
function byColour({ node: { state } }) {
  const colours = state.setup.diceSet.colours(state.turn.numbers);
  return ALL_DICE.map((colour) => maskOf(ALL_DICE.filter((die) => colours[die] === colour)));
}

/** @type {Record<Theme, (analysed: Analysed) => Ideas>} */
const IDEAS = {
  "straight-or-colour": straightOrColour,
  "number-or-colours": numberOrColours,
  "keep-or-roll": keepOrRoll,
  "gift-or-points": giftOrPoints,
  charity,
  asking,
  asked,
  "last-round": lastRound,
  lead,
  straight,
  "gift-cost": giftCost,
};
