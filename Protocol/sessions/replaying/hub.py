"""Replays a session against a hub: starts it, and plays its clients and providers."""
import json
import os
import signal
import sys
import tempfile
import time
from collections import deque
from pathlib import Path

import zmq

from certification.findings import Failed, Late, Skipped
from certification.process import Child
from certification.protocol import BadJSON, compact, lenient, members, parse, text

from .session import TOLERANCE_MS, Names

START_MS, SILENCE_MS = 10_000, 200
RELAY = Path(__file__).resolve().parent / "relay.py"


def parts(sessions, command, factor, directory):
    return [Replay(it, command, factor, directory) for it in sessions]


class Replay:
    def __init__(self, session, command, factor, directory):
        self.name, self._session, self._command, self._factor = session.name, session, command, factor
        self._tolerance_ms, self._names = TOLERANCE_MS * factor, Names(TOLERANCE_MS * factor)
        self._home = Path(tempfile.mkdtemp(dir=directory))
        # The sockets of clients; the routing id, process id and token of providers.
        self._clients, self._relays = {}, {}
        # The messages of the hub that no line has expected yet, with their times, by receiver.
        self._inboxes = {name: deque() for name in session.actors}

    def play(self):
        self._context = zmq.Context()
        self._orders = self._context.socket(zmq.ROUTER)
        self._orders.bind(f"ipc://{self._home}/relays.sock")
        self._write_manifests()
        self._child = Child(self._command, {**os.environ, "MUSICBUS_HOME": str(self._home)})
        try:
            self._await_start()
            for line in self._session.lines:
                self._play(line)
            self._run(SILENCE_MS)
            for name, inbox in self._inboxes.items():
                if inbox:
                    raise Failed(f"It sends {name} another message: {_shown(inbox[0][1])}")
        finally:
            self._child.close()
            self._context.destroy(0)

    def _write_manifests(self):
        (self._home / "providers").mkdir()
        for name in self._session.providers():
            descriptor, promises = self._session.actors[name]["descriptor"], self._session.actors[name].get("promises")
            manifest = {"id": descriptor["id"], "executable": sys.executable, "methods": promises or list(descriptor["methods"]),
                        "arguments": [str(RELAY), name, f"ipc://{self._home}/relays.sock"]}
            (self._home / f"providers/{manifest['id']}.json").write_text(json.dumps(manifest))

    def _await_start(self):
        """Waits until the hub listens and has started all providers, which is the start of the session."""
        deadline = time.monotonic() + START_MS * self._factor / 1000
        while not (self._home / "run/clients.sock").exists() or len(self._relays) < len(self._session.providers()):
            if time.monotonic() > deadline or self._child.exit:
                raise Late(f"It does not listen on run/clients.sock, or has not started all providers.{self._child.log.last}")
            self._turn(time.monotonic() + 0.02)  # The socket makes no event.
        self._began = time.monotonic()

    # MARK: Messages

    def _run(self, ms, until=lambda: False):
        deadline = time.monotonic() + ms / 1000
        while not until() and self._turn(deadline):
            pass

    def _turn(self, deadline):
        """Takes what has come, or waits for it; returns whether there is time left."""
        poller, left = zmq.Poller(), deadline - time.monotonic()
        for it in [self._orders, *self._clients.values(), *self._child.descriptors()]:
            poller.register(it, zmq.POLLIN)
        ready = dict(poller.poll(max(0, left * 1000)))
        for name in [it for it, socket in self._clients.items() if socket in ready]:
            self._take(name, self._clients[name].recv_multipart())
        if self._orders in ready:
            id, order, *frames = self._orders.recv_multipart()
            if order == b"start":
                # A provider that the hub has started again stays silent.
                name, pid, token = (it.decode() for it in frames)
                self._relays.setdefault(name, (id, int(pid), token))
            for name in [it for it, relay in self._relays.items() if order == b"message" and relay[0] == id]:
                self._take(name, frames)
        self._child.drain()
        if self._child.has_ended():
            self._child.reap()
        return left > 0

    def _take(self, name, frames):
        header = lenient(frames[1]) if len(frames) > 1 else None
        if header and header.get("type") == "ping" and not self._session.is_about_pings:
            return self._send(name, {"type": "pong", "re": header["id"], "sid": header["sid"]}, {"inflight": 0, "oldestMs": 0, "ended": 0})
        self._inboxes[name].append((time.monotonic(), frames))

    def _send(self, name, header, body, tag="MB1"):
        frames = [it.encode() for it in (tag, compact(header), *([] if body is None else [compact(body)]))]
        if name in self._relays:
            return self._order(name, b"send", *frames)
        if name not in self._clients:
            self._clients[name] = self._context.socket(zmq.DEALER)
            self._clients[name].connect(f"ipc://{self._home}/run/clients.sock")
        self._clients[name].send_multipart(frames)

    def _order(self, name, *frames):
        self._orders.send_multipart([self._relays[name][0], *frames])

    # MARK: Lines

    def _play(self, line):
        if line.get("from") == "hub":
            return self._expect(line)
        self._run((self._began - time.monotonic()) * 1000 + line["atMs"])
        if "event" in line:
            return self._happen(line["event"], line["of"], line)
        name, header, body = line["from"], self._names.filled(line["header"]), self._names.filled(line.get("body"))
        if name in self._relays and header["type"] == "hello":
            body["token"] = self._relays[name][2]
        self._send(name, header, body, line.get("tag", "MB1"))

    def _happen(self, event, name, line):
        if event == "stop":
            self._child.signal(signal.SIGTERM)
        elif "signal" in line:
            os.kill(self._relays[name][1], line["signal"])
        elif event == "exit":
            self._order(name, b"exit", str(line["status"]).encode())
        elif event == "disconnect" and name in self._clients:
            self._clients.pop(name).close(0)
        elif event == "disconnect":
            self._order(name, b"reconnect")

    def _expect(self, line):
        inbox, at = self._inboxes[line["to"]], self._began + line["atMs"] / 1000
        what = f"{line['header']['type']} to {line['to']} at {line['atMs']} ms"
        self._run((at - time.monotonic()) * 1000 + line.get("withinMs", 0) + self._tolerance_ms, lambda: inbox)
        if not inbox:
            raise Late(f"It does not send {what}.{self._child.log.last}")
        arrived, frames = inbox.popleft()
        if (arrived - at) * 1000 > line.get("withinMs", 0) + self._tolerance_ms:
            raise Late(f"It sends {what} {int((arrived - at) * 1000)} ms later.")
        if (at - arrived) * 1000 > self._tolerance_ms:
            raise Failed(f"Instead of {what}, it sends {int((at - arrived) * 1000)} ms before: {_shown(frames)}")
        try:
            header, body = parse(frames[1]), parse(frames[2]) if len(frames) > 2 else None
        except (BadJSON, IndexError):
            raise Failed(f"Instead of {what}, it sends: {_shown(frames)}") from None
        wanted = line.get("body", {})
        if line["header"]["type"] == text(header.get("type")) == "welcome":
            wanted = self._with_settings(wanted, members(body))
        if differs := self._names.header_difference(line["header"], header) or self._names.difference(wanted, {} if body is None else body, "body"):
            raise Failed(f"In {what}, {differs} is not as expected: {_shown(frames)}")

    def _with_settings(self, wanted, welcome):
        """The body of a welcome without settings that do not matter; skips a session about some that the hub does not have."""
        wanted = wanted if self._session.is_about_pings else {**wanted, "liveness": "$_"}
        for part, name in (("limits", "inflight"), ("liveness", "pingMs")):
            value, actual = members(wanted[part]).get(name, "$_"), members(welcome.get(part)).get(name)
            if value not in ("$_", actual):
                raise Skipped(f"It needs a hub with {value} as \"{name}\"; here it is {actual}.")
        return wanted


def _shown(frames):
    return b" ".join(frames[1:]).decode(errors="replace")[:600]
