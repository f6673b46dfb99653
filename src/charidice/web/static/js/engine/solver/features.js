/** The inputs of the networks in `shares`. */

import { CHARITY_BONUS, GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS } from "../ruleset.js";

/** @import { LastTurn } from "./last-turn.js" */

/** Averages of a turn, rounded, because whole points decide the end of the game. */
export const USUAL_TOTAL = 31;
export const USUAL_GIFT = 8;
// Edges of steps for leads and given totals, in units of the spread: where a small difference matters most.
const LEADS = [-70, -45, -30, -20, -12, -6, 0, 6, 12, 20, 30, 45, 70];
const TOTALS = [-30, -20, -12, -6, -2, 2, 6, 12, 20, 30];
const { fround } = Math;

/** Whether single points decide; not for two players, whose networks serve house rules only. @param {number} turnsLeft @param {number} seats */
export const isLastRound = (turnsLeft, seats) => turnsLeft <= seats && seats > 2;

/** Whether shares have steps that a smooth function cannot follow: in the last two rounds. @param {number} turnsLeft @param {number} seats */
export const isSteep = (turnsLeft, seats) => turnsLeft <= 2 * seats && seats > 2;

/** The number of features. @param {number} turnsLeft @param {number} seats */
export function inputsOf(turnsLeft, seats) {
  let found = 6 * seats;
  if (isSteep(turnsLeft, seats)) {
    const pairs = (seats * (seats - 1)) / 2;
    found += 2 * pairs * (LEADS.length - 1) + (pairs + seats) * (TOTALS.length - 1);
  }
  if (isLastRound(turnsLeft, seats)) found += 9 * turnsLeft + 4 * (seats - 1);
  return found;
}

/** The turns left of each seat, the active player first. @param {number} turnsLeft @param {number} seats */
const turnsBySeat = (turnsLeft, seats) => Array.from({ length: seats }, (_, seat) => Math.floor((turnsLeft + seats - 1 - seat) / seats));

/** Computes the features of positions with the same number of turns left, one after the other. */
export class Features {
  #at = 0;

  /** @param {number} turnsLeft @param {number} seats @param {LastTurn | null} lastTurn */
  constructor(turnsLeft, seats, lastTurn) {
    this.turnsLeft = turnsLeft;
    this.seats = seats;
    this.lastTurn = lastTurn;
    this.steep = isSteep(turnsLeft, seats);
    this.lastRound = isLastRound(turnsLeft, seats);
    /** The features of the last position. */
    this.values = new Float64Array(inputsOf(turnsLeft, seats));
    // The standard deviation of all turns to come, in units of a round.
    this.spread = Math.sqrt(turnsLeft / seats + 0.3);
    const turns = turnsBySeat(turnsLeft, seats);
    /** What all turns to come bring if they are average. */
    this.usualPoints = turns.map((count, seat) => (this.steep ? USUAL_TOTAL * count + USUAL_GIFT * turns[(seat + seats - 1) % seats] : 0));
    this.usualGiven = turns.map((count) => (this.steep ? USUAL_GIFT * count : 0));
    this.leadEdges = edgesOf(LEADS, this.spread);
    this.totalEdges = edgesOf(TOTALS, this.spread);
    // Of the position at hand, by seat.
    this.points = new Float64Array(seats);
    this.given = new Float64Array(seats);
    this.bonus = new Float64Array(seats);
    this.withBonus = new Float64Array(seats);
    this.has = new Float64Array(seats);
    this.gave = new Float64Array(seats);
    this.ahead = new Float64Array(seats);
  }

  /** Fills `values`; seats in the order of play. @param {ArrayLike<number>} points @param {ArrayLike<number>} given @param {ArrayLike<number>} gifts 1 for a seat that can still ask, else 0 */
  fill(points, given, gifts) {
    const { seats, spread, values } = this;
    let mean = 0;
    for (let seat = 0; seat < seats; seat += 1) {
      this.points[seat] = points[seat] + this.usualPoints[seat];
      this.given[seat] = given[seat] + this.usualGiven[seat];
      mean += this.points[seat] / seats;
    }
    if (this.steep) likelyBonus(this.given, 6 * spread, this.bonus);
    else bonusOf(this.given, this.bonus);
    for (let seat = 0; seat < seats; seat += 1) this.withBonus[seat] = this.points[seat] + this.bonus[seat];
    const [leads, totals] = [1 / (18 * spread), 1 / (9 * spread)];
    this.#at = 0;
    for (let seat = 0; seat < seats; seat += 1) this.#put((this.points[seat] - mean) * leads, 6);
    this.#putAhead(this.points, leads, 6);
    this.#putAhead(this.withBonus, leads, 6);
    this.#putAhead(this.given, totals, 4);
    for (let seat = 0; seat < seats; seat += 1) this.#put((this.given[seat] - GREAT_CHARITY_ABOVE) * totals, 4);
    for (let seat = 0; seat < seats; seat += 1) values[this.#at++] = gifts[seat] - 0.5;
    if (this.steep) this.#putStairs();
    if (!this.lastRound) return;
    for (let seat = 0; seat < this.turnsLeft; seat += 1) this.#putLastTurn(gifts, seat);
    this.#putWithout(this.turnsLeft - 1);
  }

  /** @param {number} value @param {number} most */
  #put(value, most) {
    this.values[this.#at++] = Math.min(Math.max(value, -most), most);
  }

  /** @param {Float64Array} values @param {number} scale @param {number} most @param {number} [without] a seat that is left out */
  #putAhead(values, scale, most, without = -1) {
    aheadOf(values, this.ahead, without);
    for (let seat = 0; seat < this.seats; seat += 1) if (seat !== without) this.#put(this.ahead[seat] * scale, most);
  }

  /** The leads of all pairs of seats and all given totals, by steps, so that a network can follow them closely. */
  #putStairs() {
    const { seats, points, given, bonus, withBonus } = this;
    bonusOf(given, bonus);
    for (let seat = 0; seat < seats; seat += 1) withBonus[seat] = points[seat] + bonus[seat];
    for (let one = 0; one < seats; one += 1) {
      for (let other = 0; other < one; other += 1) {
        this.#climb(points[one] - points[other], this.leadEdges);
        this.#climb(withBonus[one] - withBonus[other], this.leadEdges);
      }
    }
    for (let one = 0; one < seats; one += 1) for (let other = 0; other < one; other += 1) this.#climb(given[one] - given[other], this.totalEdges);
    for (let seat = 0; seat < seats; seat += 1) this.#climb(given[seat] - (GREAT_CHARITY_ABOVE + 0.5), this.totalEdges);
  }

  /** By step between two edges: the position of a value in it, from -0.5 to 0.5. @param {number} value @param {{ from: Float64Array, slope: Float64Array }} edges */
  #climb(value, { from, slope }) {
    const { values } = this;
    let at = this.#at;
    for (let step = 0; step < from.length; step += 1) {
      const height = (value - from[step]) * slope[step];
      values[at++] = height <= 0 ? -0.5 : height >= 1 ? 0.5 : height - 0.5;
    }
    this.#at = at;
  }

  /** The chances of a seat in its last turn, if all others have average turns before. @param {ArrayLike<number>} gifts @param {number} seat */
  #putLastTurn(gifts, seat) {
    const { lastTurn, seats, has, gave, values } = this;
    if (!lastTurn) throw new Error("the last round needs the tables of the last turn");
    const recipient = (seat + 1) % seats;
    has.set(this.points);
    gave.set(this.given);
    has[seat] -= USUAL_TOTAL;
    has[recipient] -= USUAL_GIFT;
    gave[seat] -= USUAL_GIFT;
    const start = this.#at;
    lastTurn.outlook(has, gave, seats, seat, 1);
    const { limit, chances } = lastTurn;
    for (let at = 0; at < 5; at += 1) values[start + at] = logOdds(chances[at]);
    if (gifts[recipient]) lastTurn.outlook(has, gave, seats, seat, 2);
    for (let at = 0; at < 3; at += 1) values[start + 5 + at] = gifts[recipient] ? logOdds(chances[at]) : values[start + at];
    values[start + 8] = Math.min(limit, 24) / 6 - 2;
    this.#at = start + 9;
  }

  /** Leads among the others if the seat that moves last fails: with the charity bonus, and without it. @param {number} seat */
  #putWithout(seat) {
    const { seats, points, given, bonus, withBonus } = this;
    points[(seat + 1) % seats] -= USUAL_GIFT;
    bonusOf(given, bonus, seat);
    for (let other = 0; other < seats; other += 1) withBonus[other] = points[other] + bonus[other];
    // A fine scale for differences that a gift can change, and a coarse one.
    for (const leads of [withBonus, points]) for (const scale of [4, 12]) this.#putAhead(leads, 1 / scale, 3, seat);
  }
}

/** The lower edges of all steps, and one over their width. @param {number[]} edges @param {number} spread */
function edgesOf(edges, spread) {
  const wide = edges.map((edge) => fround(edge * fround(spread)));
  return { from: Float64Array.from(wide.slice(0, -1)), slope: Float64Array.from(wide.slice(1), (to, step) => 1 / (to - wide[step])) };
}

/** By seat: the lead over the best other one. @param {Float64Array} values @param {Float64Array} found @param {number} without */
function aheadOf(values, found, without) {
  let [most, second] = [-Infinity, -Infinity];
  for (let seat = 0; seat < values.length; seat += 1) {
    if (seat === without) continue;
    const value = values[seat];
    if (value > most) [most, second] = [value, most];
    else if (value > second) second = value;
  }
  for (let seat = 0; seat < values.length; seat += 1) found[seat] = values[seat] - (values[seat] === most ? second : most);
}

/** By seat: the charity bonus, if the game ended here. @param {Float64Array} given @param {Float64Array} found @param {number} [without] a seat that is left out */
export function bonusOf(given, found, without = -1) {
  let most = -1;
  for (let seat = 0; seat < given.length; seat += 1) if (seat !== without) most = Math.max(most, given[seat]);
  const worth = most > GREAT_CHARITY_ABOVE ? GREAT_CHARITY_BONUS : CHARITY_BONUS;
  for (let seat = 0; seat < given.length; seat += 1) found[seat] = given[seat] === most && seat !== without ? worth : 0;
}

/** The same, divided among the seats that have given most or nearly as much. @param {Float64Array} given @param {number} margin @param {Float64Array} found */
function likelyBonus(given, margin, found) {
  let [most, sum] = [-1, 0];
  for (let seat = 0; seat < given.length; seat += 1) most = Math.max(most, given[seat]);
  for (let seat = 0; seat < given.length; seat += 1) {
    found[seat] = Math.exp((given[seat] - most) / margin);
    sum += found[seat];
  }
  const worth = most > GREAT_CHARITY_ABOVE ? GREAT_CHARITY_BONUS : CHARITY_BONUS;
  for (let seat = 0; seat < given.length; seat += 1) found[seat] *= worth / sum;
}

/** @param {number} chance */
const logOdds = (chance) => 0.5 * Math.log((chance + 1.5e-3) / (1.0015 - chance));
