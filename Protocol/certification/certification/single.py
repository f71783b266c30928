"""What is no certification: starts a provider, makes single calls, and records and replays cassettes."""
import json
import os
import re
import subprocess
import sys

from .answers import title
from .findings import Failed, Findings, Skipped
from .hub import Hub
from .protocol import FOLDER, compact, elements, integer, is_file, members, parse, plural, required, text

MOST_CASSETTE, GRACE_MS = 256 << 20, 2000


class NoReply(Exception):
    """Why a call could not be made, or got no reply."""


def harmless(written):
    """A text without characters that could control a terminal; ends of lines and tabs stay."""
    written = re.sub("[\x00-\x08\x0b-\x1f]", lambda it: chr(0x2400 + ord(it[0])), written)
    return re.sub("[\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\u2060-\u206f\ufeff\ufff9-\ufffb]", "\ufffd", written)


class _Opened:
    """A session for what is no case."""

    def __init__(self, provider, directory):
        self._hub = Hub(provider, {}, Findings(), 1, directory, lambda: "session")
        self._hub.is_granting = False

    def __enter__(self):
        try:
            self._hub.welcome(self._hub.next_hello())
        except (Failed, Skipped) as error:
            self.__exit__(type(error), error, None)
        return self._hub

    def __exit__(self, kind, error, _):
        last = self._hub.child.log.last
        self._hub.close()
        if isinstance(error, (Failed, Skipped)):
            message = str(error) if str(error).endswith(last) else f"{error}{last}"
            raise NoReply(self._hub.findings.secrets.removed(message)) from None


def start(provider, directory):
    # A program on JSON lines is started by its first call only.
    provider.environment["MUSICBUS_CHECK_PROGRAM"] = "start"
    with _Opened(provider, directory):
        return 0


def run(provider, given, words, directory):
    if given.replay:
        return _replay(provider, os.path.abspath(given.replay), directory)
    calls = [(given.call, _parameters(words, given.call))] if given.call else None
    if given.record:
        path = os.path.abspath(given.record)
        if os.path.exists(path):
            raise _usage(f"{path} exists; choose another name or remove it.")
        provider.environment["MUSICBUS_RECORD"] = path
        return _cassette(provider, calls, directory, lambda _, made: _reply(made) if made.get("error") else None)
    is_good = True
    with _Opened(provider, directory) as hub:
        samples = calls or hub.findings.declared.samples
        if not samples:
            raise NoReply("The provider declares no samples.")
        for call in samples:
            is_good = _call(hub, provider, call, given, calls is None) and is_good
    return 0 if is_good else 1


def _usage(message):
    from .command import BadUsage
    return BadUsage(message)


def _parameters(words, method):
    """KEY=VALUE; other words, joined, are the main parameter of the method."""
    params, others = {}, []
    schema = json.loads((FOLDER / "schema" / "call.schema.json").read_text())["properties"]
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not re.fullmatch("[A-Za-z]+", name):
            others.append(word)
        elif name not in schema:
            raise _usage(f'Unknown parameter "{name}". If it is a part of the text: {_main(method, word)}="{word}"')
        else:
            params[name] = _value(schema[name], value, name, word)
    if others:
        params[_main(method, " ".join(others))] = " ".join(others)
    return params


def _value(schema, value, name, word):
    kind = "integer" if schema.get("$ref", "").endswith("/count") else schema.get("type", "string")
    kind = "array" if schema.get("$ref", "").endswith("/ids") else kind
    try:
        if kind == "array" and schema.get("items", {}).get("type") != "object":
            return [it for it in value.split(",") if it]
        if kind == "boolean":
            return {"true": True, "false": False}[value]
        return int(value) if kind == "integer" else value if kind == "string" else json.loads(value)
    except (ValueError, KeyError):
        raise _usage(f'Invalid value for "{name}": "{word}".') from None


def _main(method, words):
    if is_file(method):
        return "url" if "://" in words else "id"
    return next(iter(required(method)), "text")


# MARK: Single calls


def _call(hub, provider, call, given, is_sample):
    """Makes a call, prints its results, and returns whether it was done without problems."""
    known, earlier = hub.findings.all(), hub.child.log.sizes() if is_sample else None
    made = hub.terminal(hub.call(call, timeout_ms=given.call_timeout), given.call_timeout + GRACE_MS)
    body, items = made.terminal.body, list(made.items)
    if made.terminal.attachment is not None:
        file = {"media": body.get("media"), "bytes": len(made.terminal.attachment)}
        if call[0] == "song.lyrics":
            file["lyrics"] = parse(made.terminal.attachment)
        items.append(file)
    items += [{"collection": it} for it in elements(body.get("collection"))]
    # The log of a call is written before its reply, and may arrive after it.
    hub.run(20)
    log = hub.child.log.lines(earlier)
    wrong = [it for it in hub.findings.all() if it not in known]
    shown = wrong + (provider.manifest or {}).get("problems", [])
    removed = hub.findings.secrets.removed
    for line in [] if is_sample else _plain(items) if given.plain else map(compact, items):
        line = removed(line)
        print(harmless(line) if sys.stdout.isatty() else line, flush=True)
    start = f"{title(call)}: " if is_sample else ""
    if given.json:
        report = [_json_summary(made, call, is_sample, items, log, shown)]
    else:
        notes = [it for it in elements(body.get("notes")) if isinstance(it, str)] + hub.findings.declared.deprecations
        report = [*(f"log: {it}" for it in log), *(f"note: {it}" for it in notes), *(f"problem: {it}" for it in shown),
                  start + _summary(made, items, not wrong)]
    for line in report:
        sys.stderr.write(harmless(removed(line)) + "\n")
    return made.is_done and not wrong


def _plain(items):
    lines = [members(it) for item in items for it in elements(members(item.get("lyrics")).get("lines"))]
    if lines:
        return [text(it.get("text")) or "" for it in lines]
    rows = [[item[name] for name in ("kind", "id", "name", "title") if text(item.get(name)) is not None] for item in items]
    return ["kind\tid\tname", *map("\t".join, rows)]


def _summary(made, items, is_good):
    body = made.terminal.body
    parts, total = [f"{made.ending} after {made.elapsed_ms} ms"], integer(body.get("total"))
    if made.is_done and is_good:
        parts.append(f"{len(items)} of {total} items" if total is not None else plural(len(items), "item"))
    if made.position:
        parts.append("next: " + "".join(f"{name}={value}" for name, value in made.position.items()))
    parts += [it for it in [text(body.get("message"))] if it]
    if integer(body.get("retryAfterMs")) is not None:
        parts.append(f"retry after {body['retryAfterMs']} ms")
    if spent := members(body.get("spent")):
        parts.append(f"requests: {', '.join(f'{name} {integer(it) or 0}' for name, it in sorted(spent.items()))}")
    if integer(body.get("skipped")):
        parts.append(f"{body['skipped']} skipped")
    return "; ".join(parts)


def _json_summary(made, call, is_sample, items, log, problems):
    summary = {"outcome": made.ending, "elapsedMs": made.elapsed_ms, "items": len(items), "log": log, "problems": problems}
    if is_sample:
        summary["call"] = title(call)
    for name in ("next", "cursor", "total", "skipped", "spent", "notes", "message", "retryAfterMs"):
        if made.terminal.body.get(name) is not None:
            summary[name] = made.terminal.body[name]
    return compact(summary)


# MARK: Cassettes


def _replay(provider, path, directory):
    header, *lines = _read_cassette(path)
    provider.configuration = header["config"]
    # A recording may be anybody's: it may say where the sources of the provider were, and nothing else.
    declared = (provider.manifest or {}).get("environment", [])
    provider.environment |= {name: it for name, it in header["environment"].items()
                             if name in declared and name.endswith("_URL") and "://" in it}
    provider.environment["MUSICBUS_REPLAY"] = path
    if not _can_replay(provider):
        raise NoReply(f"{' '.join(provider.command)} cannot replay a cassette: only providers on JSON lines, and those that are "
                      "built with ProviderKit, can. See what it prints with --describe.")
    recorded = [it for it in lines if "call" in it]
    return _cassette(provider, [(it["call"], it["params"]) for it in recorded], directory,
                     lambda index, made: _difference(recorded[index], made))


def _read_cassette(path):
    try:
        if os.path.getsize(path) > MOST_CASSETTE:
            raise ValueError(f"it has {os.path.getsize(path) >> 20} MiB; the maximum is 256 MiB")
        with open(path, "rb") as file:
            lines = [parse(line) for line in file.read().split(b"\n") if line]
        if not lines or lines[0]["cassette"] != 1:
            raise ValueError(f"it has version {lines[0]['cassette']} of the format, not 1" if lines else "it is empty")
        return [{"config": {}, "environment": {}, **lines[0]}, *lines[1:]]
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise _usage(f"{path} is not a cassette: {str(error).rstrip('.')}.") from None


def _can_replay(provider):
    """Whether it is on JSON lines or built with ProviderKit: these print their descriptor."""
    try:
        ended = subprocess.run([*provider.command, "--describe"], env=provider.environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=30)
        return ended.returncode == 0 and text(members(json.loads(ended.stdout)).get("id")) is not None
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return False


def _cassette(provider, calls, directory, problem):
    """Makes the calls in one session, by default the samples; `problem` says what is wrong with a reply."""
    is_good = True
    with _Opened(provider, directory) as hub:
        for index, call in enumerate(calls if calls is not None else hub.findings.declared.samples):
            made = _made(hub.terminal(hub.call(call, timeout_ms=30_000), 32_000))
            wrong = problem(index, made)
            is_good = is_good and wrong is None
            print(harmless(f"{title(call)}: {wrong or _reply(made)}").replace("\n", " "))
    return 0 if is_good else 1


def _made(call):
    """The reply as a cassette has it."""
    body = call.terminal.body
    made = {"items": call.items, "collection": body.get("collection"), "notes": body.get("notes")}
    if call.terminal.attachment is not None:
        made["media"] = {**members(body.get("media")), "bytes": len(call.terminal.attachment)}
    made["next"] = next(iter((call.position or {}).values()), None)
    return made if call.is_done else {**made, "error": body}


def _reply(made):
    if error := made.get("error"):
        return f"{error.get('code', 'error')}: {error.get('message', 'no message')}"
    if made.get("collection") is not None:
        return "1 report"
    return plural(len(made.get("items") or []), "item") if made.get("media") is None else "1 file"


def _outcome(made):
    """What has to be equal of replies, besides the items: their number, or the code of the error."""
    return text(members(made.get("error")).get("code")) or _reply(made)


def _difference(recorded, made):
    """What differs between a recorded reply and the one to the same call now."""
    if any(it(recorded) != it(made) for it in (_outcome, lambda one: members(one.get("media")).get("bytes"))):
        return f"{_reply(made)} instead of {_reply(recorded)}"
    for index, (old, new) in enumerate(zip(recorded.get("items") or [], made.get("items") or [])):
        if old != new:
            id = f" ({old['id']})" if "id" in members(old) else ""
            return f"item {index + 1}{id}: {_brief(_differences(old, new, ''))}"
    if recorded.get("error"):
        return None
    found = [it for name in ("collection", "next", "notes") for it in _differences(recorded.get(name), made.get(name), name)]
    return _brief(found) if found else None


def _brief(found):
    return "; ".join(found[:5]) + (f"; and {len(found) - 5} more" if len(found) > 5 else "")


def _differences(old, new, path):
    """Names each member that has changed."""
    if old == new:
        return []
    if isinstance(old, dict) and isinstance(new, dict):
        return [it for name in sorted({*old, *new})
                for it in _differences(old.get(name), new.get(name), f"{path}.{name}" if path else name)]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [it for index, pair in enumerate(zip(old, new))
                for it in _differences(*pair, f"{path}.{index}" if path else str(index))]
    place = f'"{path}"' if path else "it"
    if new is None:
        return [f"{place} is missing, which was {compact(old)}"]
    return [f"{place} is {compact(new)}{', which was missing' if old is None else f' instead of {compact(old)}'}"]
