/** The form for a new table: who sits where, who starts, and what is played. */

import { asDate, birthdayChoice } from "./birthday.js";
import { botFace, LEVELS } from "./bot-faces.js";
import { fill, h } from "./dom.js";
import { heldFocus } from "./focus.js";
import { icon } from "./icons.js";
import { openTable } from "./opening.js";
import { setSetting, setting } from "./settings.js";
import { capital, say, seatName } from "./text.js";

const LEAST = 2;
const MOST = 4;
const NAMES_KEPT = 12;
const KINDS = ["here", "link", "bot"];

const emptySeat = (who) => ({ who, name: "", bot: "squirrel", birthday: { day: "", month: "" } });

/** What the form holds: as it was last sent, else the game that most people want. */
function lastDraft() {
  const standard = { rounds: 7, free_giving: false, late_asking: false, wait: 5, hints: "ask", start: "birthday", first: 0 };
  const seats = [{ ...emptySeat("here"), name: setting("name") }, emptySeat("bot")];
  const kept = setting("table");
  return kept ? { seats: kept.seats, settings: { ...standard, ...kept.settings } } : { seats, settings: standard };
}

export class NewTable extends HTMLElement {
  #draft = lastDraft();
  #trouble = "";
  #houseRules = false;

  render() {
    const restore = heldFocus("new-table");
    const { seats } = this.#draft;
    fill(
      this,
      h(
        "form",
        { class: "page new-table-form", on: { submit: this.#create } },
        h("h1", {}, say("web.new.title")),
        h(
          "section",
          { class: "paper", "aria-labelledby": "new-seats" },
          h("h2", { id: "new-seats" }, say("web.new.seats")),
          h("p", { class: "soft" }, say("web.new.seats.why")),
          h("ol", { class: "seats-form" }, seats.map((seat, i) => this.#seat(seat, i))),
          seats.length < MOST ? this.#adding() : null,
        ),
        h("section", { class: "paper", "aria-labelledby": "new-start" }, h("h2", { id: "new-start" }, say("web.new.start")), this.#start()),
        h("section", { class: "paper" }, this.#hints(), this.#rules()),
        this.#trouble ? h("p", { class: "trouble", role: "alert" }, this.#trouble) : null,
        h("div", { class: "send" }, h("button", { id: "new-create", class: "button primary big", type: "submit", data: { action: "create" } }, say(this.#online ? "web.new.invite" : "web.new.begin"))),
        h("datalist", { id: "known-names" }, setting("names").map((name) => h("option", { value: name }))),
      ),
    );
    restore();
  }

  get #online() {
    return this.#draft.seats.some(({ who }) => who === "link");
  }

  #seat(seat, i) {
    const id = (field) => `seat-${i}-${field}`;
    const change = (field) => (event) => {
      seat[field] = event.target.value;
      this.render();
    };
    const options = (values, chosen, text) => values.map((value) => h("option", { value, selected: value === chosen }, text(value)));
    const number = say("web.new.seat", { number: i + 1 });
    const kinds = this.#draft.seats.some((other, j) => j !== i && other.who === "here") ? KINDS : ["here"];
    return h(
      "li",
      { data: { seat: i } },
      h("span", { class: "seat-picture", "aria-hidden": "true" }, seat.who === "bot" ? botFace(seat.bot) : h("span", { class: `token ${seat.who}` }, seat.who === "link" ? icon("share") : String(i + 1))),
      h("select", { id: id("who"), class: "seat-kind", name: "who", "aria-label": number, on: { change: change("who") } }, options(kinds, seat.who, (kind) => say(`web.new.who.${kind}`))),
      seat.who === "here"
        ? h("input", {
            id: id("name"), class: "seat-detail", name: "name", maxlength: 40, list: "known-names", autocomplete: "off", value: seat.name, placeholder: defaultName(i),
            "aria-label": say("web.new.name", { number: i + 1 }), on: { input: (event) => this.#rename(i, event.target.value) },
          })
        : null,
      seat.who === "bot"
        ? h("select", { id: id("bot"), class: "seat-detail", name: "bot", "aria-label": say("web.new.level", { number: i + 1 }), on: { change: change("bot") } }, options(LEVELS, seat.bot, (level) => say(`bot.${level}`)))
        : null,
      seat.who === "here" ? null : h("p", { class: "seat-words soft" }, seat.who === "bot" ? say(`bot.${seat.bot}.temper`) : say("web.new.link.why")),
      this.#draft.seats.length > LEAST ? this.#removing(i) : null,
    );
  }

  /** Shows a new name wherever it stands; the form stays as it is, since the next click may already be on its way. */
  #rename(i, name) {
    this.#draft.seats[i].name = name;
    for (const place of this.querySelectorAll(`[data-name-of="${i}"]`)) place.textContent = draftName(this.#draft.seats[i], i);
  }

  #removing(i) {
    const remove = () => {
      this.#draft.seats.splice(i, 1);
      // Somebody must sit here, or there would be nobody to host the table.
      if (this.#draft.seats.every(({ who }) => who !== "here")) this.#draft.seats[0].who = "here";
      this.render();
      document.getElementById(`seat-${Math.min(i, this.#draft.seats.length - 1)}-who`).focus();
    };
    return h("button", { id: `seat-${i}-remove`, class: "remove-seat", type: "button", "aria-label": say("web.new.remove", { number: i + 1 }), data: { action: "remove-seat" }, on: { click: remove } }, "✕");
  }

  #adding() {
    const add = () => {
      this.#draft.seats.push(emptySeat("here"));
      this.render();
      document.getElementById(`seat-${this.#draft.seats.length - 1}-who`).focus();
    };
    return h("button", { id: "add-seat", class: "button plain add-seat", type: "button", data: { action: "add-seat" }, on: { click: add } }, icon("table"), say("web.new.add"));
  }

  #start() {
    const { seats, settings } = this.#draft;
    const here = seats.map((seat, i) => ({ seat, i })).filter(({ seat }) => seat.who === "here");
    const way = (start) =>
      h(
        "label",
        { class: "choice" },
        h("input", { id: `start-${start}`, type: "radio", name: "start", value: start, checked: settings.start === start, on: { change: () => this.#set("start", start) } }),
        say(`web.new.start.${start}`),
      );
    const first = () =>
      h(
        "select",
        { id: "start-first", name: "first", "aria-label": say("web.new.start.seat"), on: { change: (event) => this.#set("first", Number(event.target.value)) } },
        seats.map((seat, i) => h("option", { value: i, selected: i === settings.first, data: { nameOf: i } }, draftName(seat, i))),
      );
    return h(
      "fieldset",
      { class: "starting", "aria-labelledby": "new-start" },
      way("birthday"),
      settings.start === "birthday"
        ? h(
            "div",
            { class: "under" },
            h("p", { class: "soft" }, say(this.#online ? "web.new.birthdays.online" : "web.new.birthdays")),
            here.map(({ seat, i }) => birthdayChoice(`seat-${i}-birthday`, seat.birthday, h("bdi", { class: "name", data: { nameOf: i } }, draftName(seat, i)))),
          )
        : null,
      way("seat"),
      settings.start === "seat" ? h("div", { class: "under" }, first()) : null,
      way("lot"),
    );
  }

  #hints() {
    const way = (hints) =>
      h(
        "label",
        {},
        h("input", { id: `hints-${hints}`, type: "radio", name: "hints", value: hints, checked: this.#draft.settings.hints === hints, on: { change: () => this.#set("hints", hints) } }),
        h("span", {}, say(`web.new.hints.${hints}`)),
      );
    return [
      h("fieldset", { class: "segments", "aria-describedby": "hints-why" }, h("legend", {}, say("web.new.hints")), ["off", "ask", "tutor"].map(way)),
      h("p", { id: "hints-why", class: "soft" }, say(`web.new.hints.${this.#draft.settings.hints}.why`)),
    ];
  }

  #rules() {
    const { settings } = this.#draft;
    const count = (name, least, most) =>
      h("input", { id: `new-${name}`, name, type: "number", inputmode: "numeric", min: least, max: most, required: true, value: settings[name], "aria-describedby": `new-${name}-why`, on: { input: (event) => (settings[name] = event.target.valueAsNumber) } });
    const numberRow = (name, least, most) =>
      h("div", { class: "rule" }, h("label", { for: `new-${name}` }, say(`web.new.${name}`)), count(name, least, most), h("p", { id: `new-${name}-why`, class: "soft" }, say(`web.new.${name}.why`)));
    const switchRow = (name, key) =>
      h(
        "div",
        { class: "rule" },
        h("label", { for: `new-${key}` }, say(`web.new.${key}`)),
        h("input", { id: `new-${key}`, name, type: "checkbox", role: "switch", checked: settings[name], "aria-describedby": `new-${key}-why`, on: { change: (event) => (settings[name] = event.target.checked) } }),
        h("p", { id: `new-${key}-why`, class: "soft" }, say(`web.new.${key}.why`)),
      );
    const details = h(
      "details",
      { class: "house-rules", open: this.#houseRules, on: { toggle: () => (this.#houseRules = details.open) } },
      h("summary", {}, say("rules.8")),
      numberRow("rounds", 1, 20),
      switchRow("free_giving", "free-giving"),
      switchRow("late_asking", "late-asking"),
    );
    return [this.#online ? numberRow("wait", 0, 30) : null, details];
  }

  #set(name, value) {
    this.#draft.settings[name] = value;
    this.render();
  }

  #create = async (event) => {
    event.preventDefault();
    const { seats, settings } = this.#draft;
    const button = this.querySelector("[data-action=create]");
    if (button.getAttribute("aria-disabled")) return;
    button.setAttribute("aria-disabled", "true");
    this.#remember();
    try {
      await openTable(seats.map(asRequest), { ...settings, first: Math.min(settings.first, seats.length - 1) });
    } catch (error) {
      this.#trouble = error.message;
      this.render();
      this.querySelector("[data-action=create]").focus();
    }
  };

  #remember() {
    setSetting("table", this.#draft);
    const names = this.#draft.seats.filter(({ who, name }) => who === "here" && name.trim()).map(({ name }) => name.trim());
    if (names.length && !setting("name")) setSetting("name", names[0]);
    setSetting("names", [...new Set([...names, ...setting("names")])].slice(0, NAMES_KEPT));
  }
}

const defaultName = (i) => capital(say("player.number", { number: i + 1 }));

function draftName(seat, i) {
  if (seat.who === "bot") return seatName({ person: false, bot: seat.bot, twin: 1 });
  return seat.who === "here" ? seat.name.trim() || defaultName(i) : say("web.new.seat", { number: i + 1 });
}

function asRequest(seat, i) {
  if (seat.who === "bot") return { who: "bot", bot: seat.bot };
  return seat.who === "link" ? { who: "link" } : { who: "here", name: draftName(seat, i), birthday: asDate(seat.birthday) };
}

customElements.define("new-table", NewTable);
