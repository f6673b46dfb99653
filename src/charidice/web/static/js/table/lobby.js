/** The lobby: seats fill up, links are shared, the host starts the game. */

import { codeIn } from "../lib/address.js";
import { get, messageOf, post } from "../lib/api.js";
import { asDate, birthdayChoice } from "../parts/birthday.js";
import { openDialog } from "../lib/dialogs.js";
import { byId, h, rememberFocus, named, refill, selectAll } from "../lib/dom.js";
import { botFace, hero, isLevel, stars } from "../parts/drawings.js";
import { levelField } from "../parts/fields.js";
import { linkBox } from "../parts/link-box.js";
import { isHost } from "../parts/situation.js";
import { go } from "../shell/router.js";
import { CONSTANTS, setSetting, setting } from "../lib/settings.js";
import { capital, firstLetter, say, sayNodes, seatName } from "../lib/text.js";
import { openTutorial } from "../parts/tutorial-dialog.js";
import { commit } from "../lib/words.js";

/** @import { Birthday, Take } from "../types.d.ts" */
/** @import { BotName, Invitation, SeatView, View } from "../wire.d.ts" */

/**
 * A table's form input and state, kept across re-renders.
 * @typedef {{name: string, birthday: Birthday, levels: Record<number, BotName>, trouble: string, busy: boolean, invitation: Partial<Invitation> | null,
 *   repaint: () => void, commitment?: string}} Draft the commitment of a request to join is kept until it is answered, so that the server knows it again
 * @typedef {{view: View, me: number | null, table: string, take: Take}} Context
 */

/** @type {Map<string, Draft>} */
const drafts = new Map();

/** @param {string} table */
function draftOf(table) {
  const draft = drafts.get(table) ?? {
    ...{ name: setting("name"), birthday: { day: "", month: "" }, levels: {} },
    ...{ trouble: "", busy: false, invitation: null, repaint: () => {} },
  };
  drafts.set(table, draft);
  return draft;
}

/**
 * Reopens the table once this browser has a seat, so that live updates are for that seat. Removes the code from the URL, so
 * that nobody shares it with a link.
 * @param {string} table
 */
const reenter = (table) => go(`/table/${table}`, { replace: true });

/** @param {SeatView} seat */
const isOpen = (seat) => seat.person && seat.holder === null && !seat.bot;

/**
 * Renders the lobby into a page, keeping unchanged nodes.
 * @param {HTMLElement} page
 * @param {Context} context
 */
export function lobby(page, context) {
  const draft = draftOf(context.table);
  // Links that failed to load are retried with the next update.
  if (!draft.invitation?.join) draft.invitation = null;
  draft.repaint = () => {
    const restore = rememberFocus(".lobby");
    refill(page, content(context));
    restore();
  };
  draft.repaint();
}

/** @param {Context} context */
function content(context) {
  const { view, me, table } = context;
  const draft = draftOf(table);
  const hosting = isHost(view, me);
  const open = view.seats.some(isOpen);
  return [
    h("h1", {}, say(me === view.host ? "web.lobby.title" : "web.lobby.welcome")),
    me === view.host ? null : visitor(context, open),
    hosting ? open && invitation(context, "join") : null,
    h(
      "section",
      { class: "paper around", "aria-labelledby": "lobby-seats" },
      h("h2", { id: "lobby-seats" }, say("web.lobby.seats")),
      view.begins ? h("p", { class: "soft" }, say("web.lobby.begins", { round: view.begins.round, rounds: view.settings.rounds })) : null,
      h("ol", { class: "lobby-seats" }, view.seats.map((seat) => seatRow(seat, context, hosting))),
      draft.trouble ? h("p", { class: "error", role: "alert" }, draft.trouble) : null,
      starting(context, hosting, open),
    ),
    hosting ? invitation(context, "watch") : null,
    me === null && open && codeIn("join") ? howItWorks() : null,
  ];
}

/** @param {SeatView} seat @param {Context} context @param {boolean} hosting */
function seatRow(seat, context, hosting) {
  const open = isOpen(seat);
  const { begins } = context.view;
  const token = () => h("span", { class: `token ${open ? "open" : "here"}` }, open ? "" : firstLetter(capital(seatName(seat).trim())));
  const words = () => {
    if (context.view.starting?.waiting.includes(seat.seat)) return say("web.lobby.awaited");
    if (open) return say("web.lobby.open");
    if (seat.holder !== null && seat.holder === context.me) return say("web.lobby.mine");
    if (seat.bot) return say(isLevel(seat.bot) ? `bot.${seat.bot}.temper` : "bot.guest.temper");
    return say(seat.online && !seat.away ? "web.lobby.here" : "web.lobby.away");
  };
  return h(
    "li",
    { class: open ? "open" : null },
    h("span", { class: "seat-picture", "aria-hidden": "true" }, seat.bot ? botFace(seat.bot) : token()),
    h("span", { class: "seat-name" }, named(capital(seatName(seat))), seat.bot ? stars(seat.bot) : null),
    h("span", { class: "seat-state soft" }, begins ? `${say("points", { count: begins.totals[seat.seat] })} · ` : null, words()),
    open && hosting ? (context.view.settings.pad ? writeInstead(seat, context) : botInstead(seat, context)) : null,
    seatActions(seat, context, hosting),
  );
}

/** The actions for a taken seat: rename, leave, or (the host) remove. @param {SeatView} seat @param {Context} context @param {boolean} hosting */
function seatActions(seat, { view, me, table, take }, hosting) {
  if (seat.holder === null || view.starting) return null;
  const mine = seat.holder === me;
  const free = () => attempt(table, async () => {
    const answer = await post(`/api/tables/${table}/seats/${seat.seat}/leave`);
    if (mine) go("/");
    else take(answer);
  });
  const button = (/** @type {string} */ action, /** @type {() => void} */ click, more = {}) =>
    h("button", { id: `lobby-${action}-${seat.seat}`, class: "button plain", type: "button", data: { action }, on: { click }, ...more }, say(`web.lobby.${action}`));
  const actions = [
    // Keyed by name: otherwise the update would keep the old button, whose listener has the old name.
    mine ? button("rename", () => rename(seat, { table, take }), { data: { action: "rename", of: seat.name } }) : null,
    mine && me !== view.host ? button("leave", free) : null,
    !mine && hosting && seat.holder !== view.host ? button("remove", free, { "aria-label": say("web.lobby.remove.who", { name: seatName(seat) }) }) : null,
  ];
  return actions.some(Boolean) ? h("span", { class: "seat-actions" }, actions) : null;
}

/** @param {SeatView} seat @param {Pick<Context, "table" | "take">} context */
function rename(seat, { table, take }) {
  return nameDialog("web.lobby.name", "web.lobby.rename.save", seat.name, async (name) => {
    take(await post(`/api/tables/${table}/seats/${seat.seat}/name`, { name }));
    setSetting("name", name.trim());
  });
}

/** Asks for a name, until the server takes it. @param {string} title @param {string} action @param {string | null} before @param {(name: string) => Promise<void>} send */
function nameDialog(title, action, before, send) {
  return openDialog(say(title), (close) => {
    const name = h("input", { name: "name", required: true, maxlength: CONSTANTS.name_length, autocomplete: "nickname", value: before, "aria-label": say(title), on: { mousedown: selectAll } });
    const trouble = h("p", { class: "error", role: "alert" });
    const save = async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        await send(name.value);
        close();
      } catch (error) {
        refill(trouble, messageOf(error));
      }
    };
    const button = h("button", { class: "button primary", type: "submit", data: { action: "save-name" } }, say(action));
    return h("form", { class: "renaming", on: { submit: save } }, name, trouble, button);
  });
}

/** At a pad somebody whose phone stays away plays all the same: the host writes for them. @param {SeatView} seat @param {Context} context */
function writeInstead({ seat }, { table, take }) {
  const write = () =>
    nameDialog("web.lobby.write.name", "web.lobby.write.save", "", async (name) => {
      const { join } = await get(`/api/tables/${table}/invitation`);
      take(await post(`/api/tables/${table}/join`, { code: String(join.split("#join=")[1]), name, seat }));
    });
  const what = { id: `lobby-write-${seat}`, class: "button plain", type: "button", data: { action: "write-here" } };
  return h("span", { class: "bot-instead" }, h("button", { ...what, on: { click: write } }, say("web.lobby.write")));
}

/** Fills an open seat with a bot. @param {SeatView} seat @param {Context} context */
function botInstead({ seat }, { table, take }) {
  const draft = draftOf(table);
  const chosenLevel = () => draft.levels[seat] ?? setting("level");
  const level = levelField({
    chosen: chosenLevel(),
    changed: (chosen) => (draft.levels[seat] = chosen),
    ...{ id: `lobby-bot-${seat}`, "aria-label": say("web.lobby.bot.level", { number: seat + 1 }) },
  });
  const sit = () => attempt(table, async () => take(await post(`/api/tables/${table}/seats/${seat}/bot`, { bot: chosenLevel() })));
  const what = { id: `lobby-seat-bot-${seat}`, class: "button plain", type: "button", data: { action: "seat-bot" } };
  return h("span", { class: "bot-instead" }, level, h("button", { ...what, on: { click: sit } }, say("web.lobby.bot")));
}

/** @param {Context} context @param {boolean} hosting @param {boolean} open */
function starting({ view, table, take }, hosting, open) {
  if (view.starting) return h("p", { class: "starting-now", role: "status" }, say("web.lobby.starting"));
  if (!hosting) return null;
  const start = () => attempt(table, async () => take(await post(`/api/tables/${table}/start`)));
  const what = { id: "lobby-start", class: "button primary big", type: "button", disabled: open, data: { action: "start" } };
  const button = h("button", { ...what, on: { click: start } }, say("web.lobby.start"));
  return h("div", { class: "starting-now" }, button, open ? [h("p", { class: "soft" }, say("web.lobby.start.later")), learning()] : null);
}

/** Fetches the links once; they do not change while the table is open. @param {Context} context @param {"join" | "watch"} kind */
function invitation({ table }, kind) {
  const draft = draftOf(table);
  draft.invitation ??= loadInvitation(table, draft);
  const { [kind]: link, [/** @type {const} */ (`${kind}_qr`)]: qr } = draft.invitation;
  return link ? h("section", { class: `paper ${kind === "join" ? "way-in" : "watch"}` }, linkBox({ kind, link, qr })) : null;
}

/** @param {string} table @param {Draft} draft @returns {Partial<Invitation>} */
function loadInvitation(table, draft) {
  get(`/api/tables/${table}/invitation`).then(
    (links) => (draft.invitation = links),
    (error) => (draft.trouble = messageOf(error)),
  ).finally(() => draft.repaint());
  return {};
}

/** @param {Context} context @param {boolean} open */
function visitor(context, open) {
  const { view, me } = context;
  const host = view.seats.find(({ holder }) => holder === view.host);
  const words = isHost(view, me) ? "web.lobby.host-away" : "web.lobby.waiting";
  const waiting = h("section", { class: "paper way-in waiting" }, h("p", {}, sayNodes(words, { host: host && named(seatName(host)) })), learning());
  if (view.seats.some(({ holder }) => me !== null && holder === me)) return waiting;
  const code = codeIn("join");
  if (code && open) return joining(context, code);
  const watching = say(code ? "web.lobby.full" : "web.lobby.watching");
  return h("section", { class: "paper way-in waiting" }, h("p", {}, watching));
}

/**
 * The notice for somebody invited to a game that has begun or is over; null for everybody else.
 * @param {View} view @param {number | null} me
 */
export function invitedTooLate({ stage, table, seats }, me) {
  // Somebody who saw the lobby already knows that all seats are taken.
  if (stage === "lobby" || me !== null || !codeIn("join") || drafts.has(table)) return null;
  const names = h("p", { class: "soft" }, seats.map((seat, i) => [i ? ", " : "", named(capital(seatName(seat)))]));
  return h(
    "div",
    { class: "lobby page" },
    h(
      "section",
      { class: "paper way-in too-late" },
      h("h1", {}, say(`web.lobby.too-late.${stage}`)),
      names,
      h("p", {}, say("web.lobby.too-late.why")),
      h(
        "div",
        { class: "buttons" },
        h("button", { class: "button primary", type: "button", data: { action: "watch" }, on: { click: () => reenter(table) } }, say("web.lobby.too-late.watch")),
        h("a", { class: "button plain", href: "/" }, say("web.table.home")),
      ),
    ),
  );
}

/** @param {Context} context @param {string} code */
function joining({ view, table }, code) {
  const draft = draftOf(table);
  const name = h("input", {
    id: "join-name", name: "name", required: true, maxlength: CONSTANTS.name_length, autocomplete: "nickname", value: draft.name,
    on: { mousedown: selectAll, input: ({ currentTarget }) => (draft.name = currentTarget.value) },
  });
  const join = (/** @type {Event} */ event) => {
    event.preventDefault();
    const chosen = draft.name.trim();
    if (!chosen) return byId(name.id).focus();
    attempt(table, async () => {
      await post(`/api/tables/${table}/join`, { code, name: chosen, birthday: asDate(draft.birthday), commitment: draft.commitment ??= commit() });
      draft.commitment = undefined;
      setSetting("name", chosen);
      setSetting("newcomer", false);
      reenter(table);
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

/** For guests on a wide screen, who have room beside the form. */
const howItWorks = () =>
  h(
    "section",
    { class: "how", "aria-labelledby": "lobby-how" },
    hero(),
    h("h2", { id: "lobby-how" }, say("web.lobby.how")),
    h("ol", {}, ["roll", "score", "give"].map((step) => h("li", {}, say(`web.lobby.how.${step}`)))),
  );

const learning = () =>
  h("button", { id: "lobby-learn", class: "button plain", type: "button", data: { action: "learn" }, on: { click: openTutorial } }, say("web.lobby.learn"));

/** @param {Draft} draft */
const birthday = (draft) => [
  birthdayChoice("join-birthday", draft.birthday, say("web.lobby.birthday")),
  h("p", { class: "soft" }, say("web.lobby.birthday.why")),
];

/** Runs one action at a time; an error is shown until the next attempt. @param {string} table @param {() => Promise<void>} action */
async function attempt(table, action) {
  const draft = draftOf(table);
  if (draft.busy) return;
  draft.busy = true;
  draft.trouble = "";
  try {
    await action();
  } catch (error) {
    draft.trouble = messageOf(error);
  }
  draft.busy = false;
  draft.repaint();
}

/**
 * Moves a seat to this browser if the URL is its personal link.
 * @param {string} table
 */
export async function arrive(table) {
  const code = codeIn("move");
  if (!code) return;
  try {
    await post(`/api/tables/${table}/move-here`, { code, commitment: commit() });
    reenter(table);
  } catch (error) {
    const why = messageOf(error);
    await openDialog(say("web.lobby.not-moved"), () => [h("p", {}, why), h("p", { class: "soft" }, say("web.lobby.not-moved.why"))]);
  }
}
