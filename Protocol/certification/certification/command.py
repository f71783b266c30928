"""The command line: options, exit statuses, the line of progress, and the directory of the sockets."""
import argparse
import json
import os
import re
import shutil
import signal
import sys
import tempfile

from . import single
from .cases import BadCase, load
from .manifest import COMMON, BadManifest, Provider, allowed, expected_failures, from_manifest
from .protocol import VERSION
from .report import Report
from .run import CannotRun, Certification, Options

SECTION = "MUSICBUS_PROVIDER_CONFIG"
ABOUT = "Checks a MusicBus provider, written in any language, against the requirements of Protocol/provider.md."
MORE = """\
It starts the provider like a hub would, simulates the hub, and reports which requirements are not met and how to fix them.
Without --upstream-var, the provider uses its real upstream: few requests are made, and checks that need to count or block them
are skipped. The cases are the files beside this program: see its README.md.

A file provider.xfails beside the manifest names checks that are known to fail, one a line, with the reason after "#".

Exit status: 0 certified, or only known failures; 1 not certified; 2 could not run, or the machine was too busy. With --call: 0 done,
1 error, 2 no reply.

examples:
  musicbus-certify --manifest Plugins/Deezer
  musicbus-certify -- ./provider.py --verbose
  musicbus-certify --manifest Plugins/Deezer --call artists.search Nirvana"""


class BadUsage(Exception):
    """The help shows how to correct the command line."""


class _Parser(argparse.ArgumentParser):
    """Complains as the other commands do, and quotes a bad value."""

    def error(self, message):
        message = re.sub(r"^argument (\S+): (.)", lambda it: f"{it[1]}: {it[2]}", message)
        raise BadUsage(f"{message[0].upper()}{message[1:]}.")

    def _get_value(self, action, word):
        try:
            return super()._get_value(action, word)
        except argparse.ArgumentError as error:
            raise BadUsage(f"Invalid {action.option_strings[0]} \"{word}\"; {error.message}.") from None

    def _check_value(self, action, value):
        if action.choices is not None and value not in action.choices:
            raise BadUsage(f"Invalid {action.option_strings[0]} \"{value}\"; expected one of {', '.join(action.choices)}.")


def _upstream(word):
    match = re.fullmatch(r"([^=]+)=http://(?:127\.0\.0\.1|localhost):(\d{1,5})/?", word)
    if not match or not 0 < int(match[2]) < 65536:
        raise argparse.ArgumentTypeError("expected NAME=URL with a local URL, such as MUSICBUS_ITUNES_URL=http://127.0.0.1:8080")
    return match[1], int(match[2])


def _object(word):
    try:
        value = json.loads(word)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError("expected a JSON object")
    return value


def _number(low, high, kind):
    def read(word):
        try:
            value = kind(word)
        except ValueError:
            value = low - 1
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"expected a number from {low} to {high}")
        return value
    return read


def _parser(suites):
    parser = _Parser("musicbus-certify", usage="musicbus-certify [OPTION]… [WORD…]", description=ABOUT, epilog=MORE,
                     formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    add = parser.add_argument
    add("--upstream-var", metavar="NAME=URL", action="append", default=[], type=_upstream,
        help="the environment variable with the address of the provider's upstream, and the URL of a local one, such as "
             "musicbus-sample-upstream; its requests are counted, blocked and rejected; repeatable")
    add("--suite", metavar="NAME", action="append", default=[], choices=suites,
        help=f"run only this suite, one of {', '.join(suites)}; repeatable")
    add("--fast", action="store_true", help="shorten waits and measurements, to 10 to 30 s; end after 15 s if something fails")
    add("--timeout-factor", metavar="FACTOR", type=_number(1, 100, float), default=1.0,
        help="multiply all timeouts, and the 15 s of --fast, by this factor")
    add("--manifest", metavar="FILE", help="the provider's manifest, or the directory that contains it")
    add("--config", metavar="JSON", type=_object,
        help=f"the provider's section of the configuration; by default that in the variable {SECTION}")
    add("--env", metavar="NAME", action="append", default=[], help="an environment variable to pass to the provider; repeatable")
    add("--json", action="store_true", help="print one JSON object per check; with --call, the summary, too")
    add("--junit", metavar="FILE", help="also write a report in JUnit XML")
    add("--call", metavar="METHOD", help="make one call with the parameters KEY=VALUE or text, and print its results as JSON lines")
    add("--samples", action="store_true", help="make each call of the samples, and print a summary of each")
    add("--call-timeout", metavar="MS", type=_number(100, 120_000, int), default=10_000, help="the time that the call has")
    add("--trace", action="store_true", help="let the provider log each request that it makes")
    add("--plain", action="store_true", help="print the results of --call as tab-separated values")
    add("--record", metavar="FILE", help="make the samples, or the call of --call, and write them to this cassette")
    add("--replay", metavar="FILE", help="make the calls of this cassette without a network, and compare the replies")
    add("--start", action="store_true", help="only start the provider, and say why if it does not come up")
    add("--command", metavar="NAME", help="report errors under the name of this command")
    add("--list", action="store_true", help="list the checks and their requirements")
    add("-V", "--version", action="version", version=f"musicbus-certify {VERSION}")
    add("words", nargs="*", metavar="WORD", help="the provider's command, after --; with --call, its program, if there is no "
                                                   "manifest, and the parameters")
    return parser


def main(arguments):
    command = arguments[1] if arguments[:1] == ["--command"] and len(arguments) > 1 else None
    try:
        cases = load()
        return _run(cases, arguments)
    except BadUsage as error:
        _complain(command, f"{error} Try \"{command or 'musicbus-certify'} --help\".")
        return 64 if command else 2
    except (BadManifest, BadCase, CannotRun, single.NoReply, OSError) as error:
        _complain(command, str(error))
        return 2


def _complain(command, message):
    sys.stderr.write(single.harmless(f"{'musicbus' if command else 'musicbus-certify'}: {message}\n"))


def _run(cases, arguments):
    place = arguments.index("--") if "--" in arguments else len(arguments)
    given = _parser(list(dict.fromkeys(it.suite for it in cases))).parse_intermixed_args(arguments[:place])
    words = given.words + arguments[place + 1:]
    if given.list:
        for it in cases:
            print(f"{it.id.ljust(max(32, len(it.id) + 1))}{it.level}  {', '.join(it.requires)}  The provider {it.summary}.")
        return 0
    is_call = given.call is not None or given.record is not None or given.samples or given.replay is not None
    program = words if not is_call else [] if given.manifest else words[:1]
    provider = _provider(given, program)
    with _Directory() as directory:
        if given.start:
            return single.start(provider, directory)
        if is_call:
            return single.run(provider, given, words[len(program):], directory)
        return _certify(provider, given, cases, directory)


def _provider(given, words):
    # The configuration is a message to this program, with secrets that a program on JSON lines never gets.
    environment = {name: it for name, it in os.environ.items() if name != SECTION}
    if given.manifest:
        if words:
            raise BadUsage('--manifest and a command after "--" are mutually exclusive.')
        provider = from_manifest(given.manifest, environment)
    elif not words:
        raise BadUsage('Missing provider; pass --manifest FILE or its command after "--".')
    else:
        executable = shutil.which(words[0])
        if not executable:
            raise BadManifest(f'"{words[0]}" is not an executable file.')
        provider = Provider([executable, *words[1:]], allowed(environment, COMMON))
    provider.environment |= allowed(environment, given.env)
    if given.trace:
        provider.environment["MUSICBUS_TRACE"] = "1"
    provider.upstreams = given.upstream_var
    try:
        own = _object(os.environ.get(SECTION, ""))
    except argparse.ArgumentTypeError:
        own = {}
    provider.configuration = given.config if given.config is not None else own
    return provider


def _certify(provider, given, cases, directory):
    shows = sys.stderr.isatty() and os.environ.get("TERM", "") != "dumb"

    def line(text):
        return shows and os.write(2, f"\r{text}\x1b[K\r".encode())
    expected = expected_failures(given.manifest, [it.id for it in cases]) if given.manifest else {}
    options = Options(given.fast, set(given.suite), given.timeout_factor, expected)
    certification = Certification(provider, options, cases, directory,
                                  lambda count, total, id: line(f"{count} of {total} checks: {id}"))
    report = Report(certification, certification.run())
    line("")
    for it in report.json_lines() if given.json else [report.text()]:
        print(it)
    if given.junit:
        with open(given.junit, "w") as file:
            file.write(report.junit())
    return report.status


class _Directory:
    """The directory of the sockets, which is removed also when a signal ends this program."""

    def __enter__(self):
        self._path = tempfile.mkdtemp(prefix="mb-certify")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._end)
        return self._path

    def __exit__(self, *_):
        shutil.rmtree(self._path, ignore_errors=True)

    def _end(self, number, _):
        # Providers exit when their lifeline ends.
        self.__exit__()
        os._exit(128 + number)
