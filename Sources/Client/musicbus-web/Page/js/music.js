// What the screens request from the hub: searches, entities and their lists.

import {get, stream} from "./api.js";
import {folded} from "./format.js";
import {asking} from "./settings.js";
import {put, putAll} from "./store.js";

/** The kinds of entities, with their headings. */
export const kinds = [
  ["artist", "Artists"],
  ["album", "Albums"],
  ["song", "Songs"]
];

/** The results of each kind that a search shows at a time. */
export const pageLength = 24;

/**
 * Searches with a method; `onItems` receives the page so far whenever it grows. The hub remembers the
 * texts of searches without `lookup`.
 */
export const search = (method, text, {onItems, signal, ...options}) =>
  list(method, {text, limit: pageLength, ...asking(), ...options}, onItems, signal);

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

/** The pages of a list from an offset on, if it is defined. */
export async function* pages(method, parameters, offset) {
  for (let next = offset; next !== undefined; ) {
    const page = await get(method, {...parameters, limit: 200, offset: next});
    yield page;
    next = page.next;
  }
}

/** All pages of a list. */
async function whole(method, parameters, onItems) {
  const first = await list(method, {...parameters, limit: 200}, onItems);
  const items = [...first.items];
  for await (const page of pages(method, parameters, first.next)) {
    items.push(...putAll(page.items));
    onItems?.(items);
  }
  return {...first, items};
}

/** One entity in full. */
export async function details(kind, id) {
  const reply = await get(`${kind}.get`, {id, detail: "full", ...asking()});
  return {entity: put(reply.items[0], true), sources: reply.sources};
}

export const albumsOf = (id, onItems, options) =>
  whole("artist.albums", {id, ...asking(), ...options}, onItems);

const isSame = (one, other) => one.ids.some((id) => other.ids.includes(id));

/** The editions of an album of an artist's list. The store lacks them: it has their ids for the album. */
export async function editionsOf(artist, album, options) {
  const found = [];
  const parameters = {id: artist, editions: true, ...asking(), ...options};
  for await (const {items} of pages("artist.albums", parameters, 0)) {
    found.push(...items.filter((one) => isSame(one, album)));
    if (found.length >= album.editions) break;
  }
  return found;
}

/**
 * The other editions of an album: its own reply need not have them, but the list of its artist has.
 * `undefined` if the list does not have the album.
 */
export async function otherEditions(album, options) {
  const {items} = await albumsOf(album.artist.id, undefined, options);
  const whole = items.find((one) => isSame(one, album));
  if (!whole) return undefined;
  if (!(whole.editions > 1)) return [];
  const found = await editionsOf(album.artist.id, whole, options);
  return found.filter((one) => one.title !== album.title || one.releaseDate !== album.releaseDate);
}

/** All tracks of an album. */
export const tracksOf = (id, onItems) => whole("album.songs", {id, ...asking()}, onItems);

/** The artists or albums that the user has, by name. */
export function owned(kind, onItems) {
  const {waitMs, cache} = asking();
  return whole(`collection.${kind}s`, {waitMs, cache}, onItems);
}

export const songsOf = (id) => list("artist.songs", {id, limit: 50, ...asking()});

export const albumsWith = (id) =>
  list("artist.appearances", {id, limit: 50, sort: "newest", ...asking()});

export const similarTo = (id) => list("artist.similar", {id, limit: 18, ...asking()});

export const chart = (of, country, limit, options) =>
  list("chart.get", {...asking(), chart: of, country, limit, ...options});

/** Updates an entity of the list of favourites; its note is the one in the list. */
export const putFavorite = (value) => ({...put(value), note: value.note});

/** The texts of recent searches that found something; upper and lower case are one. */
export async function recentSearches() {
  const {recent = []} = await get("searches.recent", {limit: 60});
  const texts = new Map();
  for (const {text, total} of recent) {
    const key = folded(text.trim());
    if (total && !texts.has(key)) texts.set(key, text.trim());
  }
  return [...texts.values()].slice(0, 8);
}

const screens = {album: "album", artist: "artist", release: "album", "release-group": "album"};

/** The address of the screen of the entity with an id, whose type implies its kind. */
export const pathOfID = (id) => `/${screens[id.split(":")[1]] ?? "song"}/${encodeURIComponent(id)}`;

/** The address of an entity's screen. */
export const pathOf = (entity) => `/${entity.kind}/${encodeURIComponent(entity.id)}`;
