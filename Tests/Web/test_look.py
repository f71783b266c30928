"""The parts that make the page pleasant: header, navigation, search, shelves, favourites."""

import re

import pytest
from playwright.sync_api import expect

from conftest import ids, open_first_screen, open_whole, sign_in
from test_changes import favorites, rows  # noqa: F401
from test_page import choose, heading, search_box


def test_an_album_has_one_line_of_facts_and_a_menu_for_the_rest(page, server):
    page.goto(f"{server.base}/album/{ids(server)['album']}")
    line = page.locator(".hero p.line")
    expect(line).to_have_text(re.compile(r"^Album · 1979 · Rock · 26 tracks$"))
    expect(page.locator(".hero").get_by_role("button")).to_have_count(3)
    page.get_by_role("button", name="More about The Wall").click()
    for name in ["Share", "How was this matched?", "Go to artist"]:
        expect(page.get_by_role("menuitem", name=name, exact=True)).to_be_visible()


def test_the_header_is_tinted_by_the_cover(page, server):
    page.goto(f"{server.base}/album/{ids(server)['album']}")
    expect(page.locator(".hero img.loaded")).to_be_visible()
    page.wait_for_function("() => document.querySelector('.entity').style.getPropertyValue('--tint').startsWith('rgb(')")


def test_the_preview_of_an_album_plays_its_tracks(page, server):
    page.goto(f"{server.base}/album/{ids(server)['album']}")
    page.get_by_role("button", name="Play preview of The Wall").click()
    expect(page.get_by_role("region", name="Player")).to_contain_text("In the Flesh?")
    expect(page.get_by_role("button", name="Pause preview of The Wall")).to_be_visible()


def test_on_a_phone_the_navigation_is_at_the_bottom_and_the_heart_beside_the_preview(browser, server):
    page = sign_in(browser, server, viewport={"width": 390, "height": 844})
    page.goto(f"{server.base}/album/{ids(server)['album']}")
    heart = page.get_by_role("button", name="Add The Wall to favourites").bounding_box()
    preview = page.get_by_role("button", name="Play preview of The Wall").bounding_box()
    assert abs(heart["y"] - preview["y"]) < 2 and heart["x"] > preview["x"] + preview["width"]
    navigation = page.get_by_role("navigation", name="Main")
    assert navigation.bounding_box()["y"] > 750
    expect(navigation.get_by_role("link")).to_have_text(["Home", "Search", "Favourites", "Top 100", "Settings"])
    navigation.get_by_role("link", name="Search").click()
    expect(search_box(page)).to_be_focused()
    page.context.close()


def test_settings_say_in_words_whether_sources_work(page, server):
    page.goto(f"{server.base}/settings")
    line = page.locator(".source-states li").filter(has_text="TheAudioDB")
    expect(line).to_contain_text("working")
    page.get_by_role("link", name="Technical details").click()
    expect(heading(page, "Sources")).to_be_visible()


def test_a_search_has_a_top_result_and_tabs_with_counts(page, server):
    open_first_screen(page, server)
    search_box(page).fill("pink floyd")
    expect(page.locator(".top-result").get_by_role("link", name="Pink Floyd")).to_be_visible()
    expect(page.locator(".is-busy")).to_have_count(0)
    tab = page.get_by_role("radio", name=re.compile(r"^Albums [\d,]+\+?$"))
    tab.check()
    expect(heading(page, "Albums")).to_be_visible()
    expect(heading(page, "Artists")).to_be_hidden()


def test_arrow_keys_lead_into_the_results_and_escape_back(page, server):
    open_first_screen(page, server)
    search_box(page).fill("pink floyd")
    expect(page.locator(".top-result")).to_be_visible()
    # The order is final only when all results have arrived.
    expect(page.locator(".is-busy")).to_have_count(0)
    search_box(page).press("ArrowDown")
    expect(page.locator(".top-result a")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".card .title").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(search_box(page)).to_be_focused()


def test_a_typo_is_answered_with_what_it_may_mean(page, server):
    server.first("/api/1/artists.search?text=Metallica&limit=1")
    page.goto(f"{server.base}/search")
    search_box(page).fill("metalica")
    search_box(page).press("Enter")
    guess = page.locator(".guess").get_by_role("link", name="Metallica")
    guess.click()
    expect(page.locator(".top-result").get_by_role("link", name="Metallica")).to_be_visible()


def test_only_texts_that_led_somewhere_are_remembered(page, server):
    server.post("cache.clear", {})
    open_first_screen(page, server)
    search_box(page).press_sequentially("radioh")
    expect(page.locator(".top-result").get_by_role("link", name="Radiohead")).to_be_visible()
    expect(page.locator(".is-busy")).to_have_count(0)
    search_box(page).fill("RADIOHEAD")
    expect(page).to_have_url(re.compile("text=RADIOHEAD$"))
    expect(page.locator(".top-result").get_by_role("link", name="Radiohead")).to_be_visible()
    expect(page.locator(".is-busy")).to_have_count(0)
    with page.expect_response(lambda reply: "search.all" in reply.url and "lookup" not in reply.url):
        page.locator(".top-result").get_by_role("link", name="Radiohead").click()
    expect(heading(page, "Radiohead")).to_be_visible()
    page.get_by_role("link", name="MusicBus, home").click()
    page.goto(f"{server.base}/search")
    recent = page.locator(".recent .button")
    expect(recent).to_have_text(["RADIOHEAD"])


def test_what_was_opened_is_continued_on_the_first_screen(page, server):
    open_whole(page, server, "album")
    page.get_by_role("link", name="MusicBus, home").click()
    shelf = page.locator("section").filter(has=heading(page, "Continue"))
    expect(shelf.get_by_role("link", name="The Wall")).to_be_visible()


def test_the_discography_is_one_grid_with_kinds(page, server):
    open_whole(page, server, "artist")
    expect(page.locator(".discography h3:visible")).to_have_count(0)
    card = page.locator(".discography .card").filter(has=page.get_by_role("link", name="Animals", exact=True))
    expect(card).to_contain_text("Jan 21, 1977 · 5 tracks")
    page.get_by_role("radio", name=re.compile(r"^Live albums \d+$")).check()
    expect(card).to_have_count(0)
    expect(page.locator(".discography .card").first).to_contain_text("Live")


def test_filters_are_behind_one_button_on_a_phone(browser, server):
    page = sign_in(browser, server, viewport={"width": 390, "height": 844})
    page.goto(f"{server.base}/artist/{ids(server)['artist']}")
    title = page.get_by_role("textbox", name="Filter by title")
    button = page.get_by_role("button", name="Filters")
    expect(button).to_be_visible()
    expect(title).to_be_hidden()
    button.click()
    expect(title).to_be_visible()
    page.context.close()


def test_a_heart_in_the_favourites_removes_with_undo(favorites):
    favorites.get_by_role("button", name="Remove Queen from favourites").click()
    expect(rows(favorites)).to_have_text(["Metallica", "Radiohead"])
    favorites.get_by_role("button", name="Undo").click()
    expect(rows(favorites)).to_have_text(["Queen", "Metallica", "Radiohead"])


def test_favourites_are_moved_by_the_keys_of_their_handle(favorites):
    handle = favorites.get_by_role("button", name="Move Queen", exact=True)
    handle.press("ArrowDown")
    expect(rows(favorites)).to_have_text(["Metallica", "Queen", "Radiohead"])
    expect(handle).to_be_focused()
    choose(favorites, "Queen", "Move to bottom")
    expect(rows(favorites)).to_have_text(["Metallica", "Radiohead", "Queen"])


def test_favourites_are_moved_by_touch(favorites):
    session = favorites.context.new_cdp_session(favorites)

    def touch(kind, box=None):
        points = [{"x": box["x"] + 10, "y": box["y"] + 20}] if box else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    start = favorites.get_by_role("button", name="Move Queen", exact=True).bounding_box()
    end = favorites.get_by_role("button", name="Move Radiohead", exact=True).bounding_box()
    touch("touchStart", start)
    touch("touchMove", end)
    touch("touchEnd")
    expect(rows(favorites)).to_have_text(["Metallica", "Radiohead", "Queen"])


def test_several_favourites_are_removed_at_once(favorites):
    favorites.get_by_role("button", name="Select").click()
    for name in ["Queen", "Radiohead"]:
        favorites.get_by_role("checkbox", name=f"Select {name}").check()
    favorites.locator(".selection-bar").get_by_role("button", name="Remove").click()
    expect(rows(favorites)).to_have_text(["Metallica"])
    favorites.get_by_role("button", name="Undo").click()
    expect(rows(favorites)).to_have_text(["Queen", "Metallica", "Radiohead"])


def test_favourites_are_a_list_or_a_grid(favorites):
    favorites.get_by_role("radio", name="Grid").check()
    expect(favorites.locator(".card.artist")).to_have_count(3)
    favorites.reload()
    expect(favorites.locator(".card.artist")).to_have_count(3)


def test_missing_values_are_named(page, server):
    artist = server.first("/api/1/artists.search?text=queen&limit=1")
    bare = {name: artist[name] for name in ["kind", "id", "ids", "name"]}
    page.route("**/api/1/artist.get*detail=full*", lambda route: route.fulfill(
        json={"parts": 0, "sources": [], "items": [bare]}))
    page.goto(f"{server.base}/artist/{artist['id']}")
    expect(page.locator("p.line")).to_have_text(
        "Artist · Country unknown · Year formed unknown · Genre unknown")
    expect(page.get_by_text("No biography available.")).to_be_visible()


def test_a_cover_grows_into_the_detail(browser, server):
    page = sign_in(browser, server, reduced_motion="no-preference")
    page.goto(f"{server.base}/top?of=albums&country=us")
    page.evaluate("""() => {
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (run) => { window.transitions = (window.transitions ?? 0) + 1; return start(run); };
    }""")
    page.locator(".card .title").first.click()
    expect(page.locator(".hero h1")).to_be_visible()
    assert page.evaluate("window.transitions") == 1
    page.context.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_a_line_of_values_is_broken_only_between_them(browser, server, width):
    page = sign_in(browser, server, viewport={"width": width, "height": 844})
    open_whole(page, server, "artist")
    expect(page.locator(".discography .card").nth(5)).to_be_visible()
    values = page.locator(".discography .parts > span > span").evaluate_all(
        "all => all.map((one) => one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight))")
    assert values and all(height < 1.1 for height in values)
    cut = page.locator(".discography .parts").evaluate_all("""all => all.flatMap((line) => {
      const start = line.getBoundingClientRect().left;
      const values = [...line.firstChild.children].map((one) => [one, one.getBoundingClientRect()]);
      return values.filter(([, box]) => Math.abs(box.left - values[0][1].left) < 1)
        .map(([one]) => one.querySelector(".dot")).filter(Boolean)
        .map((dot) => dot.getBoundingClientRect().right - start);
    })""")
    assert all(right <= 0.5 for right in cut)
    page.context.close()


def test_shelves_have_buttons_only_if_there_is_more(page, server):
    open_whole(page, server, "album")
    page.get_by_role("link", name="MusicBus, home").click()
    albums = page.locator("section").filter(has=heading(page, "Top albums"))
    expect(albums.get_by_role("button", name="Forward: Top albums")).to_have_attribute("aria-disabled", "false")
    expect(albums.get_by_role("button", name="Back: Top albums")).to_have_attribute("aria-disabled", "true")
    albums.get_by_role("button", name="Forward: Top albums").click()
    expect(albums.get_by_role("button", name="Back: Top albums")).to_have_attribute("aria-disabled", "false")
    expect(page.get_by_role("button", name="Forward: Continue")).to_be_hidden()


def test_a_menu_is_never_under_the_header(browser, server):
    page = sign_in(browser, server, viewport={"width": 1280, "height": 720})
    page.goto(f"{server.base}/album/{ids(server)['album']}")
    page.get_by_role("button", name="More about The Wall").click()
    first = page.get_by_role("menuitem").first
    expect(first).to_be_focused()
    header = page.get_by_role("banner").bounding_box()
    assert first.bounding_box()["y"] > header["y"] + header["height"]
    page.context.close()


def test_placeholders_stand_for_results_until_these_are_here(page, server):
    held = []
    page.route("**/api/1/search.all*", lambda route: route.continue_() if held is None else held.append(route))
    page.goto(f"{server.base}/search?text=pink%20floyd")
    expect(page.locator(".placeholder .bone").first).to_be_visible()
    waiting, held = held, None
    for route in waiting:
        route.continue_()
    expect(page.locator(".top-result")).to_be_visible()
    expect(page.locator(".placeholder .bone")).to_have_count(0)


def test_only_a_similar_name_is_what_a_typo_may_mean(page, server):
    server.first("/api/1/artists.search?text=Metallica&limit=1")
    server.first("/api/1/albums.search?text=Metallica&limit=1")
    page.goto(f"{server.base}/search")
    search_box(page).fill("metalica")
    search_box(page).press("Enter")
    expect(page.locator(".guess")).to_have_text("Did you mean Metallica?")


def test_empty_favourites_have_nothing_to_filter(browser, own_server):
    page = sign_in(browser, own_server)
    page.goto(f"{own_server.base}/favorites")
    expect(page.get_by_text("No favourites yet.")).to_be_visible()
    expect(page.get_by_role("button", name="Select")).to_be_hidden()
    expect(page.get_by_role("textbox", name="Filter")).to_be_hidden()
    page.context.close()


def test_the_day_of_a_favourite_is_that_of_the_reader(browser, own_server):
    queen = own_server.first("/api/1/artists.search?text=queen&limit=1")
    row = {"entity": queen, "added": "2026-11-26T03:00:00Z"}
    own_server.post("favorites.import", {"rows": [row]})
    for zone, day, short in [("America/Los_Angeles", "2026-11-25", "Nov 25, 2026"),
                             ("Asia/Tokyo", "2026-11-26", "Nov 26, 2026")]:
        page = sign_in(browser, own_server, timezone_id=zone)
        page.goto(f"{own_server.base}/favorites")
        expect(page.locator(".favorite-row time")).to_have_text(f"Added {short}")
        page.context.close()
        assert day in own_server.musicbus("favorites", "list", TZ=zone).stdout


def test_the_day_of_a_release_is_the_same_everywhere(browser, server):
    page = sign_in(browser, server, timezone_id="America/Los_Angeles")
    page.goto(f"{server.base}/album/{ids(server)['album']}")
    expect(page.locator(".facts").get_by_text("November 30, 1979")).to_be_visible()
    page.context.close()


def test_a_message_on_a_phone_leaves_the_heart_free(browser, own_server):
    page = sign_in(browser, own_server, viewport={"width": 390, "height": 844})
    page.goto(f"{own_server.base}/song/{ids(own_server)['song']}")
    page.get_by_role("button", name="Add Money to favourites").click()
    toast = page.locator(".toast")
    expect(toast).to_be_visible()
    heart = page.get_by_role("button", name="Remove Money from favourites").bounding_box()
    box = toast.bounding_box()
    assert box["y"] >= heart["y"] + heart["height"]
    page.context.close()


def test_the_tint_is_the_most_frequent_colour_of_the_cover(page, server):
    open_first_screen(page, server)
    tint = page.evaluate("""async () => {
      const {tintOf} = await import("/page/js/components/picture.js");
      const canvas = new OffscreenCanvas(100, 100);
      const context = canvas.getContext("2d");
      context.fillStyle = "rgb(20, 60, 200)";
      context.fillRect(0, 0, 100, 100);
      context.fillStyle = "rgb(220, 150, 20)";
      context.fillRect(0, 0, 100, 40);
      return tintOf(canvas);
    }""")
    red, _, blue = [int(part) for part in re.findall(r"\d+", tint)]
    assert blue > 150 and red < 60


def test_the_songs_of_a_chart_have_previews(page, server):
    page.goto(f"{server.base}/top?of=songs&country=us")
    row = page.locator(".row").first
    title = row.locator(".title").inner_text()
    row.get_by_role("button", name=f"Play preview of {title}").click()
    expect(page.get_by_role("region", name="Player")).to_contain_text(title)
    expect(row.get_by_role("button", name=f"Pause preview of {title}")).to_be_visible()
