/** A banner for an absent player, or for the user while a bot plays for them, with the button that changes it. */

import { messageOf, post } from "../lib/api.js";
import { h, named, refill, toast } from "../lib/dom.js";
import { setting } from "../lib/settings.js";
import { say, sayNodes, seatName } from "../lib/text.js";

/** @import { Children, Take } from "../types.d.ts" */
/** @import { SeatView } from "../wire.d.ts" */
/** @import { Situation } from "../parts/situation.js" */

export class Absence {
  #table;
  #take;

  /** @param {string} table @param {Take} take */
  constructor(table, take) {
    this.#table = table;
    this.#take = take;
    this.element = h("div", { class: "absence", role: "status" });
  }

  /** @param {Situation} situation */
  update({ view, me }) {
    const mine = me === null ? [] : view.seats.filter(({ holder }) => holder === me);
    const replaced = mine.filter(({ bot }) => bot);
    const away = mine.length ? view.seats.filter((seat) => seat.away && seat.holder !== me) : [];
    refill(
      this.element,
      replaced.map((seat) => this.#offer(seat, replacedWords(seat, mine), "person", "web.table.replaced.end")),
      away.map((seat) => this.#offer(seat, sayNodes("web.table.absent", { name: named(seatName(seat)) }), "bot", "web.lobby.bot-for")),
    );
  }

  /** @param {SeatView} seat @param {Children} words @param {"bot" | "person"} who @param {string} key */
  #offer({ seat }, words, who, key) {
    const what = { class: `button ${who === "bot" ? "plain" : "primary"}`, type: "button", data: { action: `seat-${who}`, seat } };
    const press = async () => {
      const body = who === "bot" ? { bot: setting("level") } : {};
      try {
        this.#take(await post(`/api/tables/${this.#table}/seats/${seat}/${who}`, body));
      } catch (error) {
        toast(messageOf(error));
      }
    };
    return h("p", { class: "offer" }, h("span", {}, words), h("button", { ...what, on: { click: press } }, say(key)));
  }
}

/** @param {SeatView} seat @param {SeatView[]} mine */
const replacedWords = (seat, mine) => (mine.length > 1 ? sayNodes("web.table.event.bot-plays", { player: named(seat.name) }) : say("web.table.replaced"));
