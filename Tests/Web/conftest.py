"""Fixtures: the real page on the real hub, providers and sample sources, in Debian's Chromium."""

import json
import os
import pathlib
import signal
import subprocess
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect, sync_playwright

ROOT = pathlib.Path(__file__).parents[2]
PROGRAMS = pathlib.Path(os.environ.get("MUSICBUS_PROGRAMS", ROOT / ".build/debug"))
PAGE = ROOT / "Sources/Client/musicbus-web/Page"
SHOTS = os.environ.get("MUSICBUS_SHOTS")

expect.set_options(timeout=60_000)


class Server:
    """A running musicbus-web with a hub of its own."""

    def __init__(self, listening=None, port=0):
        """Starts the server; a service manager would pass on the `listening` socket."""
        command = [PROGRAMS / "musicbus-web", "--demo", "--page", PAGE, "--port", str(port)]
        descriptors = []
        if listening:
            descriptors = [listening.fileno()]
            pass_on = f'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@" 3<&{descriptors[0]}'
            command = ["bash", "-c", pass_on, "bash", *command]
        tap = os.environ.get("MUSICBUS_TAP")
        self.process = subprocess.Popen(
            command,
            env={**os.environ, **({"LD_PRELOAD": f"{tap}/tap.so"} if tap else {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            pass_fds=descriptors,
        )
        self.url = self.process.stdout.readline().strip()
        assert "#token=" in self.url, self.process.stderr.read()
        self.base, _, self.token = self.url.partition("/#token=")
        self.port = int(self.base.rsplit(":", 1)[1])
        # The address is printed while the hub starts; commands would not find it yet.
        assert self.request("/api/1/hub.status")[0] == 200

    @property
    def home(self):
        """The private directory of the demo."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        for pid in children.read_text().split():
            variables = pathlib.Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
            for variable in variables:
                if variable.startswith(b"MUSICBUS_HOME="):
                    return variable.split(b"=", 1)[1].decode()
        raise AssertionError("The demo has no hub.")

    def musicbus(self, *arguments, **variables):
        """Runs the command line on the hub of the page."""
        environment = {**os.environ, "MUSICBUS_HOME": self.home, "MUSICBUS_NO_AUTOSTART": "1", **variables}
        command = [PROGRAMS / "musicbus", *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)

    def request(self, path, *, method="GET", body=None, headers=None, token=True):
        """Sends a request; returns status, headers and body."""
        fields = {"Authorization": f"Bearer {self.token}"} if token else {}
        if body is not None:
            fields["Content-Type"] = "application/json"
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.base + path, data, {**fields, **(headers or {})}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, response.headers, response.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def get(self, path):
        """The JSON of a resource."""
        status, _, body = self.request(path)
        assert status == 200, body
        return json.loads(body)

    def first(self, path):
        """The first item of a list; asks again while busy sources are late or starting."""
        for _ in range(5):
            reply = json.loads(self.request(path)[2])
            if reply.get("items"):
                return reply["items"][0]
        raise AssertionError(reply)

    def post(self, method, body):
        status, _, reply = self.request(f"/api/1/{method}", method="POST", body=body)
        assert status == 200, reply
        return json.loads(reply)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(timeout=120) == 0, self.process.stderr.read()


@pytest.fixture(scope="session")
def server():
    running = Server()
    yield running
    running.stop()


@pytest.fixture
def own_server():
    """A server that a test may break."""
    running = Server()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell",
            args=["--no-sandbox", "--disable-dev-shm-usage"],
        )
        yield chromium
        chromium.close()


class Problems(list):
    """Errors that a page reported."""

    def follow(self, page):
        page.on("pageerror", lambda error: self.append(str(error)))
        page.on("console", lambda message: self.note(message))

    def note(self, message):
        # The browser reports each reply with an error status; the page itself handles those.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.append(message.text)


def sign_in(browser, server, **options):
    """An empty page of a new browser session that is signed in."""
    stored = [{"name": "musicbus-token", "value": server.token}]
    state = {"cookies": [], "origins": [{"origin": server.base, "localStorage": stored}]}
    options = {"locale": "en-US", "reduced_motion": "reduce", "storage_state": state, **options}
    context = browser.new_context(**options)
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.problems = Problems()
    page.problems.follow(page)
    return page


@pytest.fixture
def page(browser, server):
    """A signed-in page; it must not report an error during the test."""
    page = sign_in(browser, server, viewport={"width": 1280, "height": 900})
    yield page
    page.context.close()
    assert page.problems == []


def open_first_screen(page, server):
    page.goto(server.base)
    expect(page.get_by_role("heading", name="Home", exact=True)).to_be_visible()


SAMPLES = {"artist": "Pink Floyd", "album": "The Wall", "song": "Money"}


def sample(server, kind):
    """The id of the sample of a kind."""
    text = SAMPLES[kind].replace(" ", "%20")
    return server.first(f"/api/1/{kind}s.search?text={text}&limit=1")["id"]


def ids(server):
    """An artist, album and song that the sample sources have."""
    return {kind: sample(server, kind) for kind in SAMPLES}


def look_for_editions(page):
    """Shows the editions of an album, also if the albums of its artist were never listed; returns their section."""
    section = page.locator("section").filter(has=page.get_by_role("heading", name="Editions"))
    look = section.get_by_role("button", name="Look for other editions")
    expect(section.get_by_role("listitem").or_(look).first).to_be_visible()
    if look.is_visible():
        look.click()
    return section


def open_whole(page, server, kind):
    """Opens the sample of a kind, and waits until all of its sources have replied."""
    page.goto(f"{server.base}/{kind}/{sample(server, kind)}")
    # Before the header is there, no source was asked yet, and none is busy.
    expect(page.get_by_role("heading", name=SAMPLES[kind], exact=True)).to_be_visible()
    expect(page.locator(".is-busy")).to_have_count(0)
