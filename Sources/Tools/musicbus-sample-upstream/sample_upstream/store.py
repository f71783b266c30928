"""What Apple's store makes of the catalogue: its artists, albums and songs under its numbers, its countries and prices.

An explicit and a cleaned album are two, and a song on three albums is three.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from .catalogue import Album, Artist, Catalogue, Genre, Track
from .texts import SearchText, search_text, slug, stable_number, stable_uuid

# The store's advisories about words, as it spells them.
EXPLICIT, CLEANED, HARMLESS = "explicit", "cleaned", "notExplicit"


@dataclass(eq=False)
class StoreArtist:
    id: int
    amg: int | None
    name: str
    genre: Genre
    aliases: list[str]

    @cached_property
    def names(self) -> list[SearchText]:
        """The name first, then the aliases."""
        return [search_text(name) for name in [self.name, *self.aliases]]

    @property
    def is_various(self) -> bool:
        """The store has many numbers for this one and no page for it."""
        return self.name == "Various Artists"


class StoreAlbum:
    """Its songs' numbers follow its own, unless the catalogue knows the real ones."""

    def __init__(self, album: Album, artist: StoreArtist, advisory: str) -> None:
        self.album, self.artist, self.advisory = album, artist, advisory
        # The artist's number is in the key because two artists may share a name, and the store's date because an
        # album may be there twice. A cleaned one differs in number but shares the bar code.
        date = album.date + ("" if album.store_date == album.date else "/" + album.store_date)
        key = f"{artist.id}/{artist.name}/{album.title}/{date}"
        is_cleaned = advisory == CLEANED
        made_up = 200_000_000 + 64 * stable_number(key + ("/cleaned" if is_cleaned else ""), 20_000_000)
        self.id = made_up if is_cleaned else album.store_id or made_up
        self.first_song_id = album.first_song_id or self.id + 1
        self.upc = with_check_digit(60_000_000_000 + stable_number("upc/" + key, 39_999_999_999))
        # The suffix is all that the store says of the kind.
        self.name = album.title + {"EP": " - EP", "Single": " - Single"}.get(album.kind, "")
        self.genre = album.genre or artist.genre
        self.picture = stable_uuid("artwork/" + self.upc)

    @cached_property
    def search(self) -> SearchText:
        return search_text(self.name)

    @cached_property
    def cents(self) -> int:
        """The price in hundredths of a US dollar."""
        if self.album.kind in ("Single", "EP"):
            return 129 if self.album.kind == "Single" else 499
        count = len(self.album.tracks)
        return 1499 if count >= 20 else 1199 if count >= 12 else 999


class StoreSong:
    """The position counts from 1, through all discs."""

    def __init__(self, track: Track, position: int, album: StoreAlbum, artist: StoreArtist) -> None:
        self.track, self.position, self.album, self.artist = track, position, album, artist
        self.id = album.first_song_id + position - 1
        self.disc, self.number_on_disc = album.album.place(position)

    @cached_property
    def search(self) -> SearchText:
        return search_text(self.track.title)


def with_check_digit(number: int) -> str:
    """Twelve digits of which the last checks the others."""
    digits = [int(digit) for digit in str(number)]
    return f"{number}{-sum(3 * digits[0::2] + digits[1::2]) % 10}"


class Store:
    """All shelves of the store."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.artists: list[StoreArtist] = []
        self.albums: list[StoreAlbum] = []
        self.songs: list[StoreSong] = []
        self.artists_by_name: dict[str, StoreArtist] = {}
        for artist in catalogue.artists:
            self.add(artist)
        # After all artists, as a compilation may come before the artists on it.
        for album in self.albums:
            for position, track in enumerate(album.album.tracks, 1):
                singer = self.named(track.artist, album.genre) if track.artist else album.artist
                self.songs.append(StoreSong(track, position, album, singer))
        self.artist_with_id = {artist.id: artist for artist in reversed(self.artists)}
        self.album_with_id = {album.id: album for album in reversed(self.albums)}
        self.song_with_id = {song.id: song for song in reversed(self.songs)}

    def add(self, artist: Artist) -> None:
        if artist.store is None:
            return
        owner = self.add_artist(StoreArtist(artist.store, artist.amg, artist.name, artist.genre, artist.aliases))
        for album in artist.albums:
            advisories = {None: [HARMLESS], "explicit": [EXPLICIT]}.get(album.words, [EXPLICIT, CLEANED])
            if album.source != "audiodb":
                self.albums += [StoreAlbum(album, owner, advisory) for advisory in advisories]

    def named(self, name: str, genre: Genre) -> StoreArtist:
        """The artist of a compilation's track, whom the catalogue may not have."""
        known = self.artists_by_name.get(name)
        return known or self.add_artist(StoreArtist(100_000 + stable_number(name, 90_000_000), None, name, genre, []))

    def add_artist(self, artist: StoreArtist) -> StoreArtist:
        self.artists.append(artist)
        self.artists_by_name.setdefault(artist.name, artist)
        return artist

    def albums_of(self, artist: StoreArtist) -> list[StoreAlbum]:
        return [album for album in self.albums if album.artist.id == artist.id]

    def songs_by(self, artist: StoreArtist) -> list[StoreSong]:
        """The songs that an artist sings, on any album."""
        return [song for song in self.songs if song.artist.id == artist.id]

    def songs_on(self, album: StoreAlbum) -> list[StoreSong]:
        """The songs that a lookup returns for an album: none if it can only be streamed."""
        if album.album.price == "streaming-only":
            return []
        numbers = range(album.first_song_id, album.first_song_id + len(album.album.tracks))
        return [self.song_with_id[number] for number in numbers if number in self.song_with_id]


class Storefront(NamedTuple):
    """One of Apple's national stores."""

    code: str
    currency: str

    def price(self, cents: int) -> str:
        """The price in the store's currency; the figures are the same nearly everywhere."""
        return f"{cents}.00" if self.currency in ("JPY", "KRW") else f"{cents / 100:.2f}"


STOREFRONTS = {line[:2]: Storefront(*line.split()) for line in """
us USD, gb GBP, de EUR, fr EUR, es EUR, it EUR, nl EUR, at EUR, ie EUR, fi EUR, pt EUR, be EUR, ch CHF, se SEK, no NOK,
dk DKK, pl PLN, ca CAD, au AUD, nz NZD, jp JPY, kr KRW, br BRL, mx MXN, in INR, ru RUB, ua USD, il ILS, tr TRY, is USD
""".replace("\n", " ").strip().split(", ")}


def storefront(code: str) -> Storefront | None:
    """The store of a country, by its code in any case; `None` where Apple has none (in this sample)."""
    return STOREFRONTS.get(code.lower())


class StoreLinks(NamedTuple):
    """Addresses in the store's responses. Pages are at Apple, because this server has none; media are here."""

    base: str
    store: Storefront

    def artist(self, artist: StoreArtist) -> str:
        return f"https://music.apple.com/{self.store.code}/artist/{slug(artist.name)}/{artist.id}"

    def album(self, album: StoreAlbum) -> str:
        return f"https://music.apple.com/{self.store.code}/album/{slug(album.name)}/{album.id}"

    def song(self, song: StoreSong) -> str:
        page = f"https://music.apple.com/{self.store.code}/album/{slug(song.track.title)}"
        return f"{page}/{song.album.id}?i={song.id}"

    def preview(self, song: StoreSong) -> str:
        shelf = shelved(stable_uuid(f"preview/{song.id}"))
        return f"{self.base}/preview/AudioPreview122/v4/{shelf}/mzaf_{song.id}.plus.aac.p.m4a"

    def artwork(self, album: StoreAlbum, file: str) -> str:
        """The picture in a size such as `100x100bb.jpg`. As in the store, two of three have the bar code before it."""
        source = "source" if album.id % 3 == 0 else album.upc + ".jpg"
        return f"{self.base}/artwork/image/thumb/Music221/v4/{shelved(album.picture)}/{source}/{file}"


def shelved(uuid: str) -> str:
    return f"{uuid[0:2]}/{uuid[2:4]}/{uuid[4:6]}/{uuid}"
