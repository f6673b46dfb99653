/**
 * Twins: fresh positions with the idea of another one. The colours are renamed, the players have other totals, the seats may
 * change, and often one die shows another number. The solver checks each: the theme and its idea stay, the margin stays within a factor of two.
 */

import { ALL_DICE } from "../dice.js";
import { writeNode, writePosition, readPosition } from "../record/position.js";
import { sum } from "../sheet.js";
import { orbits } from "../solver/orbits.js";
import { stateOf } from "../state.js";
import { GameNode } from "../strict.js";
import { analysed, findTheme } from "./themes.js";

/** @import { Random } from "../bots/random.js" */
/** @import { Numbers } from "../dice.js" */
/** @import { Sheet } from "../sheet.js" */
/** @import { Tables } from "../solver/files.js" */
/** @import { GameState, Setup } from "../state.js" */
/** @import { Analysed, Found } from "./themes.js" */
/** @import { Idea, Theme } from "./names.js" */

/** A twin with its analysis. @typedef {{node: string, theme: Theme, idea: Idea, margin: number, analysed: Analysed}} Twin */

/** How often a position is changed and checked before none is found; each takes about a twentieth of a second. */
export const TRIES = 40;
/** How many times larger or smaller the margin may be. */
export const FACTOR = 2;
// The share of twins with another seat, and with another number on one die.
const [OTHER_SEAT, OTHER_NUMBER] = [1 / 2, 1 / 2];
// In points: how far the differences between players may move.
const [MORE_TOTAL, MORE_GIVEN] = [6, 4];
// Boxes that real turns have, in points; and those of a usual turn.
const [LEAST_POINTS, MOST_POINTS, MOST_GIFT] = [4, 26, 36];
const USUAL = { points: 16, bonus: 15, given: 8 };
const USUAL_TOTAL = USUAL.points + USUAL.bonus;

/** A position to find a twin of. @typedef {{node: GameNode, theme: Theme, idea: Idea, margin: number}} TwinOf */

/** A twin of a position, or null if none is found. @param {TwinOf} seed @param {Random} random @param {Tables} tables with those of the victory in this game @returns {Twin | null} */
export function twin(seed, random, tables) {
  for (const found of tries(seed, random, tables)) if (found) return found;
  return null;
}

/** A twin or null for each try, so that somebody else can ask in between. @param {TwinOf} seed @param {Random} random @param {Tables} tables */
export function* tries({ node, theme, idea, margin }, random, tables) {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const other = changed(node, random);
    const a = other && analysed(other, tables);
    const found = a && findTheme(theme, a);
    /** @type {Twin | null} */
    const fits = found && found.idea === idea && isNear(found, margin) ? { node: writeNode(other), theme, ...found, analysed: a } : null;
    yield fits;
  }
}

/** @param {Found} found @param {number} margin */
const isNear = ({ margin: other }, margin) => other <= FACTOR * margin && margin <= FACTOR * other;

/** A similar position; null if it would break a rule. @param {GameNode} node @param {Random} random */
function changed({ state, asking }, random) {
  const { setup, round, turn } = state;
  const { players } = setup;
  const shift = random.happens(OTHER_SEAT) ? 1 + random.below(players - 1) : 0;
  const active = (state.active + shift) % players;
  const numbers = renamed(setup, random.happens(OTHER_NUMBER) ? oneOther(turn.numbers, random) : turn.numbers, random);
  const sheets = otherSheets(state, active, random);
  const other = stateOf(setup, round, active, Object.freeze({ ...turn, numbers }), sheets);
  const found = new GameNode(other, asking);
  return isPossible(other) && writePosition(other) !== writePosition(state) && found.actions.length > 1 ? found : null;
}

/** Whether the position can be met by the rules, as far as they show. @param {GameState} state */
function isPossible(state) {
  try {
    return writePosition(readPosition(writePosition(state))) === writePosition(state);
  } catch {
    return false;
  }
}

/** The same dice with other colours: any symmetry of the dice set. @param {Setup} setup @param {Numbers} numbers @param {Random} random @returns {Numbers} */
function renamed({ diceSet }, numbers, random) {
  const { symmetries } = orbits(diceSet);
  // The first one changes nothing; most dice sets of one's own have no other.
  const move = symmetries[symmetries.length > 1 ? 1 + random.below(symmetries.length - 1) : 0];
  const found = [...numbers];
  move.forEach((to, die) => (found[to] = numbers[die]));
  return Object.freeze(found);
}

/** @param {Numbers} numbers @param {Random} random @returns {Numbers} */
const oneOther = (numbers, random) => numbers.with(random.below(ALL_DICE.length), 1 + random.below(6));

/** Sheets on which the players are about as far apart, seen from the active one. @param {GameState} state @param {number} active the seat that is active now @param {Random} random @returns {Sheet[]} */
function otherSheets(state, active, random) {
  const { round, sheets, setup } = state;
  const { players } = setup;
  const totals = sheets.map(({ points, bonus, received }) => sum(points) + sum(bonus) + sum(received));
  const donated = sheets.map(({ given }) => sum(given));
  // By seat of the twin: the sheet it comes from, and how many turns it has.
  const from = sheets.map((_, seat) => (seat - active + state.active + players) % players);
  const turns = sheets.map((_, seat) => round - 1 + Number(seat < active));
  // Who has played one turn more than there has one turn less to come.
  const more = from.map((seat, at) => turns[at] - sheets[seat].points.length);
  /** @param {number} most */
  const about = (most) => random.below(2 * most + 1) - most;
  // All move together, and each a little.
  const [moreTotal, moreGiven] = [about(3 * MORE_TOTAL), about(MORE_GIVEN)];
  const rows = from.map((seat, at) => someRows(sheets[seat], turns[at], random));
  const given = rows.map((of, seat) => spread(of.map((row) => row.given), Math.max(0, donated[from[seat]] + more[seat] * USUAL.given + moreGiven + about(MORE_GIVEN)), [0, MOST_GIFT], random));
  return rows.map((of, seat) => {
    const received = given[(seat + players - 1) % players];
    const bonus = of.map((row) => row.bonus);
    const own = totals[from[seat]] + more[seat] * USUAL_TOTAL + moreTotal + about(MORE_TOTAL) - sum(received) - sum(bonus);
    const points = spread(of.map((row) => row.points), own, [LEAST_POINTS, MOST_POINTS], random);
    // Who has received nothing yet can have asked in this turn only.
    const asksNow = state.turn.asked && seat === (active + 1) % players;
    const hasGift = asksNow ? false : sheets[from[seat]].hasGift || !received.length;
    return Object.freeze({ points, bonus, received, given: given[seat], hasGift });
  });
}

/** So many turns of a sheet in another order, some of them twice if it has fewer. @param {Sheet} sheet @param {number} count @param {Random} random */
function someRows({ points, bonus, given }, count, random) {
  const rows = points.map((_, at) => ({ points: points[at], bonus: bonus[at], given: given[at] ?? 0 }));
  const some = rows.length ? rows : [USUAL];
  const found = [];
  let left = [...some];
  while (found.length < count) {
    if (!left.length) left = [...some];
    found.push(...left.splice(random.below(left.length), 1));
  }
  return found;
}

/** A column with this sum, as far as its boxes allow, changed box by box. @param {readonly number[]} column @param {number} total @param {[number, number]} bounds @param {Random} random */
function spread(column, total, [least, most], random) {
  const boxes = column.map((value) => Math.min(Math.max(value, least), most));
  let missing = total - sum(boxes);
  // Each round passes every box once, so that a few suffice.
  for (let round = 0; missing && round < 4 * boxes.length; round += 1) {
    const at = random.below(boxes.length);
    const to = Math.min(Math.max(boxes[at] + missing, least), most);
    const step = round < 2 * boxes.length ? Math.trunc((to - boxes[at]) / 2) || to - boxes[at] : to - boxes[at];
    boxes[at] += step;
    missing -= step;
  }
  return Object.freeze(boxes);
}
