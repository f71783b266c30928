// What the screens request from the hub: searches, entities and their lists.

import {get, stream} from "./api.js";
import {asking, settings} from "./settings.js";
import {put, putAll} from "./store.js";

/** The kinds of entities, with their headings and the number of results shown. */
export const kinds = [
  ["artist", "Artists", 12],
  ["album", "Albums", 24],
  ["song", "Songs", 24]
];

/** Searches one kind; `onItems` receives the page so far whenever it grows. */
export function search(kind, text, {limit = 12, exact, onlyCached, onItems, signal}) {
  const parameters = {text, exact, limit, ...asking()};
  if (onlyCached) parameters.cache = "only";
  return list(`${kind}s.search`, parameters, onItems, signal);
}

/** Streams a list: the page grows with each part, and has its final order at the end. */
export async function list(method, parameters, onItems, signal) {
  const page = new Map();
  const done = await stream(
    method,
    parameters,
    (part) => {
      for (const gone of part.gone ?? []) page.delete(gone.id);
      for (const item of part.upsert ?? []) page.set(item.id, put(item));
      onItems?.([...page.values()]);
    },
    signal
  );
  const items = done.ids ? done.ids.map((id) => page.get(id)).filter(Boolean) : putAll(done.items);
  return {...done, items};
}

/** All pages of a list. */
export async function whole(method, parameters, onItems, signal) {
  const first = await list(method, {...parameters, limit: 200}, onItems, signal);
  const items = [...first.items];
  for (let next = first.next; next !== undefined; ) {
    const page = await get(method, {...parameters, limit: 200, offset: next}, signal);
    items.push(...putAll(page.items));
    onItems?.(items);
    next = page.next;
  }
  return {...first, items};
}

/** One entity in full. */
export async function details(kind, id) {
  const reply = await get(`${kind}.get`, {id, detail: "full", ...asking()});
  return {entity: put(reply.items[0]), sources: reply.sources};
}

export const albumsOf = (id, onItems) => whole("artist.albums", {id, ...asking()}, onItems);

export const editionsOf = async (id, title) => {
  const reply = await get("artist.albums", {id, title, editions: true, limit: 100, ...asking()});
  return putAll(reply.items);
};

export const songsOf = (kind, id, limit, onItems) =>
  list(`${kind}.songs`, {id, limit, ...asking()}, onItems);

export function chart(of, country, limit, onItems) {
  return list(
    "chart.get",
    {...asking(), chart: of, country: country ?? settings.country, limit},
    onItems
  );
}

/** A page of favourites. */
export async function favorites(parameters) {
  const reply = await get("favorites.list", parameters);
  return {...reply, items: putAll(reply.items)};
}

export const recentSearches = async (limit) => (await get("searches.recent", {limit})).recent ?? [];

const screens = {album: "album", artist: "artist", release: "album", "release-group": "album"};

/** The address of the screen of the entity with an id, whose type implies its kind. */
export const pathOfID = (id) => `/${screens[id.split(":")[1]] ?? "song"}/${encodeURIComponent(id)}`;

/** The address of an entity's screen. */
export const pathOf = (entity) => `/${entity.kind}/${encodeURIComponent(entity.id)}`;
