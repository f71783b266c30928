"""LRCLIB: lyrics at `/api/search`."""

from typing import Any

from .library import Library, Recording
from .messages import Request, Response, json_response
from .texts import SearchText, stable_number

WORDS = [
    "The lamps along the harbour go out one by one", "I keep the letters that you never wrote",
    "Carry me home on a paper boat", "And the radio hums to an empty room", "Count the windows, count the trains",
    "We were taller than the summer rain", "Nobody asks where the echoes go", "Turn the record, play it slow",
    "Half of the sky is enough for two", "The river knows what the river knew",
]


def response(library: Library, request: Request) -> Response:
    title, artist = SearchText(request.get("track_name") or ""), SearchText(request.get("artist_name") or "")
    return json_response([record(track) for track in library.recordings_matching(title, artist)[:20]])


def record(track: Recording) -> dict[str, Any]:
    """Made-up words: every fourth song is instrumental, every fourth has no times, every fourth has no words at all."""
    number = stable_number("lrclib/" + track.key, 90_000_000)
    kind = number % 4
    plain = ["" if line == 3 else WORDS[(number + line * 7) % len(WORDS)] for line in range(8)]
    timed = [(12 + line * 20, text) for line, text in enumerate(plain) if 12 + line * 20 < track.track.seconds]
    synced = [f"[{seconds // 60:02}:{seconds % 60:02}.00] {text}" for seconds, text in timed]
    return {
        "id": number, "trackName": track.track.title,
        "artistName": track.release.artist.name, "albumName": track.release.album.title,
        "duration": track.track.seconds, "instrumental": kind == 3,
        "plainLyrics": "\n".join(plain) if kind in (0, 2) else None,
        "syncedLyrics": "\n".join(synced) if kind in (2, 3) else None,
    }
