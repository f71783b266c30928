"""Wikidata's `/w/api.php`, and the summaries of Wikipedia at `/api/rest_v1/page/summary/TITLE`."""

from typing import Any

from .catalogue import Artist
from .library import Library
from .messages import Request, Response, json_response, known, not_found


def response(library: Library, request: Request) -> Response:
    path = request.path
    if path[0] == "w":
        found = data(library, request)
    else:
        found = summary(library, request, path[4]) if len(path) > 4 else None
    return not_found() if found is None else json_response(found)


def title(artist: Artist, language: str) -> str:
    """Titles of pages differ by language, as all languages share one host here."""
    return artist.name if language == "EN" else f"{artist.name} ({language})"


def data(library: Library, request: Request) -> Any:
    match request.get("action"):
        case "wbgetentities":
            artist = next((artist for artist in library.artists if is_wanted(artist, request)), None)
            key = artist.wikidata if artist else request.get("ids")
            key = "-1" if key is None else key
            return {"entities": {key: item(artist) if artist else {"id": key, "missing": ""}}}
        case "query":
            wanted = (request.get("srsearch") or "").rstrip("=").split("=")[-1]
            found = [artist for artist in library.artists if artist.musicbrainz == wanted]
            return {"query": {"search": [{"title": artist.wikidata} for artist in found]}}
    return None


def is_wanted(artist: Artist, request: Request) -> bool:
    """Whether an artist has the item, or the page, that the request names."""
    ids = request.get("ids")
    if ids is not None:
        return artist.wikidata == ids
    return any(request.get("sites") == language.lower() + "wiki" and request.get("titles") == title(artist, language)
               for language in artist.biography)


def item(artist: Artist) -> dict[str, Any]:
    sites = {language.lower() + "wiki": title(artist, language) for language in artist.biography}
    return {
        "id": artist.wikidata, "labels": {"en": {"value": artist.name}},
        "sitelinks": {site: {"title": page} for site, page in sites.items()},
        "claims": known({
            "P434": claim(artist.musicbrainz), "P1902": claim(artist.spotify),
            "P2722": claim(artist.deezer), "P569": year_claim(artist.born),
            "P571": year_claim(artist.formed),
        }),
    }


def year_claim(year: int | None) -> list[Any] | None:
    return None if year is None else claim({"time": f"+{year}-00-00T00:00:00Z", "precision": 9})


def claim(value: Any) -> list[Any]:
    """The value, and one that turned out to be wrong."""
    return [{"mainsnak": {"datavalue": {"value": text}}, "rank": rank}
            for text, rank in (("wrong", "deprecated"), (value, "normal"))]


def summary(library: Library, request: Request, name: str) -> dict[str, Any] | None:
    for artist in library.artists:
        for language, text in artist.biography.items():
            if title(artist, language).replace(" ", "_") == name:
                return {"type": "standard", "title": name.replace("_", " "), "extract": text,
                        "originalimage": image(artist, request, 900), "thumbnail": image(artist, request, 330)}
    return None


def image(artist: Artist, request: Request, size: int) -> dict[str, Any]:
    path = f"/artwork/image/wiki/commons/{artist.musicbrainz}/{size}x{size}.jpg"
    return {"source": request.base + path, "width": size, "height": size}
