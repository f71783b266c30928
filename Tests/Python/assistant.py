#!/usr/bin/env python3
"""Tests `musicbus mcp` with the official client of the protocol, in both of its eras, and with lines by hand.

    Tests/Python/assistant.py BINARIES

Each line that the server writes is compared with the JSON Schemas of the protocol, if they are there.
"""

import asyncio
import json
import os
import pathlib
import queue
import subprocess
import sys
import tempfile
import threading
import unittest

import jsonschema
import mcp

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Tests/Bench"))
from files import SAMPLES, flac  # noqa: E402

BINARIES = pathlib.Path(sys.argv.pop(1)).resolve()
SCHEMAS = next((it for up in ("..", "../..") if (it := ROOT / up / "shared/data/mcp").is_dir()), None)
DEADLINE = 120  # seconds
MODERN, LEGACY = "2026-07-28", "2025-11-25"
READING = ["search", "search_artists", "search_albums", "search_songs", "get", "resolve", "artist_albums", "appears_on", "songs", "similar_artists",
           "lyrics", "chart", "explain", "list_favorites"]


class Assistant:
    """A server whose lines are written and read by hand."""

    def __init__(self, *arguments):
        command = [BINARIES / "musicbus", "mcp", *arguments]
        self.process = subprocess.Popen(command, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(json.loads(line))
        self.lines.put(None)

    def write(self, text):
        self.process.stdin.write(text if isinstance(text, bytes) else text.encode())
        self.process.stdin.flush()

    def send(self, id, method, **params):
        self.write(json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}) + "\n")

    def next(self):
        return self.lines.get(timeout=DEADLINE)

    def ask(self, id, method, **params):
        self.send(id, method, **params)
        return self.next()

    def end(self):
        """Ends its input; returns its status and what it still wrote."""
        self.process.stdin.close()
        rest = []
        while line := self.next():
            rest.append(line)
        return self.process.wait(DEADLINE), rest


def environment():
    return {**os.environ, "MUSICBUS_HOME": HOME, "MUSICBUS_SOURCES_URL": SOURCES}


def modern(**params):
    return {**params, "_meta": {"io.modelcontextprotocol/protocolVersion": MODERN,
                                "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
                                "io.modelcontextprotocol/clientCapabilities": {}}}


def check(message, version, name):
    """Compares a result with the schema of the protocol."""
    if SCHEMAS:
        schema = json.loads((SCHEMAS / f"schema-{version}.json").read_text())
        jsonschema.validate(message["result"], {**schema, "$ref": f"#/$defs/{name}"})


def client(*arguments, mode):
    return mcp.Client(mcp.StdioServerParameters(command=str(BINARIES / "musicbus"), args=["mcp", *arguments],
                                                env=environment()), mode=mode)


class OfficialClientTests(unittest.TestCase):
    def session(self, mode, *arguments):
        async def run():
            async with client(*arguments, mode=mode) as session:
                tools = (await session.list_tools()).tools
                self.assertEqual([tool.name for tool in tools][:len(READING)], READING)
                self.assertTrue(all(tool.annotations.read_only_hint for tool in tools[:len(READING)]))
                found = await session.call_tool("search_artists", {"text": "Pink Floyd", "limit": 2})
                artist = found.structured_content["items"][0]
                self.assertEqual(artist["name"], "Pink Floyd")
                self.assertTrue(all(source["outcome"] for source in found.structured_content["sources"]))
                self.assertEqual(json.loads(found.content[0].text), found.structured_content)
                first = await session.call_tool("artist_albums", {"id": artist["id"], "limit": 3})
                after = first.structured_content["next"]
                second = await session.call_tool("artist_albums", {"id": artist["id"], "limit": 3, "offset": after})
                pages = [it["id"] for page in (first, second) for it in page.structured_content["items"]]
                self.assertEqual(len(set(pages)), 6)
                evidence = await session.call_tool("explain", {"id": artist["id"]})
                self.assertGreater(len(evidence.structured_content["explanation"]["records"]), 1)
                wrong = await session.call_tool("search_artists", {"text": "x", "limit": 2, "page": 3})
                self.assertTrue(wrong.is_error)
                self.assertIn('no argument "page"', wrong.content[0].text)
                return session.protocol_version

        return asyncio.run(run())

    def test_in_the_era_without_a_handshake(self):
        self.assertEqual(self.session("auto"), MODERN)

    def test_in_the_era_with_a_handshake(self):
        self.assertEqual(self.session("legacy"), LEGACY)

    def test_changes_favourites_only_if_allowed(self):
        async def run():
            async with client("--allow-changes", mode="auto") as session:
                found = await session.call_tool("search_albums", {"text": "The Wall", "artist": "Pink Floyd", "limit": 1})
                id = found.structured_content["items"][0]["id"]
                await session.call_tool("add_favorite", {"id": id})
                listed = await session.call_tool("list_favorites", {})
                self.assertEqual([it["title"] for it in listed.structured_content["items"]], ["The Wall"])
                await session.call_tool("remove_favorites", {"keys": [id]})
                listed = await session.call_tool("list_favorites", {})
                self.assertEqual(listed.structured_content["items"], [])

        asyncio.run(run())
        assistant = Assistant()
        refused = assistant.ask(1, "tools/call", name="add_favorite", arguments={"id": "mbid:album:1"})
        self.assertEqual(refused["error"]["code"], -32602)
        self.assertIn("--allow-changes", refused["error"]["message"])
        assistant.end()


class LinesTests(unittest.TestCase):
    def setUp(self):
        self.assistant = Assistant()
        self.addCleanup(self.assistant.process.stdout.close)
        self.addCleanup(self.assistant.process.kill)

    def test_results_match_the_schemas_of_both_eras(self):
        ask = self.assistant.ask
        check(ask(1, "initialize", protocolVersion="2024-01-01", capabilities={}, clientInfo={"name": "a", "version": "1"}),
              LEGACY, "InitializeResult")
        check(ask(2, "tools/list"), LEGACY, "ListToolsResult")
        check(ask(3, "tools/call", name="search_songs", arguments={"text": "Money"}), LEGACY, "CallToolResult")
        check(ask(4, "server/discover", **modern()), MODERN, "DiscoverResult")
        check(ask(5, "tools/list", **modern()), MODERN, "ListToolsResult")
        check(ask(6, "tools/call", **modern(name="chart", arguments={"chart": "albums"})), MODERN, "CallToolResult")
        self.assertEqual(ask(7, "ping")["result"], {})

    def test_mistakes_have_the_codes_of_the_protocol(self):
        ask = self.assistant.ask
        self.assistant.write("{no json\n")
        self.assertEqual(self.assistant.next()["error"]["code"], -32700)
        self.assistant.write("[]\n")
        self.assertEqual(self.assistant.next()["error"]["code"], -32600)
        self.assertEqual(ask("a", "no/such")["error"]["code"], -32601)
        self.assertEqual(ask("", "tools/call", name="nothing")["error"]["code"], -32602)
        self.assertEqual(ask(0, "tools/list", cursor="x")["error"]["code"], -32602)
        old = modern()
        old["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2030-01-01"
        refused = ask(1, "tools/list", **old)["error"]
        self.assertEqual((refused["code"], refused["data"]["supported"]), (-32022, [MODERN]))
        missing = ask(2, "tools/call", name="get", arguments={})["result"]
        self.assertTrue(missing["isError"])
        self.assertIn('"id"', missing["content"][0]["text"])
        unknown = ask(3, "tools/call", name="get", arguments={"id": "deezer:artist:999999999"})["result"]
        self.assertTrue(unknown["isError"])

    def test_a_link_becomes_the_id_that_it_means(self):
        # Providers that are starting have not said what their pages are.
        self.assistant.ask(1, "tools/call", name="search_artists", arguments={"text": "Pink Floyd"})
        found = self.assistant.ask(2, "tools/call", name="resolve", arguments={"text": "https://www.deezer.com/album/12"})
        self.assertEqual(found["result"]["structuredContent"]["resolution"], {"id": "deezer:album:12", "outcome": "one"})
        unknown = self.assistant.ask(3, "tools/call", name="resolve", arguments={"text": "https://example.org/none"})
        self.assertTrue(unknown["result"]["isError"])

    def test_the_paths_of_files_stay_on_this_machine(self):
        found = self.assistant.ask(1, "tools/call", name="search_songs", arguments={"text": "A Tune of My Own"})
        song = found["result"]["structuredContent"]["items"][0]
        details = self.assistant.ask(2, "tools/call", name="get", arguments={"id": song["id"]})["result"]
        self.assertEqual(details["structuredContent"]["items"][0]["title"], "A Tune of My Own")
        self.assertNotIn("secret folder", json.dumps(details).replace("%20", " "))

    def test_nothing_is_sent_for_a_call_that_was_cancelled(self):
        self.assistant.send(1, "tools/call", name="search_artists", arguments={"text": "cancelled before it ended"})
        self.assistant.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n')
        self.assistant.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"unknown"}}\n')
        # Another call ends after it; both would have had replies by then.
        reply = self.assistant.ask(2, "tools/call", name="search_artists", arguments={"text": "cancelled before it ended"})
        self.assertEqual(reply["id"], 2)
        status, rest = self.assistant.end()
        self.assertEqual((status, [it["id"] for it in rest]), (0, []))

    def test_calls_before_the_end_of_its_input_have_their_replies(self):
        for id in range(5):
            self.assistant.send(id, "tools/call", name="search_albums", arguments={"text": f"at the end {id}"})
        status, rest = self.assistant.end()
        self.assertEqual((status, sorted(it["id"] for it in rest)), (0, list(range(5))))
        self.assertTrue(all("result" in it for it in rest))

    def test_arguments_may_be_texts_and_a_link_leads_to_resolve(self):
        found = self.assistant.ask(1, "tools/call", name="search_songs", arguments={"text": "Money", "limit": "2", "artist": ""})
        self.assertLessEqual(len(found["result"]["structuredContent"]["items"]), 2)
        wrong = self.assistant.ask(2, "tools/call", name="get", arguments={"id": "https://www.deezer.com/album/12"})["result"]
        self.assertTrue(wrong["isError"])
        self.assertIn("resolve", wrong["content"][0]["text"])

    def test_ends_with_its_input_also_within_a_line(self):
        self.assistant.write('{"jsonrpc":"2.0","id":1,')
        self.assertEqual(self.assistant.end(), (0, []))

    def test_a_line_that_is_too_long_costs_no_other(self):
        self.assistant.write(b'{"a":"' + b"x" * (5 * 1024 * 1024) + b'"}\n')
        self.assertEqual(self.assistant.next()["error"]["code"], -32600)
        self.assertEqual(self.assistant.ask(1, "ping")["result"], {})


if __name__ == "__main__":
    upstream = subprocess.Popen([SAMPLES, "--port", "0"], stdout=subprocess.PIPE, text=True)
    with tempfile.TemporaryDirectory(dir="/tmp") as HOME:
        SOURCES = upstream.stdout.readline().strip()
        try:
            song = pathlib.Path(HOME) / "Music/secret folder/1.flac"
            song.parent.mkdir(parents=True)
            song.write_bytes(flac(["TITLE=A Tune of My Own", "ARTIST=Nobody Known"], 1))
            subprocess.run([BINARIES / "musicbus", "config", "set", "providers.files.folders", song.parent.parent],
                           env=environment(), check=True)
            ended = unittest.main(exit=False)
        finally:
            subprocess.run([BINARIES / "musicbus", "hub", "stop"], env=environment(), capture_output=True, timeout=DEADLINE)
            upstream.terminate()
    sys.exit(not ended.result.wasSuccessful())
