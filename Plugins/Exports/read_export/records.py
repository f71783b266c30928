"""What a file says of one artist, album or song, by fields, and the row that this is."""

import html
import re
from collections.abc import Callable

from . import paths, rows, values
from .rows import Row

# What a column of a table, a member of JSON or an element of XML holds, by its word: without case, blanks, signs and
# "(s)". The first of several counts.
FIELDS = {
    "name": "trackname songtitle songname contentname title name track song tracktitle mastermetadatatrackname "
            "titel titre título",
    "artist": "artistname artist artists artistnames artistname1 trackartist songartist performer creator "
              "mastermetadataalbumartistname interpret künstler artiste artista",
    "album": "albumname albumtitle album releasename release mastermetadataalbumalbumname",
    "albumArtist": "albumartist albumartistname albumartists",
    "address": "trackuri spotifyid spotifyuri spotifyurl spotifylink spotifytrackid spotifytrackuri spotifytrackurl "
               "trackspotifyuri trackid tracklink trackurl externalurl uri url link id songurl identifier location "
               "path filepath filename",
    "artistID": "artisturi artistids artistmbid artistmbids artistidentifiers",
    "albumID": "albumuri",
    "isrc": "isrc isrccode",
    "mbid": "trackmbid recordingmbid mbid",
    "released": "albumreleasedate releasedate released year albumdate",
    "added": "addedat addeddate dateadded uts date eventstarttimestamp lastplayeddate utctime datetime added timeadded "
             "playedat lovedat timems ts endtime listenedat created dateaddedtolibrary",
    "time": "time",  # when something was added or played, or its length
    "durationMs": "trackdurationms durationms mediadurationinmilliseconds totaltime trackduration",
    "duration": "duration length tracklength",
    "disc": "discnumber discnumberofalbum",
    "track": "tracknumber tracknumberonalbum tracknum",
    "type": "type kind contenttype",
    "label": "label recordlabel",
    "note": "collectionnotes review note notes annotation",
    "release": "rymalbum releaseid",
    "firstName": "firstname", "lastName": "lastname",
    "nativeFirstName": "firstnamelocalized", "nativeLastName": "lastnamelocalized",
    "videoID": "videoid mediaid",
    "playedMs": "playdurationmilliseconds msplayed",
    "platform": "platform service source",
    "score": "score",
    "podcast": "podcast audiobook itunesu episodename podcastname spotifyepisodeuri audiobookname audiobookuri "
               "audiobooktitle chaptername audiobookchapteruri",
    "video": "movie hasvideo tvshow",
    "banned": "disliked tracklikerating",
}
FIELD_OF = {word: field for field, words in FIELDS.items() for word in words.split()}
# The addresses whose bare values are ids of Spotify. An `id` may be one of anything, but in a file of Exportify.
SPOTIFY_WORDS = {word for word in FIELDS["address"].split() if "spotify" in word} | {"trackuri", "trackid"}
PATH_WORDS = {"location", "path", "filepath", "filename", "identifier"}
# `Spotify - id`: the id at the service to which TuneMyMusic was to bring the song.
_SERVICE = re.compile(r"(.+) - id|(apple|applemusic|itunes|deezer|purchased)(?:track|song)?(?:id|identifier)")
_NAMESPACES = {"spotify": "spotify", "applemusic": "itunes", "apple": "itunes", "itunes": "itunes",
               "purchased": "itunes", "deezer": "deezer"}
_MORE_ARTISTS = re.compile("artistname[0-9]+")

_KINDS = {"album": "album", "albums": "album", "artist": "artist", "artists": "artist"}
_PODCASTS = {"podcast", "episode", "show", "audiobook", "chapter"}


def word(name: str) -> str:
    """The word of a name: ``Artist Name(s)``, ``artist_name`` and ``ArtistName`` are one."""
    name = name.lower()
    if name.endswith(" - id"):
        return name
    return "".join(letter for letter in name.replace("(s)", "") if letter.isalnum())


def is_used(name: str) -> bool:
    """Whether a word stands for a field."""
    return bool(name in FIELD_OF or _MORE_ARTISTS.fullmatch(name) or _SERVICE.fullmatch(name))


class Record:
    """The texts of one row by their fields."""

    def __init__(self, format: str) -> None:
        self.format = format
        self.texts: dict[str, str] = {}
        self.artists: list[str] = []  # some programs have a column for each
        self.addresses: list[tuple[str, str]] = []  # with their words
        self.services: dict[str, str] = {}  # ids at services
        self.ids: list[str] = []

    def __getitem__(self, field: str) -> str:
        return self.texts.get(field, "")

    def put(self, name: str, text: str) -> None:
        """Takes a text under a word."""
        text, field = text.strip(), FIELD_OF.get(name)
        if not text or text == '""':
            return
        service = None if field else _SERVICE.fullmatch(name)
        if field == "address":
            self.addresses.append((name, text))
        elif field == "artist" and not self.artists or not field and _MORE_ARTISTS.fullmatch(name):
            self.artists.append(text)
        elif service:
            self.services[word(service[1] or service[2])] = text
        elif field == "time":
            # The time of 1973 in seconds since 1970 is longer than any recording.
            number = values.whole(text)
            is_length = number < 100_000_000 if number is not None else values.moment(text) is None
            self.texts.setdefault("duration" if is_length else "added", text)
        elif field:
            self.texts.setdefault(field, text)


Prepare = Callable[[Record], None]


def row_of(record: Record, number: int) -> Row:
    """The row that a record is."""
    for _, address in record.addresses:
        local = rows.local_song(address, number)
        if local:
            if not local.name:
                local.set_names(record["name"], _artist(record), record["album"])
                local.skipped = "" if local.name else rows.LOCAL_FILE
            local.added = values.moment(record["added"])
            return local
    row = Row(number, _KINDS.get(record["type"].lower(), "song"))
    row.set_names(record["name"], _artist(record), record["album"])
    _read_ids(row, record)
    row.durationMs = values.duration(record["durationMs"]) or values.duration(record["duration"], unit=1000)
    row.discNumber, row.trackNumber = values.positive(record["disc"]), values.positive(record["track"])
    row.releaseDate, row.added = values.release_date(record["released"]), values.moment(record["added"])
    row.note = rows.cleaned_note(record["note"])
    if row.kind == "artist":
        # TuneMyMusic has the name of an artist in the column of titles.
        row.name, row.artist, row.album = row.name or row.artist, "", ""
    elif row.kind == "album":
        row.name, row.album = row.name or row.album, ""
        row.label = rows.cleaned(record["label"])
    elif not row.ids:
        row.split_name()
    _read_addresses(row, record)
    row.skipped = _reason(row, record)
    if row.skipped == rows.PODCAST:
        row.name = row.name or rows.cleaned(record["podcast"])
    return row


def _artist(record: Record) -> str:
    """The artists of a song; that of its album, if it has none of its own."""
    joined = ", ".join(record.artists)
    if record.format == "Exportify":
        # Several are separated by a comma or a semicolon; a comma in a name has a backslash before it.
        joined = joined.replace("\\,", "\x01").replace(";", ", ").replace("\x01", ",")
    for artist in (joined, record["albumArtist"]):
        if artist and (record["type"].lower() in ("album", "albums") or not rows.is_various(artist)):
            return artist
    return ""


def _read_ids(row: Row, record: Record) -> None:
    is_playlist = record.format in ("JSPF", "XSPF")
    pairs = [(values.find_id(address), _bare_id(record, row.kind, name, address)) for name, address in record.addresses]
    pairs += [(_id_at(service, row.kind, record.services.get(service, "")), None) for service in _NAMESPACES]
    # Any number of twelve digits may be a bar code.
    found = [entity_id for pair in pairs for entity_id in pair if entity_id and not entity_id.startswith("upc:")]
    kind = values.kind_of(found[0]) if found else None
    if kind and all(values.kind_of(entity_id) != row.kind for entity_id in found):
        # A list of albums may say so only by its links, and a playlist of ours may have artists, too.
        if kind == "album" and not record["type"] or is_playlist:
            row.kind = kind
        else:
            row.doubt = f"its link is that of an {kind}" if kind != "song" else "its link is that of a song"
    ids = [entity_id for entity_id in found if values.kind_of(entity_id) == row.kind]
    row.ids = record.ids + list(dict.fromkeys(ids))[:rows.MAX_LINKS if is_playlist else 1]
    for _, address in record.addresses:
        row.set_link(address)
    # TuneMyMusic has the bar code of an album in the column of the ISRC.
    code = values.isrc(record["isrc"]) if row.kind == "song" else values.bar_code(record["isrc"])
    if code and row.kind != "artist":
        row.ids.append(code)
    recording = values.mbid("recording", record["mbid"]) if row.kind == "song" else None
    if recording:
        row.ids.insert(0, recording)
    # The ids of several artists are none of one.
    text = record["artistID"]
    artist = values.spotify(text) or values.mbid("artist", text) or values.musicbrainz(text)
    row.artistID = artist if artist and values.kind_of(artist) == "artist" else values.spotify_value("artist", text)
    album = values.spotify(record["albumID"])
    row.albumID = album if album and values.kind_of(album) == "album" else None


def _bare_id(record: Record, kind: str, name: str, text: str) -> str | None:
    """The id that an address is without the words around it, by the name of its column."""
    is_spotify = name in SPOTIFY_WORDS or record.format == "Exportify"
    found = values.spotify_value(kind, text) if is_spotify else None
    return found or (_id_at(record["platform"], kind, text) if name == "trackid" else None)


def _id_at(service: str, kind: str, value: str) -> str | None:
    """The id at a service that a table names."""
    namespace = _NAMESPACES.get(word(service))
    if namespace == "spotify":
        return values.spotify_value(kind, value)
    return f"{namespace}:{kind}:{value}" if namespace and re.fullmatch("[0-9]{1,20}", value) else None


def _read_addresses(row: Row, record: Record) -> None:
    """Keeps the path and the links of a row, and takes names from them that it has not."""
    places = [address for name, address in record.addresses if name in PATH_WORDS]
    files = [place for place in places if paths.is_path(place) and "://" not in paths.file_path(place)]
    is_only_note = not row.name and not row.ids and row.note and "\n" not in row.note
    if is_only_note and record.format in ("JSPF", "XSPF"):
        row.set_names(row.note, row.artist, row.album)
        row.note = ""
        row.split_name()
    if files or places and not row.name and not row.ids:
        row.links = [] if files else row.links
        paths.read_address(row, (files or places)[-1])


def _reason(row: Row, record: Record) -> str:
    """Why a row is nothing to import."""
    score = values.whole(record["score"]) if record.format == "ListenBrainz" else None
    played = values.whole(record["playedMs"])
    kind = record["type"].lower()
    if record["banned"] in ("true", "DISLIKE") or kind == "banned" or score is not None and score < 1:
        return rows.BANNED
    if kind == "user":
        return rows.USER
    if record["video"] == "true" or "video" in kind:
        return rows.VIDEO
    is_podcast = any(values.is_podcast(address) for _, address in record.addresses)
    if is_podcast or record["podcast"] not in ("", "false") or any(name in kind for name in _PODCASTS):
        return rows.PODCAST
    if played is not None and played < 30_000:
        return rows.SHORT
    if row.name or row.ids:
        return row.skipped
    is_video = record["videoID"] or any(values.is_video(link) for link in row.links)
    return rows.VIDEO if is_video else rows.UNKNOWN_LINK if row.links else rows.EMPTY


# MARK: Formats with rules of their own

def discogs(record: Record) -> None:
    record.texts["type"] = "album"
    record.artists = [_without_numbers(artist) for artist in record.artists]
    record.texts["label"] = _without_numbers(record["label"])
    if re.fullmatch("[0-9]{1,20}", record["release"]):
        record.ids = [f"discogs:release:{record['release']}"]


def _without_numbers(names: str) -> str:
    """Names without the numbers by which Discogs tells equal ones apart: ``Justice (3)``."""
    return ", ".join(re.sub(r"\([0-9]+\)$", "", name).strip() for name in names.split(", "))


def rate_your_music(record: Record) -> None:
    record.texts = {field: html.unescape(text) for field, text in record.texts.items()} | {"type": "album"}
    latin = [record[field] for field in ("firstName", "lastName") if record[field]]
    native = [record[field] for field in ("nativeFirstName", "nativeLastName") if record[field]]
    names = " ".join(latin or native)
    # `宇多田ヒカル [Hikaru Utada]`
    record.artists = [names.partition("[")[0].strip().replace(" / ", ", ") or names]


def rockbox(record: Record) -> None:
    """The rating of a song is ``S`` if it was skipped."""
    if record.artists[1:] == ["S"]:
        record.texts["playedMs"] = "0"
    record.artists = record.artists[:1]


def in_milliseconds(record: Record) -> None:
    record.texts["durationMs"] = record.texts.pop("duration", "")
