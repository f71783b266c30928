#!/usr/bin/env python3
"""LRCLIB: lyrics, most of them with times."""

import re
from typing import Any

import musicbus as mb

lrclib = mb.Provider(
    "lrclib", "LRCLIB", attribution="Lyrics by LRCLIB and its contributors; the texts are works of their authors.",
    url="https://lrclib.net",
)
# It states no limit; one request a second is far more than a listener needs.
api = lrclib.upstream("https://lrclib.net", per_minute=60)
lrclib.ids("song")


@lrclib.serves("song.lyrics", api, requests=4,
               sample={"id": "isrc:recording:GBN9Y1100088", "text": "Money", "artist": "Pink Floyd",
                       "album": "The Dark Side of the Moon", "durationMs": 382000})
def lyrics(call: mb.Call) -> mb.Lyrics | None:
    title, artist = call.params.get("text"), call.params.get("artist")
    if not title or not artist:
        return None  # nothing tells the songs of this name apart
    seconds = (call.params.get("durationMs") or 0) / 1000
    found = call.get(api, "/api/search", track_name=without_guest(title), artist_name=without_guest(artist))
    same = [record for record in found if is_same(record, title, artist, seconds)]
    best = min(same, key=lambda record: rank(record, seconds), default=None)
    if best is None or rank(best, seconds)[0] == NOTHING:
        return None
    return mb.Lyrics("" if best.get("instrumental") else (best.get("syncedLyrics") or "").strip() or best["plainLyrics"])


NOTHING = 2


def rank(record: Any, seconds: float) -> tuple[int, float]:
    """The quality of a record, smaller is better: lines with times, then lines or none to sing, then nothing."""
    kind = 0 if (record.get("syncedLyrics") or "").strip() else 1
    if kind and not record.get("instrumental") and not (record.get("plainLyrics") or "").strip():
        kind = NOTHING
    return kind, abs((record.get("duration") or 0) - seconds) if seconds else 0


def is_same(record: Any, title: str, artist: str, seconds: float) -> bool:
    """Whether it is the recording: the same names, and a length within five per cent, if both are known."""
    if folded(record.get("trackName") or record.get("name")) != folded(title):
        return False
    if folded(record.get("artistName")) != folded(artist):
        return False
    length = record.get("duration") or 0
    return not seconds or not 0 < length < 36_000 or abs(length - seconds) <= max(2, 0.05 * seconds)


def without_guest(name: str) -> str:
    return re.sub(r"\s*[(\[]?\b(?:feat|ft|featuring)\b\.?\s.*$", "", name, flags=re.IGNORECASE) or name


def folded(name: str | None) -> str:
    """A name without guests, signs and capitals. Versions, such as `(Live)`, stay: their texts and times are others."""
    return re.sub(r"[\W_]+", " ", without_guest(name or "").casefold().replace("'", "").replace("’", "")).strip()


if __name__ == "__main__":
    lrclib.run()
