/** Play, the strict order and chance, by the clauses of the rules: what the proofs against Python do not say in words. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import * as chance from "../../src/charidice/web/static/js/engine/chance.js";
import { DiceSet, maskOf, readFaces, readRoll, STANDARD_DICE } from "../../src/charidice/web/static/js/engine/dice.js";
import { actionOf, decide, evolve, impossible, legalActions, replay, verify } from "../../src/charidice/web/static/js/engine/engine.js";
import { ASK_GIFT, DECLINE_GIFT, GIFT_ASKED, laid, noted, roll, rolled, score, scored, STOP, STOPPED } from "../../src/charidice/web/static/js/engine/moves.js";
import { ends, rulesetOf, STANDARD } from "../../src/charidice/web/static/js/engine/ruleset.js";
import { facesOf, isOver, isRulebookGame, newGame, optionsOf, recipientOf, rollsLeft, setupOf } from "../../src/charidice/web/static/js/engine/state.js";
import { CHANCE, GameNode } from "../../src/charidice/web/static/js/engine/strict.js";
import { load } from "../../src/charidice/web/static/js/engine/record/forms.js";
import { publicRecord, recordOf } from "../../src/charidice/web/static/js/engine/record/game.js";
import { dumpJson } from "../../src/charidice/web/static/js/engine/record/jsonform.js";
import { refusal } from "./refusal.js";

/** @import { Action, Event } from "../../src/charidice/web/static/js/engine/moves.js" */
/** @import { GameState } from "../../src/charidice/web/static/js/engine/state.js" */

const FIVE_BLUE = "B1 B2 B3 B4 B6 P6";
const LATE = rulesetOf({ lateAsking: true });

/** @param {string} faces */
const dice = (faces) => maskOf(readFaces(faces).map((face) => STANDARD_DICE.dieOf(face)));
/** The state after the active player's roll. @param {GameState} state @param {string} faces @param {string} kept */
const throws = (state, faces, kept = "") => evolve(state, decide(state, state.active, roll(dice(kept)), new chance.EnteredDice(readFaces(faces))));
/** The state after any other action. @param {GameState} state @param {number} seat @param {Action} action */
const acts = (state, seat, action) => evolve(state, decide(state, seat, action));
/** @param {GameState} state @param {string} faces */
const scores = (state, faces) => acts(state, state.active, score(dice(faces)));
/** A turn of one roll that brings 10 + 25 and gives 24. @param {GameState} state */
const fullTurn = (state) => scores(throws(state, FIVE_BLUE), "B1 B2 B3 B4");
/** @param {GameState} state @param {number} seat @param {Action} action */
const refused = (state, seat, action) => verify(state, seat, action)?.code ?? null;
/** @param {GameState} state @param {number} seat */
const kinds = (state, seat) => [...new Set(legalActions(state, seat).map(({ type }) => type))];

test("1.1 two to four players", () => {
  assert.deepEqual(refusal(() => newGame(1)), ["players-out-of-range", { players: 1, least: 2, most: 4 }]);
  assert.deepEqual(refusal(() => setupOf(5)), ["players-out-of-range", { players: 5, least: 2, most: 4 }]);
  assert.equal(newGame(4).sheets.length, 4);
});

test("2.1 seven rounds, and in each every player has one turn, to the left", () => {
  let state = newGame(3);
  const seats = [];
  for (; !isOver(state); state = fullTurn(state)) seats.push([state.round, state.active]);
  assert.deepEqual(seats.slice(0, 4), [[1, 0], [1, 1], [1, 2], [2, 0]]);
  assert.deepEqual([seats.length, seats.at(-1)], [21, [7, 2]]);
  assert.deepEqual([refused(state, 0, roll()), kinds(state, 0), kinds(state, 1)], ["game-over", [], []]);
});

test("2.2 up to two further rolls of any dice; a die left lying may be rolled again", () => {
  const once = throws(newGame(2), FIVE_BLUE);
  const twice = throws(once, "B1 B2 B3 B4 G5 K1", "B1 B2 B3 B4");
  const thrice = throws(twice, "B1 B2 B3 B4 B6 P6", "B2 B3 B4");
  assert.deepEqual([once, twice, thrice].map(rollsLeft), [2, 1, 0]);
  assert.deepEqual([once, twice, thrice].map((state) => kinds(state, 0)), [["roll", "score"], ["roll", "score"], ["score"]]);
  assert.equal(refused(thrice, 0, roll()), "no-rolls-left");
  assert.equal(refused(once, 0, roll(63)), "roll-at-least-one");
  assert.equal(refused(once, 0, roll(64)), "unknown-die");
  assert.equal(refused(once, 0, score(64)), "unknown-die");
  assert.equal(refused(once, 0, roll(0.5)), "unknown-die");
  assert.equal(refused(newGame(2), 0, roll(1)), "first-roll-keeps-none");
  assert.deepEqual(facesOf(once).toSorted(), readFaces(FIVE_BLUE).toSorted());
  assert.deepEqual(refusal(() => throws(once, FIVE_BLUE.replace("B1", "Y4"), "B1")), ["kept-die-changed", { face: "B1", other: "Y4" }]);
});

test("3 dice that are no set are refused with the reason", () => {
  const state = throws(newGame(2), "B1 B2 B3 B4 K2 G4");
  /** @param {string} faces */
  const why = (faces) => verify(state, 0, score(dice(faces)));
  const allowed = ["roll", "score"];
  assert.equal(why("B1 B2 B3 B4"), null);
  assert.deepEqual([why("B1 B2")?.code, why("B1 B2")?.values], ["not-a-set-of-colour", { colour: "B", count: 4, allowed }]);
  assert.deepEqual([why("B1 K2")?.code, why("B1 K2")?.values], ["colour-left-out", { colours: ["G"], allowed }]);
  assert.deepEqual([why("B1 B2 K2")?.code, why("")?.code], ["neither-one-colour-nor-different", "score-at-least-one"]);
  const fewer = verify(throws(newGame(2), "B1 B2 B3 O2 K2 G4"), 0, score(dice("B1 B2")));
  assert.deepEqual([fewer?.code, fewer?.values], ["fewer-than-four-of-colour", { colour: "B", count: 3, allowed }]);
  assert.equal(refused(newGame(2), 0, score(1)), "roll-first");
  assert.equal(refused(state, 1, roll()), "not-your-turn");
});

test("4.2 the gift is in the giver's box 4 and the recipient's box 3 of that round, and 4.3 of two the same person gives and receives", () => {
  const state = fullTurn(fullTurn(newGame(2)));
  for (const sheet of state.sheets) assert.deepEqual([sheet.points, sheet.bonus, sheet.received, sheet.given], [[10], [25], [24], [24]]);
  assert.equal(recipientOf(newGame(2)), 1);
});

test("5.1 and 7.3 the greatest of gifts doubles the gift, once per game", () => {
  const asked = acts(throws(newGame(3), "B1 B2 B3 B4 K2 B5"), 1, ASK_GIFT);
  const event = decide(asked, 0, score(dice("B1 B2 B3 B4")));
  assert.equal(event.type === "scored" && event.gift, 24);
  const after = scores(asked, "B1 B2 B3 B4");
  assert.deepEqual([after.sheets[0].given, after.sheets[1].received, after.sheets[1].hasGift], [[24], [24], false]);
  const next = fullTurn(fullTurn(after));
  assert.deepEqual([refused(next, 1, ASK_GIFT), kinds(next, 1)], ["gift-spent", []]);
});

test("5.2, 5.3 it may be asked until the third roll or the scoring, whichever comes first", () => {
  const start = newGame(3);
  const once = throws(start, FIVE_BLUE);
  const thrice = throws(throws(once, FIVE_BLUE), FIVE_BLUE);
  assert.deepEqual([start, once, thrice].map((state) => refused(state, 1, ASK_GIFT)), [null, null, "too-late-to-ask"]);
  assert.deepEqual([start, once, thrice].map((state) => kinds(state, 1)), [["ask"], ["ask"], []]);
  assert.deepEqual([refused(start, 0, ASK_GIFT), refused(start, 2, ASK_GIFT)], ["not-the-recipient", "not-the-recipient"]);
  assert.equal(refused(acts(start, 1, ASK_GIFT), 1, ASK_GIFT), "already-asked");
});

test("5.5 in the strict order the recipient decides after roll 1 and after roll 2", () => {
  const first = GameNode.of(newGame(2));
  assert.deepEqual([first.player, first.asking], [0, false]);
  const falling = first.play(roll());
  assert.deepEqual([falling.player, falling.actions, falling.outcomes.length], [CHANCE, [], 6]);
  const asking = falling.roll(readRoll(FIVE_BLUE));
  assert.deepEqual([asking.player, asking.actions, asking.waives(DECLINE_GIFT)], [1, [ASK_GIFT, DECLINE_GIFT], true]);
  assert.deepEqual(refusal(() => asking.play(roll())), ["not-the-decision", { allowed: ["ask", "decline"] }]);
  const moving = asking.play(DECLINE_GIFT);
  assert.deepEqual([moving.player, moving.state === asking.state], [0, true]);
  assert.equal(moving.play(roll(1)).land(2).land(2).land(2).land(2).land(2).player, 1);
  assert.equal(asking.play(ASK_GIFT).play(roll()).roll([1, 1, 1, 1, 1, 1]).player, 0);
  assert.deepEqual(refusal(() => moving.land(1)), ["not-the-decision", { allowed: [] }]);
  assert.deepEqual(refusal(() => falling.land(7)), ["not-the-decision", { allowed: [1, 2, 3, 4, 5, 6] }]);
  assert.deepEqual(refusal(() => falling.roll([1, 2, 3])), ["not-six-numbers", {}]);
  assert.deepEqual(refusal(() => moving.play(roll(1)).roll([1, 1, 1, 1, 1, 1])), ["kept-die-changed", { face: "B4", other: "Y1" }]);
});

test("8.2 late asking: who stops early is asked before the points are written", () => {
  const once = throws(newGame(3, LATE), FIVE_BLUE);
  assert.deepEqual([kinds(once, 0), refused(once, 0, score(dice("B1 B2 B3 B4")))], [["roll", "stop"], "stop-first"]);
  const stopped = acts(once, 0, STOP);
  assert.deepEqual([kinds(stopped, 0), kinds(stopped, 1), rollsLeft(stopped)], [[], ["ask", "decline"], 0]);
  assert.deepEqual([refused(stopped, 0, STOP), refused(stopped, 0, roll()), refused(stopped, 0, score(1))], ["already-stopped", "already-stopped", "waiting-for-answer"]);
  for (const answer of [ASK_GIFT, DECLINE_GIFT]) assert.deepEqual(kinds(acts(stopped, 1, answer), 0), ["score"]);
  assert.deepEqual(refused(acts(stopped, 1, DECLINE_GIFT), 1, ASK_GIFT), "already-declined");
  assert.equal(refused(acts(once, 1, ASK_GIFT), 0, STOP), "no-need-to-stop");
  const node = GameNode.of(stopped);
  assert.deepEqual([node.player, node.waives(DECLINE_GIFT), node.decide(DECLINE_GIFT)], [1, false, { type: "gift-declined" }]);
});

test("events that cannot have happened are refused, with their index", () => {
  const start = newGame(2);
  const first = rolled(0, readRoll(FIVE_BLUE));
  /** @param {Event[]} events */
  const told = (...events) => refusal(() => replay(start, events));
  assert.deepEqual(told(first, rolled(1, [1, 1, 1, 1, 1, 1])), ["kept-die-changed", { index: 1, face: "B4", other: "Y1" }]);
  assert.deepEqual(told(rolled(0, [1, 2, 3])), ["not-six-numbers", { index: 0 }]);
  assert.deepEqual(told(first, scored(dice("B1 B2 B3 B4"), 10, 25, 48)), ["wrong-score", { index: 1, points: 10, bonus: 25, gift: 24 }]);
  assert.deepEqual(told(STOPPED)?.[0], "roll-first");
  assert.deepEqual(told(first, laid([1, 1, 1, 1, 1, 1])), ["turn-has-begun", { index: 1, active: 0 }]);
  assert.deepEqual(told(GIFT_ASKED, laid([1, 1, 1, 1, 1, 1])), ["turn-has-begun", { index: 1, active: 0 }]);
  assert.deepEqual(told(noted(1000, 0, 0)), ["box-out-of-range", { index: 0, most: 999 }]);
  assert.deepEqual(told(/** @type {any} */ ({ type: "flown" })), ["not-an-event", { index: 0, text: '{"type":"flown"}' }]);
  assert.equal(impossible(start, /** @type {any} */ (null))?.code, "not-an-event");
  assert.equal(refused(start, 0, /** @type {any} */ ({ type: "fold" })), "not-an-action");
  assert.deepEqual(refusal(() => legalActions(start, 2)), ["unknown-seat", { text: "2", most: 1 }]);
  assert.deepEqual(actionOf(laid([1, 1, 1, 1, 1, 1])), null);
  assert.deepEqual(refusal(() => decide(start, 0, roll())), ["no-dice", {}]);
  assert.deepEqual(refusal(() => decide(start, 0, roll(), { roll: () => [1, 2] })), ["not-six-numbers", {}]);
});

test("states and what they hold cannot be changed", () => {
  const state = fullTurn(newGame(2));
  for (const one of [state, throws(state, FIVE_BLUE), acts(state, 0, ASK_GIFT)]) {
    const held = [one, one.turn, one.turn.numbers, one.sheets, ...one.sheets, ...one.sheets.flatMap(Object.values)];
    assert.ok(held.every((value) => typeof value !== "object" || Object.isFrozen(value)));
  }
});

test("a game by the rulebook, and 8.3 the last rounds of a longer one", () => {
  assert.equal(isRulebookGame(setupOf(2)), true);
  assert.equal(isRulebookGame(setupOf(2, LATE)), false);
  assert.equal(isRulebookGame(setupOf(2, STANDARD, DiceSet.read("KYOGBP YOGBPK OGBPKY GBPKYO BPKYOG PKYOGB"))), false);
  assert.deepEqual([ends(rulesetOf({ rounds: 3 }), STANDARD), ends(STANDARD, rulesetOf({ rounds: 3 })), ends(LATE, STANDARD)], [true, false, false]);
});

test("fair dice: a die without a usable byte reads the next digest", () => {
  const fair = (/** @type {number} */ seed) => new chance.FairDice(seed.toString(16).padStart(64, "0"));
  assert.deepEqual(fair(107906).shown(3, 2, 2), [1, 3, 5, 4, 6, 1]);
  assert.deepEqual(fair(434640).shown(18, 3, 3), [4, 4, 4, 3, 3, 4]);
});

const WORDS = ["Łąka", "", "late"];
const SEALS = [createHash("sha256").update("Łąka").digest("hex"), null, null];

test("fair dice: a pledge keeps seed and words to what was published", () => {
  const seed = chance.newSeed();
  assert.notEqual(seed, chance.newSeed());
  const pledge = chance.pledgeOf({ ...chance.pledgeFor(seed), entropy: WORDS, wordCommitments: SEALS });
  chance.checkWords(pledge);
  assert.deepEqual([chance.isKept(pledge), chance.uncommitted(pledge), chance.withheld(pledge)], [true, [2], []]);
  const silent = chance.pledgeOf({ ...pledge, entropy: [String(SEALS[0]), "", ""] });
  chance.checkWords(silent);
  assert.deepEqual([chance.withheld(silent), chance.uncommitted(silent)], [[0], []]);
  assert.deepEqual(refusal(() => chance.checkWords({ ...pledge, entropy: ["Laka", "", ""] })), ["words-do-not-match-commitment", { player: 0 }]);
  assert.deepEqual(chance.pledgeOf({ ...pledge, wordCommitments: [null, null, null] }).wordCommitments, []);
  assert.equal(chance.isKept({ ...pledge, commitment: "0".repeat(64) }), false);
  assert.deepEqual(refusal(() => chance.pledgeFor("ab")), ["not-64-hex-digits", {}]);
  assert.deepEqual(refusal(() => chance.pledgeOf({ ...pledge, entropy: ["a\nb"] })), ["entropy-not-allowed", { most: 64 }]);
  assert.deepEqual(refusal(() => chance.pledgeOf({ ...pledge, entropy: ["🐢".repeat(65)] })), ["entropy-not-allowed", { most: 64 }]);
  assert.deepEqual(chance.pledgeOf({ ...pledge, entropy: ["🐢".repeat(64)], wordCommitments: [] }).entropy.length, 1);
  assert.deepEqual(refusal(() => chance.pledgeOf({ ...pledge, wordCommitments: [null, SEALS[0]] })), ["commitments-not-one-a-seat", {}]);
});

test("fair dice: every changed die, seed or pledge is found", () => {
  const pledge = chance.pledgeFor("11".repeat(32));
  const start = newGame(2);
  const first = decide(start, 0, roll(), new chance.FairDice("11".repeat(32)));
  const second = decide(evolve(start, first), 0, roll(3), new chance.FairDice("11".repeat(32)));
  assert.equal(chance.checkDice(pledge, start, [first, second]), 6 + 4);
  const numbers = first.type === "rolled" ? first.numbers.with(5, (first.numbers[5] % 6) + 1) : [];
  const [code, values] = refusal(() => chance.checkDice(pledge, start, [rolled(0, numbers)])) ?? [];
  assert.deepEqual([code, values], ["die-does-not-match", { round: 1, seat: 0, roll: 1, face: STANDARD_DICE.faces(numbers)[5], expected: facesOf(evolve(start, first))[5] }]);
  assert.deepEqual(refusal(() => chance.checkDice(null, start, [])), ["no-pledge", {}]);
  assert.deepEqual(refusal(() => chance.checkDice({ ...pledge, seed: null }, start, [])), ["seed-not-published", {}]);
  assert.deepEqual(refusal(() => chance.checkDice({ ...pledge, seed: "22".repeat(32) }, start, [])), ["seed-does-not-match-commitment", {}]);
});

test("dice entered by hand, recorded or random", () => {
  const start = newGame(2);
  const once = throws(start, FIVE_BLUE);
  assert.deepEqual(throws(once, "G5 K1", "B1 B2 B3 B4").turn.numbers, readRoll("B1 B2 B3 B4 G5 K1"));
  assert.deepEqual(refusal(() => throws(once, "G5", "B1 B2 B3 B4")), ["faces-missing", { count: 2, given: 1 }]);
  const recorded = new chance.RecordedDice(start, [rolled(0, readRoll(FIVE_BLUE))]);
  assert.deepEqual(recorded.roll(start, 0), readRoll(FIVE_BLUE));
  assert.deepEqual(refusal(() => recorded.roll(once, 0)), ["no-such-roll-recorded", {}]);
  assert.deepEqual(refusal(() => recorded.roll(start, 5)), ["recorded-with-other-dice-kept", { dice: [] }]);
  const randoms = [0, 0.17, 0.34, 0.51, 0.67, 0.9999, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5];
  const random = new chance.RandomDice(() => Number(randoms.shift()));
  assert.deepEqual(random.roll(start, 0), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(random.roll(once, 0b100001), [once.turn.numbers[0], 4, 4, 4, 4, once.turn.numbers[5]]);
});

test("a record keeps the seed to itself until the game is over", () => {
  const pledge = chance.pledgeFor("11".repeat(32));
  const running = recordOf({ players: ["Anna", "Ben"], pledge });
  assert.deepEqual([publicRecord(running).pledge?.seed, publicRecord(running).pledge?.commitment], [null, pledge.commitment]);
  const entered = recordOf({ players: ["Anna", "Ben"], ruleset: rulesetOf({ rounds: 1 }), events: [noted(10, 25, 24), noted(8, 15, 24)] });
  assert.deepEqual([publicRecord(entered), isOver(entered.state), optionsOf(entered.state)], [entered, true, []]);
  assert.deepEqual(load(`\ufeff ${dumpJson(entered)}`), entered);
  assert.deepEqual(refusal(() => recordOf({ players: ["Anna", "Ben"], pledge, events: entered.events })), ["written-by-hand-with-fair-dice", {}]);
  assert.deepEqual(refusal(() => load("x".repeat(1024 * 1024 + 1))), ["record-too-large", { most: 1024 }]);
  assert.deepEqual(refusal(() => load("[".repeat(1000))), ["not-a-record", { expected: "charidice 3", line: 1 }]);
  assert.deepEqual(refusal(() => load(`{"format":${"[".repeat(1000)}`)), ["not-json", { line: 1, column: 1 }]);
});
