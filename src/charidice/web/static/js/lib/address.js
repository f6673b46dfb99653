/**
 * Addresses of the screens. A static site is one page at any path of any host, so there the path of a screen is the query:
 * `./?/table/7#sheets`.
 */

import { CONSTANTS } from "./settings.js";

/** The screen that a server has to answer. */
const SERVED = ["/paper"];

/** Whether a screen is offered: a static site has none that needs a server. @param {string} to */
export const isOffered = (to) => !CONSTANTS.site || !SERVED.includes(to);

/** The path of the screen that is shown. */
export const path = () => (CONSTANTS.site ? (/^\?(\/[^&]*)/.exec(location.search)?.[1] ?? "/") : location.pathname);

/** The address of a file that has the same one in every build. @param {string} name */
export const file = (name) => `${CONSTANTS.site ? "." : ""}/static/${name}`;

/** The address of a screen, from its path and hash; any other address as it is. @param {string} to */
export function address(to) {
  if (!CONSTANTS.site || !/^\/(?!api\/)/.test(to)) return to;
  if (to.startsWith("/docs/")) return `.${to}`;
  const [screen, hash] = to.split(/(?=#)/);
  return `./${screen === "/" ? "" : `?${screen}`}${hash ?? ""}`;
}

/** The code of a link to join a table, or to bring seats to this browser. @param {"join" | "move"} kind */
export const codeIn = (kind) => new RegExp(`^#${kind}=(.+)$`).exec(location.hash)?.[1] ?? null;
