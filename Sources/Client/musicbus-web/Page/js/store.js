// All entities that the page knows, by id. Views subscribe, so that an entity looks the same everywhere.

import {folded, nameOf} from "./format.js";

const entities = new Map();
/** Any id of an entity → the id under which it is stored. */
const aliases = new Map();
const subscribers = new Map();
/** Changes of favourites that the hub has not confirmed yet, by stored id. */
const pending = new Map();
const changed = new Set();
/** The names of entities as texts are looked for in them, by stored id. */
const names = new Map();

const stored = (id) => aliases.get(id) ?? id;

/** The entity of an id. */
export const entity = (id) => entities.get(stored(id));

/** Adds or updates an entity and returns it; values that the new one lacks are retained. */
export function put(value) {
  const ids = value.ids ?? [value.id];
  const id = ids.map((one) => aliases.get(one)).find(Boolean) ?? value.id;
  const old = entities.get(id);
  const isFavorite = pending.get(id) ?? Boolean(value.favorite || value.fav);
  const merged = {...old, ...value, favorite: isFavorite};
  entities.set(id, merged);
  if (!old || nameOf(old) !== nameOf(merged)) names.set(id, folded(nameOf(merged)));
  for (const one of ids) aliases.set(one, id);
  if (old && (old.favorite !== isFavorite || nameOf(old) !== nameOf(merged))) notify(id);
  return merged;
}

export const putAll = (values) => (values ?? []).map(put);

/** Calls a function whenever the entity changes; returns the function that ends this. */
export function subscribe(id, run) {
  const key = stored(id);
  if (!subscribers.has(key)) subscribers.set(key, new Set());
  subscribers.get(key).add(run);
  return () => subscribers.get(key)?.delete(run);
}

/** Marks an entity as favourite or not, before the hub confirms it. */
export function setFavorite(id, isFavorite, isPending = false) {
  const key = stored(id);
  if (isPending) pending.set(key, isFavorite);
  else pending.delete(key);
  const known = entities.get(key);
  if (!known || known.favorite === isFavorite) return;
  entities.set(key, {...known, favorite: isFavorite});
  notify(key);
}

/** Marks the entities of these ids as favourites, and no others. */
export function setFavorites(ids) {
  const favorites = new Set(ids.map(stored));
  for (const id of entities.keys()) {
    if (!pending.has(id)) setFavorite(id, favorites.has(id));
  }
}

/** The change is saved; replies of the hub count again. */
export const confirmFavorite = (id) => pending.delete(stored(id));

/** Known entities whose name contains the text: what the page can show before any reply. */
export function matching(text, kind, limit) {
  const wanted = folded(text.trim());
  const found = [];
  for (const [id, value] of entities) {
    if (value.kind !== kind) continue;
    const index = names.get(id).indexOf(wanted);
    if (index >= 0) found.push({value, index});
  }
  found.sort((one, other) => one.index - other.index);
  return found.slice(0, limit).map((match) => match.value);
}

function notify(id) {
  if (!changed.size) queueMicrotask(flush);
  changed.add(id);
}

function flush() {
  const ids = [...changed];
  changed.clear();
  for (const id of ids) for (const run of [...(subscribers.get(id) ?? [])]) run(entities.get(id));
}
