/** The history of this device as the history screen is sent it. */

import { Aliases, fitting, ownerOf } from "../../engine/history/people.js";
import { seatsByPerson } from "../../engine/history/statistics.js";
import { MyGames } from "./mine.js";
import { HistoryWords, MOST_PEOPLE } from "./people.js";

/** @import { Game } from "../../engine/history/games.js" */
/** @import { HistoryAnswer, HistoryLine } from "../../wire.d.ts" */

/** A game in the history, with the seats that were played here. @typedef {{game: Game, mine: number[], imported: boolean}} Kept */

/** Nothing is deleted here by itself. */
const RETENTION = { unfinished: 0, finished: null };

/** @param {Kept[]} kept @param {Record<string, string>} names @param {URLSearchParams} query @param {number} waiting the games whose review is to come @returns {HistoryAnswer} */
export function historyAnswer(kept, names, query, waiting) {
  const aliases = new Aliases(names);
  const games = kept.map(({ game }) => game);
  const me = ownerOf(kept, aliases, query.get("me") ?? "");
  const mine = me && new MyGames(me, seatsByPerson(games, aliases).get(me) ?? [], aliases);
  const choice = filterOf(query, aliases);
  const words = new HistoryWords(fitting({ ...choice, person: null }, games, aliases), aliases);
  const found = fitting(choice, games, aliases).sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
  const people = words.people(MOST_PEOPLE, choice.person);
  const byId = new Map(kept.map((each) => [each.game.id, each]));
  return {
    games: found.slice(0, Number(query.get("most") ?? 20)).map(({ id }) => line(/** @type {Kept} */ (byId.get(id)), mine)),
    count: found.length,
    total: games.length,
    years: [...new Set(games.map(({ at }) => Number(at.slice(0, 4))))].sort((one, other) => other - one),
    people,
    more_people: words.names.size - people.length,
    person: choice.person && words.names.has(choice.person) ? words.page(choice.person) : null,
    mine: mine && !choice.person ? mine.summary : null,
    waiting,
    retention: RETENTION,
  };
}

/** @param {URLSearchParams} query @param {Aliases} aliases */
function filterOf(query, aliases) {
  const [key, finished] = [query.get("person"), query.get("finished")];
  return {
    person: key ? aliases.known(key, query.get("is_bot") === "true") : null,
    kinds: query.getAll("kind"),
    players: query.has("players") ? Number(query.get("players")) : null,
    finished: finished === null ? null : finished === "true",
    since: query.get("since") ?? "",
    until: query.get("until") ?? "",
  };
}

/** @param {Kept} kept @param {MyGames | null} my @returns {HistoryLine} */
function line({ game, mine, imported }, my) {
  const { id, at, kind, finished, seats } = game;
  const me = my?.seat(game) ?? null;
  const went = my && me !== null && finished ? my.went(game, me) : [];
  const shown = seats.map(({ name, bot, total, victory }) => ({ name, bot, total, won: victory > 0 }));
  return { game: id, at, kind, imported, finished, seats: shown, mine, me, went, others: 0, deleted_on: null };
}
