"""The artists and albums of `catalogue.txt`, whose first lines describe its format."""

import pathlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from .texts import halves, spotify_code, stable_number, stable_uuid, whole

FILE = pathlib.Path(__file__).with_name("catalogue.txt")


class Genre(NamedTuple):
    """A genre of Apple's store, with the number it has there."""

    id: int
    name: str


# The root genre, which the charts add to every entry.
MUSIC = Genre(34, "Music")
GENRES = {name: Genre(number, name) for name, number in {
    "Alternative": 20, "Classical": 5, "Dance": 17, "Electronic": 7, "Hip-Hop/Rap": 18, "Jazz": 11, "J-Pop": 27,
    "K-Pop": 51, "Metal": 1153, "Pop": 14, "Rock": 21, "Singer/Songwriter": 10, "R&B/Soul": 15, "Soundtrack": 16,
}.items()}


class ReleaseDate(str):
    """A date as exact as the catalogue knows it: `1980`, `1980-06` or `1980-06-09`."""

    @property
    def year(self) -> str:
        return self[:4]

    @property
    def month(self) -> int | None:
        return whole(self[5:7])

    @property
    def day(self) -> int | None:
        return whole(self[8:10])

    @property
    def first_day(self) -> str:
        """The full day. Apple's store completes partial dates with the first of the month or year."""
        return self + "-01-01"[max(0, len(self) - 4):]

    @property
    def store_timestamp(self) -> str:
        """Midnight in California, which is what Apple's store means by a release date; roughly its summer time."""
        return self.first_day + ("T07:00:00Z" if 4 <= (self.month or 1) <= 10 else "T08:00:00Z")


@dataclass(eq=False)
class Artist:
    """An artist with the id that each source knows it by; without one, the source does not have it."""

    name: str
    aliases: list[str] = field(default_factory=list)
    store: int | None = None
    amg: int | None = None
    audiodb: int | None = None
    musicbrainz: str = ""
    genre: Genre = MUSIC
    style: str = ""
    formed: int | None = None
    born: int | None = None
    ended: int | None = None
    members: int | None = None
    country: str | None = None
    # Short texts by TheAudioDB's suffix of the language, as `EN`.
    biography: dict[str, str] = field(default_factory=dict)
    albums: "list[Album]" = field(default_factory=list)

    @property
    def is_example(self) -> bool:
        """The one artist of the providers' examples has the real codes; those of the others are made up."""
        return self.name == "Daft Punk"

    @cached_property
    def deezer(self) -> str:
        return "27" if self.is_example else str(1000 + stable_number("deezer/" + self.musicbrainz, 90_000_000))

    @cached_property
    def spotify(self) -> str:
        return "4tZwfgrHOc3mvqYlEYSvVi" if self.is_example else spotify_code("artist/" + self.musicbrainz)

    @cached_property
    def wikidata(self) -> str:
        made_up = 1000 + stable_number("wikidata/" + self.musicbrainz, 90_000_000)
        return "Q185828" if self.is_example else f"Q{made_up}"


class Track(NamedTuple):
    """A track of an album, perhaps by another artist."""

    title: str
    seconds: int
    artist: str | None = None

    @property
    def guests(self) -> set[str]:
        """The artists on it other than that of the album, by name."""
        guest = re.search(r"[(\[]feat\. (.+?)[)\]]", self.title)
        return {self.artist or "", *(self.artist or "").split(" & "), guest[1] if guest else ""} - {""}

    @property
    def milliseconds(self) -> int:
        """Apple's store counts to the millisecond; the catalogue does not, so the rest is made up."""
        return self.seconds * 1000 + stable_number(self.title, 900)


@dataclass(eq=False)
class Album:
    """An album as the catalogue has it."""

    artist: Artist
    title: str
    date: ReleaseDate
    kind: str = "Album"  # or EP, Single, Live, Compilation, Soundtrack
    source: str | None = None  # the only one that has it: store or audiodb
    words: str | None = None  # explicit, or explicit+cleaned: the store has it twice
    price: str | None = None  # songs-only: each song alone, streaming-only: not sold at all
    store_date: ReleaseDate = ReleaseDate()  # differs for a digital reissue
    second_disc: int | None = None  # the number of tracks on the first disc, if there is a second
    mbid: str | None = None
    store_id: int | None = None
    first_song_id: int | None = None
    audiodb_id: int | None = None
    genre: Genre | None = None
    tracks: list[Track] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.store_date = self.date

    def place(self, position: int) -> tuple[int, int]:
        """The disc of a track, and its number there; the position counts from 1 through all discs."""
        if self.second_disc is None or position <= self.second_disc:
            return 1, position
        return 2, position - self.second_disc

    @cached_property
    def audiodb_key(self) -> str:
        return f"{self.artist.audiodb or 0}/{self.title}/{self.date}"

    @cached_property
    def audiodb_number(self) -> int:
        return self.audiodb_id or 2_100_000 + stable_number(self.audiodb_key, 3_000_000)

    @cached_property
    def release_group(self) -> str:
        """The release group of MusicBrainz."""
        return self.mbid or stable_uuid("release-group/" + self.audiodb_key)

    def audiodb_track(self, position: int) -> int:
        return 32_000_000 + (self.audiodb_number - 2_100_000) * 64 + position

    def recording(self, position: int) -> str:
        """The recording of MusicBrainz."""
        return stable_uuid(f"recording/{self.audiodb_track(position)}")


NUMBERS = {"store", "amg", "audiodb", "formed", "born", "ended", "members"}
TEXTS = {"musicbrainz", "style", "country"}
# The marks of an album, and the members that they set; those with a value also say how it is read.
MARKS: dict[str, dict[str, Any]] = {
    "ep": {"kind": "EP"},
    "single": {"kind": "Single"},
    "live": {"kind": "Live"},
    "compilation": {"kind": "Compilation"},
    "soundtrack": {"kind": "Soundtrack", "genre": GENRES["Soundtrack"]},
    "store": {"source": "store"},
    "audiodb": {"source": "audiodb"},
    "explicit": {"words": "explicit"},
    "explicit+cleaned": {"words": "explicit+cleaned"},
    "songs-only": {"price": "songs-only"},
    "streaming-only": {"price": "streaming-only"},
}
MARKS_WITH_VALUE: dict[str, tuple[str, Callable[[str], Any]]] = {
    "in-store": ("store_date", ReleaseDate),
    "disc2": ("second_disc", whole),
    "store-id": ("store_id", whole),
    "store-songs": ("first_song_id", whole),
    "audiodb-id": ("audiodb_id", whole),
    "mbid": ("mbid", str),
}


class Catalogue:
    """All artists, the most famous first."""

    def __init__(self, text: str) -> None:
        self.artists: list[Artist] = []
        # Invalid lines, tracks and marks; a test requires an empty list.
        self.mistakes: list[str] = []
        for line in filter(None, text.split("\n")):
            if line.startswith("  "):
                self.add_tracks(line)
            elif not line.startswith("#"):
                self.add(line)
        for artist in self.artists:
            artist.style = artist.style or artist.genre.name
            artist.musicbrainz = artist.musicbrainz or stable_uuid(f"artist/{artist.name}/{artist.store or 0}")

    @classmethod
    def sample(cls) -> "Catalogue":
        return cls(FILE.read_text(encoding="utf-8"))

    def add(self, line: str) -> None:
        """A member of an artist, or else an album."""
        key, _, value = line.partition(": ")
        artist = self.artists[-1] if self.artists else None
        if key == "artist":
            self.artists.append(Artist(value))
        elif artist and (key in NUMBERS or key in TEXTS):
            setattr(artist, key, whole(value) if key in NUMBERS else value)
        elif artist and key == "aliases":
            artist.aliases = value.split("; ")
        elif artist and key == "genre":
            artist.genre = GENRES.get(value, MUSIC)
        elif artist and key.startswith("biography "):
            language = key.removeprefix("biography ")
            before = artist.biography.get(language)
            artist.biography[language] = f"{before}\n\n{value}" if before else value
        else:
            self.add_album(artist, line)

    def add_album(self, artist: Artist | None, line: str) -> None:
        fields = line.split(" | ")
        if not artist or len(fields) < 2:
            self.mistakes.append(line)
            return
        album = Album(artist, fields[0], ReleaseDate(fields[1]))
        for mark in " ".join(fields[2:]).split():
            name, value = halves(mark, "=")
            for member, constant in MARKS.get(name, {}).items():
                setattr(album, member, constant)
            if name in MARKS_WITH_VALUE:
                member, read = MARKS_WITH_VALUE[name]
                setattr(album, member, read(value or ""))
            elif name not in MARKS:
                self.mistakes.append(line)
        artist.albums.append(album)

    def add_tracks(self, line: str) -> None:
        """Adds tracks to the last album."""
        if not self.artists or not self.artists[-1].albums:
            self.mistakes.append(line)
            return
        album = self.artists[-1].albums[-1]
        for entry in filter(None, line.split(";")):
            # `Title m:ss`, or `Title m:ss @ Artist` for another artist.
            match = re.fullmatch(r" *(.*\S) +(\d+):(\d+) *(?: @ (.*))?", entry, re.ASCII)
            if match:
                album.tracks.append(Track(match[1], int(match[2]) * 60 + int(match[3]), match[4]))
            else:
                self.mistakes.append(entry)
