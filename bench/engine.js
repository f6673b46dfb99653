/** The browser's solver in node, measured for bench/engine.py: prints milliseconds of processor time as JSON. */

import { read } from "../tests/js/proof/tables.js";
import { analyse, objectiveFor } from "../src/charidice/web/static/js/engine/solver/analysis.js";
import { turnsLeftIn } from "../src/charidice/web/static/js/engine/solver/contest.js";
import { Tables } from "../src/charidice/web/static/js/engine/solver/files.js";
import { outcomesOf } from "../src/charidice/web/static/js/engine/solver/objective.js";
import { solveTurn } from "../src/charidice/web/static/js/engine/solver/turn.js";
import { newGame } from "../src/charidice/web/static/js/engine/state.js";
import { GameNode } from "../src/charidice/web/static/js/engine/strict.js";

/** @import { GameState } from "../src/charidice/web/static/js/engine/state.js" */

/** @param {() => void} does */
function spent(does) {
  const before = process.cpuUsage();
  does();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A linear congruential generator is good enough for dice that are only timed. @param {number} seed */
function dice(seed) {
  let seen = seed;
  return {
    /** @param {GameState} state @param {number} keep */
    roll({ turn }, keep) {
      return [0, 1, 2, 3, 4, 5].map((die) => {
        seen = (1_664_525 * seen + 1_013_904_223) % 2 ** 32;
        return (keep >> die) & 1 ? turn.numbers[die] : 1 + Math.floor((6 * seen) / 2 ** 32);
      });
    },
  };
}

/** @param {number} players */
async function loaded(players) {
  const tables = new Tables();
  await tables.load(newGame(players).setup, "victory", read);
  return tables;
}

/** By turns left: the milliseconds of the owl's first decision of every turn in some games. @param {number} players @param {number} games */
async function decisions(players, games) {
  const tables = await loaded(players);
  /** @type {Record<number, number[]>} */
  const found = {};
  for (let game = 0; game <= games; game += 1) {
    const thrown = dice(game + 1);
    let [node, solved] = [GameNode.of(newGame(players)), 0];
    for (let player = node.player; player !== null; player = node.player) {
      let action = node.actions[0];
      const { state } = node;
      const left = turnsLeftIn(state);
      if (state.turn.rolls) {
        const one = player;
        const ms = spent(() => (action = analyse(node, "victory", tables).best(one)));
        // The first game warms up.
        if (game > 0 && solved !== left) (found[left] ??= []).push(ms);
        solved = left;
      }
      node = node.play(action, thrown);
    }
  }
  return found;
}

/** A turn in which the recipient may ask, solved again and again. @param {number} times */
async function turn(times) {
  const state = newGame(2);
  const { plain, asked } = objectiveFor("victory", state.setup, await loaded(2)).leaves(state);
  const outcomes = outcomesOf(state.setup);
  const solve = () => solveTurn(outcomes, plain[0], asked && asked[0], { single: true }).plain.start();
  spent(solve);
  return Array.from({ length: times }, () => spent(solve));
}

const [what, ...numbers] = process.argv.slice(2);
const [first, second] = numbers.map(Number);
process.stdout.write(JSON.stringify(what === "turn" ? await turn(first) : await decisions(first, second)));
