"""Providers of MusicBus in Python: declare what a source has, and convert its records.

Copy this file beside your program; it needs nothing but Python 3.11. The program speaks JSON lines with the hub's
`musicbus-provider-lines` (Protocol/lines.md), which makes all HTTP requests for it.
"""

from __future__ import annotations

import datetime
import json
import math
import os
import queue
import re
import string
import sys
import threading
import time
import traceback
import typing
import urllib.parse
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

__version__ = "1.0.0"
__all__ = ["Call", "Cancelled", "Collection", "Cursor", "Failed", "File", "Lyrics", "NotFound", "NotInCountry", "Page", "Paging", "Provider", "Upstream",
           "album", "artist", "chart", "date", "duration_ms", "isrc", "picture", "secret", "song", "testing", "upc"]

LINES = 1  # the version of the format
EXIT_USAGE, EXIT_CONFIGURATION = 64, 78
BAD_DATA = "UPSTREAM_BAD_DATA"
# What a record or line raises that is not as expected.
UNEXPECTED = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)

Item = dict[str, Any]  # an artist, album, song or chart
Conversion = Callable[[Any], Item | None]


class Failed(Exception):
    """Ends a call with an error: a code of Protocol/registry/errors.json, and a message."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code, self.message = code, message


class NotFound(Exception):
    """The source does not have it. A handler that does not catch this ends its call without results."""


class NotInCountry(Failed):
    """The source has it, but not in the user's country."""

    def __init__(self, message: str = "It is not available in your country.") -> None:
        super().__init__("NOT_IN_COUNTRY", message)


class Cancelled(BaseException):
    """Raised in a handler whose call has ended. It is no `Exception`, so that handlers do not catch it by mistake."""


# Records

OWNED = " unavailable guessed"  # of what the user has
MUSIC = "ids links disambiguation artist artists releaseDate price currency explicit cleaned rank genres artwork" + OWNED
MEMBERS = {kind: frozenset(names.split()) for kind, names in {
    "artist": "ids links disambiguation sortName biography biographyLang aliases names bornYear diedYear formedYear"
              " disbandedYear country followers genres artwork" + OWNED,
    "album": MUSIC + " trackCount albumKind label copyright",
    "song": MUSIC + " album durationMs discNumber trackNumber previewURL stream",
    "chart": "ids links of country limit",
}.items()}


def artist(id: str | None, name: str | None, **members: Any) -> Item:
    """Returns an artist with its `MEMBERS`, without those that are `None` or empty.

    Raises `ValueError` without an id or a name, so that the record is skipped, as the other functions of this kind do.
    """
    return _item("artist", id, "name", name, members)


def album(id: str | None, title: str | None, **members: Any) -> Item:
    """Returns an album; its `artist` is a name or `{"id": …, "name": …}`, its `artists` a list of such, with `join` and `role`."""
    return _item("album", id, "title", title, members)


def song(id: str | None, title: str | None, **members: Any) -> Item:
    """Returns a song; its `artist` is as that of an album, its `album` a title or `{"id": …, "title": …}`."""
    return _item("song", id, "title", title, members)


def chart(id: str | None, title: str | None, **members: Any) -> Item:
    """Returns a chart `of` albums or songs."""
    return _item("chart", id, "title", title, members)


def _item(kind: str, id: str | None, naming: str, name: str | None, members: Mapping[str, Any]) -> Item:
    if unknown := sorted(members.keys() - MEMBERS[kind]):
        raise TypeError(f'{kind} has no member "{unknown[0]}"')
    item: Item = _cleaned({"kind": kind, "id": id, naming: name, **members})
    for member in ("id", naming):
        if member not in item:
            raise ValueError(f"no {member}")
        if not isinstance(item[member], str):
            raise ValueError(f"{member} is no text")
    for reference, member in (("artist", "name"), ("album", "title")):
        value = item.get(reference)
        if isinstance(value, str):
            item[reference] = {member: value}
        elif value is not None and member not in value:
            del item[reference]
    return item


def _cleaned(value: Any) -> Any:
    """Removes what the model does not allow: null, empty texts and lists, repeated texts, NaN and infinity."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        members = {key: _cleaned(member) for key, member in value.items()}
        return {key: member for key, member in members.items() if member not in (None, "", [], {})}
    if isinstance(value, (list, tuple)):
        elements = [element for element in map(_cleaned, value) if element not in (None, "", [], {})]
        return list(dict.fromkeys(elements)) if all(isinstance(it, str) for it in elements) else elements
    return value


def date(value: object) -> str | None:
    """Returns a date as precise as it is known: of `1998-12-00` it is `1998-12`, of the number 1998 `1998`."""
    match = re.match(r"([0-9]{4})(?:-([0-9]{1,2}))?(?:-([0-9]{1,2}))?(?![0-9])", str(value).strip())
    numbers = [int(it) for it in match.groups() if it] if match else []
    while numbers:
        try:
            text = datetime.date(*(numbers + [1, 1])[:3]).isoformat()
            return text[:(4, 7, 10)[len(numbers) - 1]]
        except ValueError:
            numbers.pop()
    return None


def duration_ms(clock: object) -> int | None:
    """Returns the milliseconds of a time such as `3:32` or `1:02:03`; `None` for any other text."""
    match = re.fullmatch(r"(?:([0-9]{1,3}):)?([0-9]{1,4}):([0-5][0-9])", str(clock).strip())
    hours, minutes, seconds = (int(it or 0) for it in match.groups()) if match else (0, 0, 0)
    return (hours * 3600 + minutes * 60 + seconds) * 1000 or None


def upc(code: object) -> str | None:
    """Returns the id of a bar code, which may contain spaces and hyphens; `None` if its check digit is wrong."""
    digits = re.sub(r"[ -]", "", str(code))
    weighted = [int(it) * (3 if place % 2 else 1) for place, it in enumerate(reversed(digits)) if it in string.digits]
    significant = digits.lstrip("0")
    is_valid = 12 <= len(digits) <= 14 and len(weighted) == len(digits) and sum(weighted) % 10 == 0
    return "upc:album:" + significant.rjust(12, "0") if is_valid and len(significant) >= 8 else None


def isrc(code: object) -> str | None:
    """Returns the id of the code of a recording; `None` if it is no code."""
    value = re.sub(r"[ -]", "", str(code)).upper()
    return "isrc:recording:" + value if re.fullmatch("[A-Z]{2}[A-Z0-9]{3}[0-9]{7}", value) else None


def picture(url: object, role: str, width: int | None = None, height: int | None = None) -> Item | None:
    """Returns a picture; `None` if the URL is empty or relative. That of the user's own server begins with `{server}`."""
    is_absolute = isinstance(url, str) and re.match(r"https?://|\{[A-Za-z0-9_-]+\}/", url)
    return {"url": url, "role": role, "width": width or None, "height": height or None} if is_absolute else None


# Replies


class Page(NamedTuple):
    """A page of a list of the source. `next` is where it continues, as the next call has it: a number as its `offset`,
    a text as its `cursor`. `total` is what the source reports."""

    items: list[Item]
    next: int | str | None = None
    total: int | None = None


class File(NamedTuple):
    """The URL of a picture or sound, which is transferred without the program; several are tried in order."""

    url: str | list[str]


class Lyrics(NamedTuple):
    """The text of a song: LRC, which has the times of the lines, or plain; empty if nothing is sung."""

    text: str


class Collection(NamedTuple):
    """A report on what the user has, as `collection.check` returns it: see "The user's collection" in Protocol/client.md.

    What is left out is 0 or empty; so is the number of bytes if the source does not know it.
    """

    artists: int = 0
    albums: int = 0
    songs: int = 0
    bytes: int = 0
    durationMs: int = 0
    formats: list[Item] | None = None  # {"name": "FLAC", "songs": 12, "bytes": 345}, the commonest first
    unavailable: int = 0
    unreadable: Item | None = None  # {"count": 1, "files": [URL]}, as guessed and links
    guessed: Item | None = None
    links: Item | None = None
    twice: Item | None = None  # {"count": 1, "albums": [{"id": …, "title": …, "songs": 2}]}, as incomplete
    incomplete: Item | None = None


Reply = Item | Iterable[Item] | Page | File | Lyrics | Collection | None


class Paging(NamedTuple):
    """How a source divides its lists into pages.

    Either `page` names the query parameter with the number of a page, from 1, or `offset` that with the number of the
    records before it. `size` names that with the number of records; `None` if the source has none. `max` is the largest
    number that the source returns, or the number of records of its pages if that is fixed: a larger one would lose what
    follows. `total` is the member of a response that counts all records; dots lead to members of members.
    """

    page: str | None = None
    offset: str | None = None
    size: str | None = "limit"
    max: int = 50
    total: str | None = None


class Cursor(NamedTuple):
    """How a source divides its lists into pages that only it can name.

    `parameter` is the query parameter with the cursor of a page, `member` the member of a response with that of the next
    page: a text, or a URL with that parameter; dots lead to members of members. The others are those of `Paging`.
    """

    parameter: str
    member: str
    size: str | None = "limit"
    max: int = 50
    total: str | None = None


class Upstream(NamedTuple):
    """A service that the provider requests: its scheme and host, and how it divides lists."""

    url: str
    paging: Paging | Cursor | None
    declaration: Mapping[str, Any]  # its element of the manifest

    @property
    def name(self) -> str:
        """What the cost of a method calls it: its host, or `{server}`."""
        return urllib.parse.urlsplit(self.url).netloc or self.url

    def address(self, path: str, query: Mapping[str, Any]) -> str:
        """Returns a URL. `{name}` in the path stands for that value of the query, encoded; other values follow `?`.

        Raises `NotFound` if the path has no value: the call has no id of this source.
        """
        query = {name: value for name, value in query.items() if value is not None}
        url = ""
        for text, name, _, _ in string.Formatter().parse(path):
            url += text
            if name is not None:
                value = str(query.pop(name, ""))
                if value in ("", ".", ".."):
                    raise NotFound(f"no {name} for {path}")
                url += urllib.parse.quote(value, safe="")
        texts = {name: str(value).lower() if isinstance(value, bool) else value for name, value in query.items()}
        if texts:
            url += ("&" if "?" in url else "?") + urllib.parse.urlencode(texts, doseq=True)
        return url if url.startswith(("https://", "http://")) else self.url + url


class Call:
    """A call of a method: its parameters, requests to the source, and what is reported beside the results."""

    def __init__(self, session: _Session, id: object, method: str, params: Mapping[str, Any]) -> None:
        self.method, self.params, self.config = method, params, session.config
        self.text = str(params.get("text") or "")
        self.limit, self.offset = int(params.get("limit") or 50), int(params.get("offset") or 0)
        self.cursor: str | None = params.get("cursor")  # instead of an offset, if the page before ended with a text
        self.country, self.lang, self.url = (params.get(name) for name in ("country", "lang", "url"))
        self.fresh_ms: int | None = None  # for how long the reply is fresh, if shorter than usual
        self.skipped = 0
        self._session, self._id = session, id
        self._notes: list[str] = []
        self._requests = 0
        self._has_parts = False
        self._waiting: dict[int, queue.SimpleQueue[Mapping[str, Any] | None]] = {}  # by request

    def id(self, type: str, namespace: str | None = None) -> str | None:
        """Returns the value of the first id of a type, in the provider's namespace or another; `None` without one."""
        start = f"{namespace or self._session.provider.namespace}:{type}:"
        ids = [self.params.get("id"), *(self.params.get("ids") or [])]
        return next((it.removeprefix(start) for it in ids if isinstance(it, str) and it.startswith(start)), None)

    def get(self, upstream: Upstream, path: str, /, *, optional: bool = False, as_text: bool = False,
            headers: Mapping[str, str] | None = None, **query: Any) -> Any:
        """Returns the JSON of a response, or its text. Query parameters that are `None` are left out.

        Raises `NotFound` if the source does not have it. If an optional request fails in any way, returns `None`; if
        another one fails, the call ends with its error.
        """
        members = {"as": "text" if as_text else None, "headers": headers}
        return self._fetch(upstream.address(path, query), members, optional)

    def post(self, upstream: Upstream, path: str, /, *, json: Any = None, form: Mapping[str, Any] | None = None,
             optional: bool = False, headers: Mapping[str, str] | None = None, **query: Any) -> Any:
        """Posts a JSON value or a form, and returns the JSON of the response."""
        text = None if form is None else urllib.parse.urlencode(form, doseq=True)
        members = {"body": json, "form": text, "headers": headers}
        return self._fetch(upstream.address(path, query), members, optional)

    def _fetch(self, url: str, members: Mapping[str, Any], optional: bool) -> Any:
        responses: queue.SimpleQueue[Mapping[str, Any] | None] = queue.SimpleQueue()
        with self._session.lock:
            self._requests += 1
            self._waiting[self._requests] = responses
            self._send({"fetch": url, "n": self._requests, "optional": optional or None, **members})
        response = responses.get()
        if response is None:
            raise Cancelled
        if response.get("status") == 404 and not optional:
            raise NotFound(url)
        return response.get("text", response.get("json"))

    def map(self, records: Iterable[Any], to: Conversion) -> list[Item]:
        """Converts records to items. A record for which `to` raises is skipped; one with `None` is left out."""
        items: list[Item] = []
        for record in records:
            try:
                item = to(record)
            except UNEXPECTED as error:
                self.skip(_reason(error))
            else:
                items += [] if item is None else [item]
        return items

    def page(self, upstream: Upstream, path: str, /, *, to: Conversion, items: str = "", **query: Any) -> Page:
        """Fetches the page of a list that the call asks for, with one request. `items` is the member with records."""
        if isinstance(upstream.paging, Cursor):
            return self._page_at_cursor(upstream, upstream.paging, path, items, to, query)
        paging = upstream.paging or Paging()
        start, size = 0, 0
        if paging.page:
            # Pages of one size, since the next call may have another limit.
            start, size = self.offset // paging.max * paging.max, paging.max
            query |= {paging.page: start // size + 1}
        elif paging.offset:
            start, size = self.offset, min(self.limit, paging.max)
            query |= {paging.offset: start}
        if size and paging.size:
            query |= {paging.size: size}
        response = self.get(upstream, path, **query)
        records = _records(response, items)
        wanted = records[self.offset - start:][:self.limit]
        end, skipped = self.offset + len(wanted), self.skipped
        found = self.map(wanted, to)
        total = _total(response, paging.total) if paging.total else None if size else len(records)
        is_short = paging.page and total is not None and 0 < len(records) < size and start + len(records) < total
        if is_short and self._session.is_real:
            print(f"{path}: the source returned {len(records)} records of a page of {size}, although it has {total}; "
                  f"if its pages have {len(records)}, say so: Paging(max={len(records)})", file=sys.stderr)
        is_more = end < start + len(records) or (end < total if total is not None else len(records) >= size > 0)
        # A total that counts records which are left out would be wrong.
        is_counted = len(found) + self.skipped - skipped == len(wanted)
        return Page(found, end if wanted and is_more else None, total if is_counted else None)

    def _page_at_cursor(self, upstream: Upstream, paging: Cursor, path: str, items: str, to: Conversion,
                        query: dict[str, Any]) -> Page:
        # The source may return more than the call wants: the next one gets the rest, of the same page.
        before, cursor = re.fullmatch("([0-9]+) (.*)", self.cursor or "0 ", re.DOTALL).groups()  # type: ignore[union-attr]
        start = int(before)
        query |= {paging.parameter: cursor or None}
        if paging.size:
            query |= {paging.size: min(start + self.limit, paging.max)}
        response = self.get(upstream, path, **query)
        records = _records(response, items)
        wanted, skipped = records[start:][:self.limit], self.skipped
        found = self.map(wanted, to)
        following = _cursor(_member(response, paging.member, None), paging.parameter)
        if start + len(wanted) < len(records):
            position: str | None = f"{start + len(wanted)} {cursor}"
        else:
            position = f"0 {following}" if following not in ("", cursor) else None
        is_counted = len(found) + self.skipped - skipped == len(wanted)
        return Page(found, position, _total(response, paging.total) if paging.total and is_counted else None)

    def part(self, items: Iterable[Item]) -> None:
        """Sends results that are shown at once; those that the handler returns follow them."""
        self._has_parts = True
        self._send({"part": self._usable(items)})

    def skip(self, reason: str) -> None:
        """Counts a record of the source that cannot be used, with a reason of a few words."""
        self.skipped += 1
        self._send({"skip": reason[:200]})

    def note(self, sentence: str) -> None:
        """Adds a sentence for the user, such as the licence of a text."""
        self._notes.append(sentence)

    def _usable(self, items: Iterable[Item]) -> list[Item]:
        """Skips items that are no JSON."""
        usable = []
        for item in items:
            try:
                _encoded(item)
                usable.append(item)
            except UNEXPECTED as error:
                self.skip(f"no JSON: {error}")
        return usable

    def _send(self, line: Mapping[str, Any], ends: bool = False) -> None:
        with self._session.lock:
            if self._session.calls.get(self._id) is not self:
                raise Cancelled
            if ends:
                del self._session.calls[self._id]
            self._session.write({"id": self._id} | {name: it for name, it in line.items() if it is not None})

    def _receive(self, line: Mapping[str, Any]) -> None:
        """Takes a response, or a cancellation, which ends the call whatever its handler does."""
        if line.get("cancel"):
            self._fail("CANCELLED", "The call was cancelled.")
            for responses in self._waiting.values():
                responses.put(None)
        elif waiting := self._waiting.pop(line.get("n", 0), None):
            waiting.put(line)

    def _fail(self, code: str, message: str) -> None:
        self._send({"error": {"code": code, "message": message[:500]}}, ends=True)

    def run(self) -> None:
        """Serves the call, and ends it with exactly one line, whatever the handler does."""
        try:
            try:
                served = self._session.provider.methods.get(self.method)
                if served is None:
                    raise Failed("METHOD_UNKNOWN", f"This provider does not serve {self.method}.")
                self._end(served.handler(self))
            except NotFound:
                self._end(None)
            except Failed as failed:
                self._fail(failed.code, failed.message)
            except Exception as error:
                traceback.print_exc()
                # After a response, its form may be another one than the handler expects; a variable of the environment,
                # a file or a name that is not there is a defect in any case.
                place = traceback.extract_tb(error.__traceback__)[-1].filename
                is_of_data = self._requests and isinstance(error, UNEXPECTED) and place not in (os.__file__, "<frozen os>")
                self._fail(BAD_DATA if is_of_data else "INTERNAL", _reason(error, with_place=True))
        except Cancelled:
            pass

    def _end(self, reply: Reply) -> None:
        if isinstance(reply, File):
            return self._send({"file": reply.url}, ends=True)
        if isinstance(reply, Lyrics):
            return self._send({"lyrics": reply.text, **self._remarks()}, ends=True)
        if isinstance(reply, Collection):
            return self._send({"collection": _cleaned(reply._asdict()), **self._remarks()}, ends=True)
        page = reply if isinstance(reply, Page) else self._page([reply] if isinstance(reply, dict) else reply or [])
        items = self._usable(page.items)
        self._send({"items": items, "next": page.next, "total": page.total, **self._remarks()}, ends=True)

    def _remarks(self) -> Mapping[str, Any]:
        return {"notes": self._notes or None, "freshMs": self.fresh_ms}

    def _page(self, reply: Iterable[Item]) -> Page:
        """The page of a complete list that the call asks for."""
        items = list(reply)
        if self._has_parts or "limit" not in self.params:
            return Page(items)
        end = self.offset + self.limit
        return Page(items[self.offset:end], end if end < len(items) else None, len(items))


def _member(value: Any, path: str, *default: Any) -> Any:
    """Returns a member of a member, or the value itself for an empty path."""
    for name in path.split(".") if path else []:
        if not isinstance(value, dict) or name not in value:
            if default:
                return default[0]
            raise Failed(BAD_DATA, f'The response has no "{path}".')
        value = value[name]
    return value


def _records(response: Any, path: str) -> list[Any]:
    records = _member(response, path) or []  # some sources write null for an empty list
    if not isinstance(records, list):
        raise Failed(BAD_DATA, f'"{path}" of the response is not a list.')
    return records


def _total(response: Any, path: str) -> int | None:
    stated = str(_member(response, path, None))
    return int(stated) if re.fullmatch("[0-9]{1,15}", stated) else None


def _cursor(stated: Any, parameter: str) -> str:
    """The cursor of the next page, which may be that of a URL; empty if there is none."""
    text = "" if stated is None else str(stated)
    if text.startswith(("https://", "http://", "/", "?")):
        return "".join(urllib.parse.parse_qs(urllib.parse.urlsplit(text).query).get(parameter, [])[:1])
    return text


def _reason(error: Exception, with_place: bool = False) -> str:
    """Says in a few words why a record cannot be used; with the line of the program if they do not say it alone."""
    if isinstance(error, KeyError) and not with_place:
        return f"no {error.args[0]}" if error.args else "KeyError"
    if type(error) is ValueError and not with_place:
        return str(error)
    frames = traceback.extract_tb(error.__traceback__)
    own = [it for it in frames if it.filename != __file__ and not it.filename.startswith(os.path.dirname(os.__file__))]
    place = (own or frames)[-1]
    return f"{type(error).__name__}: {error} ({os.path.basename(place.filename)}:{place.lineno})"


# Declarations

Handler = Callable[[Call], Reply]
AnyHandler = TypeVar("AnyHandler", bound=Handler)


class Served(NamedTuple):
    """A method that a provider serves."""

    handler: Handler
    declaration: Mapping[str, Any]  # as in a descriptor
    sample: Mapping[str, Any] | None


def secret(link: str, description: str = "") -> Mapping[str, Any]:
    """A key or token of the configuration, and the page where users get it. The program never sees its value."""
    if not link.startswith("https://"):
        raise ValueError(f"The link of a secret must be the https:// page where users get it, not {link!r}.")
    member: dict[str, Any] = {"type": "string", "secret": True, "link": link}
    return {**member, "description": description} if description else member


class Provider:
    """A provider: what its manifest declares, and the functions that serve its methods."""

    def __init__(self, id: str, name: str, *, attribution: str, version: str = "1.0.0", url: str | None = None,
                 terms: str | None = None, service: str | None = None, streams: bool = False, owned: bool = False,
                 hosts: Iterable[str] = (), inflight: int = 4,
                 config: Mapping[str, Mapping[str, Any]] | None = None, requires: Iterable[str] = (),
                 lacks: Mapping[str, list[str]] | None = None, description: str | None = None,
                 maintainers: Iterable[str] = ()) -> None:
        """`url` is the page of the source, `terms` that with its terms of use, `service` its name, if users know it.
        Users can listen there if it `streams`; if it is `owned`, its records are what the user has, such as their own server.
        `description` and `maintainers` are shown before somebody installs it.

        `hosts` are further hosts, such as those of pictures. `config` has a JSON schema for each value of the
        configuration, `requires` those without which no call can succeed, `lacks` the members that records of a kind never have.
        """
        if service is None and (streams or owned):
            raise ValueError("streams and owned say something about a service; name it: service=…")
        self._id, self.name, self.namespace = id, name, id.replace(".", "-")
        self.methods: dict[str, Served] = {}
        self._upstreams: list[Mapping[str, Any]] = []
        self._hosts = list(hosts)
        self._namespaces: list[str] = []
        self._urls: list[Mapping[str, str]] = []
        self._about: dict[str, Any] = {
            "version": version, "description": description, "maintainers": list(maintainers), "inflight": inflight,
            "lacks": lacks,
            "attribution": _cleaned({"text": attribution, "url": url, "terms": terms}),
            "configSchema": None if not config else {
                "type": "object", "additionalProperties": False, "properties": config,
                **({"required": list(requires)} if requires else {})},
            "services": [{"name": service, "namespaces": [self.namespace], **({"streams": True} if streams else {}),
                          **({"owned": True} if owned else {})}] if service else None,
        }

    def upstream(self, url: str, *, per_minute: int | None = None, requests: int | None = None,
                 per_ms: int | None = None, headers: Mapping[str, str] | None = None,
                 query: Mapping[str, str] | None = None, token: Mapping[str, str] | None = None,
                 paging: Paging | Cursor | None = None) -> Upstream:
        """Declares a service by scheme and host, and its limit: `per_minute`, or `requests` in `per_ms`.

        `"{server}"` is the user's own server, whose address is the setting `server` with the format `origin`.

        Every request to it has `headers` and `query`, in which `{key}` stands for a value of the configuration.
        The environment variable `MUSICBUS_ID_URL` replaces the first URL in tests, `MUSICBUS_ID_2_URL` the next one.
        """
        parts = urllib.parse.urlsplit(url)
        if not re.fullmatch(r"\{[A-Za-z0-9_-]+\}", url) and (
                parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/") or parts.query):
            raise ValueError('An upstream is a scheme and a host, such as "https://api.example.org", '
                             f'or a setting with the user\'s own server, such as "{{server}}", not "{url}".')
        limit = (per_minute, 60_000) if per_minute else (requests, per_ms)
        declaration = _cleaned({"url": url, "requests": limit[0], "perMs": limit[1], "headers": headers,
                                "query": query, "token": token})
        self._upstreams.append(declaration)
        return Upstream(url, paging, declaration)

    def ids(self, type: str, *patterns: str, namespace: str | None = None, example: str = "1") -> None:
        """Declares ids that the provider returns or understands, and the URLs of their pages: `https://…/{id}-*`.

        The first pattern that matches a URL counts. If its host begins with a variable, so does the value of the id: it is
        `en:1` with the language `https://{lang}.….…/{id}`, and `nina:1` with the label of `https://{artist}.….…/{id}`.
        `example` is the value of an id, if `1` is none.
        """
        name = f"{namespace or self.namespace}:{type}"
        self._namespaces.append(name)
        for url in patterns:
            variables = re.findall(r"\{\+?([^{}]*)\}", url)
            if "://{" in url and not re.match(r"https://\{[a-z]{1,20}\}(\.[^{}./]+){2}", url):
                raise ValueError(f'At least two labels follow a variable at the beginning of a host, as of "https://'
                                 f'{{artist}}.shop.example/{{id}}", not "{url}".')
            if variables[-1:] != ["id"] or len(variables) > 1 + ("://{" in url):
                raise ValueError(f'A pattern has {{id}} once, and one other variable at most, at the beginning of the host, not "{url}".')
            values = {"id": example, "lang": "en"}
            matching = re.sub(r"\{\+?([^{}]*)\}", lambda it: values.get(it[1], "x"), url).replace("*", "x")
            self._urls.append({"url": url, "id": ":".join([name, *(f"{{{it}}}" for it in variables)]), "example": matching})

    def id(self, type: str, value: object) -> str | None:
        """Returns an id in the provider's namespace; `None` without a value, which is also what 0 means."""
        if value in (None, "", 0):
            return None
        if f"{self.namespace}:{type}" not in self._namespaces:
            raise ValueError(f'ids("{type}") is not declared')
        if not isinstance(value, (str, int)) or not re.fullmatch(r"\S{1,200}", str(value)):
            raise ValueError(f"{str(value)[:40]!r} is no id")
        return f"{self.namespace}:{type}:{value}"

    def serves(self, method: str, *upstreams: Upstream | str, sample: str | Mapping[str, Any] | None = None,
               requests: int | None = None, fresh_hours: float | None = None) -> Callable[[AnyHandler], AnyHandler]:
        """Declares that a function serves a method, with requests to these upstreams, or to others of its `hosts`.

        It returns an item, a complete list of items, a `Page`, a `File`, `Lyrics`, a `Collection`, or `None`. `sample` is a text or an id with
        which it finds something, or all parameters. `requests` is the maximum of a call at each upstream, one of them a
        retry (2 by default), and `fresh_hours` the time for which its replies are fresh.
        """
        def declare(handler: AnyHandler) -> AnyHandler:
            if method in self.methods:
                raise ValueError(f'Two functions serve "{method}".')
            name = "id" if re.fullmatch(r"[a-z0-9-]+:[a-z0-9-]+:\S+", str(sample)) else "text"
            for host in upstreams:
                if isinstance(host, str) and host not in self._hosts:
                    raise ValueError(f'"{host}" is none of the hosts of the provider: {", ".join(self._hosts) or "it has none"}.')
            names = [it if isinstance(it, str) else it.name for it in upstreams]
            files = self._hosts if method in ("artwork.get", "preview.get", "stream.get") else []
            cost = dict.fromkeys(names, requests or 2) | dict.fromkeys(files, 2)
            declaration = {"cost": cost, "freshMs": int((fresh_hours or _usual_fresh_hours(method)) * 3_600_000)}
            self.methods[method] = Served(handler, declaration, {name: sample} if isinstance(sample, str) else sample)
            return handler
        return declare

    def whole_songs(self, *upstreams: Upstream) -> None:
        """Declares that users can play songs with a `stream`, whose URLs are at these upstreams or at the hosts.

        The URLs are requested without the program. The source has to be the user's own: see `owned`.
        """
        self.serves("stream.get", *upstreams)(_not_called)

    def manifest(self, executable: str = "./provider.py") -> Item:
        """Returns the contents of `provider.json`."""
        served = self.methods.items()
        name = "MUSICBUS_" + re.sub("[^A-Z0-9]", "_", self._id.upper())
        variables = [f"{name}_{number}_URL" if number > 1 else f"{name}_URL" for number, _ in enumerate(self._upstreams, 1)]
        manifest = {
            "id": self._id, "name": self.name, "version": "", "executable": executable, "lines": LINES, "inflight": 1,
            "methods": {name: it.declaration for name, it in served},
            "namespaces": self._namespaces, "urls": self._urls, "upstreams": self._upstreams, "hosts": self._hosts,
            "environment": variables,
            "samples": [{"method": name, "params": it.sample} for name, it in served if it.sample is not None],
        }
        return {name: value for name, value in (manifest | self._about).items() if value not in (None, [])}

    def run(self) -> typing.NoReturn:
        """Serves calls until standard input ends, and exits; with `--manifest [FILE]`, writes the manifest."""
        if sys.argv[1:2] == ["--manifest"] and len(sys.argv) < 4:
            text = _readable(self.manifest("./" + os.path.basename(sys.argv[0]))) + "\n"
            if sys.argv[2:]:
                with open(sys.argv[2], "w", encoding="utf-8") as file:
                    file.write(text)
            else:
                print(text, end="")
            sys.exit()
        if sys.argv[1:] or sys.stdin.isatty():
            self._explain()
        _serve(self)

    def _explain(self) -> typing.NoReturn:
        method, sample = next(((name, it.sample) for name, it in self.methods.items() if it.sample), ("METHOD", {}))
        values = " ".join(json.dumps(value, ensure_ascii=False) for value in sample.values())
        print(f"{self.name} is a MusicBus provider; a hub starts it. In its directory:\n"
              f"  musicbus provider try . {method} {values}\n"
              "  musicbus provider add .\n"
              f"  {sys.argv[0]} --manifest provider.json", file=sys.stderr)
        sys.exit(EXIT_USAGE)


def _not_called(call: Call) -> None:
    """Stands for a method that is served without the program."""


def _readable(value: Any, depth: int = 0) -> str:
    """JSON with a line for each member, and for each element and member of these."""
    text = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or not value or depth > 1 or depth and len(text) < 100:
        return text
    indent = "\n" + "  " * depth
    names = [json.dumps(name) + ": " for name in value] if isinstance(value, dict) else [""] * len(value)
    values = [_readable(it, depth + 1) for it in (value.values() if isinstance(value, dict) else value)]
    lines = [indent + "  " + name + it for name, it in zip(names, values)]
    return text[0] + ",".join(lines) + indent + text[-1]


def _usual_fresh_hours(method: str) -> int:
    """An hour for charts and what the user has, a day for growing lists, a week for the rest, a month for pictures."""
    usual = 1 if method.startswith(("chart", "collection")) else 168 if method.endswith(".get") else 24
    return {"album.songs": 168, "song.lyrics": 168, "artwork.get": 720}.get(method, usual)


# Serving


class _Session:
    """The running calls. The lock guards them, and the order of the lines that are sent."""

    def __init__(self, provider: Provider, config: Mapping[str, Any], output: Callable[[bytes], object]) -> None:
        self.provider, self.config, self.output = provider, config, output
        self.lock = threading.RLock()
        self.calls: dict[object, Call] = {}
        self.is_real = False  # responses of tests are often cut

    def write(self, line: Mapping[str, Any]) -> None:
        self.output(_encoded(line) + b"\n")

    def receive(self, line: Mapping[str, Any]) -> Call | None:
        """Returns the call if the line begins one; passes others on to their calls."""
        with self.lock:
            id = line["id"]
            if "method" in line:
                self.calls[id] = Call(self, id, line["method"], line.get("params") or {})
                return self.calls[id]
            if id in self.calls:
                self.calls[id]._receive(line)
            return None

    def cancel_waiting(self) -> None:
        with self.lock:
            for call in [call for call in self.calls.values() if call._waiting]:
                call._receive({"cancel": True})


def _encoded(value: Any) -> bytes:
    """Encodes JSON. Half a surrogate pair, which a source may send, has no UTF-8 and becomes `?`."""
    text = json.dumps(value, allow_nan=False, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace")


def _serve(provider: Provider) -> typing.NoReturn:
    # Only lines may reach standard output: what the program or a library prints goes to standard error.
    lines, output = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdout.flush()
    sys.stdout = sys.stderr

    def write(line: bytes) -> None:
        try:
            output.write(line)
            output.flush()
        except OSError:
            os._exit(1)  # nobody reads

    session = _Session(provider, _configuration(provider, lines.readline()), write)
    session.is_real = True
    threads: list[threading.Thread] = []
    for raw in lines:
        try:
            call = session.receive(json.loads(raw))
        except UNEXPECTED as error:
            print(f"Ignored a line: {error!r}", file=sys.stderr)
            continue
        if call:
            threads = [thread for thread in threads if thread.is_alive()]
            threads.append(threading.Thread(target=call.run, daemon=True))
            threads[-1].start()
    end = time.monotonic() + 1
    session.cancel_waiting()
    for thread in threads:
        thread.join(max(0, end - time.monotonic()))
    os._exit(0)  # even if a handler still runs


def _configuration(provider: Provider, raw: bytes) -> Mapping[str, Any]:
    """Returns the configuration of the first line; exits if it has another version."""
    try:
        line = json.loads(raw)
        version, config = line["lines"], line.get("config") or {}
    except UNEXPECTED:
        provider._explain()
    if version != LINES:
        print(f"{provider.name} speaks version {LINES} of the lines, not {version!r}.", file=sys.stderr)
        sys.exit(EXIT_CONFIGURATION)
    return typing.cast(Mapping[str, Any], config)


class testing:
    """Calls of a provider in memory: no process, no requests."""

    class Outcome:
        """What a call sent. `skipped` are the reasons, `requests` the URLs."""

        def __init__(self) -> None:
            self.items: list[Item] = []
            self.skipped: list[str] = []
            self.requests: list[str] = []
            self.notes: list[str] = []
            self.file: str | list[str] | None = None
            self.lyrics: str | None = None
            self.collection: Mapping[str, Any] | None = None
            self.error: Mapping[str, str] | None = None
            self.next: int | str | None = None
            self.total: int | None = None
            self.freshMs: int | None = None

    @staticmethod
    def call(provider: Provider, method: str, /, *, responses: Mapping[str, Any] | None = None,
             config: Mapping[str, Any] | None = None, **params: Any) -> testing.Outcome:
        """Makes a call. `responses` has JSON, a text, a status or a `Failed` for each URL, also without its query.

        Raises `AssertionError` if the call requests any other URL.
        """
        outcome = testing.Outcome()
        unknown: list[str] = []

        def output(data: bytes) -> None:
            line = json.loads(data)
            outcome.items += line.pop("part", line.pop("items", []))
            outcome.skipped += [line.pop("skip")] if "skip" in line else []
            if url := line.pop("fetch", None):
                outcome.requests.append(url)
                response = testing._response(url, responses or {})
                unknown.extend([] if response else [url])
                if "error" in response and "optional" not in line:
                    outcome.error, response = response["error"], {"cancel": True}
                call._receive(response | {"n": line["n"]})
            elif outcome.error is None:
                vars(outcome).update({name: it for name, it in line.items() if name != "id"})

        call = typing.cast(Call, _Session(provider, config or {}, output).receive(
            {"id": 1, "method": method, "params": params}))
        call.run()
        if unknown:
            known = ", ".join(responses or []) or "none"
            raise AssertionError(f"There is no response to {unknown[0]}, but to: {known}")
        return outcome

    @staticmethod
    def cassette(path: str) -> dict[str, Any]:
        """The responses in a file that `musicbus provider record` wrote, as `responses` of a call."""
        responses: dict[str, Any] = {}
        with open(path, encoding="utf-8") as lines:
            for line in map(json.loads, lines):
                if "status" in line:
                    url = urllib.parse.urlsplit(line["request"].partition(" ")[2])
                    # The secrets in a query are not the program's.
                    query = [it for it in urllib.parse.parse_qsl(url.query, True) if not it[1].startswith("secret-")]
                    address = url._replace(query=urllib.parse.urlencode(query)).geturl()
                    body = line.get("json", line.get("text"))
                    responses[address] = body if line["status"] == 200 else line["status"]
        return responses

    @staticmethod
    def _response(url: str, responses: Mapping[str, Any]) -> Item:
        def form(address: str) -> tuple[str, list[tuple[str, str]]]:
            return address.partition("?")[0], sorted(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query, True))

        known = [it for it in responses if form(it) == form(url)] or [it for it in responses if it == form(url)[0]]
        if not known:
            return {}
        value = responses[known[0]]
        if isinstance(value, Failed):
            return {"status": 0, "error": {"code": value.code, "message": value.message}}
        if isinstance(value, int):
            return {"status": value}
        return {"status": 200, "text" if isinstance(value, str) else "json": value}
