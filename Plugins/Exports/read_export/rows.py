"""The rows that are read, and the collection of those of one file."""

import collections
import dataclasses
import re
import urllib.parse
from typing import Any

from . import values

# The limits of a file, or of all files of an archive or directory together.
MAX_BYTES = 1 << 28
MAX_ROWS = 1_000_000
MAX_NAME = 1000  # letters; longer ones are cut, and their rows are doubtful
MAX_NOTE = 3000
MAX_LINK = 2000
MAX_LINKS = 8  # of a row, and as many ids

# Why a row is nothing to import.
PODCAST = "podcast"
VIDEO = "video"
LOCAL_FILE = "local file without names"
BANNED = "banned or hated"
SHORT = "played for less than 30 seconds"
UNKNOWN_LINK = "link that no provider knows"
EMPTY = "no names"
USER = "account of a user"
UNKNOWN_LINE = "line of no known form"
NOT_DECODED = "text that cannot be decoded"


class ExportError(Exception):
    """The file cannot be read; the message is a sentence without its end."""


@dataclasses.dataclass(slots=True)
class Row:
    """What a file says about one artist, album or song: the members of ImportedRow.swift, and those from `path` on."""
    number: int  # the position in the file, from 1
    kind: str = "song"
    ids: list[str] = dataclasses.field(default_factory=list)  # the most trusted first
    name: str = ""  # the name or title; empty if only ids are known
    artist: str = ""
    artistID: str | None = None
    album: str = ""
    albumID: str | None = None
    durationMs: int | None = None
    discNumber: int | None = None
    trackNumber: int | None = None
    releaseDate: str | None = None
    label: str = ""
    added: str | None = None
    note: str = ""
    path: str = ""  # the file, as the playlist names it
    links: list[str] = dataclasses.field(default_factory=list)  # links that a provider may know
    doubt: str = ""  # why the row may mean something other than it says
    skipped: str = ""  # why it is nothing to import
    line: str = ""  # instead of all others: the row of a file of MusicBus, as JSON

    def set_names(self, name: str, artist: str = "", album: str = "") -> None:
        self.name, self.artist, self.album = known(name), known(artist), known(album)

    def set_link(self, address: str) -> None:
        """Keeps a link that is not an id, for the providers that know its form."""
        link = cleaned(address)
        # The page at Last.fm is that of each song, and names no other source.
        is_wanted = values.is_link(link) and len(link) <= MAX_LINK and "last.fm/music/" not in link
        if is_wanted and not self.ids and link not in self.links and len(self.links) < MAX_LINKS:
            self.links.append(link)

    def split_name(self) -> None:
        """Takes ``Artist - Title`` apart, where a title stands for both."""
        parts = None if self.artist else split(self.name)
        if parts and not is_version(parts[1]):
            self.artist, self.name = parts

    @property
    def key(self) -> tuple[str, ...]:
        """Equal keys are one favourite. A title alone is not one: the file or the link tells equal ones apart."""
        if self.ids:
            return (self.ids[0],)
        place = "" if self.artist or self.kind == "artist" else self.path or "".join(self.links)
        return (self.kind, self.name.lower(), self.artist.lower(), self.album.lower(), place)

    def json(self) -> dict[str, Any]:
        """The members that are known."""
        members = ((name, getattr(self, name)) for name in self.__slots__)
        return {name: value for name, value in members if value}


class Collection:
    """The rows of a file, each favourite once."""

    def __init__(self, format: str, found: str) -> None:
        self.format, self.found = format, found
        self.rows: list[Row] = []
        self.skipped: collections.Counter[str] = collections.Counter()
        self.repeated = self.undecoded = 0
        self._known: dict[tuple[str, ...], Row] = {}

    @property
    def count(self) -> int:
        """The number of rows in the file."""
        return len(self.rows) + self.repeated

    def add(self, row: Row) -> None:
        """Adds a row, unless it repeats an earlier one."""
        if self.count >= MAX_ROWS and not row.line:
            raise ExportError(f"The file has more than {MAX_ROWS} rows")
        if not row.line:
            self._finish(row)
        if row.skipped:
            self.skipped[row.skipped] += 1
        elif not row.line:
            earlier = self._known.setdefault(row.key, row)
            if earlier is not row:
                self.repeated += 1
                # Of several plays, the first one counts.
                earlier.added = min(filter(None, (earlier.added, row.added)), default=None)
                return
        self.rows.append(row)

    def add_all(self, other: "Collection") -> None:
        """Adds the rows of another file, such as a member of an archive, after these."""
        start = self.count
        for row in other.rows:
            row.number += start
            self.add(row)
        self.repeated += other.repeated

    def _finish(self, row: Row) -> None:
        if not row.skipped and not row.ids and not row.name:
            row.skipped = EMPTY
        if "\ufffd" in row.name + row.artist + row.album:
            row.doubt = row.doubt or "some letters cannot be decoded"
            self.undecoded += 1
        self.undecoded += row.skipped == NOT_DECODED
        for member in ("name", "artist", "album", "label"):
            text = getattr(row, member)
            if len(text) > MAX_NAME:
                setattr(row, member, text[:MAX_NAME])
                row.doubt = row.doubt or f"a name has more than {MAX_NAME} letters"
        if row.skipped:
            row.name = row.name[:200]
        row.note = row.note[:MAX_NOTE]


# MARK: Names

_NO_TEXT = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
# The words by which programs say that they do not know a name.
_PLACEHOLDERS = {
    "undefined", "null", "unknown artist", "unknown track", "unknown album", "<untagged>", "[unknown]", "<unknown>",
}
_VARIOUS = {"various artists", "various", "verschiedene", "artisti vari", "varios artistas"}
_VERSION = re.compile(
    r"(?:\d{4} )?(?:digital(?:ly)? )?remaster(?:ed)?(?: version)?(?: \d{4})?|live(?: (?:at|from) .*)?|bonus track|demo|"
    r"mono|stereo|acoustic|instrumental|(?:(?:radio|single|album|extended|original|acoustic|mono|stereo|demo) )"
    r"(?:edit|version|mix)", re.IGNORECASE)


def cleaned(text: str) -> str:
    """A text on one line, without what cannot be shown or written as UTF-8."""
    if text.isprintable():
        return text.strip()
    return _SURROGATE.sub("\ufffd", _NO_TEXT.sub(" ", text)).strip()


def cleaned_note(text: str) -> str:
    """A text that may have several lines."""
    return "\n".join(cleaned(line) for line in text.strip().split("\n"))


def known(name: str) -> str:
    name = cleaned(name)
    return "" if name.lower() in _PLACEHOLDERS else name


def split(text: str) -> tuple[str, str] | None:
    """The texts before and after the first dash between blanks."""
    for dash in (" - ", " – ", " — "):
        first, found, second = text.partition(dash)
        if found and first.strip() and second.strip():
            return first.strip(), second.strip()
    return None


def is_version(text: str) -> bool:
    """Whether a text names a version of the song before the dash: ``Time - Remastered 2011``."""
    return bool(_VERSION.fullmatch(text))


def is_various(name: str) -> bool:
    """Whether an artist stands for several, so that it is none of a song's."""
    return name.strip().lower() in _VARIOUS


def local_song(uri: str, number: int) -> Row | None:
    """What the URI of a local file says: ``spotify:local:ARTIST:ALBUM:TITLE:SECONDS``, each part encoded."""
    if not uri.startswith("spotify:local:"):
        return None
    parts = [urllib.parse.unquote_plus(part) for part in uri.split(":")[2:]]
    if len(parts) < 3:
        return None
    row = Row(number)
    row.set_names(parts[2], parts[0], parts[1])
    seconds = values.whole(parts[3]) if len(parts) > 3 else None
    row.durationMs = values.recording_ms(seconds and seconds * 1000)
    if not row.name:
        row.skipped = LOCAL_FILE
    return row
