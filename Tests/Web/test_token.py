"""Who receives the token of the page: nobody but the user, on no port and in no list of processes."""

import contextlib
import http.server
import pathlib
import re
import stat
import threading
import time

from playwright.sync_api import expect

from conftest import Server, ids, open_first_screen, sign_in
from test_page import heading, search_box


class FalseServer(http.server.ThreadingHTTPServer):
    """A program of another user: it records what it receives, and replies to everything."""

    def __init__(self, port=0):
        self.received = []
        super().__init__(("127.0.0.1", port), FalseReplies)
        self.base = f"http://localhost:{self.server_address[1]}"

    def paths(self):
        return [request.split()[1] for request in list(self.received)]


class FalseReplies(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def reply(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.received.append(f"{self.requestline}\n{self.headers}\n{body!r}")
        page = b"{}" if "/api/" in self.path else b"<!doctype html><title>False</title>"
        self.send_response(200)
        self.send_header("Content-Type", "application/json" if "/api/" in self.path else "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    do_GET = do_HEAD = do_POST = do_PUT = do_OPTIONS = reply

    def log_message(self, *arguments):
        pass


@contextlib.contextmanager
def false_server(port=0):
    running = FalseServer(port)
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    try:
        yield running
    finally:
        running.shutdown()
        thread.join()
        running.server_close()


def asks_to_sign_in(page):
    expect(page.get_by_role("textbox", name="Token")).to_be_visible()
    expect(page.get_by_text("musicbus web --open")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("This link has expired")


def test_the_page_sends_no_cookie_and_no_token(page, server):
    requests = []
    page.on("request", lambda request: requests.append(request))
    page.goto(server.url)
    expect(page.locator("img.loaded").first).to_be_visible()
    search_box(page).fill("pink floyd")
    expect(page.get_by_role("link", name="Pink Floyd", exact=True).first).to_be_visible()
    assert any("/artwork/" in request.url for request in requests)
    for request in requests:
        headers = request.all_headers()
        assert server.token not in f"{request.url} {headers} {request.post_data}".replace(server.url, "")
        assert "cookie" not in headers
    assert page.context.cookies() == []


def test_a_server_on_another_port_receives_nothing(page, server):
    open_first_screen(page, server)
    with false_server() as other:
        tab = page.context.new_page()
        tab.goto(other.base + "/")
        # A cookie of that server locks nobody out: the page reads none.
        for name in [f"musicbus-{server.port}", "musicbus-token"]:
            tab.evaluate(f"document.cookie = '{name}=0; path=/api/1'")
        tab.close()
        assert other.received
        assert not [one for one in other.received if server.token in one or "ookie:" in one]
    page.goto(f"{server.base}/settings")
    expect(heading(page, "Settings")).to_be_visible()
    open_first_screen(page, server)


def test_a_program_that_takes_the_port_receives_no_token(browser, own_server):
    page = sign_in(browser, own_server)
    song = ids(own_server)["song"]
    page.goto(own_server.base)
    expect(page.locator("img.loaded").first).to_be_visible()
    other = page.context.new_page()
    other.goto(f"{own_server.base}/song/{song}")
    expect(heading(other, "Money")).to_be_visible()
    own_server.stop()
    with false_server(own_server.port) as false:
        # Requests of a tab that has not noticed anything yet.
        for path in ["hub.status", "favorites.list"]:
            other.evaluate("path => import('/page/js/api.js').then((api) => api.get(path)).catch(() => 0)", path)
        other.evaluate("import('/page/js/api.js').then((api) => api.post('hub.clearCache', {})).catch(() => 0)")
        other.evaluate("""import('/page/js/auth.js')
          .then((auth) => auth.mediaAddress('artwork', 'x:album:1'))
          .then((address) => address && fetch(address))""")
        asks_to_sign_in(page)
        asks_to_sign_in(other)
        assert [path for path in false.paths() if path.startswith("/proof?nonce=")]
        count = len(false.received)
        # A page that is signed out sends nothing any more.
        page.evaluate("import('/page/js/api.js').then((api) => api.get('hub.status')).catch(() => 0)")
        assert len(false.received) == count
        # Nor does it receive the token of a server elsewhere.
        other_token = "f" * 64
        page.get_by_role("textbox", name="Token").fill(f"http://localhost:1/#token={other_token}")
        page.get_by_role("button", name="Sign in").click()
        asks_to_sign_in(page)
        expect(page.get_by_role("textbox", name="Token")).to_have_value("")
        other.evaluate("token => { location.hash = `token=${token}`; }", other_token)
        expect(other).not_to_have_url(re.compile("token"))
        asks_to_sign_in(other)
        # Not even a new load of the page.
        page.reload()
        expect(page).to_have_title("False")
        assert not [one for one in false.received if own_server.token in one or other_token in one]
    page.context.close()


def test_open_pages_sign_in_again_after_a_restart(browser, own_server):
    page = sign_in(browser, own_server)
    open_first_screen(page, own_server)
    other = page.context.new_page()
    other.goto(f"{own_server.base}/settings")
    expect(heading(other, "Settings")).to_be_visible()
    own_server.stop()
    expect(page.locator(".banner")).to_contain_text("cannot reach its server")
    restarted = Server(port=own_server.port)
    try:
        assert restarted.token != own_server.token
        asks_to_sign_in(page)
        asks_to_sign_in(other)
        status, _, _ = restarted.request(
            "/api/1/hub.status", headers={"Authorization": f"Bearer {own_server.token}"}, token=False)
        assert status == 401
        # The same tab, or any other: all of them are signed in then.
        page.goto(restarted.url)
        expect(heading(page, "Home")).to_be_visible()
        expect(heading(other, "Settings")).to_be_visible()
    finally:
        restarted.stop()
    page.context.close()


def test_a_link_with_a_wrong_token_locks_nobody_out(page, server):
    open_first_screen(page, server)
    page.goto(f"{server.base}/top#token=" + "0" * 64)
    expect(heading(page, "Top 100")).to_be_visible()
    assert "token" not in page.url


def test_the_picture_of_a_page_has_a_signed_address(page, server):
    open_first_screen(page, server)
    picture = page.locator("img.loaded").first
    expect(picture).to_be_visible()
    address = picture.evaluate("node => node.currentSrc").removeprefix(server.base)
    assert server.request(address, token=False)[0] == 200
    assert server.request(address.replace("signature=", "signature=0"), token=False)[0] == 401


def test_open_shows_the_token_to_no_other_process(browser, server, tmp_path):
    seen = tmp_path / "arguments"
    command = tmp_path / "browser"
    command.write_text(f'#!/bin/sh\ncat "/proc/$$/cmdline" > "{seen}.part"; mv "{seen}.part" "{seen}"\n')
    command.chmod(0o755)
    result = server.musicbus("web", "--open", BROWSER=str(command))
    assert result.returncode == 0 and result.stdout.strip() == server.url, result
    deadline = time.monotonic() + 60
    while not seen.exists():
        assert time.monotonic() < deadline
    *_, url, _ = seen.read_text().split("\0")
    assert server.token not in seen.read_text()
    path = pathlib.Path(url.removeprefix("file://"))
    assert path == pathlib.Path(server.home) / "run/web.html"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    page = browser.new_page()
    page.goto(url)
    expect(heading(page, "Home")).to_be_visible()
    assert page.url == server.base + "/"
    page.close()

