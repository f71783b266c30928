"""The catalogue as artists, releases and recordings with the codes that several services share."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Generic, TypeVar

from .catalogue import GENRES, Album, Artist, Catalogue, ReleaseDate, Track
from .store import Store
from .texts import SearchText, search_text, spotify_code, stable_number, stable_uuid, whole

Item = TypeVar("Item")


class Release:
    """An album with the codes by which services identify it."""

    def __init__(self, album: Album, bar_code: str | None) -> None:
        self.album, self.artist = album, album.artist
        self.key = f"{self.artist.name}/{album.title}/{album.date}/{album.store_date}"
        self.bar_code = bar_code or str(600_000_000_000 + stable_number("upc/" + self.key, 99_999_999_999))
        # The album of which it is an edition, or itself.
        self.work = original(album) or album
        self.is_example = self.artist.is_example and album.title == "Discovery"

    @cached_property
    def group(self) -> str:
        """The release group of MusicBrainz, of all editions; the same as TheAudioDB's."""
        return self.work.release_group

    @cached_property
    def musicbrainz(self) -> str:
        """The release of MusicBrainz."""
        return stable_uuid("release/" + self.key)

    @cached_property
    def deezer(self) -> str:
        return "302127" if self.is_example else str(1_000_000 + stable_number("deezer/" + self.key, 900_000_000))

    @cached_property
    def spotify(self) -> str:
        return "2noRn2Aes5aoNVsU6iWThc" if self.is_example else spotify_code("album/" + self.key)

    @cached_property
    def recordings(self) -> "list[Recording]":
        return [Recording(track, position, self) for position, track in enumerate(self.album.tracks, 1)]


def original(album: Album) -> Album | None:
    """The album of the same year of which one with a bracket in its title is an edition."""
    if "(" not in album.title and "[" not in album.title:
        return None
    return next((other for other in album.artist.albums if other.date.year == album.date.year
                 and album.title.startswith((other.title + " (", other.title + " ["))), None)


class Recording:
    """A track of a release; the position counts from 1, through all discs."""

    def __init__(self, track: Track, position: int, release: Release) -> None:
        self.track, self.position, self.release = track, position, release
        self.key = f"{release.key}/{position}/{track.title}"
        self.disc, self.number = release.album.place(position)
        self.is_example = release.is_example and position == 4

    @cached_property
    def isrc(self) -> str:
        """The code of the recording, the same on all releases of the artist."""
        artist = self.track.artist or self.release.artist.name
        number = stable_number(f"isrc/{artist}/{self.track.title}/{self.track.seconds}", 10_000_000)
        return "GBDUW0000059" if self.is_example else f"GBSMP{number:07}"

    @cached_property
    def musicbrainz(self) -> str:
        return self.release.album.recording(self.position)

    @cached_property
    def deezer(self) -> str:
        return "3135556" if self.is_example else str(4_000_000 + stable_number("deezer/" + self.key, 2_000_000_000))

    @cached_property
    def spotify(self) -> str:
        return "5W3cjX2J3tjhG8zb6u0qHn" if self.is_example else spotify_code("track/" + self.key)


class Library:
    """All artists with albums, and a prolific one; all releases and recordings."""

    def __init__(self, catalogue: Catalogue, store: Store) -> None:
        self.prolific = prolific_artist()
        self.artists = [artist for artist in catalogue.artists if artist.albums] + [self.prolific]
        bar_codes: dict[tuple[str, str, str, str], str] = {}
        for sold in store.albums:
            bar_codes.setdefault(code_key(sold.artist.name, sold.album), sold.upc)
        self.releases = [Release(album, bar_codes.get(code_key(artist.name, album)))
                         for artist in self.artists for album in artist.albums if album.source != "audiodb"]
        self.indexes: dict[tuple[str, str], dict[str, Any]] = {}

    @cached_property
    def recordings(self) -> list[Recording]:
        return [recording for release in self.releases for recording in release.recordings]

    def artist(self, code: str, wanted: str | None) -> Artist | None:
        """The first artist whose code, such as `deezer`, is the wanted one."""
        found: Artist | None = self.index("artists", code).get(wanted or "")
        return found

    def release(self, code: str, wanted: str | None) -> Release | None:
        found: Release | None = self.index("releases", code).get(wanted or "")
        return found

    def recording(self, code: str, wanted: str | None) -> Recording | None:
        found: Recording | None = self.index("recordings", code).get(wanted or "")
        return found

    def index(self, items: str, code: str) -> dict[str, Any]:
        if (items, code) not in self.indexes:
            self.indexes[items, code] = {getattr(item, code): item for item in reversed(getattr(self, items))}
        return self.indexes[items, code]

    def artists_matching(self, text: SearchText) -> list[Artist]:
        """Those of exactly this name first."""
        found = [artist for artist in self.artists
                 if text.is_found([search_text(name) for name in [artist.name, *artist.aliases]])]
        return sorted(found, key=lambda artist: search_text(artist.name).folded != text.folded)

    def artists_similar_to(self, artist: Artist) -> list[Artist]:
        """At most 20 artists of the genre, those of the same style and time first."""
        def distance(other: Artist) -> int:
            years = abs((other.formed or other.born or 1900) - (artist.formed or artist.born or 1900))
            return years if other.style == artist.style else years + 1000

        others = [other for other in self.artists if other.genre == artist.genre and other is not self.prolific
                  and other.musicbrainz != artist.musicbrainz]
        return sorted(others, key=lambda other: (distance(other), other.name))[:20]

    def releases_matching(self, text: SearchText, artist: SearchText | None) -> list[Release]:
        return [release for release in self.releases if text.is_found([search_text(release.album.title)])
                and (artist is None or artist.is_found([search_text(release.artist.name)]))]

    def recordings_matching(self, text: SearchText, artist: SearchText | None) -> list[Recording]:
        return [recording for recording in self.recordings if text.is_found([search_text(recording.track.title)])
                and (artist is None or artist.is_found([search_text(recording.release.artist.name)]))]

    def releases_of(self, artist: Artist) -> list[Release]:
        return [release for release in self.releases if release.artist.musicbrainz == artist.musicbrainz]

    def releases_with(self, artist: Artist) -> list[Release]:
        """The releases of others on which an artist appears."""
        names = {artist.name, *artist.aliases}
        return [release for release in self.releases if release.artist.musicbrainz != artist.musicbrainz
                and any(names & track.guests for track in release.album.tracks)]


def code_key(artist: str, album: Album) -> tuple[str, str, str, str]:
    return artist, album.title, album.date, album.store_date


def prolific_artist() -> Artist:
    """An artist with 918 albums, more than any service returns in one response; only those with pages have the artist.

    Two words for each title, so that no two titles are similar.
    """
    artist = Artist("The Endless Orchestra", genre=GENRES["Classical"], style="Classical", formed=1950,
                    country="Vienna, Austria")
    artist.musicbrainz = stable_uuid(f"artist/{artist.name}/0")
    for number, word in enumerate(FIRST_WORDS):
        for index, noun in enumerate(SECOND_WORDS):
            year = 1950 + (number * len(SECOND_WORDS) + index) // 14
            album = Album(artist, f"{word} {noun}", ReleaseDate(f"{year}-{1 + index % 12:02}-15"))
            album.tracks = [Track(f"{noun} in {word}", 200)]
            artist.albums.append(album)
    return artist


FIRST_WORDS = """
Amber Autumn Bitter Broken Copper Crimson Distant Dusty Electric Empty Frozen Gentle Golden Hidden Hollow Iron Ivory
Jade Lonely Marble Midnight Narrow Northern Oaken Painted Quiet Restless Scarlet Silent Tangled Velvet Wandering Winter
Yellow
""".split()
SECOND_WORDS = """
Anchors Bridges Candles Deserts Echoes Feathers Gardens Harbours Islands Journeys Kingdoms Lanterns Mountains
Nightingales Orchards Pyramids Quarries Rivers Shadows Thunder Umbrellas Valleys Windmills Xylophones Yesterdays
Zeppelins Mirrors
""".split()


class Page(Generic[Item]):
    """A part of a list, as query parameters select it."""

    def __init__(self, items: Iterable[Item], offset: str | None, limit: str | None, usual: int, most: int) -> None:
        every = list(items)
        count = whole(limit)
        self.total = len(every)
        self.offset = max(0, whole(offset) or 0)
        self.limit = min(most, max(1, usual if count is None else count))
        self.items = every[self.offset:self.offset + self.limit]
