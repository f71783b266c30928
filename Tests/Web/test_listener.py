"""What a listener finds first: songs with their artist and album, similar artists, what a favourite is."""

import re

from playwright.sync_api import expect

from conftest import ids, open_first_screen, open_whole, sign_in
from test_changes import favorites, stream  # noqa: F401
from test_page import heading, search_box


def section_of(page, name):
    return page.locator("section").filter(has=heading(page, name))


def songs_of(count):
    return [
        {"kind": "song", "id": f"x:song:{n}", "ids": [f"x:song:{n}"], "title": f"Song {n}",
         "artist": {"name": "Nina Quick", "id": "x:artist:1"}, "album": {"title": "Una Voce", "id": "x:album:1"}}
        for n in range(count)
    ]


def test_the_row_of_a_song_leads_to_its_artist_and_album(page, server):
    open_first_screen(page, server)
    page.route("**/api/1/search.all*", lambda route: stream(route, songs_of(1)))
    search_box(page).fill("nina quick")
    row = page.locator(".row")
    expect(row.get_by_role("link", name="Nina Quick")).to_have_attribute("href", "/artist/x%3Aartist%3A1")
    expect(row.get_by_role("link", name="Una Voce")).to_have_attribute("href", "/album/x%3Aalbum%3A1")
    assert row.bounding_box()["height"] == 48


def test_an_artist_has_five_songs_at_first_and_all_on_request(page, server):
    page.route("**/api/1/artist.songs*", lambda route: stream(route, songs_of(12)))
    page.goto(f"{server.base}/artist/{ids(server)['artist']}")
    songs = section_of(page, "Songs")
    expect(songs.locator(".title")).to_have_text([f"Song {n}" for n in range(5)])
    songs.get_by_role("button", name="Show all 12 songs").click()
    expect(songs.locator(".title")).to_have_count(12)
    expect(songs.get_by_role("link", name="Song 5")).to_be_focused()
    # The row says what the screen does not.
    expect(songs.locator(".row").first.get_by_role("link")).to_have_text(["Song 0", "Una Voce"])


def test_the_albums_of_others_on_which_an_artist_appears_stand_below(page, server):
    bowie = server.first("/api/1/artists.search?text=David%20Bowie&exact=true")
    page.goto(f"{server.base}/artist/{bowie['id']}")
    # It is asked for once the user has scrolled there, which lists that still grow push away.
    page.wait_for_function("""() => {
      scrollTo(0, document.documentElement.scrollHeight);
      return [...document.querySelectorAll("h2")].some((one) => one.textContent === "Appears on" && one.checkVisibility());
    }""")
    shelf = section_of(page, "Appears on")
    expect(shelf.get_by_role("link", name="Guardians of the Galaxy: Awesome Mix, Vol. 1")).to_be_visible()
    expect(shelf.locator(".card").first).to_contain_text("Various Artists")
    expect(page.locator(".discography")).not_to_contain_text("Guardians")


def test_songs_and_similar_artists_are_above_the_albums(page, server):
    open_whole(page, server, "artist")
    names = page.locator(".entity h2:visible").all_text_contents()
    assert names[:4] == ["Biography", "Songs", "Similar artists", "Discography"]
    expect(page.locator(".hero p.line")).to_contain_text(re.compile(r" · [\d,]+ followers$"))


def test_nobody_is_said_to_have_no_songs_while_a_source_is_late(page, server):
    replies = [([], [{"provider": "deezer", "outcome": "late"}]), (songs_of(1), [{"provider": "deezer", "outcome": "ok"}])]
    page.route("**/api/1/artist.songs*", lambda route: stream(route, *replies.pop(0)))
    page.clock.install()
    page.goto(f"{server.base}/artist/{ids(server)['artist']}")
    songs = section_of(page, "Songs")
    expect(page.get_by_role("status", name="Sources")).to_contain_text("Deezer is still loading")
    expect(songs.locator(".skeleton")).to_be_visible()
    expect(songs).not_to_contain_text("No source lists songs")
    page.clock.fast_forward(10_000)
    expect(songs.locator(".title")).to_have_text(["Song 0"])


def test_an_artist_without_songs_is_said_to_have_none(page, server):
    done = [{"provider": "deezer", "outcome": "empty"}]
    page.route("**/api/1/artist.songs*", lambda route: stream(route, [], done))
    page.goto(f"{server.base}/artist/{ids(server)['artist']}")
    expect(section_of(page, "Songs")).to_contain_text("No source lists songs by this artist.")


def test_the_picture_of_a_song_is_round(page, server):
    page.goto(f"{server.base}/song/{ids(server)['song']}")
    expect(heading(page, "Money")).to_be_visible()
    assert page.locator(".hero mb-picture").evaluate("node => getComputedStyle(node).borderRadius") == "50%"


def test_what_was_found_is_announced(page, server):
    open_first_screen(page, server)
    found = [{"kind": kind, "id": f"x:{kind}:{n}", "ids": [f"x:{kind}:{n}"], name: f"Nina Quick {n}"}
             for kind, name, count in [("artist", "name", 1), ("album", "title", 3)] for n in range(count)]
    page.route("**/api/1/search.all*", lambda route: stream(route, found))
    search_box(page).fill("nina quick")
    expect(page.get_by_role("status").filter(has_text="1 artist, 3 albums")).to_be_attached()


def test_favourites_say_what_a_row_is(browser, own_server):
    rows = [
        {"kind": "artist", "id": "x:artist:1", "name": "Nina Quick", "genres": ["jazz"]},
        {"kind": "album", "id": "x:album:1", "title": "Una Voce", "artist": {"name": "Nina Quick"}, "releaseDate": "2001"},
    ]
    own_server.post("favorites.import", {"rows": rows})
    page = sign_in(browser, own_server)
    page.goto(f"{own_server.base}/favorites")
    lines = page.locator(".favorite-row .sub")
    expect(lines).to_have_text(["Artist · Jazz", "Album · Nina Quick · 2001"])
    page.get_by_role("tab", name="Albums").click()
    expect(lines).to_have_text(["Nina Quick · 2001"])
    page.context.close()


def test_empty_favourites_offer_an_import(browser, own_server):
    page = sign_in(browser, own_server)
    page.goto(f"{own_server.base}/favorites")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Import a file…").click()
    text = b'[{"kind": "artist", "id": "x:artist:1", "name": "Nina Quick"}]'
    chooser.value.set_files({"name": "favourites.json", "mimeType": "application/json", "buffer": text})
    expect(page.get_by_text("Imported 1 of 1.")).to_be_visible()
    expect(page.locator(".favorite-row .title")).to_have_text(["Nina Quick"])
    page.context.close()


def test_every_item_of_the_navigation_has_a_link(page, server):
    open_first_screen(page, server)
    expect(page.get_by_role("navigation", name="Main")).to_match_aria_snapshot("""
      - list:
        - listitem:
          - link "Home"
        - listitem:
          - link "Favourites"
        - listitem:
          - link "Top 100"
        - listitem:
          - link "Settings"
    """)
    expect(page.get_by_role("navigation", name="Main").get_by_role("listitem")).to_have_count(4)


def test_the_cards_of_a_grid_have_one_height(page, server):
    open_whole(page, server, "artist")
    cards = page.locator(".discography .card")
    expect(cards.nth(6)).to_be_visible()
    heights = cards.evaluate_all("all => all.map((one) => one.offsetHeight)")
    assert max(heights) - min(heights) <= 1
