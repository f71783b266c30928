"""Reads texts: playlists, and lists with one name, link, id or code per line."""

import re
from collections.abc import Iterable, Iterator

from . import paths, records, rows, values
from .rows import ExportError, Row

# MARK: Playlists

_INFO = re.compile(r'\s*(-?[0-9]*)(?:\.[0-9]+)?((?:\s+[\w-]+=(?:"[^"]*"|[^\s",]*))*)\s*,(.*)')


def m3u(lines: Iterable[str]) -> Iterator[Row]:
    """M3U and M3U8: ``#EXTINF:123,Artist - Title``, then a path, a URL, or as we write it, the name."""
    info = album = artist = ""
    number = 0
    for line in lines:
        line = line.strip()
        if line.startswith("#EXTINF:"):
            info = line[8:]
        elif line.startswith("#EXTALB:"):
            album = line[8:]
        elif line.startswith("#EXTART:"):
            artist = line[8:]
        elif line and not line.startswith("#"):
            number += 1
            match = _INFO.fullmatch(info)
            title = match[3] if match else info.partition(",")[2]
            yield entry(number, line, title, artist, album, values.whole(match[1]) if match else None)
            info = album = artist = ""


def entry(number: int, address: str, title: str, artist: str = "", album: str = "", seconds: int | None = None) -> Row:
    """The entry of a playlist that names a file or a page, and perhaps ``Artist - Title``."""
    address = address.strip()
    row = rows.local_song(address, number) or Row(number)
    found = values.find_id(address)
    row.ids = [found] if found and values.kind_of(found) == "song" else []
    row.durationMs = row.durationMs or values.recording_ms(seconds and seconds * 1000)
    row.set_names(title or row.name, artist or row.artist, album or row.album)
    if not row.artist:
        row.artist, row.name = rows.split(row.name) or ("", row.name)
    paths.read_address(row, address, has_place=address != title.strip())
    return row


def pls(lines: Iterable[str]) -> Iterator[Row]:
    """PLS: ``File1=…``, ``Title1=…``, ``Length1=…``."""
    entries: dict[int, dict[str, str]] = {}
    for line in lines:
        name, _, text = line.strip().partition("=")
        match = re.fullmatch("(file|title|length)([0-9]{1,7})", name.strip().lower())
        if match:
            entries.setdefault(int(match[2]), {})[match[1]] = text.strip()
            if len(entries) > rows.MAX_ROWS:
                raise ExportError(f"The file has more than {rows.MAX_ROWS} rows")
    for number, key in enumerate(sorted(entries), 1):
        get = entries[key].get
        yield entry(number, get("file", ""), get("title", ""), seconds=values.whole(get("length", "")))


# MARK: Lists

_LINK_INSIDE = re.compile(
    rf"://|\b(?:spotify|mbid|isrc|upc|ean|gtin)\s*:|\bwww\.|[a-z0-9]\.(?:com|org|net|fm|be)/|\b{values.UUID}\b",
    re.IGNORECASE)
_CODE = re.compile(
    r"[a-z0-9-]+:[a-z0-9-]+:\S*|[0-9][0-9 -]{8,}[0-9]|(?=\S*[0-9])(?=\S*[A-Za-z])[0-9A-Za-z]{22}|"
    r"[A-Z]{2}[A-Z0-9]{3}[0-9]{5,}")
# The heads of a list with one column, which are no names.
_ARTIST_HEADS = {"artist", "artists", "artistname", "artistnames"}
_SONG_HEADS = {"title", "titles", "trackname", "tracktitle", "songname", "songtitle", "song", "songs"}


def _head(line: str) -> str:
    """What the lines of a list are, if this is its head."""
    word = records.word(line)
    is_id = records.FIELD_OF.get(word) in ("address", "isrc")
    return "artist" if word in _ARTIST_HEADS else "song" if word in _SONG_HEADS else "id" if is_id else ""


def lines_of(lines: Iterable[str]) -> Iterator[Row]:
    """A list with one name, link, id or code per line; binary files and prose are none."""
    kind = ""
    count = 0
    for number, line in enumerate(lines, 1):
        line = line.strip()
        if "\0" in line or len(line.encode("utf-8", "replace")) > 2000:
            raise ExportError("The file is of no known format")
        if not line or line.startswith("#"):
            continue
        if not count and not kind and len(line) < 40 and _head(line):
            kind = _head(line)
            continue
        count += 1
        yield line_row(line, number, kind)
    if not count:
        raise ExportError("The file contains no rows")


def line_row(line: str, number: int, kind: str = "") -> Row:
    """A line of a list: something that is an id or a path, ``Artist - Title``, or the name of an artist.

    What has a tab, a link or an id in it is no name. ``kind`` is what the head of the list says.
    """
    line = line.strip()
    if len(line) > 2 and line[0] == line[-1] == '"':
        line = line[1:-1].replace('""', '"').strip()
    local = rows.local_song(line, number)
    if local:
        return local
    row = Row(number, name=rows.cleaned(line))
    found = values.find_id(line) or (values.spotify_value("song", line) if kind == "id" else None)
    is_one = "\t" not in line and " " not in line
    if found:
        row.kind, row.ids, row.name = values.kind_of(found) or "song", [found], ""
    elif paths.is_path(line) and (is_one or "://" not in line) and "\t" not in line:
        return entry(number, line, "")
    elif is_one and values.is_link(line):
        row.set_link(line)
        row.skipped = rows.PODCAST if values.is_podcast(line) else (
            rows.VIDEO if values.is_video(line) else rows.UNKNOWN_LINK)
    elif "\t" in line or _LINK_INSIDE.search(line) or _CODE.fullmatch(line) or kind == "id":
        row.skipped = rows.UNKNOWN_LINE
    elif rows.split(line):
        row.artist, row.name = rows.split(row.name) or ("", row.name)
    elif kind != "song":
        row.kind = "artist"
    return row
