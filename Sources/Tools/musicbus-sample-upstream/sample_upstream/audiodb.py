"""TheAudioDB, version 1: `/api/v1/json/{key}/{method}.php`.

Every value of its records is text or null, and missing values are inconsistently null, empty or "0".
"""

from .catalogue import Album, Artist, Catalogue, Track
from .messages import Request, Response, json_response, not_found
from .texts import lower, slug, stable_name, stable_number

# The free keys of today and of yesterday.
KEYS = {"123", "2"}
# The languages of biographies, known or not.
LANGUAGES = "EN DE FR CN IT JP RU ES PT SE NL HU NO IL PL".split()


class AudioTrack:
    """A track with its album; the position counts from 1, through all discs."""

    def __init__(self, track: Track, position: int, album: Album) -> None:
        self.track, self.position, self.album = track, position, album
        self.id = album.audiodb_track(position)


class AudioDB:
    """The part of the catalogue that TheAudioDB has, under its own numbers."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.artists = [artist for artist in catalogue.artists if artist.audiodb is not None]
        self.albums = [album for artist in self.artists for album in artist.albums if album.source != "store"]
        self.tracks = [AudioTrack(track, position, album) for album in self.albums
                       for position, track in enumerate(album.tracks, 1)]


def response(audiodb: AudioDB, request: Request) -> Response:
    path = request.path
    if len(path) != 5 or path[2] != "json" or path[3] not in KEYS:
        return not_found()
    records = Records(request.base)
    match path[4]:
        case "search.php" | "artist.php" | "artist-mb.php" as method:
            artists = [artist for artist in audiodb.artists if is_wanted_artist(artist, method, request)]
            return found("artists", [records.artist(artist) for artist in artists])
        case "searchalbum.php" | "album.php" | "album-mb.php" as method:
            albums = [album for album in audiodb.albums if is_wanted_album(album, method, request)]
            return found("album", [records.album(album) for album in albums])
        case "track.php":
            tracks = [track for track in audiodb.tracks if str(track.album.audiodb_number) == request.get("m")]
            return found("track", [records.track(track) for track in tracks])
    return not_found()


def found(root: str, records: list[dict[str, str | None]]) -> Response:
    """Nothing found is null, never an empty list."""
    return json_response({root: records or None}, content_type="application/json", is_ascii=True)


def same(name: str, wanted: str | None) -> bool:
    """The source finds a name only when it is the whole name; case does not matter."""
    return wanted is not None and lower(name) == lower(wanted)


def is_wanted_artist(artist: Artist, method: str, request: Request) -> bool:
    if method == "search.php":
        return same(artist.name, request.get("s"))
    return request.get("i") == (str(artist.audiodb) if method == "artist.php" else artist.musicbrainz)


def is_wanted_album(album: Album, method: str, request: Request) -> bool:
    name, title, number = request.get("s"), request.get("a"), request.get("m")
    match method:
        case "album.php" if number is not None:
            return str(album.audiodb_number) == number
        case "album.php":  # all of an artist
            return str(album.artist.audiodb) == request.get("i")
        case "album-mb.php":
            return album.release_group == request.get("i")
    is_of_artist = name is None or same(album.artist.name, name)
    return is_of_artist and (title is None or same(album.title, title)) and request.query != []


def year(album: Album) -> str:
    """Of the lesser releases the source often does not know the year, and says "0"."""
    return "0" if album.kind != "Album" and album.audiodb_number % 3 == 0 else album.date.year


def picture_name(path: str, name: str) -> str:
    return stable_name(f"{path}/{name}")


class Records:
    """The records in TheAudioDB's format."""

    def __init__(self, base: str) -> None:
        self.base = base

    def artist(self, artist: Artist) -> dict[str, str | None]:
        biographies = {language: artist.biography.get(language) for language in LANGUAGES}
        return filled(f"artist/{artist.audiodb}", {
            "idArtist": str(artist.audiodb), "strArtist": artist.name, "intFormedYear": digits(artist.formed),
            "intBornYear": digits(artist.born), "intDiedYear": digits(artist.ended),
            "strDisbanded": None if artist.ended is None else "Yes", "strStyle": artist.genre.name,
            "strGenre": artist.style, "strCountry": artist.country, "strMusicBrainzID": artist.musicbrainz,
            "strWebsite": "www.example.org/" + slug(artist.name), "strFacebook": None, "strTwitter": None,
            "strArtistThumb": self.image("artist/thumb", artist.name, "jpg"), "strArtistCutout": None,
            "strArtistLogo": self.image("artist/logo", artist.name, "png"),
            "strArtistFanart": self.image("artist/fanart", artist.name, "jpg"),
            "strArtistFanart2": self.image("artist/fanart", artist.name + "2", "jpg"), "strArtistFanart3": None,
            "strArtistBanner": self.image("artist/banner", artist.name, "jpg"),
            # Texts reach the source through Windows.
            **{"strBiography" + key: text and text.replace("\n", "\r\n") for key, text in biographies.items()},
        })

    def album(self, album: Album) -> dict[str, str | None]:
        artist = album.artist
        return filled(f"album/{album.audiodb_number}", {
            "idAlbum": str(album.audiodb_number), "idArtist": str(artist.audiodb), "strAlbum": album.title,
            "strArtist": artist.name, "intYearReleased": year(album), "strStyle": artist.genre.name,
            "strGenre": album.genre.name if album.genre else artist.style, "strReleaseFormat": album.kind,
            "strLabel": None, "strMusicBrainzID": album.release_group, "strItunesID": None, "strWikidataID": None,
            "strAlbumThumb": self.image("album/thumb", f"{artist.name}-{album.title}", "jpg"),
            "strAlbumThumbBack": None, "strAlbumCDart": None,
        })

    def track(self, track: AudioTrack) -> dict[str, str | None]:
        album, artist = track.album, track.album.artist
        disc, number = album.place(track.position)
        return filled(f"track/{track.id}", {
            "idTrack": str(track.id), "idAlbum": str(album.audiodb_number), "idArtist": str(artist.audiodb),
            "strTrack": track.track.title, "strAlbum": album.title, "strArtist": track.track.artist or artist.name,
            "intCD": None if album.second_disc is None else str(disc), "intTrackNumber": str(number),
            "intDuration": str(track.track.seconds * 1000), "strGenre": artist.style, "strStyle": artist.genre.name,
            "strMusicBrainzID": album.recording(track.position), "strTrackThumb": None, "strMusicVid": None,
        })

    def image(self, path: str, name: str, extension: str) -> str:
        return f"{self.base}/artwork/images/media/{path}/{picture_name(path, name)}.{extension}"


def digits(number: int | None) -> str | None:
    return None if number is None else str(number)


def filled(record: str, values: dict[str, str | None]) -> dict[str, str | None]:
    """The record with one of the source's ways to say nothing for what is not known."""
    return {key: gap(record, key) if value is None else value for key, value in values.items()}


def gap(record: str, key: str) -> str | None:
    way = stable_number(f"{record}/{key}", 6)
    if way > 1:
        return None
    return "0" if way == 0 and key.startswith("int") else ""
