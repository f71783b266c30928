"""Where things are: scroll positions, alignment of names in other scripts, narrow screens."""

import json
import re

import pytest
from playwright.sync_api import expect

from conftest import ids, open_first_screen, sign_in
from test_changes import stream
from test_page import heading, search_box

IN_VIEW = """() => {
  const links = [...document.querySelectorAll("main li a[href]")];
  const link = links.find((one) => one.getBoundingClientRect().top > 200);
  return {href: link.getAttribute("href"), top: link.getBoundingClientRect().top};
}"""


def artist(name, number=1):
    return {"kind": "artist", "id": f"x:artist:{number}", "ids": [f"x:artist:{number}"], "name": name}


STILL = """async () => {
  let last = -1;
  for (let frames = 0; frames < 20; frames += 1) {
    await new Promise((run) => requestAnimationFrame(run));
    if (scrollY !== last) frames = 0;
    last = scrollY;
  }
}"""


def scroll(page, distance):
    """Scrolls as a user does: what comes into view is laid out."""
    page.mouse.move(200, 500)
    for _ in range(distance // 200):
        page.mouse.wheel(0, 200)
    page.evaluate(STILL)


@pytest.mark.parametrize("path", ["/artist/ARTIST", "/top?of=albums&country=us", "/top?of=songs&country=us"])
@pytest.mark.parametrize("width", [400, 1280])
def test_a_reload_leaves_the_item_in_view_where_it_is(browser, server, path, width):
    page = sign_in(browser, server, viewport={"width": width, "height": 900})
    page.goto(server.base + path.replace("ARTIST", ids(server)["artist"]))
    expect(page.locator(".skeleton")).to_have_count(0)
    scroll(page, 1200)
    before = page.evaluate(IN_VIEW)
    page.reload()
    link = page.locator(f'main li a[href="{before["href"]}"]').first
    expect(link).to_be_in_viewport()
    expect(page.locator(".skeleton")).to_have_count(0)
    page.wait_for_function(
        "([href, top]) => [...document.querySelectorAll('main li a[href]')].some((one) =>"
        " one.getAttribute('href') === href && Math.abs(one.getBoundingClientRect().top - top) < 2)",
        arg=[before["href"], before["top"]],
    )
    page.context.close()


def test_the_search_box_is_focused_without_scrolling(page, server):
    page.goto(f"{server.base}/top?of=songs&country=us")
    expect(page.locator(".skeleton")).to_have_count(0)
    # Rows may still follow.
    page.wait_for_function("() => document.documentElement.scrollHeight > innerHeight + 400")
    scroll(page, 800)
    before = page.evaluate("scrollY")
    assert before > 400
    page.keyboard.press("/")
    expect(search_box(page)).to_be_focused()
    assert page.evaluate("scrollY") == before


def test_without_a_text_there_are_no_empty_groups(page, server):
    page.goto(f"{server.base}/search")
    expect(page.get_by_text("Search for an artist, an album or a song.")).to_be_visible()
    expect(page.get_by_role("heading", name="Artists")).to_have_count(0)


def test_names_from_right_to_left_begin_where_the_others_do(browser, own_server):
    rows = [{"kind": "artist", "id": f"x:artist:{name}", "name": name} for name in ["Queen", "فيروز"]]
    own_server.post("favorites.import", {"rows": rows})
    page = sign_in(browser, own_server)
    page.goto(f"{own_server.base}/favorites")
    expect(page.locator(".favorite-row .title")).to_have_count(2)
    starts = page.evaluate("""() => [...document.querySelectorAll(".favorite-row .title")].map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return Math.round(range.getBoundingClientRect().left);
    })""")
    assert abs(starts[0] - starts[1]) <= 2
    page.context.close()


def test_the_title_has_no_characters_that_change_its_direction(page, server):
    open_first_screen(page, server)
    name = "Ab\u202ecd\u202c\u0007ef"
    done = {"parts": 0, "items": [artist(name)], "sources": []}
    page.route("**/api/1/artist.get*", lambda route: route.fulfill(json=done))
    page.evaluate("import('/page/js/router.js').then(({go}) => go('/artist/x%3Aartist%3A1'))")
    expect(heading(page, "Abcdef")).to_be_visible()
    expect(page).to_have_title("Abcdef · MusicBus")


def test_the_name_of_a_provider_has_no_characters_that_change_its_direction(page, server):
    open_first_screen(page, server)
    assert page.evaluate("""() => import('/page/js/events.js').then(({hub, sourceText}) => {
      hub.providers.set("odd", {id: "odd", name: "Ab\u202ecd\u202c\u0007ef", methods: []});
      const text = sourceText("odd").data;
      hub.providers.delete("odd");
      return text;
    })""") == "Abcdef"


def test_settings_fit_into_a_narrow_screen(browser, server):
    page = sign_in(browser, server, viewport={"width": 320, "height": 800})
    page.goto(f"{server.base}/settings")
    expect(heading(page, "Settings")).to_be_visible()
    ends = page.evaluate("""() => [...document.querySelectorAll(".panel .segments")].map((one) =>
      one.closest(".panel").getBoundingClientRect().right - one.getBoundingClientRect().right)""")
    assert len(ends) == 3 and min(ends) > 8, ends
    for name in ["Automatic", "Overview"]:
        assert page.locator(".segment span", has_text=name).bounding_box()["height"] < 40, name
    page.context.close()


def test_names_of_artists_have_the_width_of_their_card(browser, server):
    page = sign_in(browser, server, viewport={"width": 320, "height": 800})
    open_first_screen(page, server)
    page.route("**/api/1/search.all*", lambda route: stream(route, [
        {**artist("Quixotic Alternative"), "genres": ["Alternative"]}
    ]))
    search_box(page).fill("quixotic alternative")
    genre = page.locator(".card .sub", has_text="Alternative")
    expect(genre).to_be_visible()
    # One line: a genre is not broken within its word.
    # (The card may be drawn again meanwhile.)
    assert genre.evaluate("element => element.getBoundingClientRect().height") < 30
    page.context.close()


def test_artists_without_albums_say_so(page, server):
    open_first_screen(page, server)
    known = [{**artist("Nina Quick"), "albumCount": 0}, {**artist("Nina Quicker", 2), "albumCount": 3}]
    page.route("**/api/1/search.all*", lambda route: stream(route, [*known, artist("Nina Quickest", 3)]))
    requests = []
    page.on("request", lambda request: "artist.albums" in request.url and requests.append(request.url))
    search_box(page).fill("nina quick")
    expect(page.locator(".card")).to_have_count(3)
    empty = page.locator(".card").filter(has_text="No albums")
    expect(empty.locator(".title")).to_have_text(["Nina Quick"])
    assert requests == []


def test_offline_mode_does_not_blame_sources(page, server):
    open_first_screen(page, server)
    reports = [
        {"provider": "audiodb", "outcome": "failed", "error": {"code": "NOT_CACHED", "message": "…"}},
        {"provider": "deezer", "outcome": "skipped"},
        {"provider": "itunes-search", "outcome": "cached", "ageMs": 5, "count": 1},
    ]
    page.route("**/api/1/search.all*", lambda route: stream(route, [artist("Nina Quick")], reports))
    search_box(page).fill("nina quick")
    # Sources that were not asked are not among them.
    expect(page.get_by_role("status", name="Sources")).to_have_text("1 source ✓")
    page.locator(".sources").get_by_role("button", name="Details").click()
    line = page.locator(".sources").get_by_role("listitem").filter(has_text="TheAudioDB")
    expect(line).to_contain_text("has nothing saved")


def test_records_with_the_same_id_cannot_be_told_apart(page, server):
    page.route("**/api/1/records.explain*", lambda route: route.fulfill(body=json.dumps({
        "parts": 0, "sources": [], "explanation": {
            "entity": artist("Nina Quick"),
            "records": [{"provider": one, "entity": artist("Nina Quick")} for one in ["audiodb", "deezer"]],
            "joins": [
                {"a": {"provider": "audiodb", "id": "x:artist:1"}, "b": {"provider": "deezer", "id": other},
                 "decision": "same", "points": 9, "reasons": []} for other in ["x:artist:1", "x:artist:2"]
            ],
        },
    })))
    page.goto(f"{server.base}/why/x%3Aartist%3A1")
    expect(heading(page, "How was this matched?")).to_be_visible()
    expect(page.get_by_role("button", name="Different: x:artist:2")).to_be_visible()
    expect(page.get_by_role("button", name="Different: x:artist:1")).to_have_count(0)


def test_a_country_without_a_chart_is_named_although_only_favourites_are_shown(page, server):
    album = server.first("/api/1/chart.get?chart=albums&country=us&limit=1")
    server.post("favorites.add", {"id": album["id"]})
    page.route("**/api/1/chart.get*country=de*", lambda route: stream(route, []))
    page.goto(f"{server.base}/top?of=albums&country=us")
    page.get_by_role("switch", name="Favourites only").check()
    expect(page.locator("main .card")).to_have_count(1)
    page.get_by_role("combobox", name="Country").select_option("de")
    expect(page.get_by_text("No chart for this country.")).to_be_visible()
    server.post("favorites.remove", {"keys": [album["id"]]})


def test_leaving_the_page_shows_no_problem(page, server):
    page.goto(f"{server.base}/settings")
    expect(heading(page, "Settings")).to_be_visible()
    page.evaluate("""() => new MutationObserver(() => sessionStorage.setItem("banner", "shown"))
      .observe(document.querySelector(".banner"), {attributes: true, childList: true})""")
    for _ in range(3):
        page.reload()
        expect(heading(page, "Settings")).to_be_visible()
    assert page.evaluate("sessionStorage.getItem('banner')") is None
