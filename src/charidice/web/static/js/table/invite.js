/** The dialog about who sits where during a game: links, the way to another device, and bots for those who left. */

import { get, post } from "../lib/api.js";
import { openDialog } from "../lib/dialogs.js";
import { fill, h, named } from "../lib/dom.js";
import { icon } from "../parts/drawings.js";
import { levelField } from "../parts/fields.js";
import { linkBox } from "../parts/link-box.js";
import { setting } from "../lib/settings.js";
import { say, seatName } from "../lib/text.js";

/**
 * @param {{table: string, view: any, me: number | null}} context
 */
export function invite({ table, view, me }) {
  return openDialog(say("web.lobby.people"), () => [
    h(
      "div",
      { class: "invite" },
      others(table, view, me),
      view.hosts.includes(me) ? linksOfHost(table, view) : watchLink(table),
      me === null ? null : personalLink(table),
    ),
  ]);
}

const watchLink = (table) => linkBox({ kind: "watch", link: `${location.origin}/table/${table}`, heading: "h3" });

/** Something that is asked from the server and may fail; the words stand where the answer would. */
function asked(request, show, place = h("div", { class: "asked", role: "status" })) {
  request().then(
    (answer) => fill(place, show(answer)),
    (error) => fill(place, h("p", { class: "error" }, error.message)),
  );
  return place;
}

function linksOfHost(table, view) {
  const open = view.seats.some(({ person, holder, bot }) => person && holder === null && !bot);
  return asked(
    () => get(`/api/tables/${table}/invitation`),
    ({ join, watch, join_qr, watch_qr }) => [
      open ? linkBox({ kind: "join", link: join, qr: join_qr, heading: "h3" }) : null,
      linkBox({ kind: "watch", link: watch, qr: watch_qr, heading: "h3" }),
    ],
  );
}

/** Made only when it is wanted: whoever has this link has the seat. */
function personalLink(table) {
  const place = h("div", { class: "link-box" });
  const box = ({ link, qr }) => linkBox({ kind: "personal", link, qr, heading: "h3" });
  const make = () => asked(() => post(`/api/tables/${table}/personal-link`), box, place);
  const what = { class: "button plain", type: "button", data: { action: "personal-link" } };
  return fill(
    place,
    h("h3", {}, say("web.lobby.link.personal")),
    h("p", { class: "soft" }, say("web.lobby.link.personal.why")),
    h("div", {}, h("button", { ...what, on: { click: make } }, icon("share"), say("web.lobby.personal"))),
  );
}

function others(table, view, me) {
  const people = view.seats.filter(({ person, holder }) => person && holder !== null && holder !== me);
  if (!people.length) return null;
  const rights = { replace: me !== null, giveBack: view.hosts.includes(me) };
  return h("section", {}, h("h3", {}, say("web.lobby.seats")), h("ul", { class: "leavers" }, people.map((seat) => other(table, seat, rights))));
}

function other(table, seat, rights) {
  const trouble = h("p", { class: "error", role: "alert" });
  const row = h("li", { data: { person: seat.seat } });
  const change = (path, body) => async () => {
    try {
      const { view } = await post(`/api/tables/${table}/seats/${seat.seat}/${path}`, body());
      row.replaceWith(other(table, view.seats[seat.seat], rights));
    } catch (error) {
      fill(trouble, error.message);
    }
  };
  const level = levelField({ "aria-label": say("web.lobby.bot.level", { number: seat.seat + 1 }), chosen: setting("level") });
  const button = (action, words, click) => h("button", { class: "button plain", type: "button", data: { action }, on: { click } }, words);
  const replace = button("seat-bot", say("web.lobby.bot-for"), change("bot", () => ({ bot: level.value })));
  const state = seat.bot ? say("web.lobby.bot-plays", { bot: say(`bot.${seat.bot}`) }) : say(seat.online && !seat.away ? "web.lobby.here" : "web.lobby.away");
  return fill(
    row,
    h("span", { class: "seat-name" }, named(seatName(seat))),
    h("span", { class: "seat-state soft" }, state),
    seat.bot && rights.giveBack ? button("seat-person", say("web.lobby.back"), change("person", () => ({}))) : null,
    seat.away && rights.replace ? h("span", { class: "bot-instead" }, level, replace) : null,
    trouble,
  );
}
