"""What stands in place of content that could not be loaded says no less than the command line."""

from playwright.sync_api import expect

from test_changes import stream
from test_faults import problem

ALBUM = "/album/x:album:1"


def failed(provider, code, message, **error):
    outcome = "rate-limited" if error else "failed"
    return {"provider": provider, "outcome": outcome, "error": {"code": code, "message": message, **error}}


def open_failing(page, server, status=502, **members):
    """Opens an album that cannot be loaded; returns what stands in its place."""
    page.route("**/api/1/album.get*", lambda route: problem(route, status=status, **members))
    page.route("**/api/1/album.songs*", lambda route: stream(route, []))
    page.goto(server.base + ALBUM)
    alert = page.locator(".hero").get_by_role("alert")
    expect(alert).to_be_visible()
    return alert


def test_a_failure_says_what_each_source_says(page, server):
    alert = open_failing(page, server, sources=[
        failed("audiodb", "UPSTREAM_UNAVAILABLE", "Status 503."),
        failed("deezer", "UPSTREAM_BAD_DATA", "No JSON."),
        failed("itunes-search", "UPSTREAM_UNAVAILABLE", "Status 503."),
        failed("spotify", "NOT_CACHED", "Not cached."),
    ])
    expect(alert.locator("p")).to_have_text([
        "None of the sources answered.", "TheAudioDB, iTunes Search: Status 503.", "Deezer: No JSON."])
    expect(alert.get_by_role("button", name="Try again")).to_be_visible()


def test_a_fault_of_the_configuration_leads_to_its_fix(page, server):
    alert = open_failing(page, server, sources=[
        failed("deezer", "CONFIGURATION_INVALID", "The secret does not exist.")])
    expect(alert).to_contain_text("Deezer: The secret does not exist.")
    alert.get_by_role("link", name="Show how to fix it").click()
    expect(page).to_have_url(f"{server.base}/settings")


def test_a_missing_provider_leads_to_the_sources(page, server):
    alert = open_failing(page, server, 503, code="NO_PROVIDER", detail='"album.get" is not served by any provider.')
    expect(alert).to_contain_text('"album.get" is not served by any provider.')
    expect(alert.get_by_role("link", name="Show sources")).to_have_attribute("href", "/sources")


def test_what_is_in_other_countries_says_where_and_leads_to_the_choice(page, server):
    sources = [failed("deezer", "NOT_IN_COUNTRY", "Only in other countries.")]
    sources[0]["outcome"] = "empty"
    alert = open_failing(page, server, 404, code="NOT_FOUND", detail="x:album:1 is not …", sources=sources)
    expect(alert.locator("p")).to_have_text(["It is not available in your country (US) at Deezer."])
    expect(alert.get_by_role("link", name="Choose another country")).to_have_attribute("href", "/settings")


def test_what_is_missing_is_said_in_the_words_of_the_hub(page, server):
    alert = open_failing(page, server, 404, code="NOT_FOUND", detail="No source knows x:album:1.")
    expect(alert.locator("p")).to_have_text(["No source has it."])
    page.unroute("**/api/1/album.get*")
    alert = open_failing(page, server, 404, code="NOT_FOUND", detail='"x" is not a favourite.')
    expect(alert.locator("p")).to_have_text(['"x" is not a favourite.'])
    expect(alert.get_by_role("link", name="Search")).to_be_visible()


def test_a_chart_that_waits_for_a_source_is_loaded_again_once(page, server):
    page.clock.install()
    sources = [failed("deezer", "UPSTREAM_RATE_LIMITED", "Too many requests.", retryAfterMs=30_000)]
    held = []

    def reply(route):
        held.append(route)
        if len(held) == 1:
            stream(route, [], sources)

    page.route("**/api/1/chart.get*", reply)
    page.goto(f"{server.base}/top?of=albums&country=us")
    expect(page.get_by_text("Retrying in 30 s.")).to_be_visible()
    with page.expect_request("**/api/1/chart.get*"):
        page.clock.run_for(40_000)
    # Whatever the page sends meanwhile is sent before this.
    page.evaluate("() => fetch('/page/js/dom.js')")
    assert len(held) == 2
    stream(held[1], [])
    expect(page.get_by_text("No chart for this country.")).to_be_visible()
