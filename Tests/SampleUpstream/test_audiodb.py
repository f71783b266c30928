"""TheAudioDB, and the other sources that have few tests."""

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
        one = records("track", f"{BASE}/track.php?h={tracks[-1]['idTrack']}")
        self.assertEqual([(it["strTrack"], it["intDuration"]) for it in one], [("Raining Blood", "254000")])
        for query in (f"album.php?m={reign['idAlbum']}", f"album-mb.php?i={reign['strMusicBrainzID']}"):
            self.assertEqual(column("idAlbum", records("album", f"{BASE}/{query}")), [reign["idAlbum"]])
        self.assertEqual(column("strArtist", records("artists", f"{BASE}/artist.php?i={number}")), ["Slayer"])

    def test_supports_its_other_methods(self) -> None:
        for method, root, count in (
            ("artist-mb.php?i=5b11f4ce-a62d-471e-81fc-a69a8278c7da", "artists", 1),
            ("searchalbum.php?s=daft+punk&a=Discovery", "album", 1), ("searchalbum.php?s=daft+punk", "album", 6),
            ("searchalbum.php?a=Discovery", "album", 1), ("searchtrack.php?s=mother+mother&t=hayloft", "track", 1),
            ("discography.php?s=kraftwerk", "album", 5), ("track-top10.php?s=queen", "track", 10),
            ("album.php?i=999999999", "album", 0), ("track.php?m=1", "track", 0), ("track.php?m=", "track", 0),
            ("search.php", "artists", 0),
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


class Others(unittest.TestCase):
    def test_wikidata_finds_an_item_by_its_id_and_by_the_title_of_its_page(self) -> None:
        base = "/w/api.php?format=json&action=wbgetentities&"
        for query in ("ids=Q185828", "sites=enwiki&titles=Daft%20Punk&normalize=1"):
            self.assertEqual(list(value(base + query)["entities"]), ["Q185828"])
        missing = value(base + "sites=enwiki&titles=Unknown&normalize=1")["entities"]
        self.assertEqual(missing["-1"]["missing"], "")

    def test_spotify_requires_a_token(self) -> None:
        self.assertEqual(ask("/v1/search?type=artist&q=u2").status, 401)
        self.assertEqual(ask("/api/token", "POST", b"grant_type=client_credentials").status, 400)
        token = ask("/api/token", "POST", b"grant_type=client_credentials", authorization="Basic eDp5")
        self.assertIn(b'"expires_in":3600', token.body)
        bearer = {"authorization": "Bearer sample-access-token"}
        self.assertIn(b'"name":"U2"', ask("/v1/search?type=artist&q=u2", **bearer).body)
        self.assertEqual(ask("/v1/search?type=artist&q=u2&limit=11", **bearer).status, 400)

    def test_one_song_has_one_code_everywhere(self) -> None:
        self.assertEqual(value("/track/isrc:GBDUW0000059")["id"], 3_135_556)
        recording = value("/ws/2/isrc/GBDUW0000059")["recordings"][0]
        self.assertEqual(recording["title"], value("/track/3135556")["title"])

    def test_covers_are_found_by_redirects(self) -> None:
        group = value("/ws/2/release-group?query=discovery")["release-groups"][0]["id"]
        first = ask(f"/release-group/{group}/front-250", host="h")
        self.assertEqual(first.status, 307)
        second = ask((first.header("Location") or "").removeprefix("http://h"), host="h")
        self.assertEqual(second.status, 302)
        picture = ask((second.header("Location") or "").removeprefix("http://h"))
        self.assertEqual((picture.status, picture.header("Content-Type")), (200, "image/png"))

    def test_deezer_reports_errors_with_status_200(self) -> None:
        self.assertEqual((ask("/artist/0").status, value("/artist/0")["error"]["code"]), (200, 800))

    def test_pages_are_linked(self) -> None:
        first = value("/search/track?q=the&limit=3")
        self.assertEqual(first["next"], "http://127.0.0.1/search/track?limit=3&q=the&index=3")
        ids = column("id", first["data"] + value("/search/track?limit=3&q=the&index=3")["data"])
        self.assertEqual(len(set(ids)), 6)

    def test_lyrics_and_similar_artists(self) -> None:
        found = value("/api/search?artist_name=queen&track_name=liar")
        self.assertEqual(found[0]["trackName"], "Liar")
        self.assertEqual(ask("/similar-artists/json").status, 400)
        similar = value("/similar-artists/json?algorithm=x&artist_mbids=83d91898-7763-47d7-b03b-b92132375c47")
        self.assertEqual(len(similar), 13)


if __name__ == "__main__":
    unittest.main()
