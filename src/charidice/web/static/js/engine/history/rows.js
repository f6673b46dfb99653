/** Games as rows of figures, one row for each seat. */

import { DECISION_KINDS, isWhole } from "./games.js";

/** @import { Game, SeatResult, SeatReview } from "./games.js" */
/** @import { Aliases } from "./people.js" */

/** A figure that may have a fraction, unlike a number that is always whole. */
export class Fraction {
  /** @param {number} value */
  constructor(value) {
    this.value = value;
  }
}

/** @typedef {Record<string, string | number | Fraction | null>} Row */

/** @param {Game[]} games @param {Aliases} aliases @returns {Row[]} */
export function rows(games, aliases) {
  const people = aliases.people(games);
  return [...games].sort(byTime).flatMap((game) =>
    game.seats.map((seat, number) => ({
      game: game.id,
      // As Python writes the time.
      at: game.at.replace(/Z$/, "+00:00"),
      kind: game.kind,
      players: game.seats.length,
      rounds: game.rounds,
      finished: Number(game.finished),
      whole: Number(isWhole(game)),
      seat: number + 1,
      name: seat.name,
      person: seat.bot ?? String(people.get(aliases.person(seat))?.shown),
      bot: seat.bot,
      ...figuresOf(seat),
      ...reviewedOf(game.review?.seats[number] ?? null),
    })),
  );
}

/** @param {Game} one @param {Game} other */
const byTime = (one, other) => (one.at < other.at || (one.at === other.at && one.id < other.id) ? -1 : 1);

/** @param {SeatResult} seat @returns {Row} */
const figuresOf = ({ points, bonus, received, given, charity, total, victory, asked }) => ({
  ...{ points, bonus, received, given, charity, total },
  victory: new Fraction(Math.round(victory * 1e4) / 1e4),
  asked_round: asked && asked.round,
  asked_after_rolls: asked && asked.rolls,
  asked_gift: asked && asked.gift,
});

/** @param {SeatReview | null} review @returns {Row} */
function reviewedOf(review) {
  /** @type {Row} */
  const row = { asking_gain: fraction(review?.askingGain), luck: fraction(review?.luck) };
  for (const kind of DECISION_KINDS) {
    const [name, losses] = [kind.replace("-", "_"), review?.losses[kind]];
    const none = review ? 0 : null;
    row[`${name}_decisions`] = losses ? losses.decisions : none;
    row[`${name}_loss`] = losses ? new Fraction(losses.total) : none;
  }
  return row;
}

/** @param {number | null | undefined} value */
const fraction = (value) => (value === null || value === undefined ? null : new Fraction(value));
