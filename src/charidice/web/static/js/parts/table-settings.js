/** Settings of a table, for a new one and for one in play: who starts, hints, speed, times, house rules. */

import { birthdayChoice } from "./birthday.js";
import { h } from "../lib/dom.js";
import { segments } from "./fields.js";
import { CONSTANTS } from "../lib/settings.js";
import { say } from "../lib/text.js";

/** @import { Form, SettingNames, TableSettings } from "../types.d.ts" */
/** @import { Hints, Speed } from "../wire.d.ts" */

/**
 * Who starts. `names` are the seats' current names; `set` changes a setting and re-renders the form.
 * @param {Form & {names: string[], online: boolean}} form
 */
export function startChoice({ draft, names, online, set }) {
  const { seats, settings } = draft;
  const birthdays = () => [
    h("p", { class: "soft" }, say(online ? "web.new.birthdays.online" : "web.new.birthdays")),
    seats.map(({ who, birthday }, i) => who === "here" && birthdayChoice(`seat-${i}-birthday`, birthday, nameOf(i, names[i]))),
  ];
  const first = () => {
    const options = names.map((name, i) => h("option", { value: i, selected: i === settings.first, data: { nameOf: i } }, name));
    const what = { id: "start-first", name: "first", "aria-label": say("web.new.start.seat") };
    return h("select", { ...what, on: { change: ({ currentTarget }) => set("first", Number(currentTarget.value)) } }, options);
  };
  const more = { birthday: birthdays, seat: first, lot: () => null };
  const way = (/** @type {TableSettings["start"]} */ start) => {
    const chosen = settings.start === start;
    const change = () => set("start", start);
    const radio = h("input", { id: `start-${start}`, type: "radio", name: "start", value: start, checked: chosen, on: { change } });
    const under = chosen && start !== "lot" ? h("div", { class: "under" }, more[start]()) : null;
    return [h("label", { class: "choice" }, radio, say(`web.new.start.${start}`)), under];
  };
  return h("fieldset", { class: "starting", "aria-labelledby": "new-start" }, CONSTANTS.starts.map(way));
}

/** A name that updates while it is typed elsewhere in the form. @param {number} i @param {string} name */
const nameOf = (i, name) => h("bdi", { class: "name", data: { nameOf: i } }, name);

/** @param {Form} form @param {Hints[]} values */
export function hintsChoice({ draft, set }, values) {
  const chosen = draft.settings.hints;
  return [
    segments({
      name: "hints",
      legend: say("web.new.hints"),
      values,
      chosen,
      text: (hints) => say(`web.new.hints.${hints}`),
      changed: (hints) => set("hints", hints),
      "aria-describedby": "hints-why",
    }),
    h("p", { id: "hints-why", class: "soft" }, say(`web.new.hints.${chosen}.why`)),
  ];
}

/** How fast bots play. @param {Speed} chosen @param {(speed: Speed) => void} changed */
export function speedChoice(chosen, changed) {
  return segments({ name: "speed", legend: say("web.new.speed"), values: CONSTANTS.speeds, chosen, text: (speed) => say(`web.new.speed.${speed}`), changed });
}

/** Whether the tutor asks before a clear mistake. @param {boolean} chosen @param {(tutor: boolean) => void} changed */
export function tutorSwitch(chosen, changed) {
  const key = "hints.tutor";
  const field = h("input", { id: `new-${key}`, name: "tutor", type: "checkbox", role: "switch", checked: chosen, "aria-describedby": `new-${key}-why` });
  field.addEventListener("change", () => changed(field.checked));
  return row(key, field);
}

/** How long the recipient may think; not needed on one device. @param {{settings: TableSettings}} draft @param {(wait: number) => void} [changed] */
export const waitField = ({ settings }, changed) => numberRow(settings, "wait", changed);

/** The absence after which anybody may let a bot play for a player. @param {Form} form */
export const awayField = ({ draft }) => numberRow(draft.settings, "away");

/** @param {Form} form */
export function houseRules({ draft: { settings } }) {
  return [
    numberRow(settings, "rounds"),
    switchRow(settings, "free_giving", "free-giving"),
    switchRow(settings, "late_asking", "late-asking"),
  ];
}

/** @param {string} key @param {HTMLElement} field */
function row(key, field) {
  const why = h("p", { id: `new-${key}-why`, class: "soft" }, say(`web.new.${key}.why`));
  return h("div", { class: "rule" }, h("label", { for: `new-${key}` }, say(`web.new.${key}`)), field, why);
}

/** @param {TableSettings} settings @param {keyof typeof CONSTANTS.limits} name @param {(value: number) => void} changed */
function numberRow(settings, name, changed = () => {}) {
  const { least, most } = CONSTANTS.limits[name];
  const field = h("input", {
    ...{ id: `new-${name}`, name, type: "number", inputmode: "numeric", min: least, max: most, value: settings[name] },
    "aria-describedby": `new-${name}-why`,
  });
  field.addEventListener("change", () => {
    const wanted = Math.round(field.valueAsNumber);
    settings[name] = Number.isNaN(wanted) ? CONSTANTS.settings[name] : Math.min(Math.max(wanted, least), most);
    field.value = String(settings[name]);
    changed(settings[name]);
  });
  return row(name, field);
}

/** @param {TableSettings} settings @param {SettingNames<boolean>} name @param {string} key */
function switchRow(settings, name, key) {
  const field = h("input", {
    ...{ id: `new-${key}`, name, type: "checkbox", role: "switch", checked: settings[name] },
    "aria-describedby": `new-${key}-why`,
  });
  field.addEventListener("change", () => (settings[name] = field.checked));
  return row(key, field);
}
