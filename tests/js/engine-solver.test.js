/** The solver of the engine. That its values are Python's is shown by proof/values.py. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { DiceSet, numbersOf, ROLLS_OF_SIX, STANDARD_DICE } from "../../src/charidice/web/static/js/engine/dice.js";
import { Refused } from "../../src/charidice/web/static/js/engine/errors.js";
import { ASK_GIFT, DECLINE_GIFT, roll, score } from "../../src/charidice/web/static/js/engine/moves.js";
import { readNode, readPosition } from "../../src/charidice/web/static/js/engine/record/position.js";
import { rulesetOf, STANDARD } from "../../src/charidice/web/static/js/engine/ruleset.js";
import { scoringTable } from "../../src/charidice/web/static/js/engine/scoring.js";
import { analyse } from "../../src/charidice/web/static/js/engine/solver/analysis.js";
import { selfishGiver } from "../../src/charidice/web/static/js/engine/solver/asking.js";
import { filesFor, Tables } from "../../src/charidice/web/static/js/engine/solver/files.js";
import { CannotLoad, halves, joined, readNpz } from "../../src/charidice/web/static/js/engine/solver/npz.js";
import { orbits } from "../../src/charidice/web/static/js/engine/solver/orbits.js";
import { KINDS, outcomes } from "../../src/charidice/web/static/js/engine/solver/outcomes.js";
import { turnAlone } from "../../src/charidice/web/static/js/engine/solver/play.js";
import { Target } from "../../src/charidice/web/static/js/engine/solver/solo.js";
import { newGame, setupOf } from "../../src/charidice/web/static/js/engine/state.js";
import { GameNode } from "../../src/charidice/web/static/js/engine/strict.js";
import { read } from "./proof/tables.js";

/** @import { ObjectiveName } from "../../src/charidice/web/static/js/engine/solver/analysis.js" */
/** @import { GameState } from "../../src/charidice/web/static/js/engine/state.js" */

const DICE_SETS = {
  standard: STANDARD_DICE,
  shuffled: DiceSet.read("PYOGBK KOYBGP YPBKOG GBPOKY OKGPYB BGKYPO"),
  three: DiceSet.read("POYKGB GBPYKO YKBOPG BGOPYK OPKGBY KYGBOP"),
  two: DiceSet.read("KYBGPO BOKPGY GBYKOP OGPBYK YPGOKB PKOYBG"),
  none: DiceSet.read("BYGPKO PBYKOG OGKBYP KOBGPY YKPOGB GPOYBK"),
};

const tables = new Tables();

/** @param {GameState | GameNode} position @param {ObjectiveName | Target} objective */
async function analysed(position, objective = "victory") {
  const { setup } = position instanceof GameNode ? position.state : position;
  await tables.load(setup, objective instanceof Target ? objective.name : objective, read);
  return analyse(position, objective, tables);
}

/** The code of what is refused. @param {() => unknown} does */
async function refusal(does) {
  try {
    await does();
  } catch (error) {
    assert.ok(error instanceof Refused || error instanceof CannotLoad, String(error));
    return error.code;
  }
  return null;
}

test("dice sets have up to six symmetries, and as many fewer rolls", () => {
  const found = Object.values(DICE_SETS).map((diceSet) => orbits(diceSet));
  assert.deepEqual(found.map(({ symmetries }) => symmetries.length), [6, 6, 3, 2, 1]);
  assert.deepEqual([found[0].rolls.length, found[4].rolls.length, found[4].rows], [7826, ROLLS_OF_SIX, 7 ** 6 - ROLLS_OF_SIX]);
  for (const { shares } of found) assert.ok(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-12);
});

test("the outcomes of every roll are its scoring options", () => {
  for (const diceSet of Object.values(DICE_SETS)) {
    for (const freeGiving of [false, true]) {
      const found = outcomes(diceSet, freeGiving);
      const table = scoringTable(diceSet, freeGiving);
      // A prime step meets rolls of all kinds.
      for (let index = 0; index < ROLLS_OF_SIX; index += 97) {
        const options = table.options(numbersOf(index)).map(({ total, gift, kind }) => `${total} ${gift} ${kind}`);
        const at = found.rollClass[found.orbits.ofRoll[index]];
        const choices = [...found.choices.subarray(found.starts[at], found.starts[at + 1])];
        const told = choices.map((outcome) => `${found.total[outcome]} ${found.gift[outcome]} ${KINDS[found.kind[outcome]]}`);
        assert.deepEqual(told.sort(), [...new Set(options)].sort());
      }
    }
  }
});

test("a turn is worth 30.9 points, whatever the dice set", () => {
  const worth = Object.values(DICE_SETS).map((diceSet) => {
    const found = outcomes(diceSet, false);
    return turnAlone(found, Float64Array.from(found.total)).values.plain.start();
  });
  // As charidice.strategy.turn has it.
  assert.ok(Math.abs(worth[0] - 30.90203792451652) < 1e-12);
  for (const value of worth) assert.ok(Math.abs(value / worth[0] - 1) < 0.002);
});

test("the right to ask is worth more, the more turns of the giver are left", () => {
  const { chance } = selfishGiver(STANDARD_DICE, false);
  assert.equal(chance.length, 21);
  for (let left = 1; left < chance.length; left += 1) assert.ok(chance[left] > chance[left - 1]);
  // As charidice.strategy.turn.asking has it.
  assert.deepEqual([chance[1], chance[6]].map((value) => value.toFixed(6)), ["7.904109", "9.936281"]);
});

test("the first player of two has 44.25 % of the victory, and 5.3 points less", async () => {
  const victory = await analysed(newGame(2));
  assert.deepEqual([victory.truth, victory.error, victory.value(0).toFixed(4)], ["bounded", null, "0.4425"]);
  const lead = await analysed(newGame(2), "lead");
  assert.deepEqual([lead.truth, lead.value(0).toFixed(3), lead.value(1).toFixed(3)], ["exact", "-5.300", "5.300"]);
});

test("shares of three and four have the error that was measured for them", async () => {
  const told = async (/** @type {number} */ players) => {
    const a = await analysed(newGame(players));
    return [a.truth, ((a.error ?? 0) * 100).toFixed(1), ...a.seats.map((share) => (share * 100).toFixed(2))];
  };
  assert.deepEqual(await told(3), ["measured", "1.2", "32.11", "33.66", "34.23"]);
  assert.deepEqual(await told(4), ["measured", "1.9", "23.37", "24.28", "23.54", "28.81"]);
  const short = await analysed(newGame(3, rulesetOf({ rounds: 2 })));
  assert.deepEqual([short.truth, short.error], ["estimated", null]);
});

test("moves have values, the best one no regret", async () => {
  const state = readPosition("C1 16+0-10:2x/16+0-1:2x 2:P5K5K4G6O4P6");
  const a = await analysed(state, "lead");
  assert.deepEqual([a.best(0), a.best(1), a.value(0).toFixed(1)], [roll(0b111010), DECLINE_GIFT, "-13.2"]);
  assert.deepEqual([a.regret(0, roll()).toFixed(1), a.regret(0, { type: "roll", keep: 0b111010 })], ["6.0", 0]);
  assert.equal(a.moves(0).size, 63 + state.setup.scoring.options(state.turn.numbers).length);
  assert.deepEqual([...a.moves(1).keys()], [ASK_GIFT, DECLINE_GIFT]);
  assert.equal(await refusal(() => a.regret(0, score(0b1))), "colour-left-out");
  const asking = await analysed(GameNode.of(state), "lead");
  assert.deepEqual([asking.moves(0).size, asking.moves(1).size], [0, 2]);
  assert.equal(await refusal(() => asking.best(0)), "nothing-to-decide");
});

test("in the last gift of a giver whoever may ask, asks; who has declined does not ask any more", async () => {
  const state = readPosition("C1 :2x/:2x 2:B4B3B2B1B6P6 rounds=1");
  const [asking, declined] = [await analysed(GameNode.of(state)), await analysed(new GameNode(state, false))];
  assert.equal(asking.best(1), ASK_GIFT);
  assert.ok(asking.value(1) > declined.value(1));
  assert.ok(Math.abs(asking.regret(1, DECLINE_GIFT) - (asking.value(1) - declined.value(1))) < 1e-6);
});

test("8.2 before scoring, the active player stops, and the recipient may still ask", async () => {
  const a = await analysed(readPosition("C1 :2x/:2x 1:B4B3B2B1B6P6 late-asking"));
  assert.deepEqual([...a.moves(0).keys()].at(-1)?.type, "stop");
  const stopped = await analysed(readPosition("C1 :2x/:2x 1:B4B3B2B1B6P6:stopped late-asking"));
  assert.deepEqual([...stopped.moves(1).keys()], [ASK_GIFT, DECLINE_GIFT]);
});

test("a forecast is certain of the dice that are scored, and adds up to 1 before", async () => {
  const state = readPosition("C1 :2x/:2x 3:B4B3B2B1B6P6");
  const ahead = (await analysed(state)).forecast(score(0b1111));
  assert.deepEqual([ahead.points, ahead.gift, ahead.kinds.get("3.1.1")], [35, 24, 1]);
  const before = (await analysed(newGame(2))).forecast();
  assert.ok(Math.abs(before.chances.reduce((sum, chance) => sum + chance, 0) - 1) < 1e-12);
  assert.ok(Math.abs([...before.kinds.values()].reduce((sum, chance) => sum + chance, 0) - 1) < 1e-9);
});

test("what cannot be valued is refused with the reason", async () => {
  assert.equal(await refusal(() => analysed(readNode("C1 :2x/:2x - | roll:K6.........."))), "dice-in-the-air");
  assert.equal(await refusal(() => analysed(newGame(3), "lead")), "two-players-only");
  assert.equal(await refusal(() => analysed(newGame(2, rulesetOf({ rounds: 8 })), "lead")), "not-solved");
  assert.equal(await refusal(() => analysed(newGame(2), /** @type {ObjectiveName} */ ("fame"))), "unknown-objective");
  assert.equal(await refusal(() => new Target(1.5)), "target-not-whole");
  assert.equal(await refusal(async () => (await analysed(readPosition("C1 16+0-1:2x/16+0-1:2x - rounds=1"))).forecast()), "game-over");
});

test("what is not loaded is not replaced by less exact tables", async () => {
  const fresh = new Tables();
  await fresh.load(setupOf(2, rulesetOf({ freeGiving: true })), "victory", read);
  assert.throws(() => analyse(newGame(2), "victory", fresh), /victory\.npz is not loaded/);
  assert.throws(() => analyse(newGame(3), "victory", fresh), /shares3\.npz is not loaded/);
});

test("a game needs only some of the files", () => {
  const [free, short] = [rulesetOf({ freeGiving: true }), rulesetOf({ rounds: 3 })];
  assert.deepEqual(filesFor(setupOf(2), "victory"), ["lead", "victory"]);
  assert.deepEqual(filesFor(setupOf(2, short), "victory"), ["lead", "victory"]);
  assert.deepEqual(filesFor(setupOf(2, free), "victory"), ["shares2"]);
  assert.deepEqual(filesFor(setupOf(2, STANDARD, DICE_SETS.none), "victory"), ["shares2"]);
  assert.deepEqual([3, 4].map((players) => filesFor(setupOf(players), "victory")), [["shares3", "last-turn"], ["shares4", "last-turn"]]);
  assert.deepEqual([filesFor(setupOf(2), "lead"), filesFor(setupOf(4), "points")], [["lead"], []]);
});

test("two players need at most 3 MB", async () => {
  const sizes = await Promise.all(filesFor(setupOf(2), "victory").map(async (name) => (await read(`${name}.npz`)).byteLength));
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= 3_000_000);
});

test("a file is fetched once, and again after a failure", async () => {
  const fresh = new Tables();
  /** @type {string[]} */
  const fetched = [];
  let fails = true;
  const setup = setupOf(2, rulesetOf({ freeGiving: true }));
  const load = () =>
    fresh.load(setup, "victory", async (file) => {
      fetched.push(file);
      if (fails) throw new Error("offline");
      return read(file);
    });
  await assert.rejects(load, /offline/);
  fails = false;
  await Promise.all([load(), load()]);
  await load();
  assert.deepEqual(fetched, ["shares2.npz", "shares2.npz"]);
  assert.equal(fresh.shares.get(2)?.networks.length, 15);
});

test("a file waits for another one on which it depends", async () => {
  const fresh = new Tables();
  let release = () => {};
  const held = new Promise((resolve) => (release = () => resolve(null)));
  const slowly = fresh.load(setupOf(2), "lead", (file) => held.then(() => read(file)));
  const loaded = fresh.load(setupOf(2), "victory", read);
  await read("victory.npz").then(readNpz);
  release();
  await Promise.all([slowly, loaded]);
  assert.equal(fresh.victory?.lead, fresh.lead);
});

test("a damaged file is refused", async () => {
  const whole = await read("shares2.npz");
  const bytes = new Uint8Array(whole);
  const damaged = bytes.slice();
  damaged.fill(7, 2000, 4000);
  for (const file of [new ArrayBuffer(0), new ArrayBuffer(100), whole.slice(0, 40_000), whole.slice(40_000), damaged.buffer]) {
    assert.equal(await refusal(() => readNpz(file)), "not-a-solution");
  }
  const found = await readNpz(whole);
  assert.deepEqual([found.get("game")?.data, found.get("1")?.shape], [["shares2", "7", "False", "False", String(STANDARD_DICE), "3"], [2, 3100]]);
});

/** An .npz file with these words as its array `game`, not compressed. @param {string[]} words */
function fileOf(words) {
  const width = Math.max(...words.map((word) => word.length));
  const header = `{'descr': '<U${width}', 'fortran_order': False, 'shape': (${words.length},), }\n`;
  const letters = words.flatMap((word) => [...word.padEnd(width, "\0")].flatMap((letter) => [letter.charCodeAt(0), 0, 0, 0]));
  const array = Buffer.from([0x93, ...Buffer.from("NUMPY"), 1, 0, header.length, 0, ...Buffer.from(header), ...letters]);
  const name = Buffer.from("game.npy");
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt32LE(array.length, 20);
  entry.writeUInt32LE(array.length, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(local.length + name.length + array.length, 16);
  return new Uint8Array(Buffer.concat([local, name, array, entry, name, end])).buffer;
}

test("a table of another form, of another game or with another name is refused", async () => {
  const game = ["lead", "7", "False", "False", String(STANDARD_DICE)];
  const why = async (/** @type {string[]} */ words) => {
    try {
      await new Tables().load(setupOf(2), "lead", async () => fileOf(words));
    } catch (error) {
      assert.ok(error instanceof CannotLoad, String(error));
      return error.message;
    }
    return null;
  };
  assert.match(String(await why(game)), /lead, 1 turns left/);
  assert.match(String(await why([...game, "an earlier form"])), /of another form/);
  assert.match(String(await why(["victory", ...game.slice(1)])), /of another form/);
  // Victory goes with the lead of the same game.
  const other = new Map([["lead.npz", fileOf(game)], ["victory.npz", await read("victory.npz")]]);
  assert.equal(await refusal(() => new Tables().load(setupOf(2), "victory", async (file) => other.get(file) ?? new ArrayBuffer(0))), "not-a-solution");
  assert.equal(await refusal(() => new Tables().load(setupOf(2), "lead", () => read("last-turn.npz"))), "not-a-solution");
});

test("numbers of half precision, and numbers by bytes", () => {
  assert.deepEqual([...halves(Uint16Array.of(0x3c00, 0xc000, 0x3555, 0x0001, 0x8000, 0x7bff))], [1, -2, Math.fround(0.333251953125), 2 ** -24, -0, 65504]);
  assert.throws(() => halves(Uint16Array.of(0x7c00)), CannotLoad);
  assert.deepEqual([...joined(Uint8Array.of(1, 2, 3, 4), new Uint16Array(2))], [0x103, 0x204]);
});

test("when a table fails, everybody who waits for it hears of that, and it can be loaded again", async () => {
  const fresh = new Tables();
  const fail = () => Promise.reject(new Error("no table"));
  // The runner fails on a rejection that nobody handles.
  const questions = [1, 2].map(() => assert.rejects(fresh.load(setupOf(2), "victory", fail), /no table/));
  await Promise.all(questions);
  await fresh.load(setupOf(2), "lead", read);
  assert.ok(fresh.lead);
});
