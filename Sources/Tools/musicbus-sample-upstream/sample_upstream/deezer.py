"""Deezer: `/search/…`, `/artist/…`, `/album/…`, `/track/…`, `/chart/…` and `/genre`."""

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from .catalogue import GENRES, Artist, Genre
from .library import Library, Page, Recording, Release
from .messages import Request, Response, json_response
from .texts import FieldQuery, stable_number, whole

Item = TypeVar("Item")
PATHS = {"artist", "album", "track", "chart", "genre"}
# The genres with a separate chart.
CHART_GENRES = [GENRES[name] for name in (
    "Alternative", "Classical", "Electronic", "Hip-Hop/Rap", "Jazz", "Metal", "Pop", "Rock", "R&B/Soul", "Soundtrack")]
KINDS = {"EP": "ep", "Single": "single", "Compilation": "compile"}


def response(library: Library, request: Request) -> Response:
    """Errors, too, have status 200."""
    found = Deezer(library, request).found()
    error = {"error": {"type": "DataException", "message": "no data", "code": 800}}
    return json_response(error if found is None else found, is_ascii=True)


class Deezer:
    """The answer to one request."""

    def __init__(self, library: Library, request: Request) -> None:
        self.library, self.request = library, request
        self.records = Records(request.base)

    def found(self) -> Any:
        path = self.request.path
        key = path[1] if len(path) > 1 else ""
        match path[0], path[2] if len(path) > 2 else "":
            case "search", _:
                return self.search(key)
            case "artist", part:
                artist = self.library.artist("deezer", key)
                return artist and self.part_of_artist(artist, part)
            case "album", ("" | "tracks") as part:
                release = self.coded(key, "upc:", self.library.release, "bar_code")
                if release is None:
                    return None
                tracks = self.page(release.recordings, self.records.track_of_album)
                return tracks if part else self.records.album(release)
            case "track", "":
                track = self.coded(key, "isrc:", self.library.recording, "isrc")
                return track and self.records.full_track(track)
            case "chart", part:
                return self.chart(whole(key), part)
            case "genre", "":
                return {"data": [genre_record(genre) for genre in CHART_GENRES]}
        return None

    def coded(self, key: str, prefix: str, find: Callable[[str, str], Item | None], code: str) -> Item | None:
        """What Deezer's own number names, or another code after a prefix."""
        return find(code, key.removeprefix(prefix)) if key.startswith(prefix) else find("deezer", key)

    def part_of_artist(self, artist: Artist, part: str) -> Any:
        match part:
            case "":
                return self.records.artist(artist)
            case "albums":
                return self.page(self.library.releases_of(artist), self.records.album_of_list)
            case "top":
                releases = self.library.releases_of(artist)
                return self.page((track for it in releases for track in it.recordings), self.records.track)
            case "related":
                return self.page(self.library.artists_similar_to(artist), self.records.artist)
        return None

    def search(self, kind: str) -> Any:
        query = FieldQuery(self.request.get("q") or "")
        text = query.text("album", "track")
        match kind:
            case "artist":
                return self.page(self.library.artists_matching(text), self.records.artist)
            case "album":
                return self.page(self.library.releases_matching(text, query.artist), self.records.album_with_artist)
            case "track":
                return self.page(self.library.recordings_matching(text, query.artist), self.records.track)
        return None

    def chart(self, number: int | None, kind: str) -> Any:
        """The first release of each artist of a genre; 0 stands for all genres."""
        if number is None:
            return None
        artists = [artist for artist in self.library.artists if number in (0, genre_number(artist.genre))]
        releases = [found[0] for found in map(self.library.releases_of, artists) if found]
        if kind == "albums":
            return self.page(enumerate(releases, 1), lambda place: {
                **self.records.album_with_artist(place[1]), "position": place[0]})
        if kind == "tracks":
            tracks = [release.recordings[0] for release in releases if release.recordings]
            return self.page(enumerate(tracks, 1), lambda place: {
                **self.records.track(place[1]), "position": place[0]})
        return None

    def page(self, items: Iterable[Item], write: Callable[[Item], Any]) -> dict[str, Any]:
        page = Page(items, self.request.get("index"), self.request.get("limit"), 25, 100)
        return {"data": [write(item) for item in page.items], "total": page.total}


def genre_number(genre: Genre) -> int:
    return genre.id + 100


def genre_record(genre: Genre) -> dict[str, Any]:
    return {"id": genre_number(genre), "name": genre.name}


class Records:
    """Deezer's records in its own shape; what a list leaves out depends on the list."""

    def __init__(self, base: str) -> None:
        self.base = base

    def artist(self, artist: Artist) -> dict[str, Any]:
        fans = 10_000 + stable_number("fans/" + artist.name, 9_000_000)
        return {**self.artist_of_list(artist), "nb_fan": fans}

    def artist_of_list(self, artist: Artist) -> dict[str, Any]:
        number = int(artist.deezer)
        return {"id": number, "name": artist.name, "type": "artist", "link": f"https://www.deezer.com/artist/{number}",
                **self.pictures("picture", "artist", artist.musicbrainz)}

    def album(self, release: Release) -> dict[str, Any]:
        return {
            **self.album_with_artist(release), "upc": release.bar_code, "label": "Sample Records",
            "genres": {"data": [genre_record(release.album.genre or release.artist.genre)]},
            "nb_tracks": len(release.recordings),
        }

    def album_with_artist(self, release: Release) -> dict[str, Any]:
        return {**self.album_of_list(release), "artist": self.artist_of_list(release.artist)}

    def album_of_list(self, release: Release) -> dict[str, Any]:
        return {**self.title(release), "release_date": release.album.store_date.first_day,
                "record_type": KINDS.get(release.album.kind, "album"), "explicit_lyrics": is_explicit(release)}

    def title(self, release: Release) -> dict[str, Any]:
        number = int(release.deezer)
        return {"id": number, "title": release.album.title, "type": "album",
                "link": f"https://www.deezer.com/album/{number}", **self.pictures("cover", "cover", release.group)}

    def track(self, track: Recording) -> dict[str, Any]:
        return {**self.name(track), "album": self.title(track.release)}

    def full_track(self, track: Recording) -> dict[str, Any]:
        return {**self.track(track), **position(track), "release_date": track.release.album.store_date.first_day,
                "contributors": self.contributors(track)}

    def contributors(self, track: Recording) -> list[dict[str, Any]]:
        """The artist, and whom the title names as a guest."""
        guest = re.search(r"\(feat\. (.+?)\)", track.track.title)
        main = {**self.artist_of_list(track.release.artist), "role": "Main"}
        return [main] + ([{"id": 5_000_000 + stable_number("guest/" + guest[1], 1_000_000), "name": guest[1], "role": "Featured"}] if guest else [])

    def track_of_album(self, track: Recording) -> dict[str, Any]:
        """Without the album, which the caller knows."""
        return {**self.name(track), **position(track)}

    def name(self, track: Recording) -> dict[str, Any]:
        number = int(track.deezer)
        return {
            "id": number, "title": track.track.title, "type": "track",
            "link": f"https://www.deezer.com/track/{number}", "duration": track.track.seconds,
            "explicit_lyrics": is_explicit(track.release), "preview": f"{self.base}/preview/deezer/{number}.mp3",
            "artist": self.artist_of_list(track.release.artist),
        }

    def pictures(self, name: str, path: str, key: str) -> dict[str, str]:
        sizes = {"medium": 250, "big": 500, "xl": 1000}
        return {f"{name}_{suffix}": f"{self.base}/artwork/image/{path}/{key}/{size}x{size}-000000-80-0-0.jpg"
                for suffix, size in sizes.items()}


def position(track: Recording) -> dict[str, Any]:
    return {"isrc": track.isrc, "track_position": track.number, "disk_number": track.disc}


def is_explicit(release: Release) -> bool:
    return release.album.words is not None
