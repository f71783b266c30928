"""The hub's side of a session: starts the provider, welcomes and pings it, and notes all that it sends."""
import os
import secrets
import shutil
import tempfile
import time

import zmq

from . import rules
from .declared import Declared
from .findings import FAST_ENDS, Failed, Late, Skipped
from .process import Child
from .protocol import LIMITS, TAG, VERSION, compact, duration, integer, members, text
from .replies import Call, Calls
from .upstream import Upstream

UNKNOWN = ("certify.unknown", {})
HELLO_MS = 5000


class Session:
    """What is known of the connection: the peer, its session ids, and its messages."""

    def __init__(self):
        self.peer = self.sid = None
        self.sids, self.closed = set(), set()
        self.hellos, self.byes, self.pongs, self.calls = [], [], {}, Calls()

    def receive(self, message, now):
        found = rules.of_session(message, self)
        if message.type == "hello":
            self.hellos.append(message)
        elif message.type == "pong" and message.re:
            self.pongs[message.re] = message
        elif message.type in ("part", "done", "error"):
            found += self.calls.receive(message, now)
        elif message.type == "bye":
            self.byes.append(message)
        return found


class Hub:
    """A process of the provider with its hub. It belongs to one thread, and runs only in `run`."""

    def __init__(self, provider, behavior, findings, factor, parent, case):
        self.behavior, self.findings, self.factor, self.case = behavior, findings, factor, case
        self.session, self.configuration = Session(), provider.configuration
        self.accepts_hellos = self.is_silent = False
        self.is_granting = True
        self._count, self._last_sent = 0, 0
        findings.secrets.add(provider.configuration, provider.schema)
        self._directory = tempfile.mkdtemp(dir=parent, prefix="hub")
        self._endpoint = f"ipc://{self._directory}/hub.sock"
        self._bind()
        self._changed = os.eventfd(0, os.EFD_NONBLOCK)
        self.proxies = [Upstream(port, self._changed) for _, port in provider.upstreams]
        self.token = secrets.token_hex(16)
        environment = {**provider.environment, "MUSICBUS_START": "stdin"}
        for (variable, _), proxy in zip(provider.upstreams, self.proxies):
            environment[variable] = f"http://127.0.0.1:{proxy.port}"
        self.child = Child(provider.command, environment)
        versions = behavior.get("versions", {"min": "1.0", "max": "1.0"})
        line = {**behavior.get("more", {}), "versions": versions, "endpoint": self._endpoint, "token": self.token,
                "config": provider.configuration}
        self.child.write(compact(line).encode() + b"\n")

    def _bind(self):
        self._context = zmq.Context(io_threads=1)
        self._socket = self._context.socket(zmq.ROUTER)
        for option, value in ((zmq.SNDHWM, 2048), (zmq.RCVHWM, 2048), (zmq.LINGER, 0), (zmq.ROUTER_MANDATORY, 1),
                              # Frames over the limit are reported, not dropped.
                              (zmq.MAXMSGSIZE, 64 << 20), (zmq.HANDSHAKE_IVL, 3000)):
            self._socket.setsockopt(option, value)
        self._socket.bind(self._endpoint)

    def _unbind(self):
        self._socket.close(0)
        self._context.term()

    def close(self):
        """Kills the process and its children."""
        self.child.drain()
        self.findings.add(rules.of_log(self.child.log, self.token, self.findings.secrets))
        self.child.close()
        for proxy in self.proxies:
            proxy.close()
        os.close(self._changed)
        self._unbind()
        shutil.rmtree(self._directory, ignore_errors=True)

    def lose_connection(self):
        """Drops the connection, as if the hub did not know the session."""
        self._unbind()
        self.session.peer = self.session.sid = None
        self._bind()

    # MARK: Running

    def run(self, ms, until=lambda: False):
        """Runs until a condition holds; returns whether it does within the time. Fails if the provider exits."""
        deadline = time.monotonic() + ms / 1000
        while not until():
            if self.findings.is_cut_short:
                raise Skipped(FAST_ENDS)
            if self.child.exit:
                raise Failed(f"The provider exited ({self.child.exit}).{self.child.log.last}")
            if not self._turn(deadline):
                return until()
        return True

    def wait(self, ms, until):
        """The same for a time that busy machines need to be longer."""
        return self.run(ms * self.factor, until)

    def wait_for_exit(self, ms):
        deadline = time.monotonic() + ms * self.factor / 1000
        while not self.child.exit and self._turn(deadline):
            pass
        return self.child.exit

    def _turn(self, deadline):
        """Handles one message, or waits for an event; returns whether there is time left."""
        self._ping_if_due()
        if self._receive():
            return True
        self.child.drain()
        left = deadline - time.monotonic()
        if left <= 0:
            return False
        poller = zmq.Poller()
        poller.register(self._socket, zmq.POLLIN)
        for descriptor in [self._changed, *self.child.descriptors()]:
            poller.register(descriptor, zmq.POLLIN)
        ping = max(1, self.behavior.get("pingMs", 1000)) if self._is_pinging else 1000
        poller.poll(min(max(1, int(left * 1000)), ping))
        try:
            os.eventfd_read(self._changed)
        except BlockingIOError:
            pass
        if not self.child.exit and self.child.has_ended():
            while self._receive():
                pass
            self.child.reap()
        return True

    @property
    def _is_pinging(self):
        it = self.session
        return not self.is_silent and it.sid and it.peer and not self.child.exit and it.sid not in it.closed

    def _ping_if_due(self):
        if self._is_pinging and (time.monotonic() - self._last_sent) * 1000 >= self.behavior.get("pingMs", 1000):
            try:
                self.ping()
            except Failed:
                pass  # It shows when a case sends something, or the provider connects again.

    def _receive(self):
        try:
            peer, *frames = self._socket.recv_multipart(zmq.NOBLOCK)
        except zmq.Again:
            return False
        message, found = rules.read(frames, peer)
        self.findings.add(found + rules.of_frames(frames, self.findings.secrets))
        if message:
            self._note_requests(message)
            self.findings.add(self.session.receive(message, time.monotonic()))
            if message.type == "hello" and self.accepts_hellos and not self.is_silent:
                self.welcome(message)
        return True

    def _note_requests(self, message):
        if message.type not in ("done", "error"):
            return
        body = message.body
        self.findings.add_requests({it: n for it, n in members(body.get("spent")).items() if integer(n) is not None})
        if not self.proxies and body.get("code") == "UPSTREAM_RATE_LIMITED":
            wait = integer(body.get("retryAfterMs"))
            when = f" Try again in {(wait + 999) // 1000} s." if wait is not None else ""
            limit = f"The source limits the rate of requests: {text(body.get('message')) or ''}{when}"
            self.findings.note_rate_limit(self.case(), limit)

    # MARK: Sending

    def send(self, header, body=None, attachment=None, tag=TAG):
        frames = [tag, compact(header).encode()]
        if body is not None or attachment is not None:
            frames.append(compact(body or {}).encode())
        self.send_frames(frames + ([attachment] if attachment is not None else []))

    def send_frames(self, frames):
        if not self.session.peer:
            raise Failed("No session is open.")
        self._last_sent = time.monotonic()
        try:
            self._socket.send_multipart([self.session.peer, *frames], zmq.NOBLOCK)
        except zmq.Again:
            raise Failed("The provider does not read its messages.") from None
        except zmq.ZMQError:
            raise Failed(f"The provider closed its connection.{self.child.log.last}") from None

    def next_id(self, prefix):
        self._count += 1
        return f"{prefix}{self._count}"

    def ping(self):
        id = self.next_id("p")
        self.send({"type": "ping", "id": id, "sid": self.session.sid or ""})
        return id

    def welcome(self, hello):
        """Replies with a new session, which replaces an earlier one."""
        it, descriptor = self.session, hello.body.get("descriptor")
        it.peer, it.sid, self.accepts_hellos = hello.peer, f"s-{secrets.token_hex(6)}", True
        it.sids.add(it.sid)
        if isinstance(descriptor, dict):
            self.findings.secrets.add(self.configuration, descriptor.get("configSchema"))
            it.calls.declared = self.findings.declared = Declared(descriptor)
        liveness = {name: self.behavior.get(name, usual) for name, usual in (("pingMs", 1000), ("deadMs", 5000))}
        body = {"version": "1.0", "hub": {"name": "musicbus-certify", "version": VERSION}, "limits": LIMITS, "liveness": liveness}
        more = self.behavior.get("more", {})
        self.send({**more, "type": "welcome", "re": text(hello.header.get("id")) or "", "sid": it.sid}, {**more, **body})

    def call(self, sample, more=None, header=None, timeout_ms=8000, id=None, body=None):
        """Makes a call; `body` are the bytes of an unusual one, b"" for none."""
        method, params = sample
        id = id or self.next_id("c")
        params = {**params, **(more or {})}
        if self.is_granting and self.session.calls.declared and (grant := self.session.calls.declared.grant(method)):
            params = {"grant": grant, **params}
        self.session.calls.sent(id, Call(method, params, self.case(), time.monotonic(), timeout_ms))
        head = {"type": "call", "id": id, "sid": self.session.sid or "", "method": method}
        if timeout_ms is not None:
            head["timeoutMs"] = timeout_ms
        frames = [TAG, compact({**head, **(header or {})}).encode()]
        self.send_frames(frames + ([compact(params).encode()] if body is None else [body] if body else []))
        return id

    def cancel(self, id):
        self.session.calls.cancelled(id)
        self.send({"type": "cancel", "re": id, "sid": self.session.sid or ""})

    # MARK: Steps that many cases share

    def next_hello(self, known=0, ms=HELLO_MS):
        if not self.wait(ms, lambda: len(self.session.hellos) > known):
            raise Late(f"No hello within {duration(ms)}.{self.child.log.last}")
        return self.session.hellos[known]

    def open(self):
        """Waits for the first hello, and welcomes it."""
        self.welcome(self.first_hello())

    def first_hello(self):
        try:
            return self.next_hello()
        except Late:
            raise
        except Failed as error:
            self.findings.add([("lifecycle.hello", error.problems[0])])
            raise Skipped("The provider sent no hello; see lifecycle.hello.") from None

    def terminal(self, id, ms=9000):
        """Waits for the end of a call."""
        self.wait(ms, lambda: self.session.calls[id].terminal)
        call = self.session.calls[id]
        if not call.terminal:
            raise Late(f"{call.method} did not end within {duration(ms)}.")
        return call

    def done(self, id, ms=9000):
        """Waits for the end of a call that must succeed."""
        call = self.terminal(id, ms)
        if not call.is_done:
            raise Failed(f"{call.method} ended with {call.ending}: {text(call.terminal.body.get('message')) or ''}")
        return call

    def ask(self, sample, more=None):
        """Makes a call and waits for its end."""
        return self.terminal(self.call(sample, more))

    def expect_reply(self, event):
        """Makes a call that no provider serves: by its reply, all earlier messages have been read."""
        try:
            self.terminal(self.call(UNKNOWN), 3000)
        except Failed as error:
            raise type(error)(f"After {event}: {error.problems[0]}") from None

    # MARK: Upstreams

    def set(self, mode):
        for proxy in self.proxies:
            proxy.set(mode)

    @property
    def requests(self):
        return sum(proxy.requests for proxy in self.proxies)

    @property
    def held(self):
        return sum(proxy.held for proxy in self.proxies)

    def call_held(self, timeout_ms=8000):
        """Starts a call and holds its request. One that ends before its request leaves gets twice the time."""
        declared = self.findings.declared
        samples = declared.samples_with_requests_first if declared else []
        if declared and not any(declared.upstreams(method) for method, _ in samples):
            raise Skipped("The provider has no upstream.")
        if not self.proxies:
            raise Skipped("Needs a local upstream: --upstream-var NAME=URL.")
        self.set("block")
        was_early = False
        for sample in samples:
            before, id = self.held, self.call(sample, timeout_ms=timeout_ms)
            self.wait(5000, lambda: self.held > before or self.session.calls[id].terminal)
            if self.held > before:
                return id
            if not self.session.calls[id].terminal:
                break
            was_early = was_early or self.session.calls[id].code == "DEADLINE_EXCEEDED"
        if was_early and timeout_ms < 8000:
            return self.call_held(min(2 * timeout_ms, 8000))
        self.set("pass")
        raise Skipped("No sample uses an upstream given with --upstream-var.")

    def release(self, *calls):
        """Lets all requests pass, and waits for the end of calls."""
        self.set("pass")
        for id in calls:
            self.terminal(id)
