/** The rules, clause by clause from the catalogs, with interactive examples. */

import { combinations } from "../parts/combinations.js";
import { diceExample } from "../parts/dice-example.js";
import { dieFace } from "../parts/die.js";
import { byId, h } from "../lib/dom.js";
import { Screen } from "../shell/router.js";
import { has, say } from "../lib/text.js";

/** @import { Children } from "../types.d.ts" */

const FIVE_BLUE = ["B1", "B2", "B3", "B4", "B6", "P6"];

/** Each clause's example: its dice, and the sets it mentions. @type {Record<string, {faces: string[], sets: string[][], asked?: boolean}>} */
const EXAMPLES = {
  "3.3": { faces: FIVE_BLUE, sets: [["B2", "B3", "B4", "B6"], ["B1", "B2", "B3", "B4"], ["B1", "B2", "B3", "B4", "B6"]] },
  "3.6": { faces: ["B1", "B2", "B3", "B4", "B5", "B6"], sets: [["B6"], ["B1", "B2", "B3", "B4", "B5", "B6"]] },
  "7.1": { faces: FIVE_BLUE, sets: [["B2", "B3", "B4", "B6"], ["B1", "B2", "B3", "B4"]] },
  "7.2": { faces: ["O2", "G2", "B2", "K2", "G6", "P6"], sets: [["O2", "G2", "B2", "K2"], ["O2", "B2", "K2", "G6", "P6"]] },
  "7.3": { faces: ["G1", "G2", "G3", "G4", "K2", "O5"], sets: [["G1", "G2", "G3", "G4"]], asked: true },
};
const EXAMPLES_CHAPTER = "7";
/** Clauses of little interest to most readers come last. */
const APPENDIX = ["1.3"];
const WIDE = "(min-width: 1000px)";

/** The direct subclauses of a clause; 0 is its introduction. @param {string} number */
function below(number) {
  const found = has(`rules.${number}.0`) ? [`${number}.0`] : [];
  for (let at = 1; has(`rules.${number}.${at}`); at++) found.push(`${number}.${at}`);
  return found;
}

function chapters() {
  const found = [];
  for (let at = 1; has(`rules.${at}`); at++) found.push(String(at));
  return found;
}

/** @param {string} number */
const idOf = (number) => `rule-${number}`;

class RulesScreen extends Screen {
  get heading() {
    return "rules";
  }

  render() {
    const all = chapters();
    this.replaceChildren(
      h(
        "div",
        { class: "rules-page" },
        this.#contents(all),
        h(
          "article",
          { class: "paper rules-text" },
          h("h1", {}, say("rules")),
          combinations("h2"),
          all.map((number) => this.#chapter(number)),
          h("section", { class: "chapter" }, h("h2", {}, say("web.rules.appendix")), APPENDIX.map((clause) => this.#clause(clause))),
        ),
      ),
    );
  }

  entered() {
    const wanted = decodeURIComponent(location.hash.slice(1));
    // Scroll to the URL's clause after the router has scrolled to the top.
    if (wanted) requestAnimationFrame(() => document.getElementById(wanted)?.scrollIntoView());
  }

  /** @param {string[]} all */
  #contents(all) {
    const links = all.map((number) => h("li", {}, this.#link(number, h("span", { class: "number" }, number), say(`rules.${number}`))));
    return h(
      "nav",
      { class: "paper rules-contents", "aria-label": say("web.rules.contents") },
      h("details", { open: matchMedia(WIDE).matches }, h("summary", {}, say("web.rules.contents")), h("ol", {}, links)),
      h("a", { class: "button plain", href: "/tutorial" }, say("web.rules.tutorial")),
    );
  }

  /** Links to a clause without a history entry, so that Back leaves the rules. @param {string} number @param {...Children} content */
  #link(number, ...content) {
    const follow = (/** @type {Event} */ event) => {
      event.preventDefault();
      const target = byId(idOf(number));
      target.scrollIntoView();
      target.focus({ preventScroll: true });
    };
    return h("a", { href: `#${idOf(number)}`, on: { click: follow } }, content);
  }

  /** @param {string} number */
  #chapter(number) {
    const heading = h(
      "h2",
      { id: idOf(number), tabindex: -1 },
      h("span", { class: "number" }, number),
      h("span", {}, say(`rules.${number}`)),
    );
    return h("section", { class: "chapter" }, heading, below(number).filter((clause) => !APPENDIX.includes(clause)).map((clause) => this.#clause(clause)));
  }

  /** @param {string} number @returns {HTMLElement} */
  #clause(number) {
    const parts = number.split(".");
    const isOpening = parts[parts.length - 1] === "0";
    const text = h("p", {}, this.#text(number));
    return h(
      "div",
      { class: "clause", id: idOf(number), tabindex: -1 },
      isOpening ? null : h("span", { class: "number" }, number),
      h(
        "div",
        { class: "clause-text" },
        text,
        EXAMPLES[number] ? diceExample({ clause: number, ...EXAMPLES[number] }) : null,
        below(number).map((clause) => this.#clause(clause)),
      ),
    );
  }

  /** A clause's text; numbers of other clauses become links, and faces in examples become dice. @param {string} number */
  #text(number) {
    const isExample = number.startsWith(EXAMPLES_CHAPTER);
    return say(`rules.${number}`)
      .split(/\b([YOGBPK][1-6]|[1-9]\.[0-9](?:\.[0-9])?)\b/)
      .map((part) => {
        if (has(`rules.${part}`) && part.includes(".")) return this.#link(part, part);
        return isExample && /^[YOGBPK][1-6]$/.test(part) ? faceTag(part) : part;
      });
  }
}

/** An inline face with its letter. @param {string} face */
function faceTag(face) {
  const tag = dieFace(face, { small: true, class: "face-tag" });
  /** @type {Element} */ (tag.querySelector(".number")).textContent = face;
  return tag;
}

customElements.define("rules-screen", RulesScreen);
