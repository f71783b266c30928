"""Measures an uncached call to one plugin against gRPC.

    plugin.py PROGRAMS [ROUNDS]

Client and plugin are written in Python, and the plugin has its reply at hand: with MusicBus, the client calls the hub,
which calls the plugin; with gRPC, the client calls the plugin over a unix socket. Both exchange the same JSON. Then the
same plugin on JSON lines, in Python and in C: what the bridge adds to a call, and its memory with the program in C.
Prints lines of JSON, as musicbus-bench does.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

import grpc
import zmq



def artists(namespace):
    return [{"kind": "artist", "id": f"{namespace}:artist:{number}", "name": f"Quartet {number}"} for number in range(25)]


ARTISTS = artists("bench")
METHOD = "artists.search"
VERSIONS = {"versions": {"min": "1.0", "max": "1.0"}, "peer": {"name": "bench", "version": "1.0"}}


class Peer:
    """A session with the hub: of the plugin, or of a client."""

    def __init__(self, endpoint, hello):
        self.socket = zmq.Context.instance().socket(zmq.DEALER)
        self.socket.linger = 100
        self.socket.connect(endpoint)
        self.session = {}
        self.send({"type": "hello", "id": "h"}, {**VERSIONS, **hello})
        header, body = self.receive()
        if header["type"] != "welcome":
            sys.exit(f"The hub refused the session: {body}")
        self.session = {"sid": header["sid"]}

    def send(self, header, body):
        self.socket.send_multipart([b"MB1", json.dumps({**header, **self.session}).encode(), json.dumps(body).encode()])

    def frames(self):
        """The header of the next message that is no ping, its body as it was sent, and when it was there."""
        while self.socket.poll(30_000):
            frames, at = self.socket.recv_multipart(), time.monotonic()
            header, body = json.loads(frames[1]), [*frames[2:3], b"{}"][0]
            if header["type"] != "ping":
                return header, body, at
            self.send({"type": "pong", "re": header["id"]}, {"inflight": 0, "oldestMs": 0, "ended": 0})
        sys.exit("The hub sends nothing.")

    def receive(self):
        """The next message that is no ping."""
        header, body, _ = self.frames()
        return header, json.loads(body)


def provide():
    """The plugin of MusicBus."""
    start = json.loads(sys.stdin.readline())
    descriptor = {"id": "bench", "name": "Bench", "version": "1.0", "level": "core", "inflight": 1,
                  "methods": {METHOD: {"cost": {}, "freshMs": 0}}, "namespaces": ["bench:artist"], "budgets": {},
                  "hosts": [], "attribution": {"text": "Made up"}, "samples": [{"method": METHOD, "params": {"text": "Quartet"}}]}
    hub = Peer(start["endpoint"], {"token": start["token"], "descriptor": descriptor})
    while True:
        header, body = hub.receive()
        if header["type"] == "bye":
            return
        hub.send({"type": "done", "re": header["id"]}, {"parts": 0, "items": ARTISTS, "spent": {}})


def serve(address):
    """The plugin of gRPC."""
    def reply(request, context):
        return {"items": ARTISTS}

    handler = grpc.unary_unary_rpc_method_handler(reply, json.loads, lambda value: json.dumps(value).encode())
    server = grpc.server(ThreadPoolExecutor(4))
    server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler("Provider", {METHOD: handler})])
    server.add_insecure_port(address)
    server.start()
    print(address, flush=True)
    sys.stdin.read()


class Bus:
    """A hub with the plugin in three forms: "bench" on the bus, "lines" and "clines" on JSON lines, in Python and C."""

    def __init__(self, programs, home):
        self.musicbus = programs / "musicbus"
        self.environment = {**os.environ, "MUSICBUS_HOME": home}
        plugins = list(self.plugins(home))
        self.run("hub", "start")
        self.pid = json.loads(self.run("hub", "status", "--json"))["pid"]
        self.count = 0
        try:
            for plugin in plugins:
                self.run("provider", "add", "--yes", str(plugin))
            self.client = Peer(f"ipc://{home}/run/clients.sock", {})
        except BaseException:
            self.stop()
            raise

    def plugins(self, home):
        """The directories of the plugins."""
        native = self.plugin(home, "bench", {"methods": [METHOD]})
        shell = f"#!/bin/sh\nexec {sys.executable} {pathlib.Path(__file__).resolve()} provide\n"
        self.program(native / "bench", lambda path: path.write_text(shell))
        yield native
        for name, text in (("lines", LINES), ("clines", None)):
            plugin = self.plugin(home, name, {
                "name": name, "version": "1.0.0", "lines": 1, "inflight": 1, "namespaces": [f"{name}:artist"],
                "methods": {METHOD: {"cost": {}, "freshMs": 1}}, "attribution": {"text": "Made up"},
                "samples": [{"method": METHOD, "params": {"text": "Quartet"}}]})
            self.program(plugin / name, lambda path: path.write_text(text) if text else compile(path))
            yield plugin

    @staticmethod
    def plugin(home, name, manifest):
        directory = pathlib.Path(home) / name
        directory.mkdir()
        (directory / "provider.json").write_text(json.dumps({"id": name, "executable": f"./{name}", **manifest}))
        return directory

    @staticmethod
    def program(path, write):
        write(path)
        path.chmod(0o700)

    def run(self, *arguments):
        done = subprocess.run([self.musicbus, *arguments], env=self.environment, text=True, capture_output=True, timeout=60)
        assert done.returncode == 0, done
        return done.stdout

    def search(self, text, plugin="bench"):
        self.count += 1
        parameters = {"text": text, "limit": 25, "providers": [plugin], "cache": "bypass", "waitMs": 20_000}
        self.client.send({"type": "call", "id": f"c{self.count}", "method": METHOD}, parameters)
        header, body = self.client.receive()
        assert header["type"] == "done" and len(body["items"]) == 25, (header, body)

    def stop(self):
        self.run("hub", "stop")


def compile(path):
    """The program in C: its reply is a text, but for the id of the call."""
    text = json.dumps(json.dumps(artists("clines")))
    source = path.with_suffix(".c")
    source.write_text("""#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0) {
    char *id = strstr(line, "\\"id\\":");
    if (!id || !strstr(line, "\\"method\\"")) continue;
    printf("{\\"id\\":%ld,\\"items\\":%s}\\n", atol(id + 5), ITEMS);
    fflush(stdout);
  }
}
""".replace("ITEMS", text))
    subprocess.run(["gcc", "-O1", "-o", path, source], check=True)


LINES = f"""#!/usr/bin/env python3
import json, sys
items = json.dumps({artists("lines")!r})
for text in sys.stdin:
    line = json.loads(text)
    if "method" in line:
        print('{{"id":%s,"items":%s}}' % (json.dumps(line["id"]), items), flush=True)
"""


def memory(name):
    """The memory (PSS) of the processes of a plugin on lines, in MB: the bridge, its sandbox and the program."""
    total = 0
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
            if f"/{name}/".encode() in command and (b"musicbus-provider-lines" in command or f"/{name}/{name}".encode() in command):
                rollup = (process / "smaps_rollup").read_text()
                total += int(next(line for line in rollup.splitlines() if line.startswith("Pss:")).split()[1])
        except OSError:
            continue
    return total / 1000


class Remote:
    def __init__(self, home):
        self.child = subprocess.Popen([sys.executable, __file__, "serve", f"unix:{home}/grpc.sock"], text=True,
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        channel = grpc.insecure_channel(self.child.stdout.readline().strip())
        self.call = channel.unary_unary(f"/Provider/{METHOD}", lambda value: json.dumps(value).encode(), json.loads)

    def search(self, text):
        assert len(self.call({"text": text, "limit": 25}, timeout=30)["items"]) == 25

    def stop(self):
        self.child.stdin.close()
        self.child.wait(20)


def milliseconds(work, text):
    start = time.perf_counter()
    work(text)
    return (time.perf_counter() - start) * 1000


def main(programs, rounds):
    from search import show, show_ratio

    with tempfile.TemporaryDirectory(prefix="musicbus-bench", dir="/tmp") as home:
        bus, remote = Bus(programs, home), Remote(home)
        try:
            ours, theirs = [], []
            for number in range(rounds + 20):
                ours.append(milliseconds(bus.search, f"Quartet {number}"))
                theirs.append(milliseconds(remote.search, f"Quartet {number}"))
            show_ratio("plugin.p50", "Uncached call to a plugin in Python, p50, against gRPC", ours[20:], theirs[20:], 1.3,
                       "gRPC")
            for plugin, language in (("lines", "Python"), ("clines", "C")):
                native, lines = [], []
                for number in range(rounds + 20):
                    native.append(milliseconds(bus.search, f"Quartet {number}"))
                    lines.append(milliseconds(lambda text: bus.search(text, plugin), f"Quartet {number}"))
                added = [one - other for one, other in zip(lines[20:], native[20:])]
                show(f"lines.{language}.p50", f"Added to a call by JSON lines, plugin in {language}, against one in Python on the bus",
                     statistics.median(added), "ms", 1, [("lines p50", statistics.median(lines[20:]), "ms")])
            show("lines.memory", "Memory (PSS) of a plugin in C on JSON lines: bridge, sandbox, program", memory("clines"), "MB",
                 12, [("in Python", memory("lines"), "MB")])
        finally:
            bus.stop()
            remote.stop()


if __name__ == "__main__":
    if sys.argv[1] == "provide":
        provide()
    elif sys.argv[1] == "serve":
        serve(sys.argv[2])
    else:
        main(pathlib.Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1000)
