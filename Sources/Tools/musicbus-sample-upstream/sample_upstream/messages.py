"""Requests and responses: values without a socket, so that sources can be tested alone."""

import json
import re
import urllib.parse
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

JSON_TYPE = "application/json; charset=utf-8"


@dataclass
class Request:
    """A request with its target as sent; `headers` are by name in lower case."""

    method: str
    target: str
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def path_text(self) -> str:
        """The path as sent, without the query."""
        return self.target.partition("?")[0]

    @property
    def query_text(self) -> str:
        return self.target.partition("?")[2]

    @cached_property
    def path(self) -> list[str]:
        """The decoded parts of the path."""
        return [urllib.parse.unquote(part) for part in self.path_text.split("/") if part]

    @cached_property
    def query(self) -> list[tuple[str, str]]:
        """The names and values of the query, decoded."""
        return urllib.parse.parse_qsl(self.query_text, keep_blank_values=True)

    def get(self, name: str) -> str | None:
        """The first value of a name in the query."""
        return next((value for key, value in self.query if key == name), None)

    @property
    def base(self) -> str:
        """The base URL of this server as in the request; an invalid host name is not echoed."""
        host = self.headers.get("host", "")
        return "http://" + (host if re.fullmatch("[A-Za-z0-9:.-]+", host) else "127.0.0.1")


@dataclass
class Response:
    """A response with its whole body, unless a fault makes it shorter or longer than it should be."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes = b""
    # The length to announce for a body that is cut: the connection ends after the bytes that are there.
    announced: int | None = None
    # The length of a body that announces none: after the bytes follow spaces, and the end of the connection.
    padded: int | None = None

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key == name), None)

    def adding(self, **headers: str) -> "Response":
        """With more headers; `_` stands for the hyphen in a name."""
        added = [(name.replace("_", "-"), value) for name, value in headers.items()]
        return replace(self, headers=self.headers + added)


def of_type(content_type: str, body: bytes, status: int = 200) -> Response:
    return Response(status, [("Content-Type", content_type)], body)


def json_response(value: Any, status: int = 200, content_type: str = JSON_TYPE, is_ascii: bool = False) -> Response:
    """JSON; other letters than those of ASCII as `\\uXXXX`, as PHP writes it, if wanted."""
    text = json.dumps(value, ensure_ascii=is_ascii, sort_keys=True, separators=(",", ":"))
    return of_type(content_type, text.encode(), status)


def known(members: dict[str, Any]) -> dict[str, Any]:
    """An object without the members whose value is not known."""
    return {name: value for name, value in members.items() if value is not None}


def html(status: int, title: str) -> Response:
    page = f"<!DOCTYPE html>\n<html><head><title>{title}</title></head>\n<body><h1>{title}</h1></body></html>\n"
    return of_type("text/html; charset=UTF-8", page.encode(), status)


def not_found() -> Response:
    return html(404, "404 Not Found")


def in_part(file: Response, request: Request) -> Response:
    """The range of a file that a request asks for, if it is `bytes=FIRST-` or `bytes=FIRST-LAST`."""
    wanted = re.fullmatch(r"bytes=(\d{1,18})-(\d{0,18})", request.headers.get("range", ""), re.ASCII)
    size = len(file.body)
    if not wanted:
        return file.adding(Accept_Ranges="bytes")
    first, last = int(wanted[1]), min(int(wanted[2] or size), size - 1)
    if first > last:
        return html(416, "416 Range Not Satisfiable").adding(Content_Range=f"bytes */{size}")
    part = replace(file, status=206, body=file.body[first:last + 1])
    return part.adding(Content_Range=f"bytes {first}-{last}/{size}")
