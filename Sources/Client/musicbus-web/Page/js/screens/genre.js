// `/genre/NAME`: what the user has of a genre, and what of it is popular.

import {get} from "../api.js";
import {failure} from "../components/failure.js";
import {card, chartCard, empty, grid, hint, section, skeleton} from "../components/items.js";
import {el, fill} from "../dom.js";
import {onFavorites} from "../favorites.js";
import {capitalized, number} from "../format.js";
import {chart, list} from "../music.js";
import {asking, settings} from "../settings.js";
import {putAll} from "../store.js";

/** As many as a page of a list may have. */
const limit = 200;

export function genreScreen([genre]) {
  const {waitMs, cache} = asking();
  const none = el("div", {role: "status"});
  const parts = [
    ["Favourites", () => get("favorites.list", {genre, limit}), card],
    ["In your files", () => list("collection.albums", {genre, limit, waitMs, cache}), card],
    ["Top albums", () => chart("albums", settings.country, 100, {genre}), chartCard]
  ].map(([title, request, make]) => ({...section(title), request, make}));
  const load = async (part) => {
    try {
      const {items, total = 0} = await part.request();
      part.node.hidden = !items.length;
      part.replace(
        grid(putAll(items), part.make),
        total > items.length && hint(`The first ${items.length} of ${number(total)}.`)
      );
    } catch (problem) {
      // Who has no files misses nothing here.
      if (problem.code === "NO_PROVIDER") part.node.hidden = true;
      else part.replace(failure(problem, () => load(part)));
    }
    const isEmpty = parts.every(({node}) => node.hidden);
    const sentence = "Nothing in this genre is in your favourites, files or charts.";
    fill(none, isEmpty && empty("search", sentence));
  };
  for (const part of parts) {
    part.replace(skeleton(6));
    load(part);
  }
  const node = el(
    "div.screen",
    el("h1", {tabindex: -1}, capitalized(genre)),
    parts.map((part) => part.node),
    none
  );
  const dispose = onFavorites(() => load(parts[0]));
  return {title: capitalized(genre), node, dispose};
}
