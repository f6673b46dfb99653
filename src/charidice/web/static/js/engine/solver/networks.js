/**
 * The networks of `shares`: a few hidden layers from the features of a position to the share of victory of every seat.
 *
 * Positions after the outcomes of one turn share most of their inputs, so the first layer adds only what has changed since
 * the position before. The other layers are computed for four positions at once.
 */

import { inputsOf, isLastRound, isSteep } from "./features.js";
import { CannotLoad } from "./npz.js";

// Larger exponents would overflow.
const STEEPEST = 80;
/** Positions that go through the hidden layers together. */
const TOGETHER = 4;

/** The size of the hidden layers; positions near the end need more. @param {number} turnsLeft @param {number} seats */
function unitsOf(turnsLeft, seats) {
  if (isLastRound(turnsLeft, seats)) return 128;
  return isSteep(turnsLeft, seats) ? 96 : seats > 2 ? 56 : 48;
}

/** Whether two gated hidden layers replace the single one; the bundled networks were fitted like this. @param {number} seats */
const isGated = (seats) => seats > 3;

export class Network {
  /** @param {Float32Array} weights of all layers; the last row of each is the bias @param {number} turnsLeft @param {number} seats */
  constructor(weights, turnsLeft, seats) {
    const [inputs, units] = [inputsOf(turnsLeft, seats), unitsOf(turnsLeft, seats)];
    this.seats = seats;
    this.inputs = inputs;
    this.units = units;
    this.gated = isGated(seats);
    this.steep = isSteep(turnsLeft, seats);
    const hidden = this.gated ? 2 : 1;
    let at = 0;
    /** @param {number} rows @param {number} columns */
    const next = (rows, columns) => weights.subarray(at, (at += rows * columns));
    const [first, between] = [next(inputs + 1, units), Array.from({ length: hidden }, () => next(units + 1, units))];
    const [last, direct, bias] = [next(units, seats), next(inputs, seats), next(1, seats)];
    if (at !== weights.length) throw new CannotLoad(`a network of ${weights.length} weights`);
    /** By input: the weights of the first units, then those of the scores; the biases last. */
    this.columns = units + seats;
    this.first = new Float64Array((inputs + 1) * this.columns);
    for (let input = 0; input <= inputs; input += 1) {
      this.first.set(first.subarray(input * units, (input + 1) * units), input * this.columns);
      this.first.set(input < inputs ? direct.subarray(input * seats, (input + 1) * seats) : bias, input * this.columns + units);
    }
    /** By layer and unit: the weights of the units before, then the bias. */
    this.hidden = between.map((layer) => transposed(layer, units + 1, units));
    /** By seat: the weights of the last units. */
    this.last = transposed(last, units, seats);
  }

  /** The shares of many positions with the same number of turns left: by seat, a column.
   * @param {number} count @param {(position: number) => Float64Array} inputsAt similar positions should follow each other */
  shares(count, inputsAt) {
    const { units, seats, columns, inputs, first } = this;
    const found = Array.from({ length: seats }, () => new Float64Array(count));
    const before = new Float64Array(inputs);
    const sums = first.slice(inputs * columns);
    // By unit and position.
    const [one, two] = [new Float64Array(TOGETHER * units), new Float64Array(TOGETHER * units)];
    const scores = new Float64Array(TOGETHER * seats);
    for (let start = 0; start < count; start += TOGETHER) {
      const some = Math.min(TOGETHER, count - start);
      for (let position = 0; position < some; position += 1) {
        addChanges(first, columns, inputsAt(start + position), before, sums);
        for (let unit = 0; unit < units; unit += 1) one[TOGETHER * unit + position] = sums[unit];
        for (let seat = 0; seat < seats; seat += 1) scores[TOGETHER * seat + position] = sums[units + seat];
      }
      const values = this.#through(one, two);
      addLast(this.last, values, units, scores);
      for (let position = 0; position < some; position += 1) this.#share(scores, position, found, start + position);
    }
    return found;
  }

  /** Through all hidden layers; both arrays are overwritten. @param {Float64Array} values sums of the first units @param {Float64Array} other */
  #through(values, other) {
    const activate = this.gated ? gate : squash;
    activate(values);
    let [from, to] = [values, other];
    for (const layer of this.hidden) {
      layerSums(layer, from, this.units, to);
      activate(to);
      [from, to] = [to, from];
    }
    return from;
  }

  /** From scores to shares: softmax over the seats, or the logistic function of the first and softmax for the rest.
   * @param {Float64Array} scores @param {number} position @param {Float64Array[]} found @param {number} at */
  #share(scores, position, found, at) {
    const { seats, steep } = this;
    let rest = 1;
    if (steep) {
      rest = 1 / (1 + Math.exp(scores[position]));
      found[0][at] = 1 - rest;
    }
    const from = Number(steep);
    let [most, sum] = [-Infinity, 0];
    for (let seat = from; seat < seats; seat += 1) most = Math.max(most, scores[TOGETHER * seat + position]);
    for (let seat = from; seat < seats; seat += 1) {
      found[seat][at] = Math.exp(scores[TOGETHER * seat + position] - most);
      sum += found[seat][at];
    }
    for (let seat = from; seat < seats; seat += 1) found[seat][at] *= rest / sum;
  }
}

/** Adds to the sums of the first layer what differs from the inputs before. @param {Float64Array} first @param {number} columns @param {Float64Array} inputs @param {Float64Array} before @param {Float64Array} sums */
function addChanges(first, columns, inputs, before, sums) {
  for (let input = 0; input < inputs.length; input += 1) {
    const change = inputs[input] - before[input];
    if (change === 0) continue;
    before[input] = inputs[input];
    const row = input * columns;
    for (let column = 0; column < columns; column += 1) sums[column] += change * first[row + column];
  }
}

/** The sums of a layer for four positions, two units at a time. @param {Float64Array} layer @param {Float64Array} values @param {number} units even @param {Float64Array} sums */
function layerSums(layer, values, units, sums) {
  const width = units + 1;
  const end = TOGETHER * units;
  for (let unit = 0, out = 0; unit < units; unit += 2, out += 2 * TOGETHER) {
    let weight = unit * width;
    // Starting with the biases.
    let a = layer[weight + units];
    let b = a;
    let c = a;
    let d = a;
    let e = layer[weight + units + width];
    let f = e;
    let g = e;
    let h = e;
    for (let at = 0; at < end; at += TOGETHER, weight += 1) {
      const one = layer[weight];
      const two = layer[weight + width];
      const first = values[at];
      const second = values[at + 1];
      const third = values[at + 2];
      const fourth = values[at + 3];
      a += one * first;
      b += one * second;
      c += one * third;
      d += one * fourth;
      e += two * first;
      f += two * second;
      g += two * third;
      h += two * fourth;
    }
    sums[out] = a;
    sums[out + 1] = b;
    sums[out + 2] = c;
    sums[out + 3] = d;
    sums[out + 4] = e;
    sums[out + 5] = f;
    sums[out + 6] = g;
    sums[out + 7] = h;
  }
}

/** Adds to the scores of four positions. @param {Float64Array} last @param {Float64Array} values @param {number} units @param {Float64Array} scores */
function addLast(last, values, units, scores) {
  for (let at = 0; at < scores.length; at += 1) {
    const position = at % TOGETHER;
    const weights = ((at - position) / TOGETHER) * units;
    let sum = scores[at];
    for (let unit = 0; unit < units; unit += 1) sum += last[weights + unit] * values[TOGETHER * unit + position];
    scores[at] = sum;
  }
}

/** Gated units (SiLU). @param {Float64Array} values */
function gate(values) {
  for (let at = 0; at < values.length; at += 1) {
    const value = Math.max(values[at], -STEEPEST);
    values[at] = value / (1 + Math.exp(-value));
  }
}

/** Bounded units (softsign). @param {Float64Array} values */
function squash(values) {
  for (let at = 0; at < values.length; at += 1) values[at] /= 1 + Math.abs(values[at]);
}

/** @param {Float32Array} weights @param {number} rows @param {number} columns */
function transposed(weights, rows, columns) {
  const found = new Float64Array(weights.length);
  for (let row = 0; row < rows; row += 1) for (let column = 0; column < columns; column += 1) found[column * rows + row] = weights[row * columns + column];
  return found;
}
