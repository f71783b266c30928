"""The sources over HTTP/1.1 on loopback, with the state that tests change and query while they run."""

import contextlib
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar

from .faults import Fault, FaultPlan, GrammarError, RateLimit, Reaction
from .messages import Request, Response, html, json_response, not_found, of_type
from .sources import Samples

NAME = "musicbus-sample-upstream"
Entry = TypeVar("Entry", Fault, RateLimit)
Log = Callable[[str], None]
MAX_LOGGED = 10_000
# The number and size of responses that are kept.
MAX_RESPONSES = 500
MAX_RESPONSE = 256 * 1024
MAX_BODY = 1024 * 1024
# Longer than the longest delay of a fault.
IDLE_SECONDS = 600
PADDING = b" " * 65_536


class FaultySources:
    """The sources with faults, rates and a list of requests; one lock protects what tests change."""

    def __init__(self, samples: Samples, plan: FaultPlan | None = None) -> None:
        self.samples = samples
        # As on the command line; a reset comes back to it.
        self.initial = plan or FaultPlan()
        self.plan = self.initial.copy()
        self.responses: dict[tuple[object, ...], Response] = {}
        # The oldest are dropped beyond the bound.
        self.seen: deque[dict[str, Any]] = deque(maxlen=MAX_LOGGED)
        self.lock = threading.Lock()

    def reaction(self, request: Request, now: float) -> Reaction:
        """The reaction to a request at this time in seconds after the start."""
        if request.path[:1] == ["_control"]:
            return Reaction(0, self.control(request))
        response = self.regular_response(request)
        with self.lock:
            self.seen.append({
                "method": request.method, "path": request.path_text, "query": request.query_text,
                "userAgent": request.headers.get("user-agent", ""), "atMs": int(now * 1000),
            })
            return self.plan.reaction(request, now, response)

    def regular_response(self, request: Request) -> Response:
        """The response of the sources, made once for each request, so that they cost no more than remote ones would."""
        headers = [request.headers.get(name) for name in ("host", "authorization", "range")]
        key = request.method, request.target, *headers, request.body
        response = self.responses.get(key)
        if response is None:
            response = self.samples.response(request)
            if len(self.responses) >= MAX_RESPONSES:
                self.responses.clear()
            if len(response.body) <= MAX_RESPONSE:
                self.responses[key] = response
        return response

    def control(self, request: Request) -> Response:
        match request.method, request.path_text:
            case "GET", "/_control/requests":
                with self.lock:
                    seen = list(self.seen)
                return json_response(seen)
            case "POST", "/_control/reset":
                with self.lock:
                    self.plan = self.initial.copy()
                    self.seen.clear()
                return plain(200, "ok")
            case "POST", "/_control/faults":
                return self.replace(request, Fault.parse, "faults")
            case "POST", "/_control/rates":
                return self.replace(request, RateLimit.parse, "rates")
        return not_found()

    def replace(self, request: Request, parse: Callable[[str], Entry], member: str) -> Response:
        """Parses one entry per line and replaces all entries, unless one is invalid."""
        try:
            entries = [parse(line) for line in request.body.decode(errors="replace").splitlines() if line]
        except GrammarError as error:
            return plain(400, str(error))
        with self.lock:
            setattr(self.plan, member, entries)
        return plain(200, "ok")


def plain(status: int, text: str) -> Response:
    return of_type("text/plain; charset=utf-8", (text + "\n").encode(), status)


class Server(ThreadingHTTPServer):
    """Serves the sources on 127.0.0.1, with a thread for each connection, which does not outlive the process."""

    request_queue_size = 128

    def __init__(self, sources: FaultySources, port: int = 0, log: Log | None = None) -> None:
        """Port 0 takes any free one. Raises `OSError` if the port is in use."""
        self.sources, self.log = sources, log
        self.start = time.monotonic()
        super().__init__(("127.0.0.1", port), Connection)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request: object, client_address: object) -> None:
        """Reports mistakes of this program; a client may go away whenever it likes."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class Connection(BaseHTTPRequestHandler):
    """One connection of a client: requests one after the other, each of which gets its response."""

    server: Server
    protocol_version = "HTTP/1.1"
    timeout = IDLE_SECONDS
    disable_nagle_algorithm = True

    def answer(self) -> None:
        length = self.headers.get("Content-Length", "0")
        if not length.isdecimal() or int(length) > MAX_BODY:
            self.close_connection = True
            return self.send(html(413 if length.isdecimal() else 400, "Error"))
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.command, self.path, headers, self.rfile.read(int(length)))
        reaction = self.server.sources.reaction(request, time.monotonic() - self.server.start)
        self.report(reaction)
        time.sleep(reaction.delay_ms / 1000)
        if reaction.response is None:
            self.hang()
        else:
            self.send(reaction.response)

    do_GET = do_HEAD = do_POST = answer

    def hang(self) -> None:
        """Waits until the client has enough."""
        self.close_connection = True
        with contextlib.suppress(OSError):
            while self.connection.recv(65_536):
                pass

    def send(self, response: Response) -> None:
        if response.announced is not None or response.padded is not None:
            self.close_connection = True
        self.send_response(response.status)
        for name, value in response.headers:
            self.send_header(name, value)
        if response.padded is None:
            length = len(response.body) if response.announced is None else response.announced
            self.send_header("Content-Length", str(length))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command == "HEAD":
            return
        self.wfile.write(response.body)
        rest = (response.padded or 0) - len(response.body)
        while rest > 0:
            self.wfile.write(PADDING[:rest])
            rest -= len(PADDING)

    def report(self, reaction: Reaction) -> None:
        if self.server.log:
            late = f" after {reaction.delay_ms / 1000} seconds" if reaction.delay_ms else ""
            response = reaction.response
            outcome = f"{response.status}, {len(response.body)} bytes" if response else "hangs"
            self.server.log(f"{self.command} {self.path}{late} -> {outcome}")

    def version_string(self) -> str:
        return NAME

    def log_message(self, format: str, *arguments: object) -> None:
        """Says nothing of what the library logs."""


def run(plan: FaultPlan, port: int, ends_with_input: bool, is_verbose: bool) -> int:
    """Serves until a signal; returns the status of the process."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(0))
    try:
        server = Server(FaultySources(Samples(), plan), port, say if is_verbose else None)
    except OSError as error:
        say(f"Could not listen on 127.0.0.1:{port}: {error.strerror}.")
        return 1
    print(server.address, flush=True)
    if ends_with_input:
        threading.Thread(target=end_with_input, daemon=True).start()
    server.serve_forever()
    return 0


def end_with_input() -> None:
    """Stops the server at the end of standard input, also if the process at the other end has crashed."""
    with contextlib.suppress(OSError):
        while os.read(0, 4096):
            pass
    os.kill(os.getpid(), signal.SIGTERM)


def say(text: str) -> None:
    """Writes a line to standard error at once, by any thread."""
    with contextlib.suppress(OSError):
        os.write(2, f"{NAME}: {text}\n".encode())
