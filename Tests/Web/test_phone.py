"""A narrow screen: nothing is broken within a word, cut off or covered."""

import pytest
from playwright.sync_api import expect

from conftest import ids, sign_in
from test_page import choose, heading

LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"


@pytest.fixture
def phone(browser, server):
    page = sign_in(browser, server, viewport={"width": 390, "height": 844}, has_touch=True)
    yield page
    page.context.close()
    assert page.problems == []


def show_artist(page, server, **members):
    artist = {"kind": "artist", "id": "x:artist:1", "ids": ["x:artist:1"], **members}
    done = {"parts": 0, "sources": [], "items": [artist]}
    page.route("**/api/1/artist.get*", lambda route: route.fulfill(json=done))
    page.goto(f"{server.base}/artist/x%3Aartist%3A1")
    expect(heading(page, members["name"])).to_be_visible()


def test_tabs_are_not_broken_within_words(phone, server):
    phone.goto(f"{server.base}/favorites")
    tabs = phone.get_by_role("tab")
    expect(tabs).to_have_text(["All", "Artists", "Albums", "Songs", "Missing"])
    boxes = [one.bounding_box() for one in tabs.all()]
    assert max(box["height"] for box in boxes) < 50
    assert max(box["x"] + box["width"] for box in boxes) <= 390


@pytest.mark.parametrize("name", [LONG, "宇多田ヒカル", "فيروز", "Sigur Rós", "A " * 60])
def test_the_whole_name_and_the_buttons_below_it_are_on_the_screen(phone, server, name):
    show_artist(phone, server, name=name.strip(), genres=["Blasmusik"])
    ends = phone.locator(".hero-text").evaluate("""node => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].flatMap(({left, right}) => [left, right]);
    }""")
    assert min(ends) >= 0 and max(ends) <= 390
    for button in phone.locator(".hero-actions button").all():
        expect(button).to_be_in_viewport(ratio=1)


def test_a_long_word_is_smaller(phone, server):
    size = "node => parseFloat(getComputedStyle(node).fontSize)"
    show_artist(phone, server, name="Sigur Rós")
    usual = heading(phone, "Sigur Rós").evaluate(size)
    show_artist(phone, server, name=LONG)
    assert 20 < heading(phone, LONG).evaluate(size) < usual


def test_a_menu_is_a_sheet_above_all_bars(phone, server):
    phone.goto(f"{server.base}/album/{ids(server)['album']}")
    more = phone.get_by_role("button", name="More about The Wall")
    more.click()
    entries = phone.get_by_role("menuitem")
    expect(entries.first).to_be_focused()
    menu = phone.get_by_role("menu").bounding_box()
    assert (menu["x"], menu["width"], menu["y"] + menu["height"]) == (0, 390, 844)
    # What is at the place of an entry is the entry: no bar or heart lies above it.
    for entry in entries.all():
        entry.click(trial=True)
    phone.touchscreen.tap(195, 20)
    expect(phone.get_by_role("menu")).to_be_hidden()
    expect(heading(phone, "The Wall")).to_be_visible()


def test_what_is_behind_a_sheet_is_not_pressed(phone, server):
    phone.goto(f"{server.base}/album/{ids(server)['album']}")
    artist = phone.locator(".hero").get_by_role("link", name="Pink Floyd").bounding_box()
    phone.get_by_role("button", name="More about The Wall").click()
    expect(phone.get_by_role("menuitem").first).to_be_focused()
    assert artist["y"] < phone.get_by_role("menu").bounding_box()["y"]
    phone.touchscreen.tap(artist["x"] + 10, artist["y"] + 10)
    expect(phone.get_by_role("menu")).to_be_hidden()
    expect(heading(phone, "The Wall")).to_be_visible()


def test_the_field_of_a_note_is_beside_everything_else_in_its_row(browser, own_server):
    row = {"kind": "artist", "id": "x:artist:1", "ids": ["x:artist:1"], "name": f"Die Fantastischen Vier {LONG}"}
    own_server.post("favorites.import", {"rows": [row]})
    page = sign_in(browser, own_server, viewport={"width": 390, "height": 844})
    page.goto(f"{own_server.base}/favorites")
    choose(page, row["name"], "Add note")
    note = page.get_by_role("textbox", name="Note for Die Fantastischen Vier")
    expect(note).to_be_focused()
    box = page.locator(".favorite-row").bounding_box()
    field = note.bounding_box()
    above = page.locator(".favorite-row .sub").bounding_box()
    heart = page.locator(".favorite-row .heart").bounding_box()
    assert above["y"] + above["height"] <= field["y"] + 1
    assert field["y"] + field["height"] <= box["y"] + box["height"]
    assert field["x"] + field["width"] <= heart["x"]
    page.context.close()
