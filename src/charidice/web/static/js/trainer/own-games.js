/** The decisions in one's own games, judged one game after the other and kept. */

import { judge } from "../device/exercises.js";
import { NotHere } from "../device/thinker.js";
import { seedsOf } from "../engine/trainer/seeds.js";
import { get, getHere, LONG, Offline, Refusal, Unreachable } from "../lib/api.js";
import { CONSTANTS, setting } from "../lib/settings.js";
import { botName } from "../lib/text.js";
import { keepGames, storedGames } from "../lib/training.js";

/** @import { Level } from "../engine/bots/levels.js" */
/** @import { JudgedGame } from "../engine/trainer/insights.js" */
/** @import { Judged } from "../engine/trainer/judging.js" */
/** @import { LevelNumbers } from "../engine/trainer/levels.js" */
/** @import { Seed } from "../engine/trainer/seeds.js" */
/** @import { HistoryLine } from "../wire.d.ts" */

/**
 * A game with the decisions of one seat; the names of bots are their levels. Of a game that cannot be judged, there are none.
 * @typedef {{id: string, at: string, seat: number, players: string[], tables: string, decisions: Judged[], isWhole: boolean}} OwnGame
 * A mistake with the players of its game.
 * @typedef {Seed & {players: string[], seat: number}} OwnSeed
 * Where a game can be had. @typedef {{id: string, at: string, seat: number, players: string[], isHere: boolean, isImported: boolean}} Found
 */

/** The newest games that are judged and kept. */
export const MOST_GAMES = 150;
/** Whoever looks at one game wants to see what it cost. @type {Level} */
const STRICTEST = "owl";
/** The tables of the solver, by which decisions are told from those judged by other tables. */
const TABLES = CONSTANTS.tables.join();

/** @param {unknown} game @returns {game is OwnGame} */
function isCurrent(game) {
  const { tables, decisions } = /** @type {Partial<OwnGame>} */ (game ?? {});
  return tables === TABLES && Array.isArray(decisions);
}

export class OwnGames {
  /** Newest first. @type {OwnGame[]} */
  games = storedGames().filter(isCurrent);
  /** How many are still to be judged; null until it is known. @type {number | null} */
  waiting = null;
  /** Whether the solver could not be loaded. */
  isAway = false;
  #changed;
  #stopped = false;
  #hasSome = () => {};
  /** Resolves once a game is judged, or there is none. @type {Promise<void>} */
  some = new Promise((resolve) => (this.#hasSome = resolve));

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Judges the games that are not judged yet, the newest first. @param {LevelNumbers} ratings those of the bots */
  async find(ratings) {
    const found = await foundGames();
    const known = new Map(this.games.map((game) => [game.id, game]));
    this.games = found.flatMap(({ id }) => known.get(id) ?? []);
    const lacking = found.filter(({ id }) => !known.has(id));
    for (const [at, game] of lacking.entries()) {
      if (this.#stopped) return;
      this.waiting = lacking.length - at;
      if (this.games.length) this.#hasSome();
      this.#changed();
      try {
        const judged = await decisionsOf(game, ratings);
        if (judged) this.#add({ id: game.id, at: game.at, seat: game.seat, players: game.players, tables: TABLES, ...judged });
      } catch (error) {
        if (!(error instanceof NotHere)) throw error;
        this.isAway = true;
        break;
      }
    }
    this.waiting = 0;
    this.#hasSome();
    if (!this.#stopped) this.#changed();
  }

  stop() {
    this.#stopped = true;
  }

  /** @param {OwnGame} game */
  #add(game) {
    // Another tab may have judged others.
    const others = storedGames().filter(isCurrent).filter(({ id }) => id !== game.id);
    this.games = [game, ...others].sort((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, MOST_GAMES);
    keepGames(this.games);
  }

  /** For the insights, which a game that began at a position would spoil. @returns {JudgedGame[]} */
  get judged() {
    return this.games.flatMap(({ at, seat, players, decisions, isWhole }) => (isWhole && decisions.length ? [{ at, opponents: players.filter((_, other) => other !== seat).map(botName), decisions }] : []));
  }

  /** The mistakes of all games, newest game first. @param {Level} level @param {(decision: Judged, game: OwnGame) => boolean} belongs @returns {OwnSeed[]} */
  seeds(level, belongs = () => true) {
    return this.games.flatMap((game) => seedsOfGame(game, level, belongs));
  }
}

/** @param {Pick<OwnGame, "id" | "at" | "seat" | "players" | "decisions">} game @param {Level} level @param {(decision: Judged, game: any) => boolean} belongs @returns {OwnSeed[]} */
export function seedsOfGame(game, level, belongs = () => true) {
  const { id, at, seat, players, decisions } = game;
  return seedsOf(decisions.filter((decision) => belongs(decision, game)), { game: id, at }, level).map((seed) => ({ ...seed, players, seat }));
}

/** The finished games of this device and of the server in which one seat is one's own. @returns {Promise<Found[]>} */
async function foundGames() {
  const query = new URLSearchParams(Object.entries({ most: String(MOST_GAMES), finished: "true", me: setting("name") }).filter(([, value]) => value));
  const path = /** @type {const} */ (`/api/history?${query}`);
  const here = setting("here") || CONSTANTS.site ? await linesOf(() => getHere(path)) : [];
  const there = CONSTANTS.site ? [] : await linesOf(() => get(path, LONG));
  /** @type {Map<string, Found>} */
  const games = new Map();
  for (const [isHere, lines] of /** @type {const} */ ([[true, here], [false, there]])) {
    for (const { game: id, at, imported, finished, seats, mine, me } of lines) {
      const seat = me ?? (mine.length === 1 ? mine[0] : null);
      // A game of this device that was added to the server's is in both.
      const same = `${Date.parse(at)} ${seats.map(({ total }) => total).join()}`;
      if (finished && seat !== null && !games.has(same)) games.set(same, { id, at, seat, players: seats.map(({ name, bot }) => bot ?? name), isHere, isImported: imported });
    }
  }
  return [...games.values()].sort((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, MOST_GAMES);
}

/** @param {() => Promise<{games: HistoryLine[]}>} ask @returns {Promise<HistoryLine[]>} */
async function linesOf(ask) {
  try {
    return (await ask()).games;
  } catch (error) {
    if (error instanceof Unreachable || error instanceof Refusal) return [];
    throw error;
  }
}

/** Null if the game is not in reach now; none of a game without its dice. @param {Found} game @param {LevelNumbers} ratings */
async function decisionsOf({ id, seat, isHere, isImported }, ratings) {
  try {
    const record = await recordOf(id, isHere, isImported);
    return { decisions: await judge(JSON.stringify(record), [seat], ratings), isWhole: !("begins_at" in record) };
  } catch (error) {
    if (error instanceof NotHere) throw error;
    return error instanceof Unreachable || error instanceof Refusal ? null : { decisions: [], isWhole: false };
  }
}

/** @param {string} id @param {boolean} isHere @param {boolean} isImported */
function recordOf(id, isHere, isImported) {
  const path = isImported ? /** @type {const} */ (`/api/history/imported/${id}/record`) : /** @type {const} */ (`/api/tables/${id}/record`);
  return isHere ? getHere(path) : get(path);
}

/**
 * The mistakes of one game, which need not be in the history; throws NotHere, Refusal, Unreachable or RecordError.
 * @param {string} id of a table or an imported game, empty for a record alone @param {string} text the record @param {number | null} seat null for all
 * @param {LevelNumbers} ratings those of the bots @returns {Promise<OwnSeed[]>}
 */
export async function mistakesOf(id, text, seat, ratings) {
  const record = id ? await recordOfGame(id) : await inJson(text);
  const players = /** @type {string[]} */ (record.players);
  const seats = seat === null ? players.map((_, each) => each) : [seat];
  const decisions = await judge(JSON.stringify(record), seats, ratings);
  const at = new Date().toISOString();
  return seats.flatMap((each) => seedsOfGame({ id, at, seat: each, players, decisions: decisions.filter((decision) => decision.seat === each) }, STRICTEST)).sort((one, other) => other.loss - one.loss);
}

/** @param {string} id */
async function recordOfGame(id) {
  const isImported = id.startsWith("imported-");
  try {
    return await recordOf(id, false, isImported);
  } catch (error) {
    if (isImported && error instanceof Offline) return recordOf(id, true, true);
    throw error;
  }
}

/** A record in either of its forms, without its secrets. @param {string} text */
async function inJson(text) {
  const [{ load }, { publicRecord }, { dumpJson }] = await Promise.all([import("../engine/record/forms.js"), import("../engine/record/game.js"), import("../engine/record/jsonform.js")]);
  return JSON.parse(dumpJson(publicRecord(load(text))));
}
