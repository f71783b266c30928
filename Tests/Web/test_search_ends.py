"""What the search screen keeps, says and repeats once the reply of the sources is here."""

import re

from playwright.sync_api import expect

from test_changes import stream
from test_layout import artist
from test_page import search_box
from test_search import OK, albums, failing, follow, is_cached, lists, open_search

NOTE = "is very short; matching exact names only."


def hold(page, stored):
    """Replies with what is stored, and returns the requests to the sources, which wait."""
    held = []
    page.route("**/api/1/search.all*", lambda route: (
        stream(route, stored, lists=lists()) if is_cached(route) else held.append(route)))
    return held


def type_and_wait(page, text):
    """Types a text, and waits for the request to the sources."""
    with page.expect_request(lambda request: "search.all" in request.url and "cache=only" not in request.url):
        search_box(page).fill(text)


def top_result(page, name):
    return page.locator(".top-result").get_by_role("link", name=name, exact=True)


def test_rows_among_which_the_user_is_stay_as_near_matches(page, server):
    open_search(page, server)
    held = hold(page, [artist("Nina Quick")])
    type_and_wait(page, "nina quik")
    row = page.locator(".card").get_by_role("link", name="Nina Quick")
    row.focus()
    stream(held[0], [], OK, lists=lists(), suggestion={"text": "Nina Quick", "id": "x:artist:1"})
    expect(page.get_by_text("Near matches from earlier:")).to_be_visible()
    expect(page.locator(".guess")).to_have_text("Did you mean Nina Quick?")
    expect(page.get_by_text("No results")).to_have_count(0)
    expect(row).to_be_focused()


def test_a_kind_without_results_keeps_no_rows_from_earlier(page, server):
    open_search(page, server)
    held = hold(page, [artist("Nina Quicker", 2), *albums(0, 2)])
    type_and_wait(page, "nina quick")
    expect(top_result(page, "Nina Quicker")).to_be_visible()
    stream(held[0], albums(0, 2), OK, lists=lists(album={"total": 2}))
    expect(page.locator(".card")).to_have_count(2)
    expect(page.locator(".card.artist")).to_have_count(0)
    expect(top_result(page, "Album 00")).to_be_visible()


def test_the_top_result_is_that_of_the_sources_while_others_wait(page, server):
    open_search(page, server)
    held = hold(page, [artist("Nina Quicker", 2)])
    type_and_wait(page, "nina quick")
    expect(top_result(page, "Nina Quicker")).to_be_visible()
    page.locator(".card .title").focus()
    stream(held[0], [artist("Nina Quick"), artist("Nina Quicker", 2)], OK, lists=lists(artist={"total": 2}))
    expect(top_result(page, "Nina Quick")).to_be_visible()
    page.get_by_role("button", name="1 more", exact=True).click()
    expect(page.locator(".card .title")).to_have_text(["Nina Quicker", "Nina Quick"])
    expect(top_result(page, "Nina Quick")).to_be_visible()


def test_the_top_result_shows_the_values_that_arrive_later(page, server):
    open_search(page, server)
    held = hold(page, [artist("Nina Quick")])
    type_and_wait(page, "nina quick")
    expect(top_result(page, "Nina Quick")).to_be_visible()
    stream(held[0], [{**artist("Nina Quick"), "genres": ["jazz"]}], OK, lists=lists(artist={"total": 1}))
    expect(page.locator(".top-result .sub")).to_have_text("Artist · Jazz")


def test_a_short_text_says_that_only_exact_names_are_shown(page, server):
    # The library has names that begin so.
    server.first("/api/1/search.all?text=Coldplay")
    open_search(page, server)
    search_box(page).fill("U2")
    search_box(page).press("Enter")
    expect(page.get_by_text(f'"U2" {NOTE}')).to_be_visible()
    expect(page.locator(".card .title")).to_have_text(["U2"])
    search_box(page).fill("c")
    search_box(page).press("Enter")
    expect(page.get_by_text("No results for “c”.")).to_be_visible()
    expect(page.get_by_text(f'"c" {NOTE}')).to_be_visible()
    expect(page.locator(".card, .row")).to_have_count(0)
    # It is also said to those who follow a link.
    page.goto(f"{server.base}/search?text=U2")
    expect(page.get_by_text(f'"U2" {NOTE}')).to_be_visible()
    search_box(page).fill("coldplay")
    expect(top_result(page, "Coldplay")).to_be_visible()
    expect(page.get_by_text(NOTE)).to_have_count(0)


def test_an_entered_text_is_remembered_by_the_search_itself(page, server):
    open_search(page, server)
    found = follow(page)
    search_box(page).fill("radiohead")
    search_box(page).press("Enter")
    expect(top_result(page, "Radiohead")).to_be_visible()
    expect(page.locator(".is-busy")).to_have_count(0)
    # A text that rests before Enter, as on a busy machine, is looked up first.
    assert [one["lookup"] for one in found if "cache" not in one][-1] == "false"
    assert {one["limit"] for one in found} == {"24"}
    page.goto(f"{server.base}/search")
    expect(page.locator(".recent .button").first).to_have_text("radiohead")


def test_a_kind_whose_search_failed_is_named(page, server):
    open_search(page, server)
    error = {"code": "SOURCES_FAILED", "message": "None of the sources answered."}
    found = [*lists(artist={"total": 1})[:2], {"kind": "song", "error": error}]
    page.route("**/api/1/search.all*", lambda route: (
        stream(route, [], lists=lists()) if is_cached(route)
        else stream(route, [artist("Nina Quick")], OK, lists=found)))
    search_box(page).fill("nina quick")
    expect(page.get_by_text("No songs: None of the sources answered.")).to_be_visible()
    expect(page.get_by_text("No albums")).to_have_count(0)


def test_a_search_that_waits_for_a_source_is_repeated_once(page, server):
    page.clock.install()
    open_search(page, server)
    error = {"code": "UPSTREAM_RATE_LIMITED", "message": "Too many requests.", "retryAfterMs": 30_000}
    busy = [{"provider": "audiodb", "outcome": "rate-limited", "error": error}]
    held = []

    def reply(route):
        if is_cached(route):
            return stream(route, [], lists=lists())
        held.append(route)
        if len(held) == 1:
            failing(route, sources=busy)

    page.route("**/api/1/search.all*", reply)
    search_box(page).fill("nina quick")
    expect(page.locator("main").get_by_text("Retrying in 30 s.")).to_be_visible()
    with page.expect_request(lambda request: "cache=only" not in request.url and "search.all" in request.url):
        page.clock.run_for(40_000)
    # Whatever the page sends meanwhile is sent before this.
    page.evaluate("() => fetch('/page/js/dom.js')")
    assert len(held) == 2
    stream(held[1], [artist("Nina Quick")], OK, lists=lists(artist={"total": 1}))
    expect(page.locator(".card")).to_have_count(1)
    page.clock.run_for(400_000)
    page.evaluate("() => fetch('/page/js/dom.js')")
    assert len(held) == 2


def test_a_repetition_by_the_user_replaces_the_one_that_was_due(page, server):
    page.clock.install()
    open_search(page, server)
    error = {"code": "UPSTREAM_UNAVAILABLE", "message": "Status 503."}
    found = follow(page)
    page.route("**/api/1/search.all*", lambda route: (
        stream(route, [], lists=lists()) if is_cached(route)
        else failing(route, sources=[{"provider": "audiodb", "outcome": "failed", "error": error}])))
    page.clock.pause_at(page.evaluate("() => Date.now()") + 1000)
    search_box(page).fill("nina quick")
    page.clock.run_for(500)
    again = page.locator("main").get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    page.unroute("**/api/1/search.all*")
    page.route("**/api/1/search.all*", lambda route: stream(
        route, [artist("Nina Quick")], OK, lists=lists(artist={"total": 1})))
    again.click()
    expect(page.get_by_role("status", name="Sources")).to_have_text("1 source ✓")
    count = len(found)
    page.clock.run_for(30_000)
    page.evaluate("() => fetch('/page/js/dom.js')")
    assert len(found) == count
    expect(page.get_by_role("alert").filter(has_text=re.compile("Try again"))).to_have_count(0)
