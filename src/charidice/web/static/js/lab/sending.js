/** Play on from a position; keep and send it: its link, a picture, paper, a frame for another page. */

import { address } from "../lib/address.js";
import { isOver } from "../engine/state.js";
import { messageOf, Offline } from "../lib/api.js";
import { fill, h, toast } from "../lib/dom.js";
import { say } from "../lib/text.js";
import { icon } from "../parts/drawings.js";
import { linkBox } from "../parts/link-box.js";
import { openPictureOf } from "../parts/picture-dialog.js";
import { chosenLevel, myName, openTable } from "../shell/new-tables.js";
import { addressOf } from "./address.js";

/** @import { LabAnswer } from "../engine/lab/types.d.ts" */
/** @import { LabView } from "./lab-view.d.ts" */

export class Sending {
  #view;
  #playing = h("div", { class: "lab-play-on" });
  #link = h("div", {});
  #buttons = h("div", { class: "buttons" });
  #frame = h("div", { class: "lab-frame" });
  element = h("section", { class: "paper lab-send", "aria-labelledby": "lab-send-heading" });

  /** @param {LabView} view */
  constructor(view) {
    this.#view = view;
    fill(this.element, h("h2", { id: "lab-send-heading" }, say("web.lab.send")), this.#playing, this.#link, this.#buttons,
      h("details", {}, h("summary", {}, say("web.lab.embed")), h("p", { class: "soft" }, say("web.lab.embed.why")), this.#frame));
  }

  update() {
    const { position, objective } = this.#view;
    const here = (/** @type {string} */ to) => new URL(address(to), document.baseURI).href;
    fill(this.#link, linkBox({ kind: "lab", link: here(addressOf(position, objective)), heading: "h3", words: "web.lab.link" }));
    fill(this.#buttons);
    fill(this.#playing, this.#playOn());
    const frame = `<iframe src="${here(`/embed${addressOf(position, objective)}`)}" width="100%" height="640" title="Charidice"></iframe>`;
    const field = h("textarea", { id: "lab-frame", readonly: true, rows: 3, "aria-label": say("web.lab.embed"), spellcheck: "false" }, frame);
    field.addEventListener("focus", () => field.select());
    fill(this.#frame, field);
  }

  /** A game from here, in which the user is the active player and bots are the others. */
  #playOn() {
    const { state, names, position } = this.#view;
    if (isOver(state)) return null;
    const open = async (/** @type {{currentTarget: HTMLButtonElement}} */ { currentTarget: button }) => {
      if (button.getAttribute("aria-disabled")) return;
      button.setAttribute("aria-disabled", "true");
      const seats = names.map((_, seat) => (seat === state.active ? { who: /** @type {const} */ ("here"), name: myName() } : { who: /** @type {const} */ ("bot"), bot: chosenLevel() }));
      try {
        await openTable(seats, { hints: "ask" }, { position });
      } catch (error) {
        button.removeAttribute("aria-disabled");
        toast(messageOf(error));
      }
    };
    return [
      h("button", { id: "lab-play-on", class: "button primary", type: "button", data: { action: "play-on" }, on: { click: open } }, say("web.lab.play-on")),
      h("p", { class: "soft" }, say("web.lab.play-on.why", { name: names[state.active] })),
    ];
  }

  /** @param {LabAnswer} answer */
  answered(answer) {
    const button = (/** @type {string} */ action, /** @type {Parameters<typeof icon>[0]} */ drawing, /** @type {() => void} */ click) =>
      h("button", { id: `lab-${action}`, class: "button plain", type: "button", data: { action }, on: { click } }, icon(drawing), say(`web.lab.${action}`));
    fill(this.#buttons, button("picture", "share", () => openPictureOf("lab", say("web.lab.title"), () => draw(this.#view, answer))), button("print", "print", () => print()));
  }
}

/** What draws is fetched when it is needed. @param {LabView} view @param {LabAnswer} answer */
async function draw(view, answer) {
  const { pictureOfPosition } = await import("./picture.js").catch(() => {
    throw new Offline();
  });
  return pictureOfPosition(view, answer);
}
