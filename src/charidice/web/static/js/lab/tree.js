/**
 * A tree of variations: positions, the moves between them, and comments; and its file, in the notation of positions and moves.
 *
 *     Charidice lab 1
 *     C1 :2x/:2x 1:B4B3B2P2K2P6
 *     # Three blues: what next?
 *       keep B4 B3 B2 | C1 :2x/:2x 2:B4B3B2P2K2K1
 *
 * A line is a position. Two spaces more make it a child of the one above, and then its move comes first, `|` after it; a child without a
 * move was changed by hand. A comment follows its position.
 */

import { readPosition, writePosition } from "../engine/record/position.js";
import { RecordError } from "../engine/record/game.js";

/** @typedef {{position: string, move: string, comment: string, parent: number | null}} Variation */

const HEAD = "Charidice lab 1";
const INDENT = "  ";
const MOVE = /^(keep|score|roll|stop|ask|pass)( [YOGBPK][1-6]){0,6}$/;
/** Limits of a tree and of its file, in positions and characters. */
export const MOST_POSITIONS = 300;
export const LONGEST_COMMENT = 500;
export const LARGEST_FILE = 400_000;

/** A full tree takes no more positions. */
export class Tree {
  /** By their ids, parents first. @type {Map<number, Variation>} */
  #all = new Map();
  #next = 1;

  /** @returns {IterableIterator<[number, Variation]>} */
  entries() {
    return this.#all.entries();
  }

  get size() {
    return this.#all.size;
  }

  /** @param {number} id */
  get(id) {
    return this.#all.get(id);
  }

  /** The last one with this position, null if there is none. @param {string} position @param {number | null} [near] preferred */
  find(position, near = null) {
    if (near !== null && this.#all.get(near)?.position === position) return near;
    return [...this.#all].findLast(([, each]) => each.position === position)?.[0] ?? null;
  }

  /** Adds a position, or finds the same child; null if the tree is full. @param {number | null} parent @param {string} position @param {string} [move] */
  add(parent, position, move = "") {
    const same = [...this.#all].find(([, each]) => each.parent === parent && each.position === position && each.move === move);
    if (same) return same[0];
    if (this.#all.size >= MOST_POSITIONS) return null;
    const id = this.#next;
    this.#next += 1;
    this.#all.set(id, { position, move, comment: "", parent });
    return id;
  }

  /** @param {number} id @param {string} comment */
  comment(id, comment) {
    const found = this.#all.get(id);
    if (found) this.#all.set(id, { ...found, comment: comment.replaceAll(/\s+/g, " ").trim().slice(0, LONGEST_COMMENT) });
  }

  /** Removes a position and all that follows from it. @param {number} id */
  remove(id) {
    for (const child of this.children(id)) this.remove(child);
    this.#all.delete(id);
  }

  /** @param {number | null} parent */
  children(parent) {
    return [...this.#all].filter(([, each]) => each.parent === parent).map(([id]) => id);
  }

  /** The file of this tree. */
  text() {
    /** @param {number | null} parent @param {number} depth @returns {string[]} */
    const lines = (parent, depth) => this.children(parent).flatMap((id) => {
      const { position, move, comment } = /** @type {Variation} */ (this.#all.get(id));
      const indent = INDENT.repeat(depth);
      return [indent + (move ? `${move} | ${position}` : position), ...(comment ? [`${indent}# ${comment}`] : []), ...lines(id, depth + 1)];
    });
    return `${[HEAD, ...lines(null, 0)].join("\n")}\n`;
  }

  /** Reads a file; RecordError names the wrong line. @param {string} text */
  static read(text) {
    if (text.length > LARGEST_FILE) throw new RecordError("field-too-long", { field: text.slice(0, 60), most: LARGEST_FILE });
    const [head, ...lines] = text.replaceAll("\r", "").trimEnd().split("\n");
    if (head.trim() !== HEAD) throw new RecordError("not-a-position", { line: 1, text: head.slice(0, 60), expected: HEAD });
    const tree = new Tree();
    /** The last position of each depth. @type {number[]} */
    const above = [];
    for (const [at, line] of lines.entries()) {
      if (!line.trim()) continue;
      const depth = Math.floor((line.length - line.trimStart().length) / INDENT.length);
      const words = line.trim();
      if (words.startsWith("#")) {
        tree.comment(above[above.length - 1] ?? 0, words.slice(1));
        continue;
      }
      const [move, position] = words.includes(" | ") ? words.split(" | ") : ["", words];
      if (move && !MOVE.test(move)) throw new RecordError("not-a-position", { line: at + 2, text: move.slice(0, 60), expected: "C1" });
      above.length = Math.min(depth, above.length);
      const id = tree.add(above[above.length - 1] ?? null, readAt(position, at + 2), move);
      if (id === null) break;
      above.push(id);
    }
    return tree;
  }
}

/** @param {string} position @param {number} line */
function readAt(position, line) {
  try {
    return writePosition(readPosition(position));
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    throw new RecordError(error.code, { ...error.values, line });
  }
}
