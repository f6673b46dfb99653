/** The tree of variations with its comments, its file, and the last positions. */

import { sumsOf } from "../engine/lab/edit.js";
import { readPosition } from "../engine/record/position.js";
import { facesOf } from "../engine/state.js";
import { fill, h, rememberFocus } from "../lib/dom.js";
import { faceWords, join, say } from "../lib/text.js";
import { save } from "../parts/files.js";
import { diceRow } from "../parts/move-words.js";
import { shortMove } from "./words.js";
import { keepRecent, keepTree, keptTree, recentPositions } from "./store.js";
import { LARGEST_FILE, LONGEST_COMMENT, MOST_POSITIONS, Tree } from "./tree.js";

/** @import { LabView } from "./lab-view.d.ts" */
/** @import { Variation } from "./tree.js" */

export class Variations {
  #view;
  #tree = keptTree();
  /** The position of the tree that is shown; null for one that is not in it. @type {number | null} */
  #at = null;
  #list = h("div", { class: "lab-tree" });
  #now = h("div", { class: "lab-tree-now" });
  #trouble = h("p", { class: "error", role: "alert" });
  #files = h("div", { class: "buttons lab-form-buttons" });
  #recent = h("ul", { class: "lab-recent" });
  element = h("section", { class: "paper lab-variations", "aria-labelledby": "lab-tree-heading" });

  /** @param {LabView} view */
  constructor(view) {
    this.#view = view;
    fill(this.element, h("h2", { id: "lab-tree-heading" }, say("web.lab.tree")), this.#now, this.#list, this.#trouble, this.#files,
      h("details", {}, h("summary", {}, say("web.lab.recent")), this.#recent));
  }

  update() {
    this.#at = this.#tree.find(this.#view.position, this.#at);
    const restore = rememberFocus(".lab-variations");
    fill(this.#trouble);
    fill(this.#now, this.#controls());
    this.#showTree();
    fill(this.#files, this.#fileButtons());
    this.#showRecent();
    restore();
  }

  /** A position that was looked at. @param {string} position */
  visited(position) {
    keepRecent(position);
    this.#showRecent();
  }

  /** A move was played from one position to another. @param {string} from @param {string} to @param {string} move */
  played(from, to, move) {
    const start = this.#tree.find(from, this.#at) ?? this.#tree.add(null, from);
    if (start !== null) this.#at = this.#tree.add(start, to, move);
    keepTree(this.#tree);
  }

  #controls() {
    const at = this.#at;
    const shown = at === null ? null : this.#tree.get(at);
    const button = (/** @type {string} */ action, /** @type {() => void} */ click) => h("button", { id: `lab-tree-${action}`, class: "button plain", type: "button", data: { action }, on: { click } }, say(`web.lab.tree.${action}`));
    if (at === null || !shown) return this.#tree.size < MOST_POSITIONS ? h("div", { class: "lab-form-buttons buttons" }, button("keep", () => this.#changed(() => (this.#at = this.#tree.add(null, this.#view.position))))) : null;
    const comment = h("input", { id: "lab-comment", class: "lab-comment", type: "text", maxlength: LONGEST_COMMENT, value: shown.comment, on: { change: ({ currentTarget }) => this.#comment(at, currentTarget.value) } });
    const { parent } = shown;
    return [
      h("label", { class: "field" }, h("span", {}, say("web.lab.tree.comment")), comment),
      h("div", { class: "lab-form-buttons buttons" },
        parent === null ? null : button("back", () => this.#go(parent)),
        button("remove", () => this.#changed(() => {
          this.#tree.remove(at);
          this.#at = null;
        }))),
    ];
  }

  #showTree() {
    fill(this.#list, this.#tree.size ? this.#branch(null) : h("p", { class: "soft" }, say("web.lab.tree.empty")));
  }

  /** The buttons stay: one of them may be what takes the focus from the comment. @param {number} id @param {string} comment */
  #comment(id, comment) {
    this.#tree.comment(id, comment);
    keepTree(this.#tree);
    this.#showTree();
  }

  /** @param {() => void} change */
  #changed(change) {
    change();
    keepTree(this.#tree);
    this.update();
  }

  /** @param {number} id */
  #go(id) {
    const found = this.#tree.get(id);
    if (!found) return;
    this.#at = id;
    if (found.position === this.#view.position) this.update();
    else this.#view.change(() => found.position);
  }

  /** @param {number | null} parent @returns {HTMLElement} */
  #branch(parent) {
    return h("ul", {}, this.#tree.children(parent).map((id) => this.#line(id)));
  }

  /** A position and its only child one below the other; where there are more, they are set in. @param {number} id @returns {HTMLElement[]} */
  #line(id) {
    const { move, position, comment } = /** @type {Variation} */ (this.#tree.get(id));
    const children = this.#tree.children(id);
    const button = h("button", { id: `lab-variation-${id}`, class: "lab-variation", type: "button", "aria-current": id === this.#at ? "true" : null, on: { click: () => this.#go(id) } },
      move ? [moveWords(move), h("span", { "aria-hidden": "true" }, " → ")] : null, positionWords(position, this.#view.names));
    const line = h("li", {}, button, comment ? h("p", { class: "soft" }, comment) : null, children.length > 1 ? this.#branch(id) : null);
    return children.length === 1 ? [line, ...this.#line(children[0])] : [line];
  }

  #fileButtons() {
    const field = h("input", { id: "lab-tree-file", class: "unseen", type: "file", accept: ".txt,text/plain", on: { change: ({ currentTarget }) => this.#read(currentTarget) } });
    const saved = () => save(new Blob([this.#tree.text()], { type: "text/plain" }), "charidice-lab.txt");
    return [
      this.#tree.size ? h("button", { id: "lab-tree-save", class: "button plain", type: "button", data: { action: "save-tree" }, on: { click: saved } }, say("web.lab.tree.save")) : null,
      h("label", { class: "button plain" }, field, say("web.lab.tree.open")),
    ];
  }

  /** What is read replaces the tree. @param {HTMLInputElement} field */
  async #read(field) {
    const [file] = field.files ?? [];
    if (!file) return;
    try {
      const text = await file.slice(0, 4 * LARGEST_FILE).text();
      this.#tree = Tree.read(text);
      this.#at = null;
      keepTree(this.#tree);
      const [first] = this.#tree.children(null);
      this.update();
      if (first !== undefined) this.#go(first);
    } catch (error) {
      fill(this.#trouble, await this.#view.inWords(error));
    }
  }

  #showRecent() {
    fill(this.#recent, recentPositions().flatMap((position) => {
      const words = read(position) && positionWords(position, this.#view.names);
      return words ? [h("li", {}, h("button", { class: "lab-variation", type: "button", on: { click: () => this.#view.change(() => position) } }, words))] : [];
    }));
  }
}

/** @param {string} move */
function moveWords(move) {
  const { text, faces } = shortMove(move);
  return [h("span", {}, text), faces.length ? [" ", diceRow([...faces])] : null];
}

/** The state of a position that an earlier version may have kept; null if it cannot be read. @param {string} position */
function read(position) {
  try {
    return readPosition(position);
  } catch {
    return null;
  }
}

/** A position in short: round, totals, dice. @param {string} position @param {string[]} names */
function positionWords(position, names) {
  const state = read(position);
  if (!state) return null;
  const faces = facesOf(state);
  const sums = sumsOf(state).map(({ total }) => total).join(" : ");
  return [h("span", { class: "lab-place" }, `${say("web.lab.round")} ${state.round}, ${names[state.active] ?? ""}, ${sums}`), faces.length ? [" ", h("span", { "aria-hidden": "true" }, diceRow([...faces])), h("span", { class: "unseen" }, join(faces.map(faceWords)))] : null];
}
