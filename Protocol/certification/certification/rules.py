"""The rules for every message of a provider, and for what it writes to a log: each returns (case, problem) pairs."""
import re
import urllib.parse
from dataclasses import dataclass

from .protocol import (ERRORS, LIMITS, TAG, TYPES, BadJSON, elements, lenient, members, parse, problem, quoted, text)

MAX_LOG, MAX_LINE = 512 * 1024, 16 * 1024
SECRET_WORDS = ("key", "secret", "token", "password", "passwd", "pwd", "passphrase", "credential", "auth", "cookie")


@dataclass
class Message:
    """A message of the provider, read leniently; `body` is {} if it is missing or invalid."""
    peer: bytes
    type: str
    header: dict
    body: dict
    attachment: bytes | None = None

    @property
    def re(self):
        return text(self.header.get("re"))


# MARK: Form


def read(frames, peer):
    """Reads a message: nothing if it has no header with a type."""
    found = _frames(frames)
    if len(frames) < 2 or frames[0] != TAG:
        return None, found
    header = _object(frames[1], "header", found)
    kind = text(members(header).get("type"))
    if kind is None:
        if header is not None:
            found.append(("wire.header", 'The header has no "type".'))
        return None, found
    message = Message(peer, kind, header, {}, frames[3] if len(frames) > 3 else None)
    body = _object(frames[2], f"body of {kind}", found) if len(frames) > 2 else {}
    found += _header(message)
    if body is not None:
        message.body = body
        found += _content(message)
    return message, found


def _frames(frames):
    if not 2 <= len(frames) <= 4:
        return [("wire.frames", f"A message has {len(frames)} frames.")]
    if frames[0] != TAG:
        return [("wire.frames", f"The first frame is {quoted(frames[0].decode(errors='replace'))} instead of \"MB1\".")]
    return [("wire.sizes", f"A {name} has {len(frame)} bytes; the limit is {LIMITS[name + 'Bytes']}.")
            for frame, name in zip(frames[1:], ("header", "body", "attachment")) if len(frame) > LIMITS[name + "Bytes"]]


def _object(frame, name, found):
    try:
        value = parse(frame)
    except BadJSON as error:
        excerpt = quoted(frame[:80].decode(errors="replace"))
        found.append(("wire.json", f"The {name} is invalid: {error} ({excerpt})."))
        return lenient(frame)
    if not isinstance(value, dict):
        found.append(("wire.json", f"The {name} is not a JSON object."))
        return None
    if path := _path_to_null(value):
        found.append(("wire.json", f'In the {name}, "{path}" is null; omit it.'))
    return value


def _path_to_null(value):
    """The path of the first null; a configuration schema may contain it."""
    inner = [(f"[{index}]", it) for index, it in enumerate(elements(value))]
    inner += sorted((name, it) for name, it in members(value).items() if name != "configSchema") if isinstance(value, dict) else []
    for name, it in inner:
        if it is None:
            return name
        if isinstance(it, (dict, list)) and (path := _path_to_null(it)):
            return f"{name}.{path}"
    return None


def _header(message):
    row = TYPES.get(message.type)
    if row is None:
        return [("tolerance.words", f"The type {quoted(message.type)} is not in version 1.0.")]
    if "provider-to-hub" not in row["directions"]:
        return [("wire.direction", f'A provider must not send "{message.type}".')]
    found = problem("header", message.header)
    return [("wire.header", f'In the header of "{message.type}", {found}.')] if found else []


def _content(message):
    found, body = [], dict(message.body)
    if message.attachment is not None and message.type != "done":
        found.append(("wire.frames", f'A "{message.type}" has an attachment.'))
    if message.type in ("hello", "pong", "part", "done", "error", "bye"):
        # Items and the descriptor have cases of their own.
        if isinstance(body.get("items"), list):
            body["items"] = []
        if isinstance(body.get("descriptor"), dict):
            del body["descriptor"]
        if wrong := problem(message.type, body):
            found.append((f"wire.{message.type}", f'In the body of "{message.type}", {wrong}.'))
    code = text(body.get("code"))
    if message.type == "error" and code is not None and code not in ERRORS and not code.startswith("X_"):
        found.append(("tolerance.words", f"The code {quoted(code)} is neither registered nor of the form X_…."))
    return found


# MARK: Session


def of_session(message, session):
    """What is wrong with a message in its session, which knows `peer`, `sids` and `closed`."""
    found = []
    # A ROUTER gives ids of five bytes, of which the first is zero.
    if len(message.peer) != 5 or message.peer[0] != 0:
        found.append(("wire.routing-id", "The socket set its own routing id."))
    if message.type == "hello":
        return found
    if session.peer and session.peer != message.peer:
        found.append(("wire.routing-id", f"A \"{message.type}\" arrived from another socket than the session's hello."))
    sid = text(message.header.get("sid"))
    if sid is None:
        return found + [("wire.session", f'A "{message.type}" has no "sid".')]
    if sid not in session.sids:
        found.append(("wire.session", f'A "{message.type}" has the "sid" {quoted(sid)}, which is not from a welcome.'))
    if sid in session.closed:
        found.append(("lifecycle.bye", f'A "{message.type}" arrived in a session that the hub had closed with bye.'))
    return found


# MARK: Log and secrets


class Secrets:
    """The secrets of the configuration, which a provider must not print, nor this program."""

    def __init__(self):
        self._values = []

    def add(self, configuration, schema):
        declared = members(members(schema).get("properties"))
        for name, value in sorted(members(configuration).items()):
            is_secret = any(word in name.lower() for word in SECRET_WORDS) or members(declared.get(name)).get("secret") is True
            if is_secret and isinstance(value, str) and len(value) >= 4:
                for form in (value, urllib.parse.quote(value, safe="")):
                    if all(known != form for _, known in self._values):
                        self._values.append((name, form))
        # The longest first: a part of a longer one is not replaced before it.
        self._values.sort(key=lambda it: -len(it[1]))

    def names(self, written):
        return sorted({name for name, form in self._values if self._pattern(form).search(written)})

    def removed(self, written):
        for _, form in self._values:
            written = self._pattern(form).sub("•••", written)
        return written

    @staticmethod
    def _pattern(form):
        """One of fewer than 8 bytes counts only as a word."""
        escaped = re.escape(form)
        return re.compile(escaped if len(form.encode()) >= 8 else rf"(?<![^\W_]){escaped}(?![^\W_])")


def of_frames(frames, secrets):
    written = "".join(frame.decode(errors="replace") for frame in frames[1:3])
    return [("noise.secrets", f'A message contains "{name}" of the configuration.') for name in secrets.names(written)]


def of_log(log, token, secrets):
    found = []
    for name in ("output", "error"):
        data, count = bytes(log.text[name]), log.bytes[name]
        long = next((line for line in data.split(b"\n") if len(line) > MAX_LINE), None)
        if count > MAX_LOG:
            found.append(("noise.stdout", f"{count} bytes were written to standard {name}."))
        elif long:
            found.append(("noise.stdout", f"A line of {len(long)} bytes was written to standard {name}."))
        elif b"\0" in data or not _is_text(data):
            found.append(("noise.stdout", f"Bytes that are not text were written to standard {name}."))
        written = data.decode(errors="replace")
        if token in written:
            found.append(("noise.secrets", f"Standard {name} contains the token of the start line."))
        found += [("noise.secrets", f'Standard {name} contains "{key}" of the configuration.') for key in secrets.names(written)]
    return found


def _is_text(data):
    try:
        return data.decode() is not None
    except UnicodeDecodeError:
        return False
