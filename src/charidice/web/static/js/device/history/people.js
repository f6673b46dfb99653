/** What a history says about people, in the page's language. */

import { isWhole, meanOf, sumOf } from "../../engine/history/games.js";
import { counts, rating } from "../../engine/history/rating.js";
import { seatsByPerson, statistics, sum } from "../../engine/history/statistics.js";
import { has, number, percent, say } from "../../lib/text.js";
import { chartsOf } from "./charts.js";

/** @import { Game } from "../../engine/history/games.js" */
/** @import { Aliases, Person } from "../../engine/history/people.js" */
/** @import { Appearance, Statistics } from "../../engine/history/statistics.js" */
/** @import { DataTable, Figure, PersonPage, PersonRow, RatingWords } from "../../wire.d.ts" */

/** The most people in an overview, and among a person's opponents. */
export const MOST_PEOPLE = 200;
/** The most names of a person in an overview; as many can be renamed at once. */
const MOST_NAMES = 100;

/** The name of a bot; its level as it is, if an imported game has a bot of another server. @param {string} level */
export const botName = (level) => (has(`bot.${level}`) ? say(`bot.${level}`) : level);

/** The number of victories; a shared one counts as a share. @param {Statistics} found */
export const victories = ({ victories: found }) => number(found, Number.isInteger(found) ? 0 : 1);

export class HistoryWords {
  /** @param {Game[]} games @param {Aliases} aliases */
  constructor(games, aliases) {
    this.aliases = aliases;
    this.names = aliases.people(games);
    this.seats = seatsByPerson(games, aliases);
    this.partial = games.filter((game) => game.finished && !isWhole(game));
  }

  /** @param {Person} person */
  shown(person) {
    return person.isBot ? botName(person.key) : String(this.names.get(person)?.shown);
  }

  /** People before bots, most games first. A chosen person is among the first `most` in any case. @param {number} most @param {Person | null} chosen @returns {PersonRow[]} */
  people(most, chosen) {
    const games = (/** @type {Person} */ person) => this.seats.get(person)?.length ?? 0;
    const listed = new Set([...this.names.keys()].sort((one, other) => Number(one !== chosen) - Number(other !== chosen) || games(other) - games(one)).slice(0, most));
    const rows = [...this.names.keys()].filter((person) => listed.has(person)).map((person) => this.#row(person));
    return rows.sort((one, other) => Number(one.is_bot) - Number(other.is_bot) || other.games - one.games);
  }

  /** @param {Person} person @returns {PersonRow} */
  #row(person) {
    const played = this.seats.get(person) ?? [];
    const [found, rated] = [statistics(played, this.aliases), rating(played)];
    return {
      key: person.key,
      is_bot: person.isBot,
      name: this.shown(person),
      names: person.isBot ? [] : (this.names.get(person)?.atTables.slice(0, MOST_NAMES) ?? []),
      games: played.length,
      victories: found ? victories(found) : "",
      average: found ? number(found.average) : "",
      rating: rated ? number(rated.value) : "",
    };
  }

  /** Null if none of the person's games counts. @param {Person} person @returns {PersonPage | null} */
  page(person) {
    const played = this.seats.get(person) ?? [];
    const found = statistics(played, this.aliases);
    if (!found) return null;
    return { name: this.shown(person), rating: ratingWords(played), figures: figures(found), charts: chartsOf(played, found), against: this.#against(found), notes: notes(played, found, this.#partialOf(person)) };
  }

  /** How many finished games of a person began at a position. @param {Person} person */
  #partialOf(person) {
    return this.partial.flatMap(({ seats }) => seats).filter((seat) => this.aliases.person(seat) === person).length;
  }

  /** @param {Statistics} found @returns {DataTable} */
  #against({ against }) {
    const rows = against.slice(0, MOST_PEOPLE).map(({ person, games, ahead, level, difference }) => ({
      date: null,
      cells: [this.shown(person), String(games), `${ahead} – ${level} – ${games - ahead - level}`, number(difference, 1, "decimal", "exceptZero")],
    }));
    return { heads: say("history.against.heads").split("|"), rows };
  }
}

/** @param {Appearance[]} played @returns {RatingWords | null} */
function ratingWords(played) {
  const rated = rating(played);
  if (!rated) return null;
  const [value, low, high] = [rated.value, rated.low, rated.high].map((each) => number(each));
  return { value, low, high, words: say("history.rating.interval", { low, high, count: rated.games }) };
}

/** @param {Statistics} found @returns {Figure[]} */
function figures(found) {
  const { games, shared, average, best, given, received, charity, gifts, losses, luck } = found;
  const figure = (/** @type {string} */ name, /** @type {string} */ value, note = "") => ({ name: say(`history.${name}`), value, note });
  const doubled = gifts.flatMap(({ asked }) => asked.gift ?? []);
  const all = sumOf(Object.values(losses));
  const loss = meanOf(all);
  const ofHundred = (/** @type {string} */ words) => say("review.unit.victory", { number: words });
  return [
    figure("games", number(games)),
    figure("victories", `${victories(found)} (${percent(found.victories / games)})`, shared ? say("history.shared", { count: shared }) : ""),
    figure("average", number(average, 1)),
    figure("best", number(best.seat.total)),
    figure("given", number(given, 1)),
    figure("received", number(received, 1)),
    figure("charity", `${charity} (${percent(charity / games)})`),
    figure("greatest-gifts", number(gifts.length), doubled.length ? say("history.greatest-gifts.mean", { points: number(sum(doubled) / doubled.length, 1) }) : ""),
    ...(loss === null ? [] : [figure("loss", ofHundred(number(100 * loss, 2)), say("history.loss.note", { count: all.decisions }))]),
    ...(luck === null ? [] : [figure("luck", ofHundred(number(100 * luck, 1, "decimal", "exceptZero")))]),
  ];
}

/** The games that the figures leave out. @param {Appearance[]} played @param {Statistics} found @param {number} partial */
function notes(played, { against }, partial) {
  const told = (/** @type {string} */ name, /** @type {number} */ count) => (count > 0 ? [say(`history.note.${name}`, { count })] : []);
  return [
    ...told("waiting", played.filter(({ game }) => !game.review).length),
    ...told("unseen", played.filter(({ game }) => game.review?.unseen).length),
    ...told("unrated", played.filter((each) => each.game.review && !counts(each)).length),
    ...told("partial", partial),
    ...told("opponents", against.length - MOST_PEOPLE),
  ];
}
