"""Favourites that a service no longer has."""

from conftest import sign_in
from playwright.sync_api import expect

ANIMALS = "mbid:release-group:9813da06-d4e2-4327-abcb-b48174c83b37"


def album(*ids):
    return {"kind": "album", "id": ids[0], "ids": list(ids), "title": "Animals", "artist": {"name": "Pink Floyd"},
            "releaseDate": "1977"}


def test_a_favourite_that_a_service_no_longer_has_is_told_and_found_again(browser, own_server):
    own_server.post("favorites.import", {"rows": [album("itunes:album:999", ANIMALS)]})
    page = sign_in(browser, own_server)
    page.goto(f"{own_server.base}/favorites")
    page.get_by_text("Dead links").click()
    expect(page.get_by_text("No link is known to be dead.")).to_be_visible()
    page.get_by_role("button", name="Check now").click()
    line = page.locator(".transfer .lines li")
    expect(line).to_contain_text("Not at Apple Music since")
    expect(line).to_contain_text("Found there again: same")
    expect(line.get_by_role("link", name="Animals")).to_be_visible()
    assert page.problems == []
    page.context.close()


def test_a_favourite_that_has_gone_says_where_it_still_is(page, server):
    link = {"fav": "01JBW0Q6H3E5D8F2G4J7K9M1NP", "entity": album(ANIMALS), "id": "deezer:album:1", "provider": "deezer",
            "goneAgeMs": 0, "others": [ANIMALS, "itunes:album:1"]}
    page.route("**/api/1/favorites.links?*", lambda route: route.fulfill(json={"unavailable": [link], "notes": []}))
    page.goto(f"{server.base}/favorites")
    page.get_by_text("Dead links").click()
    expect(page.locator(".transfer .lines li")).to_contain_text("Still at MusicBrainz, Apple Music")
