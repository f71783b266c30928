"""Reads single values: ids, links, dates and lengths, as programs and spreadsheets write them.

A value that has an unknown form is none; it never costs its row.
"""

import datetime
import functools
import re

# MARK: Ids

# The kinds of entities, by the types of ids (MusicModel/EntityID.swift).
KINDS = {
    "artist": "artist", "album": "album", "release-group": "album", "release": "album",
    "song": "song", "track": "song", "recording": "song",
}
SPOTIFY_TYPES = {"track": "song", "song": "song", "album": "album", "artist": "artist"}
UUID = r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"

_SPOTIFY_VALUE = re.compile(r"[0-9A-Za-z]{22}")
_SPOTIFY_URI = re.compile(r"spotify:(track|album|artist):([0-9A-Za-z]{22})")
_SPOTIFY_URL = re.compile(
    r"(?:https?://)?(?:open|play)\.spotify\.com/(?:intl-[a-z-]+/)?(?:embed/)?"
    r"(track|album|artist)/([0-9A-Za-z]{22})/?(?:[?#].*)?", re.IGNORECASE)
_MUSICBRAINZ_URL = re.compile(
    rf"(?:https?://)?(?:www\.|beta\.)?musicbrainz\.org/([a-z-]+)/({UUID})/?(?:[?#].*)?", re.IGNORECASE)
_ENTITY_ID = re.compile(r"([a-z0-9-]{1,40}):([a-z0-9-]{1,40}):([^\s\x00-\x1f\x7f]+)")
_UUID = re.compile(UUID)
_ISRC = re.compile(r"[A-Z]{2}[A-Z0-9]{3}[0-9]{7}")
_HOST = re.compile(r"(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}/")
_PODCAST = re.compile(r"spotify:(?:episode|show):|spotify\.com/(?:intl-[a-z-]+/)?(?:embed/)?(?:episode|show)/")


def kind_of(entity_id: str) -> str | None:
    """The kind of the entity that an id names."""
    return KINDS.get(entity_id.split(":")[1])


def find_id(text: str) -> str | None:
    """The id in a text: an id, a URI or URL of Spotify or MusicBrainz, a bar code or an ISRC.

    Links of other services stay links: only their providers know how to read them.
    """
    text = text.strip()
    if not 8 <= len(text) <= 400:
        return None
    found = spotify(text) or musicbrainz(text) or bar_code(_without_name(text, "upc", "ean", "gtin"), grouped=True)
    return found or isrc(_without_name(text, "isrc")) or _entity_id(text)


def spotify(uri: str) -> str | None:
    """The id in ``spotify:track:2f8Hc0w7BpDtzwoa6BHKec`` or in the URL of its page."""
    match = _SPOTIFY_URI.fullmatch(uri) or _SPOTIFY_URL.fullmatch(uri)
    return f"spotify:{SPOTIFY_TYPES[match[1].lower()]}:{match[2]}" if match else None


def spotify_value(kind: str, value: str) -> str | None:
    """The id of a kind at Spotify, if the value is one: 22 letters and digits."""
    return f"spotify:{kind}:{value}" if _SPOTIFY_VALUE.fullmatch(value) else None


def musicbrainz(url: str) -> str | None:
    """The id in an address such as those of JSPF: ``https://musicbrainz.org/recording/MBID``."""
    match = _MUSICBRAINZ_URL.fullmatch(url)
    return mbid(match[1].lower(), match[2]) if match else None


def mbid(kind: str, value: str) -> str | None:
    if kind not in KINDS or not _UUID.fullmatch(value):
        return None
    return f"mbid:{kind}:{value.lower()}"


def isrc(code: str) -> str | None:
    """The id for the code of a recording, which may contain hyphens and blanks."""
    code = code.upper().replace("-", "").replace(" ", "")
    return f"isrc:recording:{code}" if _ISRC.fullmatch(code) else None


def bar_code(text: str, *, grouped: bool = False) -> str | None:
    """The id for the bar code of an album: 12 to 14 digits with a valid check digit (GS1, 7.9)."""
    if grouped:
        groups = re.split("[ -]", text)
        # One group has at least five digits, which years and days of the month do not have.
        if not all(groups) or all(len(group) < 5 for group in groups):
            return None
        text = "".join(groups)
    if not re.fullmatch(r"[0-9]{12,14}", text):
        return None
    if sum(int(digit) * (3 if index % 2 else 1) for index, digit in enumerate(reversed(text))) % 10:
        return None
    digits = text.lstrip("0")
    return f"upc:album:{digits:0>12}" if len(digits) >= 8 else None


def _without_name(text: str, *names: str) -> str:
    """A code without its name: ``upc:600019638258``, ``ISRC GBAYE9714951``."""
    match = re.match(r"([A-Za-z]+)[: ]\s*", text)
    return text[match.end():] if match and match[1].lower() in names else text


def _entity_id(text: str) -> str | None:
    """An id as this program writes it: ``itunes:artist:487143``."""
    match = _ENTITY_ID.fullmatch(text)
    if not match or len(match[3].encode("utf-8", "replace")) > 200:
        return None
    namespace, kind, value = match.groups()
    # The words of a URI are no id, even if they have its form.
    if kind not in KINDS or namespace in ("http", "https", "file"):
        return None
    if namespace == "spotify" and (kind == "track" or not _SPOTIFY_VALUE.fullmatch(value)):
        return None
    if namespace == "mbid" and not _UUID.fullmatch(value):
        return None
    return f"{namespace}:{kind}:{value.lower() if _UUID.fullmatch(value) else value}"


def is_link(text: str) -> bool:
    """Whether a text is a URL, with or without its scheme, or a URI of a service."""
    return "://" in text or text.startswith("spotify:") or bool(_HOST.match(text))


def is_podcast(uri: str) -> bool:
    return bool(_PODCAST.search(uri))


def is_video(uri: str) -> bool:
    return "youtube." in uri or "youtu.be/" in uri


# MARK: Numbers

def whole(text: str) -> int | None:
    """A whole number of ASCII digits; ``int`` takes more: ``1_000``, digits of other scripts."""
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,18}", text) else None


def positive(value: object) -> int | None:
    """The whole number above zero that a value is."""
    if isinstance(value, str):
        value = whole(value.strip())
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 1 << 62 else None


def duration(text: str, unit: int = 1) -> int | None:
    """A length in milliseconds: a number of ``unit`` milliseconds, ``225s``, ``3:45`` or ``1:02:03``."""
    text = text.strip()
    if re.fullmatch(r"[0-9]{1,18}(?::[0-9]{1,18}){1,2}", text):
        seconds = functools.reduce(lambda sum, part: sum * 60 + int(part), text.split(":"), 0)
        return recording_ms(seconds * 1000)
    match = re.fullmatch(r"([0-9]{1,18}(?:\.[0-9]*)?)(s?)", text)
    if not match:
        return None
    number = float(match[1])
    if match[2]:
        return recording_ms(number * 1000)
    # No song has ten hours: such a number of "seconds" is one of milliseconds.
    return recording_ms(number * (1 if number >= 36_000 else unit))


def recording_ms(ms: float | None) -> int | None:
    """A length, unless it is none of a recording."""
    return int(ms) if ms is not None and 1 <= ms < 1e9 else None


# MARK: Dates

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2})([T ].*)?)?)?", re.DOTALL)
def release_date(text: str) -> str | None:
    """The date of a release: ``2006-03-17``, ``2006-03``, or at least its year."""
    text = text.strip()
    match = _DATE.fullmatch(text)
    # The start of 1970, with a time, is a zero that was taken for a moment.
    if match and match[4] and match.group(1, 2, 3) == ("1970", "01", "01"):
        return None
    try:
        if match and datetime.date(int(match[1]), int(match[2] or 1), int(match[3] or 1)):
            return "-".join(part for part in match.group(1, 2, 3) if part)
    except ValueError:
        pass
    # `2006-01-00`, `26/06/2006`, `May 1973`, `1973.0`
    years = [number for number in re.findall(r"[0-9]+", text[:100]) if len(number) == 4]
    return years[0] if len(years) == 1 and 1860 <= int(years[0]) <= 2100 else None


def moment(text: str) -> str | None:
    """The time at which something was added or played, in UTC if the text names no zone."""
    text = text.strip()[:60]
    number = whole(text)
    if number is not None:
        # Seconds or milliseconds since 1970.
        return _written(number * (1_000_000 if number < 10 ** 11 else 1000)) if 0 < number < 10 ** 14 else None
    text = re.sub(r"\s*(?:UTC|GMT)$|\s+(?=[+-][0-9]{2}:?[0-9]{2}$)", "", text)
    for part in (text, text[:10]):
        try:
            return _moment_at(datetime.datetime.fromisoformat(part))
        except ValueError:
            pass
    # `11 Jul 2024, 09:07`, `2021/5/6`
    words = re.sub(r"([A-Za-z]{3})[A-Za-z]*", r"\1", " ".join(text.replace(",", " ").split()))
    day = "%Y/%m/%d" if text[4:5] == "/" else "%d %b %Y" if re.search("[A-Za-z]", words) else ""
    for clock in ("", " %H:%M", " %H:%M:%S") if day else ():
        try:
            return _moment_at(datetime.datetime.strptime(words, day + clock))
        except ValueError:
            pass
    return None


def _moment_at(time: datetime.datetime) -> str | None:
    time = time if time.tzinfo else time.replace(tzinfo=datetime.UTC)
    return _written((time - _EPOCH) // datetime.timedelta(microseconds=1))


def _written(microseconds: int) -> str | None:
    """A moment as Timestamp.swift writes it; moments of 1970 are zeros, small numbers or zones, not dates."""
    if not 365 * 86_400_000_000 <= microseconds < 253_370_764_800_000_000:
        return None
    time = _EPOCH + datetime.timedelta(microseconds=microseconds)
    return time.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"
