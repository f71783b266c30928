#!/usr/bin/python3
"""Tests of the replays: how messages are compared, and whole replays of good and bad hubs and providers."""
import copy
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(HERE.parent / "certification")]

from certification.findings import Failed  # noqa: E402
from replaying import hub, session  # noqa: E402

HUB = ROOT / ".build/debug/musicbus-hub"


class Comparison(unittest.TestCase):
    """Messages and lines."""

    def test_what_matches_and_what_differs(self):
        sources = [{"provider": "a", "n": 1}, {"provider": "b", "n": 2}]
        for wanted, actual, differs in [
            ({"a": 1}, {"a": 1, "b": 2}, None), ({"a": 1}, {"a": 2}, "it.a"), ({"a": {"b": 1}}, {"a": {}}, "it.a.b"), ({"a": None}, {}, None),
            ({"a": None}, {"a": 1}, "it.a"), ({"a": "$_", "b": "$_"}, {"a": 1, "b": 2}, None), ({"a": "$_"}, {}, "it.a"),
            ({"a": "$x", "b": "$x"}, {"a": 1, "b": 1}, None), ({"a": "$x", "b": "$x"}, {"a": 1, "b": 2}, "it.b"),
            ({"a": "$x", "b": "$y"}, {"a": 1, "b": 1}, "it.b"), ({"a": [1, 2]}, {"a": [2, 1]}, "it.a[0]"), ({"a": [1]}, {"a": [1, 2]}, "it.a"),
            ({"a": [{"b": 1}]}, {"a": [{"b": 1, "c": 2}]}, None), ({"sources": sources}, {"sources": sources[::-1]}, None),
            ({"sources": sources}, {"sources": [sources[0], {"provider": "b", "n": 3}]}, "it.sources[1].n"), ({"a": sources}, {"a": sources[::-1]}, "it.a[0].provider"),
            ({"xMs": 100}, {"xMs": 600}, None), ({"xMs": 100}, {"xMs": 601}, "it.xMs"), ({"x": 100}, {"x": 101}, "it.x"), ({"a": {}}, {"a": []}, "it.a"),
        ]:
            with self.subTest(f"{wanted} {actual}"):
                self.assertEqual(session.Names(500).difference(wanted, actual, "it"), differs)

    def test_headers_have_no_other_members(self):
        names = session.Names(500)
        self.assertIsNone(names.header_difference({"type": "done"}, {"type": "done", "sid": "s"}))
        self.assertEqual(names.header_difference({"type": "done"}, {"type": "done", "id": "s"}), "header.id")

    def test_names_are_filled_in(self):
        names = session.Names(500)
        names.bind("$x", "s-1")
        self.assertEqual(names.filled({"a": ["$x", "$y", 1], "b": None}), {"a": ["s-1", "$y", 1]})


def shelf(folder, *edits):
    """The provider that is printed in provider.md, with edits."""
    source = re.search(r"```python\n(.*?)```", (HERE.parent / "provider.md").read_text(), re.S)[1]
    for old, new in edits:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    path = Path(folder, "shelf.py")
    path.write_text(source)
    return ["/usr/bin/python3", str(path)]


def run(*arguments):
    """What the program prints."""
    return subprocess.run([HERE / "replay", "--timeout-factor", "4", "--jobs", "4", *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)


class Replays(unittest.TestCase):
    """Runs of the program."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="mb-sessions"))
        self.addCleanup(shutil.rmtree, self.folder)

    def test_a_good_provider(self):
        ended = run("--provider", "search", "cancel", "hub-stops", "version-refused", "connection-lost", "--", *shelf(self.folder))
        self.assertEqual((ended.returncode, ended.stderr), (0, ""), ended)
        self.assertIn("ok      search (shelf)\n", ended.stdout)
        self.assertIn("skipped connection-lost (archive): It loses its connection during a call, but", ended.stdout)
        self.assertTrue(ended.stdout.endswith("5 passed, 0 failed, 1 skipped.\n"))

    def test_bad_providers(self):
        twice = ('        send({"type": terminal, "re": id}, result)\n', '        send({"type": terminal, "re": id}, result)\n' * 2)
        for name, problem, *edits in [
            ("search", "\"done\" arrived after the terminal message", twice),
            ("search", "The token of its hello is not", ('"token": start["token"]', '"token": "mine"')),
            ("deadline", "artists.search has not ended", ('send({"type": terminal, "re": id}, result)', 'pass')),
            ("hub-stops", "ends with exit status 1; the session says exit status 0", ("(sys.stdin.read(), os._exit(0))", "sys.stdin.read()"), ("78 if kind == \"reject\" else 0", "1")),
            ("version-refused", "ends with exit status 0; the session says exit status 78", ("78 if kind", "0 if kind")),
        ]:
            with self.subTest(problem):
                ended = run("--provider", name, "--", *shelf(self.folder, *edits))
                self.assertEqual(ended.returncode, 1, ended)
                self.assertIn(problem, ended.stdout)

    def test_no_hub(self):
        ended = run("--hub", "search", "--", "/bin/sh", "-c", "echo >&2 what do you want; exit 3")
        self.assertEqual(ended.returncode, 1, ended)
        self.assertIn("FAILED  search: It does not listen on run/clients.sock, or has not started all providers. Last output: what do", ended.stdout)

    def test_invalid_command_lines(self):
        for arguments in [[], ["--hub"], ["--hub", "--"], ["--hub", "--provider", "--", "/bin/true"], ["--hub", "dance", "--", "/bin/true"],
                          ["--provider", "--", "/no/such/program"], ["--client", "--", "/bin/true"]]:
            with self.subTest(str(arguments)):
                ended = run(*arguments)
                self.assertEqual((ended.returncode, ended.stdout), (2, ""))


@unittest.skipUnless(HUB.exists(), "needs swift build --product musicbus-hub")
class Hub(unittest.TestCase):
    """Replays with our hub, also of sessions with a wrong line."""

    @classmethod
    def setUpClass(cls):
        # Beside the manifests of a checkout, it would start the providers there.
        cls.folder = tempfile.mkdtemp(prefix="mb-sessions")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.command = [shutil.copy(HUB, cls.folder)]

    def replay(self, name, change):
        """The problem with a session whose lines have been changed."""
        changed = copy.deepcopy(session.load()[name])
        change(changed.lines)
        try:
            hub.parts([changed], self.command, 4, self.folder)[0].play()
        except Failed as error:
            return str(error)
        return "none"

    def test_sessions(self):
        ended = run("--hub", "search", "connection-lost", "hub-stops", "provider-dies", "version-refused", "silence", "--", *self.command)
        self.assertEqual((ended.returncode, ended.stderr), (0, ""), ended)
        self.assertIn('skipped silence: It needs a hub with 1000 as "pingMs"; here it is', ended.stdout)
        self.assertTrue(ended.stdout.endswith("5 passed, 0 failed, 1 skipped.\n"))

    def test_wrong_lines(self):
        def last_done(lines):
            return [it for it in lines if it.get("to") == "client" and it["header"]["type"] == "done"][-1]
        for change, problem in [
            (lambda lines: lines.remove(last_done(lines)), "It sends client another message: "),
            (lambda lines: lines.append({"atMs": 300, "from": "hub", "to": "client", "header": {"type": "pong"}}), "It does not send pong to client at 300 ms"),
            (lambda lines: last_done(lines)["body"]["items"][0].update(name="Nina"), "In done to client at 210 ms, body.items[0].name is not as expected: "),
            (lambda lines: last_done(lines)["header"].update(method="m"), "In done to client at 210 ms, header.method is not as expected: "),
            (lambda lines: last_done(lines).update(atMs=9000), "Instead of done to client at 9000 ms, it sends "),
        ]:
            with self.subTest(problem):
                self.assertIn(problem, self.replay("search", change))


if __name__ == "__main__":
    unittest.main()
