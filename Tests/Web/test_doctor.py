"""What `musicbus doctor` finds, on the settings screen."""

import json
import pathlib

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import SHOTS, sign_in
from test_page import heading

FINDINGS = [
    {"check": "hub", "status": "ok", "text": "Version 1.0.0, pid 12, 3 of 3 providers ready."},
    {"check": "provider discogs", "status": "note", "text": "Not set up. Needs configuration: token.",
     "fix": "musicbus provider setup discogs"},
    {"check": "favourites", "status": "problem", "text": "A <b>copy</b> was not merged.",
     "fix": "cat '/home/ann/a/very/long/path/of/favourites/Favorites (copy).jsonl' >> Favorites.jsonl"},
]


def findings(page):
    return page.locator(".findings li")


def test_problems_come_first_each_with_its_fix(browser, server):
    page = sign_in(browser, server, viewport={"width": 320, "height": 800})
    page.route("**/api/1/doctor", lambda route: route.fulfill(json={"findings": FINDINGS}))
    page.goto(f"{server.base}/settings")
    expect(page.get_by_text("1 problem found.")).to_be_visible()
    expect(findings(page)).to_have_count(2)
    expect(findings(page).first).to_contain_text("Favourites A <b>copy</b> was not merged.")
    expect(findings(page).first.locator("code")).to_have_text(FINDINGS[2]["fix"])
    expect(findings(page).last).to_contain_text("musicbus provider setup discogs")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    if SHOTS:
        page.screenshot(path=pathlib.Path(SHOTS) / "doctor-320.png", full_page=True)
    results = Axe().run(page, options={"resultTypes": ["violations"]})
    assert results.violations_count == 0, results.generate_report()
    assert page.problems == []
    page.context.close()


def test_a_check_that_fails_says_so_and_is_repeated_on_the_next_visit(page, server):
    problem = {"title": "Failed", "detail": "Could not run musicbus doctor.", "code": "INTERNAL", "status": 500}
    replies = [{"status": 500, "content_type": "application/problem+json", "body": json.dumps(problem)},
               {"json": {"findings": FINDINGS[:1]}}]
    page.route("**/api/1/doctor", lambda route: route.fulfill(**replies.pop(0)))
    page.goto(f"{server.base}/settings")
    expect(page.get_by_text("Could not run musicbus doctor.")).to_be_visible()
    page.get_by_role("link", name="Top 100").click()
    expect(heading(page, "Top 100")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("No problems found.")).to_be_visible()
    expect(findings(page)).to_have_count(0)


def test_a_conflict_copy_of_the_favourites_is_reported_until_it_is_merged(browser, own_server):
    song = own_server.first("/api/1/songs.search?text=Money&limit=1")["id"]
    own_server.post("favorites.add", {"id": song})
    document = pathlib.Path(own_server.post("favorites.check", {})["check"]["document"])
    copy = document.with_name("Favorites (Ann's conflicted copy 2026-11-27).jsonl")
    copy.write_bytes(document.read_bytes())
    page = sign_in(browser, own_server)
    page.goto(f"{own_server.base}/settings")
    expect(findings(page).first).to_contain_text(copy.name)
    expect(findings(page).first.locator("code")).to_contain_text("cat ")
    copy.unlink()
    page.reload()
    expect(page.get_by_text("No problems found.")).to_be_visible()
    assert page.problems == []
    page.context.close()


def test_a_source_that_does_not_start_says_why(browser, own_server, tmp_path):
    program = tmp_path / "provider.py"
    program.write_text("#!/usr/bin/env python3\nimport pantry_of_nobody\n")
    program.chmod(0o755)
    (tmp_path / "provider.json").write_text(json.dumps({
        "id": "pantry", "name": "Pantry", "version": "1.0.0", "executable": "./provider.py", "lines": 1,
        "methods": ["artists.search"], "namespaces": ["pantry:artist"], "attribution": {"text": "From a pantry."},
        "samples": [{"method": "artists.search", "params": {"text": "nina"}}],
    }))
    added = own_server.musicbus("provider", "add", str(tmp_path), "--timeout", "60s")
    assert added.returncode == 1 and "pantry_of_nobody" in added.stderr, added
    page = sign_in(browser, own_server, viewport={"width": 320, "height": 800})
    page.goto(f"{own_server.base}/settings")
    line = page.locator(".source-states li").filter(has_text="Pantry")
    expect(line).to_contain_text("not running")
    expect(line).to_contain_text("No module named 'pantry_of_nobody'")
    expect(findings(page).filter(has_text="Provider pantry")).to_contain_text("musicbus provider reset pantry")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.problems == []
    page.context.close()
