// The dates of filters, with the same messages as the command line.

import {date} from "../format.js";

/** Parses both ends of a range; `error` is a sentence for the user. */
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

function isDate(text) {
  if (!/^(?!0000)\d{4}(-\d\d(-\d\d)?)?$/.test(text)) return false;
  const [year, month = 1, day = 1] = text.split("-").map(Number);
  const value = new Date(Date.UTC(2000, month - 1, day));
  value.setUTCFullYear(year, month - 1, day);
  return value.getUTCMonth() === month - 1 && value.getUTCDate() === day;
}

const earliest = (text) => text + "-01-01".slice(text.length - 4);
const latest = (text) => text + "-99-99".slice(text.length - 4);

/** The current date of the easternmost time zone. */
const eastmostToday = () => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);
