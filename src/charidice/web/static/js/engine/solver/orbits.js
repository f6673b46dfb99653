/**
 * Rolls and sets of kept dice up to the symmetries of a dice set.
 *
 * A symmetry permutes the dice so that only the colours are renamed: scores and values of turns do not change. The standard
 * dice have six. Sets of kept dice are grouped by pattern, the dice to be rolled; only the first of the patterns that
 * symmetries map to each other is stored.
 */

import { ALL_DICE, DICE, diceOf, IN_ORDER, rollIndex, ROLLS_OF_SIX, SIZES } from "../dice.js";
import { byDice } from "./recent.js";

/** @import { Dice, DiceSet, Numbers } from "../dice.js" */

export const NUMBERS = 6;
/** The seventh state of a die in a tensor index, after its six numbers. */
const TO_ROLL = NUMBERS;
const STATES = TO_ROLL + 1;
const PLACES = STATES ** DICE;
const ROLL_STEPS = ALL_DICE.map((die) => NUMBERS ** (DICE - 1 - die));
const TENSOR_STEPS = ALL_DICE.map((die) => STATES ** (DICE - 1 - die));

/** The rows of all sets of kept dice in which `dice` are to be rolled, in the order of the numbers of the kept dice.
 * @typedef {{ dice: readonly number[], start: number, end: number }} Pattern */

/** Indices of rolls up to symmetry, and rows of sets of kept dice with at least one die to be rolled. */
export class Orbits {
  /** @param {DiceSet} diceSet */
  constructor(diceSet) {
    this.symmetries = symmetries(diceSet);
    /** Patterns with fewer dice to be rolled come first. */
    this.patterns = patternsOf(this.symmetries);
    this.rows = this.patterns[this.patterns.length - 1].end;
    const first = this.#firstRolls();
    /** By orbit: the first of its rolls. */
    this.rolls = Int32Array.from(first.keys()).filter((roll) => first[roll] === roll);
    const number = new Int32Array(ROLLS_OF_SIX);
    this.rolls.forEach((roll, orbit) => (number[roll] = orbit));
    /** By roll: its orbit. */
    this.ofRoll = first.map((roll) => number[roll]);
    /** By orbit: the probability of its rolls. */
    this.shares = new Float64Array(this.rolls.length);
    for (const orbit of this.ofRoll) this.shares[orbit] += 1;
    for (let orbit = 0; orbit < this.shares.length; orbit += 1) this.shares[orbit] /= ROLLS_OF_SIX;
    const places = this.#places();
    /** By tensor index of a set of kept dice: its row; -1 if all dice are kept. */
    this.ofKept = this.#rowsOfKept(places);
    /** The rows with a single die to be rolled come before this one. */
    this.severalFrom = this.patterns.findIndex(({ dice }) => dice.length > 1);
    this.severalFrom = this.patterns[this.severalFrom].start;
    /** By row and number: the row in which one more die has landed; an orbit of rolls where that was the only one. */
    this.landing = this.#landings(places);
    /** By orbit and die: the row with only that die to be rolled. */
    this.ofSingles = this.#singles();
    /** By row: where its entries in `further` start; the one with all dice to be rolled has none. */
    this.furtherStarts = new Int32Array(this.rows + 1);
    /** By row and kept die: the row with that die rolled as well. */
    this.further = this.#furthers(places);
  }

  /** Whether every orbit has one roll. */
  get trivial() {
    return this.symmetries.length === 1;
  }

  /** By roll: the first roll of its orbit. */
  #firstRolls() {
    const first = Int32Array.from({ length: ROLLS_OF_SIX }, (_, roll) => roll);
    for (const move of this.symmetries) {
      for (let roll = 0; roll < ROLLS_OF_SIX; roll += 1) {
        let moved = 0;
        for (let die = 0; die < DICE; die += 1) moved += (Math.floor(roll / ROLL_STEPS[die]) % NUMBERS) * ROLL_STEPS[move[die]];
        if (moved < first[roll]) first[roll] = moved;
      }
    }
    return first;
  }

  /** By row: its tensor index. */
  #places() {
    const places = new Int32Array(this.rows);
    for (const { dice, start, end } of this.patterns) {
      const kept = ALL_DICE.filter((die) => !dice.includes(die));
      const rolled = dice.reduce((sum, die) => sum + TO_ROLL * TENSOR_STEPS[die], 0);
      for (let row = start; row < end; row += 1) {
        let [place, rest] = [rolled, row - start];
        for (let at = kept.length - 1; at >= 0; at -= 1) {
          place += (rest % NUMBERS) * TENSOR_STEPS[kept[at]];
          rest = Math.floor(rest / NUMBERS);
        }
        places[row] = place;
      }
    }
    return places;
  }

  /** @param {Int32Array} places */
  #rowsOfKept(places) {
    const rows = new Int32Array(PLACES).fill(-1);
    places.forEach((place, row) => (rows[place] = row));
    for (const move of this.symmetries) {
      places.forEach((place, row) => {
        let moved = 0;
        for (let die = 0; die < DICE; die += 1) moved += stateOf(place, move[die]) * TENSOR_STEPS[die];
        if (rows[moved] < 0) rows[moved] = row;
      });
    }
    return rows;
  }

  /** @param {Int32Array} places */
  #landings(places) {
    const landing = new Int32Array(NUMBERS * this.rows);
    for (const { dice, start, end } of this.patterns) {
      // As Python adds, so that sums of single precision are the same to the last bit.
      const die = this.trivial && dice.length === 2 ? dice[0] : dice[dice.length - 1];
      for (let row = start; row < end; row += 1) {
        for (let number = 0; number < NUMBERS; number += 1) {
          const place = places[row] + (number - TO_ROLL) * TENSOR_STEPS[die];
          landing[NUMBERS * row + number] = dice.length === 1 ? this.ofRoll[rollAt(place)] : this.ofKept[place];
        }
      }
    }
    return landing;
  }

  #singles() {
    const singles = new Int32Array(DICE * this.rolls.length);
    this.rolls.forEach((roll, orbit) => {
      const place = ALL_DICE.reduce((sum, die) => sum + (Math.floor(roll / ROLL_STEPS[die]) % NUMBERS) * TENSOR_STEPS[die], 0);
      for (const die of ALL_DICE) singles[DICE * orbit + die] = this.ofKept[withRolled(place, die)];
    });
    return singles;
  }

  /** @param {Int32Array} places */
  #furthers(places) {
    const further = new Int32Array(this.patterns.reduce((sum, { dice, start, end }) => sum + (DICE - dice.length) * (end - start), 0));
    let at = 0;
    for (const { dice, start, end } of this.patterns) {
      const kept = ALL_DICE.filter((die) => !dice.includes(die));
      for (let row = start; row < end; row += 1) {
        this.furtherStarts[row] = at;
        for (const die of kept) further[at++] = this.ofKept[withRolled(places[row], die)];
      }
    }
    this.furtherStarts[this.rows] = at;
    return further;
  }
}

/** @param {number} place @param {number} die */
const stateOf = (place, die) => Math.floor(place / TENSOR_STEPS[die]) % STATES;

/** @param {number} place @param {number} die */
const withRolled = (place, die) => place + (TO_ROLL - stateOf(place, die)) * TENSOR_STEPS[die];

/** The index of the roll at a tensor index. @param {number} place */
const rollAt = (place) => ALL_DICE.reduce((sum, die) => sum + stateOf(place, die) * ROLL_STEPS[die], 0);

/** All permutations of the dice that only rename colours; the image of the first die determines the others.
 * @param {DiceSet} diceSet @returns {number[][]} */
export function symmetries({ layout }) {
  const dieOf = new Map(layout.map((row, die) => [row.join(), die]));
  return layout
    .map((row) => {
      const renamed = new Map(layout[0].map((colour, at) => [colour, row[at]]));
      return layout.map((other) => dieOf.get(other.map((colour) => renamed.get(colour)).join()));
    })
    .filter((moved) => moved.every((die) => die !== undefined))
    .map((moved) => moved.map(Number));
}

/** The first of all patterns that symmetries map to each other. @param {number[][]} moves */
function patternsOf(moves) {
  /** @type {Pattern[]} */
  const found = [];
  let start = 0;
  const bySize = IN_ORDER.filter(Boolean).sort((one, other) => SIZES[one] - SIZES[other]);
  for (const dice of bySize.map(diceOf)) {
    // Dice are single digits, so texts are in the order of the numbers.
    const isFirst = moves.every((move) => dice.map((die) => move[die]).sort().join() >= dice.join());
    if (!isFirst) continue;
    const end = start + NUMBERS ** (DICE - dice.length);
    found.push({ dice, start, end });
    start = end;
  }
  return found;
}

const made = byDice((diceSet) => new Orbits(diceSet));

/** The orbits of a dice set, made once. @param {DiceSet} diceSet */
export const orbits = (diceSet) => made(diceSet, false);

/** The orbit of a roll. @param {Orbits} found @param {Numbers} numbers */
export const orbitOf = (found, numbers) => found.ofRoll[rollIndex(numbers)];

/** The row of the dice that a reroll keeps. @param {Orbits} found @param {Numbers} numbers @param {Dice} keep */
export const keptRow = (found, numbers, keep) =>
  found.ofKept[numbers.reduce((place, number, die) => STATES * place + ((keep >> die) & 1 ? number - 1 : TO_ROLL), 0)];
