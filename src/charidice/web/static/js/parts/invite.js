/** The players dialog during a game: invitation links, moving to another device, and bots for those who left. */

import { get, messageOf, post } from "../lib/api.js";
import { openDialog } from "../lib/dialogs.js";
import { fill, h, named } from "../lib/dom.js";
import { icon } from "./drawings.js";
import { levelField } from "./fields.js";
import { linkBox } from "./link-box.js";
import { isHost } from "./situation.js";
import { setting } from "../lib/settings.js";
import { botName, say, seatName } from "../lib/text.js";

/** @import { Children } from "../types.d.ts" */
/** @import { BotName, Invitation, PersonalLink, SeatView, Update, View } from "../wire.d.ts" */

/** @param {{table: string, view: View, me: number | null}} context */
export function invite({ table, view, me }) {
  return openDialog(say("web.lobby.people"), () => [
    h(
      "div",
      { class: "invite" },
      others(table, view, me),
      isHost(view, me) ? linksOfHost(table, view) : watchLink(table),
      me === null ? null : personalLink(table),
    ),
  ]);
}

/** The seats of a running pad that another phone may take: those of the host's phone, if it has several, and of people away. @param {View} view */
export function seatsToWrite({ seats, host }) {
  const several = seats.filter(({ holder }) => holder === host).length > 1;
  return seats.filter(({ holder, away }) => away || (several && holder === host));
}

/** @param {string} table */
const watchLink = (table) => linkBox({ kind: "watch", link: `${location.origin}/table/${table}`, heading: "h3" });

/**
 * Renders a request's answer, or its error in the same place.
 * @template Answer @param {Promise<Answer>} request @param {(answer: Answer) => Children} show
 */
function asked(request, show, place = h("div", { class: "asked", role: "status" })) {
  request.then(
    (answer) => fill(place, show(answer)),
    (error) => fill(place, h("p", { class: "error" }, messageOf(error))),
  );
  return place;
}

/** @param {string} table @param {View} view */
function linksOfHost(table, view) {
  const open = view.seats.some(({ person, holder, bot }) => person && holder === null && !bot);
  const writable = Boolean(view.pad) && seatsToWrite(view).length > 0;
  const show = (/** @type {Invitation} */ { join, watch, join_qr, watch_qr }) => [
    open ? linkBox({ kind: "join", link: join, qr: join_qr, heading: "h3" }) : null,
    writable ? linkBox({ kind: "write", link: join, qr: join_qr, heading: "h3" }) : null,
    linkBox({ kind: "watch", link: watch, qr: watch_qr, heading: "h3" }),
  ];
  return asked(get(`/api/tables/${table}/invitation`), show);
}

/** Created only on request: anybody with this link can take the seat. @param {string} table */
function personalLink(table) {
  const place = h("div", { class: "link-box" });
  const box = (/** @type {PersonalLink} */ { link, qr }) => linkBox({ kind: "personal", link, qr, heading: "h3" });
  const make = () => asked(post(`/api/tables/${table}/personal-link`), box, place);
  const what = { class: "button plain", type: "button", data: { action: "personal-link" } };
  return fill(
    place,
    h("h3", {}, say("web.lobby.link.personal")),
    h("p", { class: "soft" }, say("web.lobby.link.personal.why")),
    h("div", {}, h("button", { ...what, on: { click: make } }, icon("share"), say("web.lobby.personal"))),
  );
}

/** @param {string} table @param {View} view @param {number | null} me */
function others(table, view, me) {
  const people = view.seats.filter(({ person, holder }) => person && holder !== null && holder !== me);
  if (!people.length) return null;
  const rights = { replace: me !== null && !view.settings.pad, giveBack: isHost(view, me) };
  return h("section", {}, h("h3", {}, say("web.lobby.seats")), h("ul", { class: "leavers" }, people.map((seat) => other(table, seat, rights))));
}

/** @param {string} table @param {SeatView} seat @param {{replace: boolean, giveBack: boolean}} rights @returns {HTMLLIElement} */
function other(table, seat, rights) {
  const trouble = h("p", { class: "error", role: "alert" });
  const row = h("li", { data: { person: seat.seat } });
  const change = (/** @type {() => Promise<Update>} */ request) => async () => {
    try {
      const { view } = await request();
      row.replaceWith(other(table, view.seats[seat.seat], rights));
    } catch (error) {
      fill(trouble, messageOf(error));
    }
  };
  const path = /** @type {const} */ (`/api/tables/${table}/seats/${seat.seat}`);
  /** @type {BotName} */
  let bot = setting("level");
  const level = levelField({ "aria-label": say("web.lobby.bot.level", { number: seat.seat + 1 }), chosen: bot, changed: (chosen) => (bot = chosen) });
  const button = (/** @type {string} */ action, /** @type {string} */ words, /** @type {() => void} */ click) => h("button", { class: "button plain", type: "button", data: { action }, on: { click } }, words);
  const replace = button("seat-bot", say("web.lobby.bot-for"), change(() => post(`${path}/bot`, { bot })));
  const state = seat.bot ? say("web.lobby.bot-plays", { bot: botName(seat.bot) }) : say(seat.online && !seat.away ? "web.lobby.here" : "web.lobby.away");
  return fill(
    row,
    h("span", { class: "seat-name" }, named(seatName(seat))),
    h("span", { class: "seat-state soft" }, state),
    seat.bot && rights.giveBack ? button("seat-person", say("web.lobby.back"), change(() => post(`${path}/person`))) : null,
    seat.away && rights.replace ? h("span", { class: "bot-instead" }, level, replace) : null,
    trouble,
  );
}
