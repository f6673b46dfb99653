/** The decisions of a reviewed game with their themes. */

import { isAnswer } from "../coach/reviews/review.js";
import { lossOf } from "../coach/reviews/walk.js";
import { kindOfDecision } from "../history/games.js";
import { writeNode } from "../record/position.js";
import { subtotal } from "../sheet.js";
import { GameNode } from "../strict.js";
import { encode } from "./encoding.js";
import { ratingOf } from "./levels.js";
import { THRESHOLDS } from "./seeds.js";
import { analysed, ideasOf, themesOf } from "./themes.js";

/** @import { Review } from "../coach/reviews/review.js" */
/** @import { Decision } from "../coach/reviews/walk.js" */
/** @import { DecisionKind } from "../history/games.js" */
/** @import { Tables } from "../solver/files.js" */
/** @import { Action } from "../moves.js" */
/** @import { LevelNumbers } from "./levels.js" */
/** @import { Analysed, Found } from "./themes.js" */
/** @import { Idea, Theme } from "./names.js" */

/** Whether a player is ahead of all others in points, as far as they are written down. @typedef {"leading" | "level" | "trailing"} Standing */

/**
 * A decision of a game.
 * @typedef {object} Judged
 * @property {number} event  The index of the event that it led to.
 * @property {number} seat
 * @property {DecisionKind} kind
 * @property {Theme[]} themes
 * @property {number} round
 * @property {Standing} standing
 * @property {number} loss  In chance of victory.
 * @property {SeedNode | null} seed  What an exercise needs; null of a good move.
 */

/**
 * A decision as an exercise needs it, and the action taken, as an index. The theme is one that the action missed, or else the first one;
 * null if the decision has none, and then the margin is the loss.
 * @typedef {{node: string, action: number, theme: Theme | null, idea: Idea | null, margin: number, rating: number}} SeedNode
 */

const LEAST = Math.min(...Object.values(THRESHOLDS));
// Where values have an error of one or two percentage points, smaller losses may be none.
const LEAST_OF_UNCERTAIN = 0.03;
const CERTAIN = ["exact", "bounded"];
// More than the values are accurate to.
const DIGITS = 1e6;

/** Every decision of these seats. @param {Review} review @param {readonly number[]} seats @param {LevelNumbers} ratings of the bots @param {Tables} tables with those of the victory in this game @returns {Judged[]} */
export function judgedDecisions({ moments, objectives }, seats, ratings, tables) {
  const least = CERTAIN.includes(objectives[0].truth) ? LEAST : LEAST_OF_UNCERTAIN;
  const judge = new Judge(least, ratings, tables);
  return moments.flatMap(({ decisions }, event) => decisions.filter(({ seat }) => seats.includes(seat)).map((decision) => judge.judged(decision, event)));
}

class Judge {
  /** @param {number} least the loss that makes a seed @param {LevelNumbers} ratings @param {Tables} tables */
  constructor(least, ratings, tables) {
    this.least = least;
    this.ratings = ratings;
    this.tables = tables;
  }

  /** @param {Decision} decision @param {number} event @returns {Judged} */
  judged(decision, event) {
    const { seat, state, judgements } = decision;
    const loss = Math.round(lossOf(judgements[0]) * DIGITS) / DIGITS;
    const fields = { event, seat, kind: kindOfDecision(decision), round: state.round, standing: standingOf(decision), loss };
    // Asked before the first roll: a move of its own, which the strict order of moves leaves out.
    if (!state.turn.rolls) return { ...fields, themes: [], seed: null };
    const a = analysed(new GameNode(state, isAnswer(decision)), this.tables);
    const found = themesOf(a);
    return { ...fields, themes: [...found.keys()], seed: loss < this.least ? null : this.#seed(decision.action, a, found, loss) };
  }

  /** @param {Action} action @param {Analysed} a @param {Map<Theme, Found>} found @param {number} loss @returns {SeedNode} */
  #seed(action, a, found, loss) {
    const missed = [...found].filter(([theme, { idea }]) => (ideasOf(theme, a).get(action) ?? idea) !== idea);
    const [theme, { idea, margin }] = [...missed, ...found][0] ?? [null, { idea: null, margin: loss }];
    return { node: writeNode(a.node), action: encode(action), theme, idea, margin, rating: ratingOf(a, margin, this.ratings) };
  }
}

/** @param {Decision} decision @returns {Standing} */
function standingOf({ state: { sheets }, seat }) {
  const totals = sheets.map(subtotal);
  const ahead = totals[seat] - Math.max(...totals.filter((_, other) => other !== seat));
  return ahead > 0 ? "leading" : ahead < 0 ? "trailing" : "level";
}
