"""What a provider declares of itself: its descriptor, and the URLs of its source."""
import re
import urllib.parse

from .protocol import METHODS, elements, entity_id, integer, members, text

MOST_GRANTED = 1000


class Declared:
    """The descriptor, read leniently: `wire.descriptor` checks its form."""

    def __init__(self, descriptor):
        self.descriptor = descriptor
        self.name = text(descriptor.get("id")) or "a provider without an id"
        self.version = text(descriptor.get("version")) or ""
        self.level = "full" if descriptor.get("level") == "full" else "core"
        self.inflight = max(1, integer(descriptor.get("inflight")) or 1)
        self.samples = [(it["method"], members(it.get("params"))) for it in elements(descriptor.get("samples"))
                        if text(members(it).get("method")) is not None]
        self.namespaces = {it for it in elements(descriptor.get("namespaces")) if isinstance(it, str)}
        self.lacks = {kind: [it for it in elements(names) if isinstance(it, str)]
                      for kind, names in members(descriptor.get("lacks")).items()}
        self._methods = members(descriptor.get("methods"))
        self._budgets = members(descriptor.get("budgets"))

    @property
    def methods(self):
        return sorted(self._methods)

    @property
    def deprecations(self):
        rows = [(name, METHODS.get(name, {}).get("deprecated")) for name in self.methods]
        return [f'"{name}" is deprecated since protocol {row["since"]} and goes in {row["until"]}; use {row["instead"]}.'
                for name, row in rows if row]

    def serves(self, method):
        return method in self._methods

    def lists_whole(self, method):
        return members(self._methods.get(method)).get("listed") is True

    def _cost(self, method):
        return members(members(self._methods.get(method)).get("cost"))

    def upstreams(self, method):
        """The upstreams with a declared cost."""
        return sorted(name for name, count in self._cost(method).items() if count != 0)

    def grant(self, method):
        """What a hub grants a call: the cost, at each upstream at most its budget; nothing without a cost."""
        return {name: min(integer(count) or 0, integer(members(self._budgets.get(name)).get("requests")) or MOST_GRANTED,
                          MOST_GRANTED) for name, count in self._cost(method).items()}

    @property
    def samples_with_requests_first(self):
        return sorted(self.samples, key=lambda it: not self.upstreams(it[0]))


# MARK: URLs of a source


def url_problem(url, id, example, namespaces):
    """What is wrong with an element of `urls` (provider.md, "URLs of a source")."""
    if url.count("{id}") + url.count("{+id}") != 1:
        return f'"{url}" must contain {{id}} or {{+id}} exactly once'
    if "{+id}" in url and not url.endswith("/{+id}"):
        return f'"{url}" must end with {{+id}}, its last path segment'
    if "://" in url and not url.startswith("https://"):
        return f'"{url}" must begin with https'
    names, host = re.findall(r"\{([^}]*)\}", url), url.removeprefix("https://").split("/")[0] if "://" in url else ""
    label = re.fullmatch(r"\{([a-z]{1,20})\}((?:\.[^{}*./?]+){2,})", host)
    in_path = names[1:] if label else names
    if (re.search(r"[{}*]", host) and not label) or any(it not in ("id", "+id") for it in in_path):
        return f'"{url}" may contain a variable such as {{lang}} only as the first label of its host, before at least two others'
    inside = re.findall(r"\{([^}]*)\}", id)
    if sorted(inside) != sorted({it.lstrip("+") for it in names}):
        return f'"{url}" and "{id}" must contain the same variables, each once'
    found = entity_id(_id_in(example, url, id))
    if not found:
        return f'the example "{example}" does not match "{url}" with an id'
    if f"{found[0]}:{found[1]}" not in namespaces:
        return f'"namespaces" does not contain the one of {":".join(found)}, the id in "{example}"'
    return None


def _id_in(example, url, id):
    """The id in a URL that matches a pattern, or nothing."""
    if "://" not in url:
        match = re.fullmatch(_expression(url), example)
        return id.replace("{id}", match["id"]) if match else None
    target = re.sub(r"^(?i:https?://)?(?i:www\.)?", "", example.split("#")[0])
    path, _, query = target.partition("?")
    wanted, _, wanted_query = url.removeprefix("https://").removeprefix("www.").partition("?")
    host, slash, rest = path.partition("/")
    match = re.fullmatch(_expression(wanted), f"{host.lower()}{slash}{rest}".rstrip("/"))
    values = match.groupdict() if match else None
    for pattern in wanted_query.split("&") if wanted_query and values is not None else []:
        found = next((it for it in (re.fullmatch(_expression(pattern), one) for one in query.split("&")) if it), None)
        values = {**values, **found.groupdict()} if found else None
        if values is None:
            break
    if values is None or "id" not in values and "rest" not in values:
        return None
    if "rest" in values:
        values["id"] = urllib.parse.unquote(values.pop("rest")).replace(" ", "_")
    for name, value in values.items():
        id = id.replace(f"{{{name}}}", value)
    return id


def _expression(pattern):
    """A regular expression for a pattern: each variable is a group."""
    out = ""
    for part in re.split(r"(\{\+?[a-z]+\}|\*)", pattern):
        if part == "*":
            out += "[^/]*"
        elif part == "{+id}":
            out += "(?P<rest>.+)"
        elif part == "{id}":
            out += r"(?P<id>[A-Za-z0-9._~-]+?)"
        elif part == "{lang}":
            out += "(?P<lang>(?!-)[a-z-]{2,20}(?<!-))"
        elif part.startswith("{"):
            out += f"(?P<{part[1:-1]}>(?!-)[a-z0-9-]{{1,63}}(?<!-))"
        else:
            out += re.escape(part)
    return out
