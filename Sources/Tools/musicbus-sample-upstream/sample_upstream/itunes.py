"""Apple's store: `/search` for artists, albums and songs, and `/lookup` of records by number.

Like the original, the search is crude: every word must begin some word of the record, exact names come first, and
names that contain the words (tribute acts) come after.
"""

from typing import Any

from .messages import Request, Response, json_response, known
from .store import EXPLICIT, HARMLESS, Store, StoreAlbum, StoreArtist, StoreLinks, StoreSong, storefront
from .texts import SearchText, whole


class Refusal(Exception):
    """An invalid parameter, by the name that the store's error gives to it."""


def search(store: Store, request: Request) -> Response:
    return respond(store, request, Search)


def lookup(store: Store, request: Request) -> Response:
    return respond(store, request, Lookup)


def respond(store: Store, request: Request, kind: "type[Search] | type[Lookup]") -> Response:
    try:
        records = kind(store, request).found()
    except Refusal as refusal:
        return framed({"errorMessage": f"Invalid value(s) for key(s): [{refusal}]"}, 400)
    return framed({"resultCount": len(records), "results": records})


def framed(value: Any, status: int = 200) -> Response:
    """The store opens and closes with blank lines, and calls it a script."""
    response = json_response(value, status, "text/javascript; charset=utf-8")
    response.body = b"\n\n\n" + response.body + b"\n\n\n"
    return response


class Query:
    """The common parameters of search and lookup."""

    def __init__(self, store: Store, request: Request) -> None:
        self.store, self.get = store, request.get
        country = storefront(self.get("country") or "us")
        if country is None:
            raise Refusal("country")
        count = whole(self.get("limit") or "50")
        if count is None:
            raise Refusal("limit")
        self.limit = min(count, 200) if count > 0 else 50
        self.entity = self.get("entity")
        if self.entity not in (None, "musicArtist", "album", "song"):
            raise Refusal("resultEntity")
        self.records = Records(StoreLinks(request.base, country))


class Search(Query):
    """A search of one kind of records; without an entity, of songs."""

    def __init__(self, store: Store, request: Request) -> None:
        super().__init__(store, request)
        self.allows_explicit = (self.get("explicit") or "").lower() != "no"
        self.attribute = self.get("attribute")
        self.term = SearchText(self.get("term") or "")

    def found(self) -> list[Any]:
        match self.entity:
            case "musicArtist":
                return [self.records.artist(artist) for artist in self.artists()[:self.limit]]
            case "album":
                return [self.records.album(album) for album in self.albums()[:self.limit]]
        return [self.records.song(song) for song in self.songs()[:self.limit]]

    def artists(self) -> list[StoreArtist]:
        def rank(artist: StoreArtist) -> int:
            if artist.names[0].folded == self.term.folded:
                return 0
            return 1 if any(name.folded == self.term.folded for name in artist.names) else 2

        return sorted((artist for artist in self.store.artists if self.term.is_found(artist.names)), key=rank)

    def albums(self) -> list[StoreAlbum]:
        found = [album for album in self.store.albums if self.allows(album)
                 and self.is_found(album.artist, albumTerm=album.search)]
        return sorted(found, key=lambda album: self.rank(album.search, album.artist))

    def songs(self) -> list[StoreSong]:
        found = [song for song in self.store.songs if self.allows(song.album)
                 and self.is_found(song.artist, songTerm=song.search, albumTerm=song.album.search)]
        return sorted(found, key=lambda song: self.rank(song.search, song.artist))

    def allows(self, album: StoreAlbum) -> bool:
        return self.allows_explicit or album.advisory != EXPLICIT

    def is_found(self, artist: StoreArtist, **fields: SearchText) -> bool:
        """Whether the term is in the field that the attribute names, or else in any field."""
        if self.attribute in fields:
            return self.term.is_found([fields[self.attribute]])
        return self.term.is_found([*artist.names, *fields.values()])

    def rank(self, title: SearchText, artist: StoreArtist) -> int:
        """Title first, then artist, then what only begins so, then the rest; by fame within a rank."""
        if title.folded == self.term.folded:
            return 0
        if artist.names[0].folded == self.term.folded:
            return 1
        return 2 if title.folded.startswith(self.term.folded) else 3


class Lookup(Query):
    """Records by number. With `entity`, each is followed by its children."""

    def found(self) -> list[Any]:
        return [record for parent in self.parents() for record in self.family(parent)]

    def parents(self) -> list[Any]:
        """The records in the requested order; unknown numbers are ignored."""
        ids, amg, codes = (self.get(name) for name in ("id", "amgArtistId", "upc"))
        if ids is not None:
            by_id = (self.store.artist_with_id, self.store.album_with_id, self.store.song_with_id)
            return [records[number] for number in numbers(ids) for records in by_id if number in records]
        if amg is not None:
            return [artist for number in numbers(amg) for artist in self.store.artists if artist.amg == number]
        return [album for code in (codes or "").split(",") for album in self.store.albums if album.upc == code]

    def family(self, parent: Any) -> list[Any]:
        """The record of the parent, and up to `limit` of its children."""
        records, store = self.records, self.store
        children: list[Any] = []
        match parent:
            case StoreSong():
                return [records.song(parent)]
            case StoreAlbum() if self.entity == "song":
                children = [records.song(song) for song in store.songs_on(parent)]
            case StoreArtist() if self.entity == "album":
                children = [records.album(album) for album in store.albums_of(parent)]
            case StoreArtist() if self.entity == "song":
                children = [records.song(song) for song in store.songs_by(parent)]
        record = records.artist(parent) if isinstance(parent, StoreArtist) else records.album(parent)
        return [record, *children[:self.limit]]


def numbers(text: str) -> list[int]:
    return [number for number in map(whole, text.split(",")) if number is not None]


class Records:
    """The records as a national store gives them, and which of their keys are absent."""

    def __init__(self, links: StoreLinks) -> None:
        self.links, self.country = links, links.store

    def artist(self, artist: StoreArtist) -> dict[str, Any]:
        # The store gives no genre to artists of whom it has nothing but single songs.
        has_genre = artist.amg is not None or artist.id % 3
        return known({
            "wrapperType": "artist", "artistType": "Artist", "artistName": artist.name,
            "artistLinkUrl": self.links.artist(artist) + "?uo=4", "artistId": artist.id, "amgArtistId": artist.amg,
            "primaryGenreName": artist.genre.name if has_genre else None,
        })

    def album(self, album: StoreAlbum) -> dict[str, Any]:
        artist, date = album.artist, album.album.store_date
        owner = "Sample Compilations" if artist.is_various else artist.name
        return known({
            "wrapperType": "collection", "collectionType": "Album", "artistId": artist.id, "collectionId": album.id,
            "artistName": artist.name, "collectionName": album.name,
            "collectionViewUrl": self.links.album(album) + "?uo=4", "trackCount": len(album.album.tracks),
            "copyright": f"℗ {date.year} {owner}", "releaseDate": date.store_timestamp,
            "collectionExplicitness": album.advisory, "collectionPrice": self.price(album), **self.shop(album),
        })

    def song(self, song: StoreSong) -> dict[str, Any]:
        album = song.album
        # Not every song of an album with bad words has some.
        is_clean = album.advisory != HARMLESS and song.id % 4 == 0
        return known({
            "wrapperType": "track", "kind": "song", "artistId": song.artist.id, "collectionId": album.id,
            "trackId": song.id, "artistName": song.artist.name, "collectionName": album.name,
            "trackName": song.track.title, "trackViewUrl": self.links.song(song) + "&uo=4",
            "previewUrl": self.links.preview(song), "releaseDate": album.album.store_date.first_day + "T12:00:00Z",
            "discNumber": song.disc, "trackNumber": song.number_on_disc, "trackTimeMillis": song.track.milliseconds,
            "trackExplicitness": HARMLESS if is_clean else album.advisory, "trackPrice": self.track_price(album),
            **self.shop(album),
        })

    def shop(self, album: StoreAlbum) -> dict[str, Any]:
        """What all that is sold has in common."""
        return {"currency": self.country.currency, "primaryGenreName": album.genre.name,
                "artworkUrl100": self.links.artwork(album, "100x100bb.jpg")}

    def price(self, album: StoreAlbum) -> float | None:
        """An album whose songs are sold alone costs -1; one that can only be streamed has no price."""
        if album.album.price == "streaming-only":
            return None
        return -1 if album.album.price == "songs-only" else float(self.country.price(album.cents))

    def track_price(self, album: StoreAlbum) -> float | None:
        if album.album.price == "streaming-only":
            return None
        is_bundled = album.album.price is None and album.album.kind == "Soundtrack" and album.id % 2 == 0
        return -1 if is_bundled else float(self.country.price(129))
