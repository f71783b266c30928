// Other texts to search for: what a text with typos may mean, and recent ones.

import {el} from "../dom.js";

/** The address of a search. */
export const searchFor = (text) => `/search?text=${encodeURIComponent(text)}`;

/** "Did you mean Pink Floyd?", with a link. */
export const guessLine = (name) =>
  el("p.guess", "Did you mean ", el("a", {href: searchFor(name), dir: "auto"}, name), "?");

/** The recent searches, as links. */
export const recentList = (texts) =>
  el(
    "div.recent",
    el("h2.label", "Recent searches"),
    texts.map((text) => el("a.button", {dir: "auto", href: searchFor(text)}, text))
  );
