"""The parts that make the page pleasant: header, navigation, search, shelves, favourites."""

import re

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
    for name in ["Share", "How was this matched?", "Go to the artist"]:
        expect(page.get_by_role("menuitem", name=name)).to_be_visible()


def test_the_header_is_tinted_by_the_cover(page, server):
    page.goto(f"{server.base}/album/{ids(server)['album']}")
    expect(page.locator(".hero img.loaded")).to_be_visible()
    page.wait_for_function("document.querySelector('.entity').style.getPropertyValue('--tint').startsWith('rgb(')")


def test_the_preview_of_an_album_plays_its_tracks(page, server):
    page.goto(f"{server.base}/album/{ids(server)['album']}")
    page.get_by_role("button", name="Play preview of The Wall").click()
    expect(page.get_by_role("region", name="Player")).to_contain_text("In the Flesh?")
    expect(page.get_by_role("button", name="Pause preview of The Wall")).to_be_visible()


def test_on_a_phone_tabs_and_heart_are_at_the_bottom(browser, server):
    page = sign_in(browser, server, viewport={"width": 390, "height": 844})
    page.goto(f"{server.base}/album/{ids(server)['album']}")
    heart = page.get_by_role("button", name="Add The Wall to favourites").bounding_box()
    assert abs(heart["x"] + heart["width"] / 2 - 195) < 2 and heart["y"] > 600
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
    page.get_by_role("link", name="Numbers for operators").click()
    expect(heading(page, "Sources")).to_be_visible()


def test_a_search_has_a_top_result_and_tabs_with_counts(page, server):
    open_first_screen(page, server)
    search_box(page).fill("pink floyd")
    expect(page.locator(".top-result").get_by_role("link", name="Pink Floyd")).to_be_visible()
    expect(page.locator(".is-busy")).to_have_count(0)
    tab = page.get_by_role("radio", name=re.compile(r"^Albums \d+$"))
    tab.check()
    expect(heading(page, "Albums")).to_be_visible()
    expect(heading(page, "Artists")).to_be_hidden()


def test_arrow_keys_lead_into_the_results_and_escape_back(page, server):
    open_first_screen(page, server)
    search_box(page).fill("pink floyd")
    expect(page.locator(".top-result")).to_be_visible()
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
    with page.expect_response(lambda response: "cache=only" in response.url and "limit=1&" in response.url):
        page.locator(".top-result").get_by_role("link", name="Radiohead").click()
    expect(heading(page, "Radiohead")).to_be_visible()
    page.get_by_role("link", name="MusicBus, home").click()
    page.goto(f"{server.base}/search")
    recent = page.locator(".recent .pill")
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
    choose(favorites, "Queen", "Move to the bottom")
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
