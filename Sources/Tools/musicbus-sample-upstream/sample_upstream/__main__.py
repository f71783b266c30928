"""The command line: `python3 -m sample_upstream`, or `musicbus-sample-upstream` beside the package."""

import argparse
import sys
from typing import NoReturn

from .faults import Fault, FaultPlan, RateLimit
from .server import NAME, run, say
from .texts import whole

MAX_PORT = 65_535
USAGE_ERROR = 64  # of sysexits.h
DESCRIPTION = """\
Serves the APIs of all bundled sources on loopback from a small catalogue.

Prints its address (http://127.0.0.1:PORT) on one line when it is ready, and runs until SIGTERM or SIGINT. All APIs are
at that address, at their own paths; /artwork/… and /preview/… are the pictures and sounds that they refer to.

FAULT: PREFIX begins with / and is compared with the path and query of a request as sent. COUNT is the number of
requests that it strikes (default: all). KIND is one of
  400 to 599[=SECONDS]   that status; SECONDS is its Retry-After (429: 1)
  slow=MS                delays the response, at most 300000 ms; adds to other faults
  hang                   accepts, and never responds
  html, empty            200 with a page of HTML, or without a body
  quota                  200 with Deezer's error for too many requests
  garbage                200 with bytes that are neither UTF-8 nor JSON
  cut                    sends half of the promised body, then closes
  cut-json               sends half of the body as if it were complete
  huge[=MB]              continues with spaces up to so many megabytes (default 24)
  gzip                   a compressed body
  redirect               302 to the same address with _r=1, which succeeds
  redirect-loop          302 for ever

RATE: N requests in any SECONDS, then STATUS (default 429, with Retry-After).

While it runs: POST /_control/faults replaces all faults, one FAULT a line; POST /_control/rates does so with rates;
GET /_control/requests lists the requests seen: [{method, path, query, userAgent, atMs}]; POST /_control/reset clears
them, and sets faults and rates as on the command line."""
EXAMPLES = """\
examples:
  --fault 500:/search         Fail all searches.
  --fault 429=5:/api/v1:2     Refuse two requests for 5 s.
  --rate 20/60:/search:403    Refuse searches after 20 in a minute, with status 403."""


class Parser(argparse.ArgumentParser):
    """A parser that reports mistakes as all programs of MusicBus do."""

    def error(self, message: str) -> NoReturn:
        say(f'{message}. Run "{NAME} --help" for help.')
        sys.exit(USAGE_ERROR)


def port(text: str) -> int:
    number = whole(text)
    if number is None or not 0 <= number <= MAX_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to {MAX_PORT}")
    return number


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(NAME, usage=f"{NAME} [OPTION]…", description=DESCRIPTION, epilog=EXAMPLES, allow_abbrev=False,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=port, default=0, help="listen there; 0, the default, takes any free port")
    parser.add_argument("--lease", action="store_true", help="exit when standard input ends")
    parser.add_argument("--fault", type=Fault.parse, action="append", default=[],
                        metavar="KIND[=VALUE][:PREFIX][:COUNT]",
                        help="misbehave: the first fault that matches a request strikes; repeatable")
    parser.add_argument("--rate", type=RateLimit.parse, action="append", default=[],
                        metavar="N/SECONDS[:PREFIX][:STATUS]", help="limit the rate; repeatable")
    parser.add_argument("--verbose", action="store_true", help="log each request on standard error")
    return parser.parse_args(arguments)


def main() -> int:
    chosen = parse(sys.argv[1:])
    return run(FaultPlan(chosen.fault, chosen.rate), chosen.port, chosen.lease, chosen.verbose)


if __name__ == "__main__":
    sys.exit(main())
