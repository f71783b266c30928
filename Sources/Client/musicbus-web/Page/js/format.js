// Texts for users: dates, durations, prices, names of services and countries.

/** "January 12, 2020", "January 2020" or "2020". */
export function date(text) {
  const [year, month, day] = (text ?? "").split("-");
  if (!month) return year ?? "";
  const name = new Date(0, month - 1).toLocaleString("en", {month: "long"});
  return day ? `${name} ${Number(day)}, ${year}` : `${name} ${year}`;
}

/** "Jan 12, 2020", "Jan 2020" or "2020". */
export function shortDate(text) {
  const [year, month, day] = (text ?? "").split("-");
  if (!month) return year ?? "";
  const name = new Date(0, month - 1).toLocaleString("en", {month: "short"});
  return day ? `${name} ${Number(day)}, ${year}` : `${name} ${year}`;
}

/** The day of a moment in local time, like "Jan 12, 2020". */
export const dayOf = (moment) =>
  new Date(moment).toLocaleDateString("en-US", {year: "numeric", month: "short", day: "numeric"});

/** "Album", "EP", "Single". */
export const kindName = (kind) => (kind === "ep" ? "EP" : capitalized(kind));

export const year = (text) => (text ?? "").slice(0, 4);

/** "3:07". */
export function duration(ms) {
  if (!ms) return "";
  const seconds = Math.round(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, index) => (index ? String(part).padStart(2, "0") : part)).join(":");
}

/** "5 s", "3 min", "2 h" or "4 days". */
export function span(ms) {
  const units = [
    [86_400_000, "day"],
    [3_600_000, "h"],
    [60_000, "min"],
    [1000, "s"]
  ];
  const [size, name] = units.find(([size]) => ms >= size) ?? [1, "ms"];
  const count = Math.round(ms / size);
  return name === "day" ? counted(count, "day") : `${count} ${name}`;
}

export function price(amount, currency) {
  if (amount === undefined || !currency) return "";
  if (amount === 0) return "Free";
  try {
    return new Intl.NumberFormat("en", {style: "currency", currency}).format(amount);
  } catch {
    return `${amount} ${currency}`;
  }
}

/** "1 album", "2 albums". */
export const counted = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;

export const number = (count) => count.toLocaleString("en");

export function bytes(count) {
  const units = ["B", "KB", "MB", "GB"];
  const power = Math.min(3, Math.floor(Math.log2(Math.max(1, count)) / 10));
  const value = count / 1024 ** power;
  return `${value >= 100 || !power ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

const languages = new Intl.DisplayNames(["en"], {type: "language", fallback: "code"});

/** The English name of a language; its code if that is not well-formed. */
export function languageName(code) {
  try {
    return languages.of(code);
  } catch {
    return code;
  }
}

const regions = new Intl.DisplayNames(["en"], {type: "region"});

const countries =
  "ar au at be br ca ch cl cn co cz de dk es fi fr gb gr hk hu ie " +
  "il in it jp kr mx nl no nz pl pt ro se sg th tr tw ua us za";

/** The countries of a choice, by name; this one is among them. */
export const countriesWith = (code) =>
  [...new Set([code, ...countries.split(" ")])]
    .map((one) => [one, /^[a-z]{2}$/.test(one) ? regions.of(one.toUpperCase()) : one])
    .sort(([, one], [, other]) => one.localeCompare(other, "en"));

/** With a capital first letter, as sources write genres differently. */
export const capitalized = (text) => text && text.charAt(0).toUpperCase() + text.slice(1);

/** The name of an artist, or the title of anything else. */
export const nameOf = (entity) => entity.name ?? entity.title ?? "";

/** Lower case without accents, for filters. */
export const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Up to two letters for the placeholder picture. */
export function initials(name) {
  const words = name
    .replace(/^(the|a|an) /i, "")
    .split(/[\s\-/&]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const letters = words.slice(0, 2).map((word) => [...word.replace(/^[^\p{L}\p{N}]+/u, "")][0]);
  return letters.join("").toUpperCase() || "♪";
}
