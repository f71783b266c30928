// Changes of favourites: shown everywhere immediately, then confirmed by the hub.

import {get, post} from "./api.js";
import {attempt, toast} from "./components/toast.js";
import {nameOf} from "./format.js";
import {Listeners} from "./listeners.js";
import {pages} from "./music.js";
import {confirmFavorite, entity, setFavorite, setFavorites} from "./store.js";

const listeners = new Listeners();
/** The revision of the list that all hearts show; `undefined` after a change. */
let shown;
let changes = 0;
let isLoading = false;

/** Calls a function after each change of the list, with what the hub has reported, if it is that. */
export const onFavorites = listeners.add;

/** The revision of the list. */
export const revision = async () => (await get("favorites.list", {limit: 1})).revision;

/** Notes the revision, before entities are loaded. */
export function begin() {
  shown = revision().catch(() => undefined);
}

/** Loads the list if it has changed while no changes were received. */
export async function catchUp() {
  if (isLoading) return;
  isLoading = true;
  try {
    const before = await shown;
    if (before === undefined || before !== (await revision())) await load();
  } catch {
    // The hub is stopping; the next connection repeats this.
    shown = undefined;
  }
  isLoading = false;
}

/** Loads all pages; begins again if the list changes meanwhile. */
async function load() {
  const start = changes;
  const ids = [];
  let first;
  for await (const page of pages("favorites.list", {}, 0)) {
    first ??= page.revision;
    if (changes !== start || page.revision !== first) return load();
    for (const item of page.items) ids.push(...item.ids);
  }
  setFavorites(ids);
  shown = first;
  listeners.notify();
}

const states = {added: true, removed: false};

export function favoritesChanged(events) {
  shown = undefined;
  changes += 1;
  for (const {entity: id, change} of events) {
    if (change === "many") catchUp();
    else if (id && change in states) {
      if (entity(id)) setFavorite(id, states[change]);
      else catchUp();
    }
  }
  listeners.notify(events);
}

/** The last change of each entity that is being made: the next one waits for it, so that none overtakes it. */
const lastChanges = new Map();

/** Adds or removes a favourite. */
export async function toggle(id) {
  const value = entity(id);
  if (!value) return;
  const isAdded = !value.favorite;
  setFavorite(id, isAdded, true);
  const isLast = () => lastChanges.get(id) === change;
  const change = (lastChanges.get(id) ?? Promise.resolve()).then(() =>
    store(id, value, isAdded, isLast)
  );
  lastChanges.set(id, change);
  const isStored = await change;
  if (!isLast()) return;
  lastChanges.delete(id);
  if (isStored) await offerUndo([value], isAdded);
}

/** Makes a change; shows the former state again if it fails, unless another change follows. */
const store = (id, value, isAdded, isLast) =>
  attempt(
    async () => {
      if (isAdded) await post("favorites.add", {id: value.id});
      else await post("favorites.remove", {keys: [value.id]});
      if (isLast()) confirmFavorite(id);
    },
    () => {
      if (isLast()) setFavorite(id, !isAdded);
    }
  );

/** Removes several favourites; `key` is the name of an item in the list. */
export async function removeAll(items, key) {
  for (const one of items) setFavorite(one.id, false);
  return attempt(() => post("favorites.remove", {keys: items.map(key)}));
}

/** Reports a change, which the user can undo; also notes and positions if nothing else changed. */
export async function offerUndo(values, isAdded, then) {
  const after = await revision().catch(() => undefined);
  const ids = values.map((one) => one.id);
  const undo = async () => {
    if (isAdded) await post("favorites.remove", {keys: ids});
    else if (after !== undefined && (await revision()) === after) await post("favorites.undo");
    else for (const id of ids) await post("favorites.add", {id});
    for (const id of ids) setFavorite(id, !isAdded);
    toast("Undone.");
    then?.();
  };
  const what = values.length === 1 ? nameOf(values[0]) : `${values.length} favourites`;
  const change =
    values.length === 1
      ? `${isAdded ? "Added" : "Removed"} ${what} ${isAdded ? "to" : "from"} favourites.`
      : `Removed ${what}.`;
  toast(change, {label: "Undo", run: () => attempt(undo)});
}
