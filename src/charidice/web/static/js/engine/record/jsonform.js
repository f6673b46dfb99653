/** The JSON form of a record. Version 2 adds events entered by hand, version 3 a position; all versions stay readable. */

import { pledgeOf } from "../chance.js";
import { DICE, diceOf, DiceSet, maskOf, readFace } from "../dice.js";
import { actor, evolve, impossible } from "../engine.js";
import { GIFT_ASKED, GIFT_DECLINED, laid, noted, rolled, scored, STOPPED } from "../moves.js";
import { rulesetOf } from "../ruleset.js";
import { newGame } from "../state.js";
import { checkBot, checkName, checkPledge, checkSize, reading, RecordError, recordAfter, recordOf, startOf, VERSION, versionOf } from "./game.js";
import { isList, isObject, readJson, writeJson } from "./jsontext.js";
import { readPosition, writePosition } from "./position.js";

/** @import { Pledge } from "../chance.js" */
/** @import { Dice, Numbers } from "../dice.js" */
/** @import { Event, Noted } from "../moves.js" */
/** @import { GameState } from "../state.js" */
/** @import { Correction, GameRecord } from "./game.js" */
/** @import { Json, JsonList, JsonObject } from "./jsontext.js" */

const FORMAT = "charidice";
/** @type {Readonly<Record<string, Event>>} */
const PLAIN_EVENTS = { "gift-asked": GIFT_ASKED, stopped: STOPPED, "gift-declined": GIFT_DECLINED };
const BY_HAND = ["laid", "noted"];
const BY_DICE = ["rolled", "scored", ...Object.keys(PLAIN_EVENTS)].sort();
const EVENTS = [...BY_DICE, ...BY_HAND].sort();
const FIELDS = ["format", "version", "players", "bots", "dice", "house_rules", "pledge", "events"];
/** What each version adds. @type {[version: number, field: string][]} */
const ADDED = [[2, "corrections"], [3, "begins_at"]];

/** The record as JSON, one line per event. @param {GameRecord} record */
export function dumpJson(record) {
  const { players, ruleset, diceSet, pledge, bots, corrections, beginsAt } = record;
  /** @type {JsonObject} */
  const head = {
    format: FORMAT,
    version: versionOf(record),
    players,
    ...(bots.some(Boolean) ? { bots } : {}),
    dice: String(diceSet).split(" "),
    house_rules: { rounds: ruleset.rounds, free_giving: ruleset.freeGiving, late_asking: ruleset.lateAsking },
    ...(beginsAt ? { begins_at: writePosition(beginsAt) } : {}),
    pledge: pledge && pledgeFields(pledge),
    ...(corrections.length ? { corrections: corrections.map(({ round, seat, was }) => ({ round, seat, was: was && boxes(was) })) } : {}),
  };
  const lines = Object.entries(head).map(([name, value]) => `  "${name}": ${writeJson(value)},`);
  const events = eventFields(startOf(record), record.events).map((fields) => `    ${writeJson(fields)}`);
  return ["{", ...lines, events.length ? `  "events": [\n${events.join(",\n")}\n  ]` : '  "events": []', "}", ""].join("\n");
}

/** Each event as JSON fields, with the seat that caused it. @param {GameState} start @param {readonly Event[]} events */
export function eventFields(start, events) {
  let state = start;
  return events.map((event) => {
    const fields = writeEvent(event, actor(state, event), state.setup.diceSet);
    state = evolve(state, event);
    return fields;
  });
}

/** @param {Event} event @param {number} seat @param {DiceSet} diceSet @returns {JsonObject} */
export function writeEvent(event, seat, diceSet) {
  switch (event.type) {
    case "rolled":
      return { seat, event: event.type, keep: diceOf(event.keep), faces: diceSet.faces(event.numbers) };
    case "scored":
      return { seat, event: event.type, dice: diceOf(event.dice), points: event.points, bonus: event.bonus, gift: event.gift };
    case "laid":
      return { seat, event: event.type, faces: diceSet.faces(event.numbers), asked: event.asked };
    case "noted":
      return { seat, event: event.type, ...boxes(event) };
    default:
      return { seat, event: event.type };
  }
}

/** @param {Noted} noted */
const boxes = ({ points, bonus, gift, received, asked }) => ({ points, bonus, gift, received, asked });

/** @param {Pledge} pledge @returns {JsonObject} */
const pledgeFields = ({ commitment, wordCommitments, entropy, seed }) => ({
  commitment,
  ...(wordCommitments.length ? { word_commitments: wordCommitments } : {}),
  entropy,
  seed,
});

/** Reads a JSON record; RecordError names the wrong line or field. @param {string} text @returns {GameRecord} */
export function loadJson(text) {
  checkSize(text);
  const root = new Reader(readJson(text), "");
  if (!isObject(root.data) || root.data.format !== FORMAT) throw new RecordError("not-a-record", { field: "format", expected: FORMAT });
  const version = root.get("version").whole();
  if (version < 1 || version > VERSION) throw new RecordError("unknown-version", { field: "version", version, known: VERSION });
  root.only([...FIELDS, ...ADDED.flatMap(([since, field]) => (since <= version ? [field] : []))]);
  const players = root.get("players").items().map(readName);
  const diceSet = reading("dice", () => DiceSet.read(root.get("dice").items().map((word) => word.text()).join(" ")));
  const ruleset = reading("house_rules", () => readRuleset(root.get("house_rules")));
  reading("players", () => newGame(players.length, ruleset, diceSet));
  const beginsAt = root.has("begins_at") ? readPosition(root.get("begins_at").text()) : null;
  reading("begins_at", () => recordOf({ players, ruleset, diceSet, beginsAt }));
  const bots = root.has("bots") ? root.get("bots").items().map(readBot) : [];
  reading("bots", () => recordOf({ players, ruleset, diceSet, beginsAt, bots }));
  const pledge = root.get("pledge").orNull(readPledge);
  const opening = reading("pledge.entropy", () => recordOf({ players, ruleset, diceSet, beginsAt, bots, pledge }));
  if (version === 1) requireNoHandwriting(root.get("events"));
  const record = recordAfter(opening, ...readEvents(root.get("events"), opening.state));
  reading("pledge", () => checkPledge(record));
  if (!root.has("corrections")) return record;
  return reading("corrections", () => recordOf({ ...record, corrections: root.get("corrections").items().map(readCorrection) }));
}

/** A JSON value with its path, so that every error can name it. */
class Reader {
  /** @param {Json} data @param {string} place */
  constructor(data, place) {
    this.data = data;
    this.place = place;
  }

  /** @param {string} name */
  has(name) {
    return name in this.#object();
  }

  /** @param {string} name */
  get(name) {
    const place = this.#placeOf(name);
    const object = this.#object();
    if (!(name in object)) throw new RecordError("field-missing", { field: place });
    return new Reader(object[name], place);
  }

  items() {
    return this.#expect(isList, "list").map((item, index) => new Reader(item, `${this.place}[${index}]`));
  }

  text() {
    return this.#expect((data) => typeof data === "string", "str");
  }

  whole() {
    return this.#expect((data) => typeof data === "number", "int");
  }

  yesOrNo() {
    return this.#expect((data) => typeof data === "boolean", "bool");
  }

  /** @template T @param {(reader: Reader) => T} read */
  orNull(read) {
    return this.data === null ? null : read(this);
  }

  /** @param {readonly string[]} names */
  only(names) {
    const unknown = Object.keys(this.#object()).find((name) => !names.includes(name));
    if (unknown !== undefined) throw new RecordError("unknown-field", { field: this.#placeOf(unknown) });
  }

  /** @param {string} name */
  #placeOf(name) {
    return this.place ? `${this.place}.${name}` : name;
  }

  #object() {
    return this.#expect(isObject, "dict");
  }

  /** @template {Json} T @param {(data: Json) => data is T} test @param {string} expected */
  #expect(test, expected) {
    if (!test(this.data)) throw new RecordError("field-wrong-type", { field: this.place, expected });
    return this.data;
  }
}

/** @param {Reader} rules */
function readRuleset(rules) {
  rules.only(["rounds", "free_giving", "late_asking"]);
  const rounds = rules.get("rounds").whole();
  return rulesetOf({ rounds, freeGiving: rules.get("free_giving").yesOrNo(), lateAsking: rules.get("late_asking").yesOrNo() });
}

/** @param {Reader} item */
function readName(item) {
  const name = item.text();
  reading(item.place, () => checkName(name));
  return name;
}

/** @param {Reader} item */
function readBot(item) {
  const bot = item.orNull((one) => one.text());
  reading(item.place, () => checkBot(bot));
  return bot;
}

/** @param {Reader} item */
function readPledge(item) {
  item.only(["commitment", "word_commitments", "entropy", "seed"]);
  let pledge = reading("pledge.commitment", () => pledgeOf({ commitment: item.get("commitment").text() }));
  pledge = reading("pledge.entropy", () => pledgeOf({ ...pledge, entropy: item.get("entropy").items().map((words) => words.text()) }));
  if (item.has("word_commitments")) {
    const read = () => item.get("word_commitments").items().map((one) => one.orNull((digest) => digest.text()));
    pledge = reading("pledge.word_commitments", () => pledgeOf({ ...pledge, wordCommitments: read() }));
  }
  return reading("pledge.seed", () => pledgeOf({ ...pledge, seed: item.get("seed").orNull((seed) => seed.text()) }));
}

/** @param {Reader} events @param {GameState} start @returns {[Event[], GameState]} */
function readEvents(events, start) {
  let state = start;
  const read = events.items().map((item) => {
    const event = reading(item.place, () => possible(state, readEvent(item, state.setup.diceSet)));
    const expected = actor(state, event);
    if (item.get("seat").whole() !== expected) throw new RecordError("wrong-seat", { field: `${item.place}.seat`, expected });
    state = evolve(state, event);
    return event;
  });
  return [read, state];
}

/** @param {GameState} state @param {Event} event */
function possible(state, event) {
  const problem = impossible(state, event);
  if (problem) throw problem;
  return event;
}

/** An event from its fields in a record; does not check legality. @param {Reader} item @param {DiceSet} diceSet @returns {Event} */
function readEvent(item, diceSet) {
  const kind = item.get("event").text();
  switch (kind) {
    case "rolled":
      item.only(["seat", "event", "keep", "faces"]);
      return rolled(readDice(item.get("keep")), readNumbers(item.get("faces"), diceSet));
    case "scored": {
      item.only(["seat", "event", "dice", "points", "bonus", "gift"]);
      const [points, bonus, gift] = ["points", "bonus", "gift"].map((name) => item.get(name).whole());
      return scored(readDice(item.get("dice")), points, bonus, gift);
    }
    case "laid":
      item.only(["seat", "event", "faces", "asked"]);
      return laid(readNumbers(item.get("faces"), diceSet), item.get("asked").yesOrNo());
    case "noted":
      item.only(["seat", "event", "points", "bonus", "gift", "received", "asked"]);
      return readBoxes(item);
  }
  item.only(["seat", "event"]);
  if (!Object.hasOwn(PLAIN_EVENTS, kind)) throw new RecordError("unknown-event", { field: `${item.place}.event`, allowed: EVENTS });
  return PLAIN_EVENTS[kind];
}

/** @param {Reader} events */
function requireNoHandwriting(events) {
  const wrong = events.items().find((item) => BY_HAND.includes(item.get("event").text()));
  if (wrong) throw new RecordError("unknown-event", { field: `${wrong.place}.event`, allowed: BY_DICE });
}

/** @param {Reader} item */
function readBoxes(item) {
  const [points, bonus, gift, received] = ["points", "bonus", "gift", "received"].map((name) => item.get(name).whole());
  return noted(points, bonus, gift, received, item.get("asked").yesOrNo());
}

/** @param {Reader} item @returns {Correction} */
function readCorrection(item) {
  item.only(["round", "seat", "was"]);
  const was = item.get("was").orNull((fields) => {
    fields.only(["points", "bonus", "gift", "received", "asked"]);
    return readBoxes(fields);
  });
  return Object.freeze({ round: item.get("round").whole(), seat: item.get("seat").whole(), was });
}

/** @param {Reader} faces @param {DiceSet} diceSet @returns {Numbers} */
const readNumbers = (faces, diceSet) => diceSet.numbers(faces.items().map((face) => readFace(face.text())));

/** @param {Reader} item @returns {Dice} */
function readDice(item) {
  const dice = item.items().map((die) => die.whole());
  const isRight = dice.every((die, at) => die >= 0 && die < DICE && (at === 0 || die > dice[at - 1]));
  if (!isRight) throw new RecordError("not-dice-indices", { field: item.place });
  return maskOf(dice);
}
