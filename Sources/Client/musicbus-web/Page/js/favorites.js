// Changes of favourites: shown everywhere immediately, then confirmed by the hub.

import {get, post} from "./api.js";
import {attempt, toast} from "./components/toast.js";
import {nameOf} from "./format.js";
import {Listeners} from "./listeners.js";
import {confirmFavorite, entity, setFavorite, setFavorites} from "./store.js";

const listeners = new Listeners();
/** The revision of the list that all hearts show; `undefined` after a change. */
let shown;
let changes = 0;

/** Calls a function after each change of the list, from here or elsewhere. */
export const onFavorites = listeners.add;

const revision = async () => (await get("favorites.list", {limit: 1})).revision;

/** Notes the revision, before entities are loaded. */
export function begin() {
  shown = revision().catch(() => undefined);
}

/** Loads the list if it has changed while no changes were received. */
export async function catchUp() {
  try {
    const before = await shown;
    if (before !== undefined && before === (await revision())) return;
    await load();
  } catch {
    // The hub is stopping; the next connection repeats this.
    shown = undefined;
  }
}

async function load() {
  const start = changes;
  const ids = [];
  let page = {next: 0};
  while (page.next !== undefined) {
    page = await get("favorites.list", {limit: 200, offset: page.next});
    for (const item of page.items) ids.push(...item.ids);
  }
  // A change that arrived meanwhile may be newer than these pages.
  if (changes !== start) return load();
  setFavorites(ids);
  shown = page.revision;
  listeners.notify();
}

export function favoritesChanged(events) {
  shown = undefined;
  changes += 1;
  if (events.some((event) => event.change === "many")) catchUp();
  for (const event of events) {
    if (event.entity && event.change === "added") setFavorite(event.entity, true);
    if (event.entity && event.change === "removed") setFavorite(event.entity, false);
  }
  listeners.notify();
}

/** Adds or removes a favourite. */
export function toggle(id) {
  const value = entity(id);
  const name = nameOf(value);
  const isAdded = !value.favorite;
  setFavorite(id, isAdded, true);
  return attempt(
    async () => {
      if (isAdded) await post("favorites.add", {id: value.id});
      else await post("favorites.remove", {keys: [value.id]});
      confirmFavorite(id);
      toast(isAdded ? `Added ${name} to favourites.` : `Removed ${name} from favourites.`, {
        label: "Undo",
        run: () => undo(id, !isAdded)
      });
    },
    () => setFavorite(id, !isAdded)
  );
}

/** Undoes the last change of the favourites. */
export const undo = (id, isFavorite) =>
  attempt(async () => {
    await post("favorites.undo");
    setFavorite(id, isFavorite);
    toast("Undone.");
  });
