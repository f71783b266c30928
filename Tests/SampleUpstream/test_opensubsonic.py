"""A user's own server."""

import json
import unittest
from typing import Any

from support import SAMPLES, ask, column
from test_media import read_png

SIGNED = "u=ann&t=26719a1196d2a940705a59634eb18eab&s=c19b2d&v=1.13.0&c=musicbus&f=json"


def reply(endpoint: str, access: str = SIGNED) -> Any:
    separator = "&" if "?" in endpoint else "?"
    return json.loads(ask(f"/rest/{endpoint}{separator}{access}").body)["subsonic-response"]


def code(endpoint: str, access: str = SIGNED) -> int | None:
    found: int | None = reply(endpoint, access).get("error", {}).get("code")
    return found


class OwnServer(unittest.TestCase):
    def test_refuses_a_request_without_a_signature_or_a_key_or_with_both(self) -> None:
        for query, expected in (
            ("u=ann&v=1.13.0&c=x", 10), ("u=ann&t=ABC&s=c19b2d&v=1.13.0&c=x", 40),
            (SIGNED.replace("s=c19b2d", "s=c"), 40), (SIGNED + "&apiKey=k", 43), ("apiKey=&v=1.13.0&c=x", 44),
            ("apiKey=k&v=1.13.0&c=x", None), (SIGNED, None),
        ):
            self.assertEqual(code("getAlbumList2", query), expected, query)

    def test_finds_as_many_of_each_kind_as_are_asked_for(self) -> None:
        found = reply("search3.view?query=the&artistCount=0&albumCount=1&songCount=2")["searchResult3"]
        self.assertEqual([len(found[kind]) for kind in ("artist", "album", "song")], [0, 1, 2])
        self.assertIn("Money", column("title", reply("search3?query=money&songCount=9")["searchResult3"]["song"]))

    def test_has_all_artists_without_words_and_some_albums_of_each(self) -> None:
        everyone = reply("search3?query=&artistCount=1000")["searchResult3"]["artist"]
        self.assertEqual(len(everyone), len(SAMPLES.library.artists))
        pages = [reply(f"getAlbumList2?type=alphabeticalByName&size=500&offset={offset}")["albumList2"]["album"]
                 for offset in (0, 500)]
        ids = column("id", pages[0] + pages[1])
        self.assertEqual((len(pages[0]), len(set(ids))), (500, len(ids)))
        self.assertLess(len(ids), len(SAMPLES.library.releases))

    def test_has_each_song_that_an_album_lists_with_its_sound_and_picture(self) -> None:
        album = reply("search3?query=wall&albumCount=1")["searchResult3"]["album"][0]
        songs = reply(f"getAlbum?id={album['id']}")["album"]["song"]
        self.assertEqual(len(songs), album["songCount"])
        song = songs[0]["id"]
        self.assertEqual(reply(f"getSong?id={song}")["song"]["id"], song)
        cover = ask(f"/rest/getCoverArt?id={songs[0]['coverArt']}&size=70&{SIGNED}")
        self.assertEqual(read_png(cover.body)[:2], (70, 70))
        whole = ask(f"/rest/stream?id={song}&{SIGNED}")
        for wanted, status, part in (("bytes=4-11", 206, whole.body[4:12]), ("bytes=9-", 206, whole.body[9:]),
                                     ("bytes=1-0,5-6", 200, whole.body), ("bytes=999999-", 416, None)):
            response = ask(f"/rest/stream?id={song}&{SIGNED}", range=wanted)
            self.assertEqual((response.status, part or response.body), (status, response.body), wanted)

    def test_says_what_it_does_not_have(self) -> None:
        for endpoint in ("getArtist", "getAlbum", "getSong", "stream", "getCoverArt"):
            self.assertEqual(code(f"{endpoint}?id=al-0"), 70)
        self.assertEqual(ask(f"/rest/ping?{SIGNED}").status, 404)


if __name__ == "__main__":
    unittest.main()
