/** Work that only one tab does at a time. */

/**
 * Runs work in one tab at a time; another one takes over when this one is closed. Without locks, as over plain http, the log
 * decides between tabs, whose bots decide alike.
 * @template T @param {string} name @param {() => Promise<T>} work @returns {Promise<T>}
 */
export const onlyHere = (name, work) => (navigator.locks ? navigator.locks.request(name, work) : work());
