/** A link to copy, to share, or to scan as a QR code. */

import { byId, h, toast } from "../lib/dom.js";
import { icon } from "./drawings.js";
import { say, sayNodes } from "../lib/text.js";

/** Host names that other devices cannot reach. */
const ONLY_HERE = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * `kind` is join, watch, write or personal, or with words of its own any other; `qr` the URL of the QR code, if any.
 * @param {{kind: string, link: string, qr?: string, heading?: "h2" | "h3", words?: string}} options
 */
export function linkBox({ kind, link, qr, heading = "h2", words = `web.lobby.link.${kind}` }) {
  const label = say(words);
  const field = h("input", { id: `link-${kind}`, readonly: true, value: link, "aria-label": label, data: { link: kind }, on: { focus: ({ currentTarget }) => currentTarget.select() } });
  const button = (/** @type {"copy" | "share"} */ action, /** @type {() => void} */ click) =>
    h("button", { id: `${action}-${kind}`, class: "button plain", type: "button", on: { click } }, icon(action), say(`web.lobby.${action}`));
  const onlyHere = ONLY_HERE.has(new URL(link).hostname);
  return h(
    "div",
    { class: "link-box" },
    h(heading, {}, label),
    // The words for guests name the code, too.
    onlyHere && kind === "join" ? null : h("p", { class: "soft" }, say(`${words}.why`)),
    onlyHere ? h("p", { class: "only-here" }, sayNodes("web.only-here", { command: h("code", {}, "charidice --lan") })) : null,
    qr && !onlyHere ? h("img", { class: "qr", src: qr, alt: say("web.lobby.qr"), width: 180, height: 180 }) : null,
    h(
      "div",
      { class: "link-row" },
      field,
      button("copy", () => copy(/** @type {HTMLInputElement} */ (byId(field.id)))),
      "share" in navigator ? button("share", () => share(label, link)) : null,
    ),
  );
}

/** Plain http has no clipboard API; there the selected text is copied instead. @param {HTMLInputElement} field */
async function copy(field) {
  field.select();
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else if (!document.execCommand("copy")) throw new Error("not allowed");
    toast(say("web.lobby.copied"));
  } catch {
    toast(say("web.lobby.copy-by-hand"));
  }
}

/** @param {string} title @param {string} url */
async function share(title, url) {
  try {
    await navigator.share({ title, url });
  } catch {
    // The user dismissed the share menu.
  }
}
