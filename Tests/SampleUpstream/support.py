"""Requests to the sources without a socket, and the decoded responses."""

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2] / "Sources/Tools/musicbus-sample-upstream"
sys.path.insert(0, str(ROOT))
PROGRAM = ROOT / "musicbus-sample-upstream"

from sample_upstream.messages import Request, Response  # noqa: E402
from sample_upstream.sources import Samples  # noqa: E402

SAMPLES = Samples()


def ask(target: str, method: str = "GET", body: bytes = b"", **headers: str) -> Response:
    return SAMPLES.response(Request(method, target, headers, body))


def text(target: str) -> str:
    return ask(target).body.decode()


def value(target: str) -> Any:
    return json.loads(ask(target).body)


def records(keys: str, target: str) -> list[dict[str, Any]]:
    """The list at a path of keys, such as `results` or `feed.results`; empty if there is none."""
    found = value(target)
    for key in keys.split("."):
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, list) else []


def column(key: str, found: list[dict[str, Any]]) -> list[Any]:
    return [record[key] for record in found if key in record]
