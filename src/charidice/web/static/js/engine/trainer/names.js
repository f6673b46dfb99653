/** The names of the themes, apart from the solver that finds them. */

/**
 * What a decision is about.
 * @typedef {"straight-or-colour" | "number-or-colours" | "keep-or-roll" | "gift-or-points" | "charity" | "asking" | "asked"
 *   | "last-round" | "lead" | "straight" | "gift-cost"} Theme
 * What a move is for.
 * @typedef {"straight" | "colour" | "number" | "colours" | "keep" | "all" | "gift" | "points" | "give" | "hold" | "ask" | "wait"
 *   | "score" | "roll" | "chance" | "safe" | "small" | "large" | "other"} Idea
 */

/** The themes that need no chances to be understood. @type {readonly Theme[]} */
export const FOR_CHILDREN = Object.freeze(/** @type {Theme[]} */ (["straight", "gift-cost"]));
/** @type {readonly Theme[]} */
export const THEMES = Object.freeze(
  /** @type {Theme[]} */ (["straight-or-colour", "number-or-colours", "keep-or-roll", "gift-or-points", "charity", "asking", "asked", "last-round", "lead", ...FOR_CHILDREN]),
);
