/** A game in progress on this device goes online, exactly as it lies on the table; then people elsewhere can take their seats. */

import { putOnline } from "../lib/api.js";
import { h, refill } from "../lib/dom.js";
import { fetchTextsHere, say } from "../lib/text.js";
import { segments } from "../parts/fields.js";
import { offerOnline } from "../shell/going-online.js";
import { go } from "../shell/router.js";
import { rememberedTurn, rememberTurn, turnOf } from "./turn-memory.js";

/** @import { Where } from "../types.d.ts" */
/** @import { View } from "../wire.d.ts" */

/** Asks who plays where, if there are several people. @param {string} table @param {View} view */
export async function offerGame(table, view) {
  await fetchTextsHere();
  /** By seat. @type {Where[]} */
  const places = view.seats.map(() => "here");
  // The screen of the table follows it as soon as it is online.
  const put = async () => void (await putOnline(table, places));
  return offerOnline({ why: "here.online.why", needsNetwork: "here.online.needs-network", more: placesForm(view, places), put });
}

/** @param {View} view @param {Where[]} places */
function placesForm({ seats }, places) {
  const people = seats.filter(({ person }) => person);
  if (people.length < 2) return null;
  const form = h("div", { class: "places-form" });
  const render = () => {
    const focused = document.activeElement?.id;
    const choices = people.map(({ seat, name }) => {
      // Somebody stays here, to host the table.
      const isNeeded = people.every((other) => other.seat === seat || places[other.seat] === "link");
      return segments({
        name: `place-${seat}`,
        legend: String(name),
        values: isNeeded ? ["here"] : ["here", "link"],
        chosen: places[seat],
        text: (where) => say(`web.new.who.${where}`),
        changed: (where) => {
          places[seat] = where;
          render();
        },
      });
    });
    refill(form, h("h3", {}, say("here.online.who")), choices);
    if (focused) document.getElementById(focused)?.focus();
  };
  render();
  return form;
}

/** Goes on at the table of the server, with the same dice held. @param {string} table @param {View} view */
export async function followOnline(table, { game }) {
  const id = await putOnline(table);
  const turn = game && turnOf(game);
  if (turn) rememberTurn(id, turn, rememberedTurn(table, turn) ?? { held: game.rolls_left ? game.kept : [], chosen: null });
  // Back leads to where the game was opened.
  return go(`/table/${id}`, { replace: true });
}
