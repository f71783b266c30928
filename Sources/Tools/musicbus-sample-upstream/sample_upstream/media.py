"""Pictures at the addresses of the APIs, in the size that the address contains, and a melody for each preview.

They are PNG and WAV whatever the extension says: a reader has to check the bytes or the content type, as with real
ones.
"""

import math
import re
import struct

from .audiodb import picture_name
from .catalogue import Album, Artist, Catalogue
from .library import Library
from .messages import Request, Response, not_found, of_type
from .pictures import Subject, draw
from .store import Store
from .texts import stable_hash

# The sizes of TheAudioDB's pictures, and the widths of smaller variants.
SHELVES = {"thumb": (700, 700), "logo": (800, 310), "fanart": (1000, 562), "banner": (1000, 185)}
VARIANTS = {"preview": 200, "small": 250, "medium": 500}
SAMPLE_RATE = 16_000
SECONDS = 4


class Subjects:
    """What the pictures at the addresses of all sources show: one album has one sleeve everywhere."""

    def __init__(self, catalogue: Catalogue, store: Store, library: Library) -> None:
        # By the part of an address that names the picture.
        self.subjects: dict[str, Subject] = {}
        for artist in [*catalogue.artists, library.prolific]:
            names = [picture_name(path, artist.name)
                     for path in ("artist/thumb", "artist/logo", "artist/fanart", "artist/banner")]
            self.subjects.update(dict.fromkeys([artist.musicbrainz, *names], portrait(artist)))
            for album in artist.albums:
                self.subjects[picture_name("album/thumb", f"{artist.name}-{album.title}")] = sleeve(album)
        for sold in store.albums:
            self.subjects[sold.picture] = sleeve(sold.album)
        for release in library.releases:
            self.subjects[release.group] = sleeve(release.work)

    def subject(self, path: list[str]) -> Subject:
        """What the picture of an address shows: the name with or without an extension is in its path."""
        names = [part.partition(".")[0] for part in path]
        return next((self.subjects[name] for name in names if name in self.subjects), Subject("/".join(path)))


def sleeve(album: Album) -> Subject:
    """Editions have the sleeve of their album."""
    return Subject(album.artist.name, next(filter(None, album.title.split(" (")), album.title))


def portrait(artist: Artist) -> Subject:
    people = (4 if artist.born is None else 1) if artist.members is None else artist.members
    return Subject(artist.name, people=max(1, people))


def response(subjects: Subjects, request: Request) -> Response:
    path = request.path
    match path[:2]:
        case ["artwork", "image"]:
            return store_picture(subjects, path)
        case ["artwork", "images"]:
            return audiodb_picture(subjects, path)
        case ["preview", shelf] if path[-1].endswith(".m4a") or shelf == "deezer" and path[-1].endswith(".mp3"):
            return of_type("audio/wav", melody(path[-1]))
    return not_found()


def store_picture(subjects: Subjects, path: list[str]) -> Response:
    """`/artwork/image/thumb/…/100x100bb.jpg`: any width and height, in any of the store's types."""
    size = re.fullmatch(r"(0*[1-9]\d{0,17})x(0*[1-9]\d{0,17})[^.x]*\.(jpg|png|webp)", path[-1], re.ASCII)
    if len(path) < 5 or not size:
        return not_found()
    return cached(picture_response(subjects.subject(path[:-1]), int(size[1]), int(size[2])))


def audiodb_picture(subjects: Subjects, path: list[str]) -> Response:
    """`/artwork/images/media/{artist|album}/{category}/NAME.jpg[/preview|/small|/medium]`."""
    if len(path) not in (6, 7) or path[4] not in SHELVES or (len(path) == 7 and path[6] not in VARIANTS):
        return not_found()
    width, height = SHELVES[path[4]]
    if len(path) == 7:
        width, height = VARIANTS[path[6]], max(1, height * VARIANTS[path[6]] // width)
    return cached(picture_response(subjects.subject(path[:6]), width, height))


def cached(picture: Response) -> Response:
    return picture.adding(Cache_Control="public, max-age=86400")


def picture_response(subject: Subject, width: int, height: int) -> Response:
    return of_type("image/png", draw(subject, width, height).png())


def melody(name: str) -> bytes:
    """Four seconds of a melody that belongs to a name, where a service has thirty of the song: mono, 16 bits."""
    samples = tune(notes(stable_hash("melody/" + name)))
    size = 2 * len(samples)
    header = struct.pack("<4sI8sIHHIIHH4sI", b"RIFF", 36 + size, b"WAVEfmt ", 16, 1, 1, SAMPLE_RATE, 2 * SAMPLE_RATE,
                         2, 16, b"data", size)
    return header + struct.pack(f"<{len(samples)}h", *samples)


def notes(number: int) -> list[float]:
    """Sixteen notes that go well together, each a step or a few from the one before it."""
    step, found = number >> 60, []
    for index in range(16):
        step = min(9, max(0, step + (number >> (index * 3) & 7) - 3))
        semitones = [0, 2, 4, 7, 9][step % 5] + 12 * (step // 5)
        found.append(196 * math.pow(2, (semitones + (number >> 56 & 7)) / 12))
    return found


def tune(notes: list[float]) -> list[int]:
    """Plucked notes over a bass; each fades, so that nothing starts or ends with a click."""
    count = SAMPLE_RATE * SECONDS
    length = count // len(notes)
    samples = []
    for index in range(count):
        note, place = divmod(index, length)
        pitch, time = notes[note], index / SAMPLE_RATE
        fade = math.exp(-4 * place / length) * min(1, place / 120, (length - place) / 400)
        bass = math.sin(math.pi * notes[note // 8 * 8] * time) * min(1, index / 800)
        tone = math.sin(2 * math.pi * pitch * time) + 0.3 * math.sin(4 * math.pi * pitch * time)
        samples.append(int((tone * fade * 8000 + bass * 3000) * min(1, (count - index) / 8000)))
    return samples
