"""The screen of the user's own files."""

import json
import pathlib
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import SHOTS, open_first_screen, sign_in
from test_page import heading, search_box

TITLES = {"Ann Nobody": ["Late", "early"], "Zoë Nobody": ["Middle"], "Bob Nobody": ["Ångström"]}


def flac(**tags):
    """A file without sound."""
    def text(value):
        return len(value.encode()).to_bytes(4, "little") + value.encode()

    comments = [f"{name.upper()}={value}" for name, value in tags.items()]
    comment = text("MusicBus") + len(comments).to_bytes(4, "little") + b"".join(map(text, comments))
    info = bytes([16, 0, 16, 0, *6 * [0]]) + (44_100 << 44 | 1 << 41 | 15 << 36 | 44_100 * 200).to_bytes(8, "big")
    blocks = [(0, info + bytes(16)), (0x84, comment)]
    head = b"".join(bytes([kind]) + len(block).to_bytes(3, "big") + block for kind, block in blocks)
    return b"fLaC" + head + b"\xff\xf8" + (repr(tags).encode() * 200)[:20_000]


def await_albums(server, count):
    """Asks until the provider has read the files."""
    for _ in range(600):
        status, _, body = server.request("/api/1/collection.albums?limit=1&cache=bypass")
        if status == 200 and json.loads(body).get("total") == count:
            return
    raise AssertionError(body)


@pytest.fixture
def files(own_server, tmp_path):
    """A server whose user has music files."""
    for artist, albums in TITLES.items():
        for album in albums:
            folder = tmp_path / artist / album
            folder.mkdir(parents=True)
            (folder / "1.flac").write_bytes(flac(title=f"Song of {album}", artist=artist, album=album))
    for command in [["config", "set", "providers.files.folders", tmp_path], ["provider", "reload", "files"]]:
        run = own_server.musicbus(*command)
        assert run.returncode == 0, run
    await_albums(own_server, 4)
    return own_server


def test_a_user_without_files_is_told_how_to_set_them_up(page, server):
    open_first_screen(page, server)
    navigation = page.get_by_role("navigation", name="Main")
    expect(navigation.get_by_role("link", name="Top 100")).to_be_visible()
    expect(navigation.get_by_role("link", name="Your files")).to_be_hidden()
    page.keyboard.press("g")
    page.keyboard.press("y")
    expect(heading(page, "Your files")).to_be_focused()
    expect(page.locator("main")).to_contain_text("musicbus config set providers.files.folders ~/Music")
    expect(page.get_by_role("textbox", name="Filter")).to_be_hidden()
    expect(page.get_by_role("alert").filter(has_text="Try again")).to_have_count(0)


def test_own_artists_and_albums_are_listed_by_name(browser, files):
    page = sign_in(browser, files)
    open_first_screen(page, files)
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Your files").click()
    expect(page).to_have_title("Your files · MusicBus")
    names = page.locator("main .card .title")
    expect(names).to_have_text([re.compile(name) for name in ["Ann Nobody", "Bob Nobody", "Zoë Nobody"]])
    expect(page.locator(".count")).to_have_text("3 artists")
    page.get_by_role("tab", name="Artists").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Albums")).to_be_focused()
    expect(names).to_have_text([re.compile(name) for name in ["Ångström", "early", "Late", "Middle"]])
    expect(page).to_have_url(re.compile(r"/files\?kind=album$"))
    page.get_by_role("textbox", name="Filter").fill("zoe")
    expect(names).to_have_text([re.compile("Middle")])
    expect(page.locator(".count")).to_have_text("1 of 4 albums")
    page.get_by_role("textbox", name="Filter").fill("no such name")
    expect(page.get_by_text("No albums match the filter.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("tab", name="Albums")).to_have_attribute("aria-selected", "true")
    names.first.click()
    expect(heading(page, "Ångström")).to_be_visible()
    assert page.problems == []
    page.context.close()


@pytest.mark.parametrize("width", [320, 970])
def test_own_files_are_in_the_navigation_of_a_narrow_window(browser, files, width):
    page = sign_in(browser, files, viewport={"width": width, "height": 800})
    page.goto(f"{files.base}/files?kind=album")
    expect(page.locator("main .card")).to_have_count(4)
    names = ["Home", "Search", "Favourites", "Your files", "Top 100", "Settings"]
    links = page.get_by_role("navigation", name="Main").get_by_role("link")
    expect(links).to_have_text(names if width == 320 else [name for name in names if name != "Search"])
    boxes = [one.bounding_box() for one in links.all()]
    assert len({box["y"] for box in boxes}) == 1 and max(box["x"] + box["width"] for box in boxes) <= width
    cut = page.evaluate("""() => [...document.querySelectorAll("nav li")].filter((one) =>
      one.querySelector("span").scrollWidth > one.clientWidth).map((one) => one.textContent)""")
    assert cut == []
    assert search_box(page).bounding_box()["width"] > 150
    if SHOTS:
        page.screenshot(path=pathlib.Path(SHOTS) / f"own-files-{width}.png")
    results = Axe().run(page, options={"resultTypes": ["violations"]})
    assert results.violations_count == 0, results.generate_report()
    page.context.close()


def test_more_albums_than_a_page_has_are_listed_and_notes_are_shown(page, server):
    albums = [
        {"kind": "album", "id": f"files:album:{n}", "ids": [f"files:album:{n}"], "title": f"Album {n:04}", "owned": True}
        for n in range(450)
    ]

    def reply(route):
        offset = int((re.search(r"offset=(\d+)", route.request.url) or [0, 0])[1])
        done = {"parts": 0, "sources": [], "notes": ["Your files are being read: 450 so far."]}
        done |= {"next": offset + 200} if offset + 200 < len(albums) else {}
        if "event-stream" not in route.request.headers.get("accept", ""):
            return route.fulfill(json={**done, "items": albums[offset:offset + 200]})
        parts = [("part", {"upsert": albums[:200]}), ("done", {**done, "ids": [one["id"] for one in albums[:200]]})]
        body = "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in parts)
        route.fulfill(content_type="text/event-stream", body=body)

    page.route("**/api/1/collection.albums*", reply)
    page.goto(f"{server.base}/files?kind=album")
    expect(page.locator(".count")).to_have_text("450 albums")
    expect(page.get_by_text("Your files are being read: 450 so far.")).to_be_visible()
    page.get_by_role("textbox", name="Filter").fill("0449")
    expect(page.locator("main .card .title")).to_have_text([re.compile("Album 0449")])


def test_the_screen_has_an_address_of_its_own(server):
    assert server.request("/files", token=False)[0] == 200


def test_a_source_of_files_that_fails_is_asked_again_on_request(page, server):
    problem = {"title": "Failed", "detail": "The hub is busy.", "code": "BUSY", "status": 503}
    page.route(
        "**/api/1/collection.artists*",
        lambda route: route.fulfill(status=503, content_type="application/problem+json", json=problem),
        times=1,
    )
    page.goto(f"{server.base}/files")
    alert = page.get_by_role("alert").filter(has_text="The hub is busy.")
    alert.get_by_role("button", name="Try again").click()
    expect(page.locator("main")).to_contain_text("providers.files.folders")


def test_albums_of_favourite_artists_that_are_not_among_the_files_are_missing(browser, files, tmp_path):
    folder = tmp_path / "Pink Floyd" / "Animals"
    folder.mkdir(parents=True)
    (folder / "1.flac").write_bytes(flac(title="Dogs", artist="Pink Floyd", album="Animals"))
    assert files.musicbus("provider", "reload", "files").returncode == 0
    await_albums(files, 5)
    assert files.musicbus("favorites", "add", "Pink Floyd", "--of", "artist").returncode == 0
    page = sign_in(browser, files)
    page.goto(f"{files.base}/favorites?kind=missing")
    expect(page.locator("main")).to_contain_text("Not checked: 1 of 1 artist")
    expect(page.get_by_role("button", name="Select")).to_be_hidden()
    page.get_by_role("button", name="Check now").click()
    titles = page.locator("main .card .title")
    expect(titles.filter(has_text=re.compile("^The Wall"))).to_have_count(1)
    expect(titles.filter(has_text=re.compile("^Animals$"))).to_have_count(0)
    page.get_by_role("textbox", name="Filter").fill("the wall")
    expect(titles.filter(has_text=re.compile("^The Wall"))).to_have_count(1)
    expect(page.locator(".count:visible")).to_have_text(re.compile(r"^\d of \d+ albums$"))
    page.context.close()
