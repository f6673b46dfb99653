/** Player cards: name, points, points given, the 2x box, and who receives this turn's gift. */

import { explaining } from "../lib/bubble.js";
import { fill, h, named, refill } from "../lib/dom.js";
import { botFace, stars } from "../parts/drawings.js";
import { tableIcon } from "../parts/table-icons.js";
import { botName, capital, say, seatName } from "../lib/text.js";

/** @import { SeatView, SheetView } from "../wire.d.ts" */
/** @import { Situation } from "../parts/situation.js" */

export class SeatCards {
  /** @type {ReturnType<typeof seatCard>[]} */
  #cards = [];

  /** @param {(seat: number) => void} onOpen */
  constructor(onOpen) {
    this.#onOpen = onOpen;
    this.element = h("ul", { class: "seats" });
  }
  #onOpen;
  /** @type {Situation | undefined} */
  #situation;

  /** @param {Situation} situation */
  update(situation) {
    this.#situation = situation;
    const { view, game } = situation;
    if (this.#cards.length !== view.seats.length) {
      this.#cards = view.seats.map(({ seat }) => seatCard(seat, this.#onOpen, (sign) => this.#about(seat, sign)));
      this.element.classList.toggle("four", view.seats.length === 4);
      fill(this.element, this.#cards.map((card) => card.item));
    }
    this.element.setAttribute("aria-label", say("web.table.seats"));
    for (const [seat, card] of this.#cards.entries()) {
      const sheet = game.sheets[seat];
      const active = seat === game.active && !situation.over;
      const recipient = seat === game.recipient && !situation.over;
      card.item.classList.toggle("active", active);
      card.item.classList.toggle("recipient", recipient);
      card.item.classList.toggle("doubling", recipient && game.asked);
      card.absent.hidden = !isAbsent(situation, seat);
      refill(card.absentWord, say("web.table.seat.away.badge"));
      const { bot } = view.seats[seat];
      refill(card.name, bot ? botFace(bot) : null, nameParts(view.seats[seat]), bot ? stars(bot) : situation.youTag(seat));
      const total = String(sheet.result?.total ?? sheet.subtotal);
      if (card.total.textContent && card.total.textContent !== total) pop(card.total);
      refill(card.total, total);
      refill(card.given, tableIcon("gift"), String(sheet.total_given));
      card.given.classList.toggle("three-digits", sheet.total_given > 99);
      refill(card.twice, say("box.gift"));
      card.twice.classList.toggle("spent", !sheet.has_gift);
      card.button.setAttribute("aria-label", this.#words(situation, seat, active, recipient));
      card.aboutGift.button.setAttribute("aria-label", say(giftKey(sheet)));
      card.aboutGiven.button.setAttribute("aria-label", `${capital(say("box.given"))}: ${sheet.total_given}`);
    }
  }

  /** @param {number} seat */
  card(seat) {
    return this.#cards[seat].button;
  }

  /** The tooltip of an icon on the card. @param {number} seat @param {"gift" | "given"} sign */
  #about(seat, sign) {
    if (!this.#situation) return "";
    const { total_given: count, has_gift } = this.#situation.game.sheets[seat];
    const key = sign === "gift" && !has_gift ? "spent" : sign;
    return say(`web.table.explain.${key}`, { name: this.#situation.who(seat), points: say("points", { count }) });
  }

  /** @param {Situation} situation @param {number} seat @param {boolean} active @param {boolean} recipient */
  #words(situation, seat, active, recipient) {
    const sheet = situation.game.sheets[seat];
    const parts = [
      say("web.table.seat", { name: situation.who(seat), points: say("points", { count: sheet.result?.total ?? sheet.subtotal }), given: sheet.total_given }),
      say(giftKey(sheet)),
      active ? say("web.table.seat.active") : null,
      recipient ? say("web.table.seat.recipient") : null,
      isAbsent(situation, seat) ? say("web.table.seat.away") : null,
      say("web.table.seat.open"),
    ];
    return parts.filter(Boolean).join(" ");
  }
}

/** The parts of a card. @param {number} seat @param {(seat: number) => void} onOpen @param {(sign: "gift" | "given") => string} about */
function seatCard(seat, onOpen, about) {
  const name = h("span", { class: "who" });
  const total = h("span", { class: "sum" });
  const given = h("span", { class: "gave" });
  const twice = h("span", { class: "twice" });
  const absentWord = h("span");
  const absent = h("span", { class: "absent" }, tableIcon("moon"), absentWord);
  const button = h("button", { class: "seat", type: "button", data: { seat }, on: { click: () => onOpen(seat) } }, name, total, given, twice, absent);
  const aboutGift = explaining("of-gift", () => about("gift"));
  const aboutGiven = explaining("of-given", () => about("given"));
  const signs = [aboutGift.button, aboutGift.bubble, aboutGiven.button, aboutGiven.bubble];
  return { item: h("li", {}, button, signs), button, name, total, given, twice, absent, absentWord, aboutGift, aboutGiven };
}

/** A name may be cut; the number that tells bots of one level apart may not. @param {SeatView} seat */
const nameParts = (seat) => (seat.twin > 1 && !seat.person ? [named(botName(String(seat.bot))), h("b", { class: "twin" }, String(seat.twin))] : named(seatName(seat)));

/** @param {SheetView} sheet */
const giftKey = (sheet) => (sheet.has_gift ? "web.table.seat.gift" : "web.table.seat.spent");

/** Whether a player is offline or idle; never for the user's own seats. @param {Situation} situation @param {number} seat */
function isAbsent({ view, mine }, seat) {
  const { person, bot, online, away } = view.seats[seat];
  return person && !bot && !mine.includes(seat) && (!online || away);
}

/** Restarts the animation that highlights a change. @param {HTMLElement} element */
function pop(element) {
  element.classList.remove("changed");
  void element.offsetWidth;
  element.classList.add("changed");
}
