"""What the page does when something fails, and when its input comes from an unusual place."""

import json
import re

import pytest
from playwright.sync_api import expect

from conftest import ids, open_first_screen, open_whole, sign_in
from test_changes import favorites, rows, stream  # noqa: F401
from test_page import heading, search_box

LOVE = """node => {
  const probe = document.createElement("i");
  probe.style.color = "var(--love)";
  document.body.append(probe);
  const love = getComputedStyle(probe).color;
  probe.remove();
  return getComputedStyle(node).color === love;
}"""


def problem(route, _=None, status=503, **members):
    document = {"title": "Failed", "detail": "It failed.", "code": "SOURCES_FAILED", "status": status, **members}
    route.fulfill(status=status, content_type="application/problem+json", body=json.dumps(document))


def unreachable(provider):
    error = {"code": "UPSTREAM_UNREACHABLE", "message": "unknown host"}
    return {"provider": provider, "outcome": "failed", "error": error}


def test_a_pressed_heart_is_red_under_the_pointer(page, server):
    page.goto(f"{server.base}/song/{ids(server)['song']}")
    page.get_by_role("button", name="Add Money to favourites").click()
    pressed = page.get_by_role("button", name="Remove Money from favourites")
    expect(pressed).to_be_visible()
    assert pressed.evaluate(LOVE)
    pressed.click()
    expect(page.get_by_role("button", name="Add Money to favourites")).to_be_visible()


def test_the_button_of_a_long_toast_stays_on_one_line(browser, server):
    page = sign_in(browser, server, viewport={"width": 390, "height": 844})
    open_first_screen(page, server)
    page.evaluate("""import("/page/js/components/toast.js").then(({toast}) =>
      toast("Added " + "The Piper at the Gates of Dawn (Deluxe) ".repeat(4), {label: "Undo", run() {}}))""")
    box = page.get_by_role("button", name="Undo").bounding_box()
    assert box["height"] < 45 and box["width"] > 40
    page.context.close()


def test_favourites_are_loaded_again_when_the_server_is_back(page, server):
    page.route("**/api/1/favorites.list*", lambda route: route.abort())
    page.goto(f"{server.base}/favorites")
    panel = page.get_by_role("tabpanel")
    expect(panel.get_by_text("The page cannot reach its server.")).to_be_visible()
    page.unroute("**/api/1/favorites.list*")
    expect(panel.get_by_text("No favourites yet.")).to_be_visible()


def test_an_artist_that_was_opened_before_keeps_its_name_when_it_cannot_be_loaded(page, server):
    open_whole(page, server, "artist")
    page.route("**/api/1/artist.get*", problem)
    page.goto(page.url)
    expect(heading(page, "Pink Floyd")).to_be_visible()
    expect(page.get_by_text("None of the sources answered.")).to_be_visible()
    page.unroute("**/api/1/artist.get*")
    page.locator(".hero").get_by_role("button", name="Try again").click()
    expect(heading(page, "Discography")).to_be_visible()
    expect(page.locator(".hero").get_by_role("button", name="Try again")).to_have_count(0)


def test_what_is_rate_limited_is_loaded_again_when_the_time_has_come(page, server):
    page.clock.install()
    error = {"code": "UPSTREAM_RATE_LIMITED", "message": "…", "retryAfterMs": 30_000}
    sources = [{"provider": "audiodb", "outcome": "rate-limited", "error": error}]
    page.route("**/api/1/artist.get*", lambda route: problem(route, sources=sources))
    page.goto(f"{server.base}/artist/{ids(server)['artist']}")
    expect(page.locator("main").get_by_text("Retrying in 30 s.")).to_be_visible()
    page.unroute("**/api/1/artist.get*")
    page.clock.fast_forward(40_000)
    expect(heading(page, "Pink Floyd")).to_be_visible()


def test_what_a_refused_source_would_add_arrives_when_it_takes_requests_again(page, server):
    page.clock.install()
    artist = ids(server)["artist"]
    error = {"code": "UPSTREAM_RATE_LIMITED", "message": "…", "retryAfterMs": 20_000}
    refused = [{"provider": "deezer", "outcome": "ok", "count": 0},
               {"provider": "itunes-search", "outcome": "rate-limited", "error": error}]
    page.route("**/api/1/artist.similar*", lambda route: stream(route, [], sources=refused))
    page.goto(f"{server.base}/artist/{artist}")
    expect(page.locator(".sources")).to_contain_text("iTunes Search will follow")
    expect(page.get_by_text("takes no more requests")).to_have_count(0)
    similar = page.locator("section").filter(has=heading(page, "Similar artists"))
    expect(similar).to_be_hidden()
    page.unroute("**/api/1/artist.similar*")
    page.clock.fast_forward(30_000)
    expect(similar.get_by_role("listitem").first).to_be_visible()


def test_a_lost_network_is_reported_once_and_not_as_a_missing_chart(page, server):
    sources = [unreachable("itunes-rss"), unreachable("deezer")]
    page.route("**/api/1/chart.get*", lambda route: stream(route, [], sources, noNetwork=True))
    # No other test loads this chart: one from the cache says nothing about the network.
    page.goto(f"{server.base}/top?of=albums&country=ca")
    banner = page.get_by_text("You’re offline.")
    expect(banner).to_be_visible()
    expect(page.get_by_text("This needs an internet connection.")).to_be_visible()
    expect(page.get_by_text("No chart for this country.")).to_have_count(0)
    page.unroute("**/api/1/chart.get*")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".card").first).to_be_visible()
    expect(banner).to_be_hidden()


def test_offline_mode_can_be_ended_where_something_is_missing(page, server):
    open_first_screen(page, server)
    page.evaluate("import('/page/js/settings.js').then(({change}) => change({isOffline: true}))")
    error = {"code": "NOT_CACHED", "message": "…"}
    sources = [{"provider": "audiodb", "outcome": "failed", "error": error}]
    page.route("**/api/1/artist.get*", lambda route: problem(route, sources=sources))
    page.goto(f"{server.base}/artist/{ids(server)['artist']}")
    expect(page.get_by_text("It is not saved on this computer.")).to_be_visible()
    page.unroute("**/api/1/artist.get*")
    page.locator("main").get_by_role("button", name="Go online").click()
    expect(heading(page, "Pink Floyd")).to_be_visible()


def test_a_stored_heart_stays_although_the_next_request_fails(page, server):
    open_whole(page, server, "song")
    page.route("**/api/1/favorites.list*", problem)
    page.get_by_role("button", name="Add Money to favourites").click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    expect(page.get_by_role("button", name="Remove Money from favourites")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Add Money to favourites")).to_be_visible()


def test_a_heart_is_kept_if_the_tab_is_closed_at_once(browser, own_server):
    page = sign_in(browser, own_server)
    album = ids(own_server)["album"]
    page.goto(f"{own_server.base}/album/{album}")
    button = page.locator(".hero mb-heart button")
    expect(button).to_have_attribute("aria-pressed", "false")
    with page.expect_request("**/api/1/favorites.add"):
        button.click()
    page.context.close()
    later = sign_in(browser, own_server)
    later.goto(f"{own_server.base}/album/{album}")
    expect(later.locator(".hero mb-heart button")).to_have_attribute("aria-pressed", "true")
    later.context.close()


def test_hearts_pressed_quickly_leave_what_was_pressed_last(page, server):
    song = ids(server)["song"]
    page.goto(f"{server.base}/song/{song}")
    button = page.locator(".hero mb-heart button")
    expect(button).to_have_attribute("aria-pressed", "false")
    held = []
    page.route("**/api/1/favorites.add", lambda route: held.append(route))
    with page.expect_request("**/api/1/favorites.add"):
        button.click()
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    # The second change waits for the first, however late that arrives.
    held[0].continue_()
    expect(page.get_by_text("Removed Money from favourites.")).to_be_visible()
    assert not server.get("/api/1/favorites.list")["items"]


def test_a_wrong_range_of_dates_leaves_the_albums(page, server):
    page.goto(f"{server.base}/artist/{ids(server)['artist']}")
    albums = page.locator(".discography .title")
    expect(albums.first).to_be_visible()
    page.get_by_role("combobox", name="From").fill("1980")
    expect(albums.filter(has_text=re.compile("^Animals$"))).to_have_count(0)
    later = albums.all_text_contents()
    page.get_by_role("combobox", name="To", exact=True).fill("1973")
    message = "The range is empty: 1980 is after 1973."
    expect(page.get_by_role("alert").filter(has_text=message)).to_be_visible()
    expect(albums).to_have_text(later)


@pytest.mark.parametrize("end, date, shown", [("From", "1977-02", False), ("To", "1977-01-21", True)])
def test_one_date_filters_albums(page, server, end, date, shown):
    page.goto(f"{server.base}/artist/{ids(server)['artist']}")
    albums = page.locator(".discography .title")
    expect(albums.first).to_be_visible()
    page.get_by_role("combobox", name=end, exact=True).fill(date)
    expect(albums.filter(has_text="The Final Cut")).to_have_count(0 if shown else 1)
    expect(albums.filter(has_text=re.compile("^Animals$"))).to_have_count(1 if shown else 0)


def test_a_date_that_is_being_typed_is_no_error_and_hides_no_albums(page, server):
    page.goto(f"{server.base}/artist/{ids(server)['artist']}")
    albums = page.locator(".discography .title")
    alert = page.locator(".entity").get_by_role("alert")
    expect(albums.first).to_be_visible()
    expect(page.locator(".is-busy")).to_have_count(0)
    all_albums = albums.all_text_contents()
    start = page.get_by_role("combobox", name="From")
    for text, has_older in [("1", True), ("19", True), ("197", True), ("1980", False), ("1980-", False), ("1980-0", False)]:
        start.fill(text)
        expect(albums.filter(has_text=re.compile("^Animals$"))).to_have_count(int(has_older))
        expect(alert).to_have_count(0)
    start.fill("19")
    expect(albums).to_have_text(all_albums)
    start.press("Tab")
    expect(alert).to_have_text('From: "19" is not a date; use 1973, 1973-03 or 1973-03-01.')
    expect(albums).to_have_text(all_albums)


def test_the_years_of_the_albums_can_be_chosen(page, server):
    page.goto(f"{server.base}/artist/{ids(server)['artist']}")
    expect(page.locator(".discography .card").first).to_be_visible()
    years = page.evaluate("""() => [...document.querySelector("[placeholder='1973']").list.options]
      .map((one) => one.value)""")
    assert "1977" in years and years == sorted(set(years))


@pytest.mark.parametrize("key, code, then, then_code", [
    ("п", "KeyG", "а", "KeyF"), ("γ", "KeyG", "φ", "KeyF"), ("G", "KeyG", "F", "KeyF"), ("g", "KeyU", "f", "KeyY"),
])
def test_letter_shortcuts_work_on_every_layout(page, server, key, code, then, then_code):
    open_first_screen(page, server)
    page.evaluate("""keys => {
      for (const [key, code] of keys)
        document.body.dispatchEvent(new KeyboardEvent("keydown", {key, code, bubbles: true}));
    }""", [[key, code], [then, then_code]])
    expect(heading(page, "Favourites")).to_be_visible()


def test_the_slash_of_a_cyrillic_layout_focuses_the_search_box(page, server):
    open_first_screen(page, server)
    page.evaluate("""document.body.dispatchEvent(
      new KeyboardEvent("keydown", {key: ".", code: "Slash", bubbles: true}))""")
    expect(search_box(page)).to_be_focused()


def test_the_wheel_with_control_is_left_to_the_browser(page, server):
    page.goto(f"{server.base}/artist/{ids(server)['artist']}")
    expect(page.locator(".discography .card").first).to_be_visible()
    assert page.evaluate("""() => {
      const event = new WheelEvent("wheel", {ctrlKey: true, deltaY: -100, bubbles: true, cancelable: true});
      document.querySelector(".discography .card").dispatchEvent(event);
      return event.defaultPrevented;
    }""") is False


def test_preview_is_one_button_with_its_word(page, server):
    page.goto(f"{server.base}/song/{ids(server)['song']}")
    button = page.get_by_role("button", name="Play preview of Money")
    expect(button).to_have_text("Preview")
    button.click()
    expect(page.locator("main").get_by_role("button", name="Pause preview of Money")).to_have_text("Pause")


def test_the_artist_of_an_album_looks_like_a_link(page, server):
    page.goto(f"{server.base}/album/{ids(server)['album']}")
    link = page.locator(".hero").get_by_role("link", name="Pink Floyd")
    expect(link).to_be_visible()
    assert "underline" in link.evaluate("node => getComputedStyle(node).textDecorationLine")


def test_enter_chooses_the_artist_of_the_first_screen(page, server):
    page.goto(f"{server.base}/settings")
    page.get_by_role("radio", name="An artist").check()
    field = page.get_by_role("textbox", name="Artist")
    field.fill("queen")
    field.press("Enter")
    expect(field).to_have_value("Queen")
    page.goto(server.base)
    expect(heading(page, "Queen")).to_be_visible()


def test_a_dragged_favourite_shows_no_focus(favorites):
    handle = favorites.get_by_role("button", name="Move Queen", exact=True)
    start = handle.bounding_box()
    target = favorites.get_by_role("button", name="Move Radiohead", exact=True).bounding_box()
    favorites.mouse.move(start["x"] + 10, start["y"] + 10)
    favorites.mouse.down()
    favorites.mouse.move(target["x"] + 10, target["y"] + 15, steps=5)
    favorites.mouse.up()
    expect(rows(favorites)).to_have_text(["Metallica", "Radiohead", "Queen"])
    assert favorites.locator(":focus-visible").count() == 0


def test_the_other_comparison_that_keeps_two_entities_apart_is_shown(page, server):
    entity = {"kind": "artist", "id": "x:artist:1", "ids": ["x:artist:1"], "name": "Nina Quick"}
    other = {**entity, "id": "x:artist:2", "ids": ["x:artist:2"]}
    def pair(text):
        reason = {"side": "against", "weight": -9, "text": text}
        a, b = [{"provider": "audiodb", "id": one["id"]} for one in [entity, other]]
        return {"a": a, "b": b, "decision": "different", "points": -9, "reasons": [reason]}

    page.route("**/api/1/records.explain*", lambda route: route.fulfill(json={
        "parts": 0, "sources": [], "explanation": {
            "entity": entity, "records": [{"provider": "audiodb", "entity": entity}],
            "neighbors": [{"entity": other, "nearest": pair("a near name"), "separatedBy": pair("another country")}],
        }}))
    page.goto(f"{server.base}/why/x%3Aartist%3A1")
    page.locator(".scores summary").click()
    expect(page.get_by_text("another country")).to_be_visible()


def test_the_console_shows_no_failed_request_on_the_first_screen(page, server):
    failures = []
    page.on("response", lambda response: response.status >= 400 and failures.append(response.url))
    open_first_screen(page, server)
    expect(page.locator(".skeleton, .is-busy")).to_have_count(0)
    page.get_by_role("heading", name="Popular artists").scroll_into_view_if_needed()
    assert [url for url in failures if "/api/" in url] == []


def test_offline_mode_says_that_something_unknown_is_not_stored(page, server):
    open_first_screen(page, server)
    page.evaluate("import('/page/js/settings.js').then(({change}) => change({isOffline: true}))")
    page.goto(f"{server.base}/album/spotify:album:0000000000000000000000")
    expect(page.locator(".hero").get_by_text("It is not saved on this computer.")).to_be_visible()
    expect(page.locator(".hero").get_by_role("button", name="Go online")).to_be_visible()
    expect(page.get_by_role("status", name="Sources")).to_have_text("No sources were asked")


def test_the_line_of_sources_begins_with_a_word(page, server):
    page.route("**/api/1/chart.get*", lambda route: stream(route, [], [unreachable("deezer")]))
    page.goto(f"{server.base}/top?of=albums&country=ca")
    expect(page.get_by_role("status", name="Sources")).to_have_text("Deezer is not available")


def test_pictures_of_a_host_that_hangs_keep_no_other_request_waiting(browser, server):
    page = sign_in(browser, server, viewport={"width": 1280, "height": 2000})
    page.clock.install()
    page.route("**/artwork/**", lambda route: None)
    page.goto(f"{server.base}/search?text=Pink%20Floyd")
    # All texts are there, and more pictures are wanted than a browser has connections.
    expect(page.locator("mb-picture img").nth(7)).to_be_attached()
    expect(page.locator(".is-busy")).to_have_count(0)
    loading = page.locator("mb-picture img[src]")
    expect(loading.first).to_be_attached()
    assert loading.count() <= 3
    # Those that do not come make room for others.
    with page.expect_request("**/artwork/**"):
        page.clock.fast_forward(8_000)
    expect(loading.first).to_be_attached()
    assert loading.count() <= 3
    page.unroute_all(behavior="ignoreErrors")
    page.context.close()
