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

const revision = async () => (await get("favorites.list", {limit: 1})).revision;

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

/** Adds or removes a favourite. */
export function toggle(id) {
  const value = entity(id);
  if (!value) return;
  const isAdded = !value.favorite;
  setFavorite(id, isAdded, true);
  return attempt(
    async () => {
      if (isAdded) await post("favorites.add", {id: value.id});
      else await post("favorites.remove", {keys: [value.id]});
      confirmFavorite(id);
      await offerUndo(value, isAdded);
    },
    () => setFavorite(id, !isAdded)
  );
}

/** Reports a change, which the user can undo; also its note and position if nothing else changed. */
export async function offerUndo(value, isAdded, then) {
  const {id} = value;
  const after = await revision();
  const undo = async () => {
    if (isAdded) await post("favorites.remove", {keys: [id]});
    else if ((await revision()) === after) await post("favorites.undo");
    else await post("favorites.add", {id});
    setFavorite(id, !isAdded);
    toast("Undone.");
    then?.();
  };
  toast(
    `${isAdded ? "Added" : "Removed"} ${nameOf(value)} ${isAdded ? "to" : "from"} favourites.`,
    {
      label: "Undo",
      run: () => attempt(undo)
    }
  );
}
