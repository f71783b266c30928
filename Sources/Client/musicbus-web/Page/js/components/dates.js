// The dates of filters, with the same messages as the command line.

import {date} from "../format.js";

/** The date in a text that is still being typed: "1973-0" is the year 1973 so far, and "19" is none yet. */
export const typedDate = (text) =>
  /^\d{1,3}$/.test(text) ? "" : text.replace(/^(\d{4}(-\d\d)?)-\d?$/, "$1");

/** Parses both ends of a range, of which one suffices; `error` is a sentence for the user. */
export function dateRange(from, to, today = eastmostToday()) {
  for (const [label, text] of [
    ["From", from],
    ["To", to]
  ]) {
    if (!text) continue;
    if (!isDate(text)) {
      return {
        error: `${label}: "${text.slice(0, 40)}" is not a date; use 1973, 1973-03 or 1973-03-01.`
      };
    }
    if (earliest(text) > today) return {error: `${label} ${text} is in the future.`};
  }
  if (from && to && latest(to) < earliest(from)) {
    return {error: `The range is empty: ${date(from)} is after ${date(to)}.`};
  }
  return {from, to};
}

/** Whether any day of a partial date is in the range. */
export function isInRange(text, {from, to}) {
  if (!from && !to) return true;
  if (!text) return false;
  return (!from || latest(text) >= earliest(from)) && (!to || earliest(text) <= latest(to));
}

/** Whether a text is a partial date of the calendar, which has no February 30. */
const isDate = (text) =>
  /^(?!0000)\d{4}(-\d\d(-\d\d)?)?$/.test(text) && new Date(text).toJSON()?.startsWith(text);

const earliest = (text) => text + "-01-01".slice(text.length - 4);
const latest = (text) => text + "-99-99".slice(text.length - 4);

/** The current date of the easternmost time zone. */
const eastmostToday = () => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);
