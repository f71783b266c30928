"""A user's own server with the API of Subsonic and what OpenSubsonic adds to it: `/rest/…`.

It has two of three albums of each artist, for any user and password whose signature has the right form. Errors, too,
have status 200.
"""

import functools
import re
from collections.abc import Iterable
from typing import Any, TypeVar

from .catalogue import Artist
from .library import Library, Page, Recording, Release
from .media import melody, picture_response, portrait, sleeve
from .messages import Request, Response, in_part, json_response, not_found, of_type
from .texts import SearchText, search_text, stable_number, whole

Item = TypeVar("Item", Artist, Release, Recording)
USUAL = {"version": "1.16.1", "type": "sample", "serverVersion": "1.0.0", "openSubsonic": True}
SALT_LENGTH = 6


def response(library: Library, request: Request) -> Response:
    refusal = wrong_access(request)
    if refusal:
        return failed(*refusal)
    server = Server(library, request)
    match request.path[1].removesuffix(".view"):
        case "getArtist" | "getArtistInfo2" as endpoint:
            return server.artist(endpoint)
        case "getAlbum":
            return server.album()
        case "getSong" | "getLyricsBySongId" | "stream" as endpoint:
            return server.song(endpoint)
        case "getCoverArt":
            return server.picture()
        case "search3":
            return succeeded(searchResult3=server.found())
        case "getArtists":
            return succeeded(artists={"index": server.index()})
        case "getAlbumList2":
            return succeeded(albumList2={"album": server.albums_by_name()})
        case "getLyrics":
            return succeeded(lyrics={})
    return not_found()


def wrong_access(request: Request) -> tuple[int, str] | None:
    """What is wrong with the parameters of every request: the code of the error, and its message."""
    user, token, salt, key = (request.get(name) for name in ("u", "t", "s", "apiKey"))
    if request.get("v") is None or request.get("c") is None:
        return 10, "Required parameter is missing"
    if key is not None:
        if user is not None or token is not None:
            return 43, "Multiple conflicting authentication mechanisms provided"
        return None if key else (44, "Invalid API key")
    if user is None or token is None or salt is None:
        return 10, "Required parameter is missing"
    is_signed = re.fullmatch("[0-9a-f]{32}", token) and len(salt) >= SALT_LENGTH
    return None if is_signed else (40, "Wrong username or password")


def succeeded(**members: Any) -> Response:
    return json_response({"subsonic-response": {**USUAL, "status": "ok", **members}})


def failed(code: int, message: str) -> Response:
    error = {"code": code, "message": message}
    return json_response({"subsonic-response": {**USUAL, "status": "failed", "error": error}})


def missing(kind: str) -> Response:
    return failed(70, kind + " not found")


@functools.cache
def number(key: str) -> int:
    return stable_number("subsonic/" + key, 1_000_000_000)


def own_id(record: Artist | Release | Recording) -> str:
    match record:
        case Artist():
            return f"ar-{number(record.musicbrainz)}"
        case Release():
            return f"al-{number(record.key)}"
    return f"tr-{number(record.key)}"


class Server:
    """The answer to one request."""

    def __init__(self, library: Library, request: Request) -> None:
        self.library, self.request, self.get = library, request, request.get

    def releases_of(self, artist: Artist) -> list[Release]:
        return [release for place, release in enumerate(self.library.releases_of(artist)) if place % 3 != 1]

    @property
    def releases(self) -> list[Release]:
        return [release for artist in self.library.artists for release in self.releases_of(artist)]

    @property
    def songs(self) -> list[Recording]:
        return [track for release in self.releases for track in release.recordings]

    def wanted(self, records: Iterable[Item]) -> Item | None:
        """The record with the id of the request."""
        return next((record for record in records if own_id(record) == self.get("id")), None)

    def artist(self, endpoint: str) -> Response:
        artist = self.wanted(self.library.artists)
        if artist is None:
            return missing("Artist")
        if endpoint == "getArtistInfo2":
            return succeeded(artistInfo2=self.info(artist))
        albums = [album_record(release) for release in self.releases_of(artist)]
        return succeeded(artist={**self.artist_record(artist), "album": albums})

    def album(self) -> Response:
        release = self.wanted(self.releases)
        if release is None:
            return missing("Album")
        songs = [song_record(track) for track in release.recordings]
        return succeeded(album={**album_record(release), "song": songs})

    def song(self, endpoint: str) -> Response:
        track = self.wanted(self.songs)
        if track is None:
            return missing("Song")
        if endpoint == "stream":
            return in_part(of_type("audio/wav", melody(own_id(track))), self.request)
        return succeeded(song=song_record(track)) if endpoint == "getSong" else succeeded(lyricsList=lyrics(track))

    def picture(self) -> Response:
        size = whole(self.get("size")) or 600
        artist = self.wanted(self.library.artists)
        if artist:
            return picture_response(portrait(artist), size, size)
        release = self.wanted(self.releases)
        return picture_response(sleeve(release.work), size, size) if release else missing("Artwork")

    def found(self) -> dict[str, Any]:
        """Records of each kind with the words; all of them without words."""
        text = SearchText(self.get("query") or "")
        artists, albums, songs = self.library.artists, self.releases, self.songs
        if text.words:
            artists = self.library.artists_matching(text)
            albums = [release for release in albums if text.is_found([search_text(release.album.title)])]
            songs = [track for track in songs if text.is_found([search_text(track.track.title)])]
        return {
            "artist": [self.artist_record(artist) for artist in self.page(artists, "artist")],
            "album": [album_record(release) for release in self.page(albums, "album")],
            "song": [song_record(track) for track in self.page(songs, "song")],
        }

    def page(self, records: list[Item], kind: str) -> list[Item]:
        """The part that `artistOffset` and `artistCount` select; nothing of a count of 0."""
        offset, count = self.get(kind + "Offset"), self.get(kind + "Count")
        return [] if count == "0" else Page(records, offset, count, 20, 1000).items

    def albums_by_name(self) -> list[Any]:
        albums = sorted(self.releases, key=lambda release: (release.album.title, release.key))
        return [album_record(release) for release in Page(albums, self.get("offset"), self.get("size"), 10, 500).items]

    def index(self) -> list[Any]:
        """All artists by their first letter."""
        letters: dict[str, list[Any]] = {}
        for artist in self.library.artists:
            letters.setdefault(artist.name[0].upper(), []).append(self.artist_record(artist))
        return [{"name": letter, "artist": artists} for letter, artists in sorted(letters.items())]

    def artist_record(self, artist: Artist) -> dict[str, Any]:
        return {
            "id": own_id(artist), "name": artist.name, "coverArt": own_id(artist),
            "albumCount": len(self.releases_of(artist)), "musicBrainzId": artist.musicbrainz,
            "sortName": artist.name.lower(),
        }

    def info(self, artist: Artist) -> dict[str, Any]:
        page = "https://www.last.fm/music/" + "".join(filter(str.isalpha, artist.name))
        text = artist.biography.get("EN")
        count = whole(self.get("count"))
        similar = self.library.artists_similar_to(artist)[:20 if count is None else count]
        return {
            "biography": text and f'{text} <a href="{page}">Read more on Last.fm</a>', "lastFmUrl": page,
            "musicBrainzId": artist.musicbrainz, "similarArtist": [self.artist_record(other) for other in similar],
        }


def album_record(release: Release) -> dict[str, Any]:
    album, date = release.album, release.album.date
    genre = (album.genre or release.artist.genre).name
    parts = {"year": int(date.year), "month": date.month, "day": date.day}
    return {
        "id": own_id(release), "name": album.title, "coverArt": own_id(release), "songCount": len(album.tracks),
        "duration": sum(track.seconds for track in album.tracks), "year": int(date.year), "genre": genre,
        "genres": [{"name": genre}], "musicBrainzId": release.musicbrainz,
        "isCompilation": album.kind == "Compilation", "releaseTypes": [album.kind],
        "originalReleaseDate": {name: part for name, part in parts.items() if part is not None},
        "recordLabels": [{"name": "Sample Records"}], "explicitStatus": advice(release),
        **credit(release.artist.name, release.artist),
    }


def song_record(track: Recording) -> dict[str, Any]:
    release = track.release
    # A guest has no record.
    guest = track.track.artist
    return {
        "id": own_id(track), "title": track.track.title, "isDir": False, "album": release.album.title,
        "albumId": own_id(release), "coverArt": own_id(release), "track": track.number, "discNumber": track.disc,
        "year": int(release.album.date.year), "duration": track.track.seconds, "contentType": "audio/wav",
        "bitRate": 256, "isrc": [track.isrc], "musicBrainzId": track.musicbrainz, "explicitStatus": advice(release),
        **credit(guest or release.artist.name, None if guest else release.artist),
    }


def advice(release: Release) -> str:
    return "explicit" if release.album.words else ""


def credit(name: str, artist: Artist | None) -> dict[str, Any]:
    named = {"artist": name, "displayArtist": name, "artists": []}
    if artist is None:
        return named
    return {**named, "artistId": own_id(artist), "artists": [{"id": own_id(artist), "name": name}]}


def lyrics(track: Recording) -> dict[str, Any]:
    """Every second song has words with times."""
    if stable_number(own_id(track), 2) != 0:
        return {"structuredLyrics": []}
    words = ["The first line", "", "The last line"]
    lines = [{"start": place * 20_000, "value": text} for place, text in enumerate(words)]
    return {"structuredLyrics": [{"lang": "eng", "synced": True, "line": lines}]}
