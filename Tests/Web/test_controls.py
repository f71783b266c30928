"""The states of controls after changes in other places: another tab, another screen, a second click."""

import re

from playwright.sync_api import expect

from conftest import ids, open_first_screen
from test_changes import favorites  # noqa: F401
from test_page import heading


def test_settings_of_one_tab_show_in_the_other(page, server):
    page.goto(f"{server.base}/settings")
    other = page.context.new_page()
    other.goto(f"{server.base}/settings")
    expect(heading(other, "Settings")).to_be_visible()
    page.get_by_role("radio", name="Dark").check()
    page.get_by_role("radio", name="Large").check()
    page.get_by_role("radio", name="An artist").check()
    page.get_by_role("switch", name=re.compile("Offline mode")).check()
    page.get_by_role("combobox", name="Country").select_option("se")
    for name in ["Dark", "Large", "An artist"]:
        expect(other.get_by_role("radio", name=name)).to_be_checked()
    expect(other.get_by_role("switch", name=re.compile("Offline mode"))).to_be_checked()
    expect(other.get_by_role("combobox", name="Country")).to_have_value("se")
    expect(other.get_by_role("textbox", name="Artist")).to_be_visible()


def test_the_zoom_of_an_artist_follows_the_settings(page, server):
    page.goto(f"{server.base}/artist/{ids(server)['artist']}")
    expect(page.get_by_role("link", name="Animals", exact=True)).to_be_visible()
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("radio", name="Large").check()
    page.go_back()
    expect(heading(page, "Pink Floyd")).to_be_visible()
    expect(page.get_by_role("radio", name="Large")).to_be_checked()


def test_the_settings_follow_the_zoom_of_an_artist(page, server):
    page.goto(f"{server.base}/artist/{ids(server)['artist']}")
    expect(heading(page, "Discography")).to_be_visible()
    page.get_by_role("link", name="Settings").click()
    expect(heading(page, "Settings")).to_be_visible()
    page.go_back()
    expect(heading(page, "Discography")).to_be_visible()
    page.get_by_role("radio", name="Large").check()
    page.go_forward()
    expect(heading(page, "Settings")).to_be_visible()
    expect(page.get_by_role("radio", name="Large")).to_be_checked()


def test_returning_to_charts_after_a_change_of_country_shows_those_of_the_new_one(page, server):
    open_first_screen(page, server)
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("combobox", name="Country").select_option("de")
    with page.expect_request("**/api/1/chart.get*country=de*"):
        page.go_back()
    expect(heading(page, "Home")).to_be_visible()


def test_home_and_end_lead_to_the_first_and_last_entry_of_a_menu_and_tab(favorites):
    favorites.get_by_role("button", name="More for Queen").click()
    expect(favorites.get_by_role("menuitem").first).to_be_focused()
    favorites.keyboard.press("End")
    expect(favorites.get_by_role("menuitem").last).to_be_focused()
    favorites.keyboard.press("Home")
    expect(favorites.get_by_role("menuitem").first).to_be_focused()
    favorites.keyboard.press("Escape")
    expect(favorites.get_by_role("button", name="More for Queen")).to_be_focused()
    favorites.get_by_role("tab", name="All").press("End")
    expect(favorites.get_by_role("tab", name="Missing")).to_be_focused()
    favorites.keyboard.press("Home")
    expect(favorites.get_by_role("tab", name="All")).to_be_focused()
    expect(favorites.get_by_role("tab", name="All")).to_have_attribute("aria-selected", "true")
    expect(favorites.locator(".favorite-row")).to_have_count(3)


def test_a_second_click_closes_the_menu(favorites):
    more = favorites.get_by_role("button", name="More for Queen")
    more.click()
    expect(favorites.get_by_role("menuitem").first).to_be_focused()
    # The button takes the focus when it is pressed, and the click follows later.
    more.hover()
    favorites.mouse.down()
    expect(more).to_be_focused()
    favorites.evaluate("new Promise((resolve) => setTimeout(resolve))")
    favorites.mouse.up()
    expect(favorites.get_by_role("menu")).to_be_hidden()
    expect(more).to_have_attribute("aria-expanded", "false")
    more.click()
    expect(favorites.get_by_role("menuitem").first).to_be_focused()
    favorites.keyboard.press("Shift+Tab")
    expect(more).to_be_focused()
    favorites.keyboard.press("ArrowUp")
    expect(favorites.get_by_role("menuitem").last).to_be_focused()
    favorites.keyboard.press("Escape")
    expect(favorites.get_by_role("menu")).to_be_hidden()
    more.click()
    favorites.get_by_role("link", name="Metallica").focus()
    expect(favorites.get_by_role("menu")).to_be_hidden()
