// The artists, albums and songs that were opened last, for "Continue" on the first screen.

import {nameOf} from "./format.js";

const key = "musicbus-opened";
const maxCount = 12;

/** What a card shows of each, the last opened first. */
export function opened() {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? [];
  } catch {
    return [];
  }
}

export function noteOpened({kind, id, ids, name, title, artist, releaseDate, genres, artwork}) {
  const picture = artwork?.length ? [{}] : undefined;
  const brief = {kind, id, ids, name, title, artist, releaseDate, genres, artwork: picture};
  const others = opened().filter((one) => one.id !== id && !ids?.includes(one.id));
  localStorage.setItem(key, JSON.stringify([brief, ...others].slice(0, maxCount)));
}

/** The name of an entity that was opened before, if it is among them. */
export const openedName = (id) => {
  const one = opened().find((one) => one.id === id || one.ids?.includes(id));
  return one && nameOf(one);
};
