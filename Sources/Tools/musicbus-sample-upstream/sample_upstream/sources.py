"""The upstream APIs as one function from request to response: no socket, no clock, no state.

Each API has its real paths, so that a provider needs only another base URL.
"""

from functools import cached_property

from . import (audiodb, charts, deezer, itunes, listenbrainz, lrclib, media, musicbrainz, opensubsonic, spotify,
               wiki)
from .catalogue import Catalogue
from .library import Library
from .messages import Request, Response, html, not_found
from .store import Store


class Samples:
    """All that the sources know; parts that not everybody needs are made when they are."""

    def __init__(self, catalogue: Catalogue | None = None) -> None:
        self.catalogue = catalogue or Catalogue.sample()
        self.store = Store(self.catalogue)
        self.charts = charts.Charts(self.store)
        self.audiodb = audiodb.AudioDB(self.catalogue)

    @cached_property
    def library(self) -> Library:
        return Library(self.catalogue, self.store)

    @cached_property
    def subjects(self) -> media.Subjects:
        return media.Subjects(self.catalogue, self.store, self.library)

    def response(self, request: Request) -> Response:
        match request.path:
            case ["api", "token"] | ["v1", *_]:
                return spotify.response(self.library, request)
            case _ if request.method not in ("GET", "HEAD"):
                return html(405, "405 Method Not Allowed")
            case ["search"]:
                return itunes.search(self.store, request)
            case ["lookup"]:
                return itunes.lookup(self.store, request)
            case ["w", "api.php", *_] | ["api", "rest_v1", *_]:
                return wiki.response(self.library, request)
            case ["ws", "2", *_]:
                return musicbrainz.response(self.library, request)
            case ["release-group" | "release" | "download" | "items", *_]:
                return musicbrainz.cover_art(self.library, request)
            case ["search", _, *_]:
                return deezer.response(self.library, request)
            case [root, *_] if root in deezer.PATHS:
                return deezer.response(self.library, request)
            case ["similar-artists", "json", *_]:
                return listenbrainz.response(self.library, request)
            case ["rest", _, *_]:
                return opensubsonic.response(self.library, request)
            case ["api", "search", *_]:
                return lrclib.response(self.library, request)
            case ["api", "v1", *_]:
                return audiodb.response(self.audiodb, request)
            case ["api", "v2", *_]:
                return charts.most_played(self.charts, request)
            case [_, "rss", *_]:
                return charts.legacy(self.charts, request)
            case ["artwork" | "preview", *_]:
                return media.response(self.subjects, request)
        return not_found()
