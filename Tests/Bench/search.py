"""Measures an uncached search of MusicBus against the aggregator beside it.

    search.py PROGRAMS [ROUNDS]

Both ask the same sources on loopback for a new artist in each round, one after the other, over HTTP. Prints a line of
JSON for each value, as musicbus-bench does.
"""

import http.client
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

HERE = pathlib.Path(__file__).parent
PROVIDERS = ["deezer", "musicbrainz", "spotify"]
TICK_MS = 1000 / os.sysconf("SC_CLK_TCK")


class Process:
    """A process whose first line of output is its address, and that ends with its standard input."""

    def __init__(self, *command, **variables):
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                      env={**os.environ, **variables})
        self.address = self.child.stdout.readline().strip()

    def stop(self):
        self.child.stdin.close()
        self.child.terminate()
        self.child.wait(20)


def processor_ms(pid, of="stat"):
    """The processor time of a process, also of threads that have ended, or of its main thread."""
    fields = pathlib.Path(f"/proc/{pid}/{of}").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICK_MS


def number(path, name):
    return next(int(line.split()[1]) for line in pathlib.Path(path).read_text().splitlines()
                if line.startswith(name + ":"))


def written(pid):
    return number(f"/proc/{pid}/io", "wchar")


def megabytes(pid):
    return number(f"/proc/{pid}/smaps_rollup", "Pss") / 1024


class Client:
    """Searches over one HTTP connection."""

    def __init__(self, address, path, parameters=(), headers=None):
        self.connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=30)
        self.path, self.parameters, self.headers = path, list(parameters), headers or {}

    def search(self, text, *parameters):
        """The time of a search in milliseconds."""
        query = urllib.parse.urlencode([*self.parameters, *parameters, ("text", text), ("limit", 25)])
        start = time.perf_counter()
        self.connection.request("GET", f"{self.path}?{query}", headers=self.headers)
        response = self.connection.getresponse()
        body = response.read()
        elapsed = (time.perf_counter() - start) * 1000
        reply = json.loads(body)
        assert response.status == 200 and len(reply["items"]) == 25, body[:400]
        for source in reply.get("sources", []):
            assert source["outcome"] == "ok", source
        return elapsed


class Bus:
    def __init__(self, programs, home, sources):
        self.musicbus = programs / "musicbus"
        self.environment = {**os.environ, "MUSICBUS_HOME": home, "MUSICBUS_SOURCES_URL": sources,
                            "MUSICBUS_NO_AUTOSTART": "1"}
        self.run("hub", "start", MUSICBUS_NO_AUTOSTART="")
        self.hub = json.loads(self.run("hub", "status", "--json"))["pid"]
        self.run("config", "set", "providers.spotify.clientID", "sample")
        self.run("config", "set", "providers.spotify.clientSecret", "sample")
        # MusicBrainz allows a request a second.
        self.run("config", "set", "providers.musicbrainz.requestFactor", "1000")
        for name in ("spotify", "musicbrainz"):
            self.run("provider", "reload", name)
        self.web = Process(programs / "musicbus-web", "--port", "0", "--page",
                           HERE.parents[1] / "Sources/Client/musicbus-web/Page", **self.environment)
        address, _, token = self.web.address.partition("/#token=")
        self.client = Client(address, "/api/1/albums.search",
                             [("providers", ",".join(PROVIDERS)), ("waitMs", 20_000)],
                             {"Authorization": f"Bearer {token}"})

    def run(self, *arguments, **variables):
        done = subprocess.run([self.musicbus, *arguments], env={**self.environment, **variables}, text=True,
                              capture_output=True, timeout=60)
        assert done.returncode == 0, done
        return done.stdout

    def pids(self):
        statuses = [json.loads(line) for line in self.run("providers", "--json").splitlines()]
        return [status["pid"] for status in statuses if status["id"] in PROVIDERS]

    def stop(self):
        self.web.stop()
        self.run("hub", "stop")


class Totals:
    """Figures of processes, of which the differences are measured."""

    def __init__(self, bus, pids, aggregator):
        hub, main = bus.hub, processor_ms(bus.hub, f"task/{bus.hub}/stat")
        self.values = {
            "hub's thread": main, "its other threads": processor_ms(hub) - main,
            "providers": sum(processor_ms(pid) for pid in pids),
            "page": processor_ms(bus.web.child.pid),
            "aggregator": processor_ms(aggregator.child.pid),
            "written": written(hub), "written by the aggregator": written(aggregator.child.pid),
        }

    def since(self, before, rounds):
        return {name: (value - before.values[name]) / rounds for name, value in self.values.items()}


def show(name, title, value, unit, limit, figures=(), spread=None):
    target = {"name": name, "title": title, "value": value, "unit": unit, "max": limit,
              "figures": [{"name": name, "value": value, "unit": unit} for name, value, unit in figures]}
    if spread:
        target["spread"] = spread
    print(json.dumps(target), flush=True)


def show_ratio(name, title, ours, theirs, limit, baseline="aggregator"):
    ratios = [a / b for a, b in zip(ours, theirs)]
    quartiles = statistics.quantiles(ratios, n=4)
    show(name, title, statistics.median(ratios), "×", limit,
         [("bus p50", statistics.median(ours), "ms"), (f"{baseline} p50", statistics.median(theirs), "ms")],
         [quartiles[0], quartiles[2]])


def show_costs(name, title, costs, processor_limit, written_limit):
    ours = [(part, costs[part], "ms") for part in ("hub's thread", "its other threads", "providers", "page")]
    show(f"{name}.processor", f"Processor time of {title}, against the aggregator",
         sum(value for _, value, _ in ours) / costs["aggregator"], "×", processor_limit,
         [*ours, ("aggregator", costs["aggregator"], "ms")])
    show(f"{name}.written", f"Written by the hub for {title}", costs["written"] / 1000, "kB", written_limit,
         [("by the aggregator", costs["written by the aggregator"] / 1000, "kB")])


def measure(bus, aggregator, name, title, texts, parameters, limits):
    client = Client(aggregator.address, "/search")
    ours, theirs = [], []
    pids = bus.pids()
    for text in texts[:3]:
        bus.client.search(text, *parameters), client.search(text)
    settle()
    before = Totals(bus, pids, aggregator)
    for text in texts[3:]:
        # Not faster than Deezer allows: 50 requests in 5 seconds.
        pause = time.perf_counter() + 0.11
        ours.append(bus.client.search(text, *parameters))
        theirs.append(client.search(text))
        time.sleep(max(0, pause - time.perf_counter()))
    settle()
    costs = Totals(bus, pids, aggregator).since(before, len(texts) - 3)
    show_ratio(f"{name}.p50", f"{title[0].upper()}{title[1:]} over HTTP, p50, against the aggregator", ours, theirs, limits[0])
    show_costs(name, title, costs, limits[1], limits[2])


def settle():
    """The hub and the aggregator store what they sent; the budget of Deezer is whole again."""
    time.sleep(6)


def main(programs, rounds):
    with tempfile.TemporaryDirectory(prefix="musicbus-bench", dir="/tmp") as directory:
        sources = Process(sys.executable, HERE / "sources.py")
        aggregator = Process(sys.executable, HERE / "aggregator.py", sources.address, f"{directory}/aggregator.db")
        bus = Bus(programs, directory, sources.address)
        try:
            texts = [f"Quartet {index}" for index in range(rounds + 3)]
            measure(bus, aggregator, "search", "a new search of 25 albums from three sources", texts, [], (1.2, 2, 150))
            measure(bus, aggregator, "again", "the same again, bypassing the cache", texts, [("cache", "bypass")],
                    (1.2, 2, 10))
            pids = [bus.hub, *bus.pids()]
            show("search.memory", "Memory of the hub and three providers after the searches",
                 sum(map(megabytes, pids)), "MB", 80,
                 [("hub", megabytes(bus.hub), "MB"), ("searches", 2 * len(texts), ""),
                  ("aggregator", megabytes(aggregator.child.pid), "MB")])
        finally:
            bus.stop()
            aggregator.stop()
            sources.stop()


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 100)
