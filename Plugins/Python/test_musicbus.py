#!/usr/bin/env python3
"""Tests of the package: in memory, and of programs that speak lines with it."""

import contextlib
import io
import json
import os
import pathlib
import pty
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import threading
import unittest
from collections.abc import Callable
from typing import Any

DIRECTORY = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(DIRECTORY))

import musicbus as mb

DEADLINE = 30  # seconds, for a busy machine
# As of a provider that a hub starts: without the variables of Python.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
NINA = {"id": 1, "name": "Nina Simone"}
PROVIDER = '''
import os, subprocess, sys, threading
import musicbus as mb

example = mb.Provider("example", "Example", attribution="Data by Example.", config={"token": mb.secret("https://example.org/its-page")})
api = example.upstream("https://api.example.org", headers={"Authorization": "Token {token}"})
example.ids("artist")

def artist(record):
    return mb.artist(example.id("artist", record["id"]), record["name"])

@example.serves("artists.search", api, sample="Nina Simone")
def search(call):
    return call.page(api, "/search", items="results", to=artist, q=call.text)
'''


class Program:
    """A provider's process. Replies are awaited until a deadline."""

    def __init__(self, source: str, start: Any = {"lines": 1, "provider": "example", "config": {}},
                 program: str | None = None) -> None:
        self.directory = tempfile.TemporaryDirectory()
        path = pathlib.Path(self.directory.name)
        (path / "musicbus.py").symlink_to(DIRECTORY / "musicbus.py")
        program = program or PROVIDER + textwrap.dedent(source) + "\nexample.run()\n"
        (path / "provider.py").write_text(program, "utf-8")
        self.errors = open(path / "errors", "w+b")
        self.process = subprocess.Popen([sys.executable, "-B", "provider.py"], cwd=path, env=ENVIRONMENT,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors)
        self.lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self.read, daemon=True).start()
        if start:
            self.write(start)

    def read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(b"")

    def write(self, line: Any) -> None:
        assert self.process.stdin
        self.process.stdin.write((line if isinstance(line, str) else json.dumps(line)).encode() + b"\n")
        self.process.stdin.flush()

    def call(self, number: int, method: str = "artists.search", /, **params: Any) -> None:
        self.write({"id": number, "method": method, "params": params, "timeoutMs": 9500})

    def line(self) -> Any:
        """The next line; at the end of the output `None`."""
        line = self.lines.get(timeout=DEADLINE)
        return json.loads(line) if line else None

    def end(self) -> int:
        """Ends standard input, and returns the status with which the program exits."""
        assert self.process.stdin
        self.process.stdin.close()
        return self.process.wait(DEADLINE)

    def log(self) -> str:
        self.errors.seek(0)
        return self.errors.read().decode()

    def close(self) -> None:
        assert self.process.stdin and self.process.stdout
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
        self.errors.close()
        self.directory.cleanup()


class LinesTests(unittest.TestCase):
    def program(self, source: str = "", **options: Any) -> Program:
        program = Program(source, **options)
        self.addCleanup(program.close)
        return program

    def test_a_call_requests_a_url_and_ends_with_its_results(self) -> None:
        program = self.program()
        program.call(7, text="nina", limit=50)
        self.assertEqual(program.line(), {"id": 7, "fetch": "https://api.example.org/search?q=nina", "n": 1})
        program.write({"id": 7, "n": 1, "status": 200, "json": {"results": [{"id": 1, "name": "Nina Simone"}]}})
        item = {"kind": "artist", "id": "example:artist:1", "name": "Nina Simone"}
        self.assertEqual(program.line(), {"id": 7, "items": [item], "total": 1})

    def test_what_the_source_does_not_have_is_no_result(self) -> None:
        program = self.program()
        program.call(7, text="nina")
        program.line()
        program.write({"id": 7, "n": 1, "status": 404})
        self.assertEqual(program.line(), {"id": 7, "items": []})

    def test_calls_run_at_the_same_time_and_get_their_own_responses(self) -> None:
        program = self.program()
        for id in (1, 2, 3):
            program.call(id, text=f"text {id}")
        urls = {line["id"]: line["fetch"] for line in (program.line() for _ in range(3))}
        self.assertEqual(urls[3], "https://api.example.org/search?q=text+3")
        for id in (3, 1, 2):
            program.write({"id": id, "n": 1, "status": 200, "json": {"results": [{"id": id, "name": f"name {id}"}]}})
            line = program.line()
            self.assertEqual((line["id"], line["items"][0]["name"]), (id, f"name {id}"))

    def test_requests_of_a_call_may_run_at_the_same_time(self) -> None:
        program = self.program('''
            @example.serves("artist.get", api)
            def get(call):
                found = {}
                def request(path):
                    found[path] = call.get(api, path)
                threads = [threading.Thread(target=request, args=[path]) for path in ("/a", "/b")]
                for thread in threads: thread.start()
                for thread in threads: thread.join()
                return mb.artist("example:artist:1", found["/a"] + found["/b"])
        ''')
        program.call(1, "artist.get", id="example:artist:1")
        lines = [program.line(), program.line()]
        for line in reversed(lines):
            program.write({"id": 1, "n": line["n"], "status": 200, "json": line["fetch"][-1]})
        self.assertEqual(program.line()["items"][0]["name"], "ab")

    def test_a_cancelled_call_ends_while_it_waits_for_a_response(self) -> None:
        program = self.program('''
            seen, has_ended = [], threading.Event()

            @example.serves("artist.get", api)
            def get(call):
                try:
                    call.get(api, "/never")
                except Exception:
                    seen.append("went on")
                finally:
                    seen.append("ended")
                    has_ended.set()

            @example.serves("song.get")
            def song(call):
                has_ended.wait()
                return mb.song("example:song:1", " ".join(seen))
        ''')
        program.call(1, "artist.get", id="example:artist:1")
        program.line()
        program.write({"id": 1, "cancel": True})
        self.assertEqual(program.line()["error"]["code"], "CANCELLED")
        program.write({"id": 1, "n": 1, "status": 200, "json": {}})  # has crossed the cancellation
        program.call(2, "song.get", id="example:song:1")
        self.assertEqual(program.line()["items"][0]["title"], "ended")

    def test_a_cancelled_call_ends_even_if_its_handler_is_busy(self) -> None:
        program = self.program('''
            @example.serves("artist.get")
            def get(call):
                threading.Event().wait()
        ''')
        program.call(1, "artist.get", id="example:artist:1")
        program.write({"id": 1, "cancel": True})
        self.assertEqual(program.line()["error"]["code"], "CANCELLED")
        self.assertEqual(program.end(), 0)

    def test_a_call_that_has_ended_sends_nothing_more(self) -> None:
        program = self.program('''
            may_end, has_ended = threading.Event(), threading.Event()

            @example.serves("artist.get")
            def get(call):
                may_end.wait()
                try:
                    call.skip("too late")
                finally:
                    has_ended.set()

            @example.serves("song.get")
            def song(call):
                may_end.set()
                has_ended.wait()
        ''')
        program.call(1, "artist.get", id="example:artist:1")
        program.write({"id": 1, "cancel": True})
        program.line()
        program.call(2, "song.get", id="example:song:1")
        self.assertEqual(program.line(), {"id": 2, "items": []})

    def test_only_lines_reach_standard_output(self) -> None:
        program = self.program('''
            print("at the start")

            @example.serves("artist.get")
            def get(call):
                print("from Python")
                os.write(1, b"from C\\n")
                subprocess.run(["echo", "from a process"])
                subprocess.run(["cat"])  # ends, since it does not read the lines
                return mb.artist("example:artist:1", "Nina Simone")
        ''')
        program.call(1, "artist.get", id="example:artist:1")
        self.assertEqual(program.line()["items"][0]["name"], "Nina Simone")
        self.assertEqual(program.end(), 0)
        self.assertIsNone(program.line())
        for text in ("at the start", "from Python", "from C", "from a process"):
            self.assertIn(text + "\n", program.log())

    def test_a_defect_ends_the_call_with_its_place_and_a_traceback_in_the_log(self) -> None:
        program = self.program('''
            @example.serves("artist.get")
            def get(call):
                return unknown
        ''')
        program.call(1, "artist.get", id="example:artist:1")
        error = program.line()["error"]
        self.assertEqual(error["code"], "INTERNAL")
        self.assertRegex(error["message"], r"NameError: name 'unknown' is not defined \(provider.py:\d+\)")
        program.end()
        self.assertIn("Traceback", program.log())

    def test_an_unknown_method_is_an_error(self) -> None:
        program = self.program()
        program.call(1, "charts.list")
        self.assertEqual(program.line()["error"]["code"], "METHOD_UNKNOWN")

    def test_a_line_that_is_no_call_is_ignored(self) -> None:
        program = self.program()
        deep = "[" * 100_000 + "]" * 100_000
        for line in ("not JSON", "[]", "{}", '{"id":9,"cancel":true}', '{"id":9,"status":200}', deep):
            program.write(line)
        program.call(1, "charts.list")
        self.assertEqual(program.line()["id"], 1)

    def test_calls_that_need_no_response_end_before_the_program_exits(self) -> None:
        program = self.program()
        program.call(1, "charts.list")
        program.call(2, text="waits for a response")
        self.assertEqual(program.end(), 0)
        lines = [program.line() for _ in range(3)]
        self.assertEqual({line["id"] for line in lines}, {1, 2})

    def test_another_version_ends_the_program_with_a_reason(self) -> None:
        program = self.program(start={"lines": 2, "provider": "example", "config": {}})
        self.assertEqual(program.process.wait(DEADLINE), 78)
        self.assertEqual(program.log(), "Example speaks version 1 of the lines, not 2.\n")

    def test_a_program_that_is_started_by_hand_explains_itself(self) -> None:
        for start in ("hello", "[]", '{"lines'):
            program = self.program(start=start)
            self.assertEqual(program.process.wait(DEADLINE), 64)
            self.assertIn('musicbus provider try . artists.search "Nina Simone"', program.log())

    def test_a_terminal_is_no_hub(self) -> None:
        controller, terminal = pty.openpty()
        self.addCleanup(os.close, controller)
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory)
            (path / "musicbus.py").symlink_to(DIRECTORY / "musicbus.py")
            (path / "provider.py").write_text(PROVIDER + "example.run()\n")
            run = subprocess.run([sys.executable, "-B", "provider.py"], cwd=path, stdin=terminal, capture_output=True,
                                 text=True, timeout=DEADLINE)
        os.close(terminal)
        self.assertEqual((run.returncode, run.stdout), (64, ""))
        self.assertIn("a hub starts it", run.stderr)

    def test_secrets_never_reach_the_lines(self) -> None:
        program = self.program('''
            @example.serves("artist.get", api)
            def get(call):
                return mb.artist("example:artist:1", repr(dict(call.config)))
        ''', start={"lines": 1, "provider": "example", "config": {"market": "us"}})
        program.call(1, "artist.get", id="example:artist:1")
        self.assertEqual(program.line()["items"][0]["name"], "{'market': 'us'}")
        program.call(2, text="nina")
        self.assertEqual(program.line().keys(), {"id", "fetch", "n"})

    def test_lines_have_no_values_that_json_does_not_have(self) -> None:
        program = self.program('''
            @example.serves("album.get")
            def get(call):
                half = call.params["half"]
                plain = {"kind": "album", "id": "example:album:1"}
                return [mb.album("example:album:1", "Half " + half, price=float("nan")),
                        plain | {"title": "NaN", "price": float("nan")}, plain | {"title": {1, 2}}]
        ''')
        program.write(r'{"id":1,"method":"album.get","params":{"half":"\ud83d"}}')
        skipped = [program.line()["skip"], program.line()["skip"]]
        self.assertTrue(all(reason.startswith("no JSON: ") for reason in skipped), skipped)
        self.assertEqual(program.line()["items"], [{"kind": "album", "id": "example:album:1", "title": "Half ?"}])


class CallTests(unittest.TestCase):
    """Calls in memory."""

    URL = "https://api.example.org"

    def provider(self, handler: Any, paging: mb.Paging | mb.Cursor | None = None, method: str = "artists.search") -> mb.Provider:
        provider = mb.Provider("example", "Example", attribution="Data by Example.")
        api = provider.upstream(self.URL, paging=paging)
        provider.serves(method, api)(lambda call: handler(call, api))
        return provider

    @staticmethod
    def artist(record: Any) -> mb.Item | None:
        return mb.artist(f"example:artist:{record['id']}", record["name"]) if record.get("kind") != "label" else None

    def page(self, paging: mb.Paging | mb.Cursor | None, response: Any, **params: Any) -> mb.testing.Outcome:
        provider = self.provider(lambda call, api: call.page(api, "/list", items="found.list", to=self.artist), paging)
        return mb.testing.call(provider, "artists.search", responses={self.URL + "/list": response}, **params)

    @staticmethod
    def response(count: int, **members: Any) -> Any:
        return {"found": {"list": [{"id": it, "name": f"name {it}"} for it in range(1, count + 1)], **members}}

    def test_pages_with_numbers_have_one_size_whatever_the_limit(self) -> None:
        paging = mb.Paging(page="page", size="count", max=10, total="found.total")
        for offset, limit, number, names, next in [
            (0, 50, 1, (1, 10), 10), (0, 3, 1, (1, 3), 3), (3, 50, 1, (4, 10), 10), (10, 50, 2, (1, 10), 20),
            (13, 2, 2, (4, 5), 15), (20, 50, 3, (1, 10), None),
        ]:
            found = self.page(paging, self.response(10, total=30), limit=limit, offset=offset)
            self.assertEqual(found.requests, [f"{self.URL}/list?page={number}&count=10"])
            self.assertEqual((found.items[0]["name"], found.items[-1]["name"]), tuple(f"name {it}" for it in names))
            self.assertEqual((found.next, found.total), (next, 30))

    def test_pages_with_an_offset_have_at_most_the_limit(self) -> None:
        paging = mb.Paging(offset="from", size="limit", max=10)
        found = self.page(paging, self.response(4), limit=4, offset=8)
        self.assertEqual(found.requests, [f"{self.URL}/list?from=8&limit=4"])
        self.assertEqual((len(found.items), found.next, found.total), (4, 12, None))
        self.assertIsNone(self.page(paging, self.response(3), limit=4, offset=8).next)
        self.assertIsNone(self.page(paging, self.response(0), limit=4, offset=8).next)

    def test_a_list_goes_on_at_the_cursor_of_the_source(self) -> None:
        paging = mb.Cursor("after", "found.next", size="limit", max=10, total="found.total")
        first = self.page(paging, self.response(4, next="b64==", total=9), limit=4)
        self.assertEqual(first.requests, [f"{self.URL}/list?limit=4"])
        self.assertEqual((len(first.items), first.next, first.total), (4, "0 b64==", 9))
        second = self.page(paging, self.response(4, next=None), limit=4, cursor=first.next)
        self.assertEqual(second.requests, [f"{self.URL}/list?after=b64%3D%3D&limit=4"])
        self.assertEqual((len(second.items), second.next), (4, None))

    def test_a_cursor_may_be_in_the_url_of_the_next_page(self) -> None:
        paging = mb.Cursor("page[cursor]", "found.next", size=None)
        for url in ["/list?page%5Bcursor%5D=x1&n=2", f"{self.URL}/list?n=2&page%5Bcursor%5D=x1"]:
            self.assertEqual(self.page(paging, self.response(2, next=url), limit=50).next, "0 x1")
        self.assertIsNone(self.page(paging, self.response(2, next="/list?n=2"), limit=50).next)

    def test_what_a_page_has_beyond_the_limit_follows_in_the_next_call(self) -> None:
        paging = mb.Cursor("after", "found.next", size=None)
        cursor: str = ""
        names: list[str] = []
        for _ in range(3):
            found = self.page(paging, self.response(5, next="z"), limit=2, **({"cursor": cursor} if cursor else {}))
            names += [it["name"] for it in found.items]
            cursor = str(found.next)
        self.assertEqual((names, cursor), ([f"name {it}" for it in range(1, 6)], "0 z"))

    def test_a_source_that_repeats_its_cursor_has_no_more(self) -> None:
        paging = mb.Cursor("after", "found.next")
        self.assertIsNone(self.page(paging, self.response(2, next="a"), limit=50, cursor="0 a").next)

    def test_a_list_without_pages_is_divided(self) -> None:
        found = self.page(None, self.response(5), limit=2, offset=2)
        self.assertEqual([it["name"] for it in found.items], ["name 3", "name 4"])
        self.assertEqual((found.next, found.total), (4, 5))
        self.assertIsNone(self.page(None, self.response(5), limit=2, offset=4).next)

    def test_an_empty_page_ends_a_list(self) -> None:
        paging = mb.Paging(page="page", max=10, total="found.total")
        found = self.page(paging, {"found": {"list": None, "total": "30"}}, limit=50, offset=10)
        self.assertEqual((found.items, found.next, found.error), ([], None, None))

    def test_a_defect_after_a_request_is_no_bad_data(self) -> None:
        for name, action, code in [("a name", lambda: unknown, "INTERNAL"),  # type: ignore[name-defined]  # noqa: F821
                                   ("a variable", lambda: os.environ["NO_SUCH_VARIABLE"], "INTERNAL"),
                                   ("a file", lambda: open("/no/such/file"), "INTERNAL"),
                                   ("a member", lambda: dict[str, str]()["name"], "UPSTREAM_BAD_DATA")]:
            with self.subTest(name):
                provider = mb.Provider("example", "Example", attribution="Example")
                api = provider.upstream("https://api.example.org")

                @provider.serves("artists.search", api)
                def search(call: mb.Call, api: mb.Upstream = api, action: Callable[[], object] = action) -> mb.Reply:
                    call.get(api, "/search")
                    action()
                    return None

                with contextlib.redirect_stderr(io.StringIO()):
                    outcome = mb.testing.call(provider, "artists.search", text="x",
                                              responses={"https://api.example.org/search": {}})
                self.assertEqual((outcome.error or {}).get("code"), code)

    def test_a_total_is_not_stated_if_records_are_left_out(self) -> None:
        response = self.response(2, total=30)
        response["found"]["list"].append({"kind": "label"})
        found = self.page(mb.Paging(page="page", max=3, total="found.total"), response, limit=50)
        self.assertEqual((len(found.items), found.skipped, found.next, found.total), (2, [], 3, None))

    def test_a_response_of_another_form_is_bad_data(self) -> None:
        for response, message in [({}, 'The response has no "found.list".'), ([], 'The response has no "found.list".'),
                                  ({"found": {"list": "x"}}, '"found.list" of the response is not a list.')]:
            self.assertEqual(self.page(None, response).error, {"code": "UPSTREAM_BAD_DATA", "message": message})

    def test_records_that_cannot_be_converted_are_skipped_with_a_reason(self) -> None:
        def to(record: Any) -> mb.Item:
            if record.get("video"):
                raise ValueError("video")
            return mb.artist(f"example:artist:{record['id']}", record["name"].strip())

        records = [{"id": 1}, {"id": 2, "name": None}, {"video": True}, {"id": 3, "name": " "}, {"id": 4, "name": "N"}]
        provider = self.provider(lambda call, api: call.map(records, to))
        found = mb.testing.call(provider, "artists.search", text="n")
        self.assertEqual([it["name"] for it in found.items], ["N"])
        missing, none, video, empty = found.skipped
        self.assertEqual((missing, video, empty), ("no name", "video", "no name"))
        self.assertRegex(none, r"AttributeError: 'NoneType' object has no attribute 'strip' \(test_musicbus.py:\d+\)")

    def test_a_complete_list_is_divided_as_the_call_asks(self) -> None:
        provider = self.provider(lambda call, api: (mb.artist(f"example:artist:{it}", "A") for it in range(1, 6)))
        found = mb.testing.call(provider, "artists.search", limit=2, offset=2)
        self.assertEqual([it["id"] for it in found.items], ["example:artist:3", "example:artist:4"])
        self.assertEqual((found.next, found.total), (4, 5))

    def test_parts_come_before_the_other_results(self) -> None:
        def handler(call: mb.Call, api: mb.Upstream) -> list[mb.Item]:
            call.part([mb.artist("example:artist:1", "First")])
            call.note("A note.")
            call.fresh_ms = 60_000
            return [mb.artist("example:artist:2", "Second")]

        found = mb.testing.call(self.provider(handler), "artists.search", limit=50)
        self.assertEqual([it["name"] for it in found.items], ["First", "Second"])
        self.assertEqual((found.notes, found.freshMs), (["A note."], 60_000))

    def test_an_optional_request_that_fails_has_no_response(self) -> None:
        for response in (404, mb.Failed("UPSTREAM_UNAVAILABLE", "no reply")):
            provider = self.provider(lambda call, api: [] if call.get(api, "/", optional=True) else self.artist(NINA))
            found = mb.testing.call(provider, "artists.search", responses={self.URL + "/": response})
            self.assertEqual(found.items[0]["name"], "Nina Simone")

    def test_another_request_that_fails_ends_the_call(self) -> None:
        def handler(call: mb.Call, api: mb.Upstream) -> mb.Item:
            try:
                call.get(api, "/")
            except Exception:
                pass
            return mb.artist("example:artist:1", "went on")

        failed = mb.Failed("UPSTREAM_UNAVAILABLE", "no reply")
        found = mb.testing.call(self.provider(handler), "artists.search", responses={self.URL + "/": failed})
        self.assertEqual((found.items, found.error), ([], {"code": "UPSTREAM_UNAVAILABLE", "message": "no reply"}))

    def test_a_handler_may_end_the_call_with_an_error(self) -> None:
        def handler(call: mb.Call, api: mb.Upstream) -> None:
            raise mb.Failed("CONFIGURATION_INVALID", "A token is missing.")

        found = mb.testing.call(self.provider(handler), "artists.search")
        self.assertEqual(found.error, {"code": "CONFIGURATION_INVALID", "message": "A token is missing."})

    def test_values_in_a_path_are_encoded_and_cannot_leave_it(self) -> None:
        provider = self.provider(
            lambda call, api: self.artist(call.get(api, "/artist/{id}", id=call.id("artist"), a=None)),
            method="artist.get")
        found = mb.testing.call(provider, "artist.get", id="example:artist:a/../b?c=ä",
                                responses={self.URL + "/artist/a%2F..%2Fb%3Fc%3D%C3%A4": NINA})
        self.assertEqual(len(found.items), 1)
        for id in ("example:artist:..", "other:artist:1"):
            found = mb.testing.call(provider, "artist.get", id=id)
            self.assertEqual((found.items, found.requests, found.error), ([], [], None))

    def test_an_id_may_be_among_the_others(self) -> None:
        provider = self.provider(lambda call, api: mb.album("example:album:1", f"{call.id('album', 'upc')}"),
                                 method="album.get")
        ids = ["mbid:release:x", "upc:album:012345678905"]
        found = mb.testing.call(provider, "album.get", id=ids[0], ids=ids)
        self.assertEqual(found.items[0]["title"], "012345678905")

    def test_queries_have_no_unknown_values(self) -> None:
        api = mb.Provider("example", "Example", attribution="A").upstream(self.URL)
        self.assertEqual(api.address("/x", {"a": None, "b": True, "c": "ä &", "d": [1, 2]}),
                         self.URL + "/x?b=true&c=%C3%A4+%26&d=1&d=2")
        self.assertEqual(api.address("/x?a=1", {"b": 2}), self.URL + "/x?a=1&b=2")
        self.assertEqual(api.address("https://other.example.org/x", {}), "https://other.example.org/x")

    def test_values_are_posted(self) -> None:
        lines: queue.SimpleQueue[Any] = queue.SimpleQueue()
        provider = self.provider(lambda call, api: self.artist(call.post(api, "/q", json={"a": 1})))
        session = mb._Session(provider, {}, lambda data: lines.put(json.loads(data)))
        call = session.receive({"id": 1, "method": "artists.search"})
        assert call
        threading.Thread(target=call.run, daemon=True).start()
        self.assertEqual(lines.get(timeout=DEADLINE), {"id": 1, "fetch": self.URL + "/q", "n": 1, "body": {"a": 1}})
        session.receive({"id": 1, "n": 1, "status": 200, "json": NINA})
        self.assertEqual(lines.get(timeout=DEADLINE)["items"][0]["name"], "Nina Simone")

    def test_a_file_is_transferred_without_the_program(self) -> None:
        provider = self.provider(lambda call, api: mb.File(call.url), method="artwork.get")
        found = mb.testing.call(provider, "artwork.get", url="https://example.org/1")
        self.assertEqual((found.file, found.items), ("https://example.org/1", []))

    def test_what_is_not_in_the_users_country_is_told_apart_from_what_is_not_there(self) -> None:
        def get(call: mb.Call, api: mb.Upstream) -> mb.Item:
            record = call.get(api, "/album/{id}", id=call.id("album"))
            if call.country not in record["countries"]:
                raise mb.NotInCountry()
            return mb.album("example:album:1", record["title"])

        provider = self.provider(get, method="album.get")
        for country, code in [("jp", None), ("se", "NOT_IN_COUNTRY")]:
            found = mb.testing.call(provider, "album.get", id="example:album:1", country=country, responses={
                self.URL + "/album/1": {"title": "Blue", "countries": ["jp"]}})
            self.assertEqual((found.error or {}).get("code"), code)
        found = mb.testing.call(provider, "album.get", id="example:album:2", responses={self.URL + "/album/2": 404})
        self.assertEqual((found.items, found.error), ([], None))

    def test_lyrics_have_a_text_or_none(self) -> None:
        for text in ("[00:12.50] Ticking away", "", None):
            reply = None if text is None else mb.Lyrics(text)
            found = mb.testing.call(self.provider(lambda call, api: reply, method="song.lyrics"), "song.lyrics",
                                    id="example:song:1", text="Time", artist="Pink Floyd")
            self.assertEqual((found.lyrics, found.items), (text, []))

    def test_charts_are_listed_and_have_entries_by_rank(self) -> None:
        listing = self.provider(lambda call, api: [mb.chart(f"example:chart:{call.country}.songs", "Songs", of="song")],
                                method="charts.list")
        self.assertEqual(mb.testing.call(listing, "charts.list", country="se").items,
                         [{"kind": "chart", "id": "example:chart:se.songs", "title": "Songs", "of": "song"}])
        entries = self.provider(
            lambda call, api: [mb.song(f"example:song:{it}", f"{call.params['chart']} {it}", rank=it) for it in (1, 2, 3)],
            method="chart.get")
        found = mb.testing.call(entries, "chart.get", chart="songs", limit=1, offset=1)
        self.assertEqual([(it["title"], it["rank"]) for it in found.items], [("songs 2", 2)])
        self.assertEqual((found.next, found.total), (2, 3))

    def test_similar_artists_are_a_list(self) -> None:
        provider = self.provider(lambda call, api: call.page(api, "/{id}/similar", id=call.id("artist"), to=self.artist),
                                 method="artist.similar")
        found = mb.testing.call(provider, "artist.similar", id="example:artist:9", responses={self.URL + "/9/similar": [NINA]})
        self.assertEqual([it["name"] for it in found.items], ["Nina Simone"])

    def test_what_the_user_has_is_listed_and_reported(self) -> None:
        albums = self.provider(lambda call, api: [mb.album("example:album:1", "Blue", unavailable=True)],
                               method="collection.albums")
        self.assertEqual(mb.testing.call(albums, "collection.albums").items[0]["unavailable"], True)
        artists = self.provider(lambda call, api: call.page(api, "/artists", to=self.artist), method="collection.artists")
        found = mb.testing.call(artists, "collection.artists", responses={self.URL + "/artists": [NINA]})
        self.assertEqual([it["name"] for it in found.items], ["Nina Simone"])

        def check(call: mb.Call, api: mb.Upstream) -> mb.Collection:
            call.note("The server is being scanned.")
            return mb.Collection(albums=2, songs=31, formats=[{"name": "Opus", "songs": 31, "bytes": 0}],
                                 incomplete={"count": 1, "albums": [{"id": "example:album:1", "title": "Blue", "songs": 9}]})

        found = mb.testing.call(self.provider(check, method="collection.check"), "collection.check")
        assert found.collection
        self.assertEqual({name: it for name, it in found.collection.items() if it}, {
            "albums": 2, "songs": 31, "formats": [{"name": "Opus", "songs": 31, "bytes": 0}],
            "incomplete": {"count": 1, "albums": [{"id": "example:album:1", "title": "Blue", "songs": 9}]}})
        self.assertEqual((found.notes, found.error), (["The server is being scanned."], None))

    def test_a_report_has_the_members_of_its_schema(self) -> None:
        schema = json.loads((DIRECTORY.parents[1] / "Protocol/schema/collection.schema.json").read_text("utf-8"))
        self.assertEqual(set(mb.Collection._fields), schema["properties"].keys() - {"provider"})

    def test_a_request_without_a_response_fails_the_test(self) -> None:
        provider = self.provider(lambda call, api: call.page(api, "/list", to=self.artist))
        with self.assertRaisesRegex(AssertionError, f"There is no response to {self.URL}/list, but to: none"):
            mb.testing.call(provider, "artists.search")

    def test_responses_are_found_in_any_order_of_the_query(self) -> None:
        provider = self.provider(lambda call, api: call.map(call.get(api, "/list", a=1, b=2), self.artist))
        found = mb.testing.call(provider, "artists.search", responses={self.URL + "/list?b=2&a=1": []})
        self.assertEqual((found.items, found.error), ([], None))

    def test_responses_may_come_from_a_cassette(self) -> None:
        lines = [{"cassette": 1, "provider": "shelf", "config": {"key": "secret-key"}},
                 {"request": "GET https://api.example.org/a?q=x&key=secret-key", "status": 200, "json": [7]},
                 {"request": "GET https://api.example.org/b", "status": 404, "json": {}},
                 {"request": "GET https://api.example.org/c", "failure": "unknown host"}]
        with tempfile.TemporaryDirectory() as directory:
            path = directory + "/shelf.cassette"
            pathlib.Path(path).write_text("\n".join(map(json.dumps, lines)))
            responses = mb.testing.cassette(path)
        self.assertEqual(responses, {"https://api.example.org/a?q=x": [7], "https://api.example.org/b": 404})


class RecordTests(unittest.TestCase):
    def test_unknown_values_are_left_out(self) -> None:
        self.assertEqual(
            mb.album(" a:album:1 ", "T", label="", genres=["A", "A", None, " "], artwork=[None], price=float("inf"),
                     artist={"id": None, "name": "N"}, links={"a": None}, explicit=False, trackCount=0),
            {"kind": "album", "id": "a:album:1", "title": "T", "genres": ["A"], "artist": {"name": "N"},
             "explicit": False, "trackCount": 0})

    def test_references_have_names(self) -> None:
        self.assertNotIn("artist", mb.song("a:song:1", "T", artist={"id": "a:artist:1", "name": None}))
        song = mb.song("a:song:1", "T", artist="N", album="A")
        self.assertEqual((song["artist"], song["album"]), ({"name": "N"}, {"title": "A"}))

    def test_a_record_needs_an_id_and_a_name(self) -> None:
        for id, title, problem in [(None, "T", "no id"), ("a:song:1", " ", "no title"), ("a:song:1", None, "no title")]:
            with self.assertRaisesRegex(ValueError, problem):
                mb.song(id, title)

    def test_a_member_that_does_not_exist_is_a_mistake(self) -> None:
        with self.assertRaisesRegex(TypeError, 'album has no member "realeaseDate"'):
            mb.album("a:album:1", "T", realeaseDate="1999")

    def test_members_are_those_of_the_schemas(self) -> None:
        for kind, members in mb.MEMBERS.items():
            schema = DIRECTORY.parents[1] / f"Protocol/schema/{kind}.schema.json"
            known = set(json.loads(schema.read_text("utf-8"))["properties"])
            # Those of every item, those that only the hub states, and the path of a file of the user.
            others = {"kind", "id", "name", "title", "albumCount", "favorite", "editions", "version", "versionOf", "owned", "file"}
            self.assertEqual(members, known - others, kind)

    def test_a_song_can_be_played_as_a_whole(self) -> None:
        song = mb.song("a:song:1", "T", stream={"url": "https://a.example/1", "mime": "", "kbps": None})
        self.assertEqual(song["stream"], {"url": "https://a.example/1"})

    def test_pictures_are_at_absolute_urls_or_at_the_server_of_the_user(self) -> None:
        for url in ("https://a.example/1.jpg", "http://a.example/1.jpg", "{home}/1.jpg"):
            self.assertEqual((mb.picture(url, "cover") or {}).get("url"), url)
        for value in ("", None, 7, "/1.jpg", "1.jpg", "//a.example/1.jpg", "{id}.jpg"):
            self.assertIsNone(mb.picture(value, "cover"), value)

    def test_dates_are_as_precise_as_known(self) -> None:
        for value, date in [
            ("1998-12-24", "1998-12-24"), ("1998-12-00", "1998-12"), ("1998-00-00", "1998"), (1998, "1998"),
            ("1999-02-30", "1999-02"), ("1999-13-01", "1999"), ("1998-1-2", "1998-01-02"), (0, None), ("0000", None),
            ("", None), (None, None), ("19987", None), ("1998-12-24T10:00:00Z", "1998-12-24"), ("soon", None),
            ("１９９８", None),
        ]:
            self.assertEqual(mb.date(value), date, value)

    def test_durations_are_those_of_clocks(self) -> None:
        for value, duration in [("3:32", 212_000), ("1:02:03", 3_723_000), ("74:00", 4_440_000), ("0:00", None),
                                ("", None), (None, None), ("3:72", None), ("3.32", None)]:
            self.assertEqual(mb.duration_ms(value), duration, value)

    def test_codes_are_checked(self) -> None:
        for code, id in [("9 338684 000223", "9338684000223"), ("0 7599-27256-2 0", "075992725620"),
                         ("0075992725620", "075992725620"), ("075992725621", None), ("000000000000", None),
                         ("٠75992725620", None), (None, None)]:
            self.assertEqual(mb.upc(code), id and "upc:album:" + id, code)
        self.assertEqual(mb.isrc("gb-duw-00-00059"), "isrc:recording:GBDUW0000059")
        self.assertIsNone(mb.isrc("none"))


class ManifestTests(unittest.TestCase):
    def test_the_manifest_comes_from_the_declarations(self) -> None:
        provider = mb.Provider(
            "my.source", "My Source", version="2.1.0", attribution="Data by My Source.", url="https://example.org",
            service="My Source", hosts=["img.example.org"], lacks={"artist": ["biography"]},
            config={"token": mb.secret("https://example.org/token", "A token."), "market": {"type": "string"}})
        api = provider.upstream("https://api.example.org", per_minute=60, headers={"Authorization": "Token {token}"})
        provider.ids("artist", "https://example.org/artist/{id}-*")
        provider.ids("recording", namespace="isrc")

        @provider.serves("artists.search", api, sample="Nina Simone")
        @provider.serves("artist.get", api, requests=3, fresh_hours=2, sample="my-source:artist:1")
        @provider.serves("charts.list", sample={})
        @provider.serves("artwork.get", api)
        def handler(call: mb.Call) -> None:
            return None

        self.assertEqual(provider.manifest(), {
            "id": "my.source", "name": "My Source", "version": "2.1.0", "executable": "./provider.py", "lines": 1,
            "inflight": 4,
            "methods": {
                "artists.search": {"cost": {"api.example.org": 2}, "freshMs": 86_400_000},
                "artist.get": {"cost": {"api.example.org": 3}, "freshMs": 7_200_000},
                "charts.list": {"cost": {}, "freshMs": 3_600_000},
                "artwork.get": {"cost": {"api.example.org": 2, "img.example.org": 2}, "freshMs": 2_592_000_000},
            },
            "namespaces": ["my-source:artist", "isrc:recording"],
            "urls": [{"url": "https://example.org/artist/{id}-*", "id": "my-source:artist:{id}",
                      "example": "https://example.org/artist/1-x"}],
            "upstreams": [{"url": "https://api.example.org", "requests": 60, "perMs": 60_000,
                           "headers": {"Authorization": "Token {token}"}}],
            "hosts": ["img.example.org"], "environment": ["MUSICBUS_MY_SOURCE_URL"],
            "samples": [{"method": "charts.list", "params": {}},
                        {"method": "artist.get", "params": {"id": "my-source:artist:1"}},
                        {"method": "artists.search", "params": {"text": "Nina Simone"}}],
            "lacks": {"artist": ["biography"]},
            "attribution": {"text": "Data by My Source.", "url": "https://example.org"},
            "configSchema": {"type": "object", "additionalProperties": False, "properties": {
                "token": {"type": "string", "secret": True, "link": "https://example.org/token", "description": "A token."},
                "market": {"type": "string"}}},
            "services": [{"name": "My Source", "namespaces": ["my-source"]}],
        })

    def test_an_upstream_with_a_path_is_an_error(self) -> None:
        provider = mb.Provider("example", "Example", attribution="A")
        for url in ["https://api.example.org/v1", "api.example.org", "https://api.example.org?key=1", "ftp://example.org"]:
            with self.assertRaisesRegex(ValueError, "scheme and a host"):
                provider.upstream(url)
        provider.upstream("https://api.example.org/")

    def test_an_id_that_is_not_declared_is_an_error(self) -> None:
        provider = mb.Provider("example", "Example", attribution="A")
        provider.ids("artist")
        self.assertEqual(provider.id("artist", 7), "example:artist:7")
        with self.assertRaisesRegex(ValueError, r'ids\("song"\) is not declared'):
            provider.id("song", 7)

    def test_a_service_is_the_users_own_or_plays_music_if_the_provider_says_so(self) -> None:
        for streams, owned, members in [(False, False, {}), (False, True, {"owned": True}), (True, False, {"streams": True})]:
            provider = mb.Provider("attic.box", "Attic", attribution="A", service="The Attic", streams=streams, owned=owned)
            self.assertEqual(provider.manifest()["services"], [{"name": "The Attic", "namespaces": ["attic-box"], **members}])
        with self.assertRaisesRegex(ValueError, "name it: service="):
            mb.Provider("attic", "Attic", attribution="A", owned=True)

    def test_the_language_of_a_url_is_part_of_its_id(self) -> None:
        provider = mb.Provider("example", "Example", attribution="A")
        provider.ids("artist", "https://{lang}.example.org/wiki/{+id}")
        self.assertEqual(provider.manifest()["urls"], [
            {"url": "https://{lang}.example.org/wiki/{+id}", "id": "example:artist:{lang}:{id}",
             "example": "https://en.example.org/wiki/1"}])

    def test_the_first_label_of_a_host_is_part_of_the_id(self) -> None:
        provider = mb.Provider("stall", "Stall", attribution="A")
        provider.ids("album", "https://{seller}.stall.example/record/{id}-*", example="ab")
        provider.ids("artist", "https://{id}.stall.example", example="miriam")
        self.assertEqual(provider.manifest()["urls"], [
            {"url": "https://{seller}.stall.example/record/{id}-*", "id": "stall:album:{seller}:{id}",
             "example": "https://x.stall.example/record/ab-x"},
            {"url": "https://{id}.stall.example", "id": "stall:artist:{id}", "example": "https://miriam.stall.example"}])
        self.assertEqual(provider.id("album", "miriam:7"), "stall:album:miriam:7")

    def test_a_method_may_request_further_hosts(self) -> None:
        provider = mb.Provider("stall", "Stall", attribution="A", hosts=["*.stall.example"])
        api = provider.upstream("https://stall.example")
        provider.serves("album.get", api, "*.stall.example", requests=3)(lambda call: None)
        self.assertEqual(provider.manifest()["methods"]["album.get"]["cost"], {"stall.example": 3, "*.stall.example": 3})
        with self.assertRaisesRegex(ValueError, '"stall.example" is none of the hosts of the provider: \\*.stall.example'):
            provider.serves("album.songs", "stall.example")(lambda call: None)

    def test_a_pattern_that_matches_hosts_of_others_is_an_error(self) -> None:
        provider = mb.Provider("stall", "Stall", attribution="A")
        for url in ["https://{seller}.example/{id}", "https://{id}.example", "https://{Seller}.stall.example/{id}",
                    "https://{seller}.{lang}.example/{id}", "https://stall.example/{seller}/{id}",
                    "https://{seller}.stall.example/", "https://stall.example/{id}/{id}"]:
            with self.assertRaisesRegex(ValueError, "variable"):
                provider.ids("album", url)

    def test_a_method_is_served_once(self) -> None:
        provider = mb.Provider("example", "Example", attribution="A")
        provider.serves("artist.get")(lambda call: None)
        with self.assertRaisesRegex(ValueError, 'Two functions serve "artist.get"'):
            provider.serves("artist.get")(lambda call: None)

    def test_songs_are_played_without_a_function(self) -> None:
        provider = mb.Provider("home", "Home", attribution="A", hosts=["cdn.example.org"])
        provider.whole_songs(provider.upstream("https://music.example.org"))
        [(method, declaration)] = provider.manifest()["methods"].items()
        self.assertEqual(method, "stream.get")
        self.assertEqual(declaration["cost"], {"music.example.org": 2, "cdn.example.org": 2})

    def test_the_program_prints_its_manifest(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory)
            (path / "musicbus.py").symlink_to(DIRECTORY / "musicbus.py")
            (path / "source.py").write_text(PROVIDER + "example.run()\n")
            printed = subprocess.run([sys.executable, "-B", "source.py", "--manifest"], cwd=path, capture_output=True,
                                     text=True, check=True, timeout=DEADLINE).stdout
        manifest = json.loads(printed)
        self.assertEqual((manifest["executable"], list(manifest["methods"])), ("./source.py", ["artists.search"]))


class TutorialTests(unittest.TestCase):
    """The program in another language that the tutorial shows. Tests/Python/tutorial.py follows the other steps."""

    def setUp(self) -> None:
        self.text = (DIRECTORY.parent / "Template/README.md").read_text("utf-8")
        self.program = DIRECTORY.parent / "Examples/Node/provider.js"

    def test_it_is_the_example(self) -> None:
        self.assertEqual(re.findall(r"^```js\n(.*?)^```", self.text, re.MULTILINE | re.DOTALL),
                         [self.program.read_text("utf-8")])

    @unittest.skipUnless(shutil.which("node"), "needs nodejs")
    def test_its_lines_are_those_that_are_shown(self) -> None:
        shown = self.text.partition("$ cat | ./provider.js\n")[2].partition("```")[0].splitlines()
        start, call, request, response, reply = shown
        run = subprocess.run([self.program], input="\n".join([start, call, response]) + "\n", capture_output=True,
                             text=True, timeout=DEADLINE)
        self.assertEqual(run.stdout.splitlines(), [request, reply])


if __name__ == "__main__":
    unittest.main()
