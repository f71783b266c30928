"""Measures an uncached call to one plugin against gRPC.

    plugin.py PROGRAMS [ROUNDS]

Client and plugin are written in Python, and the plugin has its reply at hand: with MusicBus, the client calls the hub,
which calls the plugin; with gRPC, the client calls the plugin over a unix socket. Both exchange the same JSON. Prints a
line of JSON, as musicbus-bench does.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

import grpc
import zmq

ARTISTS = [{"kind": "artist", "id": f"bench:artist:{number}", "name": f"Quartet {number}"} for number in range(25)]
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

    def receive(self):
        """The next message that is no ping."""
        while self.socket.poll(30_000):
            header, body = [json.loads(frame) for frame in [*self.socket.recv_multipart()[1:3], b"{}"][:2]]
            if header["type"] != "ping":
                return header, body
            self.send({"type": "pong", "re": header["id"]}, {"inflight": 0, "oldestMs": 0, "ended": 0})
        sys.exit("The hub sends nothing.")


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
    def __init__(self, programs, home):
        self.musicbus = programs / "musicbus"
        self.environment = {**os.environ, "MUSICBUS_HOME": home}
        plugin = pathlib.Path(home) / "plugin"
        plugin.mkdir()
        program = plugin / "bench"
        program.write_text(f"#!/bin/sh\nexec {sys.executable} {pathlib.Path(__file__).resolve()} provide\n")
        program.chmod(0o700)
        manifest = {"id": "bench", "executable": "./bench", "methods": [METHOD]}
        (plugin / "provider.json").write_text(json.dumps(manifest))
        self.run("hub", "start")
        self.count = 0
        try:
            self.run("provider", "add", "--yes", str(plugin))
            self.client = Peer(f"ipc://{home}/run/clients.sock", {})
        except BaseException:
            self.stop()
            raise

    def run(self, *arguments):
        done = subprocess.run([self.musicbus, *arguments], env=self.environment, text=True, capture_output=True, timeout=60)
        assert done.returncode == 0, done

    def search(self, text):
        self.count += 1
        parameters = {"text": text, "limit": 25, "providers": ["bench"], "cache": "bypass", "waitMs": 20_000}
        self.client.send({"type": "call", "id": f"c{self.count}", "method": METHOD}, parameters)
        header, body = self.client.receive()
        assert header["type"] == "done" and len(body["items"]) == 25, (header, body)

    def stop(self):
        self.run("hub", "stop")


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
    from search import show_ratio

    with tempfile.TemporaryDirectory(prefix="musicbus-bench", dir="/tmp") as home:
        bus, remote = Bus(programs, home), Remote(home)
        try:
            ours, theirs = [], []
            for number in range(rounds + 20):
                ours.append(milliseconds(bus.search, f"Quartet {number}"))
                theirs.append(milliseconds(remote.search, f"Quartet {number}"))
            show_ratio("plugin.p50", "Uncached call to a plugin in Python, p50, against gRPC", ours[20:], theirs[20:], 1.3,
                       "gRPC")
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
