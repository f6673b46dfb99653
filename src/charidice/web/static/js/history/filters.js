/** Which games the history shows: a chip for each kind, and the rest behind one more chip. */

import { h } from "../lib/dom.js";
import { say } from "../lib/text.js";
import { selectField } from "../parts/fields.js";
import { spanOf } from "./dates.js";

/** @import { GameKind, HistoryAnswer, PersonRow } from "../wire.d.ts" */
/** @typedef {typeof NOTHING} Chosen what is chosen of each filter, empty where anything is */

export const NOTHING = { kind: "", players: "", period: "", state: "" };

/** Each choice of a kind, and the kinds it is made of. @type {Record<string, GameKind[]>} */
const KINDS = { "": [], bots: ["bots"], people: ["online", "table"], pad: ["pad"], online: ["online"], table: ["table"] };
const CHIPS = ["", "bots", "people", "pad"];

/** The filters as the server wants them. @param {Chosen} chosen @returns {[string, string][]} */
export function queryOf({ kind, players, period, state }) {
  const { since, until } = spanOf(period);
  const finished = state && String(state === "finished");
  return [...KINDS[kind].map((each) => /** @type {[string, string]} */ (["kind", each])), ["players", players], ["finished", finished], ["since", since], ["until", until]];
}

/** The key of a person among people and bots. @param {Pick<PersonRow, "key" | "is_bot">} person */
export const idOf = ({ key, is_bot: isBot }) => `${isBot ? "bot" : "name"} ${key}`;

/**
 * @param {object} context
 * @param {HistoryAnswer} context.found
 * @param {Chosen} context.chosen
 * @param {Pick<PersonRow, "key" | "is_bot"> | null} context.person
 * @param {boolean} context.open whether the other filters are shown
 * @param {(open: boolean) => void} context.opened
 * @param {(filters: Partial<Chosen>) => void} context.choose
 * @param {(person: PersonRow | null) => void} context.choosePerson
 */
export function filters({ found, chosen, person, open, opened, choose, choosePerson }) {
  const chip = (/** @type {string} */ kind) =>
    h("button", { id: `chip-${kind || "all"}`, class: "filter-chip", type: "button", data: { kind }, "aria-pressed": String(chosen.kind === kind), on: { click: () => choose({ kind }) } }, say(`web.history.chip.${kind || "all"}`));
  const { kind, ...others } = chosen;
  const more = Object.values(others).some(Boolean) || person !== null || !CHIPS.includes(kind);
  return h(
    "form",
    { class: "history-filters", "aria-label": say("web.history.filters"), on: { submit: (event) => event.preventDefault() } },
    h(
      "div",
      { class: "filter-chips" },
      CHIPS.map(chip),
      h("button", { id: "chip-filter", class: more ? "filter-chip chosen" : "filter-chip", type: "button", data: { action: "filter" }, "aria-expanded": String(open), "aria-controls": "history-more-filters", on: { click: () => opened(!open) } }, say("web.history.filter")),
    ),
    open ? h("div", { id: "history-more-filters", class: "paper more-filters" }, fields(found, chosen, person, choose, choosePerson)) : null,
  );
}

/** @param {HistoryAnswer} found @param {Chosen} chosen @param {Pick<PersonRow, "key" | "is_bot"> | null} person @param {(filters: Partial<Chosen>) => void} choose @param {(person: PersonRow | null) => void} choosePerson */
function fields({ people, years }, chosen, person, choose, choosePerson) {
  const field = (/** @type {keyof Chosen} */ name, /** @type {string[]} */ values, /** @type {(value: string) => string} */ text) => {
    const select = selectField({ id: `history-${name}`, name, values, chosen: chosen[name], text: (value) => (value ? text(value) : say("web.history.all")), changed: (value) => choose({ [name]: value }) });
    return h("label", { class: "field" }, h("span", {}, say(`web.history.${name}`)), select);
  };
  const who = selectField({
    id: "history-who", name: "person", values: ["", ...people.map(idOf)], chosen: person ? idOf(person) : "",
    text: (key) => people.find((each) => idOf(each) === key)?.name ?? say("web.history.everybody"),
    changed: (key) => choosePerson(people.find((each) => idOf(each) === key) ?? null),
  });
  return [
    h("label", { class: "field wide" }, h("span", {}, say("web.history.who")), who),
    field("kind", Object.keys(KINDS), (kind) => say(`web.history.kind.${kind}`)),
    field("players", ["", "2", "3", "4"], (count) => count),
    field("period", ["", "30-days", "12-months", ...years.map(String)], (period) => (period.includes("-") ? say(`web.history.period.${period}`) : period)),
    field("state", ["", "finished", "unfinished"], (state) => say(`web.history.state.${state}`)),
  ];
}
