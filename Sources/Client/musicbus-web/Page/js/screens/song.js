// `/song/ID`: a song with its album, facts and preview.

import {artistLink, hint} from "../components/items.js";
import {playButton, playing, playOrPause} from "../components/player.js";
import {el, fill} from "../dom.js";
import {date, duration} from "../format.js";
import {pathOf} from "../music.js";
import {settings} from "../settings.js";
import {entityScreen, priceOf} from "./entity.js";

export function songScreen([id]) {
  const preview = el("div.preview");
  let hasStarted = false;
  return entityScreen("song", id, facts, {
    parts: [preview],
    onEntity: (song) => {
      fill(
        preview,
        song.previewURL
          ? el("div.preview-line", playButton(song), el("span", "Preview"))
          : hint("There is no preview of this song.")
      );
      if (settings.autoplay && song.previewURL && !hasStarted && playing()?.id !== song.id) {
        playOrPause(song);
      }
      hasStarted ||= Boolean(song.previewURL);
    }
  });
}

const albumLink = ({album}) =>
  album?.title &&
  (album.id
    ? el("a", {href: pathOf({kind: "album", id: album.id}), dir: "auto"}, album.title)
    : album.title);

const facts = (song) => [
  ["Artist", artistLink(song)],
  ["Album", albumLink(song)],
  ["Released", date(song.releaseDate)],
  ["Length", duration(song.durationMs)],
  [
    "Track",
    song.trackNumber &&
      `${song.discNumber > 1 ? `Disc ${song.discNumber}, ` : ""}${song.trackNumber}`
  ],
  ["Genres", song.genres?.join(", ")],
  ["Price", priceOf(song)],
  ["File", song.file],
  ["Explicit", song.explicit ? "Yes" : song.cleaned && "No (cleaned)"]
];
