/** The verifier's result, with everything needed to check it by hand. */

import { dieFace } from "../parts/die.js";
import { h, named } from "../lib/dom.js";
import { faceWords, say, sayNodes } from "../lib/text.js";

/** @import { Children, Kept, Values } from "../types.d.ts" */
/** @import { PledgeView, RecordView } from "../wire.d.ts" */
/** @import { CheckedRoll, Doubtful, Fair } from "./verifier.js" */

/** Codes that mean unfair dice. */
const UNFAIR = [
  "die-does-not-match",
  "kept-die-changed",
  "seed-does-not-match-commitment",
  "event-out-of-order",
  "words-do-not-match-commitment",
  "commitment-changed",
  "word-commitments-changed",
];
const EXCLAMATION = "M24 13 v14 M24 34 v.5";
const MARKS = { fair: "M14 25 l7 8 L35 17", unfair: "M16 16 l16 16 M32 16 L16 32", doubtful: EXCLAMATION, unknown: EXCLAMATION };

/** @param {Fair | Doubtful} result */
function verdictOf(result) {
  if (result.ok) return "fair";
  // A slow network may have caused it as well as the server.
  if (result.code === "words-missing") return "doubtful";
  return UNFAIR.includes(result.code) ? "unfair" : "unknown";
}

/**
 * @param {Fair | Doubtful} result the verifier's result
 * @param {RecordView | null} record the record, if valid
 * @param {Kept | null} promise what this browser stored before the first roll
 * @param {string} [begins] where the game began, if not with empty sheets
 */
export function fairVerdict(result, record, promise, begins = "") {
  const verdict = verdictOf(result);
  return h(
    "section",
    { class: "paper fair-verdict", data: { verdict } },
    h(
      "div",
      { class: "verdict-head" },
      mark(verdict),
      h("div", { role: "status" }, h("h2", {}, say(`web.fair.verdict.${verdict}`)), h("p", {}, reason(result)), begins ? h("p", {}, begins) : null),
    ),
    record && result.words ? proof(result.words, record.players, promise) : null,
    record?.pledge && (result.rolls.length || result.ok) ? [facts(record.players, record.pledge), rolls(record.players, result.rolls)] : null,
  );
}

/** What the check proves, and what it does not. @param {Fair["words"]} words @param {string[]} players @param {Kept | null} promise */
function proof(words, players, promise) {
  const of = (/** @type {"withheld" | "uncommitted"} */ kind) =>
    players.filter((_, seat) => words[seat] === kind).map((player) => h("p", {}, sayNodes(`fair.${kind}`, { player: named(player) })));
  const fixed = words.includes("revealed") || words.includes("withheld");
  const whole = fixed && !words.includes("uncommitted") && !words.includes("withheld");
  const missing = words.filter((kind) => kind === "withheld").length;
  const mine = whole && promise?.commitments && promise.words;
  return h(
    "div",
    { class: "proof" },
    mine ? h("p", {}, say("web.fair.promised")) : promise ? h("p", {}, say("web.fair.promised.seen")) : null,
    // Without words of this browser, the others' prove nothing: the owner of the seed may have made them all.
    fixed && promise && !promise.words ? h("p", {}, say("web.fair.without-mine")) : null,
    whole && !promise ? h("p", {}, say("fair.proved")) : null,
    fixed ? [of("withheld"), missing ? h("p", {}, say("fair.choice", { count: 2 ** missing })) : null, of("uncommitted")] : h("p", {}, say("web.fair.unfixed")),
  );
}

/** @param {keyof typeof MARKS} verdict */
const mark = (verdict) =>
  h(
    "svg",
    { class: "verdict-mark", viewBox: "0 0 48 48", "aria-hidden": "true" },
    h("circle", { cx: 24, cy: 24, r: 22 }),
    h("path", { d: MARKS[verdict] }),
  );

/** @param {Fair | Doubtful} result */
function reason(result) {
  if (result.ok) return say("web.fair.reason.fair", { count: result.dice });
  const { code, values } = result;
  /** @type {Values} */
  const words = { ...values };
  if (values.player !== undefined) words.player = named(values.player);
  for (const name of ["face", "expected"]) if (values[name]) words[name] = faceWords(String(values[name]));
  return sayNodes(`web.fair.reason.${code}`, words);
}

/** The commitment, the seed and everybody's entropy, to compare with what was shown before the game. @param {string[]} players @param {PledgeView} pledge */
function facts(players, pledge) {
  const row = (/** @type {Children} */ name, /** @type {Node} */ value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
  const wordsOf = (/** @type {number} */ seat) => {
    const [words, commitment] = [pledge.entropy[seat], pledge.word_commitments?.[seat]];
    const shown = words && words !== commitment;
    return h(
      "div",
      {},
      shown ? h("code", {}, h("bdi", {}, words)) : h("span", { class: "soft" }, say(words ? "web.fair.withheld" : "web.fair.no-words")),
      commitment ? h("div", { class: "soft" }, say("web.fair.fingerprint"), ": ", h("code", {}, commitment)) : null,
    );
  };
  return h(
    "dl",
    { class: "fair-facts" },
    row(say("web.fair.fingerprint"), h("code", {}, pledge.commitment)),
    row(say("web.fair.seed"), h("code", {}, pledge.seed)),
    players.map((player, seat) => row(sayNodes("web.fair.words-of", { player: named(player) }), wordsOf(seat))),
  );
}

/** Every roll: the dice on the table, and the numbers the seed gives for the rolled dice. @param {string[]} players @param {CheckedRoll[]} checked */
function rolls(players, checked) {
  const cells = (/** @type {CheckedRoll} */ { round, seat, roll, keep, faces, expected }) => {
    const isWrong = faces.some((face, die) => face !== expected[die]);
    const lying = faces.map((face, die) => dieFace(face, { small: true, class: keep.includes(die) ? "" : "thrown" }));
    const numbers = expected.map((face, die) =>
      h("span", { class: face === faces[die] ? null : "other" }, keep.includes(die) ? "·" : face[1]),
    );
    return h(
      "tr",
      { class: isWrong ? "wrong" : null },
      h("td", {}, round),
      h("th", { scope: "row" }, named(players[seat])),
      h("td", {}, roll),
      h("td", {}, h("span", { class: "fair-dice" }, lying)),
      h("td", { class: "fair-numbers" }, numbers),
    );
  };
  const heads = ["round", "player", "roll", "lying", "reckoned"].map((head) => h("th", { scope: "col" }, say(`web.fair.head.${head}`)));
  const title = say("web.fair.rolls", { count: checked.length });
  return h(
    "details",
    { class: "fair-rolls" },
    h("summary", {}, title),
    h("p", { class: "soft" }, say("web.fair.rolls.how")),
    h(
      "div",
      { class: "fair-table", role: "region", tabindex: 0, "aria-label": title },
      h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, checked.map(cells))),
    ),
  );
}
