"""Measures what the hub adds to sources that take 50 ms.

    delay.py PROGRAMS [ROUNDS]

Three, and then ten sources list the same 25 albums of another artist in each round, as plugins on the bus that have
their reply at hand and send it 50 ms after the call. Measured is the time from the moment at which the slowest of them
has sent its reply until the client has the last byte of the hub's; and with one of ten that never replies, until a
client that streams has the last rows of the others. Prints lines of JSON, as musicbus-bench does.
"""

import json
import os
import pathlib
import socket
import statistics
import sys
import tempfile
import time

from plugin import Bus, Peer
from search import processor_ms, show

METHOD = "albums.search"

DELAY = 0.05
COUNT = 10
TITLES = [f"{first} {second}" for first in "Amber Broken Copper Distant Electric".split()
          for second in "Anchors Bridges Candles Deserts Echoes".split()]


def albums(source):
    """The albums as a source lists them, of an artist whose number takes the place of `#`."""
    return json.dumps([{
        "kind": "album", "id": f"{source}:album:#{index}", "title": title,
        "artist": {"name": "Quartet #", "id": f"{source}:artist:#"}, "releaseDate": f"{1995 + index}-03-{1 + index:02}",
        "albumKind": "album", "trackCount": 8 + index % 5, "genres": ["Jazz", "Chamber Music"][:1 + index % 2],
        "artwork": [{"url": f"https://pictures.example.org/{source}/#/{index}/{size}.jpg", "role": "cover", "width": size, "height": size}
                    for size in (250, 500, 1000)],
        "links": {source: f"https://music.example.org/{source}/album/#{index}"},
    } for index, title in enumerate(TITLES)]).encode()


def provide(source, times):
    """A source: it replies to `Quartet 7` with the albums of that artist, and tells when it has done so."""
    start = json.loads(sys.stdin.readline())
    descriptor = {"id": source, "name": source, "version": "1.0", "level": "core", "inflight": 1,
                  "methods": {METHOD: {"cost": {}, "freshMs": 0}}, "namespaces": [f"{source}:album", f"{source}:artist"],
                  "budgets": {}, "hosts": [], "attribution": {"text": "Made up"},
                  "samples": [{"method": METHOD, "params": {"text": "Quartet 1"}}]}
    hub = Peer(start["endpoint"], {"token": start["token"], "descriptor": descriptor})
    clock = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    clock.connect(times)
    items = albums(source)
    while True:
        header, body = hub.receive()
        if header["type"] == "bye":
            return
        if header["type"] != "call":
            continue
        number = body["text"].split()[-1]
        if body["text"].startswith("Hang") and source == f"s{COUNT - 1}":
            continue
        reply = b'{"parts":0,"spent":{},"items":' + items.replace(b"#", number.encode()) + b"}"
        head = json.dumps({"type": "done", "re": header["id"], **hub.session}).encode()
        time.sleep(DELAY)
        hub.socket.send_multipart([b"MB1", head, reply])
        clock.send(f"{number} {time.monotonic()}".encode())


class Sources(Bus):
    """A hub with ten sources."""

    def plugins(self, home):
        clock = f"{home}/times"
        self.times = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.times.bind(clock)
        self.times.settimeout(10)
        for number in range(COUNT):
            name = f"s{number}"
            plugin = self.plugin(home, name, {"methods": [METHOD]})
            text = f"#!/bin/sh\nexec {sys.executable} {pathlib.Path(__file__).resolve()} provide {name} {clock}\n"
            self.program(plugin / name, lambda path, text=text: path.write_text(text))
            yield plugin

    def call(self, text, count, **parameters):
        self.count += 1
        providers = [f"s{number}" for number in range(COUNT - count, COUNT)]
        self.client.send({"type": "call", "id": f"c{self.count}", "method": METHOD},
                         {"text": text, "limit": 25, "providers": providers, "waitMs": 20_000, **parameters})

    def last_sent(self, number, count):
        """When the last of `count` sources had sent its reply about an artist."""
        sent = []
        while len(sent) < count:
            about, at = self.times.recv(100).decode().split()
            if int(about) == number:
                sent.append(float(at))
        return max(sent)

    def search(self, number, count):
        """What a search takes longer than its slowest source, in milliseconds."""
        self.call(f"Quartet {number}", count)
        header, body, at = self.client.frames()
        body = json.loads(body)
        assert header["type"] == "done" and len(body["items"]) == 25, body
        assert all(len(item["ids"]) == count for item in body["items"]), body["items"][0]
        return (at - self.last_sent(number, count)) * 1000

    def first_rows(self, number):
        """The same for rows of nine sources, of which a client that streams gets the last while one hangs."""
        self.call(f"Hang {number}", COUNT, stream=True, timeoutMs=2_000)
        ids = {}
        while not (len(ids) == 25 and all(len(known) == COUNT - 1 for known in ids.values())):
            header, body, at = self.client.frames()
            assert header["type"] == "part", body
            body = json.loads(body)
            for gone in body.get("gone", []):
                ids.pop(gone["id"], None)
            ids.update({item["id"]: item["ids"] for item in body.get("upsert", [])})
        while self.client.receive()[0]["type"] != "done":
            pass
        return (at - self.last_sent(number, COUNT - 1)) * 1000


def main(programs, rounds):
    with tempfile.TemporaryDirectory(prefix="musicbus-bench", dir="/tmp") as home:
        bus = Sources(programs, home)
        try:
            number = 1_000
            costs = {}
            for count, limit in ((3, 4), (COUNT, 8)):
                added = []
                for round in range(rounds + 5):
                    if round == 5:
                        before = processor_ms(bus.pid)
                    added.append(bus.search(number, count))
                    number += 1
                time.sleep(2)
                costs[count] = (processor_ms(bus.pid) - before) / rounds
                show(f"delay.{count}", f"A search of {count} sources with 50 ms, longer than the slowest, p50",
                     statistics.median(added[5:]), "ms", limit,
                     [("p90", statistics.quantiles(added[5:], n=10)[-1], "ms"),
                      ("processor time of the hub", costs[count], "ms"),
                      ("per source", costs[count] / count, "ms")])
            show("delay.linear", "Processor time of the hub per source, ten against three", costs[COUNT] / COUNT / (costs[3] / 3),
                 "×", 1.1)
            show("delay.hang", "One of ten hangs: rows of the others, later than the slowest of them, p50",
                 statistics.median([bus.first_rows(number + round) for round in range(max(5, rounds // 10))]), "ms", 5)
        finally:
            bus.stop()


if __name__ == "__main__":
    if sys.argv[1] == "provide":
        provide(*sys.argv[2:])
    else:
        main(pathlib.Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 100)
