/**
 * The share of victory by seat for two to four players: a small neural network for each number of turns left.
 *
 * In the last round the inputs also have the chances that `last-turn` estimates; the end of the game is exact.
 */

import { bonusOf, Features, USUAL_GIFT, USUAL_TOTAL } from "./features.js";
import { Network } from "./networks.js";
import { CannotLoad, halves, joined } from "./npz.js";

/** @import { Game } from "./files.js" */
/** @import { LastTurn } from "./last-turn.js" */
/** @import { NpyArray } from "./npz.js" */
/** @import { Outcomes } from "./outcomes.js" */

/** A position before a turn, by seat in the order of play, the active player first; gifts are 1 for who can still ask.
 * @typedef {{ points: number[], given: number[], gifts: number[] }} Position */

/** The version of the file format. */
export const FORM = "3";
// Added to a chance of victory for every point, so that points break ties. Single precision has enough digits for it.
const TIE_BREAK = 1e-6;
const { fround } = Math;

/** The networks of one number of players by turns left. */
export class Shares {
  /** @type {Map<number, Features>} */
  #features = new Map();

  /** @param {number} seats @param {Game} game that they were fitted to @param {Map<string, NpyArray>} levels @param {LastTurn | null} lastTurn for three and four players */
  constructor(seats, game, levels, lastTurn) {
    this.seats = seats;
    this.game = game;
    this.lastTurn = lastTurn;
    /** By turns left: the standard error of the network, and of turns solved from it. @type {[number, number][]} */
    this.residuals = [[0, 0]];
    /** By turns left, to the longest game that is known. @type {(Network | null)[]} */
    this.networks = [null];
    for (let stored = levels.get("1"); stored; stored = levels.get(String(this.networks.length))) {
      if (!(stored.data instanceof Uint8Array)) throw new CannotLoad(`shares of ${seats} players`);
      const numbers = halves(joined(stored.data, new Uint16Array(stored.data.length / 2)));
      this.residuals.push([numbers[0], numbers[1]]);
      this.networks.push(new Network(numbers.subarray(2), this.networks.length, seats));
    }
  }

  /** The standard error of a share: the residuals of all turns to come, as independent errors; before a turn or within it. @param {number} turnsLeft @param {boolean} inTurn */
  error(turnsLeft, inTurn) {
    const last = turnsLeft - Number(inTurn);
    let found = inTurn && last ? this.residuals[last][0] ** 2 : 0;
    for (const [, solved] of this.residuals.slice(0, last + 1)) found += solved ** 2;
    return Math.sqrt(found);
  }

  /** By seat in the order of play: the shares after each outcome of the turn, with ties broken. @param {Position} position @param {number} turnsLeft @param {Outcomes} outcomes @param {number} factor of the gift */
  after({ points, given, gifts }, turnsLeft, outcomes, factor) {
    const { seats } = this;
    const { total, gift, which } = outcomes.pairs;
    // The next player first; the active one comes last.
    const [own, theirs] = [seats - 1, 0];
    /** @param {number[]} column */
    const next = (column) => Float64Array.from([...column.slice(1), column[0]]);
    const [pointsAfter, givenAfter, giftsAfter] = [points, given, gifts].map(next);
    if (factor > 1) giftsAfter[theirs] = 0;
    const [before, received, gave] = [pointsAfter[own], pointsAfter[theirs], givenAfter[own]];
    const order = byGift(total, gift);
    /** @param {number} at */
    const set = (at) => {
      const pair = order[at];
      pointsAfter[own] = before + total[pair];
      pointsAfter[theirs] = received + factor * gift[pair];
      givenAfter[own] = gave + factor * gift[pair];
    };
    const shares = this.#of(turnsLeft - 1, order.length, set, pointsAfter, givenAfter, giftsAfter);
    const found = Array.from({ length: seats }, () => new Float64Array(order.length));
    for (let at = 0; at < order.length; at += 1) {
      const pair = order[at];
      for (let seat = 0; seat < seats; seat += 1) found[seat][pair] = fround(shares[(seat + own) % seats][at]);
      const [ownPoints, theirPoints] = [total[pair] - USUAL_TOTAL, factor * gift[pair] - USUAL_GIFT];
      // Of two players the lead counts, of more the points.
      found[0][pair] = fround(found[0][pair] + fround(TIE_BREAK * (seats === 2 ? ownPoints - theirPoints : ownPoints)));
      found[1][pair] = fround(found[1][pair] + fround(TIE_BREAK * (seats === 2 ? theirPoints - ownPoints : theirPoints)));
    }
    return found.map((column) => Float64Array.from(which, (pair) => column[pair]));
  }

  /** @param {number} turnsLeft @param {number} count @param {(at: number) => void} set @param {Float64Array} points @param {Float64Array} given @param {Float64Array} gifts */
  #of(turnsLeft, count, set, points, given, gifts) {
    // A game with more rounds starts like the longest that is known, with the same active player.
    const beyond = Math.max(0, turnsLeft - this.networks.length + 1);
    const network = this.networks[turnsLeft - Math.ceil(beyond / this.seats) * this.seats];
    if (!network) return finalShares(count, set, points, given);
    const features = this.#features.get(turnsLeft) ?? new Features(turnsLeft, this.seats, this.lastTurn);
    this.#features.set(turnsLeft, features);
    return network.shares(count, (at) => {
      set(at);
      features.fill(points, given, gifts);
      return features.values;
    });
  }
}

/** The pairs in an order in which neighbours differ little. @param {Int32Array} total @param {Int32Array} gift */
const byGift = (total, gift) => Int32Array.from(total.keys()).sort((one, other) => gift[one] - gift[other] || total[one] - total[other]);

/** By seat: the shares of victory at the end of the game; ties are shared. @param {number} count @param {(at: number) => void} set @param {Float64Array} points @param {Float64Array} given */
function finalShares(count, set, points, given) {
  const bonus = new Float64Array(points.length);
  const found = Array.from(points, () => new Float64Array(count));
  for (let at = 0; at < count; at += 1) {
    set(at);
    bonusOf(given, bonus);
    let [most, winners] = [-1, 0];
    for (let seat = 0; seat < points.length; seat += 1) {
      const total = points[seat] + bonus[seat];
      if (total > most) [most, winners] = [total, 0];
      if (total === most) winners += 1;
    }
    for (let seat = 0; seat < points.length; seat += 1) found[seat][at] = points[seat] + bonus[seat] === most ? 1 / winners : 0;
  }
  return found;
}
