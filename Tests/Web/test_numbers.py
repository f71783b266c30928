"""The numbers of the page, each printed: sizes, times, memory."""

import http.client
import json
import os
import re
import statistics
import time

import zmq
from playwright.sync_api import expect

from conftest import PAGE, open_first_screen, sign_in


QUIET = bool(os.environ.get("MUSICBUS_QUIET"))
LONG = os.environ.get("MUSICBUS_LONG") == "1"


def best(measure, limit):
    """The first time within the limit, or the shortest of five: another process may take the processor."""
    times = [measure()]
    while QUIET and len(times) < 5 and times[-1] > limit:
        times.append(measure())
    return min(times)


def report(name, value, target, unit="ms"):
    """Prints a number with its target, which must be met.

    A time says something only about a release build on a quiet machine.
    """
    print(f"{name}: {value:.4g} {unit} (target {target:g})")
    assert value <= target or (unit == "ms" and not QUIET), name


def test_scripts_and_style_sheets_are_small(server):
    total = 0
    for path in [*PAGE.rglob("*.js"), *PAGE.rglob("*.css")]:
        total += len(server.request(f"/page/{path.relative_to(PAGE)}", token=False)[2])
        assert len(path.read_text().splitlines()) < 300, path
    report("scripts and style sheets", total / 1000, 265, "kB")


def test_the_page_loads_from_no_other_host(page, server):
    open_first_screen(page, server)
    hosts = set()
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    page.reload()
    expect(page.get_by_role("heading", name="Top albums")).to_be_visible()
    assert hosts == {server.base.removeprefix("http://")}


def test_first_screen(browser, server):
    page = sign_in(browser, server)
    open_first_screen(page, server)
    expect(page.locator(".skeleton")).to_have_count(0)
    page.add_init_script("""
      window.shown = {paint: 0, shift: 0};
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shown.paint = entry.startTime;
      }).observe({type: "largest-contentful-paint", buffered: true});
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shown.shift += entry.value;
      }).observe({type: "layout-shift", buffered: true});""")
    paints, shifts = [], []
    for _ in range(5 if QUIET else 2):
        page.reload()
        expect(page.locator(".skeleton")).to_have_count(0)
        page.wait_for_function("() => window.shown.paint > 0")
        shown = page.evaluate("window.shown")
        paints.append(shown["paint"])
        shifts.append(shown["shift"])
    page.context.close()
    print(f"largest paints: {[round(paint) for paint in paints]}, shifts: {shifts}")
    report("largest paint of the first screen", min(paints), 300)
    # A source that is late on a busy machine moves more; what the layout itself moves is in every load.
    report("layout shift", min(shifts), 0.02, "")


def test_response_to_keys_on_a_slow_processor(page, server):
    open_first_screen(page, server)
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.evaluate("""() => {
      window.responses = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (entry.interactionId) window.responses.push(entry.duration);
        }
      }).observe({type: "event", durationThreshold: 16, buffered: true});
    }""")

    def measure():
        page.evaluate("window.responses.length = 0")
        page.get_by_role("searchbox", name="Search").fill("")
        page.get_by_role("searchbox", name="Search").press_sequentially("pink floyd", delay=50)
        expect(page.get_by_role("link", name="Pink Floyd", exact=True).first).to_be_visible()
        return max(page.evaluate("window.responses"), default=16)

    report("slowest response to a key, 4 x slower processor", best(measure, 100), 100)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})


def test_a_heart_reaches_another_tab(page, server):
    found = server.first("/api/1/albums.search?text=Animals&limit=1")
    page.goto(f"{server.base}/album/{found['id']}")
    # The title depends on the edition that the sources find for the album.
    heart = page.locator(".hero mb-heart button")
    expect(heart).to_have_attribute("aria-pressed", "false")
    page.evaluate("""() => new MutationObserver(() => { window.changedAt = Date.now(); })
      .observe(document.body, {attributeFilter: ["aria-pressed"], subtree: true})""")

    def measure():
        start = time.time() * 1000
        server.post("favorites.add", {"id": found["id"]})
        expect(heart).to_have_attribute("aria-pressed", "true")
        elapsed = page.evaluate("window.changedAt") - start
        server.post("favorites.remove", {"keys": [found["id"]]})
        expect(heart).to_have_attribute("aria-pressed", "false")
        return elapsed

    report("heart pressed elsewhere until it is shown", best(measure, 300), 300)


class Bus:
    """A client of the hub itself."""

    def __init__(self, home):
        self.socket = zmq.Context.instance().socket(zmq.DEALER)
        self.socket.linger = 0
        self.socket.rcvtimeo = 10_000
        self.socket.connect(f"ipc://{home}/run/clients.sock")
        peer = {"name": "numbers", "version": "1.0"}
        versions = {"min": "1.0", "max": "1.0"}
        self.send({"type": "hello", "id": "h"}, {"versions": versions, "peer": peer})
        self.session = json.loads(self.socket.recv_multipart()[1])["sid"]

    def send(self, header, body):
        frames = [b"MB1", json.dumps(header).encode(), json.dumps(body).encode()]
        self.socket.send_multipart(frames)

    def call(self, method):
        header = {"type": "call", "id": "c", "sid": self.session, "method": method, "ttlMs": 5000}
        self.send(header, {})
        while True:
            frames = self.socket.recv_multipart()
            header = json.loads(frames[1])
            if header.get("re") == "c" or header.get("id") == "c":
                return json.loads(frames[2])


def test_overhead_of_a_request(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    headers = {"Authorization": f"Bearer {server.token}", "Host": f"localhost:{server.port}"}
    bus = Bus(server.home)

    def request():
        connection.request("GET", "/api/1/hub.status", headers=headers)
        json.loads(connection.getresponse().read())

    def elapsed(operation):
        start = time.perf_counter()
        operation()
        return (time.perf_counter() - start) * 1000

    pairs = [(elapsed(request), elapsed(lambda: bus.call("hub.status"))) for _ in range(400)]
    bus.socket.close()
    times, baselines = [statistics.median(column) for column in zip(*pairs)]
    print(f"status of the hub: over HTTP {times:.3g} ms, over the bus {baselines:.3g} ms, p50")
    report("overhead of a request, p50", times - baselines, 0.5)


def test_200_open_streams_are_cheap(server):
    def resident():
        with open(f"/proc/{server.process.pid}/smaps_rollup") as file:
            return int(re.search(r"Rss:\s+(\d+)", file.read())[1]) / 1000

    before = resident()
    streams = []
    for _ in range(200):
        stream = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        stream.request("GET", "/api/1/events", headers={"Authorization": f"Bearer {server.token}",
                                                       "Host": f"localhost:{server.port}"})
        response = stream.getresponse()
        while not response.readline().startswith(b"data:"):
            pass
        streams.append(stream)
    report("memory of 200 streams", resident() - before, 40, "MB")
    for stream in streams:
        stream.close()


def test_many_favourites(browser, own_server):
    count = 10_000 if LONG or QUIET else 2_000
    for start in range(0, count, 200):
        rows = [{"kind": "album", "id": f"test:album:{number}", "title": f"Album {number:05}",
                 "artist": {"name": f"Artist {number % 300}"}} for number in range(start, start + 200)]
        own_server.post("favorites.import", {"rows": rows})
    page = sign_in(browser, own_server)
    page.goto(f"{own_server.base}/favorites?kind=album")
    expect(page.get_by_text(f"{count:,} favourites")).to_be_visible()
    builds = page.evaluate("performance.getEntriesByName('favourites-build').map((one) => one.duration)")
    report("build of a list of favourites", min(builds), 80)
    frames = best(lambda: page.evaluate("""async (steps) => {
      const frame = () => new Promise((run) => requestAnimationFrame(run));
      const times = [];
      let last = await frame();
      for (let step = 0; step < steps; step += 1) {
        scrollBy(0, 900);
        const now = await frame();
        times.push(now - last);
        last = now;
      }
      return times.sort((a, b) => a - b)[Math.floor(0.95 * steps)];
    }""", 120 if QUIET else 20), 25)
    report("frame time while favourites scroll, p95", frames, 25)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)")
    row = page.locator(".favorite-row .title").first
    expect(row).to_be_visible()
    elapsed = best(lambda: page.evaluate("""async () => {
      const rows = [...document.querySelectorAll(".favorite-row")];
      const handle = rows[rows.length >> 1].querySelector(".handle");
      const start = performance.now();
      handle.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowDown", bubbles: true}));
      await new Promise((run) => requestAnimationFrame(() => setTimeout(run)));
      return performance.now() - start;
    }"""), 100)
    report("move of a favourite", elapsed, 100)
    page.context.close()
