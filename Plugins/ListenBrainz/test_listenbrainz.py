#!/usr/bin/env python3
"""Tests of the ListenBrainz provider, on small records, and on a captured response if it is there."""

import json
import pathlib
import subprocess
import sys
import unittest
from typing import Any

DIRECTORY = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(DIRECTORY))

import musicbus as mb
import provider

URL = "https://labs.api.listenbrainz.org/similar-artists/json"
ROOT = DIRECTORY.parents[1]
CAPTURES = next((it for up in ("..", "../..") if (it := ROOT / up / "shared/data/lastfm").is_dir()), None)


def similar(response: Any, **config: str) -> mb.testing.Outcome:
    return mb.testing.call(provider.listenbrainz, "artist.similar", responses={URL: response}, config=config,
                           id="mbid:artist:a", limit=50)


def record(id: str, score: int, **members: Any) -> dict[str, Any]:
    return {"artist_mbid": id, "name": id.upper(), "comment": "", "score": score, **members}


class SimilarTests(unittest.TestCase):
    def test_the_most_similar_artist_comes_first_and_each_comes_once(self) -> None:
        found = similar([record("b", 3), record("c", 8, comment="a trio"), record("b", 9), record("d", 8)])
        self.assertEqual([it["id"] for it in found.items], ["mbid:artist:b", "mbid:artist:c", "mbid:artist:d"])
        self.assertEqual(found.items[1], {
            "kind": "artist", "id": "mbid:artist:c", "name": "C", "disambiguation": "a trio",
            "links": {"listenbrainz": "https://listenbrainz.org/artist/c"}})

    def test_the_data_set_is_named_and_can_be_chosen(self) -> None:
        self.assertIn(f"algorithm={provider.ALGORITHM}", similar([]).requests[0])
        self.assertIn("algorithm=newer", similar([], algorithm="newer").requests[0])

    def test_an_unusable_record_costs_no_other(self) -> None:
        found = similar([record("b", 3), {"artist_mbid": "c", "score": 2}])
        self.assertEqual([it["name"] for it in found.items], ["B"])
        self.assertEqual(len(found.skipped), 1)

    def test_the_manifest_is_that_of_the_code(self) -> None:
        printed = subprocess.run([sys.executable, DIRECTORY / "provider.py", "--manifest"], capture_output=True, check=True)
        self.assertEqual(json.loads(printed.stdout), json.loads((DIRECTORY / "provider.json").read_text()))

    @unittest.skipUnless(CAPTURES, "no captures")
    def test_a_captured_response_gives_its_artists(self) -> None:
        assert CAPTURES
        found = similar(json.loads((CAPTURES / "listenbrainz.labs.similar-artists.json").read_text()))
        self.assertEqual([it["name"] for it in found.items], ["Michael Jackson", "a-ha"])


if __name__ == "__main__":
    unittest.main()
