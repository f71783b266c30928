// `/`: what was opened last, favourites and their new albums, and the charts, on shelves.

import {get} from "../api.js";
import {failure, problemOf} from "../components/failure.js";
import {
  card,
  chartCard,
  hint,
  parts as partsOf,
  section,
  shelf,
  skeleton,
  songRow
} from "../components/items.js";
import {SourceActivity} from "../components/sources.js";
import {el, whenSeen} from "../dom.js";
import {onFavorites} from "../favorites.js";
import {shortDate} from "../format.js";
import {chart, search} from "../music.js";
import {opened} from "../opened.js";
import {asking, settings} from "../settings.js";
import {entity, put, putAll} from "../store.js";

export function featuredScreen() {
  const sources = new SourceActivity();
  const parts = {
    opened: section("Continue"),
    releases: section("New albums"),
    favorites: section("Favourites"),
    albums: section("Top albums"),
    artists: section("Popular artists"),
    songs: section("Top songs"),
    missing: section("Missing from your favourites")
  };
  const more = (part, href, text) => part.head.append(el("a.more", {href}, text));
  more(parts.albums, "/top?of=albums", "Top 100 albums");
  more(parts.songs, "/top?of=songs", "Top 100 songs");
  more(parts.favorites, "/favorites", "All favourites");
  for (const name of ["opened", "releases", "favorites", "missing"]) parts[name].node.hidden = true;
  const place = (part, count, cls) => part.replace(skeleton(count, `shelf ${cls}`));
  place(parts.albums, 8, "cards");
  place(parts.artists, 8, "cards names");
  place(parts.songs, 8, "rows");
  const body = el(
    "div.stack",
    {hidden: true},
    Object.values(parts).map((part) => part.node),
    sources.node
  );
  const node = el("div.screen.featured", el("h1", {tabindex: -1}, "Home"), body);
  // What the hub has is here at once; nothing below it moves later.
  Promise.all([showFavorites(parts.favorites), showReleases(parts.releases)]).then(() => {
    body.hidden = false;
  });
  for (const of of ["albums", "songs"]) load(of, parts, sources);
  showMissing(parts.missing);
  const dispose = onFavorites(() => showFavorites(parts.favorites));
  const onEnter = () => showOpened(parts.opened);
  return {title: "Home", node, dispose, onEnter};
}

function showOpened(part) {
  const items = opened().map((one) => (entity(one.id)?.ids ? entity(one.id) : put(one)));
  shelf(
    part,
    items.map((one) => card(one))
  );
}

async function load(of, parts, sources) {
  const again = () => load(of, parts, sources);
  sources.begin("chart.get");
  try {
    const reply = await chart(of, settings.country, 24);
    sources.end("chart.get", reply.sources);
    sources.repeat(`chart.get ${of}`, reply.sources, again);
    const problem = problemOf(reply);
    if (problem) throw problem;
    const items = reply.items.slice(0, 18);
    if (!items.length) parts[of].replace(hint("No chart for this country."));
    else if (of === "albums") shelf(parts.albums, items.map(chartCard));
    else {
      const row = (song) => songRow(song, {list: () => items, number: song.rank});
      shelf(parts.songs, items.slice(0, 16).map(row), "rows");
    }
    if (of === "albums") showArtists(parts.artists, reply.items);
  } catch (problem) {
    sources.end("chart.get", problem.sources);
    parts[of].replace(failure(problem, again));
    if (of === "albums") parts.artists.node.hidden = true;
  }
}

async function showFavorites(part) {
  try {
    const items = putAll((await get("favorites.list", {limit: 18, sort: "recent"})).items);
    shelf(
      part,
      items.map((one) => card(one))
    );
  } catch {
    part.node.hidden = true;
  }
}

/** New albums of favourite artists, which the hub has found. */
async function showReleases(part) {
  try {
    const {releases = []} = await get("releases.list");
    const items = putAll(releases.slice(0, 18).map((one) => one.album));
    shelf(
      part,
      items.map((one) => card(one, {note: partsOf(one.artist?.name, shortDate(one.releaseDate))}))
    );
  } catch {
    part.node.hidden = true;
  }
}

/** Albums that are no favourites, of artists with other albums that are: as far as the hub has them. */
async function showMissing(part) {
  try {
    const {items = []} = await get("favorites.list", {entityKind: "album", limit: 200});
    const artists = Map.groupBy(
      items.filter((one) => one.artist?.id),
      (one) => one.artist.id
    );
    const lists = [...artists.keys()].slice(0, 6).map(async (id) => {
      const parameters = {...asking(), id, limit: 50, cache: "only"};
      const reply = await get("artist.albums", parameters).catch(() => ({}));
      return putAll(reply.items).filter(
        (one) => !one.favorite && (one.albumKind ?? "album") === "album"
      );
    });
    const found = (await Promise.all(lists)).flatMap((albums) => albums.slice(0, 6));
    shelf(
      part,
      found.slice(0, 18).map((one) => card(one))
    );
  } catch {
    part.node.hidden = true;
  }
}

/** The artists of a chart; their pictures are shown when they come into view, if the hub has them. */
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
  shelf(
    part,
    shown.map((one) => card(one))
  );
  for (const node of part.body.querySelectorAll(".card")) {
    if (!entity(node.dataset.id)?.artwork) whenSeen(node, () => showPicture(node));
  }
}

/** No source is asked for a picture that nobody asked for. */
async function showPicture(node) {
  const {id} = node.dataset;
  const {items} = await search("artists.search", entity(id).name, {
    limit: 5,
    lookup: true,
    cache: "only"
  }).catch(() => ({items: []}));
  const known = items.find((one) => one.ids.includes(id));
  if (known) node.querySelector("mb-picture").update({...known, id});
}
