/**
 * Ratings of players and exercises by Glicko-2 (Glickman, Example of the Glicko-2 system, 2022).
 *
 * An answer is a game against the exercise, and its worth the result. A period is a day: all its answers count together, and a
 * day without any makes the rating a little less certain.
 */

/**
 * A rating with its standard deviation and volatility.
 * @typedef {Readonly<{rating: number, deviation: number, volatility: number}>} Skill
 * An exercise, as an opponent, and the result against it.
 * @typedef {Readonly<{rating: number, deviation: number, worth: number}>} Result
 */

const [MEAN, SCALE] = [1500, 173.7178];
// The system constant: how much the volatility may change.
const TAU = 0.5;
const ACCURACY = 0.000001;
/** The 97.5 % quantile of the normal distribution. */
const WITHIN_95 = 1.959964;
const MOST_DEVIATION = 350;

/** @type {Skill} */
export const UNKNOWN = Object.freeze({ rating: MEAN, deviation: MOST_DEVIATION, volatility: 0.06 });

/** Of 95 %. @param {Skill} skill @returns {[number, number]} */
export const intervalOf = ({ rating, deviation }) => [rating - WITHIN_95 * deviation, rating + WITHIN_95 * deviation];

/** The rating after a period with these answers. @param {Skill} skill @param {readonly Result[]} results @returns {Skill} */
export function afterPeriod(skill, results) {
  const deviation = skill.deviation / SCALE;
  if (!results.length) return { ...skill, deviation: Math.min(SCALE * Math.hypot(deviation, skill.volatility), MOST_DEVIATION) };
  const own = (skill.rating - MEAN) / SCALE;
  let [information, gain] = [0, 0];
  for (const result of results) {
    const weight = 1 / Math.sqrt(1 + (3 * (result.deviation / SCALE) ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp(-weight * (own - (result.rating - MEAN) / SCALE)));
    information += weight ** 2 * expected * (1 - expected);
    gain += weight * (result.worth - expected);
  }
  const variance = 1 / information;
  const volatility = volatilityAfter(skill.volatility, deviation, variance, variance * gain);
  const before = deviation ** 2 + volatility ** 2;
  const after = 1 / Math.sqrt(1 / before + 1 / variance);
  return { rating: MEAN + SCALE * (own + after ** 2 * gain), deviation: SCALE * after, volatility };
}

/** Step 5 of the paper, by the Illinois algorithm. @param {number} volatility @param {number} deviation @param {number} variance @param {number} change */
function volatilityAfter(volatility, deviation, variance, change) {
  const start = Math.log(volatility ** 2);
  /** @param {number} x */
  const slope = (x) => {
    const spread = deviation ** 2 + variance + Math.exp(x);
    return (Math.exp(x) * (change ** 2 - spread)) / (2 * spread ** 2) - (x - start) / TAU ** 2;
  };
  let [low, high] = [start, Math.log(change ** 2 - deviation ** 2 - variance)];
  if (change ** 2 <= deviation ** 2 + variance) {
    let steps = 1;
    while (slope(start - steps * TAU) < 0) steps += 1;
    high = start - steps * TAU;
  }
  let [atLow, atHigh] = [slope(low), slope(high)];
  while (Math.abs(high - low) > ACCURACY) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow);
    const atMiddle = slope(middle);
    if (atMiddle * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, atMiddle];
  }
  return Math.exp(low / 2);
}
