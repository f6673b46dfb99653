/** The button for the score sheets of a finished game. */

import { openFrom } from "../lib/dialogs.js";
import { h } from "../lib/dom.js";
import { saveButton, usualPaper } from "./files.js";

/**
 * Saves the score sheets of a finished game to print them, or prints those of a game of this device.
 * @param {string} game @param {string} address @param {string} words
 * @param {false | (() => Promise<{printSheets: (address: string) => void}>)} printing of this device
 */
export function sheetsButton(game, address, words, printing) {
  if (!printing) return saveButton({ words, looks: "plain", action: "print", path: () => `${address}/sheets?paper=${usualPaper()}`, name: `charidice-${game}.pdf` });
  return h("button", { class: "button plain", type: "button", data: { action: "print" }, on: { click: () => openFrom(printing, ({ printSheets }) => printSheets(address)) } }, words);
}
