"""The search screen: one call for all kinds, its further rows, corrections, and what the network has to do with it."""

import json
import re
import urllib.parse

import pytest
from playwright.sync_api import expect

from test_changes import stream
from test_faults import unreachable
from test_layout import artist
from test_page import heading, search_box
from test_replies import busy

OK = [{"provider": "audiodb", "outcome": "ok", "count": 1}]
NO_INTERNET = "This needs an internet connection."
OFFLINE = [unreachable("audiodb"), unreachable("itunes-search")]


def open_search(page, server):
    page.goto(f"{server.base}/search")
    expect(page.get_by_text("Search for an artist, an album or a song.")).to_be_visible()


def albums(start, end):
    ids = [(n, f"x:album:{n}") for n in range(start, end)]
    return [{"kind": "album", "id": id, "ids": [id], "title": f"Album {n:02}"} for n, id in ids]


def lists(**totals):
    """The lists of a reply: a total for each kind, exact and complete if not stated otherwise."""
    counts = [(kind, totals.get(kind, {"total": 0})) for kind in ["artist", "album", "song"]]
    return [{"kind": kind, "totalIsExact": True, **count} for kind, count in counts]


def is_cached(route):
    return "cache=only" in route.request.url


def failing(route, **members):
    """A stream that ends with a problem."""
    document = {"title": "Failed", "status": 502, "code": "SOURCES_FAILED", "detail": "No source replied.", **members}
    route.fulfill(content_type="text/event-stream", body=f"event: error\ndata: {json.dumps(document)}\n\n")


def follow(page):
    """The parameters of each search that the page makes from now on, with their methods."""
    found = []

    def note(request):
        url = urllib.parse.urlsplit(request.url)
        if ".search" in url.path or "search.all" in url.path:
            found.append({"method": url.path.rsplit("/", 1)[1], **dict(urllib.parse.parse_qsl(url.query))})

    page.on("request", note)
    return found


def test_one_search_is_one_request_after_the_one_to_the_library(page, server):
    open_search(page, server)
    page.route("**/api/1/search.all*", lambda route: stream(
        route, [artist("Nina Quick"), *albums(0, 1)], OK, lists=lists(artist={"total": 1}, album={"total": 1})))
    found = follow(page)
    search_box(page).fill("nina quick")
    expect(page.get_by_role("status", name="Sources")).to_have_text("1 source ✓")
    expect(page.locator(".card .title")).to_have_text(["Nina Quick", "Album 00"])
    assert [(one["method"], one.get("cache"), one["lookup"], one["limit"]) for one in found] == [
        ("search.all", "only", "true", "24"), ("search.all", None, "true", "24")]
    # What is remembered was entered, or led somewhere.
    with page.expect_request(lambda request: "search.all" in request.url and "lookup" not in request.url):
        page.locator(".card .title").first.click()
    assert (found[2]["method"], "cache" in found[2], found[2]["limit"]) == ("search.all", False, "24")


def test_a_group_goes_on_with_the_search_of_its_kind(page, server):
    open_search(page, server)
    page.route("**/api/1/search.all*", lambda route: stream(
        route, [artist("Nina Quick"), *albums(0, 24)], OK,
        lists=lists(artist={"total": 1}, album={"total": 30, "totalIsExact": False, "next": 24})))

    def further(route):
        offset = int(re.search(r"offset=(\d+)", route.request.url)[1])
        # The first page ends with an album that is known.
        page_of = albums(23, 47) if offset == 24 else albums(47, 60)
        stream(route, page_of, total=60, totalIsExact=True, **({"next": 48} if offset == 24 else {}))

    page.route("**/api/1/albums.search*", further)
    found = follow(page)
    search_box(page).fill("album")
    expect(page.get_by_role("radio", name="Albums 30+", exact=True)).to_be_visible()
    expect(page.get_by_role("radio", name="Artists 1", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Show more artists"))).to_be_hidden()
    page.get_by_role("button", name="Show more albums (24 of 30+)").click()
    rows = page.locator(".card.album .title")
    expect(rows).to_have_count(47)
    expect(rows.nth(24)).to_be_focused()
    expect(page.get_by_role("radio", name="Albums 60", exact=True)).to_be_visible()
    page.get_by_role("button", name="Show more albums (47 of 60)").press("Enter")
    expect(rows).to_have_text([one["title"] for one in albums(0, 60)])
    expect(page.get_by_role("button", name=re.compile("^Show more albums"))).to_be_hidden()
    assert [one.pop("offset") for one in found[-2:]] == ["24", "48"]
    first = {**found[1], "method": "albums.search"}
    assert found[-2:] == [first, first]


def test_further_rows_that_cannot_be_loaded_are_no_end_of_the_list(page, server):
    open_search(page, server)
    page.route("**/api/1/search.all*", lambda route: stream(
        route, albums(0, 24), OK, lists=lists(album={"total": 30, "next": 24})))
    page.route("**/api/1/albums.search*", busy, times=1)
    search_box(page).fill("album")
    page.get_by_role("button", name="Show more albums").click()
    group = page.locator("section").filter(has=heading(page, "Albums"))
    expect(group.get_by_role("alert")).to_contain_text("The hub is busy.")
    page.route("**/api/1/albums.search*", lambda route: stream(route, albums(24, 30), total=30))
    group.get_by_role("button", name="Try again").click()
    expect(page.locator(".card.album")).to_have_count(30)


def test_new_rows_wait_while_the_user_is_among_the_results(page, server):
    open_search(page, server)
    held = []
    page.route("**/api/1/search.all*", lambda route: (
        stream(route, albums(0, 2)) if is_cached(route) else held.append(route)))
    with page.expect_request(lambda request: "search.all" in request.url and "cache=only" not in request.url):
        search_box(page).fill("album")
    rows = page.locator(".card.album .title")
    expect(rows).to_have_count(2)
    rows.first.focus()
    stream(held[0], albums(0, 5), OK, lists=lists(album={"total": 5}))
    button = page.get_by_role("button", name="3 more", exact=True)
    expect(button).to_be_visible()
    expect(rows).to_have_count(2)
    expect(rows.first).to_be_focused()
    button.click()
    expect(rows).to_have_count(5)
    expect(rows.nth(2)).to_be_focused()


def test_a_typo_is_corrected_by_the_suggestion(page, server):
    open_search(page, server)

    def reply(route):
        if "Nina" in route.request.url:
            return stream(route, [artist("Nina Quick")], OK, lists=lists(artist={"total": 1}))
        suggestion = {} if is_cached(route) else {"suggestion": {"text": "Nina Quick", "id": "x:artist:1"}}
        # The library knows spellings that no source does, also of kinds of which there is nothing else.
        stream(route, [artist("Nina Quick"), *albums(0, 2)] if is_cached(route) else [], lists=lists(), **suggestion)

    page.route("**/api/1/search.all*", reply)
    search_box(page).fill("nina quik")
    expect(page.get_by_text("No results for “nina quik”.")).to_be_visible()
    # What the library has is no result.
    expect(page.locator(".card, .row")).to_have_count(0)
    expect(page.locator(".top-result")).to_be_hidden()
    expect(page.locator(".guess")).to_have_text("Did you mean Nina Quick?")
    page.locator(".guess").get_by_role("link").click()
    expect(page).to_have_url(re.compile(r"/search\?text=Nina%20Quick$"))
    expect(page.locator(".top-result").get_by_role("link", name="Nina Quick")).to_be_visible()
    expect(page.locator(".guess")).to_have_count(0)


def test_a_pasted_url_opens_and_is_not_opened_again(page, server):
    open_search(page, server)
    page.route("**/api/1/search.all*", lambda route: stream(route, [], id="x:artist:1"))
    page.route("**/api/1/artist.get*", lambda route: route.fulfill(
        json={"parts": 0, "items": [artist("Nina Quick")], "sources": []}))
    url = "https://music.example/artist/1"
    search_box(page).fill(url)
    search_box(page).press("Enter")
    expect(heading(page, "Nina Quick")).to_be_visible()
    expect(page).to_have_url(re.compile("/artist/x%3Aartist%3A1$"))
    page.go_back()
    expect(page.get_by_text("Press Enter to open it.")).to_be_visible()
    expect(page.get_by_text("No results")).to_have_count(0)
    # A link to such a search opens it, a reload does not.
    page.goto(f"{server.base}/search?text={urllib.parse.quote(url)}")
    expect(heading(page, "Nina Quick")).to_be_visible()


def test_a_reload_does_not_open_a_url(page, server):
    page.route("**/api/1/search.all*", lambda route: stream(route, [], id="x:artist:1"))
    open_search(page, server)
    page.evaluate("history.replaceState(history.state, '', '/search?text=https%3A%2F%2Fmusic.example%2F1')")
    page.reload()
    expect(page.get_by_text("Press Enter to open it.")).to_be_visible()
    expect(page.locator(".placeholder .bone")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/search\?text="))


def test_a_url_that_no_provider_knows_is_named(page, server):
    open_search(page, server)
    message = "No provider knows the URL \"https://music.example/1\"."
    page.route("**/api/1/search.all*", lambda route: failing(route, status=404, code="NOT_FOUND", detail=message))
    search_box(page).fill("https://music.example/1")
    expect(page.get_by_text(message)).to_be_visible()
    expect(page.locator(".placeholder .bone")).to_have_count(0)


@pytest.mark.parametrize("ending", ["done", "error"])
def test_no_network_never_looks_like_no_results(page, server, ending):
    open_search(page, server)

    def reply(route):
        if is_cached(route):
            stream(route, [artist("Nina Quick")])
        elif ending == "done":
            # The user's collection has replied.
            reports = [*OFFLINE, {"provider": "files", "outcome": "empty"}]
            stream(route, [], reports, lists=lists(), noNetwork=True)
        else:
            failing(route, sources=OFFLINE, noNetwork=True)

    page.route("**/api/1/search.all*", reply)
    search_box(page).fill("nina quick")
    expect(page.locator("main").get_by_text(NO_INTERNET)).to_be_visible()
    expect(page.get_by_text("You’re offline.")).to_be_visible()
    expect(page.locator(".card").get_by_role("link", name="Nina Quick")).to_be_visible()
    expect(page.get_by_text("No results")).to_have_count(0)
    page.unroute("**/api/1/search.all*")
    page.route("**/api/1/search.all*", lambda route: stream(
        route, [artist("Nina Quick"), artist("Nina Quicker", 2)], OK, lists=lists(artist={"total": 2})))
    page.locator("main").get_by_role("button", name="Try again").click()
    expect(page.locator(".card")).to_have_count(2)
    expect(page.locator("main").get_by_text(NO_INTERNET)).to_have_count(0)
    expect(page.get_by_text("You’re offline.")).to_be_hidden()


def test_sources_that_fail_otherwise_are_not_the_network(page, server):
    open_search(page, server)
    error = {"code": "UPSTREAM_UNAVAILABLE", "message": "Status 503."}
    reports = [{"provider": one, "outcome": "failed", "error": error} for one in ["audiodb", "itunes-search"]]
    page.route("**/api/1/search.all*", lambda route: (
        stream(route, []) if is_cached(route) else failing(route, sources=reports)))
    search_box(page).fill("nina quick")
    expect(page.locator("main").get_by_text("None of the sources answered.")).to_be_visible()
    expect(page.get_by_text("No results")).to_have_count(0)
    expect(page.get_by_text("You’re offline.")).to_have_count(0)


def test_a_search_that_fails_for_one_kind_shows_the_others(page, server):
    open_search(page, server)
    found = lists(artist={"total": 1})[:2] + [{"kind": "song", "error": {"code": "SOURCES_FAILED", "message": "…"}}]
    song = {"kind": "song", "id": "x:song:1", "ids": ["x:song:1"], "title": "Nina Quick"}
    page.route("**/api/1/search.all*", lambda route: (
        stream(route, [song]) if is_cached(route) else stream(route, [artist("Nina Quick")], OK, lists=found)))
    search_box(page).fill("nina quick")
    expect(page.get_by_role("status", name="Sources")).to_have_text("1 source ✓")
    expect(page.locator(".card.artist")).to_have_count(1)
    # What the library has stays.
    expect(page.locator(".row").get_by_role("link", name="Nina Quick")).to_be_visible()


def test_one_unreachable_source_is_the_network_if_the_browser_has_none(page, server):
    open_search(page, server)
    result = page.evaluate("""async (report) => {
      const {connection, noteSources} = await import("/page/js/connection.js");
      const seen = [];
      const note = (reply) => {
        noteSources(reply);
        seen.push(connection.isLost);
      };
      note({sources: [report]});
      Object.defineProperty(navigator, "onLine", {value: false, configurable: true});
      note({sources: [report]});
      note({sources: [{provider: "x", outcome: "empty"}, report]});
      note({sources: [{provider: "x", outcome: "cached"}], noNetwork: true});
      note({});
      delete navigator.onLine;
      note({sources: [{provider: "x", outcome: "ok"}]});
      return seen;
    }""", unreachable("deezer"))
    assert result == [False, True, False, True, True, False]
