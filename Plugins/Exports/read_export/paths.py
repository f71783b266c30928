"""Reads the names in the paths of files: ``Artist/Album/01 Title.mp3``."""

import itertools
import re
import urllib.parse

from . import rows, values
from .rows import Row

_MUSIC = re.compile(
    r"(?:mp3|flac|ogg|oga|opus|m4a|m4p|m4b|mp4|aac|wma|wav|aif|aiff|ape|wv|alac|mpc|mka|webm|dsf|dff)", re.IGNORECASE)
_ENDING = re.compile(r"\.[A-Za-z0-9]{1,5}$")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
# `01 Title`, `01. Title`, `01 - Title`, `01_Title`, `1-02 Title`
_NUMBER = re.compile(r"(?:([0-9])-(?=[0-9]{2}\b))?([0-9]{1,3})"
                     r"(?:(\s*[.)_-]\s+|\s+[-_]\s*|[.)_-]+(?=[^\s0-9.)_-]))|\s+)(?=\S)")
_DISC = re.compile(r"(?:cd|disc|disk)\s*[-_#]?\s*([0-9]{1,2})\b.*", re.IGNORECASE)
_YEAR = re.compile(r"(?:[12][0-9]{3}\s+[-–]\s+|[(\[][12][0-9]{3}[)\]]\s*[-–]?\s*)(?=\S)")
_YEAR_AFTER = re.compile(r"(?<=\S)\s*[(\[][12][0-9]{3}[)\]]$")
# Folders above music, which name neither artist nor album; what is before them says nothing either.
_ROOTS = {
    "music", "musik", "musique", "musica", "música", "muziek", "my music", "meine musik", "mp3", "mp3s", "flac",
    "audio", "songs", "downloads", "download", "desktop", "documents", "itunes", "itunes music", "itunes media",
    "library", "playlists", "collection", "sdcard", "storage", "tracks", "unsorted",
}
_HOMES = {"home", "users", "volumes", "mnt", "media"}
# The folders of albums by several artists.
_VARIOUS = {"compilations", "compilation", "soundtracks", "soundtrack", "various"}


def is_path(line: str) -> bool:
    """Whether a line is the path or the URL of a piece of music: ``a.mp3``, ``C:\\a``, ``file:///a``."""
    if line.lower().startswith("file:") or _DRIVE.match(line):
        return True
    before, _, ending = re.sub(r"[?#].*", "", line).rpartition(".") if "://" in line else line.rpartition(".")
    return bool(before and _MUSIC.fullmatch(ending)) and "\t" not in line


def read_path(row: Row, address: str) -> None:
    """Takes the names that are not known yet from ``Artist/Album/01 Title.mp3``, and keeps the path."""
    path = file_path(address)
    if len(path) > rows.MAX_LINK:
        return
    folders: list[str]
    if "://" in path:
        # The folders of a web site are those of its owner.
        folders, file = [], decoded(re.sub(r"[?#].*", "", path).rpartition("/")[2])
    else:
        row.path = rows.cleaned(path)
        folders, file = _folders(decoded(path))
    title, artist, album = _names(row, folders, rows.known(_ENDING.sub("", file)))
    row.name = row.name or title
    row.artist = row.artist or artist
    if not row.album and (not artist or _is_same(artist, row.artist)):
        row.album = album


def file_path(address: str) -> str:
    """The path in ``file://localhost/C:/a%20b.mp3``; any other address as it is."""
    match = re.match(r"file:(?://(?:localhost)?)?(?=/|[A-Za-z]:)", address, re.IGNORECASE)
    if not match:
        return address
    path = decoded(address[match.end():])
    return path[1:] if _DRIVE.match(path[1:]) else path


def decoded(text: str) -> str:
    """Percent-encoded text, decoded if that is UTF-8."""
    if not re.search("%[0-9A-Fa-f]{2}", text):
        return text
    try:
        return urllib.parse.unquote(text, errors="strict")
    except UnicodeDecodeError:
        return text


def _folders(path: str) -> tuple[list[str], str]:
    """The folders that may name an artist and an album, and the file."""
    path = path[2:] if _DRIVE.match(path) else path
    parts = [part.strip() for part in re.split(r"[\\/]", path) if part.strip() not in ("", ".", "..")]
    folders, is_absolute = parts[:-1], path[:1] in ("\\", "/")
    # `/home/NAME/…`, `/mnt/DISK/…`: these are no names of artists.
    if folders and is_absolute and folders[0].lower() in _HOMES:
        folders = folders[2:]
    roots = [index for index, name in enumerate(folders) if name.lower() in _ROOTS]
    if roots and (is_absolute or roots[0] == 0):
        folders = list(itertools.dropwhile(lambda name: name.lower() in _ROOTS, folders[roots[0]:]))
    return folders, parts[-1] if parts else ""


def _names(row: Row, folders: list[str], stem: str) -> tuple[str, str, str]:
    """The title, artist and album that the folders and the file name; two different artists are a doubt."""
    disc = _DISC.fullmatch(folders[-1]) if folders else None
    if disc:
        row.discNumber, folders = row.discNumber or values.positive(disc[1]), folders[:-1]
    artist, album = _names_of_folders(folders)
    title, by, on = _names_of_file(row, stem, has_album=bool(album))
    if by and artist and not _is_same(by, artist):
        if rows.is_version(title):
            title, by = f"{by} - {title}", ""
        else:
            # A single folder may have any name; of two, the first is usually that of the artist.
            if album and not row.name and not row.artist:
                row.doubt = f"the file names the artist {by}, its folder {artist}"
            album = ""
    return title, rows.known(by or artist), rows.known(on or album)


def _names_of_folders(folders: list[str]) -> tuple[str, str]:
    """The artist and album: ``Artist/Album``, ``Artist - Album``, ``Artist``, ``Album (1977)``."""
    if not folders:
        return "", ""
    artist, last = folders[-2] if len(folders) > 1 else "", folders[-1]
    album = _YEAR_AFTER.sub("", _YEAR.sub("", last))
    both = rows.split(album)
    if both and (not artist or _is_same(both[0], artist)):
        artist, album = both
    elif not artist and album == last:
        artist, album = last, ""
    return "" if rows.is_various(artist) or artist.lower() in _VARIOUS else artist, album


def _names_of_file(row: Row, stem: str, *, has_album: bool) -> tuple[str, str, str]:
    """The title, artist and album in ``01 Title``, ``01 - Artist - Title``, ``Artist - Album - 01 - Title``."""
    if " " not in stem:
        stem = stem.replace("_", " ").strip()
    match = _NUMBER.match(stem)
    # `99 Problems`, `7 Rings`, `50 Cent - …`: without a sign or a zero, only 10 to 39 in the folder of an album
    # are the number of a track.
    if match and (match[3] or match[1] or match[2][0] == "0"
                  or has_album and 10 <= int(match[2]) < 40 and not rows.split(stem)):
        row.trackNumber = row.trackNumber or values.positive(match[2])
        row.discNumber = row.discNumber or values.positive(match[1] or "")
        stem = stem[match.end():].strip()
    parts = [part.strip() for part in re.split(r"\s[-–—]\s", stem)]
    for at in range(1, len(parts) - 1):
        if re.fullmatch("[0-9]{1,3}", parts[at]) and not rows.is_version(parts[at + 1]):
            row.trackNumber = row.trackNumber or values.positive(parts[at])
            return " - ".join(parts[at + 1:]), parts[0], " - ".join(parts[1:at])
    both = rows.split(stem)
    return (both[1], both[0], "") if both else (stem, "", "")


def _is_same(name: str, other: str) -> bool:
    """Whether two texts name one artist, perhaps with guests."""
    name, other = name.lower(), other.lower()
    return name.startswith(other) or other.startswith(name)


def read_address(row: Row, address: str, *, has_place: bool = True) -> None:
    """Takes what the address of an entry says: the path of a file, a link, or only a name."""
    if is_path(address):
        read_path(row, address)
    elif has_place and not row.ids and not row.name and not values.is_link(address):
        read_path(row, address)
        row.path = row.path if re.search(r"[\\/]", address) else ""
    if not row.path and not address.startswith("spotify:local:"):
        row.set_link(address)
    if row.name or row.ids:
        row.skipped = ""
    elif address:
        row.skipped = rows.PODCAST if values.is_podcast(address) else (
            rows.UNKNOWN_LINK if row.links else rows.LOCAL_FILE)
        row.name = rows.cleaned(address)
