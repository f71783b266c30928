// The albums of favourite artists that the user does not have, as the hub puts them together.

import {get} from "../api.js";
import {year} from "../format.js";
import {asking} from "../settings.js";
import {putAll} from "../store.js";
import {card, grid, hint, joined} from "./items.js";

/** What a user without files and without a server is told. */
export const noFolders = () =>
  hint(
    "No music folder and no server of yours is configured. " +
      'Name a folder: run "musicbus config set providers.files.folders ~/Music", ' +
      'or a server: run "musicbus provider setup opensubsonic".'
  );

/** The albums in a grid, with what was not checked; or the reason why there are none. */
export async function missingAlbums() {
  let reply;
  try {
    reply = await get("albums.missing", {...asking(), cache: "only", artistsOf: "favorites"});
  } catch (problem) {
    if (problem.code === "NO_PROVIDER") return noFolders();
    throw problem;
  }
  const {items = [], notes = [], totalIsExact} = reply;
  if (!totalIsExact)
    notes.push('To check more, open the artists, or run "musicbus missing --favorites".');
  if (!items.length && !notes.length) notes.push("Nothing is missing.");
  const make = (album) => card(album, {note: joined(album.artist?.name, year(album.releaseDate))});
  return [notes.map((text) => hint(text)), items.length > 0 && grid(putAll(items), make)];
}
