"""The sources that have few tests."""

import unittest

from support import ask, column, value


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
        bearer = "Bearer sample-access-token"
        self.assertIn(b'"name":"U2"', ask("/v1/search?type=artist&q=u2", authorization=bearer).body)
        self.assertEqual(ask("/v1/search?type=artist&q=u2&limit=11", authorization=bearer).status, 400)

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

    def test_a_list_is_returned_in_pages(self) -> None:
        first, next = (value(f"/search/track?q=the&limit=3&index={index}") for index in (0, 3))
        self.assertEqual(first["total"], next["total"])
        self.assertEqual(len(set(column("id", first["data"] + next["data"]))), 6)

    def test_lyrics_and_similar_artists(self) -> None:
        found = value("/api/search?artist_name=queen&track_name=liar")
        self.assertEqual(found[0]["trackName"], "Liar")
        self.assertEqual(ask("/similar-artists/json").status, 400)
        similar = value("/similar-artists/json?algorithm=x&artist_mbids=83d91898-7763-47d7-b03b-b92132375c47")
        self.assertEqual(len(similar), 13)


if __name__ == "__main__":
    unittest.main()
