/** Days and periods, in the user's language and time zone. */

import { language } from "../lib/text.js";

/** The language chosen, in the browser's region if it speaks it: 2/1 is another day in London than in New York. */
const locale = () => navigator.languages.find((each) => each.split("-")[0] === language()) ?? language();

/** @param {string} time ISO 8601 */
export const day = (time) => new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(new Date(time));

/** In digits only. @param {string} time ISO 8601 */
export const shortDay = (time) => new Intl.DateTimeFormat(locale(), { day: "numeric", month: "numeric", year: "2-digit" }).format(new Date(time));

/**
 * A day with its month as a short word, and the year if it is another one: as a whole, and in parts.
 * @param {string} time ISO 8601 @param {Date} now
 */
export function dayOf(time, now = new Date()) {
  const date = new Date(time);
  const format = new Intl.DateTimeFormat(locale(), { day: "numeric", month: "short", ...(date.getFullYear() === now.getFullYear() ? {} : { year: "numeric" }) });
  const parts = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
  return { whole: format.format(date), date: parts.day, month: parts.month, year: parts.year ?? "" };
}

/**
 * The times that a period spans: the last days, the last months, a year, or all.
 * @param {string} period like `30-days`, `12-months`, `2026`, or empty
 * @param {Date} now
 * @returns {{since: string, until: string}} ISO 8601, empty where there is no end
 */
export function spanOf(period, now = new Date()) {
  const [count, unit] = period.split("-");
  if (!period) return { since: "", until: "" };
  if (!unit) return { since: new Date(Number(count), 0).toISOString(), until: new Date(Number(count) + 1, 0).toISOString() };
  const since = new Date(now);
  if (unit === "days") since.setDate(since.getDate() - Number(count));
  else since.setMonth(since.getMonth() - Number(count));
  return { since: since.toISOString(), until: "" };
}
