"""axe-core on every screen, in both themes, wide and narrow; screenshots for review."""

import pathlib

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import SHOTS, ids, sign_in

# Images further along a shelf are loaded when they come into view.
VISIBLE_IMAGES = """() => Promise.all([...document.images]
  .filter((image) => image.getBoundingClientRect().top < innerHeight && image.getBoundingClientRect().left < innerWidth)
  .map((image) => image.decode().catch(() => {})))"""
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# What axe checks at each width. Themes differ in nothing but colours, widths in all but colours; a check
# of colours takes as long as all others.
NO_COLORS = {"rules": {"color-contrast": {"enabled": False}}}
CHECKS = {
    320: [("light", {"runOnly": TAGS, **NO_COLORS}), ("dark", None)],
    1280: [("light", {"runOnly": TAGS}), ("dark", {"runOnly": ["color-contrast"]})],
}


@pytest.fixture(scope="module")
def paths(server):
    found = ids(server)
    for identifier in found.values():
        server.post("favorites.add", {"id": identifier})
    yield {
        "featured": "/", "search": "/search?text=pink%20floyd", "artist": f"/artist/{found['artist']}",
        "album": f"/album/{found['album']}", "song": f"/song/{found['song']}",
        "top": "/top?of=albums&country=us", "favorites": "/favorites", "why": f"/why/{found['artist']}",
        "files": "/files", "sources": "/sources", "settings": "/settings", "missing": "/artist",
    }
    for identifier in found.values():
        server.post("favorites.remove", {"keys": [identifier]})


@pytest.mark.parametrize("width", CHECKS)
def test_no_violations(browser, server, paths, width):
    page = sign_in(browser, server, viewport={"width": width, "height": 800})
    for name, path in paths.items():
        page.goto(server.base + path)
        expect(page.locator("h1[aria-busy]")).to_have_count(0)
        expect(page.locator(".skeleton")).to_have_count(0)
        if name == "search":
            expect(page.get_by_role("heading", name="Albums")).to_be_visible()
        expect(page.locator("main h1")).to_be_visible()
        for theme, options in CHECKS[width]:
            page.emulate_media(color_scheme=theme)
            if SHOTS:
                page.evaluate(VISIBLE_IMAGES)
                page.screenshot(path=pathlib.Path(SHOTS) / f"{name}-{theme}-{width}.png")
            if not options:
                continue
            results = Axe().run(page, options={"resultTypes": ["violations"], **options})
            assert results.violations_count == 0, f"{name}: {results.generate_report()}"
        overflow = page.evaluate("document.documentElement.scrollWidth") - width
        assert overflow <= 0, f"{name} is {overflow} px too wide"
    assert page.problems == []
    page.context.close()
