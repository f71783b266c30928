"""TheAudioDB: artists, albums and tracks by name and by number."""

import unittest

from support import SAMPLES, ask, column, records, text, value

from sample_upstream.audiodb import year

BASE = "/api/v1/json/123"


class AudioDB(unittest.TestCase):
    def test_finds_an_artist_only_by_the_full_name_ignoring_case(self) -> None:
        self.assertEqual(column("strArtist", records("artists", BASE + "/search.php?s=PINK%20floyd")), ["Pink Floyd"])
        for name in ("pink", "Pink+Floyd+", "", "unknown"):
            self.assertEqual(text(f"{BASE}/search.php?s={name}"), '{"artists":null}')

    def test_escapes_letters_like_php_and_writes_every_value_as_string_or_null(self) -> None:
        target = BASE + "/search.php?s=%E5%AE%87%E5%A4%9A%E7%94%B0%E3%83%92%E3%82%AB%E3%83%AB"
        self.assertEqual(ask(target).header("Content-Type"), "application/json")
        self.assertTrue(ask(target).body.isascii())
        artist = records("artists", target)[0]
        self.assertEqual(artist["strArtist"], "宇多田ヒカル")
        self.assertIsInstance(artist["strBiographyJP"], str)
        self.assertTrue(all(it is None or isinstance(it, str) for it in artist.values()))

    def test_has_biographies_in_some_languages_with_crlf_line_ends(self) -> None:
        artist = records("artists", BASE + "/search.php?s=pink+floyd")[0]
        self.assertIn("\r\n\r\n", artist["strBiographyEN"])
        self.assertIsInstance(artist["strBiographyDE"], str)
        self.assertEqual(artist["intFormedYear"], "1965")
        self.assertEqual(artist["strMusicBrainzID"], "83d91898-7763-47d7-b03b-b92132375c47")

    def test_does_not_know_all_of_some_artists(self) -> None:
        artist = records("artists", BASE + "/search.php?s=lantern+quay")[0]
        for key in ("strBiographyEN", "intFormedYear", "strCountry", "intBornYear"):
            self.assertIn(artist[key] or "", ("", "0"), key)

    def test_links_artist_album_and_track_by_ids(self) -> None:
        number = records("artists", BASE + "/search.php?s=slayer")[0]["idArtist"]
        albums = records("album", f"{BASE}/album.php?i={number}")
        reign = next(album for album in albums if album["strAlbum"] == "Reign in Blood")
        self.assertEqual(reign["intYearReleased"], "1986")
        tracks = records("track", f"{BASE}/track.php?m={reign['idAlbum']}")
        self.assertEqual(len(tracks), 10)
        self.assertEqual((tracks[-1]["strTrack"], tracks[-1]["intDuration"]), ("Raining Blood", "254000"))
        for query in (f"album.php?m={reign['idAlbum']}", f"album-mb.php?i={reign['strMusicBrainzID']}"):
            self.assertEqual(column("idAlbum", records("album", f"{BASE}/{query}")), [reign["idAlbum"]])
        self.assertEqual(column("strArtist", records("artists", f"{BASE}/artist.php?i={number}")), ["Slayer"])

    def test_finds_null_if_there_is_nothing(self) -> None:
        for method, root, count in (
            ("artist-mb.php?i=5b11f4ce-a62d-471e-81fc-a69a8278c7da", "artists", 1),
            ("searchalbum.php?s=daft+punk&a=Discovery", "album", 1), ("searchalbum.php?s=daft+punk", "album", 6),
            ("searchalbum.php?a=Discovery", "album", 1), ("album.php?i=999999999", "album", 0),
            ("track.php?m=1", "track", 0), ("track.php?m=", "track", 0), ("search.php", "artists", 0),
        ):
            target = f"{BASE}/{method}"
            self.assertEqual(ask(target).status, 200)
            self.assertEqual(list(value(target)), [root], method)
            self.assertEqual(len(records(root, target)), count, method)

    def test_returns_a_page_of_html_for_an_invalid_key_or_unknown_method(self) -> None:
        for target in ("/api/v1/json/9/search.php?s=queen", BASE + "/mvid.php?i=1", BASE, "/api/v1/xml/123/search.php"):
            self.assertEqual(ask(target).status, 404)
            self.assertIn("text/html", ask(target).header("Content-Type") or "")

    def test_has_the_year_0_for_some_minor_releases(self) -> None:
        albums = SAMPLES.audiodb.albums
        self.assertIn("0", map(year, albums))
        self.assertTrue(all(len(year(album)) == 4 for album in albums if album.kind == "Album"))


if __name__ == "__main__":
    unittest.main()
