// `/genre/NAME`: what the user has of a genre, and what of it is popular.

import {get} from "../api.js";
import {failure} from "../components/failure.js";
import {card, chartCard, empty, grid, section, skeleton} from "../components/items.js";
import {el, fill} from "../dom.js";
import {chart, list} from "../music.js";
import {asking, settings} from "../settings.js";
import {putAll} from "../store.js";

const limit = 48;

export function genreScreen([genre]) {
  const {waitMs, cache} = asking();
  const none = el("div", {role: "status"});
  const parts = [
    ["Favourites", () => get("favorites.list", {genre, limit}), card],
    ["In your files", () => list("collection.albums", {genre, limit, waitMs, cache}), card],
    ["Top albums", () => chart("albums", settings.country, limit, {genre}), chartCard]
  ].map(([title, request, make]) => ({...section(title), request, make}));
  const load = async (part) => {
    part.replace(skeleton(6));
    try {
      const items = putAll((await part.request()).items);
      part.node.hidden = !items.length;
      part.replace(grid(items, part.make));
    } catch (problem) {
      // Who has no files misses nothing here.
      if (problem.code === "NO_PROVIDER") part.node.hidden = true;
      else part.replace(failure(problem, () => load(part)));
    }
  };
  Promise.all(parts.map(load)).then(() => {
    if (parts.every(({node}) => node.hidden))
      fill(none, empty("search", "Nothing of this genre is in your favourites, files or charts."));
  });
  const node = el(
    "div.screen",
    el("h1", {tabindex: -1}, genre),
    parts.map((part) => part.node),
    none
  );
  return {title: genre, node};
}
