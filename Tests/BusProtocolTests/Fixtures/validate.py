"""Checks the protocol's vectors and sessions against its schemas with an independent validator.

usage: validate.py PROTOCOL-DIR

Prints one line per disagreement, and exits with status 1 if there is any.
"""
import json
import pathlib
import sys
from urllib.parse import quote

from jsonschema import Draft202012Validator, RefResolver

root = pathlib.Path(sys.argv[1])
documents = {path.name: json.loads(path.read_text("utf-8")) for path in sorted(root.glob("schema/*.json"))}
store = {schema["$id"]: schema for schema in documents.values()}
types = {entry["name"]: entry for entry in json.loads((root / "registry/types.json").read_text("utf-8"))["types"]}
problems = []


def validator(schema):
    return Draft202012Validator(schema, resolver=RefResolver(schema.get("$id", ""), schema, store=store))


def rejects(name, value, also=None):
    """Whether the schema of that name, or one of its $defs, rejects the value."""
    schema = documents[name + ".schema.json"]
    extra = {"$ref": f'{schema["$id"]}#/$defs/{quote(also)}'} if also in schema.get("$defs", {}) else {}
    return not (validator(schema).is_valid(value) and validator(extra).is_valid(value))


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
    if subject not in types and subject != "other":
        return "body" if rejects(subject, parsed(frames[0])) else None
    header = parsed(frames[1]) if len(frames) > 1 else None
    if header is None:
        return None
    if rejects("header", header):
        return "header"
    body = parsed(frames[2]) if len(frames) > 2 else {}
    also = vector["direction"] if subject == "hello" else f'{vector["direction"]} {header.get("method")}'
    if body is not None and rejects(types[subject]["body"], body, also):
        return "body"
    return None


for name, schema in documents.items():
    try:
        Draft202012Validator.check_schema(schema)
    except Exception as problem:
        problems.append(f"{name} is not a schema: {problem}")

count = 0
for path in sorted(root.glob("vectors/*/*/*.json")):
    count += 1
    vector = json.loads(path.read_text("utf-8"))
    found, expected = rejected_by(path.parts[-3], vector), vector.get("schema")
    if found != expected:
        problems.append(f"{path.relative_to(root)}: rejected by the schema of {found}, but the file states {expected}")


def concrete(value, member=""):
    """A message of a session with a fitting value instead of each $ name, and without nulls."""
    if isinstance(value, dict):
        return {name: concrete(inner, name) for name, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [concrete(inner, member) for inner in value]
    if isinstance(value, str) and value.startswith("$"):
        return 1 if member.endswith("Ms") or member == "inflight" else value[1:]
    return value


for path in sorted(root.glob("sessions/*.jsonl")):
    for number, line in enumerate(path.read_text("utf-8").splitlines()[1:], start=2):
        message = concrete(json.loads(line))
        kind = message.get("header", {}).get("type")
        if kind not in types:
            continue
        count += 1
        if rejects("header", message["header"]) or rejects(types[kind]["body"], message.get("body", {})):
            problems.append(f"{path.relative_to(root)}:{number}: rejected by the schemas")

for problem in problems:
    print(problem)
print(f"{len(documents)} schemas, {count} vectors and messages", file=sys.stderr)
sys.exit(1 if problems or count == 0 else 0)
