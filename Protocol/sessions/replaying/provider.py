"""Replays a session against a provider: plays its hub. What a provider decides for itself, such as its items, is its own."""
import os
import time

from certification.findings import Failed, Findings, Late, Skipped
from certification.hub import Hub
from certification.manifest import Provider

from .session import TOLERANCE_MS, Names

EXIT_MS, CANCEL_MS, SILENCE_MS = 2000, 500, 150


def parts(sessions, command, factor, directory):
    """The command is each provider of each session in turn, if it says hello there."""
    found = [Replay(session, name, command, factor, directory) for session in sessions for name in session.providers()]
    return [it for it in found if it.is_ready]


class Replay:
    def __init__(self, session, actor, command, factor, directory):
        self.name, self._session, self._actor = f"{session.name} ({actor})", session.name, actor
        self._factor, self._directory = factor, directory
        self._lines = [it for it in session.lines if actor in (it.get("from"), it.get("to"), it.get("of"))]
        self.is_ready = any(it["header"]["type"] == "hello" for it in self._lines if "header" in it)
        self._behavior = {"versions": session.hub["versions"], **session.hub["liveness"]}
        self._provider, self._names = Provider(command, dict(os.environ)), Names(TOLERANCE_MS * factor)
        self._hellos, self._cancelled = 0, {}

    def play(self):
        findings = Findings()
        self._hub = Hub(self._provider, self._behavior, findings, self._factor, self._directory, lambda: self._session)
        try:
            for line in self._lines:
                self._play(line)
            if not self._hub.child.exit and self._hub.run(SILENCE_MS, lambda: len(self._hub.session.hellos) > self._hellos):
                raise Failed("It sends another hello, although its session is open.")
        finally:
            self._hub.close()
        if found := findings.all():
            raise Failed(*found)

    def _play(self, line):
        kind = line.get("event") or line["header"]["type"]
        if line.get("from") == self._actor:
            # Its parts, and messages of a later minor, are its own.
            return self._expect_hello(line) if kind == "hello" else self._expect_end(line) if kind in ("done", "error") else None
        if kind in ("start", "error"):
            return None  # It has been started; the error is about such a message.
        if "status" not in line:
            self._hub.run((self._began - time.monotonic()) * 1000 + line["atMs"])
        return getattr(self, f"_{kind}", self._send)(line)

    # MARK: What it must send

    def _expect_hello(self, line):
        hello = self._hub.next_hello(self._hellos)
        if hello.body.get("token") != self._hub.token:
            raise Failed("The token of its hello is not that of its start line.")
        if not self._hellos:
            # The times of the lines are those after it was ready.
            self._began = time.monotonic() - line["atMs"] / 1000
        self._hellos += 1
        self._hub.session.peer = hello.peer
        self._names[line["header"]["id"]] = hello.header["id"]

    def _expect_end(self, line):
        id = self._names[line["header"]["re"]]
        call = self._hub.session.calls[id]
        end = call.began + call.timeout_ms / 1000
        if id in self._cancelled and self._hub.findings.declared.level == "full":
            end = min(end, self._cancelled[id] + CANCEL_MS / 1000)
        self._hub.run((end - time.monotonic()) * 1000 + TOLERANCE_MS * self._factor, lambda: call.terminal)
        if not call.terminal:
            raise Late(f"{call.method} has not ended {int((time.monotonic() - call.began) * 1000)} ms after its call.")
        # After a lost connection, this tells where it is now.
        self._hub.session.peer = self._hub.session.peer or call.terminal.peer

    def _open(self):
        calls = self._hub.session.calls
        return [id for id in self._names.values() if calls[id] and not calls[id].terminal]

    # MARK: What the others do

    def _welcome(self, line):
        self._hub.welcome(self._hub.session.hellos[-1])
        self._hub.accepts_hellos = False
        self._names[line["header"]["sid"]] = self._hub.session.sid

    def _call(self, line):
        declared, header = self._hub.findings.declared, line["header"]
        if len(self._open()) >= declared.inflight:
            raise Skipped(f"The hub makes more calls at once than it takes ({declared.inflight}).")
        sample = (header["method"], line["body"])
        if header["method"] not in declared.methods:
            sample = (declared.samples_with_requests_first or [sample])[0]
        self._names[header["id"]] = self._hub.call(sample, timeout_ms=header["timeoutMs"])

    def _cancel(self, line):
        id = self._names[line["header"]["re"]]
        self._hub.cancel(id)
        self._cancelled.setdefault(id, time.monotonic())

    def _send(self, line):
        header = self._names.filled(line["header"])
        self._hub.send(header, self._names.filled(line["body"]))
        if header["type"] == "bye":
            self._hub.session.closed.add(header.get("sid"))

    def _disconnect(self, _):
        if not self._open():
            raise Skipped("It loses its connection during a call, but the call has ended before; give it a slower source.")
        self._hub.lose_connection()

    def _exit(self, line):
        if "signal" in line:
            self._hub.child.signal(line["signal"])
        if line.get("status") == 0:
            self._hub.child.close_lifeline()
        exit = self._hub.wait_for_exit(EXIT_MS)
        if "status" in line and exit != f"exit status {line['status']}":
            raise Failed(f"It {'ends with ' + exit if exit else 'does not exit'}; the session says exit status {line['status']}.")
