"""Sources for the measurement of an uncached search: Deezer, MusicBrainz and Spotify with any artist.

Each search for an artist lists the same 25 albums, as the service writes its records. Prints its address, and ends
with its standard input.
"""

import asyncio
import hashlib
import sys
import uuid

import orjson
import uvloop
from aiohttp import web

FIRST = "Amber Broken Copper Distant Electric".split()
SECOND = "Anchors Bridges Candles Deserts Echoes".split()
TITLES = [f"{first} {second}" for first in FIRST for second in SECOND]


def number(text):
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest())


def identifier(text):
    return str(uuid.UUID(bytes=hashlib.blake2b(text.encode(), digest_size=16).digest()))


def base62(text):
    return hashlib.blake2b(text.encode(), digest_size=11).hexdigest()[:22]


def date(index):
    return f"{1995 + index}-{1 + index % 12:02}-{1 + index:02}"


def deezer(artist):
    who, pictures = number(artist), "https://cdn-images.dzcdn.net/images"
    sizes = {"small": 56, "medium": 250, "big": 500, "xl": 1000}
    owner = {"id": who, "name": artist, "link": f"https://www.deezer.com/artist/{who}", "type": "artist",
             "picture": f"https://api.deezer.com/artist/{who}/image",
             "tracklist": f"https://api.deezer.com/artist/{who}/top?limit=50",
             **{f"picture_{size}": f"{pictures}/artist/{who:032x}/{width}x{width}-000000-80-0-0.jpg"
                for size, width in sizes.items()}}
    for title in TITLES:
        album = number(artist + title)
        yield {"id": album, "title": title, "link": f"https://www.deezer.com/album/{album}", "type": "album",
               "cover": f"https://api.deezer.com/album/{album}/image", "md5_image": f"{album:032x}", "genre_id": 132,
               "nb_tracks": 10, "record_type": "album", "explicit_lyrics": False, "artist": owner,
               "tracklist": f"https://api.deezer.com/album/{album}/tracks",
               **{f"cover_{size}": f"{pictures}/cover/{album:032x}/{width}x{width}-000000-80-0-0.jpg"
                  for size, width in sizes.items()}}


def musicbrainz(artist):
    owner = {"id": identifier(artist), "name": artist, "sort-name": artist, "disambiguation": "quartet"}
    for index, title in enumerate(TITLES):
        group = identifier(artist + title)
        yield {"id": group, "type-id": "f529b476-6e62-324f-b0aa-1f3e33d313fc", "score": 100, "count": 2,
               "primary-type-id": "f529b476-6e62-324f-b0aa-1f3e33d313fc", "title": title, "primary-type": "Album",
               "first-release-date": date(index), "artist-credit": [{"name": artist, "artist": owner}],
               "releases": [{"id": identifier(artist + title + country), "title": title, "status": "Official",
                             "status-id": "4e304316-386d-3409-af2e-78857eec5cfe"} for country in ("US", "GB")],
               "tags": [{"count": 3, "name": "jazz"}, {"count": 1, "name": "chamber music"}]}


def spotify(artist):
    who = base62(artist)
    owner = {"id": who, "name": artist, "type": "artist", "uri": f"spotify:artist:{who}",
             "href": f"https://api.spotify.com/v1/artists/{who}",
             "external_urls": {"spotify": f"https://open.spotify.com/artist/{who}"}}
    for index, title in enumerate(TITLES):
        album = base62(artist + title)
        yield {"id": album, "name": title, "album_type": "album", "type": "album", "uri": f"spotify:album:{album}",
               "release_date": date(index), "release_date_precision": "day", "total_tracks": 10, "artists": [owner],
               "href": f"https://api.spotify.com/v1/albums/{album}",
               "external_urls": {"spotify": f"https://open.spotify.com/album/{album}"},
               "images": [{"width": width, "height": width, "url": f"https://i.scdn.co/image/{number(album):08x}{width}"}
                          for width in (640, 300, 64)]}


def page(items, query):
    offset = int(query.get("offset") or query.get("index") or 0)
    return list(items)[offset:offset + int(query.get("limit", 25))]


REPLIES = {}


def reply(search):
    """Serves a search; a response is made once, so that the sources cost little."""
    async def serve(request):
        key = request.path_qs
        if key not in REPLIES:
            REPLIES[key] = orjson.dumps(search(request.query))
        return web.Response(body=REPLIES[key], content_type="application/json")
    return serve


def search_deezer(query):
    return {"data": page(deezer(query["q"]), query), "total": len(TITLES)}


def search_musicbrainz(query):
    return {"created": "2026-11-01T00:00:00.000Z", "count": len(TITLES), "offset": int(query.get("offset", 0)),
            "release-groups": page(musicbrainz(query["query"]), query)}


def search_spotify(query):
    return {"albums": {"items": page(spotify(query["q"]), query), "next": None, "total": len(TITLES)}}


async def token(request):
    return web.json_response({"access_token": "sample", "token_type": "Bearer", "expires_in": 36_000})


async def main():
    app = web.Application()
    app.router.add_get("/search/album", reply(search_deezer))
    app.router.add_get("/ws/2/release-group", reply(search_musicbrainz))
    app.router.add_get("/v1/search", reply(search_spotify))
    app.router.add_post("/api/token", token)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    print(f"http://127.0.0.1:{runner.addresses[0][1]}", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    await runner.cleanup()


uvloop.run(main())
