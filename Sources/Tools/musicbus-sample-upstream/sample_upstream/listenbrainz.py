"""The data sets of ListenBrainz: `/similar-artists/json`."""

from .library import Library
from .messages import Request, Response, html, json_response


def response(library: Library, request: Request) -> Response:
    """As the real one: not in the order of the scores, and an artist can be listed twice."""
    if request.get("algorithm") is None:
        return html(400, "400 Bad Request")
    wanted = request.get("artist_mbids")
    artist = next((artist for artist in library.artists if artist.musicbrainz == wanted), None)
    if artist is None:
        return json_response([])
    found = [{
        "artist_mbid": other.musicbrainz, "name": other.name, "comment": "", "score": 900 - 40 * place,
    } for place, other in enumerate(library.artists_similar_to(artist)[:12])]
    return json_response(found[::-1] + found[:1])
