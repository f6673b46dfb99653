/**
 * The position string: a state in one line, enough to resume or analyse the game.
 *
 *     C1 16+0-10:--/16+0-1:-- 2:P5K5K4G6O4P6:asked rounds=4
 *
 * Its parts, separated by spaces: the version; the seats in order of play, separated by `/`, each with its turns as
 * points+bonus-given and whether its 2x box is free (`2x`) or crossed off (`--`); the turn in progress, as the number of rolls,
 * the faces of dice 0-5 and `asked`, `stopped` or `declined`, or before the first roll `-` or `-:asked`; then every deviation
 * from the rulebook: `rounds=N`, `free-giving`, `late-asking`, `dice=` the six dice separated by `/`. Received gifts are not
 * written, since they are the gifts of the seat to the right.
 *
 * A node of the strict order (5.5) is a position, `|`, and the next step: `ask` where the recipient decides, `move` where the
 * active player does, `end`, or during a roll `roll:` and each of dice 0-5 as its face if it has landed, `==` if it is kept,
 * `..` if it is still to land:
 *
 *     C1 :2x/:2x 1:G3G2O6B1Y3G4 | roll:==B3....==..
 */

import { ALL_DICE, areSameDice, DiceSet, maskOf, numberOf, readFaces, STANDARD_DICE } from "../dice.js";
import { legalActions } from "../engine.js";
import { roll } from "../moves.js";
import { ROLLS, ROUNDS, rulesetOf } from "../ruleset.js";
import { COLOUR_BONUS, SAME_NUMBER_BONUS } from "../scoring.js";
import { facesOf, isOver, recipientOf, setupOf, START_OF_TURN, stateOf } from "../state.js";
import { GameNode } from "../strict.js";
import { lengthOf, wordsOf } from "../text.js";
import { reading, RecordError } from "./game.js";

/** @import { Ruleset } from "../ruleset.js" */
/** @import { Sheet } from "../sheet.js" */
/** @import { GameState, Setup, Turn } from "../state.js" */

const MARK = "C1";
const [KEPT, FALLING] = ["==", ".."];
const BONUSES = new Set([0, ...Object.values(COLOUR_BONUS), ...Object.values(SAME_NUMBER_BONUS)]);
const MOST_POINTS = 36;
// Twice the length of four seats with twenty turns.
const LENGTH_LIMIT = 2000;
// Five sixes under free giving, each counting 12, doubled by the greatest of gifts.
const MOST_GIVEN = 120;

const SEAT = /^((?:[0-9]{1,3}\+[0-9]{1,2}-[0-9]{1,3}(?:,(?=[0-9])|(?=:)))*):(2x|--)$/;
const TURN = /^([123]):((?:[A-Z][0-9]){6})((?::asked)?(?::stopped)?(?::declined)?)$/;

/** A state in one line. @param {GameState} state */
export function writePosition(state) {
  const { ruleset, diceSet } = state.setup;
  const parts = [MARK, state.sheets.map(seatWords).join("/"), turnWords(state)];
  if (ruleset.rounds !== ROUNDS) parts.push(`rounds=${ruleset.rounds}`);
  if (ruleset.freeGiving) parts.push("free-giving");
  if (ruleset.lateAsking) parts.push("late-asking");
  if (!areSameDice(diceSet, STANDARD_DICE)) parts.push(`dice=${String(diceSet).replaceAll(" ", "/")}`);
  return parts.join(" ");
}

/** The same; null where somebody entered boxes by hand that no position has. @param {GameState} state */
export function positionOf(state) {
  const position = writePosition(state);
  try {
    readPosition(position);
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    return null;
  }
  return position;
}

/** @param {Sheet} sheet */
function seatWords({ points, bonus, given, hasGift }) {
  return `${points.map((value, at) => `${value}+${bonus[at]}-${given[at]}`)}:${hasGift ? "2x" : "--"}`;
}

/** @param {GameState} state */
function turnWords(state) {
  const { rolls, asked, stopped, declined } = state.turn;
  const words = [rolls ? `${rolls}:${facesOf(state).join("")}` : "-", asked && "asked", stopped && "stopped", declined && "declined"];
  return words.filter(Boolean).join(":");
}

/** Reads a position string; RecordError names the wrong part. @param {string} text @returns {GameState} */
export function readPosition(text) {
  checkLength(text);
  const [mark, seats, turn, ...others] = wordsOf(text);
  if (mark !== MARK) throw new RecordError("not-a-position", { field: text, expected: MARK });
  if (turn === undefined) throw new RecordError("position-too-short", { field: text, expected: MARK });
  const { ruleset, diceSet } = readOthers(others);
  const bySeat = seats.split("/").map(readSeat);
  const setup = reading(seats, () => setupOf(bySeat.length, ruleset, diceSet));
  return reading(turn, () => readState(setup, bySeat, seats, turn));
}

/** @param {string} text */
function checkLength(text) {
  if (lengthOf(text) > LENGTH_LIMIT) throw new RecordError("field-too-long", { field: text, most: LENGTH_LIMIT });
}

/** @param {readonly string[]} words */
function readOthers(words) {
  /** @type {Partial<Ruleset>} */
  let rules = {};
  let diceSet = STANDARD_DICE;
  const names = words.map((word) => word.split("=")[0]);
  words.forEach((word, at) => {
    if (names.indexOf(names[at]) !== names.lastIndexOf(names[at])) throw new RecordError("field-twice", { field: word });
    const rounds = /^rounds=([0-9]{1,4})$/.exec(word);
    if (rounds) rules = { ...rules, rounds: Number(rounds[1]) };
    else if (word === "free-giving") rules = { ...rules, freeGiving: true };
    else if (word === "late-asking") rules = { ...rules, lateAsking: true };
    else if (word.startsWith("dice=")) diceSet = reading(word, () => DiceSet.read(word.slice(5).replaceAll("/", " ")));
    else throw new RecordError("position-part-unknown", { field: word, text: word });
  });
  return { ruleset: reading(`rounds=${rules.rounds}`, () => rulesetOf(rules)), diceSet };
}

/** The turns of a seat as points, bonus, given; and whether its 2x box is free. @typedef {{turns: number[][], hasGift: boolean}} ReadSeat */

/** @param {string} word @returns {ReadSeat} */
function readSeat(word) {
  const seat = SEAT.exec(word);
  if (!seat) throw new RecordError("position-seat-unreadable", { field: word });
  const turns = seat[1].split(",").filter(Boolean).map((turn) => turn.split(/[+-]/).map(Number));
  const wrong = turns.find(([points, bonus, given]) => points < 1 || points > MOST_POINTS || !BONUSES.has(bonus) || given > MOST_GIVEN);
  if (wrong) throw new RecordError("position-impossible-turn", { field: word, text: `${wrong[0]}+${wrong[1]}-${wrong[2]}` });
  return { turns, hasGift: seat[2] === "2x" };
}

/** @param {Setup} setup @param {readonly ReadSeat[]} seats @param {string} seatsWord @param {string} turnWord */
function readState(setup, seats, seatsWord, turnWord) {
  const { players, ruleset } = setup;
  const played = seats.reduce((count, { turns }) => count + turns.length, 0);
  const [fullRounds, active] = [Math.floor(played / players), played % players];
  const isEven = seats.every(({ turns }, seat) => turns.length === fullRounds + (seat < active ? 1 : 0) && turns.length <= ruleset.rounds);
  if (!isEven) throw new RecordError("position-turns-uneven", { field: seatsWord });
  const sheets = seats.map(({ turns, hasGift }, seat) => {
    const [points, bonus, given] = [0, 1, 2].map((box) => Object.freeze(turns.map((turn) => turn[box])));
    const received = Object.freeze(seats[(seat + players - 1) % players].turns.map((turn) => turn[2]));
    return Object.freeze({ points, bonus, received, given, hasGift });
  });
  const before = stateOf(setup, fullRounds + 1, active, START_OF_TURN, sheets);
  const state = stateOf(setup, fullRounds + 1, active, readTurn(turnWord, before), sheets);
  sheets.forEach((sheet, seat) => {
    const asksNow = seat === recipientOf(state) && state.turn.asked;
    if (!sheet.hasGift && !sheet.received.length && !asksNow) throw new RecordError("position-gift-never-asked", { field: seatsWord });
  });
  return state;
}

/** @param {string} word @param {GameState} state @returns {Turn} */
function readTurn(word, state) {
  const { hasGift } = state.sheets[recipientOf(state)];
  if (word === "-") return START_OF_TURN;
  if (word === "-:asked" && !isOver(state) && !hasGift) return Object.freeze({ ...START_OF_TURN, asked: true });
  const turn = isOver(state) ? null : TURN.exec(word);
  if (!turn) throw new RecordError("position-turn-unreadable", { field: word });
  const numbers = state.setup.diceSet.numbers(readFaces(turn[2]));
  const [asked, stopped, declined] = ["asked", "stopped", "declined"].map((name) => turn[3].includes(`:${name}`));
  const rolls = Number(turn[1]);
  const isPossible =
    (!asked || !hasGift) &&
    (!stopped || (state.setup.ruleset.lateAsking && rolls < ROLLS)) &&
    (!declined || (stopped && !asked && hasGift)) &&
    (!stopped || asked || hasGift);
  if (!isPossible) throw new RecordError("position-turn-impossible", { field: word });
  return Object.freeze({ rolls, numbers, asked, stopped, declined });
}

/** A node in one line. @param {GameNode} node */
export function writeNode(node) {
  const { state, asking, falling } = node;
  const roll = () => `roll:${ALL_DICE.map((die) => dieWord(node, die)).join("")}`;
  const following = falling ? roll() : isOver(state) ? "end" : asking ? "ask" : "move";
  return `${writePosition(state)} | ${following}`;
}

/** @param {GameNode} node @param {number} die */
function dieWord({ state, keep, falling, numbers }, die) {
  if ((keep >> die) & 1) return KEPT;
  return (falling >> die) & 1 ? FALLING : state.setup.diceSet.face(die, numbers[die]);
}

/** Reads a node; RecordError names the wrong part. @param {string} text @returns {GameNode} */
export function readNode(text) {
  checkLength(text);
  const bar = text.indexOf("|");
  const following = bar < 0 ? "" : text.slice(bar + 1).trim();
  const state = readPosition(bar < 0 ? text : text.slice(0, bar));
  const node = reading(following, () => (bar < 0 ? null : nodeAt(state, following)));
  if (!node || writeNode(node) !== `${writePosition(state)} | ${following}`) throw new RecordError("node-unreadable", { field: following || text });
  return node;
}

/** The node of a state, by the word for its next decision; null if that cannot follow. @param {GameState} state @param {string} following */
function nodeAt(state, following) {
  const first = GameNode.of(state);
  const moving = new GameNode(state, false);
  if (following === "move") return legalActions(state, state.active).length ? moving : null;
  if (following === "ask" || following === "end") return first;
  const words = following.replace(/^roll:/, "").match(/.{2}/gu) ?? [];
  if (words.length !== ALL_DICE.length) return null;
  let node = moving.play(roll(maskOf(ALL_DICE.filter((die) => words[die] === KEPT))));
  for (const face of words.flatMap((word) => (word === KEPT || word === FALLING ? [] : readFaces(word)))) {
    // That each face is of its die is seen when the node is written again.
    if (!node.falling) return null;
    node = node.land(numberOf(face));
  }
  return node.falling ? node : null;
}
