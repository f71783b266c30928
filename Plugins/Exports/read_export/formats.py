"""The table of formats, and the choice of one by the content of a file."""

import codecs
import io
import itertools
import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from . import documents, paths, records, rows, tables, texts
from .rows import Collection, ExportError, Row


class Format(NamedTuple):
    """A format: the kind of file, the words by which it is recognised, and what its reader must know."""
    name: str
    kind: str
    words: str
    prepare: records.Prepare | None = None  # what is done with each record before
    places: str = ""  # where an object has its lists, and of which type their elements are
    read: Callable[[Iterable[str]], Iterator[Row]] | None = None  # of a text: reads its lines


# The first format counts whose words, of one alternative, all occur:
# - table: in the header, without case, blanks and signs;
# - element and object: among the members of the elements of a list (or of JSON Lines), or of an object;
# - xml: as the first element; text: at its start.
# A word in brackets is a property of all: `<names>` is a title with an artist. `x[]` is a list, `x{}` an object.
FORMATS = (
    Format("MusicBus", "table", "kind name <own>"),
    Format("Exportify", "table", "trackuri | spotifyid trackname | trackid trackname artistname"),
    Format("Rate Your Music", "table", "rymalbum", records.rate_your_music),
    Format("Discogs collection", "table", "catalog releaseid", records.discogs),
    Format("TuneMyMusic", "table", "trackname artistname type | <service id>"),
    Format("YouTube Music", "table", "videoid | songurl | mediaid"),
    Format("Apple Music play activity", "table", "contentname | eventstarttimestamp | trackname lastplayeddate"),
    Format("Last.fm", "table", "uts track | utctime track | artist album track"),
    Format("Soundiiz", "table", "title artist isrc"),
    Format("iTunes library", "table", "<itunes>"),
    Format("table", "table", "<names> | <ids>"),

    Format("MusicBus", "element", "<own>"),
    Format("Spotify streaming history", "element", "ts msplayed | endtime msplayed"),
    Format("ListenBrainz", "element", "trackmetadata | recordingmsid | recordingmbid"),
    Format("Apple Music library", "element", "contenttype title | title artist trackidentifier"),
    Format("Last.fm", "element", "artist name date | artist name mbid"),
    Format("table", "element", "timems | <names>"),
    Format("list", "element", "<text>"),

    Format("JSPF", "object", "playlist{}", records.in_milliseconds, "playlist.track"),
    Format("Spotify playlists", "object", "playlists[]", None, "playlists.items"),
    Format("Maloja", "object", "scrobbles[]", None, "scrobbles"),
    Format("Last.fm", "object", "recenttracks{} | lovedtracks{} | toptracks{}", None,
           "recenttracks.track lovedtracks.track toptracks.track"),
    Format("Spotify library", "object", "tracks | albums | artists | followingartists[] | userisfollowing[]", None,
           "tracks:song albums:album artists:artist followingArtists:artist shows:show episodes:episode "
           "audiobooks:audiobook bannedTracks:banned bannedArtists:banned userIsFollowing:user"),
    # The members under which services reply with lists; their elements have formats of their own.
    Format("", "object", "favorites[]", None, "favorites"),
    Format("", "object", "items[]", None, "items"),
    Format("", "object", "data[]", None, "data"),
    Format("", "object", "songs[]", None, "songs"),

    Format("iTunes library", "xml", "plist"),
    Format("XSPF", "xml", "playlist", records.in_milliseconds),
    Format("Rekordbox", "xml", "DJ_PLAYLISTS"),
    Format("Traktor", "xml", "NML"),

    Format("Rockbox log", "text", "#AUDIOSCROBBLER", read=tables.rockbox),
    Format("M3U", "text", "#EXTM3U | #EXTINF | <paths>", read=texts.m3u),
    Format("PLS", "text", "[playlist]", read=texts.pls),
    Format("list", "text", "<lines>", read=texts.lines_of),
)
OWN = "MusicBus"

# What other files begin with, and what can be done with them.
_OTHERS = {
    b"%PDF": "a PDF document",
    b"SQLite format 3\0": "a database",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"ID3": "a piece of music",
    b"fLaC": "a piece of music",
    b"OggS": "a piece of music",
    b"\x1f\x8b": "an archive of gzip; unpack it first",
    b"7z\xbc\xaf": "an archive of 7-Zip; unpack it first",
    b"Rar!": "an archive of RAR; unpack it first",
    b"\xd0\xcf\x11\xe0": "an old spreadsheet or document; save it as CSV",
    b"bplist": "a binary property list; export the library as XML",
    b"vrsn": "a crate of Serato; export the playlist as CSV or M3U",
}


def recognise(kind: str, words: set[str]) -> Format | None:
    for format in FORMATS:
        if format.kind == kind and any(words.issuperset(choice.split()) for choice in format.words.split(" | ")):
            return format
    return None


# MARK: Text

def _windows(error: UnicodeError) -> tuple[str, int]:
    """The letters of Windows-1252 for bytes that are not UTF-8."""
    assert isinstance(error, UnicodeDecodeError)
    data = error.object[error.start:error.end]
    letters = (data[index:index + 1].decode("cp1252", "ignore") or chr(data[index]) for index in range(len(data)))
    return "".join(letters), error.end


codecs.register_error("windows", _windows)


class Text:
    """The text of a file: UTF-8, UTF-16 with or without a byte order mark, or else Windows-1252."""

    def __init__(self, data: bytes) -> None:
        self.data, self.start, self.encoding = data, 0, "utf-8"
        head = data[:64]
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            self.start, self.encoding = 2, "utf-16-le" if data[0] == 0xFF else "utf-16-be"
        elif data.startswith(b"\xef\xbb\xbf"):
            self.start = 3
        elif len(head) >= 4 and not any(head[1::2]):
            self.encoding = "utf-16-le"
        elif len(head) >= 4 and not any(head[::2]):
            self.encoding = "utf-16-be"
        if self.encoding != "utf-8":
            self.data = data[:len(data) - (len(data) - self.start) % 2]
        self.errors = "windows" if self.encoding == "utf-8" else "replace"

    def lines(self) -> Iterator[str]:
        """The lines, with any of the line ends."""
        file = io.BytesIO(self.data)
        file.seek(self.start)
        return iter(io.TextIOWrapper(file, self.encoding, self.errors, newline=None))

    def all(self) -> str:
        text = str(memoryview(self.data)[self.start:], self.encoding, self.errors)
        return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text

    def utf8(self) -> bytes:
        try:
            if self.encoding == "utf-8":
                str(self.data, "utf-8")
                return self.data[self.start:]
        except UnicodeDecodeError:
            pass
        return self.all().encode("utf-8", "replace")

    def first_line(self) -> str:
        """The first line that has letters, without blanks before them."""
        return next(filter(None, (line.strip().lstrip("\ufeff").lstrip() for line in self.lines())), "")


# MARK: Reading

def read(data: bytes) -> Collection:
    """The rows of a file that one of the programs has written, or of MusicBus itself."""
    if len(data) > rows.MAX_BYTES:
        raise ExportError(f"The file has more than {rows.MAX_BYTES >> 20} MiB")
    for start, other in _OTHERS.items():
        if data.startswith(start):
            raise ExportError(f"The file is {other}")
    text = Text(data)
    first = text.first_line()
    if not first:
        raise ExportError("The file is empty")
    if first[0] == "<":
        return _read_xml(text)
    if first[0] == "{":
        return _read_object(text.all())
    # `[playlist]` begins a PLS, and a name in brackets a list of names: no value of JSON does.
    if re.match(r"""\[\s*($|[\]\[{"\d-]|true|false|null|NaN|Infinity)""", first):
        return _read_list(documents.elements(text.all()), "a list")
    return _read_text(text, first)


def _collected(name: str, found: str, items: Iterable[Row]) -> Collection:
    collection = Collection(name, found)
    for row in items:
        collection.add(row)
    return collection


def _read_xml(text: Text) -> Collection:
    reader = documents.XMLReader(_format_of_xml)
    reader.read(text.utf8())
    if reader.root == "plist" and not reader.has_tracks:
        raise ExportError("The property list has no tracks")
    return _collected(_format_of_xml(reader.root)[0], f'XML with the first element "{reader.root}"', reader.rows)


def _format_of_xml(root: str) -> tuple[str, records.Prepare | None]:
    format = recognise("xml", {root})
    if root.lower() == "html":
        raise ExportError("The file is a web page, which is of no known format")
    if not format:
        raise ExportError(f'The file is XML of no known format; its first element is "{rows.cleaned(root)[:40]}"')
    return format.name, format.prepare


def _read_object(text: str) -> Collection:
    """An object of JSON, or JSON Lines."""
    start = documents.after_blank(text, 0)
    value, end = documents.value_at(text, start)
    words = documents.words_of(value)
    if "<own>" in words:
        # The reader of such a file tells itself which lines are damaged.
        return _own(((None, line.strip()) for line in text.split("\n") if line.strip()), "lines")
    if documents.after_blank(text, end) < len(text):
        if "\n" in text[start:end]:
            raise ExportError("The file is not valid JSON: unexpected text after the end")
        return _read_list(documents.lines(text), "lines", has_bad_lines=True)
    if recognise("element", words - {"<names>"}):
        return _read_list(iter([(value, text)]), "an object")
    format = recognise("object", words)
    found = f"an object with {_shown(value)}"
    if format and format.name:
        items = enumerate(documents.items_at(value, format.places), 1)
        return _collected(format.name, found, (
            documents.row_of(format.name, item, number, kind, format.prepare) for number, (kind, item) in items))
    if format:
        elements = ((item, "") for _, item in documents.items_at(value, format.places))
        return _read_list(elements, f'a list "{format.places}"')
    if "<names>" in words:
        return _read_list(iter([(value, text)]), "an object")
    raise ExportError(f"The file is JSON of no known format, {found}")


def _shown(value: dict[str, Any]) -> str:
    names = [f'"{rows.cleaned(name)[:40]}"' for name in itertools.islice(value, 8)]
    return "the members " + ", ".join(names) if names else "no members"


def _read_list(pairs: Iterator[tuple[Any, str]], found: str, *, has_bad_lines: bool = False) -> Collection:
    """The elements of a list of JSON, or of JSON Lines, each with its text."""
    head = list(itertools.islice(pairs, 20))
    if not head or "<own>" in documents.words_of(head[0][0]):
        return _own(itertools.chain(head, pairs), found)
    first = itertools.islice(documents.flattened(value for value, _ in head), 20)
    format = next(filter(None, (recognise("element", documents.words_of(value)) for value in first)), None)
    if not format:
        member = next((value for value, _ in head if isinstance(value, dict)), None)
        what = "values that are no objects" if member is None else f"objects with {_shown(member)}"
        raise ExportError(f"The file is JSON of no known format, {found} of {what}")
    name, numbers = format.name, itertools.count(1)

    def read(value: Any, line: str) -> Iterator[Row]:
        if value is None and has_bad_lines:
            yield Row(next(numbers), name=rows.cleaned(line[:200]), skipped=rows.NOT_DECODED)
        else:
            yield from (documents.row_of(name, item, next(numbers)) for item in documents.flattened([value]))

    return _collected(name, found, itertools.chain.from_iterable(
        read(value, line) for value, line in itertools.chain(head, pairs)))


def _own(pairs: Iterable[tuple[Any, str]], found: str) -> Collection:
    """The rows of MusicBus itself, each as one line of JSON, as it was."""
    lines = (line.replace("\n", " ") or json.dumps(value) for value, line in pairs)
    return _collected(OWN, found, (Row(number, line=line) for number, line in enumerate(lines, 1)))


def _read_text(text: Text, first: str) -> Collection:
    mark = re.match(r"#AUDIOSCROBBLER|#EXTM3U|#EXTINF|\[playlist\]", first, re.IGNORECASE)
    format = recognise("text", {mark[0].lower() if mark[0][0] == "[" else mark[0].upper()}) if mark else None
    if not format:
        table = tables.find(text.lines, lambda words: recognise("table", words))
        if table:
            return _collected(table.format.name, f"a table with the columns {table.header.shown()}", table.read())
        scrobbles = tables.scrobbles(text.lines)
        if scrobbles:
            return _collected("Last.fm", "a table without header", scrobbles)
        tables.refuse(text.lines())
        format = recognise("text", {"<paths>" if _has_only_paths(text) else "<lines>"})
    assert format and format.read
    return _collected(format.name, "a list" if format.name == "list" else "a playlist", format.read(text.lines()))


def _has_only_paths(text: Text) -> bool:
    lines = (line.strip() for line in text.lines())
    entries = (paths.is_path(line) for line in lines if line and not line.startswith("#"))
    return next(entries, False) and all(entries)
