// `/`: the charts, their artists, favourites and recent searches.

import {get} from "../api.js";
import {
  card,
  chartCard,
  failure,
  grid,
  hint,
  rows,
  section,
  skeleton
} from "../components/items.js";
import {SourceActivity} from "../components/sources.js";
import {el, fill} from "../dom.js";
import {onFavorites} from "../favorites.js";
import {chart, recentSearches} from "../music.js";
import {settings} from "../settings.js";
import {entity, putAll} from "../store.js";

export function featuredScreen() {
  const sources = new SourceActivity();
  const parts = {
    favorites: section("Favourites"),
    albums: section("Albums"),
    songs: section("Songs"),
    artists: section("Artists")
  };
  const recent = el("div.recent");
  const more = (part, href, text) => part.head.append(el("a.more", {href}, text));
  more(parts.albums, "/top?of=albums", "Top 100 albums");
  more(parts.songs, "/top?of=songs", "Top 100 songs");
  more(parts.favorites, "/favorites", "All favourites");
  parts.favorites.node.hidden = true;
  parts.artists.replace(skeleton(6));
  parts.albums.replace(skeleton(6));
  parts.songs.replace(skeleton(5, "rows"));
  const body = el(
    "div.screen",
    {hidden: true},
    recent,
    parts.favorites.node,
    parts.albums.node,
    parts.artists.node,
    parts.songs.node,
    sources.node
  );
  const node = el("div.screen", el("h1", {tabindex: -1}, "Featured"), body);
  // What the hub has is here at once; nothing below it moves later.
  Promise.all([showFavorites(parts.favorites), showRecent(recent)]).then(() => {
    body.hidden = false;
  });
  load(parts, sources);
  const dispose = onFavorites(() => showFavorites(parts.favorites));
  return {title: "Featured", node, dispose};
}

async function showRecent(node) {
  const found = await recentSearches(8).catch(() => []);
  const texts = [...new Set(found.map((one) => one.text))];
  if (texts.length)
    fill(
      node,
      el("span.label", "Recent searches"),
      texts.map((text) =>
        el("a.pill", {dir: "auto", href: `/search?text=${encodeURIComponent(text)}`}, text)
      )
    );
}

function load(parts, sources) {
  const shown = {
    albums: (items) => grid(items, chartCard),
    songs: (items) => rows(items, {number: (song) => song.rank})
  };
  for (const of of ["albums", "songs"]) {
    const show = (items) => parts[of].replace(shown[of](items.slice(0, 12)));
    sources.begin("chart.get");
    chart(of, settings.country, 24)
      .then((reply) => {
        if (reply.items.length) show(reply.items);
        else parts[of].replace(hint("This country has no such chart."));
        sources.end("chart.get", reply.sources);
        if (of === "albums") showArtists(parts.artists, reply.items);
      })
      .catch((problem) => {
        parts[of].replace(failure(problem));
        if (of === "albums") parts.artists.node.hidden = true;
        sources.end("chart.get", problem.sources);
      });
  }
}

async function showFavorites(part) {
  try {
    const items = putAll((await get("favorites.list", {limit: 12, sort: "recent"})).items);
    part.node.hidden = !items.length;
    part.replace(grid(items, (one) => card(one)));
  } catch {
    part.node.hidden = true;
  }
}

/** The artists of a chart; their pictures only if the hub has them already. */
function showArtists(part, items) {
  const artists = new Map(
    items
      .filter((one) => one.artist?.id)
      .map(({artist: {id, name}}) => [
        id,
        {kind: "artist", id, name, favorite: entity(id)?.favorite}
      ])
  );
  const shown = putAll([...artists.values()].slice(0, 12));
  part.node.hidden = !shown.length;
  part.replace(grid(shown, (one) => card(one)));
  for (const artist of shown.filter((one) => !one.artwork)) {
    get("artist.get", {id: artist.id, cache: "only"})
      .then((reply) => {
        const [known] = putAll(reply.items);
        const node = part.body.querySelector(`[data-id="${CSS.escape(artist.id)}"] mb-picture`);
        node?.show({...known, id: artist.id}, 200);
      })
      .catch(() => {});
  }
}
