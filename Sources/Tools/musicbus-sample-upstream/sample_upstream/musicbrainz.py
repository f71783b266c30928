"""MusicBrainz, `/ws/2/…`, and the Cover Art Archive with its storage: an index, and images by redirect."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from .catalogue import Artist
from .library import Library, Page, Recording, Release
from .media import picture_response, sleeve
from .messages import Request, Response, html, json_response, not_found
from .texts import FieldQuery, slug, stable_number, stable_uuid, whole

Item = TypeVar("Item")


def response(library: Library, request: Request) -> Response:
    path = request.path
    if len(path) < 3:
        return not_found()
    source = MusicBrainz(library, request)
    found = source.lookup(path[2], path[3]) if len(path) > 3 else source.list_of(path[2])
    if found is None:
        return json_response({"error": "Not Found"}, 404)
    return json_response(found)


class MusicBrainz:
    """The answer to one request."""

    def __init__(self, library: Library, request: Request) -> None:
        self.library, self.request = library, request

    def lookup(self, kind: str, key: str) -> Any:
        match kind:
            case "artist":
                artist = self.library.artist("musicbrainz", key)
                return artist and full_artist_record(artist)
            case "release-group":
                editions = [release for release in self.library.releases if release.group == key]
                releases = [title_record(edition) for edition in editions]
                return {**group_record(editions[0]), "releases": releases} if editions else None
            case "release":
                release = self.library.release("musicbrainz", key)
                return release and release_record(release)
            case "recording":
                track = self.library.recording("musicbrainz", key)
                return track and full_recording_record(track)
            case "isrc":
                found = [full_recording_record(track) for track in self.library.recordings if track.isrc == key]
                return {"isrc": key, "recordings": found} if found else None
        return None

    def list_of(self, kind: str) -> Any:
        artist = self.request.get("artist")
        if artist is not None and kind == "release-group":
            found = [release for release in self.library.releases if release.artist.musicbrainz == artist]
            return self.page(groups(found), "release-groups", group_record, prefix="release-group-")
        guest = self.request.get("track_artist")
        if guest is not None and kind == "release":
            artist_found = self.library.artist("musicbrainz", guest)
            releases = self.library.releases_with(artist_found) if artist_found else []
            return self.page(releases, "releases", release_record, prefix="release-")
        query = self.request.get("query")
        return None if query is None else self.search(kind, FieldQuery(query.replace("\\", "")))

    def search(self, kind: str, query: FieldQuery) -> Any:
        library, text = self.library, query.text("releasegroup", "recording")
        match kind:
            case "artist":
                artists = library.artists_matching(text)
                return self.page(artists, "artists", artist_record)
            case "release-group":
                return self.page(groups(library.releases_matching(text, query.artist)), "release-groups", group_record)
            case "release":
                code = query.fields.get("barcode")
                releases = [release for release in library.releases if release.bar_code == code]
                return self.page(releases, "releases", release_record)
            case "recording":
                tracks = library.recordings_matching(text, query.artist)
                return self.page(tracks, "recordings", full_recording_record)
        return None

    def page(self, every: Iterable[Item], name: str, write: Callable[[Item], Any], prefix: str = "") -> dict[str, Any]:
        page = Page(every, self.request.get("offset"), self.request.get("limit"), 25, 100)
        items = [write(item) for item in page.items]
        return {name: items, prefix + "count": page.total}


def groups(releases: list[Release]) -> list[Release]:
    """One of each release group."""
    found: dict[str, Release] = {}
    for release in releases:
        found.setdefault(release.group, release)
    return list(found.values())


def artist_record(artist: Artist) -> dict[str, Any]:
    country = artist.country and artist.country.rsplit(",", 1)[-1].removeprefix(" ")
    begin = artist.born or artist.formed
    return {
        "id": artist.musicbrainz, "name": artist.name, "sort-name": sort_name(artist),
        "type": "Group" if artist.born is None else "Person",
        "area": country and {"name": country, "type": "Country"},
        "aliases": [{"name": alias, "type": "Artist name", **locale(artist, alias)} for alias in artist.aliases],
        "life-span": {"begin": begin and str(begin), "end": artist.ended and str(artist.ended),
                      "ended": artist.ended is not None},
    }


def locale(artist: Artist, alias: str) -> dict[str, Any]:
    """The first alias of a name in another script is the name in English."""
    is_english = not artist.name.isascii() and alias == artist.aliases[0] and alias.isascii()
    return {"locale": "en", "primary": True} if is_english else {"locale": None, "primary": None}


def full_artist_record(artist: Artist) -> dict[str, Any]:
    genres = [{"name": artist.genre.name.lower(), "count": 3}, {"name": artist.style.lower(), "count": 9}]
    return {**artist_record(artist), "genres": genres, "relations": relations(artist)}


def relations(artist: Artist) -> list[Any]:
    """Pages of the artist at other services; their URLs are what records are matched by."""
    pages = [
        ("official homepage", f"https://www.example.org/{slug(artist.name)}"),
        ("free streaming", f"https://www.deezer.com/artist/{artist.deezer}"),
        ("free streaming", f"https://open.spotify.com/artist/{artist.spotify}"),
        ("wikidata", f"https://www.wikidata.org/wiki/{artist.wikidata}"),
    ]
    if artist.store is not None:
        pages.append(("streaming", f"https://music.apple.com/us/artist/{artist.store}"))
    return [{"type": kind, "ended": False, "url": {"resource": url}} for kind, url in pages]


def group_record(release: Release) -> dict[str, Any]:
    work = release.work
    primary = work.kind if work.kind in ("EP", "Single") else "Album"
    return {
        "id": release.group, "title": work.title, "primary-type": primary,
        "secondary-types": [work.kind] if work.kind in ("Live", "Compilation", "Soundtrack") else [],
        "first-release-date": work.date, "artist-credit": credit(release.artist),
    }


def title_record(release: Release) -> dict[str, Any]:
    return {"id": release.musicbrainz, "title": release.album.title, "status": "Official",
            "date": release.album.store_date, "barcode": release.bar_code}


def release_record(release: Release) -> dict[str, Any]:
    media = []
    for disc in sorted({track.disc for track in release.recordings}):
        tracks = [track_record(track) for track in release.recordings if track.disc == disc]
        media.append({"position": disc, "track-count": len(tracks), "tracks": tracks})
    return {
        **title_record(release), "artist-credit": credit(release.artist),
        "label-info": [{"label": {"name": "Sample Records"}}], "release-group": group_record(release), "media": media,
    }


def track_record(track: Recording) -> dict[str, Any]:
    return {"id": stable_uuid("track/" + track.key), "position": track.number, "title": track.track.title,
            "length": track.track.seconds * 1000, "recording": recording_record(track)}


def full_recording_record(track: Recording) -> dict[str, Any]:
    return {**recording_record(track), "artist-credit": credit(track.release.artist),
            "releases": [title_record(track.release)]}


def recording_record(track: Recording) -> dict[str, Any]:
    return {"id": track.musicbrainz, "title": track.track.title, "length": track.track.seconds * 1000, "video": False,
            "first-release-date": track.release.album.date, "isrcs": [track.isrc]}


def credit(artist: Artist) -> list[Any]:
    named = {"id": artist.musicbrainz, "name": artist.name, "sort-name": sort_name(artist)}
    return [{"name": artist.name, "joinphrase": "", "artist": named}]


def sort_name(artist: Artist) -> str:
    if artist.name.startswith("The "):
        return artist.name[4:] + ", The"
    words = artist.name.split()
    return artist.name if artist.born is None or len(words) != 2 else f"{words[1]}, {words[0]}"


def has_cover(release: Release) -> bool:
    """Every fourth release group has no cover."""
    return release.artist.name == "Daft Punk" or stable_number("cover/" + release.group, 4) != 0


def cover_art(library: Library, request: Request) -> Response:
    """The index of a release or group, which is elsewhere, and what is there."""
    path = request.path
    if len(path) < 2:
        return not_found()
    if path[0] == "download":
        return redirect(302, "/items/" + "/".join(path[1:]), request)
    if path[0] == "items":
        return item(library, request)
    release = release_or_group(library, path[1])
    if release is None or not has_cover(release):
        return not_found()
    file = path[2] if len(path) > 2 else "index.json"
    return redirect(307, f"/download/mbid-{release.musicbrainz}/{file}", request)


def release_or_group(library: Library, key: str) -> Release | None:
    return next((release for release in library.releases if key in (release.group, release.musicbrainz)), None)


def item(library: Library, request: Request) -> Response:
    path = request.path
    key = path[1][len("mbid-"):]
    release = release_or_group(library, key)
    if release is None or len(path) < 3:
        return not_found()
    if path[2] != "index.json":
        size = whole(leading_number(path[2].split("-")[-1]))
        return picture_response(sleeve(release.work), *[1000 if size is None else size] * 2)
    image = f"{request.base}/release/{release.musicbrainz}/{stable_number(key, 1_000_000)}"
    thumbnails = {"1200": image + "-1200.jpg", "250": image + "-250.jpg", "500": image + "-500.jpg",
                  "large": image + "-500.jpg", "small": image + "-250.jpg"}
    front = {"front": True, "back": False, "thumbnails": thumbnails}
    return json_response({"images": [front]})


def leading_number(text: str) -> str:
    """`500` of `500.jpg`."""
    return text[:len(text) - len(text.lstrip("0123456789"))]


def redirect(status: int, path: str, request: Request) -> Response:
    return html(status, f"See: {path}").adding(Location=request.base + path)
