/** Answers about the rules. */

import { createHash } from "node:crypto";

import { checkDice, FairDice, pledgeFor, pledgeOf } from "../../../src/charidice/web/static/js/engine/chance.js";
import { DiceSet, numbersOf } from "../../../src/charidice/web/static/js/engine/dice.js";
import { decide, evolve, impossible, legalActions, verify } from "../../../src/charidice/web/static/js/engine/engine.js";
import { rulesetOf } from "../../../src/charidice/web/static/js/engine/ruleset.js";
import { scoringTable } from "../../../src/charidice/web/static/js/engine/scoring.js";
import { results, winners } from "../../../src/charidice/web/static/js/engine/sheet.js";
import { isOver, newGame } from "../../../src/charidice/web/static/js/engine/state.js";
import { recordOf, startOf } from "../../../src/charidice/web/static/js/engine/record/game.js";
import { dumpJson, loadJson } from "../../../src/charidice/web/static/js/engine/record/jsonform.js";
import { dumpNotation, loadNotation } from "../../../src/charidice/web/static/js/engine/record/notation.js";
import { readNode, readPosition, writeNode, writePosition } from "../../../src/charidice/web/static/js/engine/record/position.js";
import { ACTIONS, indexOf } from "./actions.js";

/** @import { Refused } from "../../../src/charidice/web/static/js/engine/errors.js" */
/** @import { Action, Event } from "../../../src/charidice/web/static/js/engine/moves.js" */
/** @import { Ruleset } from "../../../src/charidice/web/static/js/engine/ruleset.js" */
/** @import { GameState } from "../../../src/charidice/web/static/js/engine/state.js" */

/** @param {Refused | null} refusal */
const wordsOf = (refusal) => refusal && [refusal.code, refusal.values];

/** @param {{dice: string, freeGiving: boolean, first: number}} question */
export function rolls({ dice, freeGiving, first }) {
  const table = scoringTable(DiceSet.read(dice), freeGiving);
  const found = createHash("sha256");
  for (let index = 6 ** 5 * (first - 1); index < 6 ** 5 * first; index += 1) {
    const options = table.options(numbersOf(index));
    found.update(`${options.map((option) => `${option.dice} ${option.kind} ${option.points} ${option.bonus} ${option.gift};`).join("")}\n`);
  }
  return found.digest("hex");
}

/** @param {{seed: string, words: string[]}} question */
export function dice({ seed, words }) {
  const fair = new FairDice(seed, words);
  const shown = [];
  for (let round = 1; round <= 20; round += 1) {
    for (let seat = 0; seat < 4; seat += 1) for (let one = 1; one <= 3; one += 1) shown.push(fair.shown(round, seat, one));
  }
  return [pledgeFor(seed).commitment, shown];
}

/** @param {string} text */
export function games(text) {
  const record = loadJson(text);
  const notation = dumpNotation(record);
  const states = [startOf(record)];
  for (const event of record.events) states.push(evolve(states[states.length - 1], event));
  const final = results(record.state.sheets);
  return {
    json: dumpJson(loadNotation(notation)),
    notation,
    positions: states.map((state) => writePosition(readPosition(writePosition(state)))),
    legal: states.map((state) => record.players.map((_, seat) => legalActions(state, seat).map(indexOf))),
    results: final,
    winners: winners(final),
    thrown: checkDice(record.pledge, startOf(record), record.events),
  };
}

/** @param {{players: number, ruleset: Ruleset, dice: string, seed: string, words: string[], random: number}} question */
export function made({ players, ruleset, dice, seed, words, random }) {
  const start = newGame(players, rulesetOf(ruleset), DiceSet.read(dice));
  const below = generator(random);
  const source = new FairDice(seed, words);
  /** @type {Event[]} */
  const events = [];
  const states = [start];
  for (let state = start; !isOver(state); states.push(state)) {
    const [seat, action] = randomChoice(state, below);
    const event = decide(state, seat, action, source);
    if (impossible(state, event)) throw new Error("an event of its own is impossible");
    events.push(event);
    state = evolve(state, event);
  }
  const pledge = pledgeOf({ ...pledgeFor(seed), entropy: words });
  const names = ["Anna", "Ben", "Zoë", "Dan"].slice(0, players);
  const record = recordOf({ players: names, ruleset: start.setup.ruleset, diceSet: start.setup.diceSet, pledge, events });
  return { json: dumpJson(record), notation: dumpNotation(record), positions: states.map(writePosition), results: results(record.state.sheets) };
}

/** A legal choice of somebody, the kind of action first. @param {GameState} state @param {(most: number) => number} below @returns {[number, Action]} */
function randomChoice(state, below) {
  const legal = state.sheets.flatMap((_, seat) => legalActions(state, seat).map((action) => /** @type {[number, Action]} */ ([seat, action])));
  const kinds = [...new Set(legal.map(([, { type }]) => type))];
  const kind = kinds[below(kinds.length)];
  const chosen = legal.filter(([, { type }]) => type === kind);
  return chosen[below(chosen.length)];
}

/** Whole numbers below a limit, by a linear congruential generator. @param {number} seed */
function generator(seed) {
  let last = seed;
  return (/** @type {number} */ most) => {
    last = (Math.imul(last, 1664525) + 1013904223) >>> 0;
    return Math.floor((last / 2 ** 32) * most);
  };
}

/** @param {string} position */
export function refusals(position) {
  const state = readPosition(position);
  return state.sheets.map((_, seat) => ACTIONS.map((action) => wordsOf(verify(state, seat, action))));
}

/** @param {{start: string, steps: (number | number[])[]}} question */
export function nodes({ start, steps }) {
  let node = readNode(start);
  const seen = [node];
  for (const step of steps) {
    if (Array.isArray(step)) node = node.roll(step);
    else node = step < ACTIONS.length ? node.play(ACTIONS[step]) : node.land(step - ACTIONS.length);
    seen.push(node);
  }
  return seen.map((one) => ({
    node: writeNode(readNode(writeNode(one))),
    player: one.player,
    actions: one.actions.map(indexOf),
    outcomes: one.outcomes.length,
    shown: one.numbers,
    totals: one.totals,
    returns: one.returns(),
    refusals: ACTIONS.map((action) => wordsOf(one.verify(action))),
    waives: ACTIONS.slice(-3).map((action) => one.waives(action)),
  }));
}
