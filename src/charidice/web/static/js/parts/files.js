/** Files made by the server: sheets to print and pictures to send. */

import { getFile, messageOf } from "../lib/api.js";
import { h, toast } from "../lib/dom.js";
import { setting } from "../lib/settings.js";

/** @import { Children } from "../types.d.ts" */
/** @import { Paper } from "../wire.d.ts" */

/** Regions that print on US Letter, by CLDR. */
const LETTER = new Set(["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"]);
/** How long a browser may take to begin a download. */
const SAVING = 60_000;

/** The paper chosen last, or else the usual one of the region. @returns {Paper} */
export const usualPaper = () => setting("paper") ?? (LETTER.has(new Intl.Locale(navigator.language).maximize().region ?? "") ? "letter" : "a4");

/** @param {Blob} file @param {string} name */
export function save(file, name) {
  const href = URL.createObjectURL(file);
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), SAVING);
}

/** Fetches a file and saves it; says why if it cannot. @param {string} path @param {string} name */
export async function saveFrom(path, name) {
  try {
    save(await getFile(path), name);
  } catch (error) {
    toast(messageOf(error));
  }
}

/**
 * A button that fetches a file and saves it, ignoring further presses meanwhile.
 * @param {{words: Children, title?: string, looks: string, action: string, path: () => string, name: string}} options
 */
export function saveButton({ words, title, looks, action, path, name }) {
  const fetchAndSave = async () => {
    if (button.getAttribute("aria-disabled")) return;
    button.setAttribute("aria-disabled", "true");
    await saveFrom(path(), name);
    button.removeAttribute("aria-disabled");
  };
  const button = h("button", { class: `button ${looks}`, type: "button", title, data: { action }, on: { click: fetchAndSave } }, words);
  return button;
}
