/**
 * The equilibrium of the two-player game in which each player maximises the chance of victory; a tie counts half.
 *
 * The state also has the difference of points, so only a grid of given totals and differences is solved. Between nodes,
 * chances are interpolated by cubics, each node read at the difference with the same expected lead.
 */

import { EXACT } from "./lead.js";
import { CannotLoad, joined, summed } from "./npz.js";

/** @import { LeadSolution, Pair } from "./lead.js" */
/** @import { NpyArray } from "./npz.js" */

// By turns left, starting at 0: the grid step of given totals, and of the difference of points.
const GIVEN_STEPS = [1, 1, 1, 1, 1, 1, 2, 3, 3, 4, 4, 5];
const POINT_STEPS = [1, 1, 1, 4, 5, 7, 7, 8, 9, 9, 10];
/** Identifies grid and file format, as in Python. */
export const FORM = `given (${GIVEN_STEPS.join(", ")}), points (${POINT_STEPS.join(", ")}), changes along (-1, -1, -2) by byte`;
const LAST_TURN_REACH = 168;
const TAPS = 4;
// Chances are stored as integers in this unit.
const PARTS = 65_535;
// Added to a chance for every point of the expected lead, so that it breaks ties.
const TIE_BREAK = Math.fround(1e-6);
const { fround } = Math;

/** The nodes around each of a range of totals on an axis, and their weights. */
class Near {
  /** @param {number[]} axis @param {number} step @param {number} least @param {number} most */
  constructor(axis, step, least, most) {
    // Nothing is between nodes with a step of 1; with too few nodes for a cubic, it is linear.
    this.count = step === 1 ? 1 : axis.length < TAPS ? Math.min(axis.length, 2) : TAPS;
    this.least = least;
    this.rows = most - least + 1;
    this.nodes = new Int32Array(this.rows * this.count);
    this.weights = new Float64Array(this.rows * this.count).fill(1);
    const [last, back] = [axis[axis.length - 1], Math.floor((this.count - 1) / 2)];
    for (let row = 0; row < this.rows; row += 1) {
      const total = Math.min(Math.max(least + row, axis[0]), last);
      const below = axis.filter((node) => node <= total).length - 1;
      const start = Math.min(Math.max(below - back, 0), axis.length - this.count);
      for (let one = 0; one < this.count; one += 1) {
        const at = row * this.count + one;
        this.nodes[at] = start + one;
        // The weight of this node in the polynomial through all of them.
        for (let other = 0; other < this.count; other += 1) {
          if (other !== one) this.weights[at] *= (total - axis[start + other]) / (axis[start + one] - axis[start + other]);
        }
      }
    }
  }

  /** The first entry of a total, which is clipped to the range. @param {number} total */
  at(total) {
    return this.count * Math.min(Math.max(total - this.least, 0), this.rows - 1);
  }
}

/**
 * The grid for one number of turns left.
 *
 * Nodes are pairs of given totals: first a two-dimensional grid up to 60, then the differences of larger totals.
 */
class Level {
  /** The nodes around a pair of totals, and their weights. */
  nodes = new Int32Array(TAPS * TAPS);
  weights = new Float64Array(TAPS * TAPS);

  /** @param {LeadSolution} solution @param {number} turnsLeft @param {NpyArray | undefined} stored */
  constructor(solution, turnsLeft, stored) {
    const played = solution.turns - turnsLeft;
    const step = GIVEN_STEPS[Math.min(turnsLeft, GIVEN_STEPS.length - 1)];
    const { gifts } = solution.outcomes;
    const gift = gifts[gifts.length - 1];
    const reached = reachable(solution, turnsLeft);
    const [owns, others] = [new Uint8Array(EXACT), new Uint8Array(EXACT)];
    for (let index = 0; index < EXACT * EXACT; index += 1) {
      owns[Math.floor(index / EXACT)] |= reached[index];
      others[index % EXACT] |= reached[index];
    }
    const [own, other] = [owns, others].map((axis) => nodesOf(axis, 0, EXACT, step));
    // Nobody can catch up more than can still be given, one gift doubled.
    const most = Math.min(gift * (Math.floor((turnsLeft + 1) / 2) + 1), 3 * gift);
    const widest = played ? Math.ceil(most / step) * step : 0;
    const even = solution.widest;
    const differences = nodesOf(reached.subarray(EXACT * EXACT), even - widest, even + widest + 1, step).map((node) => node - even);
    const totals = totalsOf(own, other, differences);
    this.otherLength = other.length;
    this.exact = own.length * other.length;
    this.nearOwn = new Near(own, step, 0, EXACT - 1);
    this.nearOther = new Near(other, step, 0, EXACT - 1);
    this.nearDifference = new Near(differences, step, -widest, widest);
    this.step = POINT_STEPS[Math.min(turnsLeft, POINT_STEPS.length - 1)];
    const index = totals.map((pair) => solution.indexOf(...pair));
    /** By the two gifts and node: the expected lead over the rest of the game. */
    this.lead = Float32Array.from([0, 1, 2, 3].flatMap((both) => index.map((at) => solution.values[turnsLeft][both * solution.size + at])));
    this.length = totals.length;
    const same = turnsLeft === 1 ? representatives(totals, 2 * gift) : totals.map((_, node) => node);
    const highest = this.lead.reduce((so, lead) => Math.max(so, Math.abs(lead)), 0);
    // Far enough from even to be decided, or as far as the played turns allow.
    const playedReach = 120 * played + Math.ceil(highest) + 2 * this.step;
    const reach = turnsLeft === 1 ? LAST_TURN_REACH : Math.min(halfEven(66 * Math.sqrt(turnsLeft)) + 40, playedReach);
    /** By the two gifts and node: the lowest difference of points. */
    this.base = Int32Array.from(this.lead, (_, at) => -halfEven(this.lead[at - (at % this.length) + same[at % this.length]]) - reach);
    this.count = Math.floor((2 * reach) / this.step) + 1;
    const distinct = [...new Set(same)].sort((one, two) => one - two);
    const place = new Map(distinct.map((node, at) => [node, at]));
    const [stack, layer] = [turnsLeft === 1 ? 2 : 4, distinct.length * this.count];
    /** By the two gifts and node: where its chances start. In the last turn the active player cannot ask any more. */
    this.starts = Int32Array.from(this.lead, (_, at) => (Math.floor(at / this.length) % stack) * layer + Number(place.get(same[at % this.length])) * this.count);
    if (!(stored?.data instanceof Uint8Array) || stored.data.length !== 2 * stack * layer) throw new CannotLoad(`victory, ${turnsLeft} turns left`);
    this.parts = summed(joined(stored.data, new Uint16Array(stack * layer)), this.count, 2, layer);
  }

  /** Fills `nodes` and `weights`; returns how many. @param {number} own @param {number} other */
  near(own, other) {
    const { nodes, weights } = this;
    if (Math.max(own, other) >= EXACT) {
      const line = this.nearDifference;
      const at = line.at(own - other);
      for (let tap = 0; tap < line.count; tap += 1) {
        nodes[tap] = this.exact + line.nodes[at + tap];
        weights[tap] = line.weights[at + tap];
      }
      return line.count;
    }
    const [first, second] = [this.nearOwn, this.nearOther];
    const [start, side] = [first.at(own), second.at(other)];
    let count = 0;
    for (let one = start; one < start + first.count; one += 1) {
      for (let two = side; two < side + second.count; two += 1) {
        nodes[count] = first.nodes[one] * this.otherLength + second.nodes[two];
        weights[count] = first.weights[one] * second.weights[two];
        count += 1;
      }
    }
    return count;
  }

  /** The chance at a node of some gifts, by a cubic through four neighbours, in single precision. @param {number} at @param {number} difference */
  read(at, difference) {
    const { parts, count } = this;
    const place = Math.min(Math.max((difference - this.base[at]) * (1 / this.step), 0), count - 1);
    const start = Math.min(Math.max(Math.floor(place) - 1, 0), count - TAPS);
    const x = fround(place - start);
    const from = this.starts[at] + start;
    const zero = fround(parts[from] / PARTS);
    let one = fround(parts[from + 1] / PARTS);
    let two = fround(parts[from + 2] / PARTS);
    let three = fround(parts[from + 3] / PARTS);
    three = fround(three - two);
    two = fround(two - one);
    one = fround(one - zero);
    three = fround(three - two);
    two = fround(two - one);
    three = fround(three - two);
    // zero + x (one + (x - 1) / 2 (two + (x - 2) / 3 three))
    two = fround(two + fround(three * fround(fround(x - 2) / 3)));
    one = fround(one + fround(two * fround(fround(x - 1) / 2)));
    return fround(zero + fround(one * x));
  }
}

/** The active player's chance of victory before each turn, for the game of a lead solution. */
export class VictorySolution {
  /** @param {LeadSolution} lead @param {Map<string, NpyArray>} levels */
  constructor(lead, levels) {
    this.lead = lead;
    /** By turns left; at the end nothing is left to solve. */
    this.levels = Array.from({ length: lead.turns + 1 }, (_, turnsLeft) => (turnsLeft ? new Level(lead, turnsLeft, levels.get(String(turnsLeft))) : null));
    const { gift } = lead.outcomes;
    /** By gift: its outcomes. */
    this.byGift = Array.from(lead.outcomes.gifts, (value) => Int32Array.from(gift.keys()).filter((outcome) => gift[outcome] === value));
  }

  /** The chance in one position. @param {Pair} pair */
  chance({ turnsLeft, own, other, hasGift, otherHasGift, difference }) {
    const lead = this.lead.where(turnsLeft, hasGift, otherHasGift)[this.lead.indexOf(own, other)];
    const level = this.levels[turnsLeft];
    if (!level) return (Math.sign(difference + lead) + 1) / 2;
    const gifts = (2 * hasGift + otherHasGift) * level.length;
    const count = level.near(own, other);
    let chance = 0;
    for (let tap = 0; tap < count; tap += 1) {
      const at = gifts + level.nodes[tap];
      chance += level.weights[tap] * level.read(at, difference + fround(lead - level.lead[at]));
    }
    return Math.min(Math.max(chance, 0), 1);
  }

  /** By outcome: the chance of the active player after the turn, with the gift times `factor`; the lead breaks ties. @param {Pair} pair @param {number} factor */
  leaf(pair, factor) {
    const won = this.#wonAfter(pair, factor);
    const lead = this.lead.leaf(pair, factor);
    for (let outcome = 0; outcome < won.length; outcome += 1) won[outcome] = fround(won[outcome] + fround(TIE_BREAK * lead[outcome]));
    return won;
  }

  /** @param {Pair} pair @param {number} factor */
  #wonAfter(pair, factor) {
    const { total, gifts } = this.lead.outcomes;
    const won = new Float64Array(total.length);
    const turnsLeft = pair.turnsLeft - 1;
    const leads = this.lead.where(turnsLeft, pair.otherHasGift, pair.hasGift);
    const level = this.levels[turnsLeft];
    this.byGift.forEach((outcomes, gift) => {
      const given = factor * gifts[gift];
      const [own, other] = [pair.other, pair.own + given];
      const lead = leads[this.lead.indexOf(own, other)];
      if (!level) {
        for (const outcome of outcomes) won[outcome] = (1 - Math.sign(given - total[outcome] - pair.difference + lead)) / 2;
        return;
      }
      const start = (2 * pair.otherHasGift + pair.hasGift) * level.length;
      const count = level.near(own, other);
      for (let tap = 0; tap < count; tap += 1) {
        const weight = level.weights[tap];
        if (weight === 0) continue;
        const at = start + level.nodes[tap];
        const shift = fround(lead - level.lead[at]);
        for (const outcome of outcomes) won[outcome] += weight * level.read(at, given - total[outcome] - pair.difference + shift);
      }
      for (const outcome of outcomes) won[outcome] = 1 - Math.min(Math.max(won[outcome], 0), 1);
    });
    return won;
  }
}

/** By state index: whether the state is reachable before a turn. @param {LeadSolution} solution @param {number} turnsLeft */
function reachable(solution, turnsLeft) {
  const played = solution.turns - turnsLeft;
  const ownTurns = Math.floor(played / 2);
  const size = solution.widest + EXACT + 1;
  const [owns, others] = [ownTurns, played - ownTurns].map((turns) => sums(solution.outcomes.gifts, turns, size));
  const reached = new Uint8Array(solution.size);
  for (const own of owns) for (const other of others) reached[solution.indexOf(own, other)] = 1;
  return reached;
}

/** The possible sums of some gifts, at most one of them doubled, clipped at `size`. @param {Int32Array} gifts @param {number} turns @param {number} size */
function sums(gifts, turns, size) {
  /** @param {Set<number>} totals @param {number} factor */
  const added = (totals, factor) => new Set([...totals].flatMap((total) => Array.from(gifts, (gift) => Math.min(total + factor * gift, size))));
  let [plain, doubled] = [new Set([0]), new Set(/** @type {number[]} */ ([]))];
  for (let turn = 0; turn < turns; turn += 1) [plain, doubled] = [added(plain, 1), new Set([...added(doubled, 1), ...added(plain, 2)])];
  return new Set([...plain, ...doubled]);
}

/** Nodes: the reachable indices nearest to every step, because only these have an expected lead.
 * @param {Uint8Array} reached @param {number} start @param {number} end @param {number} step */
function nodesOf(reached, start, end, step) {
  const there = [...reached.keys()].filter((index) => reached[index]);
  const found = new Set();
  for (let wanted = start; wanted < Math.min(end, reached.length); wanted += step) {
    found.add(there.length ? there.reduce((nearest, node) => (Math.abs(node - wanted) < Math.abs(nearest - wanted) ? node : nearest)) : wanted);
  }
  return [...found];
}

/** Representative given totals of every node. @param {number[]} own @param {number[]} other @param {number[]} differences @returns {[number, number][]} */
const totalsOf = (own, other, differences) => [
  ...own.flatMap((one) => other.map((two) => /** @type {[number, number]} */ ([one, two]))),
  ...differences.map((difference) => /** @type {[number, number]} */ ([EXACT + Math.max(difference, 0), EXACT + Math.max(-difference, 0)])),
];

/** For the last turn, in which `most` can be given: for every node its first equivalent one.
 *
 * Who has given more has the charity bonus already, and its size depends on their total only.
 * @param {[number, number][]} totals @param {number} most */
function representatives(totals, most) {
  /** @type {Map<string, number>} */
  const first = new Map();
  return totals.map(([own, other], node) => {
    const beyond = Math.max(own, other) >= EXACT;
    const key = beyond ? `beyond ${Math.min(Math.max(own - other, -most - 1), 1)}` : `${own} ${own > other ? 0 : other}`;
    if (!first.has(key)) first.set(key, node);
    return Number(first.get(key));
  });
}

/** The nearest whole number, of two the even one. @param {number} value */
function halfEven(value) {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 ? below + 1 : below;
}
