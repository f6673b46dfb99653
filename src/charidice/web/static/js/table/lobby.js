/** A table before its game: the seats fill, links are given away, the host starts. */

import { get, post, randomWords } from "../lib/api.js";
import { asDate, birthdayChoice } from "../parts/birthday.js";
import { openDialog } from "../lib/dialogs.js";
import { h, heldFocus, named, refill } from "../lib/dom.js";
import { botFace, stars } from "../parts/drawings.js";
import { levelField } from "../parts/fields.js";
import { linkBox } from "../parts/link-box.js";
import { startTable } from "../shell/opening.js";
import { go } from "../shell/router.js";
import { rememberPromise, setSetting, setting } from "../lib/settings.js";
import { capital, firstLetter, say, sayNodes, seatName } from "../lib/text.js";
import { openTutorial } from "../parts/tutorial-dialog.js";

export { invite } from "./invite.js";

/** What is typed and known by table, since parts of the page are made anew with news. */
const drafts = new Map();

function draftOf(table) {
  if (!drafts.has(table)) {
    const typed = { name: setting("name"), birthday: { day: "", month: "" }, levels: {} };
    drafts.set(table, { ...typed, trouble: "", busy: false, invitation: null, repaint: () => {} });
  }
  return drafts.get(table);
}

const codeIn = (kind) => new RegExp(`^#${kind}=(.+)$`).exec(location.hash)?.[1] ?? null;

/**
 * Comes to the table anew once this browser has a seat there: what it hears live is then meant for that seat. The code is
 * left out of the address, so that nobody gives it away with a link.
 */
const comeAnew = (table) => go(`/table/${table}`, { replace: true });

const isOpen = (seat) => seat.person && seat.holder === null && !seat.bot;

/**
 * Shows a table in the lobby on a page; what has not changed there stays.
 * @param {HTMLElement} page
 * @param {{view: any, me: number | null, table: string, take: (update: any) => void}} context
 */
export function lobby(page, context) {
  const draft = draftOf(context.table);
  // Links that did not come are asked for again with the next piece of news.
  if (!draft.invitation?.join) draft.invitation = null;
  draft.repaint = () => {
    const restore = heldFocus(".lobby");
    refill(page, content(context));
    restore();
  };
  draft.repaint();
}

function content(context) {
  const { view, me, table } = context;
  const draft = draftOf(table);
  const isHost = view.hosts.includes(me);
  const open = view.seats.some(isOpen);
  return [
    h("h1", {}, say(me === view.host ? "web.lobby.title" : "web.lobby.welcome")),
    me === view.host ? null : visitor(context, open),
    isHost ? open && invitation(context, "join") : null,
    h(
      "section",
      { class: "paper around", "aria-labelledby": "lobby-seats" },
      h("h2", { id: "lobby-seats" }, say("web.lobby.seats")),
      h("ol", { class: "lobby-seats" }, view.seats.map((seat) => seatRow(seat, context, isHost))),
      draft.trouble ? h("p", { class: "error", role: "alert" }, draft.trouble) : null,
      isHost ? starting(context, open) : null,
    ),
    isHost ? invitation(context, "watch") : null,
  ];
}

function seatRow(seat, context, isHost) {
  const open = isOpen(seat);
  const token = () => h("span", { class: `token ${open ? "open" : "here"}` }, open ? "" : firstLetter(capital(seatName(seat).trim())));
  const words = () => {
    if (open) return say("web.lobby.open");
    if (seat.holder !== null && seat.holder === context.me) return say("web.lobby.mine");
    if (seat.bot) return say(`bot.${seat.bot}.temper`);
    return say(seat.online && !seat.away ? "web.lobby.here" : "web.lobby.away");
  };
  return h(
    "li",
    { class: open ? "open" : null },
    h("span", { class: "seat-picture", "aria-hidden": "true" }, seat.bot ? botFace(seat.bot) : token()),
    h("span", { class: "seat-name" }, named(capital(seatName(seat))), seat.bot ? stars(seat.bot) : null),
    h("span", { class: "seat-state soft" }, words()),
    open && isHost ? botInstead(seat, context) : null,
    seatActions(seat, context, isHost),
  );
}

/** What can be done about somebody who sits here: change one's name, go, or be sent away. */
function seatActions(seat, { view, me, table, take }, isHost) {
  if (seat.holder === null) return null;
  const mine = seat.holder === me;
  const free = () => attempt(table, async () => {
    const answer = await post(`/api/tables/${table}/seats/${seat.seat}/leave`);
    if (mine) go("/");
    else take(answer);
  });
  const button = (action, click, more = {}) =>
    h("button", { id: `lobby-${action}-${seat.seat}`, class: "button plain", type: "button", data: { action }, on: { click }, ...more }, say(`web.lobby.${action}`));
  const actions = [
    // With another name the button is another one, since what is the same on the page stays.
    mine ? button("rename", () => rename(seat, { table, take }), { data: { action: "rename", of: seat.name } }) : null,
    mine && me !== view.host ? button("leave", free) : null,
    !mine && isHost && seat.holder !== view.host ? button("remove", free, { "aria-label": say("web.lobby.remove.who", { name: seatName(seat) }) }) : null,
  ];
  return actions.some(Boolean) ? h("span", { class: "seat-actions" }, actions) : null;
}

function rename(seat, { table, take }) {
  return openDialog(say("web.lobby.name"), (close) => {
    const name = h("input", { name: "name", required: true, maxlength: 40, autocomplete: "nickname", value: seat.name, "aria-label": say("web.lobby.name") });
    const trouble = h("p", { class: "error", role: "alert" });
    const save = async (event) => {
      event.preventDefault();
      try {
        take(await post(`/api/tables/${table}/seats/${seat.seat}/name`, { name: name.value }));
        setSetting("name", name.value.trim());
        close();
      } catch (error) {
        refill(trouble, error.message);
      }
    };
    const button = h("button", { class: "button primary", type: "submit", data: { action: "save-name" } }, say("web.lobby.rename.save"));
    return h("form", { class: "renaming", on: { submit: save } }, name, trouble, button);
  });
}

/** A bot for a seat that nobody takes. */
function botInstead({ seat }, { table, take }) {
  const draft = draftOf(table);
  const level = levelField({
    ...{ id: `lobby-bot-${seat}`, "aria-label": say("web.lobby.bot.level", { number: seat + 1 }) },
    ...{ chosen: draft.levels[seat] ?? setting("level"), changed: (chosen) => (draft.levels[seat] = chosen) },
  });
  const sit = () => attempt(table, async () => take(await post(`/api/tables/${table}/seats/${seat}/bot`, { bot: level.value })));
  const what = { id: `lobby-seat-bot-${seat}`, class: "button plain", type: "button", data: { action: "seat-bot" } };
  return h("span", { class: "bot-instead" }, level, h("button", { ...what, on: { click: sit } }, say("web.lobby.bot")));
}

function starting({ view, table, take }, open) {
  const start = () => attempt(table, async () => take(await startTable(view)));
  const what = { id: "lobby-start", class: "button primary big", type: "button", disabled: open, data: { action: "start" } };
  const button = h("button", { ...what, on: { click: start } }, say("web.lobby.start"));
  return h("div", { class: "starting-now" }, button, open ? [h("p", { class: "soft" }, say("web.lobby.start.later")), learning()] : null);
}

/** The links are asked for once; they do not change while the table is open. */
function invitation({ table }, kind) {
  const draft = draftOf(table);
  draft.invitation ??= loadInvitation(table, draft);
  const { [kind]: link, [`${kind}_qr`]: qr } = draft.invitation;
  return link ? h("section", { class: `paper ${kind === "join" ? "way-in" : "watch"}` }, linkBox({ kind, link, qr })) : null;
}

function loadInvitation(table, draft) {
  get(`/api/tables/${table}/invitation`).then(
    (links) => (draft.invitation = links),
    (error) => (draft.trouble = error.message),
  ).finally(() => draft.repaint());
  return {};
}

function visitor(context, open) {
  const { view, me } = context;
  const host = view.seats.find(({ holder }) => holder === view.host);
  const words = view.hosts.includes(me) ? "web.lobby.host-away" : "web.lobby.waiting";
  const waiting = h("section", { class: "paper way-in waiting" }, h("p", {}, sayNodes(words, { host: named(seatName(host)) })), learning());
  if (view.seats.some(({ holder }) => me !== null && holder === me)) return waiting;
  if (codeIn("join") && open) return joining(context);
  const watching = say(codeIn("join") ? "web.lobby.full" : "web.lobby.watching");
  return h("section", { class: "paper way-in waiting" }, h("p", {}, watching));
}

function joining({ view, table }) {
  const draft = draftOf(table);
  const name = h("input", {
    id: "join-name", name: "name", required: true, maxlength: 40, autocomplete: "nickname", value: draft.name,
    on: { input: () => (draft.name = name.value) },
  });
  const join = (event) => {
    event.preventDefault();
    const chosen = draft.name.trim();
    if (!chosen) return name.focus();
    attempt(table, async () => {
      const words = randomWords();
      await post(`/api/tables/${table}/join`, { code: codeIn("join"), name: chosen, birthday: asDate(draft.birthday), words });
      rememberPromise(table, view.commitment, words);
      setSetting("name", chosen);
      setSetting("newcomer", false);
      comeAnew(table);
    });
  };
  return h(
    "form",
    { class: "paper way-in joining", "aria-labelledby": "join-title", on: { submit: join } },
    h("h2", { id: "join-title" }, say("web.lobby.join.title")),
    h("p", {}, say("web.lobby.about")),
    h("label", { class: "field" }, h("span", {}, say("web.lobby.name")), name),
    view.settings.start === "birthday" ? birthday(draft) : null,
    h("button", { id: "join-send", class: "button primary big", type: "submit", data: { action: "join" } }, say("web.lobby.join")),
  );
}

const learning = () =>
  h("button", { id: "lobby-learn", class: "button plain", type: "button", data: { action: "learn" }, on: { click: openTutorial } }, say("web.lobby.learn"));

const birthday = (draft) => [
  birthdayChoice("join-birthday", draft.birthday, say("web.lobby.birthday")),
  h("p", { class: "soft" }, say("web.lobby.birthday.why")),
];

/** Does something once at a time; what went wrong is shown until the next attempt. */
async function attempt(table, action) {
  const draft = draftOf(table);
  if (draft.busy) return;
  draft.busy = true;
  draft.trouble = "";
  try {
    await action();
  } catch (error) {
    draft.trouble = error.message;
  }
  draft.busy = false;
  draft.repaint();
}

/**
 * Takes a seat over to this browser when the address is somebody's personal link.
 * @param {{table: string}} context
 */
export async function arrive({ table }) {
  const code = codeIn("move");
  if (!code) return;
  try {
    await post(`/api/tables/${table}/move-here`, { code });
    comeAnew(table);
  } catch (error) {
    await openDialog(say("web.lobby.not-moved"), () => [h("p", {}, error.message), h("p", { class: "soft" }, say("web.lobby.not-moved.why"))]);
  }
}
