/** Answers what the screens ask about tables of this device, in the words of a server. */

import { legalActions, verify } from "../engine/engine.js";
import { Refused } from "../engine/errors.js";
import { publicRecord } from "../engine/record/game.js";
import { dumpJson } from "../engine/record/jsonform.js";
import { Refusal } from "../lib/api.js";
import { toast } from "../lib/dom.js";
import { setSetting } from "../lib/settings.js";
import { fetchTextsHere, language, say } from "../lib/text.js";
import { actionOf, changeSettings, move, skip, Stale } from "./decide.js";
import { putOnline as goOnline } from "./handing-over.js";
import { enter, padOf, stateFor } from "./pads.js";
import { scores } from "./pad-view.js";
import { sentence } from "./refusals.js";
import { againButton, noteBy, noted } from "./noting.js";
import { Rooms } from "./rooms.js";
import { NotHere, thinker } from "./thinker.js";
import { playersOf, summaryOf } from "./view.js";

/** @import { Action } from "../engine/moves.js" */
/** @import { GameRecord } from "../engine/record/game.js" */
/** @import { History } from "./history/history.js" */
/** @import { GameState } from "../engine/state.js" */
/** @import { Room } from "./room.js" */
/** @import { Awaited, Load } from "./types.d.ts" */
/** @import { Children } from "../types.d.ts" */
/** @import { Table } from "./table.js" */
/** @import { Where } from "../types.d.ts" */
/** @import { ChangedSettings, Considering, Move, NewEntry, NewTable, ReviewOf, Update } from "../wire.d.ts" */

const MOST_RECENT = 20;
/** The least loss of the chance of victory that the tutor asks about. */
const CLEAR_MISTAKE = 0.03;
/** The milliseconds that a move waits for the tutor, who at first may have to load the tables. */
const SOON = 1_500;
const HISTORY = "/api/history";
/** Tells a game that was imported from a table. */
const IMPORTED = "imported-";
const CONFLICT = 409;
const NOT_FOUND = 404;

/** @type {Promise<Rooms> | undefined} */
let opening;
const rooms = () => (opening ??= Rooms.open(thinker));
/** @type {Promise<History> | undefined} */
let past;
const history = () => (past ??= openHistory());

async function openHistory() {
  const { History } = await import("./history/history.js");
  return new History(await rooms());
}

/**
 * The routes, by method and path; a path's table comes first, then what is in the query, then the body.
 * @type {[method: string, path: RegExp, answer: (room: Room, query: URLSearchParams, body: any) => unknown][]}
 */
const OF_TABLES = [
  ["GET", /^$/, (room, query) => room.update(Number(query.get("since") ?? -1))],
  ["POST", /^\/start$/, (room) => room.update(-1)],
  ["POST", /^\/moves$/, (room, _, body) => makeMove(room, body)],
  ["POST", /^\/settings$/, (room, _, /** @type {ChangedSettings} */ body) => changed(room, (each) => changeSettings(each, body))],
  ["POST", /^\/considering$/, (room, _, /** @type {Considering} */ { seat, considering }) => room.consider(seat, considering)],
  ["POST", /^\/skip$/, (room) => skipPauses(room)],
  ["POST", /^\/rematch$/, (room) => openRematch(room)],
  ["GET", /^\/hint$/, (room, query) => hint(room, Number(query.get("seat")))],
  ["POST", /^\/entries$/, (room, _, /** @type {NewEntry} */ body) => changed(room, ({ table }) => enter(table, body), body.entry, room.table.seq)],
  ["GET", /^\/pad-hint$/, ({ table }, query) => padHint(table, query)],
  ["GET", /^\/picture$/, ({ table }) => picture(table.record(playersOf(table)))],
  ["GET", /^\/sheets$/, ({ table }) => sheets(table.record(playersOf(table)))],
  ["GET", /^\/record$/, ({ table }) => JSON.parse(dumpJson(publicRecord(table.record(playersOf(table)))))],
];

/** @param {string} method @param {string} address @param {any} body @returns {Promise<any>} */
export async function answer(method, address, body) {
  const { pathname, searchParams } = new URL(address, "http://here");
  const [, table = "", rest = ""] = /^\/api\/tables(?:\/([^/]+)(.*))?$/.exec(pathname) ?? [];
  /** @type {Room | undefined} */
  let room;
  try {
    await fetchTextsHere();
    if (pathname === "/api/reviews") return await review(body);
    if (pathname === "/api/layouts") return (await import("./own-dice.js")).completed(body);
    // This browser keeps them.
    if (pathname === "/api/dice-sets" && method === "GET") return { sets: null };
    if (pathname === "/api/scores") return scores(searchParams.get("free_giving") === "true");
    if (pathname.startsWith(HISTORY)) return await historical(method, pathname.slice(HISTORY.length), searchParams, body);
    if (pathname === "/api/tables") return method === "GET" ? await recent() : await create(body);
    const route = OF_TABLES.find(([name, path]) => table && name === method && path.test(rest));
    if (!route) throw new Refused("needs-a-server");
    room = await (await rooms()).get(table);
    return (await route[2](room, searchParams, body)) ?? {};
  } catch (reason) {
    const error = reason instanceof NotHere ? new Refused("hints-not-here") : isOutdated(reason) ? new Refused("newer-build") : reason;
    if (!(error instanceof Refused)) throw error;
    const message = sentence(error, room?.table.seats ?? []);
    if (reason instanceof NotHere) throw new TryAgain(message);
    const more = error instanceof Stale && room ? room.update(body.seq) : error.code === "clear-mistake" ? error.values : {};
    throw new Refusal(error.code === "no-such-table" ? NOT_FOUND : CONFLICT, { code: error.code, message, ...more });
  }
}

/** The tables for a hint or a review could not be loaded. */
class TryAgain extends Refusal {
  /** @param {string} message */
  constructor(message) {
    super(CONFLICT, { code: "hints-not-here", message });
  }

  /** A button that asks again. @param {() => void} ask */
  button = againButton;
}

/** Whether a newer build in another tab has taken over the database. @param {unknown} error */
const isOutdated = (error) => error instanceof DOMException && error.name === "InvalidStateError";

/**
 * Shows a screen every update of a table here, and why it has to wait, until it calls what this returns.
 * @param {string} id @param {(update: Update, trouble: Children) => void} show
 */
export async function listen(id, show) {
  const room = await (await rooms()).get(id);
  const { listeners, watchers } = room;
  /** @type {(update: Update, awaited: Awaited | null) => void} */
  const listener = (update, awaited) => show(update, awaited && room.hasFailed && [say("web.table.bot-waits", { bot: nameOf(room, awaited.seat) }), againButton(() => room.tryAgain())]);
  const note = noteBy(({ noteAtSeat }) => noteAtSeat(Number(room.awaited?.seat), nameOf(room, Number(room.awaited?.seat))));
  const watcher = (/** @type {Awaited | null} */ awaited) => (awaited?.loading ? note.load(awaited.loading) : note.close(!awaited));
  listeners.add(listener);
  watchers.add(watcher);
  watcher(room.awaited);
  return () => {
    listeners.delete(listener);
    watchers.delete(watcher);
    note.close(false);
  };
}

/** @param {Room} room @param {number} seat */
const nameOf = ({ table }, seat) => playersOf(table)[seat];

async function recent() {
  const found = (await (await rooms()).recent(MOST_RECENT)).map(({ table }) => table);
  return { tables: found.filter(({ online }) => !online).map(summaryOf) };
}

/** Puts a table online; returns its id there. @param {string} id @param {Where[]} [places] where each seat plays from then on */
export async function putOnline(id, places) {
  const all = await rooms();
  return goOnline(all, await all.get(id), places);
}

/** @param {NewTable} wanted */
async function create(wanted) {
  const room = await (await rooms()).create(wanted, language());
  if ((await rooms()).forgets) toast(say("web.start.forgets"));
  else {
    setSetting("here", true);
    // Otherwise the browser may delete them when it needs room. Firefox asks the user first, and the game does not wait for that.
    navigator.storage?.persist?.();
  }
  return room.update(-1);
}

/** @param {Room} room @param {Parameters<Rooms["change"]>[1]} decide @param {string | null} moveId */
async function changed(room, decide, moveId = null, since = -1) {
  await (await rooms()).change(room, decide, moveId);
  return room.update(since);
}

/** @param {Room} room @param {Move} request */
async function makeMove(room, request) {
  await askIfSure(room, request);
  return changed(room, (each) => move(each, request), request.move_id, request.seq);
}

/** At a table with a tutor: refuses a clear mistake whose player has not said to be sure. @param {Room} room @param {Move} request */
async function askIfSure({ table, prioritySeconds }, request) {
  const { seat, sure, action: name, seq } = request;
  const { match, settings } = table;
  if (!match || settings.hints !== "tutor" || sure || prioritySeconds || seq !== table.seq || name === "undo") return;
  const [action, { state }] = [actionOf(request), match];
  if (verify(state, seat, action) || legalActions(state, seat).length === 1) return;
  if ((await lossOf(state, seat, action)) < CLEAR_MISTAKE) return;
  const { stages, action: better } = await advice(table, seat);
  // A hint about the dice that are scored anyway would not say what to change.
  const rollOn = (name === "score" || name === "stop") && better?.action === "roll";
  throw new Refused("clear-mistake", { hint: rollOn ? `${say("web.tutor.roll-on")} ${stages[0]}` : stages[0] });
}

/** The question that the tutor has not answered yet. @type {Promise<number> | null} */
let pondered = null;

/** The loss of an action; 0 if it is not known soon, so that an engine that is missing or still loads delays no game. @param {GameState} state @param {number} seat @param {Action} action */
async function lossOf(state, seat, action) {
  if (pondered) return 0;
  pondered = lossKnown(state, seat, action).finally(() => (pondered = null));
  return Promise.race([pondered, new Promise((/** @type {(loss: number) => void} */ resolve) => setTimeout(resolve, SOON, 0))]);
}

/** @param {GameState} state @param {number} seat @param {Action} action */
async function lossKnown(state, seat, action) {
  try {
    return await thinker.loss(state, seat, action);
  } catch (error) {
    if (error instanceof NotHere) return 0;
    throw error;
  }
}

/** @param {Room} room @param {number} seat */
function hint({ table }, seat) {
  if (table.settings.hints === "off") throw new Refused("hints-off");
  return advice(table, seat);
}

/** @param {URLSearchParams} query */
const isAsked = (query) => query.get("asked") === "true";

/** A hint for faces on a pad. @param {Table} table @param {URLSearchParams} query */
function padHint(table, query) {
  if (table.settings.hints === "off") throw new Refused("hints-off");
  const [round, seat, rolls] = ["round", "seat", "rolls"].map((name) => Number(query.get(name)));
  return adviceIn(table, stateFor(padOf(table), { round, seat, rolls, faces: query.get("faces") ?? "", asked: isAsked(query) }), seat);
}

/** @param {Table} table @param {number} seat */
async function advice(table, seat) {
  if (!table.match) throw new Refused("not-started");
  return adviceIn(table, table.match.state, seat);
}

/** The coach's hint in words. @param {Table} table @param {GameState} state @param {number} seat */
async function adviceIn(table, state, seat) {
  const [{ hintView }, hint] = await Promise.all([import("./hint-words.js"), noted("noteOfHint", (load) => thinker.hint(state, seat, load))]);
  return hintView(hint, state, playersOf(table));
}

/** @param {string} method @param {string} path @param {URLSearchParams} query @param {any} body @returns {Promise<unknown>} */
async function historical(method, path, query, body) {
  const found = await history();
  switch (`${method} ${path}`) {
    case "GET ":
      return found.answer(query);
    case "POST /names":
      return found.call(body);
    case "POST /delete":
      await found.delete(body.games);
      return {};
    case "POST /import":
      return found.add(body);
    case "GET /backup":
      return found.wholeBackup();
    case "GET /csv":
      return found.csv();
    case "GET /unsent":
      return found.unsent();
    case "POST /sent":
      await found.noteSent(query.getAll("game"));
      return {};
  }
  const [, imported, form] = /^\/imported\/([^/]+)\/(record|picture|sheets)$/.exec(path) ?? [];
  if (method !== "GET" || !imported) throw new Refused("needs-a-server");
  const record = await found.importedRecord(imported);
  if (form === "sheets") return sheets(record);
  return form === "picture" ? picture(record) : JSON.parse(dumpJson(record));
}

/** @param {GameRecord} record */
const picture = async (record) => (await import("./picture.js")).pictureOf(record);

/** @param {GameRecord} record */
const sheets = async (record) => (await import("./sheets.js")).sheetsOf(record);

/** The review of a table here or of a record. @param {ReviewOf} of */
async function review({ table, record }) {
  const [{ reviewAnswer }, { load }] = await Promise.all([import("./reviews/answer.js"), import("../engine/record/forms.js")]);
  if (!table) return reviewAnswer(publicRecord(load(String(record))));
  if (table.startsWith(IMPORTED)) return reviewAnswer(await (await history()).importedRecord(table));
  const room = await (await rooms()).get(table);
  if (room.table.settings.hints === "off" && room.table.stage !== "over") throw new Refused("hints-off");
  return reviewAnswer(publicRecord(room.table.record(playersOf(room.table))));
}

/** @param {Room} room */
async function skipPauses(room) {
  const update = await changed(room, skip);
  room.skip();
  return update;
}

/** @param {Room} room */
async function openRematch(room) {
  const again = await (await rooms()).rematch(room);
  return { ...again.update(-1), table: again.table.id };
}
