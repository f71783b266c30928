// `/song/ID`: a song with its album, preview and lyrics.

import {albumLink, artistLink, genreLinks, joined, roleFacts} from "../components/items.js";
import {lyricsSection} from "../components/lyrics.js";
import {isPlayable, playButton, playing, playOrPause, playWord} from "../components/player.js";
import {el} from "../dom.js";
import {capitalized, date, duration, year} from "../format.js";
import {settings} from "../settings.js";
import {entityScreen, priceOf, wordsOf} from "./entity.js";

export function songScreen([id]) {
  let hasStarted = false;
  let known;
  const lyrics = lyricsSection(id, () => known);
  const screen = entityScreen("song", id, views, {
    parts: [lyrics.part.node],
    onEntity: (song) => {
      known = song;
      if (settings.autoplay && isPlayable(song) && !hasStarted && playing()?.id !== song.id) {
        playOrPause(song);
      }
      hasStarted ||= isPlayable(song);
    }
  });
  screen.dispose = lyrics.dispose;
  return screen;
}

const views = {
  byline: artistLink,
  line: (song) => [
    "Song",
    year(song.releaseDate) || "Year unknown",
    song.genres ? genreLinks(song.genres.slice(0, 1)) : "Genre unknown",
    duration(song.durationMs) || "Length unknown",
    wordsOf(song)
  ],
  play: (song) =>
    isPlayable(song)
      ? playButton(song, undefined, playWord(song))
      : el("button.button.primary", {disabled: true}, "No preview"),
  facts: (song) => [
    ["Album", albumLink(song)],
    [
      "Track",
      song.trackNumber &&
        `${song.discNumber > 1 ? `Disc ${song.discNumber}, ` : ""}${song.trackNumber}`
    ],
    ["About", song.disambiguation],
    ["Version", song.version && `${capitalized(song.version)} of “${song.versionOf}”`],
    ["Released", date(song.releaseDate)],
    ...roleFacts(song.artists),
    ["Genres", song.genres?.length > 1 && genreLinks(song.genres)],
    ["Price", priceOf(song)],
    [
      "Audio",
      song.stream && joined(song.stream.mime, song.stream.kbps && `${song.stream.kbps} kbit/s`)
    ],
    ["File", song.file]
  ]
};
