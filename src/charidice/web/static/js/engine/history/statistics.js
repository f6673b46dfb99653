/** The statistics of one person over many games. A person in two seats of one game counts twice. */

import { DECISION_KINDS, isCounted, sumOf } from "./games.js";

/** @import { Asked, DecisionKind, Game, Losses, SeatResult, SeatReview } from "./games.js" */
/** @import { Aliases, Person } from "./people.js" */

/** One seat of a game that counts. @typedef {{game: Game, number: number, seat: SeatResult, review: SeatReview | null, losses: Losses}} Appearance */
/** The games with one other player; `difference` is the mean one of the totals. @typedef {{person: Person, games: number, ahead: number, level: number, difference: number}} Against */

/**
 * @typedef {object} Statistics
 * @property {number} games  The number of finished games that began with empty sheets.
 * @property {number} victories  A shared one counts as a share.
 * @property {number} shared
 * @property {number} average
 * @property {Appearance} best
 * @property {number} given  The mean per game, as is `received`.
 * @property {number} received
 * @property {number} charity  The number of charity bonuses.
 * @property {{asked: Asked, gain: number | null}[]} gifts  Those asked for; the gain over waiting, null if unknown.
 * @property {Record<DecisionKind, Losses>} losses
 * @property {number | null} luck  The mean luck in chance of victory; null without reviewed games.
 * @property {number} reviewed  Games with at least one decision that could be judged.
 * @property {Against[]} against  The most frequent opponents first.
 */

/** @param {Game} game @param {number} number @returns {Appearance} */
export function appearance(game, number) {
  const review = game.review?.seats[number] ?? null;
  return { game, number, seat: game.seats[number], review, losses: sumOf(Object.values(review?.losses ?? {})) };
}

/** The seats of everybody in the games that count, oldest first. @param {Game[]} games @param {Aliases} aliases @returns {Map<Person, Appearance[]>} */
export function seatsByPerson(games, aliases) {
  /** @type {Map<Person, Appearance[]>} */
  const found = new Map();
  for (const game of games.filter(isCounted).sort(byTime)) {
    for (const [number, seat] of game.seats.entries()) {
      const person = aliases.person(seat);
      found.set(person, [...(found.get(person) ?? []), appearance(game, number)]);
    }
  }
  return found;
}

/** @param {Game} one @param {Game} other */
const byTime = (one, other) => (one.at < other.at || (one.at === other.at && one.id < other.id) ? -1 : 1);

/** The statistics of one person's seats; null without any. @param {Appearance[]} played @param {Aliases} aliases @returns {Statistics | null} */
export function statistics(played, aliases) {
  if (!played.length) return null;
  const seats = played.map(({ seat }) => seat);
  const lucks = played.flatMap(({ review }) => review?.luck ?? []);
  return {
    games: played.length,
    victories: sum(seats.map(({ victory }) => victory)),
    shared: seats.filter(({ victory }) => victory > 0 && victory < 1).length,
    average: mean(seats.map(({ total }) => total)),
    best: played.reduce((best, each) => (each.seat.total >= best.seat.total ? each : best)),
    given: mean(seats.map(({ given }) => given)),
    received: mean(seats.map(({ received }) => received)),
    charity: seats.filter(({ charity }) => charity).length,
    gifts: played.flatMap(({ seat, review }) => (seat.asked ? [{ asked: seat.asked, gain: review?.askingGain ?? null }] : [])),
    losses: /** @type {Record<DecisionKind, Losses>} */ (Object.fromEntries(DECISION_KINDS.map((kind) => [kind, sumOf(played.flatMap(({ review }) => review?.losses[kind] ?? []))]))),
    luck: lucks.length ? mean(lucks) : null,
    reviewed: played.filter(({ losses }) => losses.decisions).length,
    against: against(played, aliases),
  };
}

/** @param {number[]} values */
export const sum = (values) => values.reduce((before, value) => before + value, 0);
/** @param {number[]} values */
export const mean = (values) => sum(values) / values.length;

/** @param {Appearance[]} played @param {Aliases} aliases @returns {Against[]} */
function against(played, aliases) {
  /** @type {Map<Person, number[]>} */
  const differences = new Map();
  for (const { game, number, seat } of played) {
    for (const [at, other] of game.seats.entries()) {
      if (at === number) continue;
      const person = aliases.person(other);
      differences.set(person, [...(differences.get(person) ?? []), seat.total - other.total]);
    }
  }
  return [...differences]
    .map(([person, of]) => ({ person, games: of.length, ahead: of.filter((each) => each > 0).length, level: of.filter((each) => each === 0).length, difference: mean(of) }))
    .sort((one, other) => other.games - one.games || (one.person.key < other.person.key ? -1 : one.person.key > other.person.key ? 1 : Number(one.person.isBot) - Number(other.person.isBot)));
}
