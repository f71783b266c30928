"""What the page makes of replies that are large or lack values, and of what is pasted."""

import json
import re

import pytest
from playwright.sync_api import expect

from conftest import ids, look_for_editions, open_first_screen, sign_in
from test_changes import favorites, stream  # noqa: F401
from test_page import heading, search_box


def busy(route):
    problem = {"title": "Failed", "detail": "The hub is busy.", "code": "BUSY", "status": 503}
    route.fulfill(status=503, content_type="application/problem+json", body=json.dumps(problem))


def test_a_note_that_is_removed_elsewhere_disappears(favorites, own_server):
    queen = own_server.get("/api/1/favorites.list?limit=1")["items"][0]
    note = favorites.get_by_role("textbox", name="Note for Queen")
    own_server.post("favorites.note", {"key": queen["fav"], "note": "Live Aid"})
    expect(note).to_have_value("Live Aid")
    own_server.post("favorites.note", {"key": queen["fav"]})
    expect(note).to_have_count(0)


def test_a_value_that_a_full_reply_lacks_disappears(page, server):
    artist = server.first("/api/1/artists.search?text=queen&limit=1")
    values = [{"aliases": ["Smile"]}, {}]
    page.route("**/api/1/artist.get*detail=full*", lambda route: route.fulfill(
        json={"parts": 0, "sources": [], "items": [{**artist, **values.pop(0)}]}))
    page.goto(f"{server.base}/artist/{artist['id']}")
    expect(page.locator(".facts")).to_contain_text("Smile")
    page.get_by_role("button", name="More about Queen").click()
    page.get_by_role("menuitem", name="How was this matched?").click()
    page.locator(".why-entity").get_by_role("link", name="Queen").click()
    expect(heading(page, "Discography")).to_be_visible()
    expect(page.locator(".facts")).not_to_contain_text("Smile")


def test_only_the_editions_of_an_album_are_listed(page, server):
    album = server.first("/api/1/albums.search?text=1989&artist=Taylor%20Swift&limit=1")
    assert album["title"] == "1989"
    page.goto(f"{server.base}/album/{album['id']}")
    editions = look_for_editions(page).get_by_role("listitem")
    expect(editions).to_have_count(album["editions"] - 1)
    page.goto(f"{server.base}/artist/{album['artist']['id']}")
    button = page.get_by_role("button", name="2 editions of 1989", exact=True)
    button.click()
    card = page.get_by_role("listitem").filter(has=button)
    editions = card.locator(".editions").get_by_role("listitem")
    expect(editions).to_have_count(2)
    expect(button).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(editions.first).to_be_hidden()


def test_editions_of_an_album_that_was_never_listed_are_looked_for_on_request(browser, server, own_server):
    album = server.first("/api/1/albums.search?text=1989&artist=Taylor%20Swift&limit=1")
    page = sign_in(browser, own_server)
    asked = []
    page.on("request", lambda one: "artist.albums" in one.url and "cache=only" not in one.url and asked.append(one.url))
    page.goto(f"{own_server.base}/album/{album['id']}")
    look = page.get_by_role("button", name="Look for other editions")
    expect(look).to_be_visible()
    assert asked == []
    look.click()
    editions = page.locator("section").filter(has=heading(page, "Editions")).get_by_role("listitem")
    expect(editions).not_to_have_count(0)
    page.context.close()


def test_editions_that_failed_to_load_are_loaded_on_the_next_press(page, server):
    album = server.first("/api/1/albums.search?text=1989&artist=Taylor%20Swift&limit=1")
    page.route("**/artist.albums*editions=true*", busy, times=1)
    page.goto(f"{server.base}/artist/{album['artist']['id']}")
    button = page.get_by_role("button", name="editions of 1989", exact=False).first
    button.click()
    expect(page.get_by_text("The hub is busy.")).to_be_visible()
    button.click()
    button.click()
    card = page.get_by_role("listitem").filter(has=button)
    expect(card.locator(".editions").get_by_role("listitem")).not_to_have_count(0)


URL = "https://www.theaudiodb.com/artist/111239-Coldplay"


def test_a_pasted_url_is_not_opened_after_the_user_has_left(page, server):
    open_first_screen(page, server)
    held = []
    page.route("**/api/1/search.all*", lambda route: held.append(route))
    with page.expect_request(lambda request: "search.all" in request.url and "cache=only" not in request.url):
        search_box(page).fill(URL)
    page.get_by_role("link", name="Favourites", exact=True).click()
    expect(heading(page, "Favourites")).to_be_visible()
    for route in held:
        stream(route, [], id="audiodb:artist:111239")
    page.go_back()
    expect(page.get_by_text("Press Enter to open it.")).to_be_visible()


def test_a_pasted_url_that_was_left_waits_for_enter(page, server):
    open_first_screen(page, server)
    page.clock.install(time=0)
    page.clock.pause_at(60_000)
    search_box(page).fill(URL)
    page.get_by_role("link", name="Favourites", exact=True).click()
    with page.expect_response(lambda reply: "search.all" in reply.url and "cache=only" not in reply.url):
        page.clock.run_for(1000)
    page.clock.resume()
    expect(heading(page, "Favourites")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("Press Enter to open it.")).to_be_visible()
    # With other settings, the screen is made again.
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("combobox", name="Country").select_option("de")
    page.go_back()
    expect(page.get_by_text("Press Enter to open it.")).to_be_visible()
    search_box(page).press("Enter")
    expect(heading(page, "Coldplay")).to_be_visible()


@pytest.mark.parametrize("text", [
    "6-00019-63825-8", "UPC 6 00019 63825 8", "GB AYE 73 00042", "ISRC GB-AYE-73-00042"
])
def test_a_printed_code_is_not_searched_as_text(page, server, text):
    open_first_screen(page, server)
    search_box(page).fill(text)
    expect(page).to_have_url(re.compile("/(album/upc%3Aalbum%3A600019638258|song/isrc%3Arecording%3AGBAYE7300042)$"))


def test_undo_leaves_a_later_verdict(browser, own_server):
    page = sign_in(browser, own_server)
    page.goto(f"{own_server.base}/why/{ids(own_server)['artist']}")
    page.get_by_role("button", name=re.compile("^Different: itunes")).first.click()
    undo = page.locator(".toast").get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    later = {"id": "itunes:artist:136975", "other": "itunes:artist:471744"}
    own_server.post("records.different", later)
    undo.click()
    expect(page.locator(".toast")).to_contain_text("The last verdict is about other ids")
    undone = own_server.post("records.undo", {})["verdict"]
    assert [undone["a"], undone["b"]] == list(later.values())
    assert own_server.post("records.undo", {})["verdict"]["a"] != undone["a"]
    page.context.close()


def test_undo_undoes_the_verdict(browser, own_server):
    page = sign_in(browser, own_server)
    page.goto(f"{own_server.base}/why/{ids(own_server)['artist']}")
    page.get_by_role("button", name=re.compile("^Different: itunes")).first.click()
    expect(heading(page, "Your verdicts")).to_be_visible()
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Undone.")).to_be_visible()
    expect(heading(page, "Your verdicts")).to_be_hidden()
    page.context.close()


@pytest.mark.parametrize("fails", [False, True])
def test_an_album_lists_all_its_tracks(page, server, fails):
    def reply(route):
        start = 200 if "offset=200" in route.request.url else 0
        tracks = [
            {"kind": "song", "id": f"x:song:{n}", "ids": [f"x:song:{n}"], "title": f"Track {n}"}
            for n in range(start, 200 if start == 0 else 250)
        ]
        if "text/event-stream" in route.request.headers["accept"]:
            stream(route, tracks, total=250, next=200)
        elif fails:
            busy(route)
        else:
            route.fulfill(json={"parts": 0, "items": tracks, "total": 250})

    page.route("**/api/1/album.songs*", reply)
    page.goto(f"{server.base}/album/{ids(server)['album']}")
    expect(page.get_by_role("link", name="Track 199", exact=True)).to_be_attached()
    if fails:
        return expect(page.get_by_text("The hub is busy.")).to_be_attached()
    expect(page.get_by_text("250 tracks")).to_be_visible()
    expect(page.get_by_role("link", name="Track 249", exact=True)).to_be_attached()
