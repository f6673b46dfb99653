/**
 * The notation: a game as text that people can read and write. A header, one line per turn, and the result.
 *
 *     charidice 1
 *     player 1: Anna
 *     player 2: Ben
 *
 *     1 Anna: G3 G2 O6 B1 Y3 G4 | (G3 Y3) Y6 B2 O5 Y2 | 2x | = G3 Y6 B2 O5 16+0 >10
 *
 *     result: *
 *
 * Bars separate the steps of a turn: six faces for a roll, the kept ones first and in brackets; `2x` when the recipient asks for
 * the greatest of gifts; `=` with the scored dice, points + bonus, and `>` the gift. The numbers after the scored dice are
 * optional. With late asking there are also `stop` and `no 2x`. A turn may continue on the next line. The result is the totals
 * by seat, or `*` for an unfinished game; without it, the text is incomplete. `#` starts a comment line.
 *
 * Version 2 adds turns with real dice, entered by hand. `...` before six faces: the dice after the last roll; the earlier rolls
 * are unknown. `noted 10+25 >24`: a whole turn without dice; `<20` is the recipient's box, if it is not the gift. `2x` at the
 * end of either: the recipient asked. In the header, `corrected: 3.1 8+15 >24, 5.2 -` lists the boxes before each correction:
 * of player 1 in round 3, and of player 2 in round 5, whose turn was empty.
 *
 * Version 3 adds `begins at: C1 16+0-10:2x/:2x -` to the header: the position where the game began.
 */

import { pledgeOf } from "../chance.js";
import { areSameDice, diceOf, DiceSet, maskOf, readFaces, STANDARD_DICE } from "../dice.js";
import { decide, evolve, impossible } from "../engine.js";
import { Refused } from "../errors.js";
import { GIFT_ASKED, GIFT_DECLINED, laid, noted, rolled, score, STOPPED } from "../moves.js";
import { MOST_PLAYERS, ROUNDS, rulesetOf } from "../ruleset.js";
import { results } from "../sheet.js";
import { facesOf, isOver } from "../state.js";
import { wordsOf } from "../text.js";
import { checkBot, checkName, checkSize, isByHand, RecordError, recordOf, startOf, VERSION, versionOf } from "./game.js";
import { readPosition, writePosition } from "./position.js";

/** @import { Pledge } from "../chance.js" */
/** @import { Face } from "../dice.js" */
/** @import { Event, Noted, Scored } from "../moves.js" */
/** @import { Ruleset } from "../ruleset.js" */
/** @import { GameState } from "../state.js" */
/** @import { Correction, GameRecord } from "./game.js" */

const PLAIN_STEPS = new Map(/** @type {[string, Event][]} */ ([["2x", GIFT_ASKED], ["stop", STOPPED], ["no 2x", GIFT_DECLINED]]));
const PLAIN_WORDS = new Map([...PLAIN_STEPS].map(([word, { type }]) => [type, word]));
const SEATS = Array.from({ length: MOST_PLAYERS }, (_, seat) => seat + 1);

const FACT = /^(player [1-4]|bot [1-4]|entropy [1-4]|commitment [1-4]|rules|dice|begins at|commitment|seed|corrected)\s*:\s*(.*)$/;
const RESULT = /^result\s*:\s*(.*)$/;
const TURN = /^([0-9]{1,4})\s+(.*)$/;
const ROLL = /^(?:\(([^()]*)\))?([^()=|]*)$/;
const LAID = /^\.\.\.([^()=|]*?)(?:\s(2x))?$/;
const BOXES = String.raw`([0-9]{1,4})\s*\+\s*([0-9]{1,4})\s*>\s*([0-9]{1,4})(?:\s*<\s*([0-9]{1,4}))?(?:\s+(2x))?`;
const NOTED = new RegExp(String.raw`^noted\s+${BOXES}$`);
const CORRECTION = new RegExp(String.raw`^([0-9]{1,4})\.([1-4])\s+(?:${BOXES}|-)$`);
const SCORE = /^=([^=+>|]*?)(?:\s([0-9]{1,4})\s*\+\s*([0-9]{1,4}))?\s*(?:>\s*([0-9]{1,4}))?$/;
const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** A record as text that people can read and write. @param {GameRecord} record */
export function dumpNotation(record) {
  const { players, bots, ruleset, diceSet, pledge, corrections, beginsAt, state } = record;
  const lines = [`charidice ${versionOf(record)}`, ...bySeat("player", players), ...bySeat("bot", bots)];
  const rules = rulesWords(ruleset);
  if (rules) lines.push(`rules: ${rules}`);
  if (!areSameDice(diceSet, STANDARD_DICE)) lines.push(`dice: ${diceSet}`);
  if (beginsAt) lines.push(`begins at: ${writePosition(beginsAt)}`);
  if (pledge) {
    lines.push(`commitment: ${pledge.commitment}`, ...bySeat("commitment", pledge.wordCommitments));
    lines.push(...pledge.entropy.map((words, seat) => `entropy ${seat + 1}: ${words}`));
    if (pledge.seed) lines.push(`seed: ${pledge.seed}`);
  }
  if (corrections.length) lines.push(`corrected: ${corrections.map(correctionWords).join(", ")}`);
  return [...lines, "", ...turnLines(record), "", `result: ${resultWords(state)}`, ""].join("\n");
}

/** A line for each seat that has something. @param {string} name @param {readonly (string | null)[]} texts */
const bySeat = (name, texts) => texts.flatMap((text, seat) => (text ? [`${name} ${seat + 1}: ${text}`] : []));

/** The totals by seat, or a star for an unfinished game. @param {GameState} state */
const resultWords = (state) => (isOver(state) ? results(state.sheets).map(({ total }) => total).join(" ") : "*");

/** @param {Ruleset} ruleset */
function rulesWords({ rounds, freeGiving, lateAsking }) {
  const words = [rounds !== ROUNDS && `rounds ${rounds}`, freeGiving && "free giving", lateAsking && "late asking"];
  return words.filter(Boolean).join(", ");
}

/** @param {Correction} correction */
const correctionWords = ({ round, seat, was }) => `${round}.${seat + 1} ${was ? boxWords(was) : "-"}`;

/** @param {Noted} noted */
const boxWords = ({ points, bonus, gift, received, asked }) =>
  `${points}+${bonus} >${gift}${received === gift ? "" : ` <${received}`}${asked ? " 2x" : ""}`;

/** @param {GameRecord} record */
function turnLines(record) {
  /** @type {string[]} */
  const lines = [];
  /** @type {string[]} */
  let steps = [];
  let state = startOf(record);
  const line = () => `${state.round} ${record.players[state.active]}: ${steps.join(" | ")}`;
  for (const event of record.events) {
    steps.push(stepWords(state, event));
    if (endsTurn(event)) {
      lines.push(line());
      steps = [];
    }
    state = evolve(state, event);
  }
  return steps.length ? [...lines, line()] : lines;
}

/** @param {Event} event */
const endsTurn = ({ type }) => type === "scored" || type === "noted";

/** @param {GameState} state @param {Event} event */
function stepWords(state, event) {
  const { diceSet } = state.setup;
  switch (event.type) {
    case "rolled": {
      const faces = diceSet.faces(event.numbers);
      const isKept = (/** @type {number} */ die) => ((event.keep >> die) & 1) === 1;
      const shown = faces.filter((_, die) => !isKept(die)).join(" ");
      return event.keep ? `(${faces.filter((_, die) => isKept(die)).join(" ")}) ${shown}` : shown;
    }
    case "scored": {
      const faces = facesOf(state);
      return `= ${diceOf(event.dice).map((die) => faces[die]).join(" ")} ${event.points}+${event.bonus} >${event.gift}`;
    }
    case "laid":
      return `... ${diceSet.faces(event.numbers).join(" ")}${event.asked ? " 2x" : ""}`;
    case "noted":
      return `noted ${boxWords(event)}`;
    default:
      return String(PLAIN_WORDS.get(event.type));
  }
}

/** Reads a notation; RecordError names the wrong line. @param {string} text @returns {GameRecord} */
export function loadNotation(text) {
  checkSize(text);
  const reader = new NotationReader(text);
  try {
    return reader.read();
  } catch (error) {
    if (error instanceof Refused) throw new RecordError(error.code, { ...error.values, line: reader.line });
    throw error;
  }
}

/** The facts of a header by name, with their line numbers. @typedef {Map<string, [line: number, text: string]>} Facts */

/** Reads line by line; `line` is the current line number, for errors. */
class NotationReader {
  line = 1;
  #version = 0;
  #lines;

  /** @param {string} text */
  constructor(text) {
    this.#lines = text
      .split(LINE_ENDS)
      .map((line, at) => /** @type {[number, string]} */ ([at + 1, line.trim()]))
      .filter(([, line]) => line && !line.startsWith("#"));
  }

  read() {
    this.#readVersion();
    const opening = this.#opening(this.#readFacts());
    const [line, result] = this.#readResult();
    const record = recordOf({ ...opening, events: this.#readEvents(opening) });
    this.line = line;
    const expected = resultWords(record.state);
    if (result !== expected) throw new RecordError("wrong-result", { expected });
    return record;
  }

  #readVersion() {
    const [line, text] = this.#lines.shift() ?? [1, ""];
    this.line = line;
    const words = wordsOf(text);
    if (words.length !== 2 || words[0] !== "charidice" || !/^\p{Nd}+$/u.test(words[1])) {
      throw new RecordError("not-a-record", { expected: `charidice ${VERSION}` });
    }
    this.#version = Array.from({ length: VERSION }, (_, at) => String(at + 1)).indexOf(words[1]) + 1;
    if (!this.#version) throw new RecordError("unknown-version", { version: words[1], known: VERSION });
  }

  #readFacts() {
    /** @type {Facts} */
    const facts = new Map();
    for (let fact; this.#lines.length && (fact = FACT.exec(this.#lines[0][1])); this.#lines.shift()) {
      this.line = this.#lines[0][0];
      const [, name, text] = fact;
      if (facts.has(name)) throw new RecordError("field-twice", { field: name });
      facts.set(name, [this.line, text]);
    }
    return facts;
  }

  /** The line number and text of the result, which comes last. @returns {[number, string]} */
  #readResult() {
    const [last, text] = this.#lines.pop() ?? [this.line, ""];
    const result = RESULT.exec(text);
    if (!result) {
      this.line = last;
      throw new RecordError("cut-off");
    }
    return [last, wordsOf(result[1]).join(" ")];
  }

  /** The record with all facts of the header and no events yet. @param {Facts} facts */
  #opening(facts) {
    const endOfFacts = this.line;
    /** @param {string} name */
    const fact = (name) => {
      const [line, text] = facts.get(name) ?? [endOfFacts, null];
      this.line = line;
      return text;
    };
    const players = readBySeat("player", fact);
    players.forEach((_, seat) => checkName(String(fact(`player ${seat + 1}`))));
    const bots = SEATS.map((seat) => {
      const bot = fact(`bot ${seat}`);
      checkBot(bot);
      if (bot !== null && seat > players.length) throw new RecordError("field-missing", { field: `player ${seat}` });
      return bot;
    });
    const ruleset = readRules(fact("rules") ?? "");
    const layout = fact("dice");
    const diceSet = layout === null ? STANDARD_DICE : DiceSet.read(layout);
    const pledge = readPledge(facts, fact);
    const corrections = readCorrections(fact("corrected") ?? "");
    if (corrections.length && this.#version < 2) throw new RecordError("unknown-step", { text: "corrected" });
    const opening = recordOf({ players, ruleset, diceSet, pledge, bots: bots.slice(0, players.length) });
    const beginning = fact("begins at");
    if (beginning !== null && this.#version < 3) throw new RecordError("unknown-step", { text: "begins at" });
    const begun = recordOf({ ...opening, beginsAt: beginning === null ? null : readPosition(beginning) });
    const corrected = recordOf({ ...begun, corrections });
    this.line = endOfFacts;
    return corrected;
  }

  /** @param {GameRecord} opening */
  #readEvents(opening) {
    /** @type {Event[]} */
    const events = [];
    let state = startOf(opening);
    let hasEnded = true;
    for (const [line, text] of this.#lines) {
      this.line = line;
      const steps = this.#stepsOf(text, state, opening.players[state.active], hasEnded);
      if (steps !== text) hasEnded = false;
      for (const step of steps.split("|").map((one) => one.trim()).filter(Boolean)) {
        if (hasEnded) throw new RecordError("step-outside-turn", { text: step });
        const event = readStep(state, step);
        if (isByHand(event) && (opening.pledge || this.#version < 2)) throw new RecordError("unknown-step", { text: step });
        const problem = impossible(state, event);
        if (problem) throw problem;
        events.push(event);
        state = evolve(state, event);
        hasEnded = endsTurn(event);
      }
    }
    return events;
  }

  /** The steps on a line; where a turn begins, without its round and player. @param {string} text @param {GameState} state @param {string} name @param {boolean} hasEnded */
  #stepsOf(text, state, name, hasEnded) {
    const turn = isOver(state) ? null : TURN.exec(text);
    if (!turn) return text;
    const [, round, rest] = turn;
    const after = rest.slice(name.length).trimStart();
    if (!hasEnded) throw new RecordError("turn-not-scored", { name });
    if (Number(round) !== state.round || !rest.startsWith(name) || !after.startsWith(":")) {
      throw new RecordError("wrong-turn", { expected: `${state.round} ${name}:` });
    }
    return after.slice(1);
  }
}

/** The facts of this name by seat, without gaps. @param {string} name @param {(name: string) => string | null} fact */
function readBySeat(name, fact) {
  const texts = SEATS.map((seat) => fact(`${name} ${seat}`));
  const last = texts.findLastIndex((text) => text !== null);
  return texts.slice(0, last + 1).map((text, seat) => {
    if (text === null) throw new RecordError("field-missing", { field: `${name} ${seat + 1}` });
    return text;
  });
}

/** @param {Facts} facts @param {(name: string) => string | null} fact @returns {Pledge | null} */
function readPledge(facts, fact) {
  const commitment = fact("commitment");
  if (commitment === null) {
    const isPledged = [...facts.keys()].some((name) => /^(seed|entropy|commitment)/.test(name));
    if (isPledged) throw new RecordError("field-missing", { field: "commitment" });
    return null;
  }
  let pledge = pledgeOf({ commitment });
  readBySeat("entropy", fact).forEach((_, seat) => {
    pledge = pledgeOf({ ...pledge, entropy: [...pledge.entropy, fact(`entropy ${seat + 1}`) ?? ""] });
  });
  for (const seat of SEATS) {
    const digest = fact(`commitment ${seat}`);
    if (digest === null) continue;
    if (seat > pledge.entropy.length) throw new RecordError("field-missing", { field: `entropy ${seat}` });
    const before = pledge.wordCommitments.length ? pledge.wordCommitments : pledge.entropy.map(() => null);
    pledge = pledgeOf({ ...pledge, wordCommitments: before.with(seat - 1, digest) });
  }
  const seed = fact("seed");
  return seed === null ? pledge : pledgeOf({ ...pledge, seed });
}

/** @param {string} text */
function readRules(text) {
  const rules = text.split(",").map((words) => words.trim()).filter(Boolean);
  const names = rules.map((words) => words.replaceAll(/ [0-9]+/g, ""));
  /** @type {Partial<Ruleset>} */
  let read = {};
  rules.forEach((words, at) => {
    const name = names[at];
    if (names.indexOf(name) !== names.lastIndexOf(name)) throw new RecordError("field-twice", { field: name });
    const rounds = /^rounds ([0-9]{1,4})$/.exec(words);
    if (rounds) read = { ...read, rounds: Number(rounds[1]) };
    else if (words === "free giving") read = { ...read, freeGiving: true };
    else if (words === "late asking") read = { ...read, lateAsking: true };
    else throw new RecordError("unknown-house-rule", { text: words });
  });
  return rulesetOf(read);
}

/** @param {GameState} state @param {string} text @returns {Event} */
function readStep(state, text) {
  // One space between words: the patterns would try every way to split a long run of spaces.
  const step = wordsOf(text).join(" ");
  const plain = PLAIN_STEPS.get(step.toLowerCase());
  if (plain) return plain;
  const { diceSet } = state.setup;
  const boxes = NOTED.exec(step);
  if (boxes) return readBoxes(boxes.slice(1));
  const lying = LAID.exec(step);
  if (lying) return laid(diceSet.numbers(readFaces(lying[1])), lying[2] !== undefined);
  const scoring = SCORE.exec(step);
  if (scoring) return readScore(state, scoring[1], scoring.slice(2));
  const roll = ROLL.exec(step);
  if (!roll) throw new RecordError("unknown-step", { text: step });
  const kept = readFaces(roll[1] ?? "");
  const numbers = diceSet.numbers([...kept, ...readFaces(roll[2])]);
  return rolled(maskOfFaces(diceSet, kept), numbers);
}

/** @param {GameState} state @param {string} words @param {(string | undefined)[]} written the numbers that are given */
function readScore(state, words, written) {
  const faces = readFaces(words);
  const face = faces.find((one) => !facesOf(state).includes(one));
  if (face !== undefined) throw new Refused("face-not-there", { face });
  const right = /** @type {Scored} */ (decide(state, state.active, score(maskOfFaces(state.setup.diceSet, faces))));
  const { points, bonus, gift } = right;
  const isRight = [points, bonus, gift].every((value, at) => written[at] === undefined || Number(written[at]) === value);
  if (!isRight) throw new RecordError("wrong-score", { points, bonus, gift });
  return right;
}

/** @param {(string | undefined)[]} groups */
function readBoxes([points, bonus, gift, received = gift, asked]) {
  return noted(Number(points), Number(bonus), Number(gift), Number(received), asked !== undefined);
}

/** @param {string} text @returns {Correction[]} */
function readCorrections(text) {
  const corrections = text.split(",").map((words) => words.trim()).filter(Boolean);
  return corrections.map((words) => {
    const found = CORRECTION.exec(words);
    if (!found) throw new RecordError("unknown-step", { text: words });
    const was = found[3] === undefined ? null : readBoxes(found.slice(3));
    return Object.freeze({ round: Number(found[1]), seat: Number(found[2]) - 1, was });
  });
}

/** @param {DiceSet} diceSet @param {readonly Face[]} faces */
const maskOfFaces = (diceSet, faces) => maskOf(diceSet.byDie(faces).keys());
