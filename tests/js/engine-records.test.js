/** The engine's records, notations, positions and dice on the golden games and the conformance kit. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { checkDice, FairDice, pledgeFor, RecordedDice } from "../../src/charidice/web/static/js/engine/chance.js";
import { evolve, impossible } from "../../src/charidice/web/static/js/engine/engine.js";
import { Match } from "../../src/charidice/web/static/js/engine/match.js";
import { results, winners } from "../../src/charidice/web/static/js/engine/sheet.js";
import { newGame } from "../../src/charidice/web/static/js/engine/state.js";
import { load } from "../../src/charidice/web/static/js/engine/record/forms.js";
import { publicRecord, recordOf, startOf } from "../../src/charidice/web/static/js/engine/record/game.js";
import { dumpJson, eventFields } from "../../src/charidice/web/static/js/engine/record/jsonform.js";
import { dumpNotation } from "../../src/charidice/web/static/js/engine/record/notation.js";
import { readNode, readPosition, writeNode, writePosition } from "../../src/charidice/web/static/js/engine/record/position.js";
import { refusal } from "./refusal.js";
import { playthroughs, vectors } from "./vectors.js";

const EVENTS = ["gift-asked", "gift-declined", "laid", "noted", "rolled", "scored", "stopped"];
const BY_HAND = ["laid", "noted"];
const [JSONS, NOTATIONS] = [playthroughs(".json"), new Map(playthroughs(".txt"))];

for (const [name, json] of JSONS) {
  test(`${name}: both forms are read and written back`, () => {
    const record = load(json);
    assert.equal(dumpJson(record), json);
    assert.equal(dumpNotation(record), NOTATIONS.get(name));
    assert.deepEqual(load(String(NOTATIONS.get(name))), record);
  });

  test(`${name}: every die follows from the seed, and every roll can be thrown again`, () => {
    const record = load(json);
    const { pledge, events } = record;
    let state = startOf(record);
    if (pledge?.seed) assert.ok(checkDice(pledge, state, events) >= 6);
    const dice = new RecordedDice(state, events);
    for (const event of events) {
      if (event.type === "rolled") assert.deepEqual(dice.roll(state, event.keep), event.numbers);
      state = evolve(state, event);
    }
  });
}

test("every game of the kit: its positions, sheets, results and winners", () => {
  for (const { record: fields, positions, sheets, results: final, winners: won } of vectors("games")) {
    const record = load(JSON.stringify(fields));
    assert.equal(checkDice(record.pledge, startOf(record), record.events) > 0, true);
    assert.deepEqual(eventFields(startOf(record), record.events), fields.events);
    let state = startOf(record);
    const seen = [writePosition(state)];
    for (const event of record.events) {
      assert.equal(impossible(state, event), null);
      state = evolve(state, event);
      seen.push(writePosition(state));
      assert.deepEqual(readPosition(writePosition(state)), state);
    }
    assert.deepEqual(seen, positions);
    const told = state.sheets.map(({ hasGift, ...columns }) => ({ ...columns, has_gift: hasGift }));
    assert.deepEqual(told, sheets);
    assert.deepEqual(results(state.sheets), final);
    assert.deepEqual(winners(results(state.sheets)), won);
  }
});

test("fair dice show the numbers of the kit", () => {
  const state = newGame(4);
  for (const { seed, commitment, entropy, rolls } of vectors("dice")) {
    assert.equal(pledgeFor(seed).commitment, commitment);
    const dice = new FairDice(seed, entropy);
    for (const { round, seat, roll, numbers } of rolls) {
      const turn = { ...state.turn, rolls: roll - 1 };
      assert.deepEqual(dice.roll({ ...state, round, active: seat, turn }, 0), numbers);
    }
  }
});

/** @param {string} name */
const golden = (name) => String(new Map(JSONS).get(name));

/** @param {any} record */
function changesKeptDie(record) {
  const [die] = record.events[1].keep;
  const number = Number(record.events[1].faces[die][1]) % 6;
  record.events[1].faces[die] = `${record.dice[die][number]}${number + 1}`;
}

const OVER = `C1 ${Array(2).fill(`${Array(7).fill("1+0-1").join()}:2x`).join("/")} -`;

/** @type {[name: string, code: string, values: object, change: (record: any) => unknown][]} */
const REFUSED = [
  ["two-players", "not-a-record", { field: "format", expected: "charidice" }, (record) => (record.format = "chess")],
  ["two-players", "unknown-version", { field: "version", version: 4, known: 3 }, (record) => (record.version = 4)],
  ["two-players", "unknown-field", { field: "corrections" }, (record) => (record.corrections = [])],
  ["two-players", "field-missing", { field: "house_rules.rounds" }, (record) => delete record.house_rules.rounds],
  ["two-players", "field-wrong-type", { field: "players[0]", expected: "str" }, (record) => (record.players[0] = 1)],
  ["two-players", "name-not-allowed", { field: "players[0]", most: 40 }, (record) => (record.players[0] = "x".repeat(41))],
  ["two-players", "name-not-allowed", { field: "players[1]", most: 40 }, (record) => (record.players[1] = "\u200d")],
  ["two-players", "bots-not-one-a-seat", { field: "bots" }, (record) => (record.bots = ["fox"])],
  ["two-players", "wrong-seat", { field: "events[0].seat", expected: 0 }, (record) => (record.events[0].seat = 1)],
  ["two-players", "kept-die-changed", { field: "events[1]", face: "K6", other: "Y1" }, changesKeptDie],
  ["two-players", "not-dice-indices", { field: "events[1].keep" }, (record) => (record.events[1].keep = [1, 1])],
  ["two-players", "unknown-event", { field: "events[0].event", allowed: EVENTS }, (record) => (record.events[0] = { seat: 0, event: "flown" })],
  ["two-players", "entropy-not-one-a-seat", { field: "pledge.entropy" }, (record) => (record.pledge.entropy = ["", "", ""])],
  ["score-pad", "unknown-event", { field: "events[0].event", allowed: EVENTS.filter((name) => !BY_HAND.includes(name)) }, (record) => [(record.version = 1), delete record.corrections]],
  ["from-a-position", "unknown-field", { field: "begins_at" }, (record) => (record.version = 2)],
  ["from-a-position", "field-wrong-type", { field: "begins_at", expected: "str" }, (record) => (record.begins_at = 3)],
  ["from-a-position", "position-of-another-game", { field: "begins_at" }, (record) => (record.begins_at = "C1 1+0-1:2x/:2x/:2x -")],
  ["from-a-position", "not-a-position", { field: "C9", expected: "C1" }, (record) => (record.begins_at = "C9")],
  ["two-players", "position-is-over", { field: "begins_at" }, (record) => [(record.version = 3), (record.begins_at = OVER)]],
  ["score-pad", "no-such-turn", { field: "corrections", round: 21, rounds: 4 }, (record) => (record.corrections[0].round = 21)],
];

for (const [name, code, values, change] of REFUSED) {
  test(`${name} with a mistake: ${code}`, () => {
    const record = JSON.parse(golden(name));
    change(record);
    assert.deepEqual(refusal(() => load(JSON.stringify(record))), [code, values]);
  });
}

test("a game begins at its position, and empty sheets are none", () => {
  const beginsAt = readPosition("C1 16+0-10:--/16+0-1:-- 2:P5K5K4G6O4P6:asked");
  const record = recordOf({ players: ["Anna", "Ben"], beginsAt });
  const match = new Match(record);
  assert.equal(writePosition(match.state), writePosition(beginsAt));
  assert.deepEqual([match.kept, match.lastActor, match.whyNotUndo(0)?.code], [0, null, "undo-nothing"]);
  assert.match(dumpJson(match.record), /"version": 3,[^]*"begins_at": "C1 16/);
  assert.deepEqual(load(dumpNotation(record)), record);
  const plain = recordOf({ players: ["Anna", "Ben"], beginsAt: newGame(2) });
  assert.deepEqual([plain.beginsAt, plain], [null, recordOf({ players: ["Anna", "Ben"] })]);
});

test("a name has up to 40 characters", () => {
  const players = ["🐢".repeat(40), "Ben"];
  assert.deepEqual(load(dumpJson(recordOf({ players }))).players, players);
});

test("JSON is read strictly, and mistakes have a place", () => {
  assert.deepEqual(refusal(() => load('{\n  "format": "charidice",\n  "version": 1,,')), ["not-json", { line: 3, column: 16 }]);
  assert.deepEqual(refusal(() => load('{"format": 1, "format": 2}')), ["field-twice", { field: "format" }]);
  assert.deepEqual(refusal(() => load('{"format": NaN}')), ["not-a-number", { field: "NaN" }]);
  assert.deepEqual(refusal(() => load('{"format": "\\ud800"}')), ["lone-surrogate", { text: "\\ud800" }]);
  assert.deepEqual(refusal(() => load(golden("two-players").replace('"version": 1', '"version": 1.0'))), ["field-wrong-type", { field: "version", expected: "int" }]);
});

test("a notation is refused with its line", () => {
  const text = String(NOTATIONS.get("two-players"));
  const line = text.split("\n").findIndex((one) => one.startsWith("1 ")) + 1;
  assert.equal(refusal(() => load(text.replace(/result: .*/, "result: 1 1")))?.[0], "wrong-result");
  assert.deepEqual(refusal(() => load(text.replace(/result: .*/, "")))?.[0], "cut-off");
  assert.deepEqual(refusal(() => load(text.replace(/>[0-9]+/, ">9999")))?.[0], "wrong-score");
  assert.deepEqual(refusal(() => load(text.replace(/\n1 /, "\n2 "))), ["wrong-turn", { expected: `1 ${load(text).players[0]}:`, line }]);
  const byHand = String(NOTATIONS.get("score-pad")).replace("charidice 2", "charidice 1");
  assert.deepEqual(refusal(() => load(byHand))?.[1], { text: "corrected", line: 7 });
  assert.equal(refusal(() => load(byHand.replace(/corrected: .*/, "")))?.[0], "unknown-step");
});

test("the seed of a finished game is public, that of a running one is not", () => {
  assert.equal(publicRecord(load(golden("two-players"))).pledge?.seed, JSON.parse(golden("two-players")).pledge.seed);
  const { events, ...others } = load(golden("two-players"));
  assert.equal(publicRecord(recordOf({ ...others, events: events.slice(0, 3) })).pledge?.seed, null);
});

const ROLLED = "1:B4B3B2B1B6P6";

test("positions and nodes are read and written back", () => {
  for (const text of ["C1 36+60-120:2x/:2x -", "C1 :2x/:-- -:asked", `C1 :2x/:-- ${ROLLED}:asked`, `C1 :2x/:2x ${ROLLED}:stopped:declined late-asking`]) {
    assert.equal(writePosition(readPosition(text)), text);
  }
  for (const text of ["C1 :2x/:2x - | move", `C1 :2x/:2x ${ROLLED} | ask`, `C1 :2x/:2x ${ROLLED} | roll:==B3....==..`, "C1 1+0-1:2x/1+0-1:2x - rounds=1 | end"]) {
    assert.equal(writeNode(readNode(text)), text);
  }
});

/** @type {[text: string, code: string, field: string][]} */
const NO_POSITIONS = [
  ["C2 :2x/:2x -", "not-a-position", "C2 :2x/:2x -"],
  ["C1 :2x/:2x", "position-too-short", "C1 :2x/:2x"],
  ["C1 :2x -", "players-out-of-range", ":2x"],
  ["C1 37+0-0:2x/:2x -", "position-impossible-turn", "37+0-0:2x"],
  ["C1 1+20-0:2x/:2x -", "position-impossible-turn", "1+20-0:2x"],
  ["C1 1+0-121:2x/:2x -", "position-impossible-turn", "1+0-121:2x"],
  ["C1 :2x/1+0-1:2x -", "position-turns-uneven", ":2x/1+0-1:2x"],
  ["C1 :2x/:-- -", "position-gift-never-asked", ":2x/:--"],
  ["C1 :2x/:2x -:asked", "position-turn-unreadable", "-:asked"],
  [`C1 :2x/:2x ${ROLLED}:asked`, "position-turn-impossible", `${ROLLED}:asked`],
  [`C1 :2x/:2x ${ROLLED}:stopped`, "position-turn-impossible", `${ROLLED}:stopped`],
  [`C1 :2x/:2x ${ROLLED}:declined late-asking`, "position-turn-impossible", `${ROLLED}:declined`],
  ["C1 :2x/:2x - rounds=21", "rounds-out-of-range", "rounds=21"],
  ["C1 :2x/:2x - rounds=2 rounds=3", "field-twice", "rounds=2"],
  ["C1 :2x/:2x - early", "position-part-unknown", "early"],
  [`C1 :2x/:2x -${" ".repeat(2000)}`, "field-too-long", ""],
];

for (const [text, code, field] of NO_POSITIONS) {
  test(`${text.trimEnd()}: ${code}`, () => {
    const [told, values] = refusal(() => readPosition(text)) ?? [];
    assert.deepEqual([told, field && /** @type {any} */ (values).field], [code, field]);
  });
}

test("what is no node is refused", () => {
  for (const following of ["ask", "end", "soon", "roll:==..........", "roll:..K6........", "roll:K6", "roll:K6O2G2B2P2K1"]) {
    assert.ok(refusal(() => readNode(`C1 :2x/:2x - | ${following}`)), following);
  }
  assert.deepEqual(refusal(() => readNode("C1 :2x/:2x -"))?.[0], "node-unreadable");
});
