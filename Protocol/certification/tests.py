#!/usr/bin/python3
"""Tests of the runner: of its files, its rules, the lines of cases, and whole runs against small providers."""
import importlib.machinery
import importlib.util
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import types
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from certification import declared, manifest, play, protocol, replies, rules, run, single  # noqa: E402
from certification.cases import BadCase, load  # noqa: E402
from certification.findings import Failed, Findings, Late, Skipped  # noqa: E402
from certification.report import Report  # noqa: E402
from certification.upstream import Upstream  # noqa: E402

PEER = b"\0abcd"


def _program(name):
    loader = importlib.machinery.SourceFileLoader(name, str(HERE / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


mutants = _program("mutants")


class Files(unittest.TestCase):
    """The cases and what belongs to them."""

    def setUp(self):
        self.cases = load()
        self.folder = Path(tempfile.mkdtemp(prefix="mb-cases"))
        self.addCleanup(shutil.rmtree, self.folder)
        text = "\n".join(path.read_text() for path in protocol.FOLDER.glob("*.md"))
        self.requirements = set(re.findall(r"\*\*\[(MB-\d+)\]\*\*", text))
        self.cited = set(re.findall(r"`certify:([a-z]+\.[a-z-]+)`", text))

    def test_ids_fixes_and_requirements(self):
        for case in self.cases:
            with self.subTest(case.id):
                self.assertRegex(case.id, r"^[a-z]+\.[a-z-]+$")
                self.assertTrue(case.fix.endswith(".") and not case.summary.endswith("."))
                self.assertTrue(case.requires and set(case.requires) <= self.requirements)

    def test_all_cited_cases_exist(self):
        self.assertGreater(len(self.cited), 40)
        self.assertLessEqual(self.cited, {case.id for case in self.cases} | {"levels.core", "levels.full"})

    def test_core_providers_are_exempt_only_as_the_protocol_says(self):
        exempt = {"MB-056", "MB-062", "MB-072", "MB-128", "MB-084"}
        self.assertLessEqual({case.requires[0] for case in self.cases if case.level == "full"}, exempt)

    def test_each_program_is_a_case_and_has_code(self):
        self.assertEqual({case.id for case in self.cases if case.by == "program"}, set(run.PROGRAMS))

    def test_cases_come_after_those_that_they_need(self):
        known = {case.id for case in self.cases if case.is_observed}
        for case in self.cases:
            self.assertLessEqual(set(case.after), known, case.id)
            known.add(case.id)

    def test_mutants_apply_and_exist_for_each_case(self):
        document = mutants.load()
        source = (mutants.ROOT / document["of"]).read_text()
        for mutant in document["mutants"]:
            compile(mutants.mutated(mutant, source), mutant["fault"], "exec")
        # The example sends no such messages.
        missing = {case.id for case in self.cases} - {it["case"] for it in document["mutants"]}
        self.assertEqual(missing, {"wire.part", "wire.bye"})
        self.assertEqual({case.suite for case in self.cases}, {it["case"].partition(".")[0] for it in document["mutants"] if it.get("short")})

    # MARK: Refused files

    def write(self, *lines, frozen=None, notes=True):
        (self.folder / "requirements").mkdir(exist_ok=True)
        head = {"case": "a.b", "level": "core", "requires": ["MB-001"], "summary": "is good", "session": "shared"}
        head |= lines[0] if lines else {}
        (self.folder / "a.jsonl").write_text("\n".join(map(json.dumps, [head, *lines[1:]])))
        row = {"case": "a.b", "level": "core", "requires": ["MB-001"]} | (frozen or {})
        (self.folder / "requirements/1.0.json").write_text(json.dumps({"cases": [row]}))
        cases = {"a.b": {"class": "start", "fix": "Do it."}} if notes else {}
        (self.folder / "notes.json").write_text(json.dumps({"classes": {"start": {"effect": "Bad."}}, "cases": cases}))
        return load(self.folder)

    def test_a_good_case_is_read(self):
        case, = self.write({}, {"do": "call", "as": "$c"}, {"from": "provider", "header": {"type": {"$oneOf": ["done"]}, "re": "$c"}})
        self.assertEqual((case.suite, case.fix, len(case.lines)), ("a", "Do it.", 2))

    def test_what_cannot_be_followed_is_refused(self):
        for lines, more in [
            ([{"color": "red"}], {}), ([{"session": "mine"}], {}), ([{"by": "magic"}], {}), ([{"case": "b.b"}], {}),
            ([{"by": "program"}, {"do": "call", "as": "$c"}], {}), ([{"after": ["a.c"]}], {}),
            ([{}, {"do": "dance"}], {}), ([{}, {"say": "hello"}], {}), ([{}, {"do": "eof", "expect": "nothing"}], {}),
            ([{}, {"event": "rain"}], {}), ([{}, {"from": "client", "header": {}}], {}),
            ([{}, {"from": "provider", "header": {"type": {"$regex": "d.*"}}}], {}),
            ([{}], {"frozen": {"level": "full"}}), ([{}], {"frozen": {"case": "a.c"}}), ([{}], {"frozen": {"requires": ["MB-002"]}}),
            ([{}], {"notes": False}),
        ]:
            with self.subTest(f"{lines} {more}"), self.assertRaises(BadCase):
                self.write(*lines, **more)


class Lines(unittest.TestCase):
    """The comparison of messages."""

    def test_what_matches_and_what_differs(self):
        for wanted, actual, differs in [
            ({"a": 1}, {"a": 1, "b": 2}, None), ({"a": 1}, {"a": 2}, "a"), ({"a": None}, {}, None), ({"a": None}, {"a": 1}, "a"),
            ({"a": {"b": "$_"}}, {"a": {"b": 3}}, None), ({"a": "$_"}, {}, "a"), ({"a": "$x"}, {"a": 7}, None),
            ({"a": "$x", "b": "$x"}, {"a": 7, "b": 7}, None), ({"a": "$x", "b": "$x"}, {"a": 7, "b": 8}, "b"),
            ({"a": {"$oneOf": [1, 2]}}, {"a": 2}, None), ({"a": {"$oneOf": [1, 2]}}, {"a": 3}, "a"),
            ({"a": {"$not": ""}}, {"a": "x"}, None), ({"a": {"$not": ""}}, {"a": ""}, "a"),
            ({"a": {"$lte": 1}}, {"a": 1}, None), ({"a": {"$lte": 1}}, {"a": 2}, "a"), ({"a": {"$lte": 1}}, {}, "a"),
            ({"a": {"$gt": "$y"}}, {"a": 6}, None), ({"a": {"$gt": "$y"}}, {"a": 5}, "a"), ({"a": {}}, {"a": {"b": 1}}, None),
            ({"a": {}}, {"a": []}, "a"), ({"a": [1, 2]}, {"a": [1, 2]}, None), ({"a": [1]}, {"a": [1, 2]}, "a"),
        ]:
            with self.subTest(f"{wanted} {actual}"):
                self.assertEqual(play.matches(wanted, actual, {"$y": 5}), differs)

    def test_frames(self):
        self.assertEqual(play.data("MB1", {}), b"MB1")
        self.assertEqual(play.data(["a", {"$hex": "ff00"}, {"$repeat": ["[", 3]}], {}), b"a\xff\0[[[")

    def test_values_that_no_source_has(self):
        self.assertEqual(play.absent({"text": "nina", "limit": 1}), {"text": play.NO_TEXT})
        self.assertEqual(play.absent({"id": "mbid:artist:83d9-xy"}), {"id": "mbid:artist:99f9-zz"})
        self.assertIsNone(play.absent({"id": "itunes:artist:999"}))
        self.assertIsNone(play.absent({"chart": "albums"}))


class Rules(unittest.TestCase):
    """The rules for single messages, items and names."""

    def test_messages(self):
        pong, numbers, error = '{"type":"pong","re":"p","sid":"s"}', '{"inflight":0,"oldestMs":0,"ended":0}', '{"type":"error","re":"c","sid":"s"}'
        for name, case, *frames in [
            ("valid", None, "MB1", pong, numbers), ("no body", "wire.pong", "MB1", pong), ("one frame", "wire.frames", "MB1"),
            ("five frames", "wire.frames", "MB1", pong, numbers, "", ""), ("another tag", "wire.frames", "MB2", pong, numbers),
            ("attachment", "wire.frames", "MB1", pong, numbers, "x"), ("long header", "wire.sizes", "MB1", pong + " " * 8192, numbers),
            ("a list", "wire.json", "MB1", "[]"), ("incomplete", "wire.json", "MB1", '{"type":'),
            ("a name twice", "wire.json", "MB1", pong, '{"ended":0,"inflight":0,"oldestMs":0,"ended":0}'),
            ("null", "wire.json", "MB1", '{"type":"pong","re":"p","sid":"s","id":null}', numbers),
            ("deep", "wire.json", "MB1", pong, "[" * 40), ("NaN", "wire.json", "MB1", pong, numbers[:-1] + ',"x":NaN}'),
            ("half a pair", "wire.json", "MB1", pong, numbers[:-1] + ',"x":"\\ud800"}'),
            ("no type", "wire.header", "MB1", '{"re":"p"}'), ("no re", "wire.header", "MB1", '{"type":"pong","sid":"s"}', numbers),
            ("a number as re", "wire.header", "MB1", '{"type":"pong","re":7,"sid":"s"}', numbers),
            ("a hub's type", "wire.direction", "MB1", '{"type":"call","id":"c","sid":"s"}'),
            ("an unknown type", "tolerance.words", "MB1", '{"type":"gossip","sid":"s"}'),
            ("a fraction", "wire.pong", "MB1", pong, '{"inflight":0.5,"oldestMs":0,"ended":0}'),
            ("an unknown code", "tolerance.words", "MB1", error, '{"code":"TIRED","message":"No."}'),
            ("a third party's code", None, "MB1", error, '{"code":"X_STORE_TIRED","message":"No."}'),
            ("items of any kind", None, "MB1", '{"type":"part","re":"c","seq":0,"sid":"s"}', '{"items":[{"kind":"?"}]}'),
        ]:
            with self.subTest(name):
                found = {it for it, _ in rules.read([it.encode() for it in frames], PEER)[1]}
                self.assertEqual(found, {case} - {None})

    def test_sessions(self):
        session = types.SimpleNamespace(peer=PEER, sids={"s", "t"}, closed={"t"})
        for type, sid, peer, cases in [
            ("pong", "s", PEER, []), ("hello", None, PEER, []), ("pong", None, PEER, ["wire.session"]), ("pong", "x", PEER, ["wire.session"]),
            ("pong", "t", PEER, ["lifecycle.bye"]), ("pong", "s", b"\0dcba", ["wire.routing-id"]), ("hello", None, b"store", ["wire.routing-id"]),
        ]:
            with self.subTest(f"{type} {sid} {peer}"):
                message = rules.Message(peer, type, {"type": type} | ({"sid": sid} if sid else {}), {})
                self.assertEqual([it for it, _ in rules.of_session(message, session)], cases)

    def calls(self, *steps):
        """The cases that fail after calls, cancels and replies: (type, id, header, body)."""
        calls, found = replies.Calls(), []
        for step, id, *more in steps:
            if step == "call":
                calls.sent(id, replies.Call("artists.search", {}, "test", 0, 1000))
            elif step == "cancel":
                calls.cancelled(id)
            else:
                header, body = (*more, {}, {})[:2]
                found += calls.receive(rules.Message(PEER, step, {"re": id, **header}, body), 0)
        return [it for it, _ in found]

    def test_order_of_replies(self):
        done, again = ("done", "c", {}, {"parts": 0}), ("error", "c", {}, {"code": "DUPLICATE_CALL"})
        call, cancel, part = ("call", "c"), ("cancel", "c"), ("part", "c", {"seq": 0})
        for steps, found in [
            ([call, done], []), ([call, done, done], ["calls.one-terminal"]), ([done], ["calls.one-terminal"]), ([cancel, done], ["cancel.before"]),
            ([call, done, part], ["calls.nothing-after"]), ([call, done, cancel, done], ["cancel.after"]),
            ([call, cancel, cancel, done, done], ["cancel.twice"]), ([call, call, again, done], []), ([call, call, done, done], ["calls.duplicate-id"]),
            ([call, part, done], ["calls.parts"]), ([call, part, ("done", "c", {}, {"parts": 1})], []), ([call, part, ("error", "c")], ["calls.parts"]),
            ([call, ("part", "c", {"seq": 1}), ("done", "c", {}, {"parts": 1})], ["calls.parts"]), ([call, ("error", "c")], []),
        ]:
            with self.subTest(str(steps)):
                self.assertEqual(self.calls(*steps), found)

    def items(self, *items, method="artists.search", **descriptor):
        call = replies.Call(method, {}, "test", 0, 1000)
        known = declared.Declared({"namespaces": ["shelf:artist", "shelf:album", "mbid:artist"], **descriptor})
        message = rules.Message(PEER, "done", {"re": "c"}, {"parts": 0, "items": list(items)})
        return sorted({it for it, _ in replies.of_reply(message, call, known)})

    def test_items(self):
        good = {"kind": "artist", "id": "shelf:artist:1", "name": "A"}
        for more, method, found in [
            ({}, "artists.search", []), ({"country": ""}, "artists.search", ["calls.items"]), ({"genre": ["x"]}, "artists.search", ["calls.items"]),
            ({"weather": 1}, "artists.search", []), ({"name": None}, "artists.search", ["calls.items"]), ({}, "albums.search", ["calls.items"]),
            ({"ids": ["shelf:artist:2"]}, "artists.search", ["calls.items"]), ({"kind": "?"}, "artists.search", ["calls.items", "calls.namespaces"]),
            ({"id": "other:artist:1"}, "artists.search", ["calls.namespaces"]), ({"id": "deezer:artist:1"}, "artists.search", ["calls.namespaces"]),
            ({"id": "shelf:album:1"}, "artists.search", ["calls.namespaces"]), ({"stream": {"url": "u"}}, "artists.search", ["calls.streams"]),
            ({"kind": "album", "title": "A", "price": 1.5, "id": "shelf:album:1"}, "albums.search", ["calls.items"]),
            ({"kind": "album", "title": "A", "price": -1, "currency": "EUR", "id": "shelf:album:1"}, "albums.search", ["calls.items"]),
            ({"id": "itunes:album:1", "kind": "album", "title": "A"}, "chart.get", []),
        ]:
            with self.subTest(f"{method} {more}"):
                self.assertEqual(self.items({**good, **more}, method=method), found)
        self.assertEqual(self.items({**good, "biography": "B"}, lacks={"artist": ["biography"]}), ["calls.lacks"])
        self.assertEqual(self.items(good, good, method="artist.get"), ["calls.items"])

    def test_other_ids(self):
        for id, is_valid in [
            ("isrc:recording:GBAYE9714951", True), ("isrc:recording:INVENTED", False), ("mbid:recording:12", False),
            ("mbid:recording:aa997ea0-2936-40bd-884d-3af8a0e064dc", True), ("mbid:recording:12345678-1234-1234-1234-123456789abc", False),
            ("mbid:song:aa997ea0-2936-40bd-884d-3af8a0e064dc", False), ("upc:album:600019638258", True), ("upc:album:600019638259", False),
            ("upc:album:40170725", True), ("spotify:song:short", False), ("nowhere:song:1", False), ("shelf:song:any-thing", True),
        ]:
            with self.subTest(id):
                found = replies._values({"id": "shelf:song:1", "ids": ["shelf:song:1", id]}, {"shelf:song"})
                self.assertEqual(not found, is_valid, found)
        one, other = "isrc:recording:GBAYE9714951", "isrc:recording:GBAYE9714952"
        for names, ids, shared in [("ABC", [one] * 3, one), ("AB", [one] * 2, None), ("AAC", [one] * 3, None), ("ABC", [one, one, other], None)]:
            self.assertEqual(replies._shared_id([{"title": name, "ids": [f"shelf:song:{name}", id]} for name, id in zip(names, ids)]), shared)

    def test_files(self):
        call = replies.Call("song.lyrics", {}, "test", 0, 1000)
        for attachment, media, is_good in [
            (b'{"lines":[{"text":"la","atMs":1}]}', {}, True), (b'{"instrumental":true}', {}, True), (b"{}", {}, False), (b"[", {}, False),
            (b'{"lines":[{"text":"la","atMs":2},{"text":"lo","atMs":1}]}', {}, False), (b'{"lines":[{"text":"a","atMs":2},{"text":"b"}]}', {}, False),
            (b"{}", None, False), (None, {}, False), (None, None, True),
        ]:
            with self.subTest(f"{attachment} {media}"):
                message = rules.Message(PEER, "done", {}, {"parts": 0} | ({} if media is None else {"media": media}), attachment)
                self.assertEqual(not replies.of_reply(message, call, None), is_good)

    def test_secrets(self):
        secrets = rules.Secrets()
        secrets.add({"password": "open", "apiKey": "0123456789", "pin": "abc/def", "name": "nobody"}, {"properties": {"pin": {"secret": True}}})
        self.assertEqual(secrets.names("opensubsonic reopened it for nobody"), [])
        self.assertEqual(secrets.names('the password is "open".'), ["password"])
        self.assertEqual(secrets.names("key=x0123456789y&pin=abc%2Fdef"), ["apiKey", "pin"])
        self.assertEqual(secrets.removed("opensubsonic said open, 0123456789 and open"), "opensubsonic said •••, ••• and •••")

    def test_logs(self):
        for text, found in [(b"fine\n", []), (b"x" * 17_000, ["noise.stdout"]), (b"x\n" * 300_000, ["noise.stdout"]), (b"\xff\n", ["noise.stdout"]),
                            (b"a\0b", ["noise.stdout"]), (b"the t0ken\n", ["noise.secrets"])]:
            log = run_log(text)
            self.assertEqual([it for it, _ in rules.of_log(log, "t0ken", rules.Secrets())], found)

    def test_manifests(self):
        usual = {"id": "shelf", "executable": "./a", "methods": ["artists.search"]}
        for more, found in [
            ({"weather": "sunny"}, None), ({"namespace": []}, '"namespace" is no member of a manifest; it may be "namespaces".'),
            ({"excutable": []}, '"excutable" is no member of a manifest; it may be "executable".'),
            ({"upstreams": [{"url": "u", "header": {}}]}, '"header" is no member of an upstream; it may be "headers".'),
            ({"methods": {"artist.search": {}}}, 'There is no method "artist.search" that providers serve; did you mean "artists.search"?'),
            ({"methods": ["favorites.list"]}, 'There is no method "favorites.list" that providers serve.'),
            ({"samples": [{"method": "artists.serch"}]}, 'A sample calls "artists.serch", which is not in "methods"; did you mean "artists.search"?'),
            ({"environment": ["REGION", "MUSICBUS_OTHER_URL"]}, None),
            ({"environment": ["REGION", "MUSICBUS_OTHER_URL"], "lines": 1},
             'The program does not get the variable "REGION" of "environment" in a sandbox; name it MUSICBUS_SHELF_REGION.'),
            ({"upstreams": [{"query": {"t": "{md5:password+salt}", "s": "{salt}", "y": "a } b { c"}}], "configSchema": {"properties": {"password": {}}}}, None),
            ({"upstreams": [{"query": {"k": "{key}"}}]},
             'The braces in "k" of "query" of an upstream name "key", which is no setting of "configSchema".'),
        ]:
            with self.subTest(str(more)):
                self.assertEqual(manifest.problems_of({**usual, **more}), [found] if found else [])
        for path in (protocol.FOLDER.parent / "Plugins").glob("*/provider.json"):
            self.assertEqual(manifest.problems_of(json.loads(path.read_text())), [], path)

    def test_urls(self):
        store, wiki, shop = ["store:album", "store:song"], ["wiki:artist"], ["shop:album", "shop:artist"]
        for url, id, example, namespaces, is_good in [
            ("https://s.example/*/album/*/{id}", "store:album:{id}", "http://www.S.example/us/album/blue/17/?uo=4#top", store, True),
            ("https://s.example/*/album/*/{id}", "store:album:{id}", "s.example/us/album/blue/17", store, True),
            ("https://s.example/*/album/*/{id}", "store:album:{id}", "https://s.example/us/album/blue", store, False),
            ("https://s.example/*/album/*/{id}", "store:album:{id}", "https://s.example/us/album/blue/17/18", store, False),
            ("https://s.example/*/album/*/{id}", "other:album:{id}", "https://s.example/us/album/blue/17", store, False),
            ("https://s.example/album/*?i={id}", "store:song:{id}", "https://s.example/album/17?uo=4&i=5", store, True),
            ("https://s.example/album/*?i={id}", "store:song:{id}", "https://s.example/album/17?uo=4", store, False),
            ("https://s.example/a/{id}-*", "store:album:{id}", "https://s.example/a/17-nina-simone", store, True),
            ("store:track:{id}", "store:song:{id}", "store:track:4tZ", store, True),
            ("https://{lang}.wiki.example/wiki/{+id}", "wiki:artist:{lang}:{id}", "https://en.wiki.example/wiki/AC%2FDC", wiki, True),
            ("https://{lang}.wiki.example/wiki/{+id}", "wiki:artist:{lang}:{id}", "https://e.wiki.example/wiki/Air", wiki, False),
            ("https://{lang}.wiki.example/wiki/{+id}", "wiki:artist:{lang}:{id}", "https://en.wiki.example/wiki/a%0Ab", wiki, False),
            ("https://{artist}.shop.example/album/{id}", "shop:album:{artist}:{id}", "https://miriam-m.shop.example/album/pata", shop, True),
            ("https://{artist}.shop.example/album/{id}", "shop:album:{artist}:{id}", "https://a_b.shop.example/album/pata", shop, False),
            ("https://{id}.shop.example", "shop:artist:{id}", "https://miriam.shop.example/", shop, True),
            ("https://{id}.example", "shop:artist:{id}", "https://miriam.example/", shop, False),
            ("https://s.example/{artist}/{id}", "shop:album:{artist}:{id}", "https://s.example/a/1", shop, False),
            ("https://s.example/{id}/{id}", "store:album:{id}", "https://s.example/1/1", store, False),
            ("https://s.example/{+id}/x", "store:album:{id}", "https://s.example/1/x", store, False),
            ("http://s.example/{id}", "store:album:{id}", "http://s.example/1", store, False),
        ]:
            with self.subTest(f"{url} {example}"):
                wrong = declared.url_problem(url, id, example, namespaces)
                self.assertEqual(wrong is None, is_good, wrong)


def run_log(text):
    from certification.process import Log
    log = Log()
    log.add("output", text)
    return log


class Attempts(unittest.TestCase):
    """Repetitions, and what a busy machine explains."""

    def attempt(self, error, delay, factor=1.0, seconds=0.0):
        findings, tries = Findings(), []
        delays = types.SimpleNamespace(longest_ms=lambda since: delay)
        worker = run.Worker(types.SimpleNamespace(upstreams=[]), run.Options(factor=factor), findings, delays, None)
        case = next(it for it in load() if it.id == "soak.growth")

        def program(_):
            tries.append(1)
            time.sleep(seconds)
            if error:
                raise error
        usual, run.PROGRAMS["soak.growth"] = run.PROGRAMS["soak.growth"], program
        try:
            return worker.run(case).outcome, len(tries)
        finally:
            run.PROGRAMS["soak.growth"] = usual

    def test_outcomes(self):
        late, failed = Late("No pong."), Failed("No pong.")
        for arguments, expected in [
            ((late, 60), ("undecided", 3)), ((failed, 60), ("failed", 3)), ((late, 50), ("failed", 1)), ((late, 60, 2.0), ("failed", 1)),
            ((late, 60, 1.0, 0.7), ("failed", 1)), ((None, 5000), ("passed", 1)), ((Skipped("No."), 5000), ("skipped", 1)),
            ((ValueError("a fault of the runner"), 0), ("failed", 1)),
        ]:
            with self.subTest(str(arguments)):
                self.assertEqual(self.attempt(*arguments), expected)

    def test_chains_stay_together(self):
        cases = [it for it in load() if it.is_isolated]
        chains = run._chains(cases)
        self.assertEqual(sorted(it.id for chain in chains for it in chain), sorted(it.id for it in cases))
        self.assertTrue(any(len(chain) > 1 for chain in chains))

    def test_a_fast_run_is_cut_short_only_after_a_failure(self):
        findings = Findings(0.001)
        time.sleep(0.01)
        self.assertFalse(findings.is_cut_short)
        findings.mark_failed("calls.samples")
        self.assertTrue(findings.is_cut_short)
        findings = Findings(0.001, {"calls.samples"})
        findings.mark_failed("calls.samples")
        findings.mark_skipped("calls.pages")
        time.sleep(0.01)
        self.assertFalse(findings.is_cut_short)
        self.assertEqual(findings.first_not_passed(["calls.same", "calls.pages"]), "calls.pages")

    def test_expected_failures(self):
        case = next(it for it in load() if it.id == "liveness.pong")
        runner = run.Certification(None, run.Options(expected={case.id: "It sleeps."}), [], None)
        for outcome, expected in [("failed", "xfail"), ("passed", "failed"), ("skipped", "skipped"), ("undecided", "undecided")]:
            self.assertEqual(runner._as_expected(run.Result(case, outcome)).outcome, expected)
        stale = runner._as_expected(run.Result(case, "passed"))
        self.assertEqual((stale.problems, stale.fix),
                         (["It has passed, but provider.xfails says that it fails."], "Remove it from provider.xfails."))


class Proxy(unittest.TestCase):
    """The proxy of an upstream."""

    def setUp(self):
        self.source = socket.create_server(("127.0.0.1", 0))
        self.heads = []
        threading.Thread(target=self.serve, daemon=True).start()
        self.changed = os.eventfd(0, os.EFD_NONBLOCK)
        self.proxy = Upstream(self.source.getsockname()[1], self.changed)
        self.addCleanup(self.end)

    def end(self):
        self.proxy.close()
        self.source.close()
        os.close(self.changed)

    def serve(self):
        while True:
            try:
                client, _ = self.source.accept()
            except OSError:
                return
            self.heads.append(client.recv(65536))
            client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            client.close()

    def open(self):
        client = socket.create_connection(("127.0.0.1", self.proxy.port), timeout=5)
        client.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n\r\n")
        return client

    def wait(self, requests, held):
        deadline = time.monotonic() + 10
        while (self.proxy.requests, self.proxy.held) != (requests, held) and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertEqual((self.proxy.requests, self.proxy.held), (requests, held))

    def read(self, client):
        with client:
            return b"".join(iter(lambda: client.recv(65536), b""))

    def test_passes(self):
        self.assertTrue(self.read(self.open()).endswith(b"ok"))
        self.wait(1, 0)
        self.assertEqual(self.heads, [b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"])

    def test_rejects(self):
        self.proxy.set("reject")
        self.assertIn(b" 503 ", self.read(self.open()))
        self.wait(1, 0)
        self.assertEqual(self.heads, [])

    def test_holds_and_releases(self):
        self.proxy.set("block")
        first, second = self.open(), self.open()
        self.wait(2, 2)
        self.assertEqual(self.heads, [])
        second.close()
        self.wait(2, 1)
        self.proxy.set("pass")
        self.assertTrue(self.read(first).endswith(b"ok"))
        self.wait(2, 0)


class Reports(unittest.TestCase):
    """The report of some results."""

    def report(self, outcomes, level="full", suites=(), requests=None):
        cases = {it.id: it for it in load()}
        results = [run.Result(cases[id], outcome, ["It is <late>."] if outcome in ("failed", "xfail") else [], "No upstream.", 1234, "Be early.")
                   for id, outcome in outcomes.items()]
        findings = Findings()
        findings.declared = declared.Declared({"id": "shelf", "version": "1", "level": level}) if level else None
        findings.add_requests(requests or {})
        provider = types.SimpleNamespace(command=["shelf"], upstreams=[])
        return Report(types.SimpleNamespace(provider=provider, options=run.Options(suites=set(suites)), findings=findings, elapsed_ms=1290), results)

    def conclusion(self, *arguments, **more):
        return self.report(*arguments, **more).text().splitlines()[-1].partition(" s. ")[2]

    def test_conclusions(self):
        one = {"liveness.pong": "passed"}
        for outcomes, more, expected in [
            (one, {}, "Certified: Full."), (one, {"level": "core"}, "Certified: Core."), (one, {"level": None}, "Not certified."), ({}, {}, "Not certified."),
            (one | {"cancel.during": "skipped"}, {}, "Certified: Full; 1 check of this level was skipped."),
            (one | {"cancel.during": "skipped"}, {"level": "core"}, "Certified: Core."), (one | {"cancel.after": "skipped"}, {}, "Certified: Full."),
            (one | {"cancel.after": "failed"}, {}, "Not certified."), (one, {"suites": ["liveness"]}, "Not certified: only some suites were run."),
            (one | {"cancel.after": "undecided"}, {}, "Not certified: 1 check undecided. Run them again."),
            (one | {"cancel.after": "xfail"}, {}, "Not certified because of 1 expected failure."),
        ]:
            with self.subTest(f"{outcomes} {more}"):
                self.assertEqual(self.conclusion(outcomes, **more), expected)

    def test_forms(self):
        report = self.report({"liveness.pong": "passed", "cancel.after": "failed", "cancel.before": "skipped"}, requests={"a.example": 3})
        text = report.text()
        self.assertTrue(text.startswith("shelf 1 (Full, one call at a time): shelf\n\n  liveness   1 of 1 passed\n"))
        self.assertIn("  cancel     0 of 2 passed; failed: cancel.after\n\nFAILED  cancel.after  [MB-067, MB-129]\n", text)
        self.assertIn("  - It is <late>.\n  Fix: Be early.\n\nSkipped:\n  cancel.before: No upstream.\n\nRequests to the source (a.example 3).\n", text)
        self.assertTrue(text.endswith("1 passed, 1 failed, 1 skipped in 1.2 s. Not certified."))
        rows = list(map(json.loads, report.json_lines()))
        self.assertEqual([it["result"] for it in rows], ["passed", "failed", "skipped"])
        self.assertEqual((rows[1]["problems"], rows[1]["fix"], rows[2]["reason"]), (["It is <late>."], "Be early.", "No upstream."))
        xml = report.junit()
        self.assertIn('<testsuite name="cancel" tests="2" failures="1" skipped="1">', xml)
        self.assertIn('time="1.234"><failure message="MB-067, MB-129: It is &lt;late&gt;.">Be early.</failure></testcase>', xml)


    def test_statuses(self):
        one = {"liveness.pong": "passed"}
        for outcomes, more, status in [
            (one, {}, 0), ({}, {}, 2), (one, {"level": None}, 2), (one | {"cancel.after": "skipped"}, {}, 0), (one | {"cancel.after": "xfail"}, {}, 0),
            (one | {"cancel.after": "undecided"}, {}, 2), (one | {"cancel.after": "undecided", "cancel.before": "failed"}, {}, 1),
            (one | {"cancel.after": "xfail", "cancel.before": "failed"}, {}, 1),
        ]:
            with self.subTest(f"{outcomes} {more}"):
                self.assertEqual(self.report(outcomes, **more).status, status)

    def test_forms_of_expected_failures(self):
        report = self.report({"liveness.pong": "passed", "cancel.after": "xfail"})
        text = report.text()
        self.assertIn("  cancel     0 of 1 passed; failed as expected: cancel.after\n\nEXPECTED  cancel.after  [MB-067, MB-129]\n", text)
        self.assertIn("  - It is <late>.\n  Fix: Be early.\n  Expected: No upstream.\n", text)
        self.assertTrue(text.endswith("1 passed, 0 failed, 1 expected failure, 0 skipped in 1.2 s. Not certified because of 1 expected failure."))
        row = json.loads(list(report.json_lines())[1])
        self.assertEqual((row["result"], row["problems"], row["reason"]), ("xfail", ["It is <late>."], "No upstream."))
        xml = report.junit()
        self.assertIn('<testsuite name="cancel" tests="1" failures="0" skipped="1">', xml)
        self.assertIn('<skipped type="xfail" message="MB-067, MB-129: It is &lt;late&gt;.">No upstream.</skipped></testcase>', xml)


class Runs(unittest.TestCase):
    """Whole runs of the program."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="mb-runs"))
        self.addCleanup(shutil.rmtree, self.folder)
        printed = re.search(r"```python\n(.*?)```", (protocol.FOLDER / "provider.md").read_text(), re.S)[1]
        (self.folder / "shelf.py").write_text(printed)
        self.shelf = ["--", "/usr/bin/python3", str(self.folder / "shelf.py")]
        manifest = {"id": "shelf", "executable": "/usr/bin/python3", "arguments": [str(self.folder / "shelf.py")], "methods": ["artists.search"]}
        (self.folder / "provider.json").write_text(json.dumps(manifest))

    def certify(self, *arguments, **more):
        return subprocess.run([HERE / "musicbus-certify", *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, **more)

    def test_the_printed_provider_is_certified(self):
        junit = self.folder / "report.xml"
        ended = self.certify("--fast", "--timeout-factor", "5", "--junit", junit, *self.shelf)
        self.assertEqual(ended.returncode, 0, ended)
        self.assertIn("shelf 1.0 (Core, one call at a time)", ended.stdout)
        self.assertTrue(ended.stdout.endswith("Certified: Core.\n"))
        self.assertIn("Not required at level Core.", ended.stdout)
        self.assertIn('<testsuite name="wire"', junit.read_text())
        self.assertEqual(ended.stderr, "")

    def test_known_failures(self):
        program = self.folder / "shelf.py"
        program.write_text(program.read_text().replace("sys.exit(64)", "sys.exit(0)"))
        names = self.folder / "provider.xfails"
        run = ["--fast", "--timeout-factor", "5", "--suite", "lifecycle", "--manifest", self.folder]
        self.assertEqual(self.certify(*run).returncode, 1)
        names.write_text("# It is a toy.\n\nlifecycle.by-hand  # nobody starts it by hand\n")
        ended = self.certify(*run)
        self.assertEqual(ended.returncode, 0, ended)
        self.assertIn("failed as expected: lifecycle.by-hand", ended.stdout)
        self.assertIn("  Expected: nobody starts it by hand\n", ended.stdout)
        names.write_text("lifecycle.by-hand\nlifecycle.hello\n")
        ended = self.certify(*run)
        self.assertEqual(ended.returncode, 1, ended)
        self.assertIn("; failed: lifecycle.hello; failed as expected: lifecycle.by-hand\n", ended.stdout)
        for names_there, problem in [("lifecycle.by-hnd", 'there is no check "lifecycle.by-hnd"; did you mean "lifecycle.by-hand"?'),
                                     ("a b # c", 'there is no check "a b".')]:
            names.write_text(f"\n{names_there}\n")
            ended = self.certify(*run)
            self.assertEqual((ended.returncode, ended.stdout), (2, ""))
            self.assertIn(f"{names}, line 2: {problem}", ended.stderr)

    def test_no_provider_is_certified(self):
        ended = self.certify("--fast", "--", "/bin/sh", "-c", "echo >&2 what do you want; exit 3")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("FAILED  lifecycle.hello", ended.stdout)
        self.assertIn("The provider exited (exit status 3). Last output: what do you want", ended.stdout)
        ended = self.certify("--fast", "--", "/bin/sh", "-c", "echo >&2 needs configuration: key; exit 78")
        self.assertEqual((ended.returncode, ended.stdout), (2, ""))
        self.assertIn("needs configuration: key", ended.stderr)

    def test_invalid_command_lines(self):
        for arguments in [["--speed"], [], ["--"], ["--suite", "dance", "--", "/bin/true"], ["--", "/no/such/program"], ["--timeout-factor", "0"],
                          ["--upstream-var", "URL=https://itunes.apple.com", "--", "/bin/true"], ["--config", "[]", "--", "/bin/true"],
                          ["--manifest", "/no/such/manifest"], ["--junit"], ["--manifest", "Plugins", "--", "/bin/true"]]:
            with self.subTest(str(arguments)):
                ended = self.certify(*arguments)
                self.assertEqual((ended.returncode, ended.stdout), (2, ""))
                self.assertTrue(ended.stderr.startswith("musicbus-certify: "))
        self.assertEqual(self.certify("--command", "musicbus provider try", "--speed").returncode, 64)

    def test_single_calls(self):
        given = ["--manifest", self.folder]
        found = self.certify(*given, "--call", "artists.search", "nina", "limit=1")
        self.assertEqual((found.returncode, found.stdout), (0, '{"id":"shelf:artist:nina","kind":"artist","name":"Nina Simone"}\n'))
        self.assertRegex(found.stderr, r"^done after \d+ ms; 1 item\n$")
        refused = self.certify(*given, "--call", "charts.list")
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertIn("METHOD_UNKNOWN", refused.stderr)
        self.assertEqual(self.certify(*given, "--call", "artists.search", "limit=many").returncode, 2)
        self.assertEqual(self.certify("--call", "artists.search", "nina", "--", "/bin/true").returncode, 2)
        self.assertEqual(self.certify(*given, "--samples").returncode, 0)
        self.assertEqual(self.certify(*given, "--start").returncode, 0)
        self.assertIn("cannot replay", self.certify(*given, "--replay", self.cassette()).stderr)

    def cassette(self):
        path = self.folder / "cassette"
        path.write_text('{"cassette": 1, "config": {}, "environment": {}}\n')
        return path

    def test_missing_packages_are_named(self):
        for name, package in [("zmq", "python3-zmq"), ("jsonschema", "python3-jsonschema")]:
            code = f"import runpy, sys; sys.modules[{name!r}] = None; runpy.run_path({str(HERE / 'musicbus-certify')!r}, run_name='__main__')"
            ended = subprocess.run(["/usr/bin/python3", "-c", code], capture_output=True, text=True)
            self.assertEqual(ended.returncode, 2, ended)
            self.assertIn(package, ended.stderr)

    def test_an_interrupted_run_leaves_nothing(self):
        environment = {"TMPDIR": str(self.folder), "PATH": "/usr/bin:/bin"}
        process = subprocess.Popen([HERE / "musicbus-certify", "--", "/bin/sleep", "73"], env=environment, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 20
        while not list(self.folder.glob("mb-certify*/hub*")) and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(2)
        self.assertEqual(process.wait(20), 130)
        self.assertEqual(list(self.folder.glob("mb-certify*")), [])

    def test_control_characters_are_shown(self):
        self.assertEqual(single.harmless("a\x1b[2Jb\n\tc\u202e"), "a\u241b[2Jb\n\tc\ufffd")


if __name__ == "__main__":
    unittest.main()
