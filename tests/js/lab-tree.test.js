/** The tree of variations and its file, and the address of a position. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { hashOf, readHash } from "../../src/charidice/web/static/js/lab/address.js";
import { LARGEST_FILE, LONGEST_COMMENT, MOST_POSITIONS, Tree } from "../../src/charidice/web/static/js/lab/tree.js";
import { writePosition } from "../../src/charidice/web/static/js/engine/record/position.js";

const START = "C1 :2x/:2x 1:B4B3B2P2K2P6";
const THEN = "C1 :2x/:2x 2:B4B3B2P2K2K1";
const OTHER = "C1 :2x/:2x 2:B4B3B2P2K2Y2";

function small() {
  const tree = new Tree();
  const start = Number(tree.add(null, START));
  tree.comment(start, "  Three blues:\nwhat next? ");
  const then = Number(tree.add(start, THEN, "keep B4 B3 B2"));
  tree.add(then, "C1 9+25-16:2x/:2x -", "score B4 B3 B2");
  tree.add(start, OTHER);
  return tree;
}

test("a tree reads back from its file", () => {
  const text = small().text();
  assert.equal(text, [
    "Charidice lab 1", START, "# Three blues: what next?", `  keep B4 B3 B2 | ${THEN}`, "    score B4 B3 B2 | C1 9+25-16:2x/:2x -", `  ${OTHER}`, "",
  ].join("\n"));
  assert.equal(Tree.read(text).text(), text);
  assert.equal(Tree.read(text.replaceAll("\n", "\r\n")).text(), text);
});

test("the same step is kept once, and what is removed takes its branches with it", () => {
  const tree = small();
  const [start] = tree.children(null);
  const [then, other] = tree.children(start);
  assert.equal(tree.add(start, THEN, "keep B4 B3 B2"), then);
  assert.equal(tree.find(THEN), then);
  assert.equal(tree.find("C1 :2x/:2x -"), null);
  tree.remove(then);
  assert.deepEqual([tree.children(start), tree.size], [[other], 2]);
});

test("a file that is no tree is refused with its line", () => {
  const wrong = /** @type {[string, object][]} */ ([
    ["nonsense", { code: "not-a-position" }],
    [`Charidice lab 1\n${START}\n  keep B4 | C1 :2x/:2x 7:nonsense`, { code: "position-turn-unreadable" }],
    [`Charidice lab 1\n${START}\n  steal B4 | ${THEN}`, { code: "not-a-position" }],
    ["x".repeat(LARGEST_FILE + 1), { code: "field-too-long" }],
  ]);
  for (const [text, error] of wrong) assert.throws(() => Tree.read(text), error);
  assert.throws(() => Tree.read(wrong[1][0]), (/** @type {{values: {line: number}}} */ { values }) => values.line === 3);
});

test("a tree and its comments have an end", () => {
  const tree = new Tree();
  for (let at = 0; at < MOST_POSITIONS + 9; at += 1) tree.add(null, START, `roll ${at}`);
  assert.equal(tree.size, MOST_POSITIONS);
  assert.equal(tree.add(null, THEN), null);
  tree.comment(1, "x".repeat(2 * LONGEST_COMMENT));
  assert.equal(tree.get(1)?.comment.length, LONGEST_COMMENT);
  const many = ["Charidice lab 1", ...Array.from({ length: MOST_POSITIONS + 9 }, (_, at) => `C1 :2x/:2x 1:B4B3B2P2K2P6 rounds=${(at % 20) + 1}`)];
  assert.ok(Tree.read(many.join("\n")).size <= MOST_POSITIONS);
});

test("an address is a position, and may name another goal", () => {
  for (const objective of ["victory", "lead", "points", "charity", "target 220"]) {
    const found = readHash(hashOf(START, objective));
    assert.ok(found);
    assert.deepEqual([writePosition(found.state), found.objective], [START, objective]);
  }
  assert.equal(hashOf(START), "#C1_:2x/:2x_1:B4B3B2P2K2P6");
  assert.equal(readHash(""), null);
  assert.equal(readHash(`#${encodeURIComponent(START)}`)?.state.turn.rolls, 1);
  assert.equal(readHash(`#${START} | move`)?.state.turn.rolls, 1);
  assert.equal(readHash(`${hashOf(START)}&for=money`)?.objective, "victory");
  assert.throws(() => readHash("#100%"), { code: "not-a-position" });
  assert.throws(() => readHash(`#C1_${"1".repeat(9000)}`), { code: "field-too-long" });
});
