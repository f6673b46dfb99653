/** From values to percentages of a chart. */

/** @import { Chart } from "../wire.d.ts" */

/** @type {Chart} */
export const BLANK = Object.freeze({ title: "", description: "", places: [], lines: [], band: [], bars: [], marks: [], levels: [], uprights: [], labels: [], zero: null });

/** Thinner bars, in percent of the chart, would be invisible. */
const LEAST_BAR = 0.7;
/** At most so many steps between the ticks of a small chart, each one of these sizes times a power of ten. */
const MOST_STEPS = 3;
const SIZES = [1, 2, 5];
const STEPS = [-3, -2, -1, 0, 1, 2, 3].flatMap((power) => SIZES.map((size) => size * 10 ** power));

/** @param {number} value */
export const hundredths = (value) => Math.round(100 * value) / 100;

export class Scale {
  /** @param {number} low @param {number} high */
  constructor(low, high) {
    this.low = low;
    this.high = high;
  }

  /** With room for all these values and for 0. @param {number[]} values */
  static around(values) {
    const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
    return new Scale(low, high > low ? high : low + 1);
  }

  /** @param {number} value */
  x(value) {
    return hundredths(100 * Math.min(Math.max((value - this.low) / (this.high - this.low), 0), 1));
  }

  /** The same from the top. @param {number} value */
  y(value) {
    return hundredths(100 - this.x(value));
  }

  /** The bar between two values. @param {number} start @param {number} end */
  bar(start, end) {
    const [x, ends] = [this.x(start), this.x(end)].sort((one, other) => one - other);
    return { x, width: Math.max(hundredths(ends - x), LEAST_BAR) };
  }

  /** The upright bar between 0 and a value. @param {number} left @param {number} width @param {number} value */
  column(left, width, value) {
    const { x: bottom, width: height } = this.bar(value, 0);
    return { x: hundredths(left), y: hundredths(100 - bottom - height), width: hundredths(width), height };
  }

  /** A few round values. */
  get ticks() {
    const step = Number(STEPS.find((size) => this.high - this.low <= MOST_STEPS * size));
    const [first, last] = [Math.ceil(this.low / step), Math.floor(this.high / step)];
    return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
  }
}
