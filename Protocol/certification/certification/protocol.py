"""Reads the protocol's files: registry, schemas and limits; parses JSON as strictly as the wire demands."""
import json
import re
from functools import lru_cache
from pathlib import Path

import jsonschema

CASES = Path(__file__).resolve().parent.parent
FOLDER = CASES.parent
VERSION = "1.0.0"
TAG = b"MB1"
LIMITS = {"headerBytes": 8192, "bodyBytes": 1048576, "attachmentBytes": 4194304, "depth": 32, "inflight": 32}


def _registry(name, key):
    return {row[key]: row for row in json.loads((FOLDER / "registry" / f"{name}.json").read_text())[name]}


ERRORS = set(_registry("errors", "code"))
TYPES = _registry("types", "name")
NAMESPACES = _registry("namespaces", "namespace")
KINDS = json.loads((FOLDER / "registry" / "namespaces.json").read_text())["types"]
# The methods that providers serve; a call of another one belongs to the hub.
METHODS = {name: row for name, row in _registry("methods", "name").items() if row.get("provider") is not None}
FILES = {"artwork", "preview", "stream", "lyrics"}


def is_file(method):
    return METHODS.get(method, {}).get("result") in FILES


def is_single(method):
    return METHODS.get(method, {}).get("result") == "single"


def is_list(method):
    row = METHODS.get(method)
    return bool(row) and row["result"] == "list" and "limit" in row["provider"].get("optional", [])


def required(method):
    return METHODS.get(method, {}).get("provider", {}).get("required", [])


def kinds(method):
    return METHODS.get(method, {}).get("items") or []


# MARK: Texts


def quoted(text):
    return f'"{text[:60]}{"…" if len(text) > 60 else ""}"'


def plural(count, noun):
    return f"{count} {noun}{'' if count == 1 else 's'}"


def duration(ms):
    return f"{ms // 1000} s" if ms % 1000 == 0 else f"{ms} ms"


def compact(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


# MARK: JSON


class BadJSON(ValueError):
    """A violation of the rules for JSON on the wire."""


def depth(text):
    """The levels of brackets outside strings."""
    level = deepest = 0
    for char in re.sub(r'"(?:[^"\\]|\\.)*"', "", text):
        if char in "[{":
            level += 1
            deepest = max(deepest, level)
        elif char in "]}":
            level -= 1
    return deepest


def _pairs(pairs):
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        raise BadJSON(f'duplicate member "{next(name for name in names if names.count(name) > 1)}"')
    return members


def _constant(word):
    raise BadJSON(f'"{word}" is not a value')


def parse(data):
    """Reads one JSON value, and refuses whatever the protocol forbids."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise BadJSON("this text is not UTF-8") from None
    if text.count("[") + text.count("{") > LIMITS["depth"] and depth(text) > LIMITS["depth"]:
        raise BadJSON("too many nested brackets")
    try:
        value = json.loads(text, object_pairs_hook=_pairs, parse_constant=_constant)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()
        return value
    except UnicodeEncodeError:
        raise BadJSON("half of a surrogate pair") from None
    except json.JSONDecodeError as error:
        raise BadJSON(f"{error.msg[0].lower()}{error.msg[1:]} at {error.pos}") from None


def lenient(data):
    """The object in a frame that is not quite right, or nothing."""
    try:
        value = json.loads(data.decode(errors="replace"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def members(value):
    return value if isinstance(value, dict) else {}


def elements(value):
    return value if isinstance(value, list) else []


def text(value):
    return value if isinstance(value, str) else None


def integer(value):
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def without_null(value):
    """The value in which members that are null are absent."""
    if isinstance(value, dict):
        return {name: without_null(it) for name, it in value.items() if it is not None}
    return [without_null(it) for it in value] if isinstance(value, list) else value


# MARK: Schemas

_BASE = "https://musicbus.invalid/protocol/1/"
_STORE = {it["$id"]: it for it in (json.loads(path.read_text()) for path in (FOLDER / "schema").glob("*.schema.json"))}
_TYPES = {"string": "a string", "integer": "an integer", "number": "a number", "boolean": "true or false",
          "array": "a list", "object": "an object"}
_RULES = {"id": "an id of the form namespace:type:value", "country": "a two-letter country code in lower case",
          "errorCode": "an upper-case code, such as INTERNAL", "version": "a version such as 1.0",
          "date": "a date such as 1980, 1980-06 or 1980-06-09", "providerId": "a provider id",
          "method": "a method such as artists.search"}
_PATTERNS = {_STORE[_BASE + "common.schema.json"]["$defs"][name]["pattern"]: rule for name, rule in _RULES.items()}
_PATTERNS |= {"^[A-Z]{3}$": "a currency of three capitals", "^[a-z]+/[^\\s]+$": "a media type such as image/jpeg",
              "^[a-z0-9-]{1,40}:[a-z0-9-]{1,40}$": "of the form namespace:type"}


@lru_cache(None)
def _validator(name):
    schema = _STORE[f"{_BASE}{name}.schema.json"]
    resolver = jsonschema.RefResolver(schema["$id"], schema, store=_STORE)
    return jsonschema.Draft202012Validator(schema, resolver=resolver)


def schema_members(name):
    return list(_STORE[f"{_BASE}{name}.schema.json"]["properties"])


def problems(name, value):
    """What is wrong with a value by its schema, as sentences without their ends."""
    return [_sentence(error) for error in _validator(name).iter_errors(without_null(value))]


def problem(name, value):
    return next(iter(problems(name, value)), None)


def _sentence(error):
    path = ""
    for part in error.absolute_path:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else part
    value, rule = error.instance, error.validator_value
    if error.validator in ("required", "dependentRequired"):
        name = re.match("'(.*?)'", error.message)[1]
        if error.validator == "dependentRequired":
            return '"price" comes without "currency"'
        return f'"{path}.{name}" is missing' if path else f'"{name}" is missing'
    subject = f'"{path}"' if path else "it"
    if error.validator == "type":
        return f"{subject} must be {_TYPES.get(rule, rule)}, not {_description(value)}"
    if error.validator in ("minimum", "maximum"):
        return f"{subject} must be at {'least' if error.validator == 'minimum' else 'most'} {rule}, not {value}"
    if error.validator == "minProperties":
        return f"{subject} must have at least {rule} member"
    return f"{subject} must be {_rule(error.validator, rule)}, not {_description(value, short=True)}"


def _rule(validator, rule):
    if validator == "pattern":
        return _PATTERNS.get(rule, f"of the form {rule}")
    if validator == "minLength":
        return "a non-empty string"
    words = rule if validator == "enum" else [rule]
    return {"maxLength": f"of at most {rule} characters"}.get(validator, " or ".join(map(str, words)))


def _description(value, short=False):
    if isinstance(value, str):
        return quoted(value) if short else f"the string {quoted(value)}"
    if value is None or isinstance(value, bool):
        return "null" if value is None else "true or false"
    if isinstance(value, (int, float)):
        return str(value) if isinstance(value, float) else "a number"
    return "a list" if isinstance(value, list) else "an object"


# MARK: Ids


def entity_id(value):
    """Namespace, type and value of an id, or nothing."""
    if not isinstance(value, str) or not re.match(_STORE[_BASE + "common.schema.json"]["$defs"]["id"]["pattern"], value):
        return None
    return tuple(value.split(":", 2))


def edit_distance(one, other):
    """Insertions, deletions, replacements and swaps of neighbours."""
    before, previous = [], list(range(len(other) + 1))
    for row, left in enumerate(one):
        current = [row + 1]
        for column, right in enumerate(other):
            best = min(previous[column] + (left != right), previous[column + 1] + 1, current[column] + 1)
            if row and column and left == other[column - 1] and one[row - 1] == right:
                best = min(best, before[column - 1] + 1)
            current.append(best)
        before, previous = previous, current
    return previous[-1]


def similar(word, names):
    """The name from which a word differs in few letters."""
    wanted = word.lower()
    if not names or not 0 < len(wanted) <= 64:
        return None
    near = min(names, key=lambda name: edit_distance(wanted, name.lower()))
    count, distance = min(len(wanted), len(near)), edit_distance(wanted, near.lower())
    return near if distance < count and distance <= max(1, count // 3) else None


def nearest(word, names):
    """The name that a word was probably meant to be."""
    begun = [name for name in names if word and name.lower().startswith(word.lower())]
    return similar(word, names) or (begun[0] if len(begun) == 1 else None)
