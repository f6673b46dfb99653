/** The dial of objectives, each as a word. */

import { OBJECTIVE_NAMES } from "../solver/analysis.js";
import { CannotValue } from "../solver/contest.js";
import { Recent } from "../solver/recent.js";
import { Target } from "../solver/solo.js";

/** @import { ObjectiveName } from "../solver/analysis.js" */

const TARGET = "target ";
// Each keeps the turns that it has solved.
const MOST_TARGETS = 2;
/** @type {Recent<Target>} */
const targets = new Recent(MOST_TARGETS);

/** The objective of a word, such as `victory` or `target 220`. @param {string} text @returns {ObjectiveName | Target} */
export function readObjective(text) {
  const name = OBJECTIVE_NAMES.find((each) => each === text);
  if (name) return name;
  const score = /^target (-?[0-9]{1,4})$/.exec(text);
  if (score) return targets.get(score[1], () => new Target(Number(score[1])));
  if (text.startsWith(TARGET)) throw new CannotValue("target-not-whole", { text: text.slice(TARGET.length, 60) });
  throw new CannotValue("unknown-objective", { text: text.slice(0, 60), allowed: [...OBJECTIVE_NAMES, "target N"] });
}

/** The objective whose tables a word needs. @param {string} text */
export const tablesOf = (text) => (text.startsWith(TARGET) ? "target" : text);

