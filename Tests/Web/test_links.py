"""Links for other programs in the form of Odesli's retired API, and the lyrics of a song."""

import json
import pathlib

import pytest
from playwright.sync_api import expect

from conftest import SAMPLES, ids, sign_in


@pytest.fixture(scope="module")
def key(server):
    return (pathlib.Path(server.home) / "data/feed.token").read_text().strip()


def links(server, key, query):
    status, headers, body = server.request(f"/v1-alpha.1/links?{query}&key={key}", token=False)
    return status, json.loads(body)


def test_from_the_page_at_each_service_all_others_are_found(server, key):
    album = server.get(f"/api/1/album.get?id={ids(server)['album']}&detail=full")["items"][0]
    first = None
    for site in ["deezer", "itunes", "spotify"]:
        url = album["links"][site]
        status, reply = links(server, key, f"url={url}")
        assert status == 200, reply
        found = {platform: link["url"] for platform, link in reply["linksByPlatform"].items()}
        assert {"appleMusic", "itunes", "deezer", "spotify"} <= set(found)
        first = first or found
        assert found == first
        asked = reply["entitiesByUniqueId"][reply["entityUniqueId"]]
        assert site in asked["platforms"] or asked["apiProvider"] == site
        for item in reply["entitiesByUniqueId"].values():
            assert (item["type"], item["title"], item["artistName"]) == ("album", "The Wall", "Pink Floyd")
            assert isinstance(item["thumbnailWidth"], int) and isinstance(item["thumbnailHeight"], int)
        assert reply["pageUrl"] in found.values()
        for link in reply["linksByPlatform"].values():
            assert link["entityUniqueId"] in reply["entitiesByUniqueId"] and link["country"] == "US"


def test_a_platform_with_an_id_is_as_good_as_a_url(server, key):
    album = next(it for it in server.get(f"/api/1/album.get?id={ids(server)['album']}")["items"][0]["ids"]
                 if it.startswith("deezer:album:"))
    status, reply = links(server, key, f"platform=deezer&type=album&id={album.split(':')[2]}")
    assert status == 200 and reply["entityUniqueId"] == f"DEEZER_ALBUM::{album.split(':')[2]}"


def test_what_cannot_be_resolved_and_a_missing_key_are_told_as_before(server, key):
    assert links(server, key, "url=https://example.org/none") == (
        404, {"statusCode": 404, "code": "could_not_resolve_entity"})
    assert links(server, key, "x=1")[0] == 400
    assert links(server, key, f"url={ids(server)['album']}&userCountry=usa") == (
        400, {"statusCode": 400, "code": "invalid_country"})
    assert server.request("/v1-alpha.1/links?url=https://example.org/&key=wrong", token=False)[0] == 401


def test_a_client_whose_base_address_alone_can_be_set_finds_links(server, key):
    wall = next(it for it in server.get(f"/api/1/album.get?id={ids(server)['album']}")["items"][0]["ids"]
                if it.startswith("deezer:album:")).split(":")[2]
    queries = [f"/{key}/v1-alpha.1/links?url=https://album.link/us/d/{wall}", f"/v1-alpha.1/links?api_key={key}&url=https://album.link/d/{wall}",
               f"/{key}/v1-alpha.1/links?url=https://song.link/https://www.deezer.com/album/{wall}"]
    for query in queries:
        status, _, body = server.request(query, token=False)
        assert status == 200 and json.loads(body)["entityUniqueId"] == f"DEEZER_ALBUM::{wall}", body
    status, headers, body = server.request("/wrong/v1-alpha.1/links?url=x", token=False)
    assert (status, json.loads(body)) == (401, {"statusCode": 401, "code": "token_invalid"})
    status, headers, body = server.request(f"/{key}/v1-alpha.1/links?url=x", method="PUT", token=False)
    assert (status, headers["Allow"], json.loads(body)["statusCode"]) == (405, "GET, HEAD", 405)


def test_lyrics_are_loaded_on_request_and_follow_the_whole_recording(browser, server):
    page = sign_in(browser, server)
    answer = {"lines": [{"text": "First line", "atMs": 0}, {"text": "Second line", "atMs": 3_600_000}]}
    page.route("**/api/1/song.lyrics*", lambda route: route.fulfill(json=answer))
    page.goto(f"{server.base}/song/{ids(server)['song']}")
    expect(page.get_by_role("heading", name=SAMPLES["song"], exact=True)).to_be_visible()
    page.get_by_role("button", name="Show lyrics").click()
    expect(page.locator(".lyrics li")).to_have_text(["First line", "Second line"])
    page.context.close()


@pytest.mark.parametrize("answer, text", [
    ({"status": 200, "json": {"instrumental": True}}, "This song is instrumental."),
    ({"status": 404, "json": {"code": "NOT_FOUND", "detail": "No source has it."}}, "No lyrics found."),
    ({"status": 502, "json": {"code": "SOURCES_FAILED", "detail": "It is away."}}, "Try again"),
])
def test_songs_without_lyrics_are_told_from_sources_that_fail(browser, server, answer, text):
    page = sign_in(browser, server)
    page.route("**/api/1/song.lyrics*", lambda route: route.fulfill(**answer))
    page.goto(f"{server.base}/song/{ids(server)['song']}")
    page.get_by_role("button", name="Show lyrics").click()
    expect(page.locator("section").filter(has=page.get_by_role("heading", name="Lyrics"))).to_contain_text(text)
    page.context.close()
