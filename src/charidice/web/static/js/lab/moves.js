/** Every move of a position with its value and its loss, and whether to ask. */

import { fill, h, named, rememberFocus, setStyle } from "../lib/dom.js";
import { number, say } from "../lib/text.js";
import { segments } from "../parts/fields.js";
import { accuracyText, lossText, moveNodes, moveText, valueText } from "./words.js";

/** @import { LabAnswer, LabMove } from "../engine/lab/types.d.ts" */
/** @import { LabView } from "./lab-view.d.ts" */

/** Which moves are listed. @typedef {"best" | "keep" | "score" | "all"} Filter */
/** @type {Filter[]} */
const FILTERS = ["best", "keep", "score", "all"];
const AT_FIRST = 6;
/** Beyond these losses, in parts of all that the moves differ in, a move's bar has another pattern. */
const [GOOD, FAIR] = [0.15, 0.5];

export class Moves {
  #view;
  /** @type {Filter} */
  #filter = "best";
  /** The move that lies open and lights the dice, as notation. @type {string | null} */
  #chosen = null;
  #play;
  #light;
  #heading = h("h2", { id: "lab-moves-heading", tabindex: "-1" });
  #accuracy = h("span", { class: "soft" });
  #filters = h("div", { class: "lab-filters" });
  #asking = h("div", { class: "lab-asking" });
  #list = h("div", { class: "lab-list" });
  element = h("section", { class: "paper lab-moves", "aria-labelledby": "lab-moves-heading" },
    h("div", { class: "lab-head" }, this.#heading, this.#accuracy), this.#asking, this.#filters, this.#list);

  /** @param {LabView} view @param {(move: string) => void} play @param {(move: LabMove | null) => void} light called with the move that the dice show */
  constructor(view, play, light) {
    this.#view = view;
    this.#play = play;
    this.#light = light;
  }

  /** Another position: nothing is chosen yet. */
  forget() {
    this.#chosen = null;
  }

  /** @param {LabAnswer} answer */
  update(answer) {
    const restore = rememberFocus(".lab-moves");
    const { state, names } = this.#view;
    fill(this.#heading, answer.decision === "over" ? say("web.lab.over") : say("web.lab.moves", { name: names[answer.active] }));
    fill(this.#accuracy, answer.objective === "victory" || answer.truth !== "exact" ? accuracyText(answer) : say("web.lab.exact"));
    fill(this.#asking, this.#askingRows(answer));
    const moves = state.turn.rolls ? answer.moves : [];
    fill(this.#filters, moves.length > 1 ? this.#filterChoice(moves) : null);
    fill(this.#list, moves.length ? this.#table(answer, this.#listed(moves)) : null);
    this.#light(this.#lit(answer));
    restore();
  }

  /** The chosen move, else the best one. @param {LabAnswer} answer */
  #lit({ moves }) {
    if (!this.#view.state.turn.rolls) return null;
    return moves.find(({ move }) => move === this.#chosen) ?? moves[0] ?? null;
  }

  /** @param {LabMove[]} moves */
  #listed(moves) {
    if (this.#filter === "all") return moves;
    if (this.#filter === "best") {
      const shown = moves.slice(0, AT_FIRST);
      const chosen = moves.find(({ move }) => move === this.#chosen);
      return chosen && !shown.includes(chosen) ? [...shown, chosen] : shown;
    }
    return moves.filter(({ type }) => (type === "score") === (this.#filter === "score"));
  }

  /** @param {LabMove[]} moves */
  #filterChoice(moves) {
    return segments({
      name: "lab-filter",
      legend: say("web.lab.filter"),
      values: FILTERS,
      chosen: this.#filter,
      text: (filter) => (filter === "all" ? say("web.lab.filter.all", { count: moves.length }) : say(`web.lab.filter.${filter}`)),
      changed: (filter) => {
        this.#filter = filter;
        this.#again();
      },
    });
  }
  /** Draws the last answer again. @type {() => void} */
  #again = () => {};

  /** @param {LabAnswer} answer @param {LabMove[]} moves */
  #table(answer, moves) {
    this.#again = () => this.update(answer);
    const span = Math.max(...answer.moves.map(({ loss }) => loss), Number.MIN_VALUE);
    const head = (/** @type {string} */ key) => h("th", { class: "lab-col", scope: "col" }, say(key));
    return h("table", { class: "lab-table" },
      h("caption", { class: "unseen" }, say("web.lab.moves.caption")),
      h("thead", {}, h("tr", {}, head("web.lab.head.move"), head(`web.lab.head.${answer.unit}`), head("web.lab.head.loss"))),
      h("tbody", {}, moves.map((move) => this.#row(answer, move, span))));
  }

  /** @param {LabAnswer} answer @param {LabMove} move @param {number} span */
  #row(answer, move, span) {
    const { state } = this.#view;
    const isBest = move === answer.moves[0];
    const open = this.#chosen === move.move;
    const toggle = () => {
      this.#chosen = open ? null : move.move;
      this.update(answer);
    };
    const share = 1 - move.loss / span;
    const kind = move.loss <= GOOD * span ? "good" : move.loss <= FAIR * span ? "fair" : "poor";
    const bar = setStyle(h("span", { class: `lab-bar ${kind}`, "aria-hidden": "true" }), { "--share": Math.max(share, 0.02) });
    const button = h("button", { id: `lab-move-${move.type}-${move.dice}`, class: "lab-move", type: "button", "aria-expanded": String(open), "aria-label": `${isBest ? `${say("web.lab.best")}: ` : ""}${moveText(move, state)}`, data: { move: move.move }, on: { click: toggle } },
      moveNodes(move, state), isBest ? h("span", { class: "lab-best" }, say("web.lab.best")) : null);
    const loss = lossText(move.loss, answer.unit);
    return [
      h("tr", { class: `${isBest ? "best" : ""} ${open ? "open" : ""}`.trim(), data: { move: move.move } },
        h("th", { class: "lab-row-head", scope: "row" }, button, bar),
        h("td", { class: "lab-value" }, valueText(move.value, answer.unit)),
        h("td", { class: "lab-loss" }, loss || h("span", { class: "unseen" }, say("web.lab.no-loss")))),
      open ? h("tr", { class: "lab-more" }, h("td", { colspan: 3 }, this.#details(move))) : null,
    ];
  }

  /** @param {LabMove} move */
  #details(move) {
    const gift = h("p", {}, say(move.scored ? "web.lab.move.gives" : "web.lab.move.gives-later", { name: this.#view.names[this.#recipient], gift: move.scored ? move.gift : number(move.gift, 1) }));
    const button = h("button", { id: "lab-play", class: "button primary", type: "button", data: { action: "play" }, on: { click: () => this.#play(move.move) } }, say(move.type !== "roll" ? "web.lab.play" : move.dice ? "web.lab.play.roll" : "web.lab.play.all"));
    return [gift, button];
  }

  get #recipient() {
    const { active, sheets } = this.#view.state;
    return (active + 1) % sheets.length;
  }

  /** @param {LabAnswer} answer */
  #askingRows({ asking, recipient, unit }) {
    if (!asking) return null;
    const name = this.#view.names[recipient];
    const [ask, wait] = [asking.ask[recipient], asking.wait[recipient]];
    const row = (/** @type {"ask" | "wait"} */ what, /** @type {number} */ value, /** @type {boolean} */ best) =>
      h("tr", { class: best ? "best" : "" }, h("th", { class: "lab-asking-head", scope: "row" }, say(`web.lab.asking.row.${what}`), best ? h("span", { class: "lab-best" }, say("web.lab.best")) : null), h("td", { class: "lab-value" }, valueText(value, unit)));
    const isBetter = asking.verdict === "now";
    return h("div", { class: "lab-asking-box" },
      h("p", {}, h("b", {}, say(`web.lab.asking.${asking.verdict}`, { name }))),
      asking.verdict === "same" ? null : h("table", { class: "lab-asking-table" }, h("caption", { class: "unseen" }, say("web.lab.asking.caption", { name })), h("tbody", {}, row("ask", ask, isBetter), row("wait", wait, !isBetter))));
  }
}

/** The chance of each seat as one bar, with its accuracy. */
export class Values {
  #view;
  #heading = h("h2", {});
  #accuracy = h("span", { class: "soft" });
  #bar = h("ul", { class: "lab-share" });
  element = h("section", { class: "lab-values" }, h("div", { class: "lab-head" }, this.#heading, this.#accuracy), this.#bar);

  /** @param {LabView} view */
  constructor(view) {
    this.#view = view;
  }

  /** @param {LabAnswer} answer */
  update(answer) {
    const { values, unit, objective, position } = answer;
    const goal = objective.split(" ")[0];
    fill(this.#heading, say(`web.lab.values.${goal}`, { score: objective.split(" ")[1] ?? "" }));
    fill(this.#accuracy, accuracyText(answer));
    this.#bar.dataset.unit = goal === "victory" ? "share" : unit;
    this.element.dataset.position = position;
    this.element.dataset.goal = goal;
    const most = Math.max(...values.map(Math.abs), Number.MIN_VALUE);
    fill(this.#bar, values.map((value, seat) => {
      const size = goal === "victory" ? value : unit === "chance" ? value : Math.max(value, 0) / most;
      return setStyle(h("li", { class: `lab-share-seat seat-${seat}` }, h("span", { class: "lab-share-name" }, named(this.#view.names[seat])), h("b", {}, valueText(value, unit))), { "--share": size });
    }));
  }
}
