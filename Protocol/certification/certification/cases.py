"""Reads the cases, their notes and the frozen requirements, and refuses what a runner of this version cannot follow."""
import json
from dataclasses import dataclass, field

from .protocol import CASES

HEAD = {"case", "level", "requires", "summary", "after", "session", "by", "hub", "each", "without"}
SESSIONS = {"shared", "own", "start", "greeting", "none", "alone"}
BY = {"rules", "program"}
DO = {"call", "cancel", "upstream", "stall", "resume", "eof", "disconnect", "welcome", "start", "burst"}
OPERATORS = {"$oneOf", "$not", "$lte", "$gt", "$hex", "$repeat"}


class BadCase(Exception):
    """A file that this runner cannot follow."""


@dataclass
class Case:
    id: str
    level: str
    requires: list
    summary: str
    fix: str
    # shared, own, start, greeting, none, alone; without one, the rules for all messages decide
    session: str | None = None
    after: list = field(default_factory=list)
    by: str | None = None
    hub: dict = field(default_factory=dict)
    each: object = None
    without: str = ""
    lines: list = field(default_factory=list)

    @property
    def suite(self):
        return self.id.partition(".")[0]

    @property
    def is_observed(self):
        return self.by == "rules"

    @property
    def is_isolated(self):
        return self.session in ("own", "start", "greeting", "none")


def load(folder=CASES):
    """The cases in the order of the report."""
    notes = json.loads((folder / "notes.json").read_text())
    frozen = json.loads((folder / "requirements" / "1.0.json").read_text())["cases"]
    known = {}
    for path in sorted(folder.glob("*.jsonl")):
        for block in path.read_text().split("\n\n"):
            lines = [_read(line, path.name) for line in block.splitlines() if line.strip()]
            if lines:
                case = _case(lines, path, notes)
                if case.id in known:
                    raise BadCase(f"{case.id} is there twice.")
                known[case.id] = case
    order = {row["case"]: row for row in frozen}
    if set(order) != set(known):
        raise BadCase(f"Not both a case and frozen: {', '.join(sorted(set(order) ^ set(known)))}.")
    for id, row in order.items():
        if (row["level"], row["requires"]) != (known[id].level, known[id].requires):
            raise BadCase(f"{id} has another level or other requirements than those frozen.")
        if missing := [it for it in known[id].after if it not in order]:
            raise BadCase(f"{id} comes after {missing[0]}, which is no case.")
    return [known[id] for id in order]


def _read(line, name):
    try:
        return json.loads(line)
    except ValueError as error:
        raise BadCase(f"{name}: {error}: {line[:80]}") from None


def _case(lines, path, notes):
    head, *rest = lines
    if unknown := set(head) - HEAD:
        raise BadCase(f"{path.name}: {head.get('case')} has \"{min(unknown)}\", which no head has.")
    if not head["case"].startswith(path.stem + "."):
        raise BadCase(f"{head['case']} is in {path.name}.")
    note = notes["cases"].get(head["case"])
    if note is None or note["class"] not in notes["classes"]:
        raise BadCase(f"{head['case']} has no note, or its class has none.")
    if head.get("by") not in {None, *BY} or head.get("session") not in ({None} if head.get("by") == "rules" else SESSIONS):
        raise BadCase(f"{head['case']} has an unknown \"session\" or \"by\".")
    if rest and head.get("by"):
        raise BadCase(f"{head['case']} has lines, but is decided otherwise.")
    for line in rest:
        _check(head["case"], line)
    more = {name: value for name, value in head.items() if name != "case"}
    return Case(head["case"], fix=note["fix"], lines=rest, **more)


def _check(id, line):
    kinds = [name for name in ("do", "from", "expect", "event", "first") if name in line]
    if len(kinds) != 1:
        raise BadCase(f"{id}: a line must be one of do, from, expect, event and first: {line}")
    allowed = {"do": DO, "from": {"hub", "provider"}, "expect": {"nothing", "reply"}, "event": {"exit", "upstream"},
               "first": {"hello"}}[kinds[0]]
    if line[kinds[0]] not in allowed:
        raise BadCase(f"{id}: \"{kinds[0]}\" cannot be \"{line[kinds[0]]}\".")
    for operator in _operators(line):
        if operator not in OPERATORS:
            raise BadCase(f"{id}: there is no operator \"{operator}\".")


def _operators(value):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    own = [name for name in value if name.startswith("$")] if isinstance(value, dict) else []
    return own + [it for one in inner for it in _operators(one)]
