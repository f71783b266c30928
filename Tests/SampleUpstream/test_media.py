"""Pictures and sounds."""

import struct
import unittest
import zlib

from support import SAMPLES, ask

from sample_upstream.catalogue import FILE
from sample_upstream.drawing import split_lines
from sample_upstream.pictures import Subject, draw


def read_png(data: bytes) -> tuple[int, int, bytes]:
    """Width, height and pixels, each line after a zero; fails if the file is not whole."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    chunks, position = {}, 8
    while position < len(data):
        size, kind = struct.unpack(">I4s", data[position:position + 8])
        content = data[position + 8:position + 8 + size]
        assert struct.unpack(">I", data[position + 8 + size:position + 12 + size]) == (zlib.crc32(kind + content),)
        chunks[kind] = content
        position += 12 + size
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    pixels = zlib.decompress(chunks[b"IDAT"])
    assert list(chunks)[-1] == b"IEND" and len(pixels) == height * (1 + 3 * width)
    return width, height, pixels


class Pictures(unittest.TestCase):
    def test_letter_any_title_on_at_most_as_many_lines_as_there_is_room_for(self) -> None:
        titles = [line.partition("|")[0] for line in FILE.read_text(encoding="utf-8").splitlines()]
        for title in [*titles, "", " ", "a b c d e f g h i j k l m n o p q r s t u v w x y z"]:
            for count in (1, 2, 3):
                self.assertIn(len(split_lines(title, count)), range(1, count + 1), title)
        for title in titles[::9]:
            draw(Subject(title, title), 8, 8)

    def test_have_the_size_given_in_an_address_of_the_store(self) -> None:
        for file, size in (("100x100bb.jpg", (100, 100)), ("300x300bb.jpg", (300, 300)), ("55x55bb-85.png", (55, 55)),
                           ("3x7bb.png", (3, 7)), ("4000x30bb.jpg", (1000, 30)), ("100x100-75.jpg", (100, 100))):
            response = ask("/artwork/image/thumb/Music221/v4/aa/source/" + file)
            self.assertEqual(response.header("Content-Type"), "image/png")
            self.assertEqual(read_png(response.body)[:2], size)

    def test_are_small_for_addresses_of_theaudiodb_with_a_size(self) -> None:
        for suffix, width in (("", 700), ("/preview", 200), ("/small", 250), ("/medium", 500)):
            response = ask("/artwork/images/media/artist/thumb/abc.jpg" + suffix)
            self.assertEqual(read_png(response.body)[0], width)

    def test_are_not_found_at_other_addresses(self) -> None:
        for target in ("/artwork", "/artwork/image/thumb/x/y/big.jpg", "/artwork/image/thumb/x/y/0x0bb.jpg",
                       "/artwork/images/media/artist/attic/a.jpg", "/preview", "/preview/x.mp3",
                       "/artwork/images/media/artist/thumb/a.jpg/huge", "/artwork/image/thumb/x/y/axbbb.jpg"):
            self.assertEqual(ask(target).status, 404, target)

    def test_show_the_same_in_every_size(self) -> None:
        small, large = draw(Subject("x", "a"), 80, 80), draw(Subject("x", "a"), 160, 160)
        # A gradient may end a shade earlier.
        for one, two in zip(small.pixels[-3:], large.pixels[-3:]):
            self.assertAlmostEqual(one, two, delta=2)
        self.assertNotEqual(small.pixels, draw(Subject("x", "b"), 80, 80).pixels)

    def test_show_one_album_alike_at_every_source(self) -> None:
        store, other = SAMPLES.store.albums[0], SAMPLES.library.releases[0]
        self.assertEqual(store.album.title, other.album.title)
        subjects = SAMPLES.subjects
        self.assertEqual(subjects.subject(["thumb", store.picture]), subjects.subject(["cover", other.group]))

    def test_every_motif_and_every_number_of_people_can_be_drawn(self) -> None:
        subjects = {*(Subject(f"a{number}", "x") for number in range(60)),
                    *(Subject(f"a{number}", people=number % 5 + 1) for number in range(40))}
        self.assertEqual(len({bytes(draw(subject, 20, 20).pixels) for subject in subjects}), 100)


class Previews(unittest.TestCase):
    def test_last_four_seconds(self) -> None:
        response = ask("/preview/AudioPreview122/v4/a/b.m4a")
        self.assertEqual(response.header("Content-Type"), "audio/wav")
        self.assertEqual(len(response.body), 44 + 16_000 * 2 * 4)
        self.assertEqual((response.body[:4], response.body[8:16]), (b"RIFF", b"WAVEfmt "))


if __name__ == "__main__":
    unittest.main()
