"""The server over real HTTP, and the program."""

import contextlib
import http.client
import json
import signal
import socket
import subprocess
import threading
import time
import unittest
import urllib.error
import urllib.request
from collections.abc import Iterator
from unittest import mock

from support import PROGRAM, SAMPLES

from sample_upstream.__main__ import parse
from sample_upstream.faults import Fault, FaultPlan
from sample_upstream.server import FaultySources, Server

DEADLINE = 20


@contextlib.contextmanager
def serving(*faults: str) -> Iterator[Server]:
    with Server(FaultySources(SAMPLES, FaultPlan(faults=[Fault.parse(text) for text in faults]))) as server:
        thread = threading.Thread(target=server.serve_forever, args=[0.01])
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def get(address: str, body: bytes | None = None) -> tuple[int, dict[str, str], bytes]:
    try:
        with urllib.request.urlopen(address, body, DEADLINE) as response:
            return response.status, dict(response.headers), response.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, dict(error.headers), error.read()


def raw(server: Server, data: bytes) -> bytes:
    """The response to bytes, until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", server.server_port), DEADLINE) as client:
        client.sendall(data)
        return b"".join(iter(lambda: client.recv(65_536), b""))


class Serving(unittest.TestCase):
    def test_serves_all_apis_at_one_address_which_links_contain(self) -> None:
        with serving() as server:
            for target in ("/search?term=u2&entity=album", "/lookup?id=78500&entity=song",
                           "/api/v1/json/123/search.php?s=U2", "/api/v2/us/music/most-played/10/albums.json",
                           "/us/rss/topsongs/limit=10/json"):
                status, _, body = get(server.address + target)
                self.assertEqual(status, 200)
                self.assertIn(f"{server.address}/artwork/".encode(), body)

    def test_serves_artwork_and_previews_at_the_addresses_in_responses(self) -> None:
        with serving() as server:
            song = json.loads(get(server.address + "/search?term=u2&entity=song&limit=1")[2])["results"][0]
            self.assertTrue(get(song["artworkUrl100"])[2].startswith(b"\x89PNG"))
            self.assertTrue(get(song["previewUrl"])[2].startswith(b"RIFF"))

    def test_delivers_faulty_bodies_to_the_client(self) -> None:
        with serving("cut:/search", "gzip:/lookup", "redirect:/us", "huge=2:/api/v2", "garbage:/api/v1") as server:
            with self.assertRaises(http.client.IncompleteRead):
                get(server.address + "/search?term=u2")
            self.assertTrue(get(server.address + "/lookup?id=78500")[2].startswith(b"\x1f\x8b"))
            self.assertIn(b"Top Albums", get(server.address + "/us/rss/topalbums/limit=3/json")[2])
            self.assertEqual(len(get(server.address + "/api/v2/us/music/most-played/10/albums.json")[2]), 2 << 20)
            with self.assertRaises(UnicodeDecodeError):
                get(server.address + "/api/v1/json/123/search.php?s=U2")[2].decode()

    def test_changes_faults_and_lists_requests_while_it_runs(self) -> None:
        with serving() as server:
            self.assertEqual(get(server.address + "/_control/faults", b"429=7:/search")[0], 200)
            status, headers, _ = get(server.address + "/search?term=u2")
            self.assertEqual((status, headers["Retry-After"]), (429, "7"))
            self.assertIn(b'"path":"/search","query":"term=u2"', get(server.address + "/_control/requests")[2])

    def test_responds_to_others_while_a_response_hangs_or_is_slow(self) -> None:
        with serving("hang:/lookup", "slow=250000:/api") as server, contextlib.ExitStack() as clients:
            for target in (b"/lookup?id=1", b"/api/v2"):
                client = clients.enter_context(socket.create_connection(("127.0.0.1", server.server_port), DEADLINE))
                client.sendall(b"GET %b HTTP/1.1\r\n\r\n" % target)
            end = time.monotonic() + DEADLINE
            while len(json.loads(get(server.address + "/_control/requests")[2])) < 2:
                self.assertLess(time.monotonic(), end)
            self.assertEqual(get(server.address + "/search?term=u2")[0], 200)

    def test_reports_why_it_cannot_listen(self) -> None:
        with serving() as server:
            done = subprocess.run([PROGRAM, "--port", str(server.server_port)], capture_output=True, text=True,
                                  timeout=DEADLINE)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn(f"127.0.0.1:{server.server_port}: Address already in use", done.stderr)


class Wire(unittest.TestCase):
    def test_rejects_what_it_cannot_read(self) -> None:
        cases = {
            b"GET /a b HTTP/1.1\r\n\r\n": 400, b"PUT / HTTP/1.1\r\n\r\n": 501,
            b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n": 414,
            b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n": 400,
            b"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n": 413,
        }
        with serving() as server:
            for data, status in cases.items():
                self.assertIn(b" %d " % status, raw(server, data).splitlines()[0], data[:60])
            self.assertEqual(get(server.address + "/nothing")[0], 404)

    def test_answers_one_request_after_the_other(self) -> None:
        first = b"POST /_control/faults HTTP/1.1\r\nContent-Length: 6\r\n\r\n500:/x"
        last = b"HEAD /x HTTP/1.1\r\nConnection: close\r\n\r\n"
        with serving() as server:
            responses = raw(server, first + last)
        statuses = [line.split()[1] for line in responses.splitlines() if line.startswith(b"HTTP/")]
        self.assertEqual(statuses, [b"200", b"500"])
        self.assertTrue(responses.endswith(b"\r\n\r\n"))


class Program(unittest.TestCase):
    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        assert process.stdout
        self.assertRegex(process.stdout.readline(), r"^http://127\.0\.0\.1:\d+\n$")
        return process

    def test_exits_with_64_and_a_message_if_the_command_line_is_invalid(self) -> None:
        for line in (["--bogus"], ["extra"], ["--port"], ["--port", "70000"], ["--port=x"],
                     ["--fault", "nonsense"], ["--rate", "5"], ["--lease=1"], ["--por", "0"]):
            with mock.patch("sample_upstream.__main__.say") as say, self.assertRaises(SystemExit) as ended:
                parse(line)
            self.assertEqual(ended.exception.code, 64)
            self.assertIn(line[0].split("=")[0], say.call_args[0][0])
        done = subprocess.run([PROGRAM, "--fault=nonsense"], capture_output=True, text=True, timeout=DEADLINE)
        self.assertEqual((done.returncode, done.stdout), (64, ""))
        self.assertRegex(done.stderr, "^musicbus-sample-upstream: .*nonsense")

    def test_reads_values_after_a_space_or_an_equals_sign(self) -> None:
        options = parse(["--port", "8080", "--fault", "429=5:/search", "--fault=html", "--rate",
                         "20/60", "--lease", "--verbose"])
        self.assertEqual((options.port, options.lease, options.verbose), (8080, True, True))
        self.assertEqual(options.fault, [Fault("429", 5, "/search"), Fault("html")])
        self.assertEqual([rate.count for rate in options.rate], [20])
        empty = parse([])
        self.assertEqual((empty.port, empty.verbose, empty.fault, empty.rate), (0, False, [], []))

    def test_documents_every_option_and_fault_in_its_help(self) -> None:
        done = subprocess.run([PROGRAM, "--help"], capture_output=True, text=True, timeout=DEADLINE)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for word in """
            --port --lease --fault --rate --verbose --help slow= hang html empty garbage cut cut-json huge
            gzip redirect redirect-loop quota _control/faults _control/rates _control/requests _control/reset
        """.split():
            self.assertIn(word, done.stdout)

    def test_exits_when_its_standard_input_ends_even_while_a_response_hangs(self) -> None:
        process = self.start("--lease", "--fault", "hang")
        assert process.stdin
        process.stdin.close()
        self.assertEqual(process.wait(DEADLINE), 0)
        process.stdin = None

    def test_exits_on_a_signal(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            process = self.start()
            process.send_signal(number)
            self.assertEqual(process.wait(DEADLINE), 0)


if __name__ == "__main__":
    unittest.main()
