/** The trainer: seeds of one's own games, answers, progress, lessons and insights. Themes, twins and ratings: proof/trainer.py. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { Random } from "../../src/charidice/web/static/js/engine/bots/random.js";
import { grade, judge, twin } from "../../src/charidice/web/static/js/engine/expert.js";
import { reviewOf } from "../../src/charidice/web/static/js/engine/coach/reviews/review.js";
import { ASK_GIFT, DECLINE_GIFT, REROLLS, roll, score, STOP } from "../../src/charidice/web/static/js/engine/moves.js";
import { startOf } from "../../src/charidice/web/static/js/engine/record/game.js";
import { loadJson } from "../../src/charidice/web/static/js/engine/record/jsonform.js";
import { readNode } from "../../src/charidice/web/static/js/engine/record/position.js";
import { objectivesOf } from "../../src/charidice/web/static/js/engine/solver/analysis.js";
import { Tables } from "../../src/charidice/web/static/js/engine/solver/files.js";
import { summaryOf } from "../../src/charidice/web/static/js/engine/history/games.js";
import { decode, encode } from "../../src/charidice/web/static/js/engine/trainer/encoding.js";
import { themeSet } from "../../src/charidice/web/static/js/engine/trainer/exercises.js";
import { UNKNOWN } from "../../src/charidice/web/static/js/engine/trainer/glicko.js";
import { graded } from "../../src/charidice/web/static/js/engine/trainer/grading.js";
import { insightsOf } from "../../src/charidice/web/static/js/engine/trainer/insights.js";
import { judgedDecisions } from "../../src/charidice/web/static/js/engine/trainer/judging.js";
import { dueCount, EXERCISES, lessonOf } from "../../src/charidice/web/static/js/engine/trainer/lesson.js";
import { DAY, DUE, dueAt, recall, remembered } from "../../src/charidice/web/static/js/engine/trainer/memory.js";
import { merged, MOST_ANSWERS, NO_PROGRESS, readProgress, standing, withAnswer } from "../../src/charidice/web/static/js/engine/trainer/progress.js";
import { FOR_CHILDREN, THEMES } from "../../src/charidice/web/static/js/engine/trainer/names.js";
import { seedsOf, THRESHOLDS } from "../../src/charidice/web/static/js/engine/trainer/seeds.js";
import { analysed, findTheme, ideasOf, themesOf } from "../../src/charidice/web/static/js/engine/trainer/themes.js";
import { twin as twinOf } from "../../src/charidice/web/static/js/engine/trainer/twins.js";
import { read } from "./proof/tables.js";

/** @import { Judged } from "../../src/charidice/web/static/js/engine/trainer/judging.js" */
/** @import { Seed } from "../../src/charidice/web/static/js/engine/trainer/seeds.js" */
/** @import { JudgedGame } from "../../src/charidice/web/static/js/engine/trainer/insights.js" */
/** @import { Answered, Progress } from "../../src/charidice/web/static/js/engine/trainer/progress.js" */
/** @import { Theme } from "../../src/charidice/web/static/js/engine/trainer/names.js" */

const tables = new Tables();
const FILE = JSON.parse(await readFile(new URL("../../src/charidice/web/static/exercises.json", import.meta.url), "utf-8"));
const { exercises, levels, ratings } = themeSet(FILE);
const NOW = Date.UTC(2026, 10, 20);

/** @param {string} name */
async function reviewed(name) {
  const record = loadJson(await readFile(new URL(`../playthroughs/${name}.json`, import.meta.url), "utf-8"));
  for (const objective of objectivesOf(startOf(record).setup)) await tables.load(startOf(record).setup, objective, read);
  return reviewOf(record, tables);
}

/** @param {Partial<Answered>} told @returns {Answered} */
const answer = (told) => ({ id: `${told.at} ${told.exercise} ${told.theme}`, exercise: "x", theme: "asking", rating: 1500, deviation: 100, worth: 1, at: NOW, ...told });

/** @param {Answered[]} answers */
const progressOf = (answers) => answers.reduce(withAnswer, NO_PROGRESS);

test("every action has an index of its own", () => {
  const actions = [...REROLLS, score(1), score(63), ASK_GIFT, DECLINE_GIFT, STOP];
  assert.deepEqual(actions.map((action) => decode(encode(action))), actions);
  assert.deepEqual([roll(5), score(3), ASK_GIFT, DECLINE_GIFT, STOP].map(encode), [5, 67, 128, 129, 130]);
});

test("the exercises of the file have an id, and other files are refused", () => {
  assert.equal(new Set(exercises.map(({ id }) => id)).size, exercises.length);
  assert.deepEqual([...new Set(exercises.map(({ theme }) => theme))], THEMES);
  assert.ok(ratings.sparrow < ratings.fox);
  assert.throws(() => themeSet({ ...FILE, version: 2 }));
});

test("every decision of a review is judged, and its losses are the review's", async () => {
  for (const name of ["two-players", "late-asking"]) {
    const review = await reviewed(name);
    const seats = review.players.map((_, seat) => seat);
    const judged = judgedDecisions(review, seats, ratings, tables);
    assert.equal(judged.length, review.moments.flatMap(({ decisions }) => decisions).length);
    const summary = summaryOf(review);
    for (const seat of seats) {
      const own = judged.filter((decision) => decision.seat === seat);
      for (const [kind, { decisions, total }] of Object.entries(summary.seats[seat].losses)) {
        const of = own.filter((decision) => decision.kind === kind);
        assert.equal(of.length, decisions);
        assert.ok(Math.abs(of.reduce((sum, { loss }) => sum + loss, 0) - total) < 1e-4);
      }
    }
    assert.ok(judged.some(({ themes }) => themes.length));
  }
});

test("mistakes above a threshold become seeds, the better somebody plays the more", async () => {
  const review = await reviewed("two-players");
  const judged = judgedDecisions(review, [0, 1], ratings, tables);
  const from = { game: "g", at: "2026-11-03T12:00:00Z" };
  const counts = /** @type {const} */ (["sparrow", "magpie", "owl"]).map((level) => {
    const seeds = seedsOf(judged, from, level);
    assert.equal(seeds.length, judged.filter(({ loss }) => loss >= THRESHOLDS[level]).length);
    assert.deepEqual(seeds.map(({ loss }) => loss), seeds.map(({ loss }) => loss).sort((one, other) => other - one));
    return seeds.length;
  });
  assert.ok(counts[0] < counts[2], String(counts));
  const seeds = seedsOf(judged, from, "owl");
  assert.equal(new Set(seeds.map(({ id }) => id)).size, seeds.length);
  for (const { node: text, action, loss, theme, margin } of seeds) {
    const answer = graded(readNode(text), decode(action), { theme, margin }, tables);
    assert.ok(Math.abs(answer.loss - loss) < 1e-5);
    assert.equal(answer.isRight, false);
  }
  assert.ok(seeds.some(({ theme }) => theme));
  assert.ok(seeds.every(({ rating }) => rating > 400 && rating < 2800));
});

test("where values are less certain, only clear mistakes are seeds", async () => {
  const judged = judgedDecisions(await reviewed("three-players-with-words"), [0, 1, 2], ratings, tables);
  const seeds = seedsOf(judged, { game: "g", at: "2026-11-03T12:00:00Z" }, "owl");
  assert.ok(seeds.length);
  assert.ok(seeds.every(({ loss }) => loss >= 0.03));
  assert.ok(judged.some(({ loss }) => loss >= THRESHOLDS.owl && loss < 0.03));
});

test("a theme is the one that the move missed, if there is one", async () => {
  const judged = judgedDecisions(await reviewed("two-players"), [0, 1], ratings, tables);
  let missed = 0;
  for (const { seed, themes } of judged) {
    if (!seed) continue;
    const a = analysed(readNode(seed.node), tables);
    const all = themes.filter((theme) => (ideasOf(theme, a).get(decode(seed.action)) ?? findTheme(theme, a)?.idea) !== findTheme(theme, a)?.idea);
    assert.equal(seed.theme, all[0] ?? themes[0] ?? null);
    missed += Number(all.length > 0 && all[0] !== themes[0]);
  }
  assert.ok(missed);
});

test("twins have other dice and totals, some another seat; with three players too", async () => {
  const [exercise] = exercises.filter(({ theme }) => theme === "straight-or-colour");
  const ours = `${exercise.node.split(" ")[0]} 16+0-8,12+15-13:2x/18+0-4,16+0-1:--/15+0-8,30+0-2:2x 3:G3Y6Y5Y4Y3Y2`;
  for (const text of [exercise.node, `${ours} | move`]) {
    const node = readNode(text);
    await tables.load(node.state.setup, "victory", read);
    const [theme, found] = [...themesOf(analysed(node, tables))][0];
    const made = ["1", "2", "3", "4", "5", "6", "7", "8"].flatMap((seed) => twinOf({ node, theme, ...found }, new Random(seed), tables) ?? []);
    assert.ok(made.length > 4, `${theme} ${made.length}`);
    const states = made.map((each) => readNode(each.node).state);
    assert.ok(states.every(({ setup, round, turn }) => setup.players === node.state.setup.players && round === node.state.round && turn.rolls === node.state.turn.rolls));
    assert.ok(states.every(({ turn }) => String(turn.numbers) !== String(node.state.turn.numbers)));
    assert.ok(new Set(states.map(({ active }) => active)).size > 1);
    assert.equal(new Set(made.map((each) => each.node)).size, made.length);
  }
});

test("an answer is right within a hair of the best, and else worth something", async () => {
  const [exercise] = exercises.filter(({ theme }) => theme === "gift-or-points");
  const node = readNode(exercise.node);
  await tables.load(node.state.setup, "victory", read);
  const all = node.actions.map((action) => ({ action, ...graded(node, action, exercise, tables) }));
  const right = all.filter(({ isRight }) => isRight);
  assert.ok(right.length && right.length < all.length);
  assert.deepEqual(new Set(all[0].right), new Set(right.map(({ action }) => encode(action))));
  assert.equal(right.find(({ loss }) => loss === 0)?.idea, exercise.idea);
  for (const { worth, isRight, loss } of all) {
    assert.equal(worth === 1, isRight);
    assert.ok(worth > 0 && (isRight || worth < 1) && loss >= 0);
  }
  assert.throws(() => graded(node, ASK_GIFT, exercise, tables), /not a move/);
});

test("a theme is forgotten by halves, and remembered longer after each right answer", () => {
  const first = remembered(undefined, 1, NOW);
  assert.equal(recall(undefined, NOW), 0);
  assert.equal(recall(first, NOW), 1);
  assert.ok(Math.abs(recall(first, NOW + first.halfLife * DAY) - 0.5) < 1e-12);
  assert.ok(Math.abs(recall(first, dueAt(first)) - DUE) < 1e-12);
  const late = remembered(first, 1, NOW + first.halfLife * DAY);
  const atOnce = remembered(first, 1, NOW);
  const wrong = remembered(first, 0, NOW + first.halfLife * DAY);
  assert.ok(late.halfLife > atOnce.halfLife && atOnce.halfLife > first.halfLife && first.halfLife > wrong.halfLife);
  let memory = first;
  for (let day = 0; day < 5000; day += 1) memory = remembered(memory, 1, NOW + day * day * DAY);
  assert.ok(memory.halfLife <= 180);
});

test("right answers raise the rating and its interval gets narrower, idle days widen it", () => {
  const none = standing(NO_PROGRESS, NOW);
  assert.deepEqual([none.skill, none.count], [UNKNOWN, 0]);
  const good = standing(progressOf([1, 2, 3, 4].map((at) => answer({ at: NOW + at }))), NOW + 5);
  const bad = standing(progressOf([1, 2, 3, 4].map((at) => answer({ at: NOW + at, worth: 0.1 }))), NOW + 5);
  assert.ok(bad.skill.rating < UNKNOWN.rating && UNKNOWN.rating < good.skill.rating);
  assert.ok(good.skill.deviation < UNKNOWN.deviation);
  const later = standing(progressOf([1, 2, 3, 4].map((at) => answer({ at: NOW + at }))), NOW + 400 * DAY);
  assert.ok(later.skill.deviation > good.skill.deviation);
  assert.equal(later.skill.rating, good.skill.rating);
});

test("progress by theme is that of the newest answers", () => {
  const progress = progressOf([answer({ at: NOW, worth: 0 }), answer({ at: NOW + 1, worth: 1 }), answer({ at: NOW + 2, theme: "lead", worth: 0.5 })]);
  const themes = new Map(standing(progress, NOW + 3).themes.map((each) => [each.theme, each]));
  assert.deepEqual([themes.get("asking")?.recent, themes.get("lead")?.recent, themes.get("charity")?.recent], [0.5, 0.5, null]);
  assert.equal(themes.get("charity")?.recall, 0);
});

test("the answers of two devices count once, whichever comes first", () => {
  const shared = [answer({ at: NOW }), answer({ at: NOW + DAY, worth: 0.3 })];
  const [phone, desk] = [[...shared, answer({ at: NOW + 2 * DAY, theme: "lead" })], [...shared, answer({ at: NOW + 2 * DAY + 1, worth: 0 })]].map(progressOf);
  const [one, other] = [merged(phone, desk), merged(desk, phone)];
  assert.deepEqual(one, other);
  assert.equal(one.answers.length, 4);
  assert.deepEqual(merged(one, phone), one);
  assert.deepEqual(merged(one, one), one);
  assert.deepEqual(standing(one, NOW + 3 * DAY), standing(progressOf([...phone.answers, desk.answers[2]]), NOW + 3 * DAY));
});

/** @param {number} count */
const many = (count) => Array.from({ length: count }, (_, at) => answer({ at: NOW + at * 3_600_000, exercise: `e${at}`, theme: THEMES[at % THEMES.length], worth: (at % 7) / 6 }));

test("old answers are summed up, which changes neither rating nor memory", () => {
  const all = many(MOST_ANSWERS + 300);
  const progress = progressOf(all);
  assert.ok(progress.answers.length <= MOST_ANSWERS && progress.checkpoint);
  const end = all[all.length - 1].at + 1;
  const [kept, whole] = [standing(progress, end), standing({ ...NO_PROGRESS, answers: all }, end)];
  assert.equal(kept.count, all.length);
  assert.ok(Math.abs(kept.skill.rating - whole.skill.rating) < 1e-9);
  assert.deepEqual(kept.themes.map(({ memory }) => memory), whole.themes.map(({ memory }) => memory));
});

test("what a checkpoint holds is not counted again when a backup comes back", () => {
  const all = many(MOST_ANSWERS + 300);
  const [early, late] = [progressOf(all.slice(0, 500)), progressOf(all)];
  assert.deepEqual(merged(late, early), late);
  assert.deepEqual(merged(early, late), late);
});

const END = NOW + 1000 * DAY;

test("a checkpoint from the future would hide every answer, and is left out", () => {
  const long = progressOf(many(MOST_ANSWERS + 300));
  assert.ok(long.checkpoint);
  const wrong = { ...long, checkpoint: { ...long.checkpoint, until: END + 9 * DAY } };
  assert.deepEqual(readProgress(wrong, END), { ...long, checkpoint: null });
});

test("progress from a file is checked and bounded", () => {
  const progress = progressOf(many(20));
  assert.deepEqual(readProgress(JSON.parse(JSON.stringify(progress)), END), progress);
  const long = progressOf(many(MOST_ANSWERS + 300));
  assert.deepEqual(readProgress(JSON.parse(JSON.stringify(long)), END), long);
  for (const broken of [null, 1, "x", {}, { version: 2, answers: [] }, { version: 1, answers: {} }]) assert.deepEqual(readProgress(broken, END), NO_PROGRESS);
  const [good] = progress.answers;
  const bad = [{ ...good, worth: 2 }, { ...good, id: "x".repeat(500) }, { ...good, theme: "x" }, { ...good, at: "now" }, { ...good, rating: null }, { ...good, at: END + 2 * DAY }, null, 7];
  assert.deepEqual(readProgress({ version: 1, checkpoint: { until: "x" }, answers: [...bad, good] }, END), { version: 1, checkpoint: null, answers: [good] });
  assert.ok(readProgress({ version: 1, answers: many(5 * MOST_ANSWERS) }, END).answers.length <= MOST_ANSWERS);
});

/** @param {string} id @param {Theme} theme @returns {Seed} */
const seedOf = (id, theme) => ({ id, theme, idea: "gift", margin: 0.03, rating: 1500, node: exercises[0].node, action: 1, loss: 0.05, game: "g", at: "2026-11-03T12:00:00Z", round: 2 });

test("a first lesson has a theme for each exercise, near one's rating", () => {
  const steps = lessonOf({ progress: NO_PROGRESS, exercises, seeds: [], now: NOW });
  assert.equal(steps.length, EXERCISES);
  assert.equal(new Set(steps.map(({ theme }) => theme)).size, EXERCISES);
  for (const step of steps) {
    assert.ok(step.from === "set" && !FOR_CHILDREN.includes(step.theme));
    const near = Math.min(...exercises.filter(({ theme }) => theme === step.theme).map(({ rating }) => Math.abs(rating - UNKNOWN.rating)));
    assert.ok(Math.abs(step.exercise.rating - UNKNOWN.rating) < near + 100);
  }
});

test("a lesson for children is about straights and gifts", () => {
  const steps = lessonOf({ progress: NO_PROGRESS, exercises, seeds: [seedOf("g.1", "lead")], now: NOW, forChild: true });
  assert.deepEqual(new Set(steps.map(({ theme }) => theme)), new Set(FOR_CHILDREN));
  const ids = steps.map((step) => step.from === "set" && step.exercise.id);
  assert.equal(new Set(ids).size, EXERCISES);
});

test("one's own mistakes come first, and their twins once they were met", () => {
  const seeds = ["a", "b", "c", "d"].map((id) => seedOf(id, "lead"));
  const steps = lessonOf({ progress: NO_PROGRESS, exercises, seeds, now: NOW });
  assert.deepEqual(steps.slice(0, 4).map((step) => (step.from === "own" ? step.seed.id : step.from)), ["a", "b", "c", "set"]);
  const after = progressOf([answer({ exercise: "a", theme: "lead", at: NOW - 9 * DAY })]);
  const again = lessonOf({ progress: after, exercises, seeds: seeds.slice(0, 1), now: NOW });
  assert.equal(again[0].from, "twin");
  assert.ok(again[0].from === "twin" && again[0].seed.id === "a" && again[0].exercise?.theme === "lead");
});

test("what is about to be forgotten comes first, and no exercise again while others are fresh", () => {
  const old = progressOf([answer({ theme: "charity", at: NOW - 30 * DAY }), answer({ theme: "asking", at: NOW - 1 })]);
  assert.equal(dueCount(old, NOW), 1);
  const steps = lessonOf({ progress: old, exercises, seeds: [], now: NOW });
  assert.equal(steps[0].theme, "charity");
  assert.ok(!steps.some(({ theme }) => theme === "asking"));
  /** @type {Set<string>} */
  const met = new Set();
  let progress = NO_PROGRESS;
  for (let lesson = 0; lesson < 20; lesson += 1) {
    for (const step of lessonOf({ progress, exercises, seeds: [], now: NOW + lesson * DAY })) {
      assert.ok(step.from === "set" && !met.has(step.exercise.id));
      met.add(step.exercise.id);
      progress = withAnswer(progress, answer({ exercise: step.exercise.id, theme: step.theme, at: NOW + lesson * DAY, id: step.exercise.id }));
    }
  }
  assert.equal(met.size, 20 * EXERCISES);
});

test("without any exercise there is no lesson", () => assert.deepEqual(lessonOf({ progress: NO_PROGRESS, exercises: [], seeds: [], now: NOW }), []));

test("the Worker judges a game, grades an answer and finds a twin, each from plain data", async () => {
  const record = await readFile(new URL("../playthroughs/two-players.json", import.meta.url), "utf-8");
  const judged = await judge({ record, seats: [1], ratings }, read);
  assert.deepEqual(judged, judgedDecisions(await reviewed("two-players"), [1], ratings, tables));
  assert.deepEqual(structuredClone(judged), judged);
  const [exercise] = exercises.filter(({ theme }) => theme === "lead");
  const { right } = await grade({ ...exercise, action: encode(readNode(exercise.node).actions[0]) }, read);
  const best = await grade({ ...exercise, action: right[0] }, read);
  assert.deepEqual([best.isRight, best.worth, best.idea], [true, 1, exercise.idea]);
  const found = await twin({ ...exercise, seed: "1", ratings }, read);
  assert.ok(found && found.node !== exercise.node && found.theme === "lead" && found.idea === exercise.idea);
  assert.ok(found.rating > 400 && found.rating < 2800);
  assert.deepEqual(await twin({ ...exercise, seed: "1", ratings }, read), found);
  assert.notEqual((await twin({ ...exercise, seed: "2", ratings }, read))?.node, found.node);
  // A margin that no position has.
  assert.equal(await twin({ ...exercise, margin: 0.9, seed: "1", ratings }, read), null);
});

/** @param {number} loss @param {Partial<Judged>} [told] */
const judgedOf = (loss, told = {}) => ({ kind: /** @type {const} */ ("scoring"), themes: /** @type {Theme[]} */ (["lead"]), round: 1, standing: /** @type {const} */ ("leading"), loss, ...told });

test("insights are the costs per game with an interval, beside the bots and oneself a month ago", () => {
  /** @type {JudgedGame[]} */
  const games = [0.1, 0.2, 0.3, 0].map((loss, at) => ({
    at: new Date(NOW - (at < 2 ? 50 : 3) * DAY).toISOString(),
    opponents: at ? ["fox"] : ["fox", "Ben"],
    decisions: [judgedOf(loss), judgedOf(loss, { kind: "asking", themes: ["asking", "last-round"], round: 7, standing: "trailing" })],
  }));
  const found = insightsOf(games, levels, NOW);
  const lead = found.themes.find(({ name }) => name === "lead");
  assert.ok(lead);
  assert.equal(lead.decisions, 4);
  assert.equal(lead.cost.games, 4);
  assert.ok(Math.abs(lead.cost.mean - 0.15) < 1e-12);
  // Student's t with three degrees of freedom: 3.18 standard errors.
  const margin = 3.18 * (Math.sqrt(0.05 / 3) / 2);
  assert.ok(Math.abs(Number(lead.cost.high) - 0.15 - margin) < 0.002);
  assert.equal(lead.cost.low, 0);
  assert.deepEqual([lead.before?.games, lead.before?.low, lead.recent?.games], [2, null, 2]);
  assert.ok(Math.abs(Number(lead.before?.mean) - 0.15) < 1e-12);
  assert.equal(lead.levels.owl, 0);
  assert.equal(lead.levels.sparrow, FILE.levels.sparrow.themes.lead[0]);
  assert.deepEqual(found.kinds.map(({ name }) => name), ["scoring", "asking"]);
  assert.deepEqual(found.rounds.map(({ name }) => name), ["1", "7"]);
  assert.deepEqual(found.standings.map(({ name }) => name), ["leading", "trailing"]);
  assert.deepEqual(found.opponents.map(({ name, cost }) => [name, cost.games]), [["fox", 4], ["Ben", 1]]);
  assert.ok(Math.abs(Number(found.total?.cost.mean) - 0.3) < 1e-12);
  const sum = found.kinds.reduce((before, { cost }) => before + cost.mean, 0);
  assert.ok(Math.abs(sum - Number(found.total?.cost.mean)) < 1e-12);
  assert.deepEqual(insightsOf([], levels, NOW), { themes: [], kinds: [], rounds: [], standings: [], opponents: [], total: null });
});
