"""Spotify: access tokens at `/api/token`, and the Web API below `/v1`."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from .catalogue import Artist
from .library import Library, Page, Recording, Release
from .messages import Request, Response, json_response, not_found
from .texts import FieldQuery, whole

Item = TypeVar("Item")
# The longest page of a search or of an artist's albums for an app in development mode.
MAX_PAGE = 10
ACCESS_TOKEN = "sample-access-token"
KINDS = {"EP": "single", "Single": "single", "Compilation": "compilation"}


def response(library: Library, request: Request) -> Response:
    if request.path == ["api", "token"]:
        return token(request)
    if request.headers.get("authorization") != "Bearer " + ACCESS_TOKEN:
        return error(401, "The access token expired")
    if len(request.path) < 2:
        return not_found()
    if (whole(request.get("limit")) or 0) > MAX_PAGE:
        return error(400, "Invalid limit")
    found = Spotify(library, request).found()
    return error(404, "Non existing id") if found is None else json_response(found)


def token(request: Request) -> Response:
    """Any credentials will do, but there must be some."""
    has_credentials = request.headers.get("authorization", "").startswith("Basic ")
    if request.method != "POST" or not has_credentials or b"grant_type=client_credentials" not in request.body:
        return json_response({"error": "invalid_client", "error_description": "Invalid client"}, 400)
    return json_response({"access_token": ACCESS_TOKEN, "token_type": "Bearer", "expires_in": 3600})


def error(status: int, message: str) -> Response:
    return json_response({"error": {"status": status, "message": message}}, status)


class Spotify:
    """The answer to one request."""

    def __init__(self, library: Library, request: Request) -> None:
        self.library, self.request = library, request
        self.records = Records(request.base)

    def found(self) -> Any:
        path = self.request.path
        key = path[2] if len(path) > 2 else ""
        match path[1], path[3] if len(path) > 3 else "":
            case "search", _:
                return self.search()
            case "artists", ("" | "albums") as part:
                artist = self.library.artist("spotify", key)
                if artist is None:
                    return None
                is_guest = self.request.get("include_groups") == "appears_on"
                releases = self.library.releases_with(artist) if is_guest else self.library.releases_of(artist)
                albums = self.page(releases, self.records.album) if part else None
                return albums or self.records.artist(artist)
            case "albums", ("" | "tracks") as part:
                release = self.library.release("spotify", key)
                if release is None:
                    return None
                tracks = self.page(release.recordings, self.records.track) if part else None
                return tracks or self.records.full_album(release)
            case "tracks", "":
                track = self.library.recording("spotify", key)
                return track and self.records.full_track(track)
        return None

    def search(self) -> Any:
        query = FieldQuery(self.request.get("q") or "")
        upc, isrc = query.fields.get("upc"), query.fields.get("isrc")
        match self.request.get("type"):
            case "artist":
                return {"artists": self.page(self.library.artists_matching(query.text()), self.records.artist)}
            case "album":
                releases = self.library.releases_matching(query.text("album"), query.artist)
                if upc is not None:
                    releases = [release for release in self.library.releases if release.bar_code == upc]
                return {"albums": self.page(releases, self.records.album)}
            case "track":
                tracks = self.library.recordings_matching(query.text("track"), query.artist)
                if isrc is not None:
                    tracks = [track for track in self.library.recordings if track.isrc == isrc]
                return {"tracks": self.page(tracks, self.records.full_track)}
        return None

    def page(self, items: Iterable[Item], write: Callable[[Item], Any]) -> dict[str, Any]:
        page = Page(items, self.request.get("offset"), self.request.get("limit"), 5, MAX_PAGE)
        return {"total": page.total, "items": [write(item) for item in page.items]}


class Records:
    """Spotify's records as apps in development mode get them: without followers, popularity and previews."""

    def __init__(self, base: str) -> None:
        self.base = base

    def artist(self, artist: Artist) -> dict[str, Any]:
        images = self.images("artist/" + artist.musicbrainz)
        return {**credit(artist), "genres": [artist.style.lower()], "images": images}

    def album(self, release: Release) -> dict[str, Any]:
        album, date = release.album, release.album.store_date
        return {
            **name("album", release.spotify, album.title), "album_type": KINDS.get(album.kind, "album"),
            "total_tracks": len(album.tracks), "release_date": date,
            "images": self.images("album/" + release.group), "artists": [credit(release.artist)],
        }

    def full_album(self, release: Release) -> dict[str, Any]:
        owner = f"℗ {release.album.store_date.year} {release.artist.name}"
        return {**self.album(release), "label": "Sample Records", "external_ids": {"upc": release.bar_code},
                "copyrights": [{"type": "P", "text": owner}]}

    def track(self, track: Recording) -> dict[str, Any]:
        return {
            **name("track", track.spotify, track.track.title), "artists": [credit(track.release.artist)],
            "disc_number": track.disc, "duration_ms": track.track.milliseconds,
            "explicit": track.release.album.words is not None, "track_number": track.number,
        }

    def full_track(self, track: Recording) -> dict[str, Any]:
        return {**self.track(track), "album": self.album(track.release), "external_ids": {"isrc": track.isrc}}

    def images(self, key: str) -> list[Any]:
        return [{"url": f"{self.base}/artwork/image/spotify/{key}/{size}x{size}.jpg", "width": size, "height": size}
                for size in (640, 300, 64)]


def credit(artist: Artist) -> dict[str, Any]:
    return name("artist", artist.spotify, artist.name)


def name(kind: str, key: str, text: str) -> dict[str, Any]:
    return {"id": key, "name": text, "external_urls": {"spotify": f"https://open.spotify.com/{kind}/{key}"}}
