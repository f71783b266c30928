"""Reads JSON and XML: the data of an account, libraries, playlists and lists of plays."""

import json
import re
import xml.parsers.expat
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from . import records, rows, texts
from .records import FIELD_OF, Prepare, Record, is_used, word
from .rows import ExportError, Row

MAX_DEPTH = 64

# MARK: Reading JSON


def _number(digits: str) -> int | None:
    return int(digits) if len(digits) < 20 else None


def _no_value(text: str) -> None:
    raise ValueError(f'"{text}" is not a value')


_DECODER = json.JSONDecoder(strict=False, parse_int=_number, parse_constant=_no_value)
_BLANK = re.compile(r"[ \t\n\r\x00\ufeff]*")


def value_at(text: str, start: int) -> tuple[Any, int]:
    """The value at a place in a text, and where it ends."""
    try:
        return _DECODER.raw_decode(text, start)
    except RecursionError:
        problem = "too many nested brackets"
    except json.JSONDecodeError as error:
        problem = f"{error.msg[0].lower()}{error.msg[1:]} (line {error.lineno})"
    except ValueError as error:
        problem = str(error)
    raise ExportError(f"The file is not valid JSON: {problem}")


def after_blank(text: str, start: int) -> int:
    """Where the white space at a place ends."""
    match = _BLANK.match(text, start)
    return match.end() if match else start


def elements(text: str) -> Iterator[tuple[Any, str]]:
    """The elements of an array, one after the other, with their texts."""
    at = after_blank(text, after_blank(text, 0) + 1)
    separator = ","
    while separator == "," and text[at:at + 1] != "]":
        value, end = value_at(text, at)
        yield value, text[at:end]
        at = after_blank(text, end)
        separator = text[at:at + 1]
        if separator == ",":
            at = after_blank(text, at + 1)
    if text[at:at + 1] != "]" or after_blank(text, at + 1) < len(text):
        problem = "a comma or ] is missing" if at < len(text) else "unexpected end"
        raise ExportError(f"The file is not valid JSON: {problem} (line {text.count(chr(10), 0, at) + 1})")


def lines(text: str) -> Iterator[tuple[Any, str]]:
    """The values of JSON Lines with their texts; a line that is none is ``None``."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line = text[start:end].strip()
        start = end + 1
        if line:
            try:
                value, after = value_at(line, 0)
                yield value if after == len(line) else None, line
            except ExportError:
                yield None, line


def get(value: Any, name: str) -> Any:
    """The member of an object; ``None`` where there is none."""
    return value.get(name) if isinstance(value, dict) else None


def text_of(value: Any) -> str:
    """The text of a member: a text, a number, a name in an object, or several of them."""
    if isinstance(value, dict):
        names = ("name", "title", "#text", "albumtitle")
        return next((value[name] for name in names if isinstance(value.get(name), str)), "")
    if isinstance(value, list):
        return ", ".join(filter(None, (text_of(item) for item in value if not isinstance(item, list))))
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, (str, int, float)) else ""


# MARK: What JSON contains

def words_of(value: Any) -> set[str]:
    """The words by which a format is recognised: those of the members, and in brackets what they are together."""
    if not isinstance(value, dict):
        return {"<text>"} if isinstance(value, str) and value else set()
    words = {word(name) for name in value}
    track = get(value, "track")
    if {"name", "artist"} <= {FIELD_OF.get(name) for name in words} or isinstance(track, dict) and text_of(track):
        words.add("<names>")
    if get(value, "format") == "musicbus-favorites" or isinstance(get(value, "entity"), dict) \
            or get(value, "kind") in ("artist", "album", "song") and "id" in value:
        words.add("<own>")
    # `playlists[]` is a member with a list, `playlist{}` one with an object.
    words |= {word(name) + "[]" for name, member in value.items() if isinstance(member, list)}
    return words | {word(name) + "{}" for name, member in value.items() if isinstance(member, dict)}


def flattened(items: Iterable[Any]) -> Iterator[Any]:
    """The elements of a list, and of the pages in it: replies of a service that were saved one after the other."""
    for item in items:
        page = item if isinstance(item, list) else None
        for reply in (item, *(get(item, name) for name in ("recenttracks", "lovedtracks", "toptracks"))):
            track = get(reply, "track")
            page = track if isinstance(track, list) else page
        if page is None:
            yield item
        else:
            yield from page


def items_at(value: Any, places: str) -> Iterator[tuple[str, Any]]:
    """The elements at some places, each with the type that a place has: ``albums:album playlists.items``."""
    for place in places.split():
        path, _, kind = place.partition(":")
        found = [value]
        for name in path.split("."):
            found = [item for value in found for item in _list_of(get(value, name))]
        yield from ((kind, item) for item in found)


def _list_of(value: Any) -> list[Any]:
    """The elements of a list, also of ``{"items": […]}``; one track of Last.fm is no list there."""
    items = get(value, "items")
    if isinstance(items, list):
        return items
    return value if isinstance(value, list) else [] if value is None else [value]


def row_of(format: str, value: Any, number: int, kind: str = "", prepare: Prepare | None = None) -> Row:
    """The row that an element of a list is."""
    if isinstance(value, str) and not kind:
        return texts.line_row(value, number)
    if not kind and (value is None or isinstance(value, (int, float))):
        return Row(number, skipped=rows.EMPTY)
    record = Record(format)
    if kind:
        record.put("type", kind)
    if isinstance(value, str):
        record.put("name", value)
    else:
        _put_members(record, value, 4)
    if prepare:
        prepare(record)
    return records.row_of(record, number)


# The objects within an object that say more of it: what counts before its own members, and what after them.
_FIRST = ("mbidmapping", "track", "trackmetadata")
_THEN = ("additionalinfo", "episode", "audiobook", "localtrack", "externalids", "extension",
         "httpsmusicbrainzorgdocjspftrack")


def _put_members(record: Record, value: Any, depth: int) -> None:
    """Takes the members of an object, and those of the objects in it, such as the track of a playlist's item."""
    if not isinstance(value, dict) or not depth:
        return
    members = {word(name): member for name, member in value.items()}
    for key in _FIRST:
        _put_members(record, members.get(key), depth - 1)
    for key, member in members.items():
        if key == "track" and isinstance(member, dict) or not is_used(key):
            continue
        if key in ("duration", "time") and isinstance(members.get("track"), dict):
            # The play of a track: for how long is no length of it, and when is when it was added.
            record.put("added" if key == "time" else "", text_of(member))
            continue
        if isinstance(member, dict) and "uts" in member:
            member = member["uts"]
        for item in member if isinstance(member, list) and FIELD_OF.get(key) == "address" else [member]:
            record.put(key, text_of(item))
        if key == "artist":
            record.put("artistmbid", text_of(get(member, "mbid")))
    for key in _THEN:
        _put_members(record, members.get(key), depth - 1)


# MARK: XML

# What XML does not allow, but iTunes writes.
_CONTROLS = bytes(set(range(32)) - {9, 10, 13})
_CONTROL_REFERENCE = re.compile(rb"&#(?:x0*1?[0-9a-f]|0*[12]?[0-9]|0*3[01]);", re.IGNORECASE)
# The attributes of Rekordbox and Traktor whose words mean something other than in other formats.
_RENAMED = {
    ("TRACK", "TotalTime"): "length", ("ALBUM", "TITLE"): "album", ("ALBUM", "TRACK"): "tracknumber",
    ("INFO", "PLAYTIME"): "length", ("INFO", "IMPORT_DATE"): "dateadded",
}


class XMLReader:
    """Reads the rows of a document: of each track or entry, its attributes and the texts of the elements in it.

    No entity may be declared, so nothing can expand; and expat fetches nothing.
    """

    def __init__(self, choose: Callable[[str], tuple[str, Prepare | None]]) -> None:
        self.rows: list[Row] = []
        self.root = ""
        self.has_tracks = False
        self._choose = choose  # the format of a first element, and what is done with its records
        self._record: Record | None = None
        self._path: list[str] = []
        self._keys: list[str] = []  # of the dictionaries of a property list
        self._pieces: list[str] = []

    def read(self, data: bytes) -> None:
        """Reads a document in UTF-8."""
        parser = xml.parsers.expat.ParserCreate("utf-8")
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler, parser.EntityDeclHandler = self._pieces.append, self._refuse
        parser.buffer_text = True
        try:
            parser.Parse(_CONTROL_REFERENCE.sub(b" ", data.translate(None, _CONTROLS)), True)
        except xml.parsers.expat.ExpatError as error:
            problem = xml.parsers.expat.errors.messages[error.code]
            raise ExportError(f"The file is not valid XML: {problem} (line {error.lineno})") from None
        self._finish()

    @staticmethod
    def _refuse(*_: Any) -> None:
        raise ExportError("The XML declares entities, which no export needs; it is not read")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        path = self._path
        path.append(name.rpartition(":")[2])
        if len(path) > MAX_DEPTH:
            raise ExportError(f"The XML is nested deeper than {MAX_DEPTH} levels")
        if not self.root:
            self.root = path[0]
            self._format, self._prepare = self._choose(self.root)
        self._pieces.clear()
        if path[-1] == "dict":
            self._keys.append("")
            self.has_tracks = self.has_tracks or self._keys == ["Tracks", ""]
        is_track = path[-1] == "dict" and len(self._keys) == 3 and self._keys[0] == "Tracks"
        is_entry = path[1:] in (["COLLECTION", "TRACK"], ["COLLECTION", "ENTRY"])
        if is_track or is_entry or path[-1] == "track" and self.root == "playlist":
            self._finish()
            self._record = Record(self._format)
        if is_entry or path[1:-1] == ["COLLECTION", "ENTRY"] and path[-1] in ("ALBUM", "INFO", "LOCATION"):
            self._put_attributes(path[-1], attributes)

    def _end(self, name: str) -> None:
        text, path = "".join(self._pieces).strip(), self._path
        self._pieces.clear()
        if path[-1] == "dict":
            self._keys.pop()
        elif path[-1] == "key" and self._keys:
            self._keys[-1] = text
        elif len(self._keys) == 3 and self._keys[0] == "Tracks" and path[-2] == "dict":
            self._put(word(self._keys[2]), path[-1] if path[-1] in ("true", "false") else text)
        elif path[-2:-1] == ["track"] and self.root == "playlist":
            self._put(word(path[-1]), text)
        path.pop()

    def _finish(self) -> None:
        """Adds the row of the record that was read."""
        if self._record:
            if self._prepare:
                self._prepare(self._record)
            self.rows.append(records.row_of(self._record, len(self.rows) + 1))
            self._record = None
        if len(self.rows) > rows.MAX_ROWS:
            raise ExportError(f"The file has more than {rows.MAX_ROWS} rows")

    def _put(self, name: str, text: str) -> None:
        if self._record:
            self._record.put(name, text)

    def _put_attributes(self, element: str, attributes: dict[str, str]) -> None:
        for name, text in attributes.items():
            if text.startswith("file://localhostspotify:"):
                text = text.removeprefix("file://localhost")  # a song of a service in Rekordbox
            self._put(_RENAMED.get((element, name), word(name)), text)
        if element == "LOCATION" and attributes.get("FILE"):
            # `/:Users/:me/:Music/:`; of volumes, only the drives of Windows are part of a path.
            volume = attributes.get("VOLUME", "")
            folder = attributes.get("DIR", "").replace("/:", "/")
            self._put("location", (volume if re.fullmatch("[A-Za-z]:", volume) else "") + folder + attributes["FILE"])
