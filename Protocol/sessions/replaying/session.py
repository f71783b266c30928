"""Reads the sessions, and compares messages with their lines (README.md, "Replaying")."""
import json
from dataclasses import dataclass
from pathlib import Path

TOLERANCE_MS = 500


@dataclass
class Session:
    """A file: its name, the settings of its hub, the participants by name, and the lines."""
    name: str
    hub: dict
    actors: dict
    lines: list

    @property
    def is_about_pings(self):
        return any(it["header"]["type"] == "ping" for it in self.lines if "header" in it)

    def providers(self):
        return [name for name, it in self.actors.items() if it["role"] == "provider"]


def load():
    """All sessions by name."""
    found = {}
    for path in sorted(Path(__file__).resolve().parent.parent.glob("*.jsonl")):
        head, *lines = map(json.loads, path.read_text().splitlines())
        found[head["session"]] = Session(head["session"], head["hub"], head["actors"], lines)
    return found


class Names(dict):
    """The values that the names in the lines stand for."""

    def __init__(self, tolerance_ms):
        super().__init__()
        self._tolerance_ms = tolerance_ms

    def bind(self, name, value):
        """Whether a name stands for a value: from now on, if neither has a counterpart yet."""
        if name not in self and value not in self.values():
            self[name] = value
        return self.get(name) == value

    def filled(self, value):
        """What is to be sent: a name is replaced by its value."""
        if isinstance(value, dict):
            return {name: self.filled(it) for name, it in value.items() if it is not None}
        if isinstance(value, list):
            return [self.filled(it) for it in value]
        return self.get(value, value) if isinstance(value, str) else value

    def header_difference(self, wanted, actual):
        """The same for a header, which has no other members than expected, but for `sid`."""
        others = sorted(actual.keys() - wanted.keys() - {"sid"})
        return f"header.{others[0]}" if others else self.difference(wanted, actual, "header")

    def difference(self, wanted, actual, path):
        """The path of the first member that is not as expected, or nothing; objects may have further members."""
        if isinstance(wanted, str) and wanted.startswith("$") and actual is not None:
            return None if wanted == "$_" or self.bind(wanted, actual) else path
        if isinstance(wanted, dict) and isinstance(actual, dict):
            inner = [(it, actual.get(name), f"{path}.{name}") for name, it in wanted.items()]
        elif isinstance(wanted, list) and isinstance(actual, list) and len(wanted) == len(actual):
            if path.endswith(".sources"):
                wanted, actual = (sorted(it, key=lambda source: source["provider"]) for it in (wanted, actual))
            inner = [(it, other, f"{path}[{index}]") for index, (it, other) in enumerate(zip(wanted, actual))]
        elif path.endswith("Ms") and isinstance(wanted, int) and isinstance(actual, int):
            return None if abs(wanted - actual) <= self._tolerance_ms else path
        else:
            return None if wanted == actual else path
        return next(filter(None, (self.difference(*it) for it in inner)), None)
