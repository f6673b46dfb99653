/**
 * Dice sources: provably fair, by a random number generator, entered by hand, or recorded.
 *
 * Fair dice: SHA-256(seed) is published before the first roll. Then every seat may add words (entropy). The key is
 * HMAC-SHA256(seed, the words of all seats in their order, joined by line feeds). A roll is the 32 bytes of
 * HMAC-SHA256(key, "round.seat.roll"), rounds and rolls counted from 1, seats and dice from 0. Die d reads the bytes d, d + 6,
 * d + 12, d + 18, d + 24; the first below 252, divided by 6, leaves one less than the number it shows. If none is, it reads
 * "round.seat.roll.1" in the same way, then "round.seat.roll.2", and so on.
 *
 * Each seat may commit to its words by their SHA-256 before any words are known. A seat that does not reveal them adds its
 * commitment in place of its words. `chance.py` gives the reasons.
 */

import { ALL_DICE, DICE, diceOf, numberOf, SIZES } from "./dice.js";
import { evolve } from "./engine.js";
import { Refused } from "./errors.js";
import { bytesOf, hex, hmacSha256, sha256 } from "./sha256.js";
import { facesOf } from "./state.js";
import { isDigest, isOneLine, lengthOf } from "./text.js";

/** @import { Dice, Face, Numbers } from "./dice.js" */
/** @import { DiceSource } from "./engine.js" */
/** @import { Event, Rolled } from "./moves.js" */
/** @import { GameState } from "./state.js" */

const SEED_BYTES = 32;
const ENTROPY_LIMIT = 64;
// The last four of the 256 values of a byte would make 1 to 4 more likely.
const FAIR_BYTES = 252;
const BYTES_READ = 30;

/**
 * The commitment to fair dice; the seed is published only when the game is over. Seed and commitments are hexadecimal digits.
 * @typedef {object} PledgeFields
 * @property {string} commitment  SHA-256 of the seed, published before the first roll.
 * @property {readonly string[]} entropy  The words of each seat, added after the commitment; empty, or one text per seat.
 * @property {string | null} seed  32 bytes; null until the game is over, except where the dice are rolled.
 * @property {readonly (string | null)[]} wordCommitments
 *   SHA-256 of the words of each seat, fixed before any were revealed; null for a seat without, empty if all are.
 * @typedef {Readonly<PledgeFields>} Pledge
 */

/** A pledge, checked. @param {Pick<Pledge, "commitment"> & Partial<Pledge>} fields @returns {Pledge} */
export function pledgeOf({ commitment, entropy = [], seed = null, wordCommitments = [] }) {
  if (![commitment, seed, ...wordCommitments].every((digest) => digest === null || isDigest(digest))) throw new Refused("not-64-hex-digits");
  if (entropy.some((words) => lengthOf(words) > ENTROPY_LIMIT || !isOneLine(words))) throw new Refused("entropy-not-allowed", { most: ENTROPY_LIMIT });
  if (wordCommitments.length && wordCommitments.length !== entropy.length) throw new Refused("commitments-not-one-a-seat");
  const kept = wordCommitments.some((digest) => digest !== null) ? wordCommitments : [];
  return Object.freeze({ commitment, entropy: Object.freeze([...entropy]), seed, wordCommitments: Object.freeze([...kept]) });
}

/** The pledge for a seed. @param {string} seed */
export function pledgeFor(seed) {
  if (!isDigest(seed)) throw new Refused("not-64-hex-digits");
  return pledgeOf({ commitment: commitmentTo(bytesOf(seed)), seed });
}

/** A secret seed for fair dice. */
export const newSeed = () => hex(crypto.getRandomValues(new Uint8Array(SEED_BYTES)));

/** @param {Uint8Array} secret */
export const commitmentTo = (secret) => hex(sha256(secret));

/** @param {string} words */
export const commitmentToWords = (words) => commitmentTo(encode(words));

/** Whether the seed matches the commitment. @param {Pledge} pledge */
export const isKept = ({ seed, commitment }) => seed !== null && commitmentTo(bytesOf(seed)) === commitment;

/** The seats that did not reveal their words. @param {Pledge} pledge */
export const withheld = ({ entropy, wordCommitments }) => seatsOf(entropy, (words, seat) => words === wordCommitments[seat]);

/** The seats that added words without a commitment to them. @param {Pledge} pledge */
export const uncommitted = ({ entropy, wordCommitments }) => seatsOf(entropy, (words, seat) => words !== "" && (wordCommitments[seat] ?? null) === null);

/** Throws Refused if the words of a seat do not match its commitment. @param {Pledge} pledge */
export function checkWords({ entropy, wordCommitments }) {
  const [player] = seatsOf(entropy, (words, seat) => ![null, words, commitmentToWords(words)].includes(wordCommitments[seat] ?? null));
  if (player !== undefined) throw new Refused("words-do-not-match-commitment", { player });
}

/** @param {readonly string[]} entropy @param {(words: string, seat: number) => boolean} test */
const seatsOf = (entropy, test) => [...entropy.keys()].filter((seat) => test(entropy[seat], seat));

/** @param {string} text */
const encode = (text) => new TextEncoder().encode(text);

/** Dice that are a function of the seed, the words of the seats, and each die's place in the game. @implements {DiceSource} */
export class FairDice {
  #key;

  /** @param {string} seed @param {readonly string[]} [entropy] */
  constructor(seed, entropy = []) {
    this.#key = hmacSha256(bytesOf(seed), encode(entropy.join("\n")));
  }

  /** @param {GameState} state @param {Dice} keep */
  roll({ round, active, turn }, keep) {
    return mixed(turn.numbers, keep, this.shown(round, active, turn.rolls + 1));
  }

  /** The numbers of all six dice in one roll of the game, if none is kept. @param {number} round @param {number} seat @param {number} roll */
  shown(round, seat, roll) {
    const place = `${round}.${seat}.${roll}`;
    const digest = hmacSha256(this.#key, encode(place));
    return ALL_DICE.map((die) => readDie(digest, die) ?? this.#reread(place, die));
  }

  /** The number of a die that has no fair byte in the first digest. @param {string} place @param {number} die */
  #reread(place, die) {
    for (let attempt = 1; ; attempt += 1) {
      const number = readDie(hmacSha256(this.#key, encode(`${place}.${attempt}`)), die);
      if (number !== null) return number;
    }
  }
}

/** The number of a die, by the first of its bytes that is fair. @param {Uint8Array} digest @param {number} die */
function readDie(digest, die) {
  for (let at = die; at < BYTES_READ; at += DICE) if (digest[at] < FAIR_BYTES) return (digest[at] % 6) + 1;
  return null;
}

/** Kept dice keep their numbers. @param {Numbers} before @param {Dice} keep @param {readonly number[]} shown */
const mixed = (before, keep, shown) => shown.map((number, die) => ((keep >> die) & 1 ? before[die] : number));

/** Dice rolled by a random number generator, for simulations; they cannot be checked. @implements {DiceSource} */
export class RandomDice {
  #random;

  /** @param {() => number} random from 0 to below 1, as `Math.random` */
  constructor(random) {
    this.#random = random;
  }

  /** @param {GameState} state @param {Dice} keep */
  roll({ turn }, keep) {
    return mixed(turn.numbers, keep, ALL_DICE.map(() => Math.floor(6 * this.#random()) + 1));
  }
}

/** One roll of real dice: all six faces in any order, or only the rolled ones. @implements {DiceSource} */
export class EnteredDice {
  #faces;

  /** @param {Iterable<Face>} faces */
  constructor(faces) {
    this.#faces = [...faces];
  }

  /** @param {GameState} state @param {Dice} keep */
  roll(state, keep) {
    const shown = state.setup.diceSet.byDie(this.#faces);
    const onTable = facesOf(state);
    for (const die of diceOf(keep)) {
      const other = shown.get(die) ?? onTable[die];
      if (other !== onTable[die]) throw new Refused("kept-die-changed", { face: onTable[die], other });
      shown.set(die, other);
    }
    if (shown.size < DICE) throw new Refused("faces-missing", { count: DICE - SIZES[keep], given: this.#faces.length });
    return ALL_DICE.map((die) => numberOf(String(shown.get(die))));
  }
}

/** The rolls of a recorded game. @implements {DiceSource} */
export class RecordedDice {
  /** @type {Map<string, Rolled>} */
  #rolls = new Map();

  /** @param {GameState} start @param {Iterable<Event>} events */
  constructor(start, events) {
    for (const [state, event] of played(start, events)) if (event.type === "rolled") this.#rolls.set(String(placeOf(state)), event);
  }

  /** @param {GameState} state @param {Dice} keep */
  roll(state, keep) {
    const recorded = this.#rolls.get(String(placeOf(state)));
    if (!recorded) throw new Refused("no-such-roll-recorded");
    if (recorded.keep !== keep) throw new Refused("recorded-with-other-dice-kept", { dice: diceOf(recorded.keep) });
    return recorded.numbers;
  }
}

/** Round, seat and number of the next roll. @param {GameState} state */
const placeOf = ({ round, active, turn }) => [round, active, turn.rolls + 1];

/** Each event with the state before it. @param {GameState} start @param {Iterable<Event>} events @returns {Generator<[GameState, Event]>} */
function* played(start, events) {
  let state = start;
  for (const event of events) {
    yield [state, event];
    state = evolve(state, event);
  }
}

/** Checks every rolled die of a game against its pledge and returns how many there were. @param {Pledge | null} pledge @param {GameState} start @param {Iterable<Event>} events */
export function checkDice(pledge, start, events) {
  if (!pledge) throw new Refused("no-pledge");
  if (pledge.seed === null) throw new Refused("seed-not-published");
  if (!isKept(pledge)) throw new Refused("seed-does-not-match-commitment");
  checkWords(pledge);
  const fair = new FairDice(pledge.seed, pledge.entropy);
  let thrown = 0;
  for (const [state, event] of played(start, events)) {
    if (event.type !== "rolled") continue;
    const right = fair.roll(state, event.keep);
    const wrong = ALL_DICE.find((die) => event.numbers[die] !== right[die]);
    if (wrong !== undefined) {
      const [round, seat, roll] = placeOf(state);
      const [face, expected] = [event.numbers, right].map((numbers) => start.setup.diceSet.face(wrong, numbers[wrong]));
      throw new Refused("die-does-not-match", { round, seat, roll, face, expected });
    }
    thrown += DICE - SIZES[event.keep];
  }
  return thrown;
}
