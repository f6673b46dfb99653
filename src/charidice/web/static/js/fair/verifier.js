/**
 * Verifies the dice of a finished game from its record alone, in the browser, sharing no code with the server.
 *
 * The algorithm: SHA-256(seed) is the commitment. A seat that committed to words adds them, or, if it did not reveal them, its
 * commitment, which is their SHA-256. The key is HMAC-SHA256(seed, the words of all seats in their order,
 * joined by line feeds). A roll is HMAC-SHA256(key, "round.seat.roll"), rounds and rolls counted from 1, seats and dice
 * from 0. Die d reads the bytes d, d + 6, d + 12, d + 18, d + 24; the first below 252, divided by 6, leaves one less than
 * the number it shows. If none is, it reads "round.seat.roll.1" in the same way, then "round.seat.roll.2", and so on.
 */

import { bytesOf, hex, hmacSha256, sha256 } from "../engine/sha256.js";

const LETTERS = "YOGBPK";
const DICE = [0, 1, 2, 3, 4, 5];
const VERSIONS = [1, 2, 3];
const MOST_ROLLS = 3;
const MOST_ROUNDS = 20;
const PLAIN_EVENTS = ["gift-asked", "stopped", "gift-declined"];

/**
 * One roll: the faces on the table and those expected from the seed, both by die.
 * @typedef {{round: number, seat: number, roll: number, keep: number[], faces: string[], expected: string[]}} CheckedRoll
 * @typedef {Record<string, string | number>} Values
 * Whether a seat revealed the words it had committed to, withheld them, added none, or some without a commitment.
 * @typedef {"revealed" | "withheld" | "none" | "uncommitted"} WordsOf
 * Where a game began: the round, the seat in turn, and the rolls of that turn with the dice on the table.
 * @typedef {{round: number, seat: number, roll: number, lying: string[]}} Beginning
 * The check of a game that began at a position covers the dice from there on.
 * @typedef {{ok: true, dice: number, rolls: CheckedRoll[], words: WordsOf[], begins: Beginning | null}} Fair
 * @typedef {{ok: false, code: string, values: Values, rolls: CheckedRoll[], words?: WordsOf[]}} Doubtful
 * @typedef {ReturnType<typeof read>} Game
 */

/** Why a record fails the check: a code and its values. */
class Doubt extends Error {
  /** @param {string} code @param {Values} values */
  constructor(code, values = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }
}

/**
 * Checks every rolled die of a record, the parsed JSON of any version. `rolls` are those checked, up to and including the one
 * that failed.
 * @param {unknown} record
 * @returns {Fair | Doubtful}
 */
export function verify(record) {
  /** @type {CheckedRoll[]} */
  const rolls = [];
  try {
    const game = read(record);
    if (hex(sha256(game.seed)) !== game.commitment) throw new Doubt("seed-does-not-match-commitment");
    const dice = follow(game, rolls);
    return { ok: true, dice, rolls, words: game.words, begins: game.begins };
  } catch (doubt) {
    if (doubt instanceof Doubt) return { ok: false, code: doubt.code, values: doubt.values, rolls };
    throw doubt;
  }
}

/** Extracts what the check needs from a record, validating every field. @param {unknown} record */
function read(record) {
  if (!isObject(record) || record.format !== "charidice") throw new Doubt("not-a-record");
  demand(isInteger(record.version), "version");
  if (!VERSIONS.includes(record.version)) throw new Doubt("unknown-version", { version: record.version });
  const { players, house_rules: rules, events, pledge } = record;
  demand(isListOf(players, isText) && players.length >= 2 && players.length <= 4, "players");
  const rounds = isObject(rules) && rules.rounds;
  demand(isInteger(rounds) && rounds >= 1 && rounds <= MOST_ROUNDS, "house_rules.rounds");
  const dice = readDice(record.dice);
  demand(Array.isArray(events), "events");
  const begins = record.begins_at === undefined ? null : readBeginning(record.begins_at, players.length, rounds, dice);
  if (pledge === null) throw new Doubt("real-dice");
  demand(isObject(pledge), "pledge");
  demand(isDigest(pledge.commitment), "pledge.commitment");
  demand(isWords(pledge.entropy, players.length), "pledge.entropy");
  if (pledge.seed === null) throw new Doubt("seed-not-published");
  demand(isDigest(pledge.seed), "pledge.seed");
  const seed = bytesOf(pledge.seed);
  const key = hmacSha256(seed, encode(pledge.entropy.join("\n")));
  const words = readWords(players, pledge.entropy, pledge.word_commitments ?? []);
  return { players, rounds, dice, begins, events, commitment: pledge.commitment, seed, key, words };
}

/** How each seat's words fit its commitment. @param {string[]} players @param {string[]} entropy @param {unknown} commitments @returns {WordsOf[]} */
function readWords(players, entropy, commitments) {
  demand(isListOf(commitments, isDigestOrNull) && (!commitments.length || commitments.length === entropy.length), "pledge.word_commitments");
  return players.map((player, seat) => {
    const [words = "", commitment = null] = [entropy[seat], commitments[seat]];
    if (commitment === null) return words ? "uncommitted" : "none";
    if (words === commitment) return "withheld";
    if (hex(sha256(encode(words))) !== commitment) throw new Doubt("words-do-not-match-commitment", { player });
    return "revealed";
  });
}

/** The dice set: the colours of each die, and the die of each face. @param {unknown} words */
function readDice(words) {
  demand(isListOf(words, isText) && words.length === DICE.length, "dice");
  /** @type {Map<unknown, number>} */
  const dieOf = new Map();
  words.forEach((word, die) => {
    demand(word.length === 6 && [...LETTERS].every((letter) => word.includes(letter)), `dice[${die}]`);
    [...word].forEach((letter, at) => dieOf.set(letter + (at + 1), die));
  });
  demand(dieOf.size === 36, "dice");
  return { dieOf, face: (/** @type {number} */ die, /** @type {number} */ number) => words[die][number - 1] + number };
}

/** A position, as far as dice depend on it: how many turns each seat has had, and the turn in progress. @param {unknown} text @param {number} players @param {number} rounds @param {ReturnType<typeof readDice>} dice @returns {Beginning} */
function readBeginning(text, players, rounds, dice) {
  const place = "begins_at";
  demand(isText(text), place);
  const [mark, seats = "", turn = ""] = text.split(" ");
  const turns = seats.split("/").map((seat) => seat.split(":")[0].split(",").filter(Boolean).length);
  const played = turns.reduce((sum, count) => sum + count, 0);
  const [round, seat] = [Math.floor(played / players) + 1, played % players];
  demand(mark === "C1" && turns.length === players && round <= rounds, place);
  demand(turns.every((count, at) => count === round - (at < seat ? 0 : 1)), place);
  if (turn === "-" || turn === "-:asked") return { round, seat, roll: 0, lying: [] };
  const found = /^([123]):((?:[A-Z][0-9]){6})(?::[a-z]+)*$/.exec(turn);
  demand(found !== null, place);
  return { round, seat, roll: Number(found[1]), lying: readFaces(found[2].match(/../g), dice, place) };
}

/**
 * Replays the events, checking at each whose roll it must be; returns the number of dice rolled.
 * @param {Game} game @param {CheckedRoll[]} rolls
 */
function follow(game, rolls) {
  let thrown = 0;
  let { round, seat, roll, lying } = game.begins ?? { round: 1, seat: 0, roll: 0, lying: /** @type {string[]} */ ([]) };
  game.events.forEach((event, at) => {
    const place = `events[${at}]`;
    demand(isObject(event) && isText(event.event) && isInteger(event.seat), place);
    const fits = (/** @type {boolean} */ condition) => {
      if (!condition) throw new Doubt("event-out-of-order", { number: at + 1 });
    };
    fits(round <= game.rounds);
    if (event.event === "rolled") {
      roll += 1;
      const keep = readKeep(event.keep, place);
      const faces = readFaces(event.faces, game.dice, place);
      fits(event.seat === seat && roll <= MOST_ROLLS && (roll > 1 || !keep.length));
      const checked = { round, seat, roll, keep, faces, expected: expectedFaces(game, round, seat, roll, keep, lying) };
      rolls.push(checked);
      compare(checked, game.players[seat]);
      thrown += DICE.length - keep.length;
      lying = faces;
    } else if (event.event === "scored") {
      fits(event.seat === seat && roll > 0);
      [roll, lying] = [0, []];
      seat = (seat + 1) % game.players.length;
      if (seat === 0) round += 1;
    } else {
      demand(PLAIN_EVENTS.includes(event.event), place);
      // The greatest of gifts may be asked for before the first roll.
      fits(roll > 0 || event.event === "gift-asked");
    }
  });
  if (round <= game.rounds) throw new Doubt("game-not-over", { count: thrown });
  return thrown;
}

/** @param {unknown} keep @param {string} place */
function readKeep(keep, place) {
  demand(isListOf(keep, isDie), `${place}.keep`);
  demand(keep.every((die, at) => !at || die > keep[at - 1]) && keep.length < DICE.length, `${place}.keep`);
  return keep;
}

/** The six faces by die, whatever their order in the record. @param {unknown} faces @param {Game["dice"]} dice @param {string} place */
function readFaces(faces, dice, place) {
  demand(isListOf(faces, isText) && faces.length === DICE.length, `${place}.faces`);
  const byDie = DICE.map((die) => faces.find((face) => dice.dieOf.get(face) === die));
  demand(isListOf(byDie, isText), `${place}.faces`);
  return byDie;
}

/** @param {Game} game @param {number} round @param {number} seat @param {number} roll @param {number[]} keep @param {string[]} lying */
function expectedFaces(game, round, seat, roll, keep, lying) {
  const place = `${round}.${seat}.${roll}`;
  return DICE.map((die) => (keep.includes(die) ? lying[die] : game.dice.face(die, numberOf(game.key, place, die))));
}

/** The number a rolled die shows at its place in the game. @param {Uint8Array} key @param {string} place @param {number} die */
function numberOf(key, place, die) {
  let text = place;
  for (let attempt = 1; ; attempt++) {
    const bytes = hmacSha256(key, encode(text));
    for (let at = die; at < 30; at += DICE.length) {
      // Rejection sampling: bytes from 252 on would make 1 to 4 more likely than 5 and 6.
      if (bytes[at] < 252) return (bytes[at] % 6) + 1;
    }
    text = `${place}.${attempt}`;
  }
}

/** @param {CheckedRoll} roll @param {string} player */
function compare({ round, seat, roll, keep, faces, expected }, player) {
  const die = DICE.find((one) => faces[one] !== expected[one]);
  if (die === undefined) return;
  const code = keep.includes(die) ? "kept-die-changed" : "die-does-not-match";
  throw new Doubt(code, { round, seat, player, roll, die, face: faces[die], expected: expected[die] });
}

/** @param {string} text */
const encode = (text) => new TextEncoder().encode(text);

/** @param {boolean} condition @param {string} place @returns {asserts condition} */
function demand(condition, place) {
  if (!condition) throw new Doubt("damaged", { place });
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @param {unknown} value @returns {value is string} */
const isText = (value) => typeof value === "string";
/** @param {unknown} value @returns {value is number} */
const isInteger = (value) => Number.isInteger(value);
/** @param {unknown} value @returns {value is number} */
const isDie = (value) => isInteger(value) && DICE.includes(value);
/** @template T @param {unknown} value @param {(one: unknown) => one is T} test @returns {value is T[]} */
const isListOf = (value, test) => Array.isArray(value) && value.every(test);
/** @param {unknown} value @returns {value is string} */
const isDigest = (value) => isText(value) && /^[0-9a-f]{64}$/.test(value);
/** @param {unknown} value @returns {value is string | null} */
const isDigestOrNull = (value) => value === null || isDigest(value);
/** Rejects line feeds, which could make one seat's words pass for those of two. @param {unknown} value @param {number} seats @returns {value is string[]} */
const isWords = (value, seats) =>
  isListOf(value, isText) && !value.some((words) => words.includes("\n")) && (!value.length || value.length === seats);
