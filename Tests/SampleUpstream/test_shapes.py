"""The records compared with captured responses of the real services, where there are some."""

import json
import unittest
from typing import Any

from support import ROOT, records, value

CAPTURES = next((it / "shared/data" for it in ROOT.parents if (it / "shared/data").is_dir()), ROOT / "captures")
AUDIODB = "/api/v1/json/123/"


def captured(file: str, keys: str = "") -> Any:
    found = json.loads((CAPTURES / file).read_text(encoding="utf-8"))
    for key in filter(None, keys.split(".")):
        found = found[key]
    return found


def all_keys(found: list[dict[str, Any]]) -> set[str]:
    return {key for record in found for key in record}


@unittest.skipUnless(CAPTURES.is_dir(), f"6 tests compare with captured responses, but {CAPTURES} does not exist")
class Shapes(unittest.TestCase):
    def compare(self, seen: list[dict[str, Any]], ours: list[dict[str, Any]]) -> None:
        """Checks that our records have all keys that all captured ones have, and no unknown keys."""
        self.assertTrue(seen and ours)
        always = set.intersection(*(set(record) for record in seen))
        for record in ours:
            self.assertLessEqual(always, set(record))
        self.assertLessEqual(all_keys(ours), all_keys(seen))

    def test_records_of_theaudiodb_have_every_key_that_was_seen(self) -> None:
        for file, root, method in (
            ("artist-mb-nirvana-9f0172b.json", "artists", "search.php?s=nirvana"),
            ("search-coldplay-soundsearch.json", "artists", "search.php?s=coldplay"),
            ("album-mb-random-access-memories-9f0172b.json", "album", "searchalbum.php?s=daft+punk&a=discovery"),
            ("track-mb-despacito-9f0172b.json", "track", "searchtrack.php?s=queen&t=liar"),
        ):
            seen, ours = captured("audiodb/" + file, root), records(root, AUDIODB + method)
            self.assertTrue(seen and ours)
            self.assertLessEqual(all_keys(seen), all_keys(ours))

    def test_songs_of_the_store_have_the_required_keys_and_no_unknown_ones(self) -> None:
        files = ("search-jack-johnson-50songs-d.json", "search-kilar-classical-compilations-50songs.json",
                 "harmony-lookup-album-1441458047-gb-song.json", "search-mixed-nicki-minaj-queen-50songs.json",
                 "search-kobukuro-jp-japanese-1song.json")
        seen = [it for file in files for it in captured("itunes/" + file, "results") if it.get("kind") == "song"]
        ours = [it for it in records("results", "/search?term=the&entity=song&limit=200") if "collectionPrice" in it]
        self.compare(seen, ours)

    def test_albums_of_the_store_have_the_required_keys_and_no_unknown_ones(self) -> None:
        files = ("album-taylor-swift-1.json", "harmony-lookup-album-1728639278-us-song.json")
        seen = [it for file in files for it in captured("itunes/" + file, "results") if it["wrapperType"] == "collection"]
        ours = [it for it in records("results", "/lookup?id=487143&entity=album")
                if it["wrapperType"] == "collection" and "collectionPrice" in it]
        self.compare(seen, ours)

    def test_audiobooks_of_the_store_have_no_unknown_keys(self) -> None:
        found = captured("itunes/search-radiohead-50-incl-audiobook.json", "results")
        seen = [record for record in found if record["wrapperType"] == "audiobook"]
        ours = records("results", "/search?term=radiohead&entity=audiobook&media=all")
        self.assertTrue(ours)
        self.assertLessEqual(all_keys(ours), all_keys(seen))

    def test_the_current_chart_has_the_keys_of_the_real_one(self) -> None:
        file, target = "rss/v2-applemusic-most-played-50-2022-logonv.json", "/api/v2/us/music/most-played/100/albums.json"
        self.assertEqual(all_keys(captured(file, "feed.results")), all_keys(records("feed.results", target)))
        self.assertEqual(set(captured(file, "feed")), set(value(target)["feed"]))

    def test_the_legacy_chart_has_the_keys_of_the_real_one(self) -> None:
        file, target = "rss/legacy-topalbums-58-2023-propbono.json", "/us/rss/topalbums/limit=100/json"
        self.assertEqual(all_keys(captured(file, "feed.entry")), all_keys(records("feed.entry", target)))
        self.assertEqual(set(captured(file, "feed")), set(value(target)["feed"]))


if __name__ == "__main__":
    unittest.main()
