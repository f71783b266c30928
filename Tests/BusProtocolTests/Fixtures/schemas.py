"""The schemas of the protocol in this checkout, for a validator that is not ours."""
import functools
import json
import pathlib
from urllib.parse import quote

from jsonschema import Draft202012Validator

PROTOCOL = pathlib.Path(__file__).resolve().parents[3] / "Protocol"
SCHEMAS = {path.name: json.loads(path.read_text("utf-8")) for path in sorted(PROTOCOL.glob("schema/*.json"))}
TYPES = {it["name"]: it for it in json.loads((PROTOCOL / "registry/types.json").read_text("utf-8"))["types"]}


def bundled(value, file):
    """A schema of a file, with references into one document that contains all files."""
    if isinstance(value, list):
        return [bundled(it, file) for it in value]
    if not isinstance(value, dict):
        return value
    members = {name: bundled(it, file) for name, it in value.items() if name != "$id"}
    if reference := value.get("$ref"):
        other, _, pointer = reference.partition("#")
        members["$ref"] = f"#/$defs/{other or file}{pointer}"
    return members


BUNDLE = {file: bundled(schema, file) for file, schema in SCHEMAS.items()}


@functools.cache
def validator(name, also=None):
    """That of a schema, and of one of its definitions if it has that."""
    file = f"{name}.schema.json"
    references = [f"#/$defs/{file}"] + ([f"#/$defs/{file}/$defs/{quote(also)}"] if also in SCHEMAS[file].get("$defs", {}) else [])
    return Draft202012Validator({"allOf": [{"$ref": it} for it in references], "$defs": BUNDLE})
