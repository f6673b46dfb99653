/** Every legal way to score six dice (clauses 3 and 4.1). */

import { ALL_DICE, colourOf, DICE, diceOf, EVERY_DIE, letterOf, numberOf, PLACES, readFaces, rollIndex, ROLLS_OF_SIX, SETS, SIZES, STANDARD_DICE } from "./dice.js";
import { REROLLS, score } from "./moves.js";
import { DOUBLED_FROM, STANDARD } from "./ruleset.js";

/** @import { Dice, DiceSet, Face, Numbers } from "./dice.js" */
/** @import { Values } from "./errors.js" */
/** @import { Action, Score } from "./moves.js" */
/** @import { Ruleset } from "./ruleset.js" */

/** The kinds of scoring sets, by the clause that allows them. */
export const KINDS = Object.freeze(
  /** @type {const} */ ({
    STRAIGHT_OF_FOUR: "3.1.1",
    FOUR_OF_A_COLOUR: "3.1.2",
    STRAIGHT_OF_FIVE: "3.1.3",
    STRAIGHT_OF_SIX: "3.1.4",
    ALL_OF_A_COLOUR: "3.1.5",
    EVERY_COLOUR: "3.2.1",
    SAME_NUMBER: "3.2.2",
  }),
);
/** @typedef {typeof KINDS[keyof typeof KINDS]} Kind */

/** The bonus by kind; equal numbers have theirs by the number of dice. @type {Readonly<Record<Exclude<Kind, "3.2.2">, number>>} */
export const COLOUR_BONUS = Object.freeze({ "3.1.1": 25, "3.1.2": 15, "3.1.3": 40, "3.1.4": 50, "3.1.5": 0, "3.2.1": 0 });
/** @type {Readonly<Record<number, number>>} */
export const SAME_NUMBER_BONUS = Object.freeze({ 4: 15, 5: 30, 6: 60 });
const LEAST_ALIKE = 4;

/** By number: what it is worth as part of a gift. @type {readonly number[]} */
export const GIFT_VALUE = Object.freeze([0, 1, 2, 3, 4, 5, 6].map((number) => (number >= DOUBLED_FROM ? 2 * number : number)));

/**
 * A set of dice that may be scored. The total is points and bonus; the gift is that of the other dice to a recipient who has not asked.
 * @typedef {Readonly<{dice: Dice, kind: Kind, points: number, bonus: number, total: number, gift: number}>} ScoringOption
 */

/**
 * The legal moves of a roll. All rolls of a dice set share 644 of them, each made once.
 * @typedef {object} Choices
 * @property {ReadonlyMap<Dice, Kind>} kinds  The kind by scorable dice, in the order of the dice.
 * @property {ReadonlyMap<Dice, number>} bonuses  The bonus by scorable dice.
 * @property {readonly Score[]} scores  An action for each set of scorable dice.
 * @property {readonly Action[]} moves  All rerolls, then the scores.
 */

/** The scoring options of one dice set, computed roll by roll on demand and cached. */
export class ScoringTable {
  #diceSet;
  #freeGiving;
  /** @type {(Choices | undefined)[]} */
  #choices = new Array(ROLLS_OF_SIX);

  /** @param {DiceSet} diceSet @param {boolean} freeGiving */
  constructor(diceSet, freeGiving) {
    this.#diceSet = diceSet;
    this.#freeGiving = freeGiving;
  }

  /** @param {Numbers} numbers @returns {Choices} */
  choices(numbers) {
    return (this.#choices[rollIndex(numbers)] ??= choicesOf(this.#diceSet.colours(numbers), numbers, this.#freeGiving));
  }

  /** The scoring options of a roll, best sum first. @param {Numbers} numbers */
  options(numbers) {
    return optionsOf(this.choices(numbers), numbers);
  }
}

// The tables of the games at hand, the last used last.
const MOST_TABLES = 8;
/** @type {Map<string, ScoringTable>} */
const tables = new Map();

/** The table of a dice set, made once for the last few. @param {DiceSet} diceSet @param {boolean} freeGiving */
export function scoringTable(diceSet, freeGiving) {
  const key = `${diceSet} ${freeGiving}`;
  const table = tables.get(key) ?? new ScoringTable(diceSet, freeGiving);
  tables.delete(key);
  tables.set(key, table);
  if (tables.size > MOST_TABLES) tables.delete(String(tables.keys().next().value));
  return table;
}

/**
 * All legal ways to score six faces, given in any order, best sum first.
 * @param {string | readonly Face[]} faces @param {DiceSet} [diceSet] @param {Ruleset} [ruleset]
 */
export function scoringOptions(faces, diceSet = STANDARD_DICE, ruleset = STANDARD) {
  return scoringTable(diceSet, ruleset.freeGiving).options(diceSet.numbers(typeof faces === "string" ? readFaces(faces) : faces));
}

/** The ways to score six faces, whatever dice they are on; dice count in the order given. @param {readonly Face[]} faces @param {boolean} freeGiving */
export function optionsOfFaces(faces, freeGiving) {
  const numbers = faces.map(numberOf);
  return optionsOf(choicesOf(faces.map(colourOf), numbers, freeGiving), numbers);
}

/** The scoring options if the six dice show these numbers, best sum first. @param {Choices} choices @param {Numbers} numbers */
function optionsOf({ kinds, bonuses }, numbers) {
  /** @type {ScoringOption[]} */
  const options = [];
  for (const [dice, kind] of kinds) {
    const points = pointsOf(dice, numbers);
    const bonus = bonuses.get(dice) ?? 0;
    options.push(Object.freeze({ dice, kind, points, bonus, total: points + bonus, gift: giftOf(dice, numbers) }));
  }
  return options.sort((one, other) => other.total - one.total || one.gift - other.gift || PLACES[one.dice] - PLACES[other.dice]);
}

/** The points of these dice (box 1). @param {Dice} dice @param {Numbers} numbers */
export function pointsOf(dice, numbers) {
  let points = 0;
  for (let die = 0; die < DICE; die += 1) if ((dice >> die) & 1) points += numbers[die];
  return points;
}

/** The gift of the other dice (4.1), if these are scored. @param {Dice} dice @param {Numbers} numbers */
export function giftOf(dice, numbers) {
  let gift = 0;
  for (let die = 0; die < DICE; die += 1) if (!((dice >> die) & 1)) gift += GIFT_VALUE[numbers[die]];
  return gift;
}

/** @param {Kind} kind @param {Dice} dice */
export const bonusOf = (kind, dice) => (kind === KINDS.SAME_NUMBER ? SAME_NUMBER_BONUS[SIZES[dice]] : COLOUR_BONUS[kind]);

/** @type {Map<string, Choices>} */
const known = new Map();

/** The legal moves with dice that show these colours and numbers. @param {readonly number[]} colours @param {Numbers} numbers @param {boolean} freeGiving */
export function choicesOf(colours, numbers, freeGiving) {
  const byColour = groups(colours);
  const ofColour = byColour.flatMap((dice) => (SIZES[dice] < LEAST_ALIKE ? [] : oneColour(dice, numbers, freeGiving)));
  const ofNumber = groups(numbers).flatMap((dice) => (SIZES[dice] < LEAST_ALIKE ? [] : sameNumber(dice)));
  const key = `${byColour} ${ofColour} ${ofNumber} ${freeGiving}`;
  let choices = known.get(key);
  if (!choices) {
    // Later rules override: four equal numbers may also be one die of every colour, and still score their bonus (3.5).
    choices = choicesFrom(new Map([...ofColour, ...differentColours(byColour, freeGiving), ...ofNumber]));
    known.set(key, choices);
  }
  return choices;
}

/** @param {ReadonlyMap<Dice, Kind>} found @returns {Choices} */
function choicesFrom(found) {
  const kinds = new Map([...found].sort(([one], [other]) => PLACES[one] - PLACES[other]));
  const bonuses = new Map([...kinds].map(([dice, kind]) => [dice, bonusOf(kind, dice)]));
  const scores = Object.freeze([...kinds.keys()].map(score));
  return Object.freeze({ kinds, bonuses, scores, moves: Object.freeze([...REROLLS, ...scores]) });
}

/** The dice grouped by value, in the order of the first die of each group. @param {readonly number[]} values @returns {Dice[]} */
function groups(values) {
  const byFirst = [0, 0, 0, 0, 0, 0];
  for (let die = 0; die < DICE; die += 1) byFirst[values.indexOf(values[die])] |= 1 << die;
  return byFirst.filter(Boolean);
}

/** The sets of 3.2.2 among four or more dice that show the same number. @param {Dice} dice @returns {[Dice, Kind][]} */
const sameNumber = (dice) => subsets(dice).flatMap((chosen) => (SIZES[chosen] < LEAST_ALIKE ? [] : [[chosen, KINDS.SAME_NUMBER]]));

/** All sets of some of these dice, the empty one not included. @param {Dice} dice */
function subsets(dice) {
  const found = [];
  for (let some = dice; some; some = (some - 1) & dice) found.push(some);
  return found;
}

/** The sets of 3.1 among four or more dice of one colour. @param {Dice} dice @param {Numbers} numbers @param {boolean} freeGiving */
function oneColour(dice, numbers, freeGiving) {
  /** @type {[Dice, Kind][]} */
  const found = [];
  for (const chosen of subsets(dice)) {
    const kind = colourKind(diceOf(chosen).map((die) => numbers[die]));
    if (kind !== KINDS.ALL_OF_A_COLOUR || chosen === dice || freeGiving) found.push([chosen, kind]);
  }
  return found;
}

/** The kind of dice of one colour, by their numbers, which all differ (1.4). @param {readonly number[]} shown */
function colourKind(shown) {
  const consecutive = Math.max(...shown) - Math.min(...shown) === shown.length - 1;
  if (shown.length === 4) return consecutive ? KINDS.STRAIGHT_OF_FOUR : KINDS.FOUR_OF_A_COLOUR;
  if (shown.length === 5 && consecutive) return KINDS.STRAIGHT_OF_FIVE;
  return shown.length === 6 ? KINDS.STRAIGHT_OF_SIX : KINDS.ALL_OF_A_COLOUR;
}

/** One die of every colour on the table (3.2.1); with free giving, of at least one colour (8.1). @param {readonly Dice[]} colours @param {boolean} freeGiving @returns {[Dice, Kind][]} */
function differentColours(colours, freeGiving) {
  let chosen = [0];
  for (const dice of colours) {
    const ofColour = chosen.flatMap((before) => diceOf(dice).map((die) => before | (1 << die)));
    chosen = freeGiving ? [...ofColour, ...chosen] : ofColour;
  }
  return chosen.filter(Boolean).map((dice) => [dice, KINDS.EVERY_COLOUR]);
}

/**
 * Why these dice are not a scoring option, as a code and values.
 * @param {readonly Face[]} shown @param {Dice} dice @returns {[code: string, values?: Values]}
 */
export function whyNotScorable(shown, dice) {
  if (dice === 0) return ["score-at-least-one"];
  if (dice < 0 || dice >= SETS || (dice & EVERY_DIE) !== dice) return ["unknown-die"];
  const chosen = diceOf(dice).map((die) => shown[die][0]);
  const colours = new Set(chosen);
  if (colours.size === chosen.length) {
    const missing = ALL_DICE.map(letterOf).filter((letter) => !colours.has(letter) && shown.some((face) => face[0] === letter));
    return ["colour-left-out", { colours: missing }];
  }
  if (colours.size > 1) return ["neither-one-colour-nor-different"];
  const colour = chosen[0];
  const count = shown.filter((face) => face[0] === colour).length;
  return [count < LEAST_ALIKE ? "fewer-than-four-of-colour" : "not-a-set-of-colour", { colour, count }];
}
