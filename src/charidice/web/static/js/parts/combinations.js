/** An overview of all combinations and their bonuses, computed by the server. */

import { messageOf } from "../lib/api.js";
import { dieFace } from "./die.js";
import { fill, h } from "../lib/dom.js";
import { waysToScore } from "./lessons.js";
import { capital, say } from "../lib/text.js";

/** @import { OptionView } from "../wire.d.ts" */

/** Six dice of one colour and six of one number, with the sets to show for each. */
const GROUPS = {
  colour: { faces: ["B1", "B2", "B3", "B4", "B5", "B6"], sets: ["B1 B2 B4 B6", "B2 B3 B4 B5", "B1 B2 B3 B4 B5", "B1 B2 B3 B4 B5 B6"] },
  number: { faces: ["Y4", "O4", "G4", "B4", "P4", "K4"], sets: ["Y4 O4 G4 B4", "Y4 O4 G4 B4 P4", "Y4 O4 G4 B4 P4 K4"] },
};

/** @param {"h2" | "h3"} heading */
export function combinations(heading) {
  const groups = h("div", { class: "combination-groups" });
  const id = "combinations-title";
  show(groups);
  return h(
    "section",
    { class: "combinations", "aria-labelledby": id },
    h(heading, { id }, say("web.combinations")),
    groups,
    h("p", { class: "soft" }, say("web.combinations.none")),
  );
}

/** @param {HTMLElement} place */
async function show(place) {
  try {
    fill(place, await Promise.all(Object.entries(GROUPS).map(group)));
  } catch (problem) {
    fill(place, h("p", { class: "error" }, messageOf(problem)));
  }
}

/** @param {[string, {faces: string[], sets: string[]}]} entry */
async function group([name, { faces, sets }]) {
  const answer = await waysToScore(faces);
  const rows = sets.map((text) => {
    const set = text.split(" ");
    const option = answer.options.find(({ dice }) => dice.map((die) => answer.faces[die]).sort().join() === [...set].sort().join());
    return option && combination(set, option);
  });
  const title = say(`web.combinations.${name}`);
  return h("div", {}, h("p", { class: "combination-group", "aria-hidden": "true" }, title), h("ul", { "aria-label": title }, rows));
}

/** @param {string[]} set @param {OptionView} option */
const combination = (set, { kind, bonus }) =>
  h(
    "li",
    {},
    h("span", { class: "combination-dice", "aria-hidden": "true" }, set.map((face) => dieFace(face, { small: true, hidden: true }))),
    h("span", { class: "combination-name" }, say(`web.combinations.${kind}`, { count: set.length })),
    h("b", { class: "combination-bonus" }, h("span", { class: "unseen" }, capital(say("box.bonus")), " "), `+${bonus}`),
  );
