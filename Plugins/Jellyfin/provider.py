#!/usr/bin/env python3
"""Jellyfin: the music on the user's own server, with its pictures, lyrics and sound."""

import datetime
import re
import urllib.parse
from typing import Any

import musicbus as mb

jellyfin = mb.Provider(
    "jellyfin", "Jellyfin", service="Jellyfin", owned=True, attribution="The music on your Jellyfin server.",
    url="https://jellyfin.org", requires=["server", "apiKey"],
    config={
        "server": {"type": "string", "format": "origin", "description":
                   "The address of your server without a path, such as http://192.168.1.20:8096."},
        "apiKey": mb.secret(
            "https://jellyfin.org/docs/", "A key that an administrator of the server makes for MusicBus on the page \"API Keys\" "
            "of its dashboard (/web/#/dashboard/keys). A program that has it may do everything on the server; MusicBus only "
            "reads. To withdraw it, delete it on that page."),
        "user": {"type": "string", "description":
                 "The name of the user whose libraries count; without one, all libraries of the server."},
        "path": {"type": "string", "description": "The path of the server, such as /jellyfin, if it has a base URL."},
    },
    lacks={"artist": ["followers"], "album": ["albumKind"], "song": ["previewURL"]},
)
# Nobody else pays for the requests; the limit only spares a small computer.
server = jellyfin.upstream(
    "{server}", per_minute=600, headers={"Authorization": 'MediaBrowser Token="{apiKey}"'},
    # A song takes some 3 KB with its file, and a response has to fit into 1 MiB.
    paging=mb.Paging(offset="startIndex", size="limit", max=100, total="TotalRecordCount"),
)
for kind in ("artist", "album", "song"):
    jellyfin.ids(kind)
jellyfin.whole_songs(server)

# Where the artists of songs are, and those of albums.
ARTISTS, ALBUM_ARTISTS = "/Artists", "/Artists/AlbumArtists"
ITEM_TYPES = {"artist": "MusicArtist", "album": "MusicAlbum", "song": "Audio"}
# What records have only on request.
FIELDS = {"artist": "ProviderIds,Genres,Overview", "album": "ProviderIds,Genres,Studios,RecursiveItemCount",
          "song": "ProviderIds,Genres,MediaSources"}
UUID, NUMBER = "[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", "[1-9][0-9]*"
# The ids of other services. A "MusicBrainzTrack" is the place of a recording on one release, which has no id here.
OTHER_IDS = {
    "artist": {"MusicBrainzArtist": ("mbid:artist", UUID), "AudioDbArtist": ("audiodb:artist", NUMBER)},
    "album": {"MusicBrainzAlbum": ("mbid:release", UUID), "MusicBrainzReleaseGroup": ("mbid:release-group", UUID),
              "AudioDbAlbum": ("audiodb:album", NUMBER)},
    "song": {"MusicBrainzRecording": ("mbid:recording", UUID)},
}
MEDIA_TYPES = {"mp3": "audio/mpeg", "flac": "audio/flac", "m4a": "audio/mp4", "m4b": "audio/mp4", "mp4": "audio/mp4",
               "mov": "audio/mp4", "aac": "audio/aac", "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg",
               "wav": "audio/wav", "aiff": "audio/aiff", "webm": "audio/webm", "wma": "audio/x-ms-wma"}
# For how long lists are fresh, in hours: the server is near, and music is added to it.
SOON = 0.1


@jellyfin.serves("artists.search", server, requests=4, fresh_hours=SOON, sample="a")
def search_artists(call: mb.Call) -> mb.Page:
    query = {"searchTerm": call.text, "userId": user(call)}
    found = listed(call, "artist", ARTISTS, **query)
    if found.next is None and call.offset == 0:
        # An orchestra may have albums, but no songs.
        others = listed(call, "artist", ALBUM_ARTISTS, **query).items
        found = mb.Page((found.items + [it for it in others if it not in found.items])[:call.limit])
    return found


@jellyfin.serves("albums.search", server, requests=4, fresh_hours=SOON, sample="a")
def search_albums(call: mb.Call) -> mb.Page:
    return listed(call, "album", searchTerm=call.text, albumArtistIds=named_artists(call, ALBUM_ARTISTS))


@jellyfin.serves("songs.search", server, requests=4, fresh_hours=SOON, sample="a")
def search_songs(call: mb.Call) -> mb.Page:
    return listed(call, "song", searchTerm=call.text, artistIds=named_artists(call, ARTISTS))


@jellyfin.serves("collection.artists", server, requests=3, fresh_hours=SOON, sample={})
def own_artists(call: mb.Call) -> mb.Page:
    found = listed(call, "artist", ALBUM_ARTISTS, sortBy="SortName")
    artists = [it for it in found.items if it["name"].casefold() != "various artists"]
    return mb.Page(artists, found.next, found.total if len(artists) == len(found.items) else None)


@jellyfin.serves("collection.albums", server, requests=3, fresh_hours=SOON, sample={})
def own_albums(call: mb.Call) -> mb.Page:
    return listed(call, "album", sortBy="SortName")


@jellyfin.serves("artist.get", server, requests=3, fresh_hours=SOON)
def get_artist(call: mb.Call) -> mb.Page:
    return listed(call, "artist", ids=own_id(call, "artist"))


@jellyfin.serves("album.get", server, requests=3, fresh_hours=SOON)
def get_album(call: mb.Call) -> mb.Page:
    return listed(call, "album", ids=own_id(call, "album"))


@jellyfin.serves("song.get", server, requests=3, fresh_hours=SOON)
def get_song(call: mb.Call) -> mb.Page:
    return listed(call, "song", ids=own_id(call, "song"))


@jellyfin.serves("artist.albums", server, requests=3, fresh_hours=SOON)
def artist_albums(call: mb.Call) -> mb.Page:
    return listed(call, "album", albumArtistIds=own_id(call, "artist"), sortBy="PremiereDate,ProductionYear,SortName")


@jellyfin.serves("artist.appearances", server, requests=3, fresh_hours=SOON)
def artist_appearances(call: mb.Call) -> mb.Page:
    return listed(call, "album", contributingArtistIds=own_id(call, "artist"), sortBy="PremiereDate,ProductionYear,SortName")


@jellyfin.serves("artist.songs", server, requests=3, fresh_hours=SOON)
def artist_songs(call: mb.Call) -> mb.Page:
    return listed(call, "song", artistIds=own_id(call, "artist"),
                  sortBy="ProductionYear,Album,ParentIndexNumber,IndexNumber,SortName")


@jellyfin.serves("album.songs", server, requests=4, fresh_hours=SOON)
def album_songs(call: mb.Call) -> mb.Page | None:
    id = own_id(call, "album")
    # The server refuses to list the songs of an album that it no longer has.
    is_there = request(call, "/Items", ids=id, includeItemTypes=ITEM_TYPES["album"], limit=1)["Items"]
    return listed(call, "song", parentId=id, sortBy="ParentIndexNumber,IndexNumber,SortName") if is_there else None


@jellyfin.serves("song.lyrics", server, requests=4, fresh_hours=SOON)
def lyrics(call: mb.Call) -> mb.Lyrics | None:
    id = own_id(call, "song") if call.id("song") else song_of_the_names(call)
    lines = call.get(server, path(call) + "/Audio/{id}/Lyrics", id=id)["Lyrics"]
    # The lines of a plain text have no time, or all the same.
    times = [line.get("Start") for line in lines]
    are_timed = None not in times and any(times)
    texts = [(stamp(time) if are_timed else "") + line["Text"] for line, time in zip(lines, times)]
    return mb.Lyrics("\n".join(texts)) if any(line["Text"].strip() for line in lines) else None


@jellyfin.serves("artwork.get", server)
def artwork(call: mb.Call) -> mb.File:
    kind = next((it for it in ITEM_TYPES if call.id(it)), "album")
    return mb.File(call.url or address(call) + f"/Items/{own_id(call, kind)}/Images/Primary?maxWidth=1200")


# Requests


def path(call: mb.Call) -> str:
    """The path of the server, without a slash at its end."""
    inner = (call.config.get("path") or "").strip("/")
    return "/" + urllib.parse.quote(inner, safe="/%") if inner else ""


def address(call: mb.Call) -> str:
    """The beginning of the addresses in records, in which the hub puts that of the server."""
    return "{server}" + path(call)


def own_id(call: mb.Call, kind: str) -> str:
    """The server's id in a call. The server would ignore one of another form, and list everything."""
    id = call.id(kind) or ""
    if not re.fullmatch("[0-9a-f]{32}", id):
        raise mb.NotFound(id)
    return id


def request(call: mb.Call, place: str, **query: Any) -> Any:
    try:
        return call.get(server, path(call) + place, **query)
    except mb.NotFound:
        raise no_server(call) from None


def no_server(call: mb.Call) -> mb.Failed:
    """The error of a list that is not there, unlike one that is empty."""
    return mb.Failed("CONFIGURATION_INVALID", f"There is no Jellyfin server at {call.config['server']}{path(call)}; "
                     "\"path\" is its base URL.")


def listed(call: mb.Call, kind: str, place: str = "/Items", **query: Any) -> mb.Page:
    """The page of records of a kind that the call asks for."""
    convert = {"artist": artist, "album": album, "song": song}[kind]
    if place == "/Items":
        query |= {"includeItemTypes": ITEM_TYPES[kind], "recursive": True}
    if "userId" not in query:
        query["userId"] = user(call)
    try:
        return call.page(server, path(call) + place, items="Items", to=lambda record: convert(record, call),
                         fields=FIELDS[kind], **query)
    except mb.NotFound:
        raise no_server(call) from None


def user(call: mb.Call) -> str | None:
    """The id of the user of the configuration."""
    name = str(call.config.get("user") or "").strip()
    if not name:
        return None
    for it in request(call, "/Users"):
        if it["Name"].casefold() == name.casefold():
            return str(it["Id"])
    raise mb.Failed("CONFIGURATION_INVALID", f"The Jellyfin server has no user \"{name}\".")


def named_artists(call: mb.Call, place: str) -> str | None:
    """The ids of the artists whom a search names; `None` if there are none, since the name is only a hint."""
    name = call.params.get("artist")
    records = request(call, place, searchTerm=name, limit=20)["Items"] if name else []
    return ",".join(record["Id"] for record in records) or None


def song_of_the_names(call: mb.Call) -> str:
    """The id of the song that has the title, artist and length of a call about a song of another source."""
    title, name = call.text.casefold(), str(call.params.get("artist") or "").casefold()
    length = call.params.get("durationMs") or 0
    for it in listed(call, "song", searchTerm=call.text).items if title and name else []:
        other = it.get("durationMs") or length
        is_same = it["title"].casefold() == title and it.get("artist", {}).get("name", "").casefold() == name
        if is_same and (not length or abs(other - length) <= max(2000, length / 20)):
            return str(it["id"].rpartition(":")[2])
    raise mb.NotFound(call.text)


# Records


def artist(record: Any, call: mb.Call) -> mb.Item:
    return mb.artist(jellyfin.id("artist", record["Id"]), record["Name"], ids=other_ids("artist", record),
                     biography=record.get("Overview"), genres=record.get("Genres"), links=links(record, call),
                     artwork=pictures(record, call, "portrait"))


def album(record: Any, call: mb.Call) -> mb.Item:
    studios = record.get("Studios") or [{}]
    return mb.album(jellyfin.id("album", record["Id"]), record["Name"], ids=other_ids("album", record),
                    artist=credit(record.get("AlbumArtists"), [record.get("AlbumArtist")]), releaseDate=date(record),
                    trackCount=record.get("RecursiveItemCount") or None, label=studios[0].get("Name"),
                    genres=record.get("Genres"), links=links(record, call), artwork=pictures(record, call, "cover"))


def song(record: Any, call: mb.Call) -> mb.Item:
    file = (record.get("MediaSources") or [{}])[0]
    container = str(file.get("Container") or record.get("Container")).partition(",")[0].lower()
    names = credit(record.get("ArtistItems"), record.get("Artists"))
    return mb.song(
        jellyfin.id("song", record["Id"]), record["Name"], ids=other_ids("song", record),
        artist=names if names["name"] else credit(record.get("AlbumArtists"), [record.get("AlbumArtist")]),
        album={"id": jellyfin.id("album", record.get("AlbumId")), "title": record.get("Album")},
        durationMs=(record.get("RunTimeTicks") or 0) // 10_000 or None, releaseDate=date(record),
        discNumber=record.get("ParentIndexNumber") or None, trackNumber=record.get("IndexNumber") or None,
        genres=record.get("Genres"), links=links(record, call), artwork=pictures(record, call, "cover"),
        stream={"url": address(call) + f"/Audio/{record['Id']}/stream?static=true",
                "mime": MEDIA_TYPES.get(container), "kbps": (file.get("Bitrate") or 0) // 1000 or None},
    )


def other_ids(kind: str, record: Any) -> list[str]:
    known = {name: str(value).lower() for name, value in (record.get("ProviderIds") or {}).items()}
    return [f"{start}:{known[name]}" for name, (start, form) in OTHER_IDS[kind].items()
            if re.fullmatch(form, known.get(name, ""))]


def credit(items: Any, names: Any) -> mb.Item:
    """The artists as one name, with the id if it is one artist. Not all names have an item."""
    items, names = items or [], [name for name in names or [] if name]
    names = names if len(names) > len(items) else [it["Name"] for it in items]
    id = items[0]["Id"] if len(names) == len(items) == 1 else None
    return {"id": jellyfin.id("artist", id), "name": ", ".join(names)}


def date(record: Any) -> str | None:
    """The day of the release, or only its year.

    Of a year, the server makes the first of January. Days begin at midnight where the server is, but are written as
    UTC: 23:00 of the day before in Berlin, 05:00 in New York.
    """
    year, moment = mb.date(record.get("ProductionYear")), str(record.get("PremiereDate") or "")
    try:
        nearest = datetime.datetime.fromisoformat(moment[:19]) + datetime.timedelta(hours=12, seconds=-1)
    except (ValueError, OverflowError):
        return year
    day = nearest.date().isoformat()
    is_day = day[5:] != "01-01" and day[:4] == (year or day[:4])
    return day if is_day else year or day[:4]


def pictures(record: Any, call: mb.Call, role: str) -> list[mb.Item]:
    """The picture, of a song that of its album if it has none; the server makes it as small as is asked for."""
    id, tag = record["Id"], (record.get("ImageTags") or {}).get("Primary")
    if not tag:
        id, tag = record.get("AlbumId"), record.get("AlbumPrimaryImageTag")
    if not id or not tag:
        return []
    url = f"{address(call)}/Items/{id}/Images/Primary?tag={urllib.parse.quote(tag)}&maxWidth="
    return [{"url": url + "1200", "role": role}, {"url": url + "300", "role": role, "width": 300}]


def links(record: Any, call: mb.Call) -> dict[str, str]:
    return {"jellyfin": f"{address(call)}/web/#/details?id={record['Id']}"}


def stamp(ticks: int) -> str:
    """The time of a line in LRC; a tick is a ten-millionth of a second."""
    ms = ticks // 10_000
    return f"[{ms // 60_000:02}:{ms // 1000 % 60:02}.{ms % 1000:03}]"


if __name__ == "__main__":
    jellyfin.run()
