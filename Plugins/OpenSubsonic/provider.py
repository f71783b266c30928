#!/usr/bin/env python3
"""The music on the user's own server with the API of Subsonic: Navidrome, Gonic, LMS, Airsonic and others.

Records have what OpenSubsonic adds to it, if the server knows it. Old servers write a list of one element as the
element, an empty list as a text, and titles such as 1999 as numbers.
"""

import html
import re
import urllib.parse
from collections.abc import Callable, Iterable
from typing import Any

import musicbus as mb

subsonic = mb.Provider(
    "opensubsonic", "OpenSubsonic", service="OpenSubsonic", owned=True, attribution="The music on your own server.",
    url="https://opensubsonic.netlify.app", requires=["server"],
    description="Your own server with the API of Subsonic: Navidrome, Gonic, LMS, Airsonic and others.",
    config={
        "server": {"type": "string", "format": "origin", "description":
                   "The address of your server without a path, such as http://192.168.1.20:4533."},
        "user": {"type": "string", "description": "Your user name on the server. Leave empty if you use an API key."},
        "password": {"type": "string", "secret": True, "description":
                     "Your password on the server. Leave empty if you use an API key."},
        "apiKey": {"type": "string", "secret": True, "description":
                   "An API key, if your server supports them (LMS does). Replaces user name and password."},
        "path": {"type": "string", "description": "The path of the server behind a proxy, such as /navidrome."},
    },
    lacks={"artist": ["followers", "genres"], "song": ["previewURL"]},
)
# Nobody else pays for the requests; the limit only spares a small computer. Signatures came with 1.13, and a server
# refuses a program that states a later version than its own, such as the 1.15 of Airsonic.
server = subsonic.upstream("{server}", per_minute=600, query={
    "u": "{user}", "t": "{md5:password+salt}", "s": "{salt}", "apiKey": "{apiKey}", "v": "1.13.0", "c": "musicbus", "f": "json"})
for kind in ("artist", "album", "song"):
    subsonic.ids(kind)
subsonic.whole_songs(server)

# For how long lists are fresh, in hours: the server is near, and music is added to it.
SOON = 0.1
MAX_RECORDS = 500  # of a response; more may not fit into a line of 1 MiB, and no server returns more albums
MAX_LISTED = 10_000  # of a whole collection
MAX_ALBUMS = 20  # of an artist that are read for a page of songs
# What servers write for files without tags.
UNKNOWN = {"[unknown artist]", "[unknown album]", "unknown artist", "unknown album"}


# Methods


@subsonic.serves("artists.search", server, fresh_hours=SOON, sample="Pink Floyd")
def search_artists(call: mb.Call) -> mb.Page:
    records = searched(call, "artist", call.text, call.offset, call.limit)
    return page(call, records, items(call, records, artist))


@subsonic.serves("albums.search", server, fresh_hours=SOON, sample="The Wall")
def search_albums(call: mb.Call) -> mb.Page:
    records = searched(call, "album", call.text, call.offset, call.limit)
    return page(call, records, items(call, records, album))


@subsonic.serves("songs.search", server, fresh_hours=SOON, sample="Money")
def search_songs(call: mb.Call) -> mb.Page:
    records = searched(call, "song", call.text, call.offset, call.limit)
    return page(call, records, items(call, records, song))


@subsonic.serves("collection.artists", server, requests=3 + MAX_LISTED // MAX_RECORDS, fresh_hours=SOON, sample={})
def own_artists(call: mb.Call) -> list[mb.Item]:
    # All are found without words, and in parts: the index is one response, which may be too long for a line. Only
    # OpenSubsonic has this.
    records = whole(call, lambda offset: searched(call, "artist", "", offset, MAX_RECORDS, lenient=True))
    if not records:
        records = [it for index in listed(ask(call, "getArtists"), "artists", "index") for it in listed(index, "artist")]
    # Others only write, or play on albums of somebody else.
    owners = {it.get("id"): it for it in records if it.get("albumCount") != 0 and it.get("name") != "Various Artists"}
    return items(call, sorted(owners.values(), key=lambda it: str(it.get("name")).casefold()), artist)


@subsonic.serves("collection.albums", server, fresh_hours=SOON, sample={})
def own_albums(call: mb.Call) -> mb.Page:
    records = albums_by_name(call, call.offset, call.limit)
    return page(call, records, items(call, records, album))


@subsonic.serves("collection.check", server, requests=2 + MAX_LISTED // MAX_RECORDS, fresh_hours=SOON, sample={})
def check(call: mb.Call) -> mb.Collection:
    """Numbers of the albums. The sizes and formats of files are not among them."""
    records = whole(call, lambda offset: albums_by_name(call, offset, MAX_RECORDS))
    alike: dict[tuple[str, str], list[mb.Item]] = {}
    for it in records:
        title, name = text(it, "name", "title", "album"), (credit(it) or {}).get("name", "")
        if title:
            entry = {"id": own("album", it.get("id")), "title": title, "artist": name, "songs": number(it, "songCount") or 0}
            alike.setdefault((title.casefold(), name.casefold()), []).append(entry)
    twice = [entries for entries in alike.values() if len(entries) > 1]
    return mb.Collection(
        artists=len({it.get("artistId") for it in records}), albums=len(records),
        songs=sum(number(it, "songCount") or 0 for it in records),
        durationMs=sum(number(it, "duration") or 0 for it in records) * 1000,
        twice={"count": len(twice), "albums": [entry for entries in twice for entry in entries][:100]})


@subsonic.serves("artist.get", server, requests=3, fresh_hours=SOON)
def get_artist(call: mb.Call) -> list[mb.Item]:
    record = ask(call, "getArtist", id=needed(call, "artist"))["artist"]
    answer = ask(call, "getArtistInfo2", id=record["id"], count=0, lenient=True, optional=True)
    return call.map([record], lambda it: artist(it, call, answer.get("artistInfo2")))


@subsonic.serves("artist.similar", server)
def similar_artists(call: mb.Call) -> list[mb.Item]:
    answer = ask(call, "getArtistInfo2", id=needed(call, "artist"), count=50, lenient=True)
    return items(call, listed(answer, "artistInfo2", "similarArtist"), artist)


@subsonic.serves("artist.albums", server, fresh_hours=SOON)
def artist_albums(call: mb.Call) -> list[mb.Item]:
    id = needed(call, "artist")
    records = listed(ask(call, "getArtist", id=id), "artist", "album")
    return items(call, [it for it in records if is_by(id, it)], album)


@subsonic.serves("artist.appearances", server, fresh_hours=SOON)
def artist_appearances(call: mb.Call) -> list[mb.Item]:
    """Only some servers list the albums by others as well."""
    id = needed(call, "artist")
    records = listed(ask(call, "getArtist", id=id), "artist", "album")
    return items(call, [it for it in records if not is_by(id, it)], album)


@subsonic.serves("artist.songs", server, requests=2 + MAX_ALBUMS, fresh_hours=SOON)
def artist_songs(call: mb.Call) -> mb.Page:
    """The songs of all albums are one list; how many an album has is known without its songs."""
    id = needed(call, "artist")
    records: list[Any] = []
    start, end, albums = 0, call.offset + call.limit, 0
    for it in [it for it in listed(ask(call, "getArtist", id=id), "artist", "album") if it.get("id")]:
        size = number(it, "songCount") or MAX_RECORDS
        if start >= end or albums == MAX_ALBUMS:
            return mb.Page(items(call, records, song), min(start, end))
        if start + size > call.offset:
            albums += 1
            found = listed(ask(call, "getAlbum", id=it["id"]), "album", "song")[:size]
            part = found[max(0, call.offset - start):end - start]
            records += [track for track in part if is_by(id, it) or is_by(id, track)]
        start += size
    return mb.Page(items(call, records, song), end if start > end else None)


@subsonic.serves("album.get", server, fresh_hours=SOON)
def get_album(call: mb.Call) -> list[mb.Item]:
    return items(call, [ask(call, "getAlbum", id=needed(call, "album"))["album"]], album)


@subsonic.serves("album.songs", server, fresh_hours=SOON)
def album_songs(call: mb.Call) -> list[mb.Item]:
    return items(call, listed(ask(call, "getAlbum", id=needed(call, "album")), "album", "song"), song)


@subsonic.serves("song.get", server, fresh_hours=SOON)
def get_song(call: mb.Call) -> list[mb.Item]:
    return items(call, [ask(call, "getSong", id=needed(call, "song"))["song"]], song)


@subsonic.serves("song.lyrics", server, requests=3)
def lyrics(call: mb.Call) -> mb.Lyrics | None:
    if id := call.id("song"):
        answer = ask(call, "getLyricsBySongId", id=id, lenient=True)
        # Others are translations, and how the words are pronounced.
        main = [it for it in listed(answer, "lyricsList", "structuredLyrics") if it.get("kind") in (None, "main")]
        main = [it for it in main if any(text(line, "value") for line in listed(it, "line"))]
        if main or "lyricsList" in answer:
            return mb.Lyrics(lrc(min(main, key=lambda it: not it.get("synced")))) if main else None
    title, name = call.text, call.params.get("artist")
    if not title or not name:
        return None
    words = ask(call, "getLyrics", artist=name, title=title, lenient=True).get("lyrics")
    return mb.Lyrics(words["value"]) if isinstance(words, dict) and is_of(words, title, name) else None


@subsonic.serves("artwork.get", server)
def artwork(call: mb.Call) -> mb.File | None:
    return mb.File(call.url) if call.url else None


# Requests


def ask(call: mb.Call, endpoint: str, *, lenient: bool = False, **query: Any) -> dict[str, Any]:
    """What the server answers. A lenient request is for what not all servers have: without it, nothing."""
    try:
        response = call.get(server, path(call, endpoint), **query)
    except mb.NotFound:
        if lenient:
            return {}
        # Servers with this API answer also if they have nothing.
        raise no_server(call, "CONFIGURATION_INVALID") from None
    if response is None:
        return {}  # an optional request has failed
    answer = response.get("subsonic-response") if isinstance(response, dict) else None
    if not isinstance(answer, dict):
        raise no_server(call, "UPSTREAM_BAD_DATA")
    error = answer.get("error")
    if answer.get("status") != "failed" and not error:
        return answer
    error = error if isinstance(error, dict) else {}
    code, message = number(error, "code") or 0, text(error, "message") or "no reason"
    if lenient and code not in WRONG_SETTINGS:
        return {}
    # Gonic misses the parameter if an id has the form of another server's.
    if code == 70 or code == 10 and "id" in query and "id" in re.findall(r"\w+", message):
        raise mb.NotFound(message)
    kind, problem = PROBLEMS.get(code, ("UPSTREAM_UNAVAILABLE", "The server reports an error."))
    more = f" See {link}" if (link := text(error, "helpUrl")) else ""
    raise mb.Failed(kind, f"{problem} It says: {message}{more}")


WRONG_SETTINGS = range(40, 45)
PROBLEMS = {
    10: ("CONFIGURATION_INVALID", "The server says a parameter is missing; set \"user\" and \"password\", or \"apiKey\"."),
    20: ("UPSTREAM_REFUSED", "The server needs a later version of the API than 1.13."),
    30: ("UPSTREAM_REFUSED", "The server is too old: its version of the API is before 1.13."),
    40: ("CONFIGURATION_INVALID", "The server does not know this \"user\" with this \"password\"."),
    41: ("CONFIGURATION_INVALID", "The server accepts no signed password of this \"user\"; set \"apiKey\" instead of both."),
    42: ("CONFIGURATION_INVALID", "The server accepts no signed password; set \"apiKey\" instead of \"user\" and \"password\"."),
    43: ("CONFIGURATION_INVALID", "Set either \"apiKey\", or \"user\" and \"password\", not all of them."),
    44: ("CONFIGURATION_INVALID", "The server does not know this \"apiKey\"."),
    50: ("UPSTREAM_REFUSED", "The server does not allow this to its user."),
    60: ("UPSTREAM_REFUSED", "The server's trial period has expired."),
}


def no_server(call: mb.Call, code: str) -> mb.Failed:
    place = str(call.config.get("server") or "").rstrip("/") + path(call, "")
    return mb.Failed(code, f"There is no server with the API of Subsonic at {place}; see \"server\" and \"path\".")


def path(call: mb.Call, endpoint: str) -> str:
    inner = re.sub(r"(^|/)rest$", "", str(call.config.get("path") or "").strip("/"))
    return ("/" + urllib.parse.quote(inner, safe="/%") if inner else "") + "/rest/" + endpoint


def address(call: mb.Call, endpoint: str, **query: Any) -> str:
    """The address of a file; the hub puts in that of the server."""
    return server.address(path(call, endpoint), query)


def needed(call: mb.Call, kind: str) -> str:
    if id := call.id(kind):
        return id
    raise mb.NotFound(f"no {kind} of this server")


def searched(call: mb.Call, kind: str, words: str, offset: int, count: int, lenient: bool = False) -> list[Any]:
    counts = {f"{it}Count": count if it == kind else 0 for it in ("artist", "album", "song")}
    answer = ask(call, "search3", query=words, lenient=lenient, **counts, **{f"{kind}Offset": offset})
    return listed(answer, "searchResult3", kind)


def albums_by_name(call: mb.Call, offset: int, count: int) -> list[Any]:
    return listed(ask(call, "getAlbumList2", type="alphabeticalByName", size=count, offset=offset), "albumList2", "album")


def whole(call: mb.Call, fetch: Callable[[int], list[Any]]) -> list[Any]:
    """All records of a list, whose parts `fetch` returns."""
    records: list[Any] = []
    while part := fetch(len(records)):
        records += part
        if len(records) >= MAX_LISTED:
            call.note(f"Only the first {MAX_LISTED:,} of your server are used.")
            break
        if len(part) < MAX_RECORDS:
            break
    return records


def items(call: mb.Call, records: Iterable[Any], to: Callable[[Any, mb.Call], mb.Item | None]) -> list[mb.Item]:
    return call.map(records, lambda record: to(record, call))


def page(call: mb.Call, records: list[Any], found: list[mb.Item]) -> mb.Page:
    """The page of a list that has no total: it continues if the page is full."""
    return mb.Page(found, call.offset + len(records) if len(records) >= call.limit else None)


# Records


def listed(value: Any, *members: str) -> list[Any]:
    """The records in a member of a member."""
    for name in members:
        value = value.get(name) if isinstance(value, dict) else None
    return [it for it in (value if isinstance(value, list) else [value]) if isinstance(it, dict)]


def text(record: dict[str, Any], *members: str) -> str | None:
    """The first member with a text that means something."""
    for value in map(record.get, members):
        found = str(value).strip() if isinstance(value, (str, int, float)) and not isinstance(value, bool) else ""
        if found and found.casefold() not in UNKNOWN:
            return found
    return None


def number(record: dict[str, Any], member: str) -> int | None:
    match = re.match("[0-9]{1,9}", str(record.get(member)))
    return int(match[0]) or None if match else None


def own(kind: str, id: Any) -> str | None:
    """The id of a record; servers write -1 for what they do not have."""
    return None if str(id) == "-1" else subsonic.id(kind, id)


def mbid(kind: str, record: dict[str, Any]) -> str | None:
    id = str(record.get("musicBrainzId")).lower()
    form = "[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
    return f"mbid:{kind}:{id}" if re.fullmatch(form, id) else None


def artist(record: Any, call: mb.Call, info: Any = None) -> mb.Item | None:
    if str(record.get("name")).casefold() in UNKNOWN:
        return None
    info = info or {}
    sort_name = text(record, "sortName") or ""
    return mb.artist(
        own("artist", record["id"]), text(record, "name"), ids=[mbid("artist", record) or mbid("artist", info)],
        biography=plain_text(text(info, "biography") or ""),
        # Navidrome compares with small letters, which nobody should read.
        sortName=sort_name if sort_name != sort_name.lower() else None, disambiguation=text(record, "disambiguation"),
        links={"lastfm": text(info, "lastFmUrl")}, artwork=pictures(record, call, "portrait"))


def album(record: Any, call: mb.Call) -> mb.Item | None:
    if str(record.get("name")).casefold() in UNKNOWN:
        return None
    title, version = text(record, "name", "title", "album") or "", text(record, "version") or ""
    kind, count = album_kind(record), number(record, "songCount") or 0
    labels = [text(it, "name") for it in listed(record, "recordLabels")]
    return mb.album(
        own("album", record["id"]), title, ids=[mbid("release", record)], artist=credit(record),
        disambiguation=version if version.casefold() not in title.casefold() else None, genres=genres(record),
        releaseDate=date(record, "originalReleaseDate") or date(record, "releaseDate") or mb.date(record.get("year")),
        # The songs that are there: a few may be a part of an album.
        trackCount=count if count > 3 or kind in ("single", "ep") else None,
        albumKind=kind, label=next(filter(None, labels), None), artwork=pictures(record, call, "cover"), **advice(record))


def song(record: Any, call: mb.Call) -> mb.Item | None:
    if record.get("isDir") is True or record.get("isVideo") is True:
        return None
    codes = record.get("isrc") or []
    codes = [mb.isrc(it) for it in (codes if isinstance(codes, list) else [codes])]
    return mb.song(
        own("song", record["id"]), text(record, "title", "name"), ids=[mbid("recording", record), *codes],
        artist=credit(record), album={"id": own("album", record.get("albumId")), "title": text(record, "album")},
        durationMs=(number(record, "duration") or 0) * 1000 or None, discNumber=number(record, "discNumber"),
        trackNumber=number(record, "track"), releaseDate=mb.date(record.get("year")), genres=genres(record),
        artwork=pictures(record, call, "cover"), **advice(record),
        stream={"url": address(call, "stream", id=record["id"], format="raw"), "mime": text(record, "contentType"),
                "kbps": number(record, "bitRate")})


def credit(record: Any) -> mb.Item | None:
    """The artists as one name, with the id if it is one artist."""
    artists = listed(record, "artists")
    name = text(record, "displayArtist", "artist") or ", ".join(filter(None, (text(it, "name") for it in artists)))
    ids = [it.get("id") for it in artists] or [record.get("artistId")]
    return {"id": own("artist", ids[0]) if len(ids) == 1 else None, "name": name} if name else None


def is_by(id: str, record: Any) -> bool:
    """Whether a record is of an artist: some servers list all albums with a song of theirs."""
    artists = listed(record, "artists") + listed(record, "albumArtists") + listed(record, "albumartists")
    ids = {str(it.get("id")) for it in artists} | {str(record.get("artistId") or "")}
    return id in ids or ids == {""}


def album_kind(record: Any) -> str | None:
    types = record.get("releaseTypes")
    words = re.findall("[a-z]+", str(types).lower().replace("remixes", "remix"))
    kinds = ("compilation", "live", "remix", "soundtrack", "demo", "single", "ep", "album")
    found = next((kind for kind in kinds if kind in words), None)
    return found or ("compilation" if record.get("isCompilation") is True else None)


def genres(record: Any) -> list[str | None]:
    return [text(it, "name") for it in listed(record, "genres")] or [text(record, "genre")]


def advice(record: Any) -> dict[str, Any]:
    status = record.get("explicitStatus")
    return {"explicit": True if status == "explicit" else None, "cleaned": True if status == "clean" else None}


def date(record: Any, member: str) -> str | None:
    it = record.get(member)
    return mb.date("-".join(str(it.get(part) or 0) for part in ("year", "month", "day"))) if isinstance(it, dict) else None


def pictures(record: Any, call: mb.Call, role: str) -> list[mb.Item]:
    id = text(record, "coverArt")
    return [{"url": address(call, "getCoverArt", id=id, size=size), "role": role, "width": size, "height": size}
            for size in (300, 1200) if id]


def plain_text(markup: str) -> str:
    """A biography of Last.fm, without its markup and the link at its end."""
    words = html.unescape(re.sub("<[^>]*>", "", re.sub(r"<br\s*/?>", "\n", markup)))
    return re.sub(r"\s*(Read more on Last\.fm|User-contributed text is available).*", "", words, flags=re.DOTALL).strip()


# Lyrics


def lrc(record: Any) -> str:
    """The lines, with their times if all have one."""
    lines = listed(record, "line")
    starts = [line.get("start") for line in lines]
    if not record.get("synced") or not all(isinstance(it, (int, float)) for it in starts):
        return "\n".join(str(line.get("value") or "") for line in lines)
    offset = [f"[offset:{record.get('offset')}]"] if record.get("offset") else []
    timed = [f"[{int(at) // 60_000:02}:{int(at) // 1000 % 60:02}.{int(at) % 1000:03}]{line.get('value') or ''}"
             for at, line in zip(starts, lines)]
    return "\n".join(offset + timed)


def is_of(words: dict[str, Any], title: str, artist: str) -> bool:
    """Whether a text is that of a song, not of one with a similar name."""
    names = [(words.get("title"), title), (words.get("artist"), artist)]
    return bool(text(words, "value")) and all(str(it).casefold() == name.casefold() for it, name in names)


if __name__ == "__main__":
    subsonic.run()
