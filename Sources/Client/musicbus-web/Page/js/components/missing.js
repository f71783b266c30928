// The albums of favourite artists that the user does not have, as far as the hub has their lists.

import {get} from "../api.js";
import {counted, year} from "../format.js";
import {pages} from "../music.js";
import {asking} from "../settings.js";
import {putAll} from "../store.js";
import {card, grid, hint, joined} from "./items.js";

/** Requests at a time. */
const batch = 6;

/** What a user without files and without a server is told. */
export const noFolders = () =>
  hint(
    "No music folder and no server of yours is configured. " +
      'Name a folder: run "musicbus config set providers.files.folders ~/Music", ' +
      'or a server: run "musicbus provider setup opensubsonic".'
  );

/** The albums in a grid, or the reason why there are none. */
export async function missingAlbums() {
  const owners = await ownersOfFiles();
  if (!owners.length) return noFolders();
  const artists = [];
  for await (const page of pages("favorites.list", {entityKind: "artist"}, 0))
    artists.push(...page.items);
  const lists = [];
  for (let index = 0; index < artists.length; index += batch)
    lists.push(
      ...(await Promise.all(
        artists.slice(index, index + batch).map((one) => missingOf(one, owners))
      ))
    );
  const unknown = lists.filter((list) => !list).length;
  const albums = lists.flatMap((list) => list ?? []);
  const note =
    unknown > 0 &&
    hint(
      `${counted(unknown, "artist")} not checked: open them, or run "musicbus missing --favorites".`
    );
  if (!artists.length) return hint("No favourite artists yet.");
  if (!albums.length) return [note || hint("Nothing is missing.")];
  const make = (album) => card(album, {note: joined(album.artist?.name, year(album.releaseDate))});
  return [note, grid(albums, make)];
}

/** The providers of what the user has. */
async function ownersOfFiles() {
  const {sources = []} = await get("collection.artists", {limit: 1}).catch((problem) => {
    if (problem.code === "NO_PROVIDER") return {};
    throw problem;
  });
  return sources.map(({provider}) => provider);
}

/** The missing albums of an artist; nothing if no source has listed any. */
async function missingOf({id}, owners) {
  const parameters = {...asking(), id, owned: false, limit: 200};
  const whole = (more) => get("artist.albums", {...parameters, ...more}).catch(() => ({}));
  // The files first, so that the hub knows what is there now.
  await whole({providers: owners});
  const {items = [], sources = []} = await whole({cache: "only"});
  const isKnown = sources.some(
    ({provider, outcome}) =>
      ["cached", "stale"].includes(outcome) && ![...owners, "library"].includes(provider)
  );
  return isKnown ? putAll(items) : undefined;
}
