/** The history of this device: its tables and imported games, summed up once, and reviewed one after the other. */

import { reviewFrom } from "../../engine/coach/reviews/numbers.js";
import { Refused } from "../../engine/errors.js";
import { gameOf, kindOf, summaryOf } from "../../engine/history/games.js";
import { idIn, keyOfId, KnownGames } from "../../engine/history/known.js";
import { Aliases, nameKey } from "../../engine/history/people.js";
import { rows } from "../../engine/history/rows.js";
import { checkName, publicRecord } from "../../engine/record/game.js";
import { dumpJson, loadJson } from "../../engine/record/jsonform.js";
import { CONSTANTS, setSetting, setting } from "../../lib/settings.js";
import { Full } from "../log.js";
import { sentence } from "../refusals.js";
import { NotHere, thinker } from "../thinker.js";
import { historyAnswer } from "./answer.js";
import { backupLine, keyOf, readGame } from "./backup.js";
import { csvOf } from "./csv.js";

/** @import { Game, GameReview } from "../../engine/history/games.js" */
/** @import { GameRecord } from "../../engine/record/game.js" */
/** @import { Rooms } from "../rooms.js" */
/** @import { KeptGame, StoredTable, Summary } from "../types.d.ts" */
/** @import { CallPeople, CalledPerson, HistoryAnswer, ImportAnswer, ImportGames } from "../../wire.d.ts" */

/** The tables of the solver, by which a review is told from one by other tables. */
const TABLES = CONSTANTS.tables?.join() ?? "";

export class History {
  #rooms;
  #isAtWork = false;
  /** Whether the tables for reviews could not be fetched. */
  #isAway = false;
  /** Games that could not be reviewed; they are not tried again until the page is loaded again. @type {Set<string>} */
  #failed = new Set();

  /** @param {Rooms} rooms */
  constructor(rooms) {
    this.#rooms = rooms;
  }

  /** The part that is known; the rest is worked out in the background. @param {URLSearchParams} query @returns {Promise<HistoryAnswer>} */
  async answer(query) {
    const [summaries, imported] = [await this.#summaries(), await this.#kept()];
    const kept = [
      ...summaries.flatMap(({ game, mine }) => (game ? [{ game, mine, imported: false }] : [])),
      ...imported.map(({ game, mine }) => ({ game, mine, imported: true })),
    ];
    const lacking = this.#lacking([...summaries, ...imported]);
    this.#review(lacking);
    return historyAnswer(kept, setting("called"), query, this.#isAway ? 0 : lacking.length);
  }

  /** The summaries of all tables, each made again after another event. @returns {Promise<Summary[]>} */
  async #summaries() {
    const { log } = this.#rooms;
    const known = new Map((await log.summaries()).map((summary) => [summary.id, summary]));
    const found = [];
    for (const table of await log.tables()) {
      const summary = known.get(table.id);
      found.push(summary?.touched === table.touched && hasSums(summary.game) ? summary : await this.#sumUp(table, summary?.isSent ?? false));
    }
    return found;
  }

  /** The imported games. @returns {Promise<KeptGame[]>} */
  async #kept() {
    const { log } = this.#rooms;
    const found = [];
    for (const kept of await log.kept()) {
      const now = hasSums(kept.game) ? kept : { ...kept, game: gameOf(loadJson(kept.record), kept, kept.game.review) };
      if (now !== kept) await unlessFull(log.keep(now));
      found.push(now);
    }
    return found;
  }

  /** All games as a table, a row for each seat. */
  async csv() {
    const games = [...(await this.#summaries()), ...(await this.#kept())].flatMap(({ game }) => game ?? []);
    return csvOf(rows(games, new Aliases(setting("called"))));
  }

  /** @param {StoredTable} stored @param {boolean} isSent */
  async #sumUp({ id, touched }, isSent) {
    const table = await this.#rooms.table(id);
    // A score pad that was put online is in the history of its server.
    const record = table.stage === "lobby" || table.online ? null : recordOf(table);
    const kept = record && { id, at: touched, kind: kindOf(record) };
    const mine = table.seats.flatMap(({ bot }, seat) => (bot === null ? [seat] : []));
    /** @type {Summary} */
    const summary = { id, touched, key: record ? keyOf(record, id) : id, tables: "", game: record && kept && gameOf(record, kept, null), mine, isSent };
    await unlessFull(this.#rooms.log.sumUp(summary));
    return summary;
  }

  /** Finished games without a review by the current tables. @template {Summary | KeptGame} T @param {T[]} games */
  #lacking = (games) => games.filter(({ id, game, tables }) => game?.finished && tables !== TABLES && !this.#failed.has(id));

  /** @param {(Summary | KeptGame)[]} lacking */
  async #review(lacking) {
    if (this.#isAtWork) return;
    this.#isAtWork = true;
    try {
      for (const each of lacking) {
        await this.#reviewGame(each);
        this.#isAway = false;
      }
    } catch (error) {
      if (!(error instanceof NotHere)) throw error;
      this.#isAway = true;
    } finally {
      this.#isAtWork = false;
    }
  }

  /** One that cannot be reviewed does not keep back the others. @param {Summary | KeptGame} kept */
  async #reviewGame(kept) {
    const { log } = this.#rooms;
    if (!kept.game) return;
    try {
      const record = "record" in kept ? loadJson(kept.record) : recordOf(await this.#rooms.table(kept.id));
      const reviewed = { ...kept, tables: TABLES, game: { ...kept.game, review: await reviewOf(record) } };
      await ("record" in reviewed ? log.keep(reviewed) : log.sumUp(reviewed));
    } catch (error) {
      if (error instanceof NotHere) throw error;
      this.#failed.add(kept.id);
    }
  }

  /** Stores what to call somebody; null takes the names back. @param {CallPeople} wanted @returns {CalledPerson} */
  call({ names, called }) {
    const name = called?.trim() ?? null;
    for (const each of [...names, name ?? ""]) checkName(each);
    const keys = names.map(nameKey);
    const others = Object.entries(setting("called")).filter(([key]) => !keys.includes(key));
    setSetting("called", Object.fromEntries([...others, ...(name === null ? [] : keys.map((key) => [key, name]))]));
    return { key: nameKey(name ?? names[0]) };
  }

  /** @param {string[]} games */
  async delete(games) {
    for (const id of games) await this.#rooms.remove(id);
  }

  /** Adds the games of a backup, or records; a game that is here already stays, unless the new one is longer. @param {ImportGames} wanted @returns {Promise<ImportAnswer>} */
  async add({ games, names = {} }) {
    const known = new KnownGames();
    for (const { key, game, record } of await this.#kept()) known.add(key, game, loadJson(record).events.length);
    for (const { id, key, game } of await this.#summaries()) {
      known.add(key, game, Infinity);
      // A pad that was put online is no game of this device any more.
      if (!game) known.add(keyOfId(id), null, Infinity);
    }
    /** @type {ImportAnswer} */
    const outcome = { added: 0, known: 0, refused: [] };
    for (const [number, text] of games.entries()) {
      try {
        const { record, ...saved } = readGame(text);
        const at = saved.at ?? new Date().toISOString();
        const game = gameOf(record, { id: saved.id, at, kind: saved.kind }, null);
        if (known.has(saved.key, game, record.events.length)) {
          outcome.known += 1;
          continue;
        }
        await this.#rooms.log.keep({ ...saved, at, record: dumpJson(record), tables: "", game });
        known.add(saved.key, game, record.events.length);
        outcome.added += 1;
      } catch (error) {
        const refused = error instanceof Full ? new Refused("device-full") : error;
        if (!(refused instanceof Refused)) throw refused;
        outcome.refused.push({ number, message: sentence(refused, []) });
      }
    }
    for (const [name, called] of Object.entries(names)) this.call({ names: [name], called });
    return outcome;
  }

  /** The whole history as a file to keep. @param {(summary: Summary) => boolean} wanted */
  async backup(wanted = () => true) {
    const games = [];
    for (const summary of await this.#summaries()) {
      if (!summary.game || !wanted(summary)) continue;
      const { id, touched, mine } = summary;
      games.push(backupLine(recordOf(await this.#rooms.table(id)), { id, at: touched, kind: summary.game.kind, mine }));
    }
    return { format: "charidice-history", version: 1, names: setting("called"), games };
  }

  /** The same with the imported games. */
  async wholeBackup() {
    const backup = await this.backup();
    // Under the id they came with: it identifies a score pad.
    const imported = (await this.#rooms.log.kept()).map(({ key, at, kind, mine, record }) => backupLine(loadJson(record), { id: idIn(key), at, kind, mine }));
    return { ...backup, games: [...backup.games, ...imported] };
  }

  /** The finished games that no server has. */
  unsent() {
    return this.backup(({ game, isSent }) => !isSent && game !== null && game.finished);
  }

  /** Notes that a server has these games. @param {string[]} games */
  async noteSent(games) {
    for (const summary of await this.#summaries()) if (games.includes(summary.id)) await this.#rooms.log.sumUp({ ...summary, isSent: true });
  }

  /** @param {string} id */
  async importedRecord(id) {
    const found = (await this.#rooms.log.kept()).find((each) => each.id === id);
    if (!found) throw new Refused("no-such-table");
    return loadJson(found.record);
  }
}

/** Whether a summary has what is now told of a game; those of earlier versions lack some sums. @param {Game | null} game */
const hasSums = (game) => !game || "bonus" in game.seats[0];

/** Waits for a summary to be stored; it can be found again from the events. @param {Promise<void>} stored */
async function unlessFull(stored) {
  try {
    await stored;
  } catch (error) {
    if (!(error instanceof Full)) throw error;
  }
}

/** The public record of a table, with the levels of bots as their names: the history has names of its own for them. @param {import("../table.js").Table} table */
const recordOf = (table) => publicRecord(table.record(table.seats.map(({ name, bot }) => name ?? String(bot))));

/** @param {GameRecord} record @returns {Promise<GameReview>} */
const reviewOf = async (record) => summaryOf(reviewFrom(record, await thinker.review(dumpJson(record))));
