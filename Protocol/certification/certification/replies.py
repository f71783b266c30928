"""The log of calls, and the rules for their replies: order, parts, items and ids."""
import re
from dataclasses import dataclass, field

from .protocol import (KINDS, NAMESPACES, compact, elements, entity_id, integer, is_single, kinds, members, METHODS, parse,
                       problem, problems, quoted, schema_members, similar, text)


@dataclass
class Call:
    """A call, from the request to its terminal message."""
    method: str
    params: dict
    case: str
    began: float
    timeout_ms: int | None
    items: list = field(default_factory=list)
    parts: int = 0
    terminal: object = None
    elapsed_ms: int = 0
    duplicates: int = 0
    duplicate_errors: int = 0
    cancels: int = 0
    was_cancelled_late: bool = False
    # All replies, for lines that expect them.
    messages: list = field(default_factory=list)

    @property
    def is_done(self):
        return self.terminal is not None and self.terminal.type == "done"

    @property
    def code(self):
        return text(self.terminal.body.get("code")) or ""

    @property
    def ending(self):
        """`done` or `error CODE`."""
        return "done" if self.is_done else f"error {self.code}"

    @property
    def position(self):
        """The parameters with which the list continues, if it does."""
        body = self.terminal.body
        if text(body.get("cursor")) is not None:
            return {"cursor": body["cursor"]}
        return {"offset": body["next"]} if integer(body.get("next")) is not None else None


class Calls:
    """All calls of a session. `declared` is what the provider declares, if known."""

    def __init__(self):
        self.declared, self._calls, self._probes, self._early = None, {}, {}, set()

    def __getitem__(self, id):
        return self._calls.get(id)

    def about(self, id):
        """The replies to a call, or the errors about another message."""
        call = self._calls.get(id)
        return call.messages if call else self._probes.get(id, [])

    def sent(self, id, call):
        if id in self._calls:
            self._calls[id].duplicates += 1
        else:
            self._early.discard(id)
            self._calls[id] = call

    def probe(self, id):
        self._probes.setdefault(id, [])

    def cancelled(self, id):
        call = self._calls.get(id)
        if call is None:
            self._early.add(id)
        else:
            call.cancels += 1
            call.was_cancelled_late = call.was_cancelled_late or call.terminal is not None

    def receive(self, message, now):
        """Notes a part, done or error; returns what is wrong with it."""
        id = message.re
        if id is None:
            return []
        if id in self._probes and message.type == "error":
            self._probes[id].append(message)
            return []
        call = self._calls.get(id)
        if call is None:
            cancelled = id in self._early
            end = "which was cancelled but never made." if cancelled else "which was never made."
            return [("cancel.before" if cancelled else "calls.one-terminal", f'"{message.type}" for the call {quoted(id)}, {end}')]
        call.messages.append(message)
        is_duplicate = message.type == "error" and message.body.get("code") == "DUPLICATE_CALL"
        if is_duplicate and call.duplicate_errors < call.duplicates:
            call.duplicate_errors += 1
            return []
        if call.terminal is not None:
            return [self._after_terminal(message, call)]
        found = self._part(message, call) if message.type == "part" else self._terminal(message, call, now)
        call.items += elements(message.body.get("items"))
        return found

    def _part(self, message, call):
        seq = integer(message.header.get("seq"))
        found = [] if seq in (None, call.parts) else [("calls.parts", f'{_name(call)}: part {call.parts} has "seq" {seq}.')]
        call.parts += 1
        return found + of_reply(message, call, self.declared)

    def _terminal(self, message, call, now):
        call.terminal, call.elapsed_ms = message, int((now - call.began) * 1000)
        found = of_reply(message, call, self.declared)
        stated = integer(message.body.get("parts"))
        if stated is None:
            stated = 0 if message.type == "error" else call.parts
        if stated != call.parts:
            found.append(("calls.parts", f"{_name(call)}: the terminal message states {stated} parts; {call.parts} arrived."))
        return found

    @staticmethod
    def _after_terminal(message, call):
        wrong = f'{_name(call)}: "{message.type}" arrived after the terminal message ({call.ending}).'
        if call.cancels > 1:
            return "cancel.twice", wrong
        if call.was_cancelled_late:
            return "cancel.after", wrong
        if call.duplicates:
            return "calls.duplicate-id", wrong
        return "calls.nothing-after" if message.type == "part" else "calls.one-terminal", wrong


def _name(call):
    return f"{call.method} (during {call.case})"


# MARK: Items


def of_reply(message, call, declared):
    items, method, found = elements(message.body.get("items")), call.method, []
    for index, item in enumerate(items):
        found += [("calls.items", f"{method}, item {index + 1}: {wrong}.") for wrong in _item(item, method)]
    items = [it for it in items if isinstance(it, dict)]
    found += _ids(items, method, declared.namespaces if declared else set())
    for item in items:
        lacked = declared.lacks.get(text(item.get("kind")) or "", []) if declared else []
        found += [("calls.lacks", f"{method}: an item has {quoted(name)}.") for name in lacked if name in item]
    if declared and not declared.serves("stream.get") and any(item.get("stream") is not None for item in items):
        found.append(("calls.streams", f'{method}: an item has a "stream", but "stream.get" is not in "methods".'))
    count = len(call.items) + len(items)
    if is_single(method) and count > 1:
        found.append(("calls.items", f"{method} returned {count} items."))
    return found + (_attachment(message, method) if message.type == "done" else [])


_known = {}


def _item(item, method):
    """What is wrong with an item; equal items are looked at once."""
    key = (method, compact(item))
    if key not in _known:
        if len(_known) > 20_000:
            _known.clear()
        _known[key] = _entity(item, method)
    return _known[key]


def _entity(item, method):
    kind = text(members(item).get("kind"))
    if kind is None:
        return ['"kind" is missing']
    if kind not in ("artist", "album", "song", "chart"):
        return [f'"kind" names no kind of entity: {quoted(kind)}']
    found, ids = problems(kind, item), elements(item.get("ids"))
    if ids and item.get("id") not in [None, *ids]:
        found.append('"ids" does not hold "id"')
    known = schema_members(kind)
    for name in sorted(set(item) - set(known)):
        if near := similar(name, [it for it in known if it not in item]):
            found.append(f"it has {quoted(name)}, which may be {quoted(near)}")
    return found if method not in METHODS or kind in kinds(method) else found + [f"its kind is {quoted(kind)}"]


# MARK: Ids


def _ids(items, method, declared):
    if not declared:
        return []
    is_chart = METHODS.get(method, {}).get("subject") == "chart"
    found = [("calls.namespaces", f"{method}: {wrong}.") for item in items if (wrong := _own_id(item, declared, is_chart))]
    found += [("calls.ids", f"{method}: {wrong}.") for item in items for wrong in _values(item, declared)]
    if shared := _shared_id(items):
        found.append(("calls.ids", f"{method}: {len(items)} items of different names have the id {shared}."))
    return found


def _own_id(item, declared, is_entry):
    """The id of an item; an entry of a chart may be one of the service that it counts."""
    id = entity_id(item.get("id"))
    if id is None:
        return None
    if wrong := _kind_of(id, declared):
        return wrong
    written, kind = ":".join(id), text(item.get("kind")) or ""
    if not is_entry and not any(it.startswith(f"{id[0]}:") for it in declared):
        return f'{written} is an id of another service; return it in "ids", under an id of your own namespace'
    if KINDS.get(id[1], kind) != kind:
        return f"{written} is the id of another kind than {kind}"
    return None


def _kind_of(id, declared):
    row, kind, written = NAMESPACES.get(id[0]), f"{id[0]}:{id[1]}", ":".join(id)
    if row is None:
        return None if kind in declared else f'{written} is an id of {kind}, which is neither registered nor in "namespaces"'
    if id[1] in row["types"]:
        return None
    return f"the namespace {id[0]} has no ids of the type {quoted(id[1])}: {written}"


def _values(item, declared):
    own, found = item.get("id"), []
    for written in sorted({it for it in [own, *elements(item.get("ids"))] if isinstance(it, str)}):
        id = entity_id(written)
        if id is None:
            continue
        row, wrong = NAMESPACES.get(id[0]), _kind_of(id, declared) if written != own else None
        if wrong:
            found.append(wrong)
        elif row and not re.fullmatch(row["value"], id[2]):
            found.append(f"{written} is no id of {id[0]}, whose values have the form {row['value']}")
        elif id[0] == "upc" and not _is_bar_code(id[2]):
            found.append(f"{written} is no bar code: its check digit is wrong")
    return found


def _is_bar_code(digits):
    numbers = [int(digit) for digit in reversed(digits)]
    return len(digits.lstrip("0")) >= 8 and sum(it * (3 if place % 2 else 1) for place, it in enumerate(numbers)) % 10 == 0


def _shared_id(items):
    """The id of another service that all items have, although their names differ; two may be one by chance."""
    names = {compact(it.get("name", it.get("title"))) for it in items if "name" in it or "title" in it}
    if len(names) < 3 or len(names) != len(items):
        return None
    return min(set.intersection(*({id for id in elements(it.get("ids")) if isinstance(id, str)} for it in items)), default=None)


def _attachment(message, method):
    has_media = message.body.get("media") is not None
    if message.attachment is not None and not has_media:
        return [("calls.attachment", f'{method}: an attachment arrived without "media".')]
    if message.attachment is None:
        return [("calls.attachment", f'{method}: "media" arrived without an attachment.')] if has_media else []
    if method == "song.lyrics" and (wrong := _lyrics(message.attachment)):
        return [("calls.attachment", f"{method}: The lyrics {wrong}.")]
    return []


def _lyrics(data):
    try:
        lyrics = parse(data)
        wrong = problem("lyrics", lyrics)
    except ValueError as error:
        return f"are not readable: {error}"
    if wrong:
        return f"are not readable: {wrong}"
    lines = elements(lyrics.get("lines"))
    times = [it["atMs"] for it in lines if it.get("atMs") is not None]
    if times and len(times) != len(lines):
        return "have times for some lines only"
    return "have times that go back" if times != sorted(times) else None
