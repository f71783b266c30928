// Changes of favourites: shown everywhere immediately, then confirmed by the hub.

import {post} from "./api.js";
import {attempt, toast} from "./components/toast.js";
import {nameOf} from "./format.js";
import {confirmFavorite, entity, setFavorite} from "./store.js";

const listeners = new Set();

/** Calls a function after each change of the list, from here or elsewhere. */
export function onFavorites(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function favoritesChanged(events) {
  for (const event of events) {
    if (event.entity && event.change === "added") setFavorite(event.entity, true);
    if (event.entity && event.change === "removed") setFavorite(event.entity, false);
  }
  for (const listener of listeners) listener(events);
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
