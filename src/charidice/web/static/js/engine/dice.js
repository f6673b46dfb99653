/**
 * The six dice: colours, faces, and the dice set as a Latin square (clauses 1.2-1.4).
 *
 * A set of dice is a bit mask: bit d is die d. A roll is six numbers, or its index, 0 to 46,655, with die 0 as the highest digit.
 */

import { isWhole, quoted, Refused } from "./errors.js";
import { lengthOf, wordsOf } from "./text.js";

/** @typedef {number} Dice  A set of dice as a bit mask, 0 to 63: those kept, scored or given. */
/** @typedef {readonly number[]} Numbers  The number that each of the six dice shows; none before the first roll of a turn. */
/** @typedef {string} Face  One side of a die, as the letter of its colour and its number: "B4". */

export const LETTERS = "YOGBPK";
export const DICE = 6;
/** @type {readonly number[]} */
export const ALL_DICE = Object.freeze([0, 1, 2, 3, 4, 5]);
/** @type {readonly number[]} */
export const ALL_NUMBERS = Object.freeze([1, 2, 3, 4, 5, 6]);
/** @type {Dice} */
export const EVERY_DIE = (1 << DICE) - 1;
/** How many sets of dice there are, the empty one included. */
export const SETS = 1 << DICE;
/** How many rolls of six dice there are. */
export const ROLLS_OF_SIX = 6 ** DICE;
// The most characters of a dice set as text, spaces included.
const LAYOUT_LIMIT = 1000;

/** @type {readonly (readonly number[])[]} */
const DICE_OF = Object.freeze(Array.from({ length: SETS }, (_, mask) => Object.freeze(ALL_DICE.filter((die) => (mask >> die) & 1))));
/** By set of dice: how many they are. */
export const SIZES = Uint8Array.from(DICE_OF, (dice) => dice.length);
/** All sets of dice, in the order of their dice: 0, 0 1, 0 1 2, ... 4 5, 5. @type {readonly Dice[]} */
export const IN_ORDER = Object.freeze([...DICE_OF.keys()].sort((one, other) => (DICE_OF[one].join("") < DICE_OF[other].join("") ? -1 : 1)));
/** By set of dice: its place in that order. */
export const PLACES = Uint8Array.from(DICE_OF, (_, mask) => IN_ORDER.indexOf(mask));

/** The dice of a set, ascending. @param {Dice} mask */
export const diceOf = (mask) => DICE_OF[mask];

/** The set of these dice, 0-5. @param {Iterable<number>} dice @returns {Dice} */
export function maskOf(dice) {
  let mask = 0;
  for (const die of dice) mask |= 1 << die;
  return mask;
}

/** The index of a roll. @param {Numbers} numbers */
export function rollIndex(numbers) {
  let index = 0;
  for (let die = 0; die < DICE; die += 1) index = 6 * index + numbers[die] - 1;
  return index;
}

/** The numbers of a roll by its index. @param {number} index @returns {Numbers} */
export function numbersOf(index) {
  const numbers = [0, 0, 0, 0, 0, 0];
  for (let die = DICE - 1, rest = index; die >= 0; die -= 1) {
    numbers[die] = (rest % 6) + 1;
    rest = Math.floor(rest / 6);
  }
  return Object.freeze(numbers);
}

/** Whether these are the numbers of six dice. @param {unknown} numbers @returns {numbers is Numbers} */
export const areSixNumbers = (numbers) => Array.isArray(numbers) && numbers.length === DICE && numbers.every((number) => isWhole(number, 1, 6));

/** The letter of a colour, 0-5. @param {number} colour */
export const letterOf = (colour) => LETTERS[colour];

/** The colour of a letter. @param {string} letter */
export function colourOfLetter(letter) {
  const colour = letter.length === 1 ? LETTERS.indexOf(letter.toUpperCase()) : -1;
  if (colour < 0) throw new Refused("unknown-colour", { text: letter, allowed: [...LETTERS] });
  return colour;
}

/** @type {ReadonlySet<Face>} */
const FACES = new Set([...LETTERS].flatMap((letter) => ALL_NUMBERS.map((number) => letter + number)));

/** Reads a face in any case. @param {string} text @returns {Face} */
export function readFace(text) {
  const face = text.trim().toUpperCase();
  if (!FACES.has(face)) throw new Refused("unknown-face", { text, allowed: [...LETTERS] });
  return face;
}

/** The colour of a face, 0-5. @param {Face} face */
export const colourOf = (face) => LETTERS.indexOf(face[0]);

/** The number of a face, 1-6. @param {Face} face */
export const numberOf = (face) => Number(face[1]);

/** @param {string} text */
const withoutCommas = (text) => text.replaceAll(",", " ");

/** Reads faces separated by spaces or commas, or not at all: `B1 B2`, `b1,b2`, `B1B2`. @param {string} text @returns {Face[]} */
export const readFaces = (text) => wordsOf(withoutCommas(text)).flatMap((word) => word.match(/[^]{1,2}/gu) ?? []).map(readFace);

/** The first value that is there twice. @param {readonly number[]} values */
const repeated = (values) => values.find((value, at) => values.includes(value, at + 1));

/** Six dice that carry every colour-number pair once; `layout[die][number - 1]` is the colour. */
export class DiceSet {
  #text;
  /** @type {Map<Face, number>} */
  #dieOf;
  #faces;

  /** @param {readonly (readonly number[])[]} layout */
  constructor(layout) {
    if (layout.length !== DICE || layout.some((row) => row.length !== DICE || !row.every((colour) => isWhole(colour, 0, 5)))) {
      throw new Refused("layout-not-six-by-six");
    }
    layout.forEach((row, die) => {
      const twice = repeated(row);
      if (twice !== undefined) throw new Refused("layout-colour-twice-on-die", { die: die + 1, colour: letterOf(twice) });
    });
    for (const number of ALL_NUMBERS) {
      const twice = repeated(layout.map((row) => row[number - 1]));
      if (twice !== undefined) throw new Refused("layout-face-twice", { face: letterOf(twice) + number });
    }
    /** By die, the colours of its numbers 1 to 6. @type {readonly (readonly number[])[]} */
    this.layout = Object.freeze(layout.map((row) => Object.freeze([...row])));
    this.#text = layout.map((row) => row.map(letterOf).join("")).join(" ");
    this.#faces = layout.map((row) => row.map((colour, at) => letterOf(colour) + (at + 1)));
    this.#dieOf = new Map(this.#faces.flatMap((faces, die) => faces.map((face) => /** @type {const} */ ([face, die]))));
    Object.freeze(this);
  }

  /** Reads six words of six letters, one word per die: the colours of its numbers 1 to 6. @param {string} text */
  static read(text) {
    if (lengthOf(text) > LAYOUT_LIMIT) throw new Refused("layout-not-six-by-six");
    return new DiceSet(wordsOf(text).map((word) => [...word].map(colourOfLetter)));
  }

  toString() {
    return this.#text;
  }

  /** The face of a die, 0-5, with this number, 1-6. @param {number} die @param {number} number @returns {Face} */
  face(die, number) {
    if (!isWhole(die, 0, DICE - 1)) throw new Refused("not-a-die", { text: quoted(die), most: DICE - 1 });
    if (!isWhole(number, 1, 6)) throw new Refused("unknown-number", { text: quoted(number) });
    return this.#faces[die][number - 1];
  }

  /** The faces of dice 0-5, from their six numbers. @param {Numbers} numbers @returns {Face[]} */
  faces(numbers) {
    if (!areSixNumbers(numbers)) throw new Refused("not-six-numbers");
    return this.#faces.map((faces, die) => faces[numbers[die] - 1]);
  }

  /** The colours of dice 0-5, from their six numbers. @param {Numbers} numbers */
  colours(numbers) {
    return this.layout.map((row, die) => row[numbers[die] - 1]);
  }

  /** @param {Face} face */
  dieOf(face) {
    const die = this.#dieOf.get(face);
    if (die === undefined) throw new Refused("unknown-face", { text: face, allowed: [...LETTERS] });
    return die;
  }

  /** The numbers of dice 0-5, from their six faces in any order. @param {readonly Face[]} faces @returns {Numbers} */
  numbers(faces) {
    if (faces.length !== DICE) throw new Refused("not-six-faces", { count: faces.length });
    const shown = this.byDie(faces);
    return Object.freeze(ALL_DICE.map((die) => numberOf(String(shown.get(die)))));
  }

  /** Each face by its die; two faces of one die are refused. @param {Iterable<Face>} faces */
  byDie(faces) {
    /** @type {Map<number, Face>} */
    const shown = new Map();
    for (const face of faces) {
      const die = this.dieOf(face);
      const other = shown.get(die);
      if (other === face) throw new Refused("face-twice", { face });
      if (other !== undefined) throw new Refused("two-faces-of-one-die", { face, other });
      shown.set(die, face);
    }
    return shown;
  }
}

export const STANDARD_DICE = new DiceSet(ALL_DICE.map((die) => ALL_DICE.map((step) => (die + step) % DICE)));

/** @param {DiceSet} one @param {DiceSet} other */
export const areSameDice = (one, other) => String(one) === String(other);

/**
 * Reads six faces in any order, or six bare numbers (`1 2 3 4 5 6` or `123456`) as dice 0-5 of the set in order.
 * @param {string} text @param {DiceSet} [diceSet] @returns {Numbers}
 */
export function readRoll(text, diceSet = STANDARD_DICE) {
  let words = wordsOf(withoutCommas(text));
  if (!words.length || !words.every((word) => /^[0-9]+$/.test(word))) return diceSet.numbers(readFaces(text));
  if (words.length === 1) words = [...words[0]];
  if (words.length !== DICE) throw new Refused("not-six-faces", { count: words.length });
  const wrong = words.find((word) => !/^[1-6]$/.test(word));
  if (wrong !== undefined) throw new Refused("unknown-number", { text: wrong });
  return Object.freeze(words.map(Number));
}
