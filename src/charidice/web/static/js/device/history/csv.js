/** Rows as CSV, as a server writes them. */

import { Fraction } from "../../engine/history/rows.js";

/** @import { Row } from "../../engine/history/rows.js" */

/** Spreadsheets run cells that begin like this as formulas, and strangers choose some of the names. */
const FORMULA = /^[=+\-@\t\r]/;
const TO_QUOTE = /[",\r\n]/;
/** Below, Python writes an exponent. */
const LEAST_DECIMAL = 1e-4;

/** Rows with the same keys below a header row; nothing without rows. @param {Row[]} rows */
export const csvOf = (rows) => (rows.length ? [Object.keys(rows[0]), ...rows.map((row) => Object.values(row).map(text))].map(line).join("") : "");

/** @param {string[]} cells */
const line = (cells) => `${cells.map(quoted).join(",")}\n`;

/** @param {string} cell */
const quoted = (cell) => (TO_QUOTE.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** @param {Row[string]} value */
function text(value) {
  if (value === null) return "";
  if (value instanceof Fraction) return decimal(value.value);
  return typeof value === "string" && FORMULA.test(value) ? `'${value}` : String(value);
}

/** A number as Python writes it. @param {number} value */
function decimal(value) {
  if (Number.isInteger(value)) return `${Object.is(value, -0) ? "-0" : value}.0`;
  return Math.abs(value) < LEAST_DECIMAL ? value.toExponential().replace(/e-(\d)$/, "e-0$1") : String(value);
}
