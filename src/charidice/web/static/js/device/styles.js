/** Style sheets that only a part of the games on this device needs. */

import { h } from "../lib/dom.js";

/** Adds a style sheet to the page, once. @param {string} name @returns {Promise<unknown> | undefined} */
export function fetchStyles(name) {
  const href = new URL(`../../css/${name}.css`, import.meta.url).pathname;
  if (document.querySelector(`link[href="${href}"]`)) return undefined;
  return new Promise((resolve, reject) => {
    const failed = () => {
      link.remove();
      reject(new Error(`no styles at ${href}`));
    };
    const link = h("link", { rel: "stylesheet", href, on: { load: resolve, error: failed } });
    document.head.append(link);
  });
}
