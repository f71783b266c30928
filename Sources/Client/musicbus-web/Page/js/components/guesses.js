// Other texts to search for: what a text with typos may mean, and recent ones.

import {el} from "../dom.js";
import {folded, nameOf} from "../format.js";

const pairsOf = (text) =>
  new Set(Array.from(text.slice(1), (letter, index) => text[index] + letter));

/** Whether a text is not a name, but looks like it: they share many pairs of letters. */
function isTypoOf(text, name) {
  const [one, other] = [folded(text), folded(name)];
  const [some, others] = [pairsOf(one), pairsOf(other)];
  return (
    one !== other &&
    [...some].filter((pair) => others.has(pair)).length * 2.5 > (some.size + others.size) / 2
  );
}

/** The names of found items, and of their artists, that the text may mean. */
export function meantBy(text, found) {
  const names = found.flatMap((one) => [nameOf(one), one.artist?.name ?? ""]);
  return [...new Set(names)].filter((name) => isTypoOf(text, name)).slice(0, 2);
}

const searchFor = (text) => `/search?text=${encodeURIComponent(text)}`;

/** "Did you mean Pink Floyd or Pink?", with links. */
export const guessLine = (names) =>
  el(
    "p.guess",
    "Did you mean",
    names.map((name, index) => [
      index > 0 ? " or " : " ",
      el("a", {href: searchFor(name), dir: "auto"}, name)
    ]),
    "?"
  );

/** The recent searches, as links. */
export const recentList = (texts) =>
  el(
    "div.recent",
    el("h2.label", "Recent searches"),
    texts.map((text) => el("a.pill", {dir: "auto", href: searchFor(text)}, text))
  );
