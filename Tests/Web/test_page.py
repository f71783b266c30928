"""The screens, by the roles and names that users and screen readers find."""

import json
import re
import urllib.parse

import pytest
from playwright.sync_api import expect

from conftest import ids, open_first_screen, open_whole, sign_in


def search_box(page):
    return page.get_by_role("searchbox", name="Search")


def heading(page, name):
    return page.get_by_role("heading", name=name, exact=True)


def choose(page, name, entry):
    """Chooses an entry in the menu of a favourite."""
    page.get_by_role("button", name=f"More for {name}").click()
    page.get_by_role("menuitem", name=entry, exact=True).click()


def test_featured_shows_charts_and_their_artists(page, server):
    open_first_screen(page, server)
    for name in ["Home", "Top albums", "Top songs", "Popular artists"]:
        expect(heading(page, name)).to_be_visible()
    card = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="Please Please Me"))
    expect(card.first).to_be_visible()
    expect(page).to_have_url(re.compile("/$"))


def test_pictures_of_popular_artists_are_those_that_the_hub_has_and_no_source_is_asked_for_others(browser, own_server):
    page = sign_in(browser, own_server)
    asked = []
    page.on("request", lambda one: "/api/1/artist" in one.url and "cache=only" not in one.url and asked.append(one.url))
    open_first_screen(page, own_server)
    popular = page.locator("section").filter(has=page.get_by_role("heading", name="Popular artists"))
    name = popular.locator("a.title").first.inner_text()
    popular.scroll_into_view_if_needed()
    expect(popular.locator("a.title").first).to_be_visible()
    assert asked == []
    own_server.first(f"/api/1/artists.search?text={urllib.parse.quote(name)}&limit=1")
    page.reload()
    picture = page.locator(".card.artist").filter(has=page.get_by_role("link", name=name, exact=True)).locator("img.loaded")
    popular.scroll_into_view_if_needed()
    expect(picture).to_be_visible()
    assert asked == []
    page.context.close()


def test_a_favourite_artist_of_a_chart_has_a_pressed_heart(page, server):
    artist = server.first("/api/1/chart.get?chart=albums&country=us&limit=1")["artist"]
    server.post("favorites.add", {"id": artist["id"]})
    page.goto(server.base)
    hearts = page.get_by_role("button", name=f"Remove {artist['name']} from favourites")
    expect(hearts).to_have_count(2)
    expect(page.locator(".skeleton")).to_have_count(0)
    expect(hearts).to_have_count(2)
    server.post("favorites.remove", {"keys": [artist["id"]]})
    expect(page.get_by_role("alert").filter(has_text="is not running")).to_be_hidden()


def test_search_as_you_type(page, server):
    open_first_screen(page, server)
    box = search_box(page)
    box.press_sequentially("pi")
    expect(page.get_by_text("Type at least three characters")).to_be_visible()
    box.press_sequentially("nk floyd")
    expect(page.get_by_role("link", name="Pink Floyd", exact=True).first).to_be_visible()
    expect(heading(page, "Albums")).to_be_visible()
    expect(box).to_be_focused()
    expect(page).to_have_url(re.compile(r"/search\?text=pink%20floyd$"))
    expect(page.get_by_role("status", name="Sources")).to_have_text(re.compile(r"^\d sources ✓"))
    page.locator(".sources").get_by_role("button", name="Details").click()
    expect(page.locator(".sources")).to_contain_text(re.compile(r"iTunes Search \d+ results"))
    expect(page.locator(".sources")).not_to_contain_text(" ms")


def test_a_pasted_url_opens_the_entity(page, server):
    open_first_screen(page, server)
    search_box(page).fill("https://www.theaudiodb.com/artist/111239-Coldplay")
    expect(heading(page, "Coldplay")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/artist/audiodb%3Aartist%3A111239$"))
    search_box(page).fill("https://example.org/artist/1")
    expect(page.get_by_text('No provider knows the URL "https://example.org/artist/1".')).to_be_visible()


def test_two_characters_suffice_in_japanese(page, server):
    open_first_screen(page, server)
    search_box(page).fill("宇多")
    expect(page.get_by_text("Type at least three characters")).to_be_hidden()


def test_slash_focuses_the_search_box_and_question_mark_lists_shortcuts(page, server):
    open_first_screen(page, server)
    page.keyboard.press("/")
    expect(search_box(page)).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.keyboard.press("f")
    expect(heading(page, "Favourites")).to_be_visible()


def test_artist_has_facts_discography_and_filters(page, server):
    page.goto(f"{server.base}/artist/{ids(server)['artist']}")
    expect(heading(page, "Pink Floyd")).to_be_visible()
    for name in ["Biography", "Discography", "Songs"]:
        expect(heading(page, name)).to_be_visible()
    album = page.get_by_role("link", name="Animals", exact=True)
    expect(album).to_be_visible()
    page.get_by_role("textbox", name="Filter by title").fill("moon")
    expect(album).to_be_hidden()
    expect(page.get_by_role("link", name="The Dark Side of the Moon", exact=True).first).to_be_visible()
    page.get_by_role("textbox", name="Filter by title").fill("no such album")
    expect(page.get_by_text(re.compile(r"None of the \d+ albums matches the filters\."))).to_be_visible()


@pytest.mark.parametrize(
    "start, end, message",
    [
        ("19x", "", 'From: "19x" is not a date; use 1973, 1973-03 or 1973-03-01.'),
        ("", "2999", "To 2999 is in the future."),
        ("1980", "1973-05", "The range is empty: 1980 is after May 1973."),
    ],
)
def test_date_filters_say_what_is_wrong(page, server, start, end, message):
    page.goto(f"{server.base}/artist/{ids(server)['artist']}")
    page.get_by_role("combobox", name="From").fill(start)
    page.get_by_role("combobox", name="To", exact=True).fill(end)
    expect(page.get_by_role("alert").filter(has_text=message)).to_be_visible()


def test_albums_are_sorted_and_zoomed(browser, own_server):
    # A hub of its own: after a call for which some sources were late, it keeps what they know apart.
    page = sign_in(browser, own_server)
    open_whole(page, own_server, "artist")
    expect(page.get_by_role("link", name="Animals", exact=True)).to_have_count(1)
    page.get_by_role("combobox", name="Sort").select_option("oldest")
    titles = page.locator(".discography .title").all_text_contents()
    assert titles.index("Animals") > titles.index("Ummagumma")
    zoom = page.get_by_role("radiogroup", name="Zoom")
    zoom.get_by_role("radio", name="Large").check()
    assert page.locator("html").get_attribute("data-zoom") == "large"
    page.context.close()


def test_album_has_tracks_and_a_date_in_words(page, server):
    page.goto(f"{server.base}/album/{ids(server)['album']}")
    expect(heading(page, "Tracks")).to_be_visible()
    expect(page.get_by_text(re.compile(r"^[A-Z][a-z]+ \d{1,2}, 1979$"))).to_be_visible()
    page.get_by_role("button", name="More about The Wall").click()
    link = page.get_by_role("menuitem", name=re.compile("^Open in "))
    assert link.first.get_attribute("rel") == "noopener noreferrer"
    assert link.first.get_attribute("href").startswith("https://")


def test_an_album_that_is_not_at_musicbrainz_can_be_added_there(page, server):
    id = ids(server)["album"]
    page.goto(f"{server.base}/album/{id}")
    page.get_by_role("button", name="More about The Wall").click()
    entry = page.get_by_role("menuitem", name="Add to MusicBrainz")
    expect(page.get_by_role("menuitem", name="Share")).to_be_visible()
    expect(entry).to_have_count(0)
    album = {"kind": "album", "id": "deezer:album:1", "ids": ["deezer:album:1", "upc:album:0602537479870"], "title": "New",
             "links": {"deezer": "https://www.deezer.com/album/1?x=1", "blog": "https://example.org/deezer.com"}}
    page.route("**/api/1/album.get*detail=full*", lambda route: route.fulfill(
        json={"parts": 0, "sources": [], "items": [album]}))
    page.goto(f"{server.base}/album/{album['id']}")
    page.get_by_role("button", name="More about New").click()
    expect(entry).to_have_attribute("href", "https://harmony.pulsewidth.org.uk/release"
                                    "?url=https%3A%2F%2Fwww.deezer.com%2Falbum%2F1%3Fx%3D1&gtin=0602537479870")


def test_each_credited_artist_is_a_link(page, server):
    song = {"kind": "song", "id": "x:song:1", "ids": ["x:song:1"], "title": "Together", "artist": {"name": "Ann & Bob feat. Eve"},
            "genres": ["Jazz", "Blues"], "artists": [
                {"id": "x:artist:1", "name": "Ann", "join": "&"}, {"name": "Bob", "join": "feat."},
                {"id": "x:artist:3", "name": "Eve", "role": "featured"}, {"id": "x:artist:4", "name": "Mix", "role": "remixer"}]}
    page.route("**/api/1/song.get*", lambda route: route.fulfill(json={"parts": 0, "sources": [], "items": [song]}))
    page.goto(f"{server.base}/song/{song['id']}")
    byline = page.locator(".byline")
    expect(byline).to_have_text("Ann & Bob feat. Eve")
    for name, path in [("Ann", "/artist/x%3Aartist%3A1"), ("Bob", "/search?text=Bob"), ("Eve", "/artist/x%3Aartist%3A3")]:
        expect(byline.get_by_role("link", name=name)).to_have_attribute("href", path)
    expect(page.locator(".facts")).to_contain_text("RemixerMix")
    page.locator(".facts").get_by_role("link", name="Blues").click()
    expect(heading(page, "Blues")).to_be_visible()


def test_a_genre_shows_favourites_and_charts(page, server):
    found = server.first("/api/1/artists.search?text=Pink%20Floyd&limit=1")
    server.post("favorites.add", {"id": found["id"]})
    page.goto(f"{server.base}/genre/{found['genres'][0]}")
    expect(heading(page, found["genres"][0])).to_be_visible()
    expect(page.get_by_role("link", name="Pink Floyd").first).to_be_visible()
    server.post("favorites.remove", {"keys": [found["id"]]})
    expect(heading(page, "Favourites")).to_be_hidden()
    page.goto(f"{server.base}/genre/Hip%20Hop")
    expect(heading(page, "Top albums")).to_be_visible()
    page.goto(f"{server.base}/genre/No%20such%20genre")
    expect(page.get_by_text("Nothing in this genre is in your favourites, files or charts.")).to_be_visible()


def test_artist_has_links_to_services_also_by_id_alone(page, server):
    open_whole(page, server, "artist")
    page.get_by_role("button", name="More about Pink Floyd").click()
    links = page.get_by_role("menuitem", name=re.compile("^Open in "))
    for name in ["Open in MusicBrainz", "Official website"]:
        expect(page.get_by_role("menuitem", name=name, exact=True)).to_be_visible()
    names = [name.removeprefix("Open in ") for name in links.all_text_contents()]
    assert names.index("Apple Music") < names.index("Deezer") < names.index("MusicBrainz")


def test_preview_plays_in_a_bar_that_stays(page, server):
    page.goto(f"{server.base}/song/{ids(server)['song']}")
    page.get_by_role("button", name="Play preview of Money").first.click()
    player = page.get_by_role("region", name="Player")
    expect(player).to_be_visible()
    expect(player.get_by_role("button", name="Pause preview of Money")).to_be_visible()
    page.get_by_role("link", name="Favourites").click()
    expect(heading(page, "Favourites")).to_be_visible()
    expect(player).to_be_visible()
    player.get_by_role("button", name="Close player").click()
    expect(player).to_be_hidden()


def test_a_whole_song_plays_instead_of_its_preview_from_any_position(page, server):
    id = ids(server)["song"]
    song = server.get(f"/api/1/song.get?id={id}")["items"][0]
    sound = server.request(f"/preview/{id}")[2]
    stream = {"url": "https://home.example/1", "mime": "audio/flac", "kbps": 900}
    page.route("**/api/1/song.get*", lambda route: route.fulfill(
        json={"parts": 0, "sources": [], "items": [{**song, "stream": stream, "owned": True}]}))
    ranges = []

    def serve(route):
        first = int(re.match(r"bytes=(\d+)-", route.request.headers["range"])[1])
        ranges.append(first)
        place = f"bytes {first}-{len(sound) - 1}/{len(sound)}"
        route.fulfill(status=206, body=sound[first:], headers={
            "Content-Type": "audio/wav", "Accept-Ranges": "bytes", "Content-Range": place})

    page.route("**/stream/**", serve)
    page.goto(f"{server.base}/song/{id}")
    expect(page.locator(".facts")).to_contain_text("audio/flac · 900 kbit/s")
    play = page.locator("main").get_by_role("button", name="Play Money", exact=True)
    expect(play).to_have_text("Play")
    play.click()
    player = page.get_by_role("region", name="Player")
    expect(player.get_by_role("button", name="Pause Money", exact=True)).to_be_visible()
    player.get_by_role("button", name="Pause Money", exact=True).click()
    position = player.get_by_role("slider", name="Position")
    position.fill("0.5")
    expect(position).to_have_attribute("aria-valuetext", "0:02")
    assert ranges and ranges[0] == 0


def test_a_heart_is_the_same_in_every_tab_and_on_the_command_line(browser, server, page):
    song = ids(server)["song"]
    page.goto(f"{server.base}/song/{song}")
    other = page.context.new_page()
    other.goto(f"{server.base}/song/{song}")
    expect(other.get_by_role("button", name="Add Money to favourites")).to_be_visible()
    page.get_by_role("button", name="Add Money to favourites").click()
    pressed = page.get_by_role("button", name="Remove Money from favourites")
    expect(pressed).to_have_attribute("aria-pressed", "true")
    expect(other.get_by_role("button", name="Remove Money from favourites")).to_be_visible()
    assert "Money" in server.musicbus("favorites", "list").stdout
    server.musicbus("favorites", "remove", song)
    expect(page.get_by_role("button", name="Add Money to favourites")).to_be_visible()
    other.close()


def test_a_heart_catches_up_with_changes_made_while_no_events_arrived(page, server):
    requests = []
    page.route("**/api/1/events", lambda route: requests.append(route))
    song = ids(server)["song"]
    with page.expect_request("**/api/1/events"):
        page.goto(f"{server.base}/song/{song}")
    expect(page.get_by_role("button", name="Add Money to favourites")).to_be_visible()
    server.post("favorites.add", {"id": song})
    requests.pop().continue_()
    expect(page.get_by_role("button", name="Remove Money from favourites")).to_be_visible()
    server.post("favorites.remove", {"keys": [song]})
    expect(page.get_by_role("button", name="Add Money to favourites")).to_be_visible()


def test_a_heart_shows_an_import_of_many(page, server):
    song = ids(server)["song"]
    page.goto(f"{server.base}/song/{song}")
    expect(page.get_by_role("button", name="Add Money to favourites")).to_be_visible()
    tracks = [
        {"kind": "song", "id": f"many:song:{n}", "ids": [f"many:song:{n}"], "title": f"Track {n}"}
        for n in range(150)
    ]
    money = server.get(f"/api/1/song.get?id={song}")["items"][0]
    server.post("favorites.import", {"rows": [*tracks, money]})
    expect(page.get_by_role("button", name="Remove Money from favourites")).to_be_visible()
    server.post("favorites.remove", {"keys": [song, *[one["id"] for one in tracks]]})
    expect(page.get_by_role("button", name="Add Money to favourites")).to_be_visible()


def test_top_100_by_country_with_a_switch_for_favourites(page, server):
    page.goto(f"{server.base}/top?of=albums&country=us")
    expect(heading(page, "Albums")).to_be_visible()
    expect(page.get_by_role("switch", name="Favourites only")).to_be_disabled()
    page.get_by_role("radiogroup", name="Chart").get_by_role("radio", name="Songs").check()
    expect(heading(page, "Songs")).to_be_visible()
    page.get_by_role("combobox", name="Country").select_option("gb")
    expect(page).to_have_url(re.compile("of=songs&country=gb"))


def test_favourites_are_moved_noted_removed_and_restored(browser, own_server):
    names = []
    for kind, text in [("artist", "Queen"), ("artist", "Metallica"), ("artist", "Radiohead")]:
        found = own_server.first(f"/api/1/{kind}s.search?text={text}&limit=1")
        own_server.post("favorites.add", {"id": found["id"]})
        names.append(found["name"])
    page = sign_in(browser, own_server)
    page.goto(f"{own_server.base}/favorites")
    expect(page.get_by_role("tab", name="All")).to_have_attribute("aria-selected", "true")
    rows = page.locator(".favorite-row .title")
    expect(rows).to_have_text(names)
    choose(page, "Queen", "Move down")
    expect(rows).to_have_text([names[1], names[0], names[2]])
    expect(page.get_by_text("Moved Queen to position 2 of 3.")).to_be_attached()
    page.get_by_role("link", name="Queen").focus()
    page.keyboard.press("Alt+ArrowUp")
    expect(rows).to_have_text(names)
    expect(page.get_by_role("textbox", name="Note for Queen")).to_have_count(0)
    choose(page, "Queen", "Add note")
    note = page.get_by_role("textbox", name="Note for Queen")
    note.fill("Live Aid")
    note.press("Tab")
    choose(page, "Queen", "Remove")
    expect(rows).to_have_text(names[1:])
    page.get_by_role("button", name="Undo").click()
    expect(rows).to_have_text(names)
    page.reload()
    expect(rows).to_have_text(names)
    expect(page.get_by_role("textbox", name="Note for Queen")).to_have_value("Live Aid")
    page.get_by_role("textbox", name="Filter").fill("metal")
    expect(rows).to_have_text(["Metallica"])
    page.context.close()


def test_a_change_elsewhere_is_shown_beside_an_own_one(browser, own_server):
    def found(text):
        return own_server.first(f"/api/1/artists.search?text={text}&limit=1")

    for text in ["Queen", "Metallica"]:
        own_server.post("favorites.add", {"id": found(text)["id"]})
    other = found("Radiohead")["id"]
    page = sign_in(browser, own_server)
    page.goto(f"{own_server.base}/favorites")
    rows = page.locator(".favorite-row .title")
    expect(rows).to_have_text(["Queen", "Metallica"])

    def add_another_first(route):
        own_server.post("favorites.add", {"id": other})
        route.continue_()

    page.route("**/favorites.move", add_another_first)
    choose(page, "Queen", "Move down")
    expect(rows).to_have_text(["Metallica", "Queen", "Radiohead"])
    page.context.close()


def test_why_shows_the_evidence(page, server):
    page.goto(f"{server.base}/why/{ids(server)['artist']}")
    expect(heading(page, "How was this matched?")).to_be_visible()
    expect(page.locator(".sentence")).to_have_text(
        re.compile(r"^\d records from \d sources describe this artist: same id, .+\.$"))
    table = page.get_by_role("region", name="Records side by side")
    expect(table.get_by_role("columnheader")).to_have_count(page.locator("thead th").count())
    expect(table.get_by_role("row", name="Name").get_by_text("Pink Floyd").first).to_be_visible()
    score = page.get_by_text("same name: Pink Floyd", exact=True).first
    expect(score).to_be_hidden()
    page.locator(".scores summary").click()
    expect(score).to_be_visible()


def test_sources_are_live(page, server):
    page.goto(f"{server.base}/sources")
    for name in ["TheAudioDB", "iTunes Search", "Apple charts"]:
        expect(page.get_by_role("heading", name=name)).to_be_visible()
        expect(page.get_by_role("button", name=f"Restart {name}")).to_be_visible()
    expect(page.get_by_text("ready").first).to_be_visible()


def test_settings_persist(page, server):
    page.goto(f"{server.base}/settings")
    page.get_by_role("radio", name="Dark").check()
    page.get_by_role("switch", name=re.compile("Offline mode")).check()
    page.reload()
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
    expect(page.get_by_text("Offline mode: only what is saved on this computer.")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


def test_returning_restores_scroll_position_and_focus(page, server):
    page.goto(f"{server.base}/top?of=songs&country=us")
    link = page.locator(".row .title").nth(60)
    link.scroll_into_view_if_needed()
    name = link.text_content()
    link.focus()
    before = page.evaluate("scrollY")
    assert before > 500
    link.press("Enter")
    expect(heading(page, name)).to_be_visible()
    page.go_back()
    expect(heading(page, "Top 100")).to_be_visible()
    expect(link).to_be_focused()
    assert abs(page.evaluate("scrollY") - before) < 5


def test_text_of_sources_is_never_markup(page, server):
    open_first_screen(page, server)
    page.route("**/api/1/favorites.list*", lambda route: route.fulfill(json={"parts": 0, "total": 1,
        "items": [{"kind": "album", "id": "x:album:1", "ids": ["x:album:1"], "favorite": True,
                   "title": "<img src=x onerror=alert(1)>\u202egnp", "links": {"x": "javascript:1"}}]}))
    page.reload()
    title = page.get_by_role("link", name="<img src=x onerror=alert(1)>gnp")
    expect(title).to_be_visible()
    assert page.locator("img[src=x]").count() == 0


def test_a_stopped_hub_is_named(browser, own_server):
    page = sign_in(browser, own_server)
    page.goto(f"{own_server.base}/sources")
    expect(page.get_by_role("heading", name="TheAudioDB")).to_be_visible()
    own_server.post("hub.stop", {})
    expect(page.get_by_role("alert").filter(has_text="stopping").first).to_be_visible()
    page.context.close()


def test_the_hub_of_the_demo_starts_again(own_server):
    home = own_server.home
    own_server.post("hub.stop", {})
    # On a busy machine, its providers are still starting at the first call.
    address = "/api/1/artists.search?text=queen&limit=1&waitMs=20000&timeoutMs=30000"
    replies = (own_server.request(address) for _ in range(30))
    status, _, body = next((reply for reply in replies if reply[0] == 200), (None, None, None))
    assert status == 200 and json.loads(body)["items"]
    assert own_server.home == home


def test_the_printed_address_signs_in(browser, server):
    page = browser.new_context(locale="en-US").new_page()
    page.goto(server.url)
    expect(heading(page, "Home")).to_be_visible()
    assert server.token not in page.url
    page.context.close()


def test_without_a_session_the_page_explains_how_to_sign_in(browser, server):
    page = browser.new_page()
    page.goto(server.base)
    expect(page.get_by_text("musicbus web --open")).to_be_visible()
    page.get_by_role("textbox", name="Token").fill(server.token)
    page.get_by_role("button", name="Sign in").click()
    expect(heading(page, "Home")).to_be_visible()
    assert "token" not in page.url
    page.close()


def test_a_slow_source_does_not_block_the_others(page, server):
    open_first_screen(page, server)
    def delayed(route):
        events = [("part", {"upsert": [{"kind": "artist", "id": "x:artist:1", "name": "Nina Quick"}]}),
                  ("done", {"parts": 1, "ids": ["x:artist:1"], "sources": [
                      {"provider": "audiodb", "outcome": "ok", "count": 1, "elapsedMs": 5},
                      {"provider": "itunes-search", "outcome": "late"}]})]
        body = "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in events)
        route.fulfill(content_type="text/event-stream", body=body)

    page.route("**/api/1/search.all*", delayed)
    search_box(page).fill("nina quick")
    expect(page.locator(".card").get_by_role("link", name="Nina Quick")).to_be_visible()
    expect(page.get_by_role("status", name="Sources")).to_contain_text("is still loading")


def test_results_of_a_late_source_follow_while_another_screen_is_shown(page, server):
    open_first_screen(page, server)
    def late(route):
        done = {"parts": 0, "items": [], "sources": [{"provider": "audiodb", "outcome": "late"}]}
        route.fulfill(content_type="text/event-stream", body=f"event: done\ndata: {json.dumps(done)}\n\n")

    page.clock.install()
    page.route("**/api/1/search.all*", late)
    search_box(page).fill("nina quick")
    expect(page.get_by_role("status", name="Sources")).to_contain_text("is still loading")
    page.get_by_role("link", name="Favourites").click()
    expect(heading(page, "Favourites")).to_be_visible()
    with page.expect_request("**/api/1/search.all*"):
        page.clock.fast_forward(60_000)


@pytest.mark.parametrize("code", ["953457912634", "9 53457 91263 4", "UPC 9-53457-91263-4"])
def test_a_bar_code_opens_what_it_names_also_as_it_is_printed(page, server, code):
    open_first_screen(page, server)
    search_box(page).fill(code)
    expect(page).to_have_url(re.compile("/album/"))


def test_a_preview_that_failed_can_be_played_again(page, server):
    page.route("**/preview/**", lambda route: route.abort())
    page.goto(f"{server.base}/song/{ids(server)['song']}")
    page.get_by_role("button", name="Play preview of Money").first.click()
    expect(page.locator(".toast")).to_contain_text("Could not play the preview of Money.")
    player = page.get_by_role("region", name="Player")
    expect(player.get_by_role("button", name="Play preview of Money")).to_be_visible()
    page.unroute("**/preview/**")
    player.get_by_role("button", name="Play preview of Money").click()
    expect(player.get_by_role("button", name="Pause preview of Money")).to_be_visible()
