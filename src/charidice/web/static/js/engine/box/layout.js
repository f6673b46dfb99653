/**
 * Dice sets that are not complete yet: the faces that follow, and the faces still possible (clause 1.2).
 *
 * A place is a face on a die; sets of places are bit masks. A dice set is an exact cover: 36 places, of which every number of a
 * die, every colour of a die and every face needs exactly one.
 */

import { ALL_DICE, ALL_NUMBERS, colourOfLetter, DiceSet, letterOf, LETTERS, numberOf } from "../dice.js";
import { Refused } from "../errors.js";

/** @import { Face } from "../dice.js" */
/** @import { Values } from "../errors.js" */

/** @typedef {bigint} Places */
/** The faces of each die, in ascending order of their numbers. @typedef {readonly (readonly Face[])[]} FacesByDie */

const NONE = 0n;
const PLACES = ALL_DICE.flatMap((die) => ALL_NUMBERS.flatMap((number) => [...LETTERS].map((letter, colour) => ({ die, colour, number, face: letter + number }))));
const BITS = PLACES.map((_, index) => 1n << BigInt(index));
const ALL = BITS.reduce((all, bit) => all | bit, NONE);

/** @param {(place: typeof PLACES[number]) => boolean} test */
const placesWith = (test) => PLACES.reduce((places, place, index) => (test(place) ? places | BITS[index] : places), NONE);

/** Each set of places of which exactly one is needed, and the error if none is left. @type {[places: Places, code: string, values: Values][]} */
const NEEDS = [
  ...ALL_DICE.flatMap((die) => ALL_NUMBERS.map((number) => need((place) => place.die === die && place.number === number, "layout-no-colour-left", { die: die + 1, number }))),
  ...ALL_DICE.flatMap((die) => ALL_DICE.map((colour) => need((place) => place.die === die && place.colour === colour, "layout-no-number-left", { die: die + 1, colour: letterOf(colour) }))),
  ...[...LETTERS].flatMap((letter) => ALL_NUMBERS.map((number) => need((place) => place.face === letter + number, "layout-no-die-left", { face: letter + number }))),
];

/** @param {(place: typeof PLACES[number]) => boolean} test @param {string} code @param {Values} values @returns {[Places, string, Values]} */
function need(test, code, values) {
  return [placesWith(test), code, values];
}

/** By place: all others that it excludes. */
const RIVALS = new Map(BITS.map((bit) => [bit, NEEDS.reduce((rivals, [places]) => (places & bit ? rivals | places : rivals), NONE) & ~bit]));

/** @param {number} die @param {Face} face */
const bitOf = (die, face) => BITS[PLACES.findIndex((place) => place.die === die && place.face === face)];

/** @param {Places} bit @returns {Places} */
const rivalsOf = (bit) => RIVALS.get(bit) ?? NONE;

/**
 * By die, the faces that it has in at least one dice set with the known faces; refused if there is no such set. A number with one
 * face left has that face: it follows from the known ones.
 * @param {FacesByDie} known @returns {FacesByDie}
 */
export function possibleFaces(known) {
  const free = narrowed(withoutRivals(known));
  const missing = NEEDS.find(([places]) => !(free & places));
  if (missing) throw new Refused(missing[1], missing[2]);
  let shown = NONE;
  for (const bit of bitsIn(free)) {
    // Every set found shows 36 places to be possible; the search prefers places not shown yet.
    if (!(shown & bit)) shown |= completed(free & ~rivalsOf(bit), shown) ?? NONE;
  }
  if (!shown) throw new Refused("layout-cannot-be-completed");
  return ALL_DICE.map((die) => PLACES.filter((place, index) => place.die === die && shown & BITS[index]).map(({ face }) => face));
}

/** By die, the faces that it has in every one of these sets. @param {FacesByDie} possible @returns {FacesByDie} */
export const knownFaces = (possible) => possible.map((faces) => faces.filter((face) => faces.every((other) => other === face || numberOf(other) !== numberOf(face))));

/** @param {FacesByDie} faces */
export const diceSetOf = (faces) => new DiceSet(faces.map((each) => each.map((face) => colourOfLetter(face[0]))));

/** The places left beside the known ones; two that exclude each other are refused. @param {FacesByDie} known */
function withoutRivals(known) {
  let free = ALL;
  for (const [die, faces] of known.entries()) {
    for (const face of faces) {
      const bit = bitOf(die, face);
      if (!(free & bit)) throw clash(known[die], die, face);
      free &= ~rivalsOf(bit);
    }
  }
  return free;
}

/** @param {readonly Face[]} faces @param {number} die @param {Face} face */
function clash(faces, die, face) {
  for (const other of faces) {
    if (other === face) continue;
    if (numberOf(other) === numberOf(face)) return new Refused("layout-number-twice-on-die", { die: die + 1, number: numberOf(face) });
    if (other[0] === face[0]) return new Refused("layout-colour-twice-on-die", { die: die + 1, colour: face[0] });
  }
  return new Refused("layout-face-twice", { face });
}

/** Takes out the rivals of each place that is the only one left for a need, until nothing more follows. @param {Places} places */
function narrowed(places) {
  let [free, before] = [places, NONE];
  while (free !== before) {
    before = free;
    for (const [of] of NEEDS) {
      const left = free & of;
      if (!(left & (left - 1n))) free &= ~rivalsOf(left);
    }
  }
  return free;
}

/** A dice set among the free places, with few of those to avoid; null if there is none. @param {Places} places @param {Places} avoid @returns {Places | null} */
function completed(places, avoid) {
  const free = narrowed(places);
  const left = NEEDS.map(([of]) => free & of);
  if (left.some((each) => !each)) return null;
  const choices = left.filter((each) => each & (each - 1n)).map((each) => [...bitsIn(each)]);
  if (!choices.length) return free;
  const fewest = choices.reduce((best, each) => (each.length < best.length ? each : best));
  for (const bit of [...fewest.filter((each) => !(each & avoid)), ...fewest.filter((each) => each & avoid)]) {
    const found = completed(free & ~rivalsOf(bit), avoid);
    if (found) return found;
  }
  return null;
}

/** Each place, the lowest first. @param {Places} places */
function* bitsIn(places) {
  for (let left = places; left; left &= left - 1n) yield left & -left;
}
