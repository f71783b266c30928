// `/album/ID`: cover, tracks and editions.

import {
  artistLink,
  editionList,
  genreLinks,
  hint,
  roleFacts,
  section,
  skeleton,
  songRow
} from "../components/items.js";
import {playAllButton, playWord} from "../components/player.js";
import {el} from "../dom.js";
import {counted, date, duration, kindName, year} from "../format.js";
import {otherEditions, tracksOf} from "../music.js";
import {entityScreen, priceOf, wordsOf} from "./entity.js";

export function albumScreen([id]) {
  const tracks = section("Tracks");
  const editions = section("Editions");
  editions.node.hidden = true;
  tracks.replace(skeleton(8, "rows"));
  const screen = entityScreen("album", id, views, {
    parts: [tracks.node, editions.node],
    onEntity: (album, isFull) =>
      isFull && album.artist?.id && showEditions(editions, album, screen.sources)
  });
  const none = "No source lists the tracks of this album.";
  screen.sources.follow("album.songs", tracks, () => loadTracks(id, tracks), none);
  return screen;
}

const views = {
  byline: artistLink,
  line: (album) => [
    kindName(album.albumKind ?? "album"),
    year(album.releaseDate) || "Year unknown",
    album.genres ? genreLinks(album.genres.slice(0, 1)) : "Genre unknown",
    album.trackCount && counted(album.trackCount, "track"),
    wordsOf(album)
  ],
  play: (album) =>
    playAllButton(album, async () => (await tracksOf(album.id)).items, playWord(album)),
  facts: (album) => [
    ["About", album.disambiguation],
    ["Released", date(album.releaseDate)],
    ["Label", album.label],
    ...roleFacts(album.artists),
    ["Genres", album.genres?.length > 1 && genreLinks(album.genres)],
    ["Price", priceOf(album)],
    ["Copyright", album.copyright]
  ]
};

async function loadTracks(id, part) {
  const show = (songs) => songs.length && showTracks(songs, part);
  const reply = await tracksOf(id, show);
  show(reply.items);
  return reply;
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
            showsArtist,
            showsAlbum: false
          })
        )
      )
    ]),
    el("p.count", [counted(songs.length, "track"), duration(total)].filter(Boolean).join(" · "))
  );
}

/** Shows the editions that the hub knows; sources are asked for the albums of the artist on request only. */
async function showEditions(part, album, sources) {
  const others = await otherEditions(album, {cache: "only"}).catch(() => undefined);
  part.node.hidden = others?.length === 0;
  if (others) return part.replace(editionList(others));
  const look = () => sources.follow("artist.albums", part, () => lookForEditions(part, album));
  part.replace(el("button.text-button", {onclick: look}, "Look for other editions"));
}

async function lookForEditions(part, album) {
  part.replace(skeleton(2, "rows"));
  const others = (await otherEditions(album)) ?? [];
  part.replace(others.length ? editionList(others) : hint("No other editions found."));
  return {items: others};
}
