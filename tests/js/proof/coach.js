/** Answers about bots, hints and reviews. */

import { botOf, OBJECTIVES } from "../../../src/charidice/web/static/js/engine/bots/levels.js";
import { Planner } from "../../../src/charidice/web/static/js/engine/bots/planner.js";
import { hintFor } from "../../../src/charidice/web/static/js/engine/coach/hints.js";
import { reviewFields } from "../../../src/charidice/web/static/js/engine/coach/reviews/jsonform.js";
import { reviewOf } from "../../../src/charidice/web/static/js/engine/coach/reviews/review.js";
import { DiceSet, diceOf } from "../../../src/charidice/web/static/js/engine/dice.js";
import { Match } from "../../../src/charidice/web/static/js/engine/match.js";
import { loadJson, dumpJson } from "../../../src/charidice/web/static/js/engine/record/jsonform.js";
import { readPosition } from "../../../src/charidice/web/static/js/engine/record/position.js";
import { rulesetOf } from "../../../src/charidice/web/static/js/engine/ruleset.js";
import { objectivesOf } from "../../../src/charidice/web/static/js/engine/solver/analysis.js";
import { Tables } from "../../../src/charidice/web/static/js/engine/solver/files.js";
import { newGame } from "../../../src/charidice/web/static/js/engine/state.js";
import { read } from "./tables.js";

/** @import { Level } from "../../../src/charidice/web/static/js/engine/bots/levels.js" */
/** @import { Action } from "../../../src/charidice/web/static/js/engine/moves.js" */
/** @import { Ruleset } from "../../../src/charidice/web/static/js/engine/ruleset.js" */
/** @import { Setup } from "../../../src/charidice/web/static/js/engine/state.js" */

const tables = new Tables();

/** @param {Setup} setup */
async function loaded(setup) {
  for (const objective of objectivesOf(setup)) await tables.load(setup, objective, read);
  return tables;
}

/** A whole game of bots. @param {{ruleset: Ruleset, dice: string, seed: string, levels: Level[]}} question */
export async function games({ ruleset, dice, seed, levels }) {
  const rules = rulesetOf(ruleset);
  const diceSet = DiceSet.read(dice);
  const { setup } = newGame(levels.length, rules, diceSet);
  for (const level of levels) if (OBJECTIVES[level]) await loaded(setup);
  const bots = levels.map((level) => (OBJECTIVES[level] ? new Planner(OBJECTIVES[level], tables) : botOf(level, seed)));
  const match = Match.new({ players: levels.map((_, seat) => `Player ${seat + 1}`), ruleset: rules, diceSet, seed, bots: levels });
  while (!match.isOver) match.play(bots[Number(match.node.player)].choose(match.node));
  return dumpJson(match.record);
}

/** @param {string} text */
export async function reviews(text) {
  const record = loadJson(text);
  return reviewFields(reviewOf(record, await loaded(newGame(record.players.length, record.ruleset, record.diceSet).setup)));
}

/** @param {Action} action */
const moveOf = (action) => [action.type, action.type === "roll" ? diceOf(action.keep) : action.type === "score" ? diceOf(action.dice) : []];

/** @param {{position: string, player: number}} question */
export async function hints({ position, player }) {
  const state = readPosition(position);
  const hint = hintFor(state, player, await loaded(state.setup));
  return {
    ...hint,
    dice: diceOf(hint.dice),
    giver: hint.giver && moveOf(hint.giver),
    prospects: hint.prospects.map((prospect) => ({ ...prospect, action: moveOf(prospect.action), kinds: Object.fromEntries(prospect.kinds) })),
  };
}
