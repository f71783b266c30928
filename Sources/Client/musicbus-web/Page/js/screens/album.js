// `/album/ID`: cover, facts, tracks and editions.

import {artistLink, editionList, hint, section, skeleton, songRow} from "../components/items.js";
import {el} from "../dom.js";
import {counted, date, duration} from "../format.js";
import {otherEditions, tracksOf} from "../music.js";
import {entityScreen, priceOf} from "./entity.js";

export function albumScreen([id]) {
  const tracks = section("Tracks");
  const editions = section("Editions");
  editions.node.hidden = true;
  tracks.replace(skeleton(8, "rows"));
  const screen = entityScreen("album", id, facts, {
    parts: [tracks.node, editions.node],
    onEntity: (album, isFull) => isFull && album.artist?.id && showEditions(editions, album)
  });
  screen.sources.follow("album.songs", tracks, () => loadTracks(id, tracks));
  return screen;
}

const kindName = (kind) => (kind === "ep" ? "EP" : kind[0].toUpperCase() + kind.slice(1));

const facts = (album) => [
  ["Artist", artistLink(album)],
  ["Kind", album.albumKind && kindName(album.albumKind)],
  ["Genres", album.genres?.join(", ")],
  ["Released", date(album.releaseDate)],
  ["Label", album.label],
  ["Price", priceOf(album)],
  ["Tracks", album.trackCount],
  ["Explicit", album.explicit ? "Yes" : album.cleaned && "No (cleaned)"],
  ["Copyright", album.copyright]
];

async function loadTracks(id, part) {
  const {items, sources} = await tracksOf(id, (some) => some.length && showTracks(some, part));
  showTracks(items, part);
  return sources;
}

function showTracks(songs, part) {
  const discs = [...Map.groupBy(songs, (song) => song.discNumber ?? 1)];
  const showsArtist = new Set(songs.map((song) => song.artist?.name)).size > 1;
  const total = songs.reduce((sum, song) => sum + (song.durationMs ?? 0), 0);
  part.replace(
    discs.map(([disc, list]) => [
      discs.length > 1 && el("h3", `Disc ${disc}`),
      el(
        "ul.rows",
        list.map((song) =>
          songRow(song, {
            list: () => songs,
            number: song.trackNumber ?? "",
            showsPicture: false,
            showsArtist
          })
        )
      )
    ]),
    songs.length
      ? el("p.count", [counted(songs.length, "track"), duration(total)].filter(Boolean).join(" · "))
      : hint("No source lists the tracks of this album.")
  );
}

async function showEditions(part, album) {
  const others = await otherEditions(album).catch(() => []);
  part.node.hidden = !others.length;
  part.replace(editionList(others));
}
