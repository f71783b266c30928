#!/usr/bin/env python3
"""LRCLIB: lyrics, most of them with times."""

import re
import unicodedata
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
    found = call.get(api, "/api/search", track_name=folded(title) or title,
                     artist_name=folded(artist) or artist)
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


GUEST = r"(?:feat|ft|featuring)\b\.?\s"
GUESTS = re.compile(rf"\s*(?:[(\[]\s*(?:{GUEST}|with\s)[^)\]]*[)\]]?|\s-\s+with\s.*$|\b{GUEST}.*?(?=\s*[(\[]|\s-\s|$))", re.IGNORECASE)
# What stands in brackets at the end of a title, or behind a dash.
VERSION = re.compile(r"\s*(?:\s-\s+([^()\[\]]+)|[(\[]([^()\[\]]+)[)\]])\s*$")
# The words of a version that has the sound of the same recording.
REMASTER = re.compile(r"(?:remaster(?:ed)?|digital(?:ly)?|stereo|mono|version|edition|[\W_]|\d{4}|\d+(?:st|nd|rd|th)|anniversary)+",
                      re.IGNORECASE)


def recording(name: str) -> str:
    """A title without what other sources leave out: guests, and that it is remastered."""
    name = GUESTS.sub("", name).strip() or name
    while (found := VERSION.search(name)) and found.start():
        words = found[1] or found[2]
        if "remaster" not in words.casefold() or not REMASTER.fullmatch(words):
            break
        name = name[:found.start()]
    return name


def folded(name: str | None) -> str:
    """The words of a name, without guests, remasters, accents, signs, capitals, "and" and "the".

    Other versions, such as `(Live)`, stay: their texts and times are others.
    """
    text = recording(name or "").casefold().replace("'", "").replace("’", "")
    words = re.sub(r"[\W_]+", " ", without_accents(text)).split()
    return " ".join([word for word in words if word not in ("and", "the")] or words)


def without_accents(text: str) -> str:
    """Letters of the Latin alphabet without their marks; the marks of others are letters of their own."""
    parts = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", re.sub(r"([a-z])[\u0300-\u036f]+", r"\1", parts))


if __name__ == "__main__":
    lrclib.run()
