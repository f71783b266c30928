// All entities that the page knows. Views subscribe, so that an entity looks the same everywhere.

import {folded, nameOf} from "./format.js";

/** Any id → the latest entity that lists it. Thus entities merge, and separate again. */
const entities = new Map();
const subscribers = new Map();
/** Changes of favourites that the hub has not confirmed yet, by the id that was changed. */
const pending = new Map();
const changed = new Set();
/** The names of entities as texts are looked for in them, by the entity's own id. */
const names = new Map();

/** The entity of an id. */
export const entity = (id) => entities.get(id);

/** Adds or updates an entity and returns it; a brief one retains the values that it lacks. */
export function put(value, isFull) {
  const {id} = value;
  const ids = value.ids ?? entity(id)?.ids ?? [id];
  const waiting = ids.find((one) => pending.has(one));
  const favorite = pending.get(waiting) ?? Boolean(value.favorite || value.fav);
  // An entity that lists the new one but is not listed by it is another one.
  const same = isFull ? [] : ids.map(entity).filter((one) => ids.includes(one?.id));
  const merged = Object.assign({}, ...same.reverse(), value, {
    ids,
    favorite,
    owned: Boolean(value.owned),
    unavailable: Boolean(value.unavailable)
  });
  release(id, ids);
  names.set(id, folded(nameOf(merged)));
  for (const one of ids) {
    const old = entity(one);
    entities.set(one, merged);
    if (old && (old.favorite !== favorite || nameOf(old) !== nameOf(merged))) notify(one);
  }
  return merged;
}

/** Ids that do not belong to an entity any more: they are unknown, or another entity in a view. */
function release(id, ids) {
  const old = entity(id);
  if (old?.id !== id) return;
  for (const one of old.ids) {
    if (ids.includes(one) || entity(one) !== old) continue;
    if (subscribers.get(one)?.size) entities.set(one, {...old, id: one, ids: [one]});
    else entities.delete(one);
  }
}

export const putAll = (values) => (values ?? []).map((one) => put(one));

/** Calls a function whenever the entity changes; returns the function that ends this. */
export function subscribe(id, run) {
  if (!subscribers.has(id)) subscribers.set(id, new Set());
  subscribers.get(id).add(run);
  return () => subscribers.get(id).delete(run);
}

/** Marks an entity as favourite or not, before the hub confirms it. */
export function setFavorite(id, isFavorite, isPending = false) {
  if (isPending) pending.set(id, isFavorite);
  else pending.delete(id);
  const ids = new Set(entity(id)?.ids);
  // A chart lists an album without the ids that other sources have for it.
  for (const one of entities.values())
    if (one.ids.some((other) => ids.has(other))) mark(one, isFavorite);
}

function mark(value, isFavorite) {
  if (value.favorite === isFavorite) return;
  value.favorite = isFavorite;
  for (const id of value.ids) notify(id);
}

/** Marks the entities of these ids as favourites, and no others. */
export function setFavorites(ids) {
  const favorites = new Set(ids);
  for (const one of entities.values()) {
    if (!one.ids.some((id) => pending.has(id)))
      mark(
        one,
        one.ids.some((id) => favorites.has(id))
      );
  }
}

/** The change is saved; replies of the hub count again. */
export const confirmFavorite = (id) => pending.delete(id);

/** Known entities whose name contains the text: what the page can show before any reply. */
export function matching(text, kind, limit) {
  const wanted = folded(text.trim());
  const matches = [];
  for (const [id, value] of entities) {
    if (value.kind !== kind || value.id !== id) continue;
    const index = names.get(id).indexOf(wanted);
    if (index >= 0) matches.push({value, index});
  }
  matches.sort((one, other) => one.index - other.index);
  const found = [];
  const shown = new Set();
  for (const {value} of matches) {
    if (found.length === limit) break;
    if (!value.ids.some((id) => shown.has(id))) found.push(value);
    for (const id of value.ids) shown.add(id);
  }
  return found;
}

function notify(id) {
  if (!changed.size) queueMicrotask(flush);
  changed.add(id);
}

function flush() {
  const ids = [...changed];
  changed.clear();
  for (const id of ids) for (const run of subscribers.get(id) ?? []) run();
}
