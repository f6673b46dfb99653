/** The entries on a score pad. */

/** @import { PadView } from "../wire.d.ts" */

/** The ids of all entries that a pad has. @param {PadView | null | undefined} pad @returns {string[]} */
export const idsOn = (pad) => pad?.turns.flat().flatMap(({ standing, trace }) => [...standing, ...trace.map(({ entry }) => entry)]) ?? [];
