/** The form for a new table: who sits where, who starts, and what is played. */

import { messageOrNetwork } from "../lib/api.js";
import { asDate } from "../parts/birthday.js";
import { DiceChoice } from "../parts/dice-choice.js";
import { byId, fill, h, rememberFocus, selectAll } from "../lib/dom.js";
import { botFace, icon, isLevel } from "../parts/drawings.js";
import { levelField, selectField } from "../parts/fields.js";
import { myName, openTable } from "../shell/new-tables.js";
import { CONSTANTS, setSetting, setting } from "../lib/settings.js";
import { awayField, hintsChoice, houseRules, speedChoice, startChoice, waitField } from "../parts/table-settings.js";
import { botName, capital, say } from "../lib/text.js";

/** @import { Children, Draft, SeatDraft, SeatRequest, TableSettings } from "../types.d.ts" */
/** @import { BotName } from "../wire.d.ts" */

const NAMES_KEPT = 12;
/** @type {SeatDraft["who"][]} */
const KINDS = CONSTANTS.site ? ["here", "bot"] : ["here", "link", "bot"];

/** @param {SeatDraft["who"]} who @returns {SeatDraft} */
const emptySeat = (who) => ({ who, name: "", bot: "squirrel", birthday: { day: "", month: "" } });

/** The last submitted form, else the defaults most people want; the user's own name is the newest. @param {boolean} pad @returns {Draft} */
function lastDraft(pad) {
  const usual = { seats: [emptySeat("here"), emptySeat(pad ? "here" : "bot")], settings: { pad } };
  const { seats, settings, standard } = structuredClone(/** @type {Draft | null} */ (setting(pad ? "pad" : "table")) ?? { ...usual, standard: false });
  seats[mySeat(seats)].name = setting("name");
  return { seats, settings: { ...CONSTANTS.settings, ...settings }, standard };
}

/** The user's own seat: the first at this device. @param {SeatDraft[]} seats */
const mySeat = (seats) => seats.findIndex(({ who }) => who === "here");

export class NewTable extends HTMLElement {
  #draft;
  #trouble = "";
  #houseRules = false;
  #dice;

  /** @param {boolean} pad whether it opens a score pad, where real dice are written down */
  constructor(pad = false) {
    super();
    this.#draft = lastDraft(pad);
    const changed = (/** @type {string | null} */ layout, /** @type {boolean} */ standard) => {
      this.#draft.settings.dice = layout;
      this.#draft.standard = standard;
    };
    // Real dice are most likely those of the box that was entered.
    this.#dice = new DiceChoice(this.#draft.settings.dice, changed, pad && !this.#draft.standard);
  }

  render() {
    const restore = rememberFocus("new-table");
    const { seats, settings } = this.#draft;
    const online = seats.some(({ who }) => who === "link");
    const bots = seats.some(({ who }) => who === "bot");
    const form = { draft: this.#draft, names: seats.map(draftName), online, set: this.#set };
    const section = (/** @type {string} */ id, /** @type {string} */ key, /** @type {Children} */ content) =>
      h("section", { class: "paper", "aria-labelledby": id }, h("h2", { id }, say(key)), content);
    fill(
      this,
      h(
        "form",
        { class: "page new-table-form", on: { submit: this.#create } },
        h("h1", {}, say(settings.pad ? "web.start.pad" : "web.new.title")),
        section("new-seats", "web.new.seats", [
          h("p", { class: "soft" }, say(settings.pad ? "web.pad.seats.why" : "web.new.seats.why")),
          h("ol", { class: "seats-form" }, seats.map((seat, i) => this.#seat(seat, i))),
          seats.length < CONSTANTS.players.most ? this.#adding() : null,
        ]),
        section("new-start", "web.new.start", startChoice(form)),
        h(
          "section",
          { class: "paper" },
          hintsChoice(form, settings.pad ? ["off", "ask"] : CONSTANTS.hints),
          bots ? speedChoice(settings.speed, (speed) => this.#set("speed", speed)) : null,
          !settings.pad && (online || bots) ? waitField(form.draft) : null,
          !settings.pad && online ? awayField(form) : null,
          this.#dice,
          this.#folded(houseRules(form)),
        ),
        this.#trouble ? h("p", { class: "trouble", role: "alert" }, this.#trouble) : null,
        h("div", { class: "send" }, this.#sending(say(online ? "web.new.invite" : "web.new.begin"))),
        h("datalist", { id: "known-names" }, setting("names").map((name) => h("option", { value: name }))),
      ),
    );
    this.#dice.render();
    restore();
  }

  /** @param {SeatDraft} seat @param {number} i */
  #seat(seat, i) {
    const number = i + 1;
    const set = (/** @type {Partial<SeatDraft>} */ change) => {
      Object.assign(seat, change);
      this.render();
    };
    // At least one seat must be at this device, to host the table.
    const kinds = this.#draft.settings.pad ? KINDS.filter((who) => who !== "bot") : KINDS;
    /** @type {SeatDraft["who"][]} */
    const values = this.#draft.seats.some((other, j) => j !== i && other.who === "here") ? kinds : ["here"];
    const kind = selectField({
      values,
      chosen: seat.who,
      text: (who) => say(`web.new.who.${who}`),
      changed: (who) => set({ who }),
      ...{ id: `seat-${i}-who`, class: "seat-kind", name: "who", "aria-label": say("web.new.seat", { number }) },
    });
    const details = {
      here: () => this.#nameField(seat, i),
      link: () => words("web.new.link.why"),
      bot: () => botFields(seat, i, (bot) => set({ bot })),
    };
    const removing = this.#draft.seats.length > CONSTANTS.players.least ? this.#removing(i) : null;
    return h("li", { data: { seat: i } }, picture(seat, number), kind, details[seat.who](), removing);
  }

  /** @param {SeatDraft} seat @param {number} i */
  #nameField(seat, i) {
    return h("input", {
      ...{ id: `seat-${i}-name`, class: "seat-detail", name: "name", maxlength: CONSTANTS.name_length, list: "known-names", autocomplete: "off" },
      ...{ value: seat.name, placeholder: defaultName(i, this.#draft.seats), "aria-label": say("web.new.name", { number: i + 1 }) },
      on: { mousedown: selectAll, input: ({ currentTarget }) => this.#rename(i, currentTarget.value) },
    });
  }

  /** Updates a name wherever it appears, without re-rendering: a click on the form may already be under way. @param {number} i @param {string} name */
  #rename(i, name) {
    this.#draft.seats[i].name = name;
    for (const place of this.querySelectorAll(`[data-name-of="${i}"]`)) place.textContent = draftName(this.#draft.seats[i], i, this.#draft.seats);
  }

  /** @param {number} i */
  #removing(i) {
    const remove = () => {
      const { seats } = this.#draft;
      seats.splice(i, 1);
      if (seats.every(({ who }) => who !== "here")) seats[0].who = "here";
      this.render();
      byId(`seat-${Math.min(i, seats.length - 1)}-who`).focus();
    };
    const label = say("web.new.remove", { number: i + 1 });
    return h("button", { class: "remove-seat", type: "button", "aria-label": label, data: { action: "remove-seat" }, on: { click: remove } }, "✕");
  }

  #adding() {
    const add = () => {
      this.#draft.seats.push(emptySeat("here"));
      this.render();
      byId(`seat-${this.#draft.seats.length - 1}-who`).focus();
    };
    const what = { class: "button plain add-seat", type: "button", data: { action: "add-seat" } };
    return h("button", { ...what, on: { click: add } }, icon("plus"), say("web.new.add"));
  }

  /** @param {Children} rules */
  #folded(rules) {
    const what = { class: "house-rules", open: this.#houseRules };
    return h("details", { ...what, on: { toggle: ({ currentTarget }) => (this.#houseRules = currentTarget.open) } }, h("summary", {}, say("rules.8")), rules);
  }

  /** @param {string} words */
  #sending(words) {
    return h("button", { id: "new-create", class: "button primary big", type: "submit", data: { action: "create" } }, words);
  }

  /** @template {keyof TableSettings} Name @param {Name} name @param {TableSettings[Name]} value */
  #set = (name, value) => {
    this.#draft.settings[name] = value;
    this.render();
  };

  #create = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const button = byId("new-create");
    if (button.getAttribute("aria-disabled")) return;
    button.setAttribute("aria-disabled", "true");
    // Saved dice may be chosen by themselves.
    await this.#dice.known;
    const { seats, settings } = this.#draft;
    this.#remember();
    try {
      await openTable(seats.map(asRequest), { ...settings, first: Math.min(settings.first, seats.length - 1) });
    } catch (error) {
      this.#trouble = messageOrNetwork(error, "web.start.needs-network");
      this.render();
      byId("new-create").focus();
    }
  };

  #remember() {
    setSetting(this.#draft.settings.pad ? "pad" : "table", structuredClone(this.#draft));
    const names = this.#draft.seats.filter(({ who, name }) => who === "here" && name.trim()).map(({ name }) => name.trim());
    const mine = mySeat(this.#draft.seats);
    setSetting("name", draftName(this.#draft.seats[mine], mine, this.#draft.seats));
    setSetting("names", [...new Set([...names, ...setting("names")])].slice(0, NAMES_KEPT));
  }
}

/** @param {string} key */
const words = (key) => h("p", { class: "seat-words soft" }, say(key));

/** @param {SeatDraft} seat @param {number} number */
function picture({ who, bot }, number) {
  const token = () => h("span", { class: `token ${who}` }, who === "link" ? icon("share") : String(number));
  return h("span", { class: "seat-picture", "aria-hidden": "true" }, who === "bot" ? botFace(bot) : token());
}

/** @param {SeatDraft} seat @param {number} i @param {(bot: BotName) => void} changed */
function botFields({ bot }, i, changed) {
  const label = say("web.new.level", { number: i + 1 });
  return [levelField({ id: `seat-${i}-bot`, class: "seat-detail", "aria-label": label, chosen: bot, changed }), words(isLevel(bot) ? `bot.${bot}.temper` : "bot.guest.temper")];
}

/** @param {number} i @param {SeatDraft[]} seats */
const defaultName = (i, seats) => (i === mySeat(seats) ? myName() : capital(say("player.number", { number: i + 1 })));

/** @param {SeatDraft} seat @param {number} i @param {SeatDraft[]} seats */
function draftName({ who, name, bot }, i, seats) {
  if (who === "bot") return botName(bot);
  return who === "here" ? name.trim() || defaultName(i, seats) : say("web.new.seat", { number: i + 1 });
}

/** @param {SeatDraft} seat @param {number} i @param {SeatDraft[]} seats @returns {SeatRequest} */
function asRequest(seat, i, seats) {
  if (seat.who === "bot") return { who: "bot", bot: seat.bot };
  return seat.who === "link" ? { who: "link" } : { who: "here", name: draftName(seat, i, seats), birthday: asDate(seat.birthday) };
}

customElements.define("new-table", NewTable);
