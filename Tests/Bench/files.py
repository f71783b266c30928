"""Measures the provider of own files on a large collection.

    files.py PROGRAMS [COUNT]

Makes a tree of COUNT small FLAC files with tags (100,000), and runs the hub with the provider on it: the first scan, a
scan without changes, a search of all sources with and without the files, and the memory. Prints lines of JSON, as
musicbus-bench does.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "Sources/Tools/musicbus-sample-upstream/musicbus-sample-upstream"
STARTS = "blue night river stone garden winter echo paper silver morning street ocean mirror thunder violet hollow".split()
# Words that the other sources have, too.
SHARED = "time money wall love dark moon breathe black one shine angel run hello yellow eclipse brain".split()
# 144 words: each is in the titles of two per cent of the songs, as "love" is in a real collection.
WORDS = SHARED + [start + end for start in STARTS for end in ["", "s", "er", "ing", "land", "light", "song", "less"]]


def title(number, count=3):
    """Words that belong to a number."""
    return " ".join(WORDS[(number * 7 + place * 50 + (number >> (4 * place))) % len(WORDS)] for place in range(count)).title()


def flac(tags, number):
    """A FLAC file of four minutes without sound: its description and tags, and bytes that differ from file to file."""
    rate, samples = 44_100, 44_100 * 240
    info = struct.pack(">HH", 4096, 4096) + bytes(6) + ((rate << 44) | (1 << 41) | (15 << 36) | samples).to_bytes(8, "big")
    info += number.to_bytes(16, "big")
    comments = b"".join(struct.pack("<I", len(tag)) + tag for tag in (tag.encode() for tag in tags))
    comments = struct.pack("<I", 5) + b"bench" + struct.pack("<I", len(tags)) + comments
    return (b"fLaC" + b"\x00" + len(info).to_bytes(3, "big") + info
            + b"\x84" + len(comments).to_bytes(3, "big") + comments + bytes(64) + number.to_bytes(8, "big"))


def grow(root, count):
    """Albums of ten songs, ten albums an artist."""
    for number in range(count):
        album, artist = number // 10, number // 100
        folder = root / f"{title(artist, 2)} {artist}" / f"{title(album)} {album}"
        if number % 10 == 0:
            folder.mkdir(parents=True)
        tags = [f"TITLE={title(number)}", f"ARTIST={title(artist, 2)} {artist}", f"ALBUM={title(album)} {album}",
                f"TRACKNUMBER={number % 10 + 1}", "TRACKTOTAL=10", f"DATE={1960 + album % 60}"]
        (folder / f"{number % 10 + 1:02}.flac").write_bytes(flac(tags, number))


class Bus:
    """A hub with all bundled providers, on the sample sources."""

    def __init__(self, programs, home, folders=None):
        self.programs = programs
        self.upstream = subprocess.Popen([SAMPLES, "--port", "0"], stdout=subprocess.PIPE, text=True)
        home.mkdir(exist_ok=True)
        self.environment = {**os.environ, "MUSICBUS_HOME": str(home), "MUSICBUS_SOURCES_URL": self.upstream.stdout.readline().split()[-1]}
        if folders:
            self.run("config", "set", "providers.files.folders", str(folders))
        self.log = home / "log"
        with open(self.log, "wb") as log:
            self.hub = subprocess.Popen([programs / "musicbus-hub"], env=self.environment, stdout=log, stderr=log)
        self.environment["MUSICBUS_NO_AUTOSTART"] = "1"
        while self.hub.poll() is None and not self.run("hub", "status", check=False):
            time.sleep(0.05)

    def run(self, *arguments, check=True):
        done = subprocess.run([self.programs / "musicbus", *arguments], env=self.environment, capture_output=True, text=True, timeout=300)
        if check and done.returncode:
            sys.exit(f"musicbus {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def scan(self):
        """What the provider says of its scan, in seconds, and how many reports of the progress there were."""
        reports = 0
        with open(self.log, encoding="utf-8") as log:
            while self.hub.poll() is None:
                line = log.readline()
                reports += "Reading music files: " in line
                if end := re.search(r"Read [\d,.]+ music files in ([\d.]+) s", line):
                    return float(end[1]), reports
                if not line:
                    time.sleep(0.05)
        sys.exit("The hub has ended.")

    def first_reply(self):
        """Seconds until a reply has songs of the files."""
        start = time.monotonic()
        while not json.loads(self.run("collection", "--json", check=False) or "{}").get("songs"):
            if time.monotonic() - start > 300:
                sys.exit("There are no songs after 300 s.")
        return time.monotonic() - start

    def search(self, rounds=40):
        """The p50 of a search that no cache answers, in milliseconds."""
        times = []
        for number in range(rounds):
            start = time.monotonic()
            self.run("search", "songs", SHARED[number % len(SHARED)], "--refresh", "--json", "--wait", "10s", check=False)
            times.append(1000 * (time.monotonic() - start))
        return statistics.median(times)

    def memory(self):
        """The PSS of the provider, in MB."""
        for pid in pathlib.Path(f"/proc/{self.hub.pid}/task/{self.hub.pid}/children").read_text().split():
            if b"musicbus-provider-files" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes():
                for line in pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                    if line.startswith("Pss:"):
                        return int(line.split()[1]) / 1000
        return None

    def stop(self):
        for process in (self.hub, self.upstream):
            process.send_signal(signal.SIGTERM)
            process.wait(30)


def show(name, value, unit):
    print(json.dumps({"metric": name, "value": round(value, 2), "unit": unit}), flush=True)


def main(programs, count=100_000):
    programs = pathlib.Path(programs).resolve()
    directory = pathlib.Path(tempfile.mkdtemp(prefix="musicbus-files-"))
    try:
        grow(directory / "Music", count)
        bus = Bus(programs, directory / "without")
        try:
            alone = bus.search()
        finally:
            bus.stop()
        bus = Bus(programs, directory / "home", directory / "Music")
        try:
            show("files: first reply with a file after", bus.first_reply(), "s")
            seconds, reports = bus.scan()
            show(f"files: first scan of {count:,}, with {reports} reports", seconds, "s")
            show("files: memory of the provider (PSS)", bus.memory(), "MB")
            show("files: search with them, more than without", bus.search() - alone, "ms")
            show("files: memory of the provider (PSS) after searches", bus.memory(), "MB")
        finally:
            bus.stop()
        bus = Bus(programs, directory / "home", directory / "Music")
        try:
            show("files: scan without changes", bus.scan()[0], "s")
        finally:
            bus.stop()
    finally:
        shutil.rmtree(directory, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
