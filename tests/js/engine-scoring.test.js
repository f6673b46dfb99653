/** Dice and scoring of the engine, by the clauses of the rules. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { areSameDice, diceOf, DiceSet, IN_ORDER, maskOf, numbersOf, PLACES, readFaces, readRoll, rollIndex, ROLLS_OF_SIX, SETS, STANDARD_DICE } from "../../src/charidice/web/static/js/engine/dice.js";
import { KEEPS } from "../../src/charidice/web/static/js/engine/moves.js";
import { rulesetOf } from "../../src/charidice/web/static/js/engine/ruleset.js";
import { scoringOptions } from "../../src/charidice/web/static/js/engine/scoring.js";
import { charityBonuses, EMPTY_SHEET, results, rowOf, victoryShares, winners } from "../../src/charidice/web/static/js/engine/sheet.js";
import { refusal } from "./refusal.js";
import { vectors } from "./vectors.js";

/** @import { Kind, ScoringOption } from "../../src/charidice/web/static/js/engine/scoring.js" */
/** @import { Sheet } from "../../src/charidice/web/static/js/engine/sheet.js" */

test("every roll of the kit has its scoring options, best sum first", () => {
  const rolls = vectors("rolls");
  assert.ok(rolls.length > 50);
  for (const { dice_set: layout, free_giving: freeGiving, faces, options } of rolls) {
    const found = scoringOptions(faces, DiceSet.read(layout.join(" ")), rulesetOf({ freeGiving }));
    const told = found.map(({ dice, kind, points, bonus, gift }) => ({ dice: [...diceOf(dice)], faces: diceOf(dice).map((die) => faces[die]), clause: kind, points, bonus, gift }));
    assert.deepEqual(told, options);
    assert.deepEqual(found.map(({ total }) => total), options.map((/** @type {ScoringOption} */ { points, bonus }) => points + bonus));
  }
});

test("1.2 a dice set is a Latin square; anything else is refused with the reason", () => {
  assert.equal(String(DiceSet.read(" yogbpk\tOGBPKY GBPKYO BPKYOG PKYOGB KYOGBP ")), String(STANDARD_DICE));
  assert.deepEqual(refusal(() => DiceSet.read("YOGBPK OGBPKY GBPKYO BPKYOG PKYOGB")), ["layout-not-six-by-six", {}]);
  assert.deepEqual(refusal(() => DiceSet.read("Y".repeat(1001))), ["layout-not-six-by-six", {}]);
  assert.deepEqual(refusal(() => DiceSet.read("YOGBPX OGBPKY GBPKYO BPKYOG PKYOGB KYOGBP")), ["unknown-colour", { text: "X", allowed: [..."YOGBPK"] }]);
  assert.deepEqual(refusal(() => DiceSet.read("YOGBPK OGBPKY GBPKYO BPKYOB PKYOGB KYOGBP")), ["layout-colour-twice-on-die", { die: 4, colour: "B" }]);
  assert.deepEqual(refusal(() => DiceSet.read("YOGBPK YGBPKO GBPKYO BPKYOG PKYOGB KYOGBP")), ["layout-face-twice", { face: "Y1" }]);
  assert.deepEqual(refusal(() => DiceSet.read("YOGBPK OYGPKB GBPKYO BPKYOG PKYOGB KGOBYP")), ["layout-face-twice", { face: "G3" }]);
  assert.deepEqual(refusal(() => DiceSet.read("BPKGOY KOGYPB GYOBKP OBPKGY PGYOKB YKBPOG")), ["layout-face-twice", { face: "O5" }]);
  const other = DiceSet.read("KYOGBP YOGBPK OGBPKY GBPKYO BPKYOG PKYOGB");
  assert.deepEqual([areSameDice(other, STANDARD_DICE), areSameDice(new DiceSet(other.layout), other)], [false, true]);
});

test("1.3 in the default set die d shows number n on colour d + n - 1", () => {
  assert.equal(String(STANDARD_DICE), "YOGBPK OGBPKY GBPKYO BPKYOG PKYOGB KYOGBP");
  assert.equal(STANDARD_DICE.face(3, 1), "B1");
  assert.equal(STANDARD_DICE.dieOf("B4"), 0);
  assert.deepEqual(refusal(() => STANDARD_DICE.face(6, 1)), ["not-a-die", { text: "6", most: 5 }]);
  assert.deepEqual(refusal(() => STANDARD_DICE.face(0, 0)), ["unknown-number", { text: "0" }]);
});

test("six faces in any order are a roll; two of one die are not", () => {
  assert.deepEqual(readRoll("p6, B6 b1 B2,B3B4"), [4, 3, 2, 1, 6, 6]);
  assert.deepEqual(readRoll("123456"), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(readRoll("6 5 4,3 2 1"), [6, 5, 4, 3, 2, 1]);
  assert.deepEqual(refusal(() => readRoll("12345")), ["not-six-faces", { count: 5 }]);
  assert.deepEqual(refusal(() => readRoll("123457")), ["unknown-number", { text: "7" }]);
  assert.deepEqual(refusal(() => readRoll("1 2 3 4 5 66")), ["unknown-number", { text: "66" }]);
  assert.deepEqual(refusal(() => readRoll("B4 B3 B2 B1 B6")), ["not-six-faces", { count: 5 }]);
  assert.deepEqual(refusal(() => readRoll("B4 B3 B2 B1 B6 B4")), ["face-twice", { face: "B4" }]);
  assert.deepEqual(refusal(() => readRoll("B4 B3 B2 B1 B6 Y1")), ["two-faces-of-one-die", { face: "Y1", other: "B4" }]);
  assert.deepEqual(refusal(() => readFaces("B4 X3")), ["unknown-face", { text: "X3", allowed: [..."YOGBPK"] }]);
  assert.deepEqual(refusal(() => readFaces("B4B")), ["unknown-face", { text: "B", allowed: [..."YOGBPK"] }]);
});

test("rolls have indices, and sets of dice masks, in the order of their dice", () => {
  for (const index of [0, 1, 6, 7775, ROLLS_OF_SIX - 1]) assert.equal(rollIndex(numbersOf(index)), index);
  assert.deepEqual(numbersOf(6 ** 5), [2, 1, 1, 1, 1, 1]);
  assert.deepEqual(diceOf(maskOf([3, 0, 3])), [0, 3]);
  assert.deepEqual(IN_ORDER.slice(0, 4).map(diceOf), [[], [0], [0, 1], [0, 1, 2]]);
  assert.deepEqual([diceOf(IN_ORDER[SETS - 1]), PLACES[maskOf([5])]], [[5], SETS - 1]);
  assert.deepEqual([KEEPS.length, KEEPS.slice(0, 3), KEEPS.at(-1)], [63, [0, 1, 2], 62]);
});

/** Points and bonus of each set by its numbers, of those of one kind. @param {string} faces @param {Kind} kind */
const sums = (faces, kind, rules = {}) =>
  scoringOptions(faces, STANDARD_DICE, rulesetOf(rules))
    .filter((option) => option.kind === kind)
    .map(({ points, bonus, gift }) => [points, bonus, gift]);

test("3.1.1 to 3.1.5 dice of one colour, at least four", () => {
  assert.deepEqual(sums("B1 B2 B3 B4 B6 P6", "3.1.1"), [[10, 25, 24]]);
  assert.deepEqual(sums("B1 B2 B3 B4 B6 P6", "3.1.2"), [[15, 15, 13], [14, 15, 14], [13, 15, 15], [12, 15, 16]]);
  assert.deepEqual(sums("B1 B2 B3 B4 B6 P6", "3.1.5"), [[16, 0, 12]]);
  assert.deepEqual(sums("B1 B2 B3 B4 B5 P1", "3.1.3"), [[15, 40, 1]]);
  assert.deepEqual(sums("B1 B2 B3 B4 B5 B6", "3.1.4"), [[21, 50, 0]]);
  for (const kind of /** @type {Kind[]} */ (["3.1.1", "3.1.2", "3.1.3", "3.1.4", "3.1.5"])) assert.deepEqual(sums("B1 B2 B3 Y1 P1 K1", kind), []);
});

test("3.2.1 one die of every colour on the table, and 3.6 of six of one colour a single die", () => {
  assert.deepEqual(sums("O2 G2 B2 K2 G6 P6", "3.2.1"), [[18, 0, 2], [14, 0, 12]]);
  assert.deepEqual(sums("B1 B2 B3 B4 B5 B6", "3.2.1"), [[6, 0, 20], [5, 0, 22], [4, 0, 28], [3, 0, 29], [2, 0, 30], [1, 0, 31]]);
});

test("3.2.2 four, five or six equal numbers, or 3.4 a part of them", () => {
  assert.deepEqual(sums("O2 G2 B2 K2 G6 P6", "3.2.2"), [[8, 15, 24]]);
  const sizes = (/** @type {string} */ faces) => sums(faces, "3.2.2").map(([, bonus]) => bonus);
  assert.deepEqual(sizes("Y4 O4 G4 B4 P4 O6"), [30, 15, 15, 15, 15, 15]);
  assert.deepEqual(sizes("Y4 O4 G4 B4 P4 K4"), [60, ...Array(6).fill(30), ...Array(15).fill(15)]);
});

test("3.5 four equal numbers in every colour on the table score their bonus", () => {
  assert.deepEqual(scoringOptions("Y4 O4 G4 B4 O1 G1").map(({ kind, points }) => [kind, points])[0], ["3.2.2", 16]);
});

test("3.7 no colour and no die may be left out, but 8.1 with free giving", () => {
  const free = { freeGiving: true };
  assert.deepEqual(sums("B1 B2 B3 B4 B6 P6", "3.2.1", free).length, 11);
  assert.deepEqual(sums("B1 B2 B3 B4 B6 P6", "3.1.5", free).length, 1 + 10 + 10);
  assert.deepEqual(sums("O2 G2 B2 K2 G6 P6", "3.2.1", free).at(-1), [2, 0, 30]);
});

test("4.1 in a gift each 5 and each 6 counts double", () => {
  assert.equal(scoringOptions("B1 B2 B3 B4 B5 B6").find(({ points }) => points === 1)?.gift, 2 + 3 + 4 + 10 + 12);
});

/** @param {number[]} given @param {number[]} [points] @returns {Sheet[]} */
const sheets = (given, points = given.map(() => 1)) => given.map((gift, seat) => ({ ...EMPTY_SHEET, points: [points[seat]], bonus: [0], given: [gift] }));

test("6.1 whoever gave most receives 20, or 30 above 60; all who tie for the most", () => {
  assert.deepEqual(charityBonuses([60, 59, 3]), [20, 0, 0]);
  assert.deepEqual(charityBonuses([61, 61, 60]), [30, 30, 0]);
  assert.deepEqual(charityBonuses([0, 0]), [20, 20]);
  assert.deepEqual(results([EMPTY_SHEET, EMPTY_SHEET]).map(({ total }) => total), [0, 0]);
  assert.deepEqual(results(sheets([0, 0])).map(({ charity }) => charity), [20, 20]);
});

test("6.2 and 7.4 boxes 1 to 3 and the charity bonus count, box 4 does not", () => {
  const sheet = { points: [126], bonus: [75], received: [22], given: [60], hasGift: false };
  assert.deepEqual(results([sheet, EMPTY_SHEET])[0], { points: 126, bonus: 75, received: 22, given: 60, charity: 20, total: 243 });
});

test("6.3 a tie is a shared victory", () => {
  const tied = results(sheets([1, 1, 1, 0], [30, 20, 30, 3]));
  assert.deepEqual([winners(tied), victoryShares(tied)], [[0, 2], [0.5, 0, 0.5, 0]]);
});

test("8.3 a game has 1 to 20 rounds, and 9 a sheet a row for each", () => {
  const sheet = { points: [16, 9], bonus: [0, 15], received: [4], given: [10, 1], hasGift: true };
  assert.deepEqual(rowOf(sheet, 2), { points: 9, bonus: 15, received: null, given: 1 });
  assert.deepEqual(refusal(() => rowOf(sheet, 21)), ["rounds-out-of-range", { rounds: 21, least: 1, most: 20 }]);
  for (const rounds of [0, 21, 1.5, NaN]) assert.equal(refusal(() => rulesetOf({ rounds }))?.[0], "rounds-out-of-range");
  assert.equal(refusal(() => rulesetOf({ lateAsking: /** @type {any} */ (1) }))?.[0], "not-yes-or-no");
  assert.deepEqual(rulesetOf(), { rounds: 7, freeGiving: false, lateAsking: false });
});
