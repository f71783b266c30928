"""Zoomed in, with larger text, or with long names: nothing is cut off, covered or out of reach."""

import pytest
from playwright.sync_api import expect

from conftest import ids, open_first_screen, sign_in
from test_changes import stream
from test_layout import artist
from test_page import heading, search_box

LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"


def song(number):
    return {
        "kind": "song", "id": f"x:song:{number}", "ids": [f"x:song:{number}"], "title": f"{LONG} {number}",
        "artist": {"id": "x:artist:1", "name": LONG}, "album": {"id": "x:album:1", "title": LONG},
        "previewURL": "https://x.example/1.mp3", "rank": number,
    }


def enlarge(page):
    """Doubles the size of the text, as a user does in the settings of a browser."""
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")


def ends(locator):
    """The left and right ends of an element."""
    box = locator.bounding_box()
    return box["x"], box["x"] + box["width"]


@pytest.fixture
def phone(browser, server):
    page = sign_in(browser, server, viewport={"width": 390, "height": 844})
    yield page
    page.context.close()
    assert page.problems == []


def test_with_larger_text_all_of_the_navigation_is_on_the_screen(phone, server):
    open_first_screen(phone, server)
    enlarge(phone)
    for link in phone.get_by_role("navigation", name="Main").get_by_role("link").all():
        expect(link).to_be_in_viewport(ratio=1)


def test_with_larger_text_the_search_box_is_as_wide_as_what_is_typed(page, server):
    open_first_screen(page, server)
    enlarge(page)
    assert search_box(page).bounding_box()["width"] > 350


def test_with_larger_text_the_titles_of_songs_can_be_read(phone, server):
    phone.route("**/api/1/chart.get*", lambda route: stream(route, [song(1), song(2)]))
    phone.goto(f"{server.base}/top?of=songs&country=us")
    title = phone.locator(".row .title").first
    expect(title).to_be_visible()
    enlarge(phone)
    assert title.bounding_box()["width"] > 100
    assert ends(phone.locator(".row .heart").first)[1] <= 374


def test_with_larger_text_choices_stay_in_their_panel(phone, server):
    phone.goto(f"{server.base}/settings")
    expect(heading(phone, "Settings")).to_be_visible()
    enlarge(phone)
    for label in ["Dark", "Large"]:
        assert ends(phone.locator(".segment", has_text=label))[1] < 374


def test_with_larger_text_a_message_and_its_button_can_be_read(phone, server):
    open_first_screen(phone, server)
    enlarge(phone)
    phone.evaluate("""(name) => import("/page/js/components/toast.js").then(({toast}) =>
      toast(`Removed ${name}.`, {label: "Undo", run() {}}))""", LONG)
    assert phone.locator(".toast > span").bounding_box()["width"] > 200
    expect(phone.get_by_role("button", name="Undo")).to_be_in_viewport(ratio=1)


def test_with_larger_text_a_menu_is_as_wide_as_the_screen(phone, server):
    phone.goto(f"{server.base}/album/{ids(server)['album']}")
    expect(heading(phone, "The Wall")).to_be_visible()
    enlarge(phone)
    phone.get_by_role("button", name="More about The Wall").click()
    expect(phone.get_by_role("menuitem").first).to_be_focused()
    assert ends(phone.get_by_role("menu")) == (0, 390)


def test_on_a_low_screen_the_header_makes_room(browser, server):
    page = sign_in(browser, server, viewport={"width": 640, "height": 400}, device_scale_factor=2)
    page.goto(f"{server.base}/album/{ids(server)['album']}")
    expect(heading(page, "The Wall")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("banner")).to_be_in_viewport()
    page.get_by_role("button", name="More about The Wall").scroll_into_view_if_needed()
    page.mouse.wheel(0, 600)
    expect(page.get_by_role("banner")).not_to_be_in_viewport()
    page.context.close()


def test_a_long_artist_does_not_cover_the_album(page, server):
    page.route("**/api/1/chart.get*", lambda route: stream(route, [song(1)]))
    page.goto(f"{server.base}/top?of=songs&country=us")
    links = page.locator(".row .by a")
    expect(links).to_have_count(2)
    assert ends(links.first)[1] <= ends(links.last)[0]


def test_a_long_top_result_is_beside_its_heart(phone, server):
    open_first_screen(phone, server)
    found = {**artist(LONG), "genres": ["Volkstümliche Blasmusik und Neue Deutsche Härte"]}
    phone.route("**/api/1/search.all*", lambda route: stream(route, [found]))
    search_box(phone).fill("donau")
    result = phone.locator(".top-result")
    heart = result.get_by_role("button", name=f"Add {LONG} to favourites")
    for text in [result.locator(".title"), result.locator(".sub")]:
        assert ends(text)[1] <= ends(heart)[0]


def test_a_long_genre_is_broken_rather_than_cut(phone, server):
    genre = "Volkstümliche Blasmusik und Neue Deutsche Härte aus Oberösterreich"
    done = {"parts": 0, "sources": [], "items": [{**artist("Nina Quick"), "genres": [genre]}]}
    phone.route("**/api/1/artist.get*", lambda route: route.fulfill(json=done))
    phone.goto(f"{server.base}/artist/x%3Aartist%3A1")
    left, right = ends(phone.locator(".hero .line a"))
    assert left >= 16 and right <= 374


def test_the_icon_is_on_the_page_that_asks_to_sign_in(browser, server):
    page = browser.new_page()
    page.goto(server.base)
    expect(page.get_by_role("textbox", name="Token")).to_be_visible()
    icon = page.locator("main img")
    assert icon.evaluate("node => node.width - parseFloat(getComputedStyle(node).paddingLeft) * 2") == 64
    page.close()
