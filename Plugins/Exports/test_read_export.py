#!/usr/bin/python3
"""Runs the cases of cases/*.jsonl with the real program: a file in, rows out.

A case has an input (`text`, `lines`, `base64`, `file` of cases/files, `zip` or `directory` with the texts of their
files, or `capture`, a file next to the repository), and what is expected: `format`, `rows` (whole; `number` and the
kind `song` may be left out), `count`, `withIDs`, `own`, `skipped`, `repeated`, `doubtful`, `notDecoded`, `files`, or
the `error`.
"""

import base64
import io
import json
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import unittest
import zipfile
from typing import Any

DIRECTORY = pathlib.Path(__file__).resolve().parent
PROGRAM = DIRECTORY / "read-export"
CASES = DIRECTORY / "cases"
# Real exports, beside the checkout; without them, their cases are not run.
CAPTURES = DIRECTORY.parent.parent.parent / "shared" / "data" / "imports"
COUNTS = ("skipped", "repeated", "doubtful", "notDecoded")


def run(*arguments: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C.UTF-8"}
    command = [str(PROGRAM), *arguments]
    return subprocess.run(command, input=data, capture_output=True, env=environment, timeout=400, check=False)


def zipped(files: dict[str, str | bytes], **options: Any) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, **options) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


class Output:
    """What the program wrote."""

    def __init__(self, result: subprocess.CompletedProcess[bytes]) -> None:
        self.status, self.error = result.returncode, result.stderr.decode()
        lines = [self.parsed(line) for line in result.stdout.decode().split("\n")[:-1]]
        self.header: dict[str, Any] = lines[0] if lines else {}
        self.counts: dict[str, Any] = lines[-1] if lines else {}
        self.lines: list[dict[str, Any]] = lines[1:-1]
        self.rows = [line for line in self.lines if "skipped" not in line]

    @staticmethod
    def parsed(line: str) -> dict[str, Any]:
        """A line; those of MusicBus itself are as they were, perhaps damaged."""
        try:
            value: dict[str, Any] = json.loads(line)
        except ValueError:
            value = {"damaged": line}
        return value


def outcome(case: dict[str, Any]) -> Output:
    if "file" in case:
        return Output(run(str(CASES / "files" / case["file"])))
    if "capture" in case:
        return Output(run(str(CAPTURES / case["capture"])))
    if "directory" in case:
        with tempfile.TemporaryDirectory() as directory:
            for name, text in case["directory"].items():
                path = pathlib.Path(directory, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8")
            return Output(run(directory))
    if "zip" in case:
        return Output(run("-", data=zipped(case["zip"])))
    text = case["text"] if "text" in case else "".join(line + "\n" for line in case.get("lines", []))
    data = base64.b64decode(case["base64"]) if "base64" in case else text.encode(case.get("encoding", "utf-8"))
    return Output(run("-", data=bytes.fromhex(case.get("mark", "")) + data))


def cpu_seconds() -> float:
    """The processor time of all programs that were run."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class CaseTests(unittest.TestCase):
    maxDiff = None

    def test_cases(self) -> None:
        for path in sorted(CASES.glob("*.jsonl")):
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                case = json.loads(line)
                if "capture" in case and not CAPTURES.is_dir():
                    continue
                with self.subTest(f"{path.name}:{number}: {case['name']}"):
                    self.check(case, outcome(case))

    def check(self, case: dict[str, Any], output: Output) -> None:
        if "error" in case:
            self.assertIn(case["error"], output.error)
            self.assertEqual((output.status, output.lines, output.error.count("\n")), (1, [], 1))
            self.assertTrue(output.error.endswith(".\n"), output.error)
            return
        self.assertEqual((output.status, output.error), (0, ""))
        self.assertEqual(output.counts["rows"], len(output.rows))
        if "format" in case:
            self.assertEqual(output.header["format"], case["format"])
        self.assertTrue(output.header["found"])
        for count in COUNTS:
            if count in case or "rows" in case:
                self.assertEqual(output.counts[count], case.get(count, {} if count == "skipped" else 0), count)
        if "count" in case:
            self.assertEqual(len(output.rows), case["count"])
        if "withIDs" in case:
            self.assertEqual(sum("ids" in row for row in output.rows), case["withIDs"])
        if "files" in case:
            found = [file.get("format", file.get("problem")) for file in output.header["files"]]
            self.assertEqual(found, case["files"])
        if "lines" in case and "own" in case:
            self.assertEqual(output.rows, case["own"])
        if "rows" in case:
            self.assertEqual([self.shown(row, wanted) for row, wanted in zip(output.rows, case["rows"])], case["rows"])
            self.assertEqual(len(output.rows), len(case["rows"]), output.rows)

    @staticmethod
    def shown(row: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
        """A row without what the case leaves out."""
        return {name: value for name, value in row.items()
                if name in wanted or name != "number" and (name, value) != ("kind", "song")}


class ProgramTests(unittest.TestCase):
    """The program as a command."""

    def test_usage(self) -> None:
        for arguments in [[], ["a", "b"], ["--unknown", "a"], ["-", "--name"]]:
            self.assertEqual(run(*arguments).returncode, 2, arguments)
        self.assertEqual(run("--help").returncode, 0)

    def test_a_file_that_cannot_be_read_is_a_sentence(self) -> None:
        result = run("/nowhere/x.csv")
        self.assertEqual((result.returncode, result.stdout, result.stderr),
                         (1, b"", b'"x.csv" cannot be read: No such file or directory.\n'))

    def test_the_name_is_shown_and_not_trusted(self) -> None:
        output = Output(run("-", "--name", "a\x1b[31m/b.csv", data=b"Title,Artist\na,b\n"))
        self.assertEqual(output.header["name"], "a [31m/b.csv")
        self.assertEqual(Output(run("-", data=b"Title,Artist\na,b\n")).header["name"], "standard input")

    def test_a_reader_that_leaves_is_no_traceback(self) -> None:
        data = b"Title,Artist\n" + b"".join(b"title %d,artist\n" % number for number in range(20_000))
        pipe = subprocess.PIPE
        with subprocess.Popen([PROGRAM, "-"], stdin=pipe, stdout=pipe, stderr=pipe) as child:
            assert child.stdin and child.stdout and child.stderr
            child.stdin.write(data)
            child.stdin.close()
            child.stdout.read(10)
            child.stdout.close()
            self.assertEqual((child.wait(), child.stderr.read()), (1, b""))

    def test_links_and_devices_of_a_directory_are_left_out(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            os.symlink("/etc/passwd", directory + "/a.txt")
            os.mkfifo(directory + "/b.csv")
            os.symlink(directory, directory + "/c")
            self.assertIn("no file of a known format", Output(run(directory)).error)


class HostileTests(unittest.TestCase):
    """Files that are made to cost time or memory."""

    def refused(self, problem: str, data: bytes, seconds: float = 60) -> None:
        before = cpu_seconds()
        output = Output(run("-", data=data))
        self.assertIn(problem, output.error)
        self.assertEqual((output.status, output.lines, output.error.count("\n")), (1, [], 1))
        self.assertLess(cpu_seconds() - before, seconds)
        # In KiB; that of the largest child until now.
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, 2 << 20)

    def test_sizes(self) -> None:
        self.refused("The file has more than 256 MiB", bytes((1 << 28) + 1))
        self.refused("a cell has more than 131072 letters", b'Title,Artist\n"' + b"a" * 250_000_000)
        self.refused("The file has more than 1000000 rows", b"a\n" * 1_000_001)
        self.refused("a cell has more than", b"Title,Artist\n" + b"x" * 200_000 + b",y\n")
        self.refused("of no known format", b"x" * 10_000_000)

    def test_json(self) -> None:
        for data in [b"[" * 1_000_000, b'{"a":' * 1_000_000, b'[{"title":"a","artist":' + b"[" * 100_000]:
            self.refused("The file is not valid JSON: too many nested brackets", data)
        self.refused("The file has more than 1000000 rows", b'[{"title":"a","artist":"b"}' + b",1" * 1_000_001 + b"]")

    def test_xml(self) -> None:
        self.refused("nested deeper than 64 levels", b"<playlist>" + b"<a>" * 1_000_000)
        self.refused("not valid XML", b'<playlist a="' + b"x" * 20_000_000)
        self.refused("The XML declares entities", b"<!DOCTYPE a [<!ENTITY a '" + b"x" * 1_000_000 + b"'>]><playlist/>")

    def test_archives(self) -> None:
        self.refused("The archive is too large; a file in it becomes more than 250 times as large",
                     zipped({"a.csv": bytes(50_000_000)}))
        half_random = (os.urandom(2000) + bytes(98_000)) * 300
        self.refused("The archive has more than 256 MiB", zipped({f"{n}.csv": half_random for n in range(10)}))
        self.refused("The archive has more than 500 files", zipped({f"{n}.csv": "" for n in range(501)}))
        self.refused("The archive has more than 50000 files", b"PK\3\4" + b"PK\1\2" * 50_001)
        good = zipped({"a.csv": "Title,Artist\na,b\n" * 100})
        self.refused("The archive cannot be read; it is damaged", good[:50] + b"xxxx" + good[54:])

    def test_a_size_in_an_archive_is_not_believed(self) -> None:
        size, lie = (20_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little")
        output = Output(run("-", data=zipped({"a.csv": bytes(20_000_000)}).replace(size, lie)))
        self.assertEqual((output.status, output.lines), (1, []))

    def test_an_archive_with_a_password(self) -> None:
        data = bytearray(zipped({"a.csv": "Title,Artist\na,b\n"}))
        data[6] |= 1
        data[data.index(b"PK\1\2") + 8] |= 1
        self.refused("The archive has a password; unpack it first", bytes(data))

    def test_white_space_costs_nothing(self) -> None:
        blanks = b" " * 60_000
        texts = [b"a%bb" % blanks, b"(1)%b(2%b" % (blanks, blanks), b"01%bx.mp3" % blanks, b"a -%b- b" % blanks]
        cells = b"".join(b"x,%b,%b,1,%b\n" % (text, text, text) for text in texts)
        playlist = b"#EXTM3U\n" + b"".join(b"#EXTINF:1%b,%b\n%b\n" % (text, text, text) for text in texts)
        headers = [b"Catalog#,Artist,Title,release_id,Location\n", b"x,Artist,Title,y,Path\n"]
        for data in [playlist, *(header + cells for header in headers)]:
            before = cpu_seconds()
            self.assertEqual(run("-", data=data).returncode, 0)
            self.assertLess(cpu_seconds() - before, 5)


class FuzzTests(unittest.TestCase):
    """Any prefix of a file, and any change of it, is read or refused."""

    @classmethod
    def setUpClass(cls) -> None:
        sys.path.insert(0, str(DIRECTORY))
        cls.seeds = []
        for path in CASES.glob("*.jsonl"):
            for case in map(json.loads, path.read_text("utf-8").splitlines()):
                if "text" in case or "lines" in case:
                    text = case["text"] if "text" in case else "\n".join(case["lines"])
                    cls.seeds.append(bytes.fromhex(case.get("mark", "")) + text.encode(case.get("encoding", "utf-8")))
        cls.seeds += [path.read_bytes() for path in sorted((CASES / "files").iterdir())]

    seeds: list[bytes]

    def read(self, data: bytes) -> None:
        from read_export import formats, rows
        try:
            for row in formats.read(data).rows:
                text = json.dumps(row.json(), ensure_ascii=False).encode()
                self.assertLess(len(text), 40_000)
        except rows.ExportError as error:
            self.assertNotIn("\n", str(error))
        except Exception:
            print(repr(data), file=sys.stderr)
            raise

    def test_prefixes(self) -> None:
        for seed in self.seeds:
            for count in range(0, len(seed), max(1, len(seed) // 60)):
                self.read(seed[:count])

    def test_changes(self) -> None:
        randomness = random.Random(17)
        pieces = [b"\0", b'"', b",", b"\n", b"\t", b"\xff", b"{", b"[", b"]", b"null", b"<", b">", b"&", b"1e9", b"%",
                  b";", b"://", b" - ", b"0", b"-1", b"9" * 25, b"spotify:local:", b"true", b"\\ud800", b"\xed\xa0\x80"]
        for _ in range(4000):
            data = bytearray(randomness.choice(self.seeds))
            for _ in range(randomness.randrange(1, 5)):
                at = randomness.randrange(len(data) + 1)
                data[at:at + randomness.choice([0, 0, 1, 5])] = randomness.choice(pieces)
            self.read(bytes(data))


if __name__ == "__main__":
    unittest.main()
