"""Checks the protocol's vectors and sessions against its schemas with an independent validator.

Prints one line per disagreement, and exits with status 1 if there is any.
"""
import json
import sys

from jsonschema import Draft202012Validator
from schemas import PROTOCOL, SCHEMAS, TYPES, validator

problems = []


def rejects(name, value, also=None):
    """Whether the schema of that name, or one of its $defs, rejects the value."""
    return not validator(name, also).is_valid(value)


def parsed(frame):
    """The JSON of a frame; None if it is invalid or given as bytes."""
    if "json" in frame:
        return frame["json"]
    try:
        return json.loads(frame["text"]) if "text" in frame else None
    except ValueError:
        return None


def rejected_by(subject, vector):
    """The frame that the schemas reject: "header", "body" or None."""
    frames = vector["frames"]
    if subject not in TYPES and subject != "other":
        return "body" if rejects(subject, parsed(frames[0])) else None
    header = parsed(frames[1]) if len(frames) > 1 else None
    if header is None:
        return None
    if rejects("header", header):
        return "header"
    body = parsed(frames[2]) if len(frames) > 2 else {}
    also = vector["direction"] if subject == "hello" else f'{vector["direction"]} {header.get("method")}'
    if body is not None and rejects(TYPES[subject]["body"], body, also):
        return "body"
    return None


for name, schema in SCHEMAS.items():
    try:
        Draft202012Validator.check_schema(schema)
    except Exception as problem:
        problems.append(f"{name} is not a schema: {problem}")

count = 0
for path in sorted(PROTOCOL.glob("vectors/*/*/*.json")):
    count += 1
    vector = json.loads(path.read_text("utf-8"))
    found, expected = rejected_by(path.parts[-3], vector), vector.get("schema")
    if found != expected:
        problems.append(f"{path.relative_to(PROTOCOL)}: rejected by the schema of {found}, but the file states {expected}")


def concrete(value, member=""):
    """A message of a session with a fitting value instead of each $ name, and without nulls."""
    if isinstance(value, dict):
        return {name: concrete(inner, name) for name, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [concrete(inner, member) for inner in value]
    if isinstance(value, str) and value.startswith("$"):
        return 1 if member.endswith("Ms") or member == "inflight" else value[1:]
    return value


for path in sorted(PROTOCOL.glob("sessions/*.jsonl")):
    for number, line in enumerate(path.read_text("utf-8").splitlines()[1:], start=2):
        message = concrete(json.loads(line))
        kind = message.get("header", {}).get("type")
        if kind not in TYPES:
            continue
        count += 1
        if rejects("header", message["header"]) or rejects(TYPES[kind]["body"], message.get("body", {})):
            problems.append(f"{path.relative_to(PROTOCOL)}:{number}: rejected by the schemas")

for problem in problems:
    print(problem)
print(f"{len(SCHEMAS)} schemas, {count} vectors and messages", file=sys.stderr)
sys.exit(1 if problems or count == 0 else 0)
