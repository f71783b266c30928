"""A straightforward aggregator, against which the benchmark measures MusicBus.

    aggregator.py SOURCES_URL DATABASE

Serves GET /search?text=TEXT&limit=N on a free port, whose address is its first line of output: asks Deezer, MusicBrainz
and Spotify (the sample sources) for albums, matches and merges them, replies, and then stores the replies and the
merged albums in SQLite, where a full-text index finds them. It ends when its standard input does.
"""

import asyncio
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor

import aiohttp
import orjson
import uvloop
from aiohttp import web
from rapidfuzz import fuzz, utils

SOURCES, DATABASE = sys.argv[1], sys.argv[2]
TOKEN = {"Authorization": "Bearer sample-access-token"}
SAME = 90


def deezer(reply):
    for item in reply["data"]:
        artist = item["artist"]
        yield {"ids": [f"deezer:album:{item['id']}"], "title": item["title"], "artist": artist["name"],
               "artistIDs": [f"deezer:artist:{artist['id']}"], "tracks": item.get("nb_tracks"),
               "kind": item.get("record_type"), "url": item.get("link"), "explicit": item.get("explicit_lyrics"),
               "artwork": [item[f"cover_{size}"] for size in ("small", "medium", "big", "xl")]}


def musicbrainz(reply):
    for item in reply["release-groups"]:
        credits = item["artist-credit"]
        yield {"ids": [f"mbid:album:{item['id']}"], "title": item["title"], "date": item.get("first-release-date"),
               "artist": "".join(credit["name"] + credit.get("joinphrase", "") for credit in credits),
               "artistIDs": [f"mbid:artist:{credit['artist']['id']}" for credit in credits],
               "kind": item.get("primary-type"), "artwork": []}


def spotify(reply):
    for item in reply["albums"]["items"]:
        artists = item["artists"]
        yield {"ids": [f"spotify:album:{item['id']}"], "title": item["name"], "date": item.get("release_date"),
               "artist": ", ".join(artist["name"] for artist in artists), "tracks": item.get("total_tracks"),
               "artistIDs": [f"spotify:artist:{artist['id']}" for artist in artists],
               "kind": item.get("album_type"), "url": item["external_urls"]["spotify"],
               "artwork": [image["url"] for image in item["images"]]}


SEARCHES = [
    (deezer, "/search/album", {"index": "0"}, "q", "50"),
    (musicbrainz, "/ws/2/release-group", {"fmt": "json", "offset": "0"}, "query", "50"),
    (spotify, "/v1/search", {"type": "album", "offset": "0"}, "q", "10"),
]


async def ask(client, source, path, parameters, name, limit, text):
    async with client.get(SOURCES + path, params={**parameters, name: text, "limit": limit}, headers=TOKEN) as response:
        return list(source(orjson.loads(await response.read())))


def is_same(one, other):
    years = {record["date"][:4] for record in (one, other) if record.get("date")}
    return (len(years) < 2 and fuzz.token_sort_ratio(one["key"][0], other["key"][0]) >= SAME
            and fuzz.token_set_ratio(one["key"][1], other["key"][1]) >= SAME)


def merged(records):
    """The albums, in the order in which the sources list them."""
    albums = []
    for record in records:
        record["key"] = utils.default_process(record["title"]), utils.default_process(record["artist"])
        same = next((album for album in albums if is_same(album, record)), None)
        if same is None:
            albums.append(dict(record))
            continue
        for name, value in record.items():
            if isinstance(value, list):
                same[name] = same[name] + [element for element in value if element not in same[name]]
            elif same.get(name) is None:
                same[name] = value
    return albums


class Store:
    def __init__(self):
        self.thread = ThreadPoolExecutor(1)
        self.database = sqlite3.connect(DATABASE, check_same_thread=False)
        self.database.executescript("""
            PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
            CREATE TABLE IF NOT EXISTS reply(query TEXT PRIMARY KEY, text BLOB) WITHOUT ROWID;
            CREATE TABLE IF NOT EXISTS album(number INTEGER PRIMARY KEY, id TEXT UNIQUE, text BLOB);
            CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(title, artist, content='');
        """)

    def put(self, query, replies, albums):
        with self.database:
            self.database.execute("REPLACE INTO reply VALUES (?, ?)", (query, orjson.dumps(replies)))
            for album in albums:
                done = self.database.execute("INSERT OR IGNORE INTO album(id, text) VALUES (?, ?)",
                                             (album["ids"][0], orjson.dumps(album)))
                if done.rowcount:
                    self.database.execute("INSERT INTO words(rowid, title, artist) VALUES (?, ?, ?)",
                                          (done.lastrowid, album["title"], album["artist"]))


async def search(request):
    text, limit = request.query["text"], int(request.query.get("limit", "25"))
    client, store = request.app["client"], request.app["store"]
    replies = await asyncio.gather(*(ask(client, *search, text) for search in SEARCHES))
    albums = merged(record for reply in replies for record in reply)
    asyncio.get_running_loop().run_in_executor(store.thread, store.put, text, replies, albums)
    return web.Response(body=orjson.dumps({"total": len(albums), "items": albums[:limit]}),
                        content_type="application/json")


async def main():
    app = web.Application()
    app["store"] = Store()
    app.router.add_get("/search", search)
    async with aiohttp.ClientSession() as app["client"]:
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        print(f"http://127.0.0.1:{runner.addresses[0][1]}", flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
        await runner.cleanup()
        app["store"].thread.shutdown()


uvloop.run(main())
