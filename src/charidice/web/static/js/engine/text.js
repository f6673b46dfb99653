/** Texts from outside: their length, and what fits on one line. */

// Joiners are not printable, but emoji and several scripts need them.
const JOINERS = /[\u200c\u200d]/gu;
const NOT_PRINTABLE = /(?! )[\p{C}\p{Z}]/u;

/** How many characters a text has, by code points, as Python counts. @param {string} text */
export const lengthOf = (text) => [...text].length;

/** @param {string} text */
export const withoutJoiners = (text) => text.replace(JOINERS, "");

/** Whether a text fits on one line and can be read back: no control characters, no space at either end. @param {string} text */
export const isOneLine = (text) => text === text.trim() && !NOT_PRINTABLE.test(withoutJoiners(text));

/** Whether a text is a seed or a commitment in hexadecimal digits. @param {string} text */
export const isDigest = (text) => /^[0-9a-f]{64}$/.test(text);

/** Splits at spaces. @param {string} text */
export const wordsOf = (text) => text.split(/\s+/u).filter(Boolean);
