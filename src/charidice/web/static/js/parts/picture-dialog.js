/** A finished game as a picture, shown before it is shared or saved. */

import { getFile, messageOf } from "../lib/api.js";
import { openDialog } from "../lib/dialogs.js";
import { fill, h } from "../lib/dom.js";
import { icon } from "./drawings.js";
import { save } from "./files.js";
import { say } from "../lib/text.js";

/** @param {string} game its id @param {string} address of all that the server has of it */
export const openPicture = (game, address = `/api/tables/${game}`) => openPictureOf(game, say("web.picture.alt"), () => getFile(`${address}/picture?form=png`));

/** @param {string} name what it is a picture of, as part of the name of a file @param {string} alt what it shows @param {() => Promise<Blob>} draw */
export function openPictureOf(name, alt, draw) {
  const place = h("div", { class: "picture" }, h("p", { class: "soft", role: "status" }, say("web.picture.working")));
  show(`charidice-${name}.png`, alt, draw, place);
  return openDialog(say("web.table.share-picture"), () => place);
}

/** @param {string} name @param {string} alt @param {() => Promise<Blob>} draw @param {HTMLElement} place */
async function show(name, alt, draw, place) {
  try {
    const png = await draw();
    const file = new File([png], name, { type: png.type });
    const savePng = h("button", { class: "button plain", type: "button", data: { action: "save-png" }, on: { click: () => save(png, name) } }, say("web.picture.png"));
    const buttons = [canShare(file) ? shareButton(file) : null, savePng];
    fill(place, h("img", { src: await dataAddress(png), alt }), h("div", { class: "buttons" }, buttons));
  } catch (error) {
    fill(place, h("p", { class: "error", role: "alert" }, messageOf(error)));
  }
}

/** Not in every browser, and over plain http in none. @param {File} file */
const canShare = (file) => "canShare" in navigator && navigator.canShare({ files: [file] });

/** @param {File} file */
function shareButton(file) {
  const share = () =>
    navigator.share({ files: [file], title: say("web.title") }).catch(() => {
      // The user dismissed the share menu.
    });
  return h("button", { class: "button primary", type: "button", data: { action: "share-picture" }, on: { click: share } }, icon("share"), say("web.picture.share"));
}

/** @param {Blob} file @returns {Promise<string>} */
const dataAddress = (file) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(file);
  });
