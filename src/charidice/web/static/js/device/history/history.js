/** The history of this device: its tables and imported games, summed up once, and reviewed one after the other. */

import { reviewFrom } from "../../engine/coach/reviews/numbers.js";
import { Refused } from "../../engine/errors.js";
import { gameOf, kindOf, summaryOf } from "../../engine/history/games.js";
import { nameKey } from "../../engine/history/people.js";
import { checkName, publicRecord } from "../../engine/record/game.js";
import { dumpJson, loadJson } from "../../engine/record/jsonform.js";
import { CONSTANTS, setSetting, setting } from "../../lib/settings.js";
import { Full } from "../log.js";
import { sentence } from "../refusals.js";
import { NotHere, thinker } from "../thinker.js";
import { historyAnswer } from "./answer.js";
import { backupLine, keyOf, readGame } from "./backup.js";

/** @import { GameReview } from "../../engine/history/games.js" */
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
    const [summaries, imported] = [await this.#summaries(), await this.#rooms.log.kept()];
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
      found.push(summary?.touched === table.touched ? summary : await this.#sumUp(table, summary?.isSent ?? false));
    }
    return found;
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
    try {
      await this.#rooms.log.sumUp(summary);
    } catch (error) {
      // It can be found again from the events.
      if (!(error instanceof Full)) throw error;
    }
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
    const [summaries, imported] = [await this.#summaries(), await this.#rooms.log.kept()];
    const lengths = new Map([...summaries.map(({ key }) => /** @type {[string, number]} */ ([key, Infinity])), ...imported.map(({ key, record }) => /** @type {[string, number]} */ ([key, loadJson(record).events.length]))]);
    /** @type {ImportAnswer} */
    const outcome = { added: 0, known: 0, refused: [] };
    for (const [number, text] of games.entries()) {
      try {
        const { record, ...saved } = readGame(text);
        const at = saved.at ?? new Date().toISOString();
        if (record.events.length <= (lengths.get(saved.key) ?? -1)) {
          outcome.known += 1;
          continue;
        }
        const game = gameOf(record, { id: saved.id, at, kind: saved.kind }, null);
        await this.#rooms.log.keep({ ...saved, at, record: dumpJson(record), tables: "", game });
        lengths.set(saved.key, record.events.length);
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
    const imported = (await this.#rooms.log.kept()).map(({ id, at, kind, mine, record }) => backupLine(loadJson(record), { id, at, kind, mine }));
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

/** The public record of a table, with the levels of bots as their names: the history has names of its own for them. @param {import("../table.js").Table} table */
const recordOf = (table) => publicRecord(table.record(table.seats.map(({ name, bot }) => name ?? String(bot))));

/** @param {GameRecord} record @returns {Promise<GameReview>} */
const reviewOf = async (record) => summaryOf(reviewFrom(record, await thinker.review(dumpJson(record))));
