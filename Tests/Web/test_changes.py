"""What the page shows after changes: of favourites, of entities, of the address; and the focus then."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import ids, look_for_editions, open_first_screen, sign_in
from test_page import choose, heading, search_box

STORE = "import('/page/js/store.js')"


def stream(route, items, sources=(), **done):
    """Replies with a stream that contains these items, and ends with further members in `done`."""
    events = [
        ("part", {"upsert": items}),
        ("done", {"parts": 1, "ids": [one["id"] for one in items], "sources": list(sources), **done}),
    ]
    body = "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in events)
    route.fulfill(content_type="text/event-stream", body=body)


@pytest.fixture
def favorites(browser, own_server):
    """A page with three favourite artists."""
    names = ["Queen", "Metallica", "Radiohead"]
    for name in names:
        found = own_server.first(f"/api/1/artists.search?text={name}&limit=1")
        own_server.post("favorites.add", {"id": found["id"]})
    page = sign_in(browser, own_server)
    page.goto(f"{own_server.base}/favorites")
    expect(page.locator(".favorite-row .title")).to_have_text(names)
    yield page
    page.context.close()


def rows(page):
    return page.locator(".favorite-row .title")


def mark(locator):
    """A locator of exactly this element, until it is drawn again."""
    locator.evaluate("node => node.setAttribute('data-old', '')")
    return locator.page.locator("[data-old]")


def test_the_cache_is_shown_and_cleared(page, server):
    page.goto(f"{server.base}/sources")
    clear = page.get_by_role("button", name="Clear cache")
    expect(clear).to_be_visible()
    expect(page.get_by_text("Replies", exact=True)).to_be_visible()
    clear.click()
    expect(page.get_by_text("Cleared the cache.")).to_be_visible()


def test_the_store_merges_entities(page, server):
    open_first_screen(page, server)
    found = page.evaluate("""async () => {
      const {put, entity, subscribe, setFavorite, setFavorites, matching} = await STORE;
      const song = (id, ids, more) => put({kind: "song", id, ids, title: "Zzyzx", ...more});
      song("x:a", ["x:a"], {price: 1});
      song("x:b", ["x:b"]);
      let count = 0;
      subscribe("x:b", () => { count += 1; });
      song("x:a", ["x:a", "x:b"]);
      const result = {merged: entity("x:b").id, price: entity("x:b").price};
      result.matching = matching("zzyzx", "song", 9).length;
      setFavorites(["x:a"]);
      result.pressed = entity("x:b").favorite;
      setFavorite("x:a", false);
      await null;
      result.count = count;
      return result;
    }""".replace("STORE", STORE))
    assert found == {"merged": "x:a", "price": 1, "matching": 1, "pressed": True, "count": 1}


def test_the_store_separates_entities(page, server):
    open_first_screen(page, server)
    found = page.evaluate("""async () => {
      const {put, entity, setFavorite} = await STORE;
      put({kind: "song", id: "x:a", ids: ["x:a", "x:b", "x:c"], title: "One", price: 1});
      put({kind: "song", id: "x:b", ids: ["x:b"], title: "Other"});
      put({kind: "song", id: "x:a", ids: ["x:a"], title: "One"});
      setFavorite("x:b", true);
      const names = [entity("x:a").title, entity("x:b").title];
      return [...names, entity("x:b").price ?? 0, entity("x:a").favorite, entity("x:c") ?? 0];
    }""".replace("STORE", STORE))
    assert found == ["One", "Other", 0, False, 0]


def test_a_heart_of_a_chart_follows_changes_of_the_merged_album(page, server):
    album = server.first("/api/1/chart.get?chart=albums&country=us&limit=1")
    merged = server.get(f"/api/1/album.get?id={album['id']}&detail=full")["items"][0]
    assert merged["id"] != album["id"]
    page.goto(f"{server.base}/top?of=albums&country=us")
    expect(page.get_by_role("button", name=f"Add {album['title']} to favourites")).to_be_visible()
    server.post("favorites.add", {"id": merged["id"]})
    expect(page.get_by_role("button", name=f"Remove {album['title']} from favourites")).to_be_visible()
    server.post("favorites.remove", {"keys": [merged["id"]]})
    expect(page.get_by_role("button", name=f"Add {album['title']} to favourites")).to_be_visible()


def test_results_show_the_values_that_arrive_later(page, server):
    open_first_screen(page, server)
    def reply(route):
        album = {"kind": "album", "id": "x:album:1", "ids": ["x:album:1"], "title": "Nina Quick"}
        is_cached = "cache=only" in route.request.url
        stream(route, [album if is_cached else {**album, "artist": {"name": "Una Voce"}}])

    page.route("**/api/1/search.all*", reply)
    search_box(page).fill("nina quick")
    card = page.locator(".card").filter(has=page.get_by_role("link", name="Nina Quick"))
    expect(card).to_contain_text("Una Voce")


def test_a_result_that_is_drawn_again_keeps_the_focus(page, server):
    """The values of the focused result have changed, and were about to be drawn when it got the focus."""
    open_first_screen(page, server)
    focused = page.evaluate("""async () => {
      const {ResultGroup} = await import("/page/js/components/results.js");
      const artist = {kind: "artist", id: "test:artist:1", name: "Pink Floyd"};
      let drawn;
      const draw = (items) => new Promise((resolve) => {
        drawn = resolve;
        group.show(items);
      });
      const group = new ResultGroup("artist", "Artists", () => drawn());
      document.querySelector("main").append(group.node);
      await draw([artist]);
      group.node.hidden = false;
      const late = draw([{...artist, genres: ["Rock"]}]);
      group.node.querySelector("a.title").focus();
      await late;
      return document.activeElement.closest("li")?.textContent;
    }""")
    assert "Pink Floyd" in (focused or "") and "Rock" in focused


def test_the_first_letter_queries_no_source(page, server):
    open_first_screen(page, server)
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    search_box(page).press_sequentially("u")
    expect(page.get_by_text("Type at least three characters")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/search\?text=u$"))
    search_box(page).press_sequentially("2")
    expect(page).to_have_url(re.compile(r"/search\?text=u2$"))
    assert not [url for url in requests if "search.all" in url]
    with page.expect_request("**/api/1/search.all*"):
        search_box(page).press("Enter")
    with page.expect_request("**/api/1/search.all*"):
        page.reload()
    expect(search_box(page)).to_have_value("u2")


def test_only_charts_show_ranks(page, server):
    album = server.first("/api/1/chart.get?chart=albums&country=us&limit=1")
    server.post("favorites.add", {"id": album["id"]})
    page.goto(server.base)
    expect(page.locator("section").filter(has=heading(page, "Top albums")).locator(".rank")).to_have_count(18)
    favorites = page.locator("section").filter(has=heading(page, "Favourites"))
    server.post("favorites.note", {"key": album["id"], "note": "again"})
    expect(favorites.get_by_role("link", name=album["title"])).to_be_visible()
    expect(favorites.locator(".rank")).to_have_count(0)
    search_box(page).fill(album["title"][:2])
    expect(page.locator("main").get_by_role("link", name=album["title"]).first).to_be_visible()
    expect(page.locator(".rank")).to_have_count(0)
    server.post("favorites.remove", {"keys": [album["id"]]})


def test_a_saved_note_leaves_the_focus(favorites, own_server):
    choose(favorites, "Queen", "Add note")
    note = favorites.get_by_role("textbox", name="Note for Queen")
    note.fill("Live Aid")
    old = mark(rows(favorites).first)
    note.press("Tab")
    heart = favorites.get_by_role("button", name="Remove Queen from favourites")
    expect(heart).to_be_focused()
    # The note itself draws nothing again; a change from elsewhere does.
    found = own_server.first("/api/1/artists.search?text=Coldplay&limit=1")
    own_server.post("favorites.add", {"id": found["id"]})
    expect(old).to_have_count(0)
    expect(heart).to_be_focused()
    expect(favorites.get_by_role("textbox", name="Note for Queen")).to_have_value("Live Aid")


def await_change(page):
    """Makes `window.changed` a promise for the next change of the favourites."""
    page.evaluate("""async () => {
      const {onFavorites} = await import('/page/js/favorites.js');
      window.changed = new Promise((resolve) => onFavorites(resolve));
    }""")


def test_a_list_that_comes_late_leaves_an_open_menu(favorites, own_server):
    """It was loaded before the menu was opened."""
    held = []
    favorites.route("**/api/1/favorites.list*sort=own*", lambda route: held.append(route), times=1)
    found = own_server.first("/api/1/artists.search?text=Coldplay&limit=1")
    with favorites.expect_request("**/api/1/favorites.list*sort=own*"):
        own_server.post("favorites.add", {"id": found["id"]})
    favorites.get_by_role("button", name="More for Queen").click()
    entry = favorites.get_by_role("menuitem", name="Move down")
    expect(entry).to_be_visible()
    with favorites.expect_response("**/api/1/favorites.list*sort=own*"):
        held[0].continue_()
    entry.click()
    expect(rows(favorites)).to_have_text(["Metallica", "Queen", "Radiohead", "Coldplay"])


def test_a_change_from_elsewhere_leaves_an_open_menu(favorites, own_server):
    favorites.get_by_role("button", name="More for Queen").click()
    entry = favorites.get_by_role("menuitem", name="Move down")
    expect(entry).to_be_visible()
    found = own_server.first("/api/1/artists.search?text=Coldplay&limit=1")
    await_change(favorites)
    own_server.post("favorites.add", {"id": found["id"]})
    favorites.evaluate("window.changed")
    entry.click()
    expect(rows(favorites)).to_have_text(["Metallica", "Queen", "Radiohead", "Coldplay"])


def test_a_change_from_elsewhere_leaves_a_note_that_is_being_written(favorites, own_server):
    choose(favorites, "Queen", "Add note")
    note = favorites.get_by_role("textbox", name="Note for Queen")
    note.press_sequentially("half")
    found = own_server.first("/api/1/artists.search?text=Coldplay&limit=1")
    await_change(favorites)
    own_server.post("favorites.add", {"id": found["id"]})
    favorites.evaluate("window.changed")
    expect(note).to_be_focused()
    expect(note).to_have_value("half")
    assert all("note" not in one for one in own_server.get("/api/1/favorites.list?limit=9")["items"])
    note.press("Tab")
    expect(rows(favorites)).to_have_count(4)
    expect(favorites.get_by_role("textbox", name="Note for Queen")).to_have_value("half")


def test_a_removed_favourite_passes_the_focus_on(favorites):
    favorites.get_by_role("button", name="More for Queen").click()
    favorites.get_by_role("menuitem", name="Remove").press("Enter")
    expect(rows(favorites)).to_have_text(["Metallica", "Radiohead"])
    expect(favorites.get_by_role("link", name="Metallica")).to_be_focused()


def test_undo_undoes_the_change_that_it_belongs_to(favorites, own_server):
    found = own_server.first("/api/1/artists.search?text=Coldplay&limit=1")
    favorites.get_by_role("button", name="More for Queen").click()
    favorites.get_by_role("menuitem", name="Remove").click()
    undo = favorites.get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    own_server.post("favorites.add", {"id": found["id"]})
    expect(rows(favorites)).to_have_text(["Metallica", "Radiohead", "Coldplay"])
    undo.click()
    expect(rows(favorites)).to_have_text(["Metallica", "Radiohead", "Coldplay", "Queen"])


def test_the_kind_of_favourites_is_in_the_address(favorites):
    favorites.get_by_role("tab", name="Songs").click()
    expect(favorites).to_have_url(re.compile(r"/favorites\?kind=song$"))
    favorites.reload()
    expect(favorites.get_by_role("tab", name="Songs")).to_have_attribute("aria-selected", "true")


def test_live_sources_leave_the_focus(page, server):
    page.goto(f"{server.base}/sources")
    button = page.get_by_role("button", name="Restart TheAudioDB")
    button.focus()
    expect(mark(button)).to_have_count(0)
    expect(button).to_be_focused()


def test_the_player_leaves_the_focus(page, server):
    page.goto(f"{server.base}/artist/{ids(server)['artist']}")
    play = page.locator("main .row").get_by_role("button", name=re.compile("^Play preview of "))
    expect(play.nth(1)).to_be_visible()
    second = play.nth(1).get_attribute("aria-label")
    play.first.click()
    player = page.get_by_role("region", name="Player")
    expect(player.locator(".time")).to_have_text("0:00")
    player.get_by_role("button", name="Next").press("Enter")
    expect(player.get_by_role("button", name=second.removeprefix("Play "))).to_be_visible()
    expect(player.get_by_role("button", name="Next")).to_be_focused()
    player.get_by_role("button", name="Close player").press("Enter")
    expect(page.locator("main .row").get_by_role("button", name=second)).to_be_focused()


def test_a_verdict_leaves_the_focus_on_the_screen(browser, own_server):
    page = sign_in(browser, own_server)
    page.goto(f"{own_server.base}/why/{ids(own_server)['artist']}")
    page.get_by_role("button", name=re.compile("^Different")).first.press("Enter")
    expect(heading(page, "Your verdicts")).to_be_visible()
    expect(page.locator("main :focus")).to_have_count(1)
    page.context.close()


def test_the_chosen_artist_leaves_the_focus(page, server):
    page.goto(f"{server.base}/settings")
    page.get_by_role("radio", name="An artist").check()
    field = page.get_by_role("textbox", name="Artist")
    field.fill("Queen")
    page.get_by_role("button", name="Queen", exact=True).press("Enter")
    expect(field).to_be_focused()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_toast_is_accessible(browser, server, theme):
    page = sign_in(browser, server, color_scheme=theme)
    page.goto(f"{server.base}/song/{ids(server)['song']}")
    page.get_by_role("button", name="Add Money to favourites").click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    results = Axe().run(page, context=".toast")
    assert results.violations_count == 0, results.generate_report()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Add Money to favourites")).to_be_visible()
    page.context.close()


def test_offline_mode_shows_in_every_tab(page, server):
    other = page.context.new_page()
    other.goto(server.base)
    page.goto(f"{server.base}/settings")
    page.get_by_role("switch", name=re.compile("Offline mode")).check()
    expect(other.get_by_text("Offline mode: only what is saved on this computer.")).to_be_visible()


def test_names_of_sources_arrive_with_the_first_event(page, server):
    events = []
    page.route("**/api/1/events", lambda route: events.append(route))
    with page.expect_request("**/api/1/events"):
        page.goto(f"{server.base}/why/{ids(server)['artist']}")
    expect(page.get_by_text("audiodb", exact=True).first).to_be_visible()
    events.pop().continue_()
    expect(page.get_by_text("TheAudioDB", exact=True).first).to_be_visible()
    expect(page.get_by_text("audiodb", exact=True)).to_have_count(0)


def test_a_country_outside_the_list_is_selected(browser, server):
    context = browser.new_context(locale="is-IS")
    page = context.new_page()
    page.goto(server.url)
    expect(heading(page, "Home")).to_be_visible()
    page.evaluate("localStorage.setItem('musicbus-settings', JSON.stringify({country: 'is'}))")
    for path in ["settings", "top?country=is"]:
        page.goto(f"{server.base}/{path}")
        country = page.get_by_role("combobox", name="Country")
        expect(country.locator("option:checked")).to_have_text("Iceland")
    context.close()


def test_shortcuts_do_nothing_under_their_list(page, server):
    open_first_screen(page, server)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").get_by_text("g then s")).to_be_visible()
    page.keyboard.press("g")
    page.keyboard.press("t")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(heading(page, "Home")).to_be_visible()


def test_an_album_lists_its_other_editions(page, server):
    page.goto(f"{server.base}/album/{ids(server)['album']}")
    editions = look_for_editions(page)
    expect(editions.get_by_role("link", name="The Wall (Remastered)")).to_be_visible()
    expect(editions.get_by_role("link", name="The Wall", exact=True)).to_have_count(0)


def test_narrow_grids_have_two_columns(browser, server):
    page = sign_in(browser, server, viewport={"width": 320, "height": 700})
    page.goto(f"{server.base}/top?of=albums&country=us")
    expect(page.locator(".card").first).to_be_visible()
    columns = "node => getComputedStyle(node).gridTemplateColumns.split(' ').length"
    assert page.locator("ul.grid:visible").first.evaluate(columns) == 2
    page.context.close()


def test_titles_of_favourites_have_space(favorites):
    for width in [320, 768]:
        favorites.set_viewport_size({"width": width, "height": 800})
        text = favorites.locator(".favorite-row .row-text").first.bounding_box()
        assert text["width"] > 0.4 * width


def test_a_pasted_address_signs_in(browser, server):
    page = browser.new_page()
    page.goto(server.base)
    page.get_by_role("textbox", name="Token").fill(server.url)
    page.get_by_role("button", name="Sign in").click()
    expect(heading(page, "Home")).to_be_visible()
    page.close()


@pytest.mark.parametrize("address", ["nonsense", "%zz", "%E0%A4", "100%"])
def test_an_unknown_artist_is_reported_once(page, server, address):
    page.goto(f"{server.base}/artist/{address}")
    expect(heading(page, "Not available")).to_be_visible()
    expect(page.locator(".skeleton")).to_have_count(0)
    expect(page.locator("main").get_by_role("alert")).to_have_count(1)
    # Its lists are not reported as empty as well.
    expect(heading(page, "Discography")).to_be_hidden()


@pytest.mark.parametrize("address", ["/artits/nonsense", "/x"])
def test_a_mistyped_address_shows_the_page(page, server, address):
    response = page.goto(server.base + address)
    assert response.status == 404
    expect(heading(page, "Page not found")).to_be_visible()
    page.get_by_role("link", name="Go to Home").click()
    expect(heading(page, "Home")).to_be_visible()


@pytest.mark.parametrize("text, message", [
    ("", "The file is empty."),
    ("[]", "The file contains no favourites."),
    ("[1]", "The file is JSON of no known format"),
    ('{"favorites": {}}', "The file is JSON of no known format"),
    ('[{"kind": "artist", "name": "x"}]', "The file is JSON of no known format"),
    ('[{"kind": "artist", "id": "a:artist:1", "name": "x"}, {"kind": "artist"}]',
     "Imported 1 of 2. 1 was rejected."),
    ("{", "The file is not valid JSON"),
])
def test_an_unusable_import_is_reported(favorites, text, message):
    favorites.get_by_text("Export and import").click()
    file = {"name": "favourites.json", "mimeType": "application/json", "buffer": text.encode()}
    favorites.get_by_label("File to import").set_input_files(file)
    expect(favorites.get_by_role("status").filter(has_text=message)).to_be_visible()


def test_an_import_of_long_records_takes_several_requests(favorites):
    rows = [
        {"kind": "artist", "id": f"long:artist:{n}", "ids": [f"long:artist:{n}"], "name": f"Artist {n}",
         "biography": "x" * 6000}
        for n in range(220)
    ]
    favorites.get_by_text("Export and import").click()
    file = {"name": "favourites.json", "mimeType": "application/json", "buffer": json.dumps(rows).encode()}
    favorites.get_by_label("File to import").set_input_files(file)
    expect(favorites.get_by_text("Imported 220 of 220.", exact=False)).to_be_visible()


def test_a_file_of_another_program_is_imported_and_its_doubtful_row_decided(favorites):
    text = "Title,Artist\nLove of My Life,Queen\nNumb,\nNo Such Song,Nobody At All\n"
    favorites.get_by_text("Export and import").click()
    file = {"name": "songs.csv", "mimeType": "text/csv", "buffer": text.encode()}
    favorites.get_by_label("File to import").set_input_files(file)
    expect(favorites.get_by_text("Imported 1 of 3. 1 needs your decision, 1 was not found.")).to_be_visible()
    missing = favorites.get_by_role("link", name="Nobody At All - No Such Song")
    expect(missing).to_have_attribute("href", "/search?text=Nobody%20At%20All%20No%20Such%20Song")
    doubt = favorites.get_by_role("group", name="Numb")
    doubt.get_by_role("button", name="Pink Floyd · Comfortably Numb").click()
    expect(doubt).to_have_count(0)
    favorites.get_by_role("tab", name="Songs").click()
    expect(rows(favorites)).to_have_text(["Love of My Life", "Comfortably Numb"])


def import_a_song(favorites):
    favorites.get_by_text("Export and import").click()
    file = {"name": "songs.csv", "mimeType": "text/csv", "buffer": b"Title,Artist\nLove of My Life,Queen\n"}
    favorites.get_by_label("File to import").set_input_files(file)
    expect(favorites.get_by_text("Imported 1 of 1.")).to_be_visible()
    expect(rows(favorites)).to_have_text(["Queen", "Metallica", "Radiohead", "Love of My Life"])


def test_an_import_can_be_undone(favorites):
    import_a_song(favorites)
    favorites.get_by_role("button", name="Undo").click()
    expect(favorites.get_by_text("The import was undone.")).to_be_visible()
    expect(rows(favorites)).to_have_text(["Queen", "Metallica", "Radiohead"])


def test_an_import_is_not_undone_once_the_favourites_have_changed(favorites, own_server):
    import_a_song(favorites)
    found = own_server.first("/api/1/artists.search?text=Coldplay&limit=1")
    own_server.post("favorites.add", {"id": found["id"]})
    favorites.get_by_role("button", name="Undo").click()
    expect(favorites.get_by_text("The favourites have changed since the import.")).to_be_visible()
    expect(rows(favorites)).to_have_text(["Queen", "Metallica", "Radiohead", "Love of My Life", "Coldplay"])


def test_an_artist_shows_other_names_and_the_language_of_the_biography(page, server):
    artist = server.first("/api/1/artists.search?text=queen&limit=1")
    names = {"aliases": ["Smile", "Larry Lurex"], "biography": "Vier Musiker.", "biographyLang": "de"}
    page.route("**/api/1/artist.get*", lambda route: route.fulfill(
        json={"parts": 0, "sources": [], "items": [{**artist, **names}]}))
    page.goto(f"{server.base}/artist/{artist['id']}")
    expect(page.locator(".facts")).to_contain_text("Also known asSmile, Larry Lurex")
    expect(page.locator(".biography")).to_have_attribute("lang", "de")
    expect(page.get_by_text("In German", exact=True)).to_be_visible()
