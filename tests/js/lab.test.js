/** The lab: answers, strips, the price of kindness, and other positions. That its values are Python's is shown by proof/lab.py. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Refused } from "../../src/charidice/web/static/js/engine/errors.js";
import { labAnswer, labForecast } from "../../src/charidice/web/static/js/engine/lab/answer.js";
import * as edit from "../../src/charidice/web/static/js/engine/lab/edit.js";
import { kindness } from "../../src/charidice/web/static/js/engine/lab/kindness.js";
import { Lab } from "../../src/charidice/web/static/js/engine/lab/lab.js";
import { turnsWith } from "../../src/charidice/web/static/js/engine/lab/sheets.js";
import { labStrip, positionAt, QUANTITIES, rangeOf } from "../../src/charidice/web/static/js/engine/lab/strip.js";
import { possibleScores } from "../../src/charidice/web/static/js/engine/pad/possible.js";
import { readMove } from "../../src/charidice/web/static/js/engine/record/movetext.js";
import { readPosition } from "../../src/charidice/web/static/js/engine/record/position.js";
import { analyse } from "../../src/charidice/web/static/js/engine/solver/analysis.js";
import { Tables } from "../../src/charidice/web/static/js/engine/solver/files.js";
import { newGame } from "../../src/charidice/web/static/js/engine/state.js";
import { read } from "./proof/tables.js";

/** @import { LabAnswer, LabMove, LabStrip } from "../../src/charidice/web/static/js/engine/lab/types.d.ts" */

const START = "C1 :2x/:2x -";
const ROLLED = "C1 16+0-10:2x/16+0-1:2x 2:P5K5K4G6O4P6";
const LAST_ROLL = "C1 16+0-10:2x/16+0-1:2x 3:P5K5K4G6O4P6";
const LATE = "C1 16+15-10,20+0-3,18+0-8,16+15-4:--/16+0-1,12+25-0,18+0-9,17+0-6:2x 2:P5K5K4G6O4P6";

const tables = new Tables();
for (const players of [2, 3]) for (const objective of ["victory", "lead"]) await tables.load(newGame(players).setup, objective, read);

/** The code and values of what is refused. @param {() => unknown} does @returns {Record<string, unknown>} */
function refusal(does) {
  try {
    does();
  } catch (error) {
    assert.ok(error instanceof Refused, String(error));
    return { code: error.code, ...error.values };
  }
  return assert.fail("nothing was refused");
}

/** @param {string} position @param {string} [objective] */
const answered = (position, objective = "victory") => labAnswer(position, objective, tables);

/** All steps of a strip. @param {string} position @param {import("../../src/charidice/web/static/js/engine/lab/types.d.ts").Quantity} quantity @param {string} [objective] */
const stripped = (position, quantity, objective = "victory") => [...labStrip(position, objective, quantity, tables)];

/** @param {string} position */
const sums = (position) => edit.sumsOf(readPosition(position)).map(({ total, donated, hasGift }) => ({ total, donated, hasGift }));

test("an answer has every move, the best first, with its loss and what it gives", () => {
  const { moves, values, active, decides, decision, asking, truth, error } = answered(ROLLED);
  assert.deepEqual([active, decides, decision, truth, error], [0, 1, "ask", "bounded", 0.0005]);
  const analysis = analyse(readPosition(ROLLED), "victory", tables);
  assert.equal(moves.length, analysis.moves(0).size);
  assert.deepEqual(readMove(moves[0].move, readPosition(ROLLED)), analysis.best(0));
  assert.equal(moves[0].loss, 0);
  assert.ok(moves.every(({ loss }, at) => at === 0 || loss >= moves[at - 1].loss));
  assert.ok(Math.abs(values[0] + values[1] - 1) < 1e-6);
  assert.equal(asking?.verdict, "wait");
  for (const { move, gift, scored } of moves) {
    const forecast = analysis.forecast(readMove(move, analysis.state));
    assert.ok(Math.abs(gift - forecast.gift) < 1e-9, move);
    assert.equal(scored?.gift ?? gift, gift);
  }
});

test("a forecast has the distribution of points, of the gift and of the combinations after any move", () => {
  const { forecast, moves } = answered(ROLLED);
  assert.ok(forecast);
  const chosen = labForecast(ROLLED, "victory", moves[5].move, tables);
  assert.equal(chosen.move, moves[5].move);
  for (const { totals, gifts, kinds, points, gift } of [forecast, chosen]) {
    for (const chances of [totals, gifts]) assert.ok(Math.abs(chances.reduce((sum, [, chance]) => sum + chance, 0) - 1) < 1e-9);
    assert.ok(Math.abs(Object.values(kinds).reduce((sum, chance) => sum + chance, 0) - 1) < 1e-9);
    for (const [mean, chances] of /** @type {const} */ ([[points, totals], [gift, gifts]])) {
      assert.ok(Math.abs(chances.reduce((sum, [value, chance]) => sum + value * chance, 0) - mean) < 1e-9);
      assert.deepEqual(chances, [...chances].sort(([one], [other]) => one - other));
    }
  }
  assert.notDeepEqual(forecast.totals, chosen.totals);
});

test("every moment of a game has an answer", () => {
  const asked = edit.withAsked(ROLLED, true);
  assert.ok(answered(asked).moves.some(({ scored }) => scored?.gift === 44), "gifts are doubled");
  const over = edit.withRound(ROLLED, 8);
  const late = edit.withRules(ROLLED, { lateAsking: true });
  const stopped = `${late.replace("P6 ", "P6:stopped ")}`;
  /** @type {[string, string, number | null, number, boolean, boolean][]} */
  const moments = [
    [START, "roll", 0, 1, true, true],
    ["C1 :2x/:-- -:asked", "roll", 0, 1, false, true],
    [ROLLED, "ask", 1, 71, true, true],
    [`${ROLLED} | move`, "move", 0, 71, false, true],
    [asked, "move", 0, 71, false, true],
    [LAST_ROLL, "move", 0, 8, false, true],
    [late, "ask", 1, 64, true, true],
    [stopped, "ask", 1, 0, true, true],
    [over, "over", null, 0, false, false],
  ];
  for (const [position, decision, decides, moves, asks, ahead] of moments) {
    const answer = answered(position, "points");
    assert.deepEqual([answer.decision, answer.decides, Boolean(answer.asking), Boolean(answer.forecast)], [decision, decides, asks, ahead], position);
    assert.ok(moves ? Math.abs(answer.moves.length - moves) <= 15 : answer.moves.length === 0, `${position} ${answer.moves.length}`);
    assert.deepEqual(structuredClone(answer), answer);
  }
  assert.deepEqual(answered(over).values.map((value) => value * 2).filter((value) => ![0, 1, 2].includes(value)), []);
});

test("all objectives answer, or say why not", () => {
  const found = Object.fromEntries(["victory", "lead", "points", "target 220", "charity"].map((objective) => [objective, answered(LATE, objective)]));
  assert.deepEqual(Object.values(found).map(({ unit }) => unit), ["chance", "points", "points", "chance", "chance"]);
  assert.deepEqual(Object.values(found).map(({ truth }) => truth), ["bounded", "exact", "exact", "exact", "estimated"]);
  assert.deepEqual(Object.values(found).map(({ error }) => error), [0.0005, 0, 0, 0, null]);
  assert.equal(found.points.asking?.verdict, "same");
  const three = edit.withPlayers(ROLLED, 3);
  assert.equal(refusal(() => answered(three, "lead")).code, "two-players-only");
  assert.ok(Number(answered(three).error) > 0);
  assert.equal(refusal(() => answered(START, "luck")).code, "unknown-objective");
  assert.equal(refusal(() => answered(START, "target x")).code, "target-not-whole");
  assert.equal(refusal(() => answered("C1", "victory")).code, "position-too-short");
  assert.equal(refusal(() => answered("C1 :2x/:2x 1:G3G2O6B1Y3G4 | roll:==B3....==..")).code, "dice-in-the-air");
});

test("the price of kindness: each move of the frontier gives more for less, and no other beats one", () => {
  const answer = answered(LAST_ROLL);
  const frontier = kindness(answer);
  assert.ok(frontier.length > 2);
  assert.equal(frontier[0].loss, 0);
  for (const [at, move] of frontier.entries()) {
    if (at) assert.ok(move.gift > frontier[at - 1].gift && move.value < frontier[at - 1].value);
    assert.ok(!answer.moves.some(({ value, gift }) => (value > move.value && gift >= move.gift) || (value >= move.value && gift > move.gift)));
  }
  for (const { move, value, gift } of answer.moves) {
    assert.ok(frontier.some((one) => one.move === move || (one.value >= value && one.gift >= gift)), move);
  }
  const moves = /** @type {LabMove[]} */ ([[3, 0.5], [9, 0.5], [4, 0.4], [20, 0.3]].map(([gift, value]) => ({ move: `${gift}`, value, loss: 0.5 - value, gift })));
  assert.deepEqual(kindness({ moves }).map(({ gift }) => gift), [9, 20]);
});

test("a strip has a best move for every stretch, and each sample is what its position answers", () => {
  const steps = stripped(LATE, "total");
  const last = /** @type {LabStrip} */ (steps.at(-1));
  assert.deepEqual(steps.map(({ done }) => done), steps.map((step) => step === last));
  assert.ok(steps.length <= 40 && steps[0].samples.length === 1);
  assert.equal(steps[0].samples[0].at, last.now);
  const { stretches, least, most, samples } = last;
  assert.ok(stretches.length > 1, "the best move changes");
  assert.deepEqual([stretches[0].from, stretches.at(-1)?.to], [least, most]);
  for (const [at, { from, to, move }] of stretches.entries()) {
    assert.ok(from <= to);
    if (at) assert.ok(from === stretches[at - 1].to + 1 && move !== stretches[at - 1].move);
    assert.ok(samples.filter((sample) => sample.at >= from && sample.at <= to).every((sample) => sample.move === move));
  }
  for (const { at, position, move, value } of samples) {
    assert.equal(edit.sumsOf(readPosition(position))[0].total, at);
    const best = answered(position).moves[0];
    assert.deepEqual([best.move, best.value], [move, value]);
  }
  // Between two samples with different moves there is no other value.
  for (const [at, { from }] of stretches.entries()) {
    if (at) assert.ok(samples.some((sample) => sample.at === from) && samples.some((sample) => sample.at === from - 1), `${from}`);
  }
});

test("strips over every quantity change that one, and nothing else", () => {
  const state = readPosition(LATE);
  for (const quantity of QUANTITIES) {
    const { now, least, most } = rangeOf(state, quantity);
    assert.ok(least <= now && now <= most && least < most, quantity);
    assert.equal(positionAt(LATE, quantity, now), LATE);
    for (const { at, position } of /** @type {LabStrip} */ (stripped(LATE, quantity, "points").at(-1)).samples) {
      const other = readPosition(position);
      assert.equal(rangeOf(other, quantity).now, at, `${quantity} ${position}`);
      assert.deepEqual([other.turn.numbers, other.turn.rolls, other.active], [state.turn.numbers, state.turn.rolls, state.active]);
      const [[own, theirs], [before, theirsBefore]] = [sums(position), sums(LATE)];
      if (quantity === "donated" || quantity === "gap") assert.equal(own.total, before.total);
      if (quantity === "total") assert.deepEqual([own.donated, theirs.donated], [before.donated, theirsBefore.donated]);
    }
  }
});

test("a strip without dice is about asking, and there is none where nothing is decided", () => {
  assert.equal(stripped(START, "round").at(-1)?.decision, "ask");
  assert.equal(refusal(() => stripped("C1 :2x/:-- -:asked", "total")).code, "nothing-to-decide");
  assert.equal(refusal(() => stripped(edit.withRound(START, 8), "total")).code, "game-over");
});

test("the newest question wins", async () => {
  const lab = new Lab(tables, read);
  /** @type {LabStrip[]} */
  const parts = [];
  const tell = (/** @type {LabStrip} */ part) => void parts.push(part);
  const overtaken = lab.answer({ ask: "lab", position: START, objective: "points" }, tell);
  const newest = lab.answer({ ask: "lab", position: ROLLED, objective: "points" }, tell);
  assert.deepEqual([await overtaken, /** @type {LabAnswer} */ (await newest).position], [null, ROLLED]);

  const strip = lab.answer({ ask: "lab-strip", position: LATE, objective: "points", quantity: "total" }, (part) => {
    tell(part);
    if (parts.length === 2) void lab.answer({ ask: "lab-rest" }, tell);
  });
  assert.equal(await strip, null);
  assert.equal(parts.length, 2);
  const whole = await lab.answer({ ask: "lab-strip", position: LATE, objective: "points", quantity: "2x" }, tell);
  assert.ok(/** @type {LabStrip} */ (whole).done);
  const refused = await lab.answer({ ask: "lab", position: "C1 :2x -", objective: "points" }, tell);
  assert.deepEqual(/** @type {{refusal: {code: string}}} */ (refused).refusal.code, "players-out-of-range");
});

test("sums become turns that the rules allow, and as many as possible stay", () => {
  const possible = new Set(possibleScores(false).map(String));
  const turns = turnsWith([], { turns: 5, doubled: false, freeGiving: false }, 150, 41);
  assert.equal(turns?.length, 5);
  assert.ok(turns.every((boxes) => possible.has(String(boxes))));
  assert.deepEqual([turns.reduce((sum, [points, bonus]) => sum + points + bonus, 0), turns.reduce((sum, [, , given]) => sum + given, 0)], [150, 41]);
  assert.deepEqual(turnsWith([[16, 0, 10], [20, 0, 3]], { turns: 2, doubled: false, freeGiving: false }, 37, 13)?.[0], [16, 0, 10]);
  // The greatest of gifts makes the most of one turn twice as much.
  assert.equal(turnsWith([], { turns: 1, doubled: false, freeGiving: false }, 19, 48), null);
  const [doubled] = turnsWith([], { turns: 1, doubled: true, freeGiving: false }, 19, 48) ?? [];
  assert.ok(doubled && possible.has(String([doubled[0], doubled[1], 24])));
});

test("a total or a sum of gifts changes alone", () => {
  const before = sums(LATE);
  const other = edit.withTotal(LATE, 1, 90);
  assert.deepEqual(sums(other), before.with(1, { ...before[1], total: 90 }));
  const generous = edit.withDonated(LATE, 1, 31);
  assert.deepEqual(sums(generous), before.with(1, { ...before[1], donated: 31 }));
  assert.equal(edit.withTotal(LATE, 1, before[1].total), LATE);
  assert.deepEqual(sums(edit.withSums(LATE, [{ total: 130, donated: 12 }, { total: 99, donated: 20 }])), [
    { total: 130, donated: 12, hasGift: false },
    { total: 99, donated: 20, hasGift: true },
  ]);
  const [mine, theirs] = readPosition(edit.withTotal(LATE, 0, before[0].total + 1)).sheets;
  assert.deepEqual([mine.points.slice(0, 3), theirs.points], [readPosition(LATE).sheets[0].points.slice(0, 3), readPosition(LATE).sheets[1].points], "as entered");
});

test("what no sheet has is refused with its limits", () => {
  assert.deepEqual(refusal(() => edit.withTotal(LATE, 1, 999)).code, "total-impossible");
  for (const wrong of [0, 999, 1.5, NaN]) {
    const { code, nearest } = refusal(() => edit.withTotal(LATE, 1, wrong));
    assert.equal(code, "total-impossible");
    assert.equal(sums(edit.withTotal(LATE, 1, Number(nearest)))[1].total, nearest);
  }
  assert.deepEqual(refusal(() => edit.withDonated(LATE, 1, -1)), { code: "donated-impossible", seat: 1, donated: "-1", nearest: 0 });
  assert.equal(refusal(() => edit.withDonated(LATE, 1, 999)).nearest, 176 + 44);
  assert.equal(refusal(() => edit.withTotal(START, 0, 5)).code, "total-impossible");
  assert.equal(refusal(() => edit.withTotal(START, 2, 5)).code, "unknown-seat");
  assert.equal(refusal(() => edit.withRound(START, 9)).code, "rounds-out-of-range");
  assert.equal(refusal(() => edit.withPlayers(START, 5)).code, "players-out-of-range");
  assert.equal(refusal(() => edit.withGift(START, 0, false)).code, "position-gift-never-asked");
  assert.equal(refusal(() => edit.withAsked(edit.withGift(ROLLED, 1, false), true)).code, "gift-spent");
  assert.equal(refusal(() => edit.withRolls(ROLLED, 4)).code, "no-rolls-left");
  assert.equal(refusal(() => edit.withFace(ROLLED, 6, 1)).code, "not-a-die");
  assert.equal(refusal(() => edit.withFace(ROLLED, 0, 7)).code, "unknown-number");
  assert.equal(refusal(() => edit.withRules(ROLLED, { rounds: 21 })).code, "rounds-out-of-range");
  assert.equal(refusal(() => edit.withDice(ROLLED, "YOGBPK")).code, "layout-not-six-by-six");
  assert.equal(refusal(() => edit.withSheets(ROLLED, [{ turns: [[40, 0, 0]], hasGift: true }, { turns: [], hasGift: true }])).code, "position-impossible-turn");
});

test("the turn changes die by die", () => {
  assert.equal(edit.withFace(ROLLED, 0, 1), "C1 16+0-10:2x/16+0-1:2x 2:Y1K5K4G6O4P6");
  assert.equal(edit.withRolls(ROLLED, 3), LAST_ROLL);
  assert.equal(edit.withRolls(ROLLED, 0), "C1 16+0-10:2x/16+0-1:2x -");
  assert.equal(edit.withFace(START, 0, 6), edit.withRolls(START, 1, [6, 2, 3, 4, 5, 6]));
  const asked = edit.withAsked(ROLLED, true);
  assert.equal(asked, "C1 16+0-10:2x/16+0-1:-- 2:P5K5K4G6O4P6:asked");
  assert.equal(edit.withAsked(asked, false), ROLLED);
  assert.equal(edit.withGift(asked, 1, true), ROLLED);
  assert.equal(edit.withRolls(asked, 0), "C1 16+0-10:2x/16+0-1:-- -:asked");
});

test("rounds, players and seats keep sheets as far as they fit", () => {
  const before = readPosition(LATE);
  const later = readPosition(edit.withRound(LATE, 6));
  assert.deepEqual(later.sheets.map(({ points }) => points.length), [5, 5]);
  const earlier = edit.withRound(LATE, 3);
  assert.deepEqual(readPosition(earlier).sheets.map(({ points }) => points), before.sheets.map(({ points }) => points.slice(0, 2)));
  const next = readPosition(edit.withActive(edit.withRound(LATE, 4), 0));
  assert.deepEqual([next.active, next.turn.numbers], [0, before.turn.numbers]);
  const four = readPosition(edit.withPlayers(LATE, 4));
  assert.deepEqual([four.sheets.length, four.active, four.round], [4, before.active, before.round]);
  assert.equal(sums(edit.withPlayers(LATE, 4))[1].total, sums(LATE)[1].total);
  assert.equal(readPosition(edit.withPlayers(edit.withPlayers(LATE, 4), 2)).sheets.length, 2);
  const short = readPosition(edit.withRules(LATE, { rounds: 2 }));
  assert.deepEqual([short.round, short.setup.ruleset.rounds], [2, 2]);
  const house = readPosition(edit.withRules(LATE, { freeGiving: true, lateAsking: true }));
  assert.deepEqual(house.sheets, before.sheets);
  const layout = "PYOGBK KOYBGP YPBKOG GBPOKY OKGPYB BGKYPO";
  const dice = readPosition(edit.withDice(LATE, layout));
  assert.deepEqual([String(dice.setup.diceSet), dice.turn.numbers], [layout, before.turn.numbers]);
  const sheets = edit.sumsOf(before);
  assert.equal(edit.withSheets(LATE, sheets), LATE);
});

test("every edit of a random position is a position, or is refused", () => {
  let seen = 1;
  const chance = (/** @type {number} */ most) => (seen = (1_664_525 * seen + 1_013_904_223) % 2 ** 32) % most;
  /** @type {((position: string) => string)[]} */
  const edits = [
    (position) => edit.withTotal(position, chance(2), chance(300)),
    (position) => edit.withDonated(position, chance(2), chance(90)),
    (position) => edit.withRound(position, 1 + chance(8)),
    (position) => edit.withActive(position, chance(3)),
    (position) => edit.withPlayers(position, 2 + chance(3)),
    (position) => edit.withGift(position, chance(2), chance(2) === 1),
    (position) => edit.withAsked(position, chance(2) === 1),
    (position) => edit.withRolls(position, chance(4)),
    (position) => edit.withFace(position, chance(6), 1 + chance(6)),
    (position) => edit.withRules(position, { rounds: 2 + chance(6), lateAsking: chance(2) === 1, freeGiving: chance(8) === 1 }),
  ];
  let [position, refused] = [START, 0];
  for (let step = 0; step < 600; step += 1) {
    try {
      position = edits[Math.floor((chance(2 ** 20) / 2 ** 20) * edits.length)](position);
      readPosition(position);
    } catch (error) {
      assert.ok(error instanceof Refused, `${position} ${error}`);
      assert.ok(["total-impossible", "donated-impossible", "unknown-seat", "gift-spent", "game-over", "position-gift-never-asked", "rounds-out-of-range"].includes(error.code), `${error.code} ${position}`);
      refused += 1;
    }
  }
  assert.ok(refused > 20 && refused < 400, `${refused}`);
});
