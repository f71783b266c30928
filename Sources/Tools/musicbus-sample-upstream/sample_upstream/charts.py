"""Apple's charts: the catalogue's albums and songs, one of each artist in turn.

Those of today are at `/api/v2/{country}/music/most-played/{count}/{albums|songs}.json`, and the old ones at
`/{country}/rss/{topalbums|topsongs}/limit={n}/json`.
"""

from collections import Counter
from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

from .catalogue import MUSIC, ReleaseDate
from .messages import Request, Response, html, json_response, known, not_found
from .store import (CLEANED, EXPLICIT, STOREFRONTS, Store, StoreAlbum, StoreArtist, Storefront, StoreLinks, StoreSong,
                    storefront)
from .texts import stable_number, whole

Record = TypeVar("Record")
MAX_COUNT = 100
MONTHS = "January February March April May June July August September October November December".split()


class Charts:
    """The best albums and songs, in an order that depends on the country."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def albums(self, country: Storefront) -> list[StoreAlbum]:
        return turned(self.best_albums, country)

    def songs(self, country: Storefront) -> list[StoreSong]:
        return turned(self.best_songs, country)

    @cached_property
    def best_albums(self) -> list[StoreAlbum]:
        return in_turn([album for album in self.store.albums if album.advisory != CLEANED], lambda it: it.artist.id)

    @cached_property
    def best_songs(self) -> list[StoreSong]:
        return in_turn([song for song in self.store.songs if song.album.advisory != CLEANED], lambda it: it.artist.id)


def in_turn(records: list[Record], artist: Callable[[Record], int]) -> list[Record]:
    """The first of each artist, then the second of each, and so on."""
    turns: Counter[int] = Counter()
    numbered: list[tuple[int, Record]] = []
    for record in records:
        numbered.append((turns[artist(record)], record))
        turns[artist(record)] += 1
    return [record for _, record in sorted(numbered, key=lambda pair: pair[0])][:MAX_COUNT]


def turned(records: list[Record], country: Storefront) -> list[Record]:
    is_home = country == STOREFRONTS["us"]
    first = 0 if is_home else stable_number(country.code, max(1, len(records) // 4))
    return records[first:] + records[:first]


def most_played(charts: Charts, request: Request) -> Response:
    """The charts of today."""
    if len(request.path) != 7 or request.path[3:5] != ["music", "most-played"]:
        return not_found()
    country, count, file = storefront(request.path[2]), whole(request.path[5]) or 0, request.path[6]
    if country is None or count < 1:
        return not_found()
    if count > MAX_COUNT:  # the real one breaks down over this
        return html(500, "500 Internal Server Error")
    links = StoreLinks(request.base, country)
    if file == "albums.json":
        entries = [album_entry(rank, album, links) for rank, album in enumerate(charts.albums(country)[:count])]
        return json_response({"feed": {"title": "Top Albums", "results": entries}})
    if file == "songs.json":
        entries = [song_entry(rank, song, links) for rank, song in enumerate(charts.songs(country)[:count])]
        return json_response({"feed": {"title": "Top Songs", "results": entries}})
    return not_found()


def album_entry(rank: int, album: StoreAlbum, links: StoreLinks) -> dict[str, Any]:
    genres = [{"name": album.genre.name}, {"name": MUSIC.name}]
    return {**entry(rank, album, album.artist, links), "kind": "albums", "id": str(album.id), "name": album.name,
            "url": links.album(album), "genres": genres}


def song_entry(rank: int, song: StoreSong, links: StoreLinks) -> dict[str, Any]:
    """Songs come without genres."""
    return {**entry(rank, song.album, song.artist, links), "kind": "songs", "id": str(song.id),
            "name": song.track.title, "url": links.song(song), "genres": []}


def entry(rank: int, album: StoreAlbum, artist: StoreArtist, links: StoreLinks) -> dict[str, Any]:
    return known({
        "artistName": artist.name, "releaseDate": date_in_the_wild(album.album.store_date, rank),
        "artistId": None if artist.is_various else str(artist.id),
        "artistUrl": None if artist.is_various else links.artist(artist),
        # Apple's own spelling.
        "contentAdvisoryRating": "Explict" if album.advisory == EXPLICIT else None,
        "artworkUrl100": links.artwork(album, "100x100bb.jpg"),
    })


def date_in_the_wild(date: ReleaseDate, rank: int) -> str:
    """All the forms that were seen, the plain day most often."""
    match rank % 12:
        case 5:
            return date[:7]
        case 7:
            return date.first_day + "T07:00:00Z"
        case 9:
            return date.first_day + "T00:00:00-07:00"
        case 11:
            return date.year
    return date


def legacy(charts: Charts, request: Request) -> Response:
    """The old charts. Their JSON is converted XML: leaves are `{label, attributes}`, a single entry is not in a list,
    and an empty feed has no key for entries."""
    path = request.path
    country = storefront(path[0])
    if len(path) != 5 or not path[3].startswith("limit=") or path[4] != "json" or country is None:
        return not_found()
    count = given(min(whole(path[3].removeprefix("limit=")) or 0, 200))
    entries = LegacyEntries(StoreLinks(request.base, country))
    if path[2] == "topalbums":
        return feed("Top Albums", [entries.album(album) for album in charts.albums(country)[:count]])
    if path[2] == "topsongs":
        return feed("Top Songs", [entries.song(song) for song in charts.songs(country)[:count]])
    return not_found()


def given(requested: int) -> int:
    """The feed has fewer entries than requested: 60 of 100."""
    return max(0, requested if requested <= 25 else min(25 + (requested - 25) * 7 // 15, 90))


def feed(title: str, entries: list[Any]) -> Response:
    return json_response({"feed": known({
        "title": leaf("iTunes Store: " + title),
        "entry": entries if len(entries) > 1 else entries[0] if entries else None,
    })}, content_type="text/javascript; charset=UTF-8")


def leaf(label: str | None, attributes: dict[str, str] | None = None) -> dict[str, Any]:
    """A leaf of the converted XML."""
    return known({"label": label, "attributes": attributes})


class LegacyEntries:
    """The entries of the old charts."""

    def __init__(self, links: StoreLinks) -> None:
        self.links = links

    def album(self, album: StoreAlbum) -> dict[str, Any]:
        return known({
            "im:itemCount": leaf(str(len(album.album.tracks))),
            "im:price": self.price(album.cents) if album.album.price is None else None,
            "im:contentType": content_type("Album"), "link": page(self.links.album(album) + "?uo=2"),
            "id": leaf(None, {"im:id": str(album.id)}), **self.common(album.name, album, album.artist),
        })

    def song(self, song: StoreSong) -> dict[str, Any]:
        preview = {"attributes": {"rel": "enclosure", "type": "audio/x-m4a", "href": self.links.preview(song)}}
        album = {"im:name": leaf(song.album.name), "link": page(self.links.album(song.album) + "?uo=2")}
        return {
            "im:collection": album, "im:price": self.price(129), "im:contentType": content_type("Track"),
            "link": [page(self.links.song(song) + "&uo=2"), preview], "id": leaf(None, {"im:id": str(song.id)}),
            **self.common(song.track.title, song.album, song.artist),
        }

    def common(self, name: str, album: StoreAlbum, artist: StoreArtist) -> dict[str, Any]:
        # The number of an artist is only in the link, and Various Artists have none.
        link = None if artist.is_various else {"href": self.links.artist(artist) + "?uo=2"}
        date = album.album.store_date
        return {
            "im:name": leaf(name), "rights": leaf(f"℗ {date.year} {artist.name}"),
            "im:artist": leaf(artist.name, link), "im:releaseDate": dated(date),
            "category": leaf(None, {"term": album.genre.name, "label": album.genre.name}),
            "im:image": [leaf(self.links.artwork(album, f"{size}x{size}bb.png"), {"height": str(size)})
                         for size in (55, 60, 170)],
        }

    def price(self, cents: int) -> dict[str, Any]:
        return leaf(None, {"amount": self.links.store.price(cents), "currency": self.links.store.currency})


def content_type(name: str) -> dict[str, Any]:
    return {"im:contentType": leaf(None, {"term": name, "label": name}),
            "attributes": {"term": "Music", "label": "Music"}}


def page(url: str) -> dict[str, Any]:
    return leaf(None, {"rel": "alternate", "type": "text/html", "href": url})


def dated(date: ReleaseDate) -> dict[str, Any]:
    """A time for programs and a text for users; a partial date has only its known parts."""
    month = MONTHS[(date.month - 1) % 12] if date.month else None
    words = f"{month} {date.day}, {date.year}" if date.day else f"{month} {date.year}" if month else date.year
    time = date + "T00:00:00-07:00" if date.day else date
    return leaf(time, {"label": words})
