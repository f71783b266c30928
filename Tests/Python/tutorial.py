#!/usr/bin/env python3
"""Follows "Your first provider" step by step: writes its programs, runs its commands, and compares what they print.

    Tests/Python/tutorial.py BINARIES

The shop gets a free port, and certification more time. Numbers, such as times, may differ.
"""

import contextlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARIES = pathlib.Path(sys.argv[1]).resolve()
STEPS = (ROOT / "Plugins/Template/README.md").read_text("utf-8").partition("\n## Questions\n")[0]
PROGRAMS = "shop.py", "corner.py", "test_corner.py"
FIXED_PORT = 'http.server.ThreadingHTTPServer(("127.0.0.1", 8765), Shop).serve_forever()\n'
FREE_PORT = """server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Shop)
print(server.server_port, flush=True)
server.serve_forever()
"""
DEADLINE = 300  # seconds
ATTEMPTS = 3
# What is printed only by the first command that needs a hub.
STARTED = "musicbus: Started a hub (pid N); stop it with \"musicbus hub stop\"."


def normalized(text, command):
    """The lines of an output in any order, since it is that of two streams; without what differs from run to run."""
    if command == "ls":
        return sorted(text.split())
    text = re.sub(r"s-[0-9a-f]{12}", "s-N", re.sub(r"\S+/(?=musicbus-provider-lines)", "", text))
    lines = re.sub(r"(?<![:\w-])[0-9]+(\.[0-9]+)?(?= (ms|s)\b|s$|[;)])", "N", text, flags=re.MULTILINE).splitlines()
    return sorted(line.rstrip() for line in lines if line != STARTED)


@contextlib.contextmanager
def shop(directory, program):
    """Runs the source of the tutorial, and yields its port."""
    assert program.endswith(FIXED_PORT), program
    program = program.removesuffix(FIXED_PORT) + FREE_PORT
    process = subprocess.Popen([sys.executable, "-c", program], cwd=directory, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True)
    try:
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait(DEADLINE)


def run(command, directory, environment):
    """Runs a command of the tutorial, and returns its status and output."""
    if command.startswith("curl "):
        with urllib.request.urlopen(command.split("'")[1], timeout=DEADLINE) as response:
            return 0, response.read().decode() + "\n"
    command += " --timeout-factor 5" if " certify " in command else ""
    ended = subprocess.run(["bash", "-c", command], cwd=directory, env=environment, timeout=DEADLINE, text=True,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    return ended.returncode, ended.stdout


def steps():
    """Yields a program as ("write", name, text) and a command as ("run", command, output), as they are shown."""
    names = iter(PROGRAMS)
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```$", STEPS, re.MULTILINE | re.DOTALL):
        if language == "python":
            yield "write", next(names), block
            continue
        for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            yield "run", command, output


def follow(home):
    environment = {**os.environ, "PATH": f"{BINARIES}:{os.environ['PATH']}", "PYTHONDONTWRITEBYTECODE": "1",
                   "MUSICBUS_HOME": f"{home}/hub"}
    failed = False
    with contextlib.ExitStack() as stack:
        directory, port = pathlib.Path(home), "8765"
        for kind, name, text in steps():
            if kind == "write":
                (directory / name).write_text(text, "utf-8")
                continue
            if name.startswith("python3 shop.py"):
                port = stack.enter_context(shop(directory, (directory / "shop.py").read_text("utf-8")))
                continue
            if name.startswith("cd "):
                directory /= name[3:]
                continue
            if name.startswith("export "):
                variable, _, value = name[7:].partition("=")
                environment[variable] = value.replace("8765", port)
                continue
            # On a busy machine, a source may be late; its results are those of the next call.
            for _ in range(ATTEMPTS):
                status, printed = run(name.replace("8765", port), directory, environment)
                if normalized(printed, name) == normalized(text, name):
                    break
            else:
                failed = True
                print(f"$ {name}\nends with status {status} and prints:\n{printed}The tutorial shows:\n{text}")
    subprocess.run([BINARIES / "musicbus", "hub", "stop"], env=environment, timeout=DEADLINE, capture_output=True)
    return failed


with tempfile.TemporaryDirectory(prefix="musicbus-tutorial-") as path:
    sys.exit(follow(path))
