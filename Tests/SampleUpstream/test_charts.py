"""Apple's charts of today, and the old ones."""

import unittest

from support import SAMPLES, ask, column, records, value

from sample_upstream.catalogue import Album, ReleaseDate
from sample_upstream.charts import LegacyEntries, dated
from sample_upstream.store import HARMLESS, STOREFRONTS, StoreAlbum, StoreLinks

TODAY = "/api/v2/us/music/most-played"


class MostPlayed(unittest.TestCase):
    def test_have_a_hundred_entries(self) -> None:
        for kind in ("albums", "songs"):
            entries = records("feed.results", f"{TODAY}/100/{kind}.json")
            self.assertEqual(len(entries), 100)
            self.assertEqual(set(column("kind", entries)), {kind})
            self.assertTrue(all(isinstance(entry["id"], str) for entry in entries))
            self.assertEqual(set(column("contentAdvisoryRating", entries)), {"Explict"})
            self.assertTrue(all(it.endswith("/100x100bb.jpg") for it in column("artworkUrl100", entries)))
            self.assertEqual({len(date) for date in column("releaseDate", entries)}, {4, 7, 10, 20, 25})

    def test_add_the_root_genre_to_albums_and_none_to_songs(self) -> None:
        genres = records("feed.results", TODAY + "/1/albums.json")[0]["genres"]
        self.assertEqual((len(genres), genres[-1]["name"]), (2, "Music"))
        self.assertEqual(records("feed.results", TODAY + "/1/songs.json")[0]["genres"], [])

    def test_fail_like_the_real_ones(self) -> None:
        for target, status in (
            (TODAY + "/101/albums.json", 500), ("/api/v2/zz/music/most-played/10/albums.json", 404),
            ("/api/v2/us/music/new-releases/10/albums.json", 404), (TODAY + "/10/podcasts.json", 404),
            ("/zz/rss/topalbums/limit=10/json", 404), ("/us/rss/topmovies/limit=10/json", 404),
            ("/us/rss/topalbums/limit=10/xml", 404), ("/nothing", 404), ("/", 404),
        ):
            self.assertEqual(ask(target).status, status, target)

    def test_contain_records_that_can_be_looked_up(self) -> None:
        ids = column("id", records("feed.results", "/api/v2/jp/music/most-played/100/songs.json"))
        self.assertEqual(value(f"/lookup?id={','.join(ids)}")["resultCount"], 100)

    def test_have_another_order_in_another_country(self) -> None:
        here = column("id", records("feed.results", TODAY + "/10/albums.json"))
        there = column("id", records("feed.results", "/api/v2/de/music/most-played/10/albums.json"))
        self.assertNotEqual(here, there)


class Legacy(unittest.TestCase):
    def test_have_fewer_entries_than_requested(self) -> None:
        for path, count in (("topalbums/limit=100", 60), ("topsongs/limit=100", 60), ("topsongs/limit=10", 10)):
            self.assertEqual(len(records("feed.entry", f"/us/rss/{path}/json")), count)

    def test_have_an_object_for_one_entry_and_no_key_for_none(self) -> None:
        self.assertIsInstance(value("/us/rss/topalbums/limit=1/json")["feed"]["entry"], dict)
        self.assertNotIn("entry", value("/us/rss/topalbums/limit=0/json")["feed"])

    def test_have_no_link_for_various_artists(self) -> None:
        artists = column("im:artist", records("feed.entry", "/us/rss/topalbums/limit=100/json"))
        various = [artist for artist in artists if artist["label"] == "Various Artists"]
        self.assertTrue(various)
        self.assertTrue(all("attributes" not in artist for artist in various))

    def test_have_dates_for_machines_and_readers_in_the_known_precision(self) -> None:
        for date, label, words in (("1973-03-01", "1973-03-01T00:00:00-07:00", "March 1, 1973"),
                                   ("1980-06", "1980-06", "June 1980"), ("1982", "1982", "1982")):
            self.assertEqual(dated(ReleaseDate(date)), {"label": label, "attributes": {"label": words}})
        album = Album(SAMPLES.catalogue.artists[0], "Sample", ReleaseDate("1982"))
        sold = StoreAlbum(album, SAMPLES.store.artists[0], HARMLESS)
        entry = LegacyEntries(StoreLinks("http://localhost", STOREFRONTS["us"])).album(sold)
        self.assertEqual(entry["im:releaseDate"]["label"], "1982")


if __name__ == "__main__":
    unittest.main()
