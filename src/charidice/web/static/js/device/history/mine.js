/** The history of its owner: best game and rating at the top, and remarks on every game. */

import { DECISION_KINDS, isWhole } from "../../engine/history/games.js";
import { counts, nearestBot, rating, RECENT } from "../../engine/history/rating.js";
import { appearance, statistics } from "../../engine/history/statistics.js";
import { number, say } from "../../lib/text.js";
import { ratings } from "./charts.js";
import { botName, victories } from "./people.js";

/** @import { Game } from "../../engine/history/games.js" */
/** @import { Aliases, Person } from "../../engine/history/people.js" */
/** @import { Rating } from "../../engine/history/rating.js" */
/** @import { Appearance, Statistics } from "../../engine/history/statistics.js" */
/** @import { BestGame, Mine } from "../../wire.d.ts" */

/** The least number of rated games on either side of a comparison. */
const LEAST_COMPARED = 5;
/** The least luck worth a remark, in chance of victory. */
const LUCKY = 0.25;

/** The games of one person that count. */
export class MyGames {
  #found;

  /** @param {Person} me @param {Appearance[]} played @param {Aliases} aliases */
  constructor(me, played, aliases) {
    this.me = me;
    this.played = played;
    this.aliases = aliases;
    this.#found = statistics(played, aliases);
  }

  /** Null before the first game that counts. @returns {Mine | null} */
  get summary() {
    const { me, played, aliases } = this;
    const found = this.#found;
    if (!found) return null;
    const rated = rating(played);
    return {
      key: me.key,
      name: aliases.people([played[played.length - 1].game]).get(me)?.shown ?? "",
      games: number(found.games),
      victories: say("history.mine.won", { number: victories(found) }),
      best: this.#best(found.best),
      rating: rated && number(rated.value),
      near: rated && nearest(rated),
      headline: rated && this.#headline(rated),
      chart: ratings(played, true)?.chart ?? null,
      costs: costs(found),
    };
  }

  /** The seat of this person, null if there is none. @param {Game} game */
  seat({ seats }) {
    const seat = seats.findIndex((each) => this.aliases.person(each) === this.me);
    return seat < 0 ? null : seat;
  }

  /** Remarks on a finished game, of a few words each. @param {Game} game @param {number} number */
  went(game, number) {
    const { review, losses } = appearance(game, number);
    const told = [resultWords(game, number)];
    const best = this.#found?.best;
    if (Number(this.#found?.games) > 1 && best?.game.id === game.id && best.number === number) told.push(say("history.went.best"));
    const costly = review?.costly ?? null;
    if (losses.decisions && costly !== null) told.push(costly ? say("history.went.costly", { count: costly }) : say("history.went.faultless"));
    const luck = review?.luck ?? 0;
    if (Math.abs(luck) >= LUCKY) told.push(say(luck > 0 ? "history.went.lucky" : "history.went.unlucky"));
    if (!isWhole(game)) told.push(say("history.went.partial"));
    return told;
  }

  /** @param {Appearance} best @returns {BestGame} */
  #best({ game, number: own, seat }) {
    const names = this.aliases.people([game]);
    const people = game.seats.filter((_, at) => at !== own).map((each) => this.aliases.person(each));
    return { total: number(seat.total), at: game.at, others: people.map((each) => (each.isBot ? botName(each.key) : String(names.get(each)?.shown))) };
  }

  /** Compares the newest games with as many before them, if there are enough. @param {Rating} rated */
  #headline(rated) {
    const counted = this.played.filter(counts);
    const size = Math.min(Math.floor(counted.length / 2), RECENT);
    const before = size >= LEAST_COMPARED ? rating(counted.slice(-2 * size, -size)) : null;
    const now = before && rating(counted.slice(-size));
    if (!before || !now) return say("history.mine.like", { bot: nearest(rated) });
    const change = now.value - before.value;
    const margin = Math.hypot(now.high - now.low, before.high - before.low) / 2;
    return say(`history.mine.${Math.abs(change) < margin ? "level" : change > 0 ? "better" : "worse"}`, { count: size });
  }
}

/** @param {Game} game @param {number} number */
function resultWords({ seats }, number) {
  const { victory, total } = seats[number];
  if (victory) return say(victory === 1 ? "history.won" : "history.went.shared");
  return say(seats.length === 2 ? "history.went.lost" : `history.went.place.${1 + seats.filter((other) => other.total > total).length}`);
}

/** The bot of about the same strength, as it is called within a sentence. @param {Rating} rated */
const nearest = ({ value }) => say(`bot.${nearestBot(value)}.the`);

/** The kind of decision that cost most. @param {Statistics} found */
function costs({ losses, reviewed }) {
  const most = DECISION_KINDS.reduce((worst, kind) => (losses[kind].total > losses[worst].total ? kind : worst));
  return reviewed < LEAST_COMPARED || !losses[most].total ? null : say(`history.mine.costs.${most}`);
}
