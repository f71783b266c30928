"""Apple's store: search and lookup."""

import unittest
from typing import Any

from support import SAMPLES, ask, column, records, text, value

from sample_upstream.store import StoreAlbum


def results(target: str) -> list[dict[str, Any]]:
    return records("results", target)


def album(name: str) -> StoreAlbum:
    return next(album for album in SAMPLES.store.albums if album.name == name)


class Search(unittest.TestCase):
    def test_formats_responses_like_the_store(self) -> None:
        target = "/search?term=pink+floyd&entity=album&limit=3"
        self.assertEqual(ask(target).status, 200)
        self.assertEqual(ask(target).header("Content-Type"), "text/javascript; charset=utf-8")
        self.assertTrue(text(target).startswith("\n\n\n{") and text(target).endswith("}\n\n\n"))
        self.assertEqual(value(target)["resultCount"], 3)

    def test_returns_the_exact_name_first_then_similar_names(self) -> None:
        found = results("/search?term=pink+floyd&entity=musicArtist")
        self.assertEqual((found[0]["artistName"], found[0]["artistId"]), ("Pink Floyd", 487_143))
        self.assertIn("Pink Floyd Experience", column("artistName", found))

    def test_finds_names_in_any_spelling(self) -> None:
        for term, name in (
            ("bj%C3%B6rk", "Björk"), ("bjork", "Björk"), ("SIGUR+ROS", "Sigur Rós"),
            ("%E5%AE%87%E5%A4%9A%E7%94%B0", "宇多田ヒカル"), ("utada", "宇多田ヒカル"),
            ("%D0%BA%D0%B8%D0%BD%D0%BE", "Кино"), ("bts", "방탄소년단"), ("!!!", "!!!"), ("ac/dc", "AC/DC"), ("u2", "U2"),
            ("simon+%26+garfunkel", "Simon & Garfunkel"),
        ):
            self.assertEqual(results(f"/search?term={term}&entity=musicArtist")[0]["artistName"], name)

    def test_finds_songs_without_entity(self) -> None:
        self.assertEqual(set(column("kind", results("/search?term=pink+floyd"))), {"song"})

    def test_rejects_invalid_parameters_like_the_store(self) -> None:
        for query, key in (("entity=band", "resultEntity"), ("country=zz", "country"), ("limit=many", "limit")):
            target = f"/search?term=x&{query}"
            self.assertEqual(ask(target).status, 400)
            self.assertEqual(value(target)["errorMessage"], f"Invalid value(s) for key(s): [{key}]")

    def test_limits_results(self) -> None:
        for option, count in (("", 50), ("&limit=7", 7), ("&limit=0", 50), ("&limit=999", 200)):
            self.assertEqual(len(results("/search?term=the&entity=song" + option)), count)

    def test_has_suffixes_of_titles_prices_explicit_and_cleaned_versions_and_countries(self) -> None:
        albums = results("/search?term=the+heist&entity=album&country=gb")
        self.assertEqual(set(column("collectionExplicitness", albums)), {"explicit", "cleaned"})
        self.assertEqual(set(column("currency", albums)), {"GBP"})
        clean = results("/search?term=the+heist&entity=album&explicit=No")
        self.assertEqual(set(column("collectionExplicitness", clean)), {"cleaned"})
        self.assertIn("Skyfall - Single", column("collectionName", results("/search?term=skyfall&entity=album")))
        extended = results("/search?term=haunting+chapel&entity=album")
        self.assertEqual(column("collectionName", extended), ["Haunting the Chapel - EP"])
        self.assertEqual(results("/search?term=queen+greatest+hits&entity=album")[0]["collectionPrice"], -1)
        streamed = results("/search?term=the+wall+remastered&entity=album")
        self.assertTrue(any("collectionPrice" not in it for it in streamed))

    def test_restricts_the_search_to_a_field_with_attribute(self) -> None:
        query = "/search?term=nirvana&entity=song&limit=200"
        self.assertLess(len(results(query + "&attribute=albumTerm")), len(results(query)))
        by_title = results("/search?term=hayloft&entity=song&attribute=songTerm")
        self.assertEqual(column("trackName", by_title), ["Hayloft", "Hayloft II"])


class Lookup(unittest.TestCase):
    def test_returns_the_parent_first_and_counts_it(self) -> None:
        target = "/lookup?id=414425&entity=album&limit=200"
        found = results(target)
        self.assertEqual(column("wrapperType", found), ["artist"] + ["collection"] * (len(found) - 1))
        self.assertEqual(value(target)["resultCount"], len(found))
        slayer = next(artist for artist in SAMPLES.catalogue.artists if artist.store == 414_425)
        self.assertEqual(len(found), 1 + len(slayer.albums))

    def test_returns_nothing_for_unknown_ids(self) -> None:
        for query in ("id=1", "id=", "id=abc", "amgArtistId=1", "upc=000000000000", "isbn=1", ""):
            self.assertEqual((ask(f"/lookup?{query}").status, value(f"/lookup?{query}")["resultCount"]), (200, 0))

    def test_accepts_several_ids_of_artists_albums_and_songs(self) -> None:
        number = SAMPLES.store.albums[0].id
        found = results(f"/lookup?id=78500,{number},1,{number + 1}")
        self.assertEqual(column("wrapperType", found), ["artist", "collection", "track"])

    def test_returns_the_songs_of_an_album_in_order(self) -> None:
        found = results(f"/lookup?id={album('The Dark Side of the Moon').id}&entity=song")
        self.assertEqual(column("trackNumber", found), list(range(1, 11)))
        self.assertEqual(found[-1]["trackName"], "Eclipse")
        opera = results(f"/lookup?id={album('A Night at the Opera (Deluxe Edition)').id}&entity=song")
        self.assertIn(2, column("discNumber", opera))

    def test_returns_no_songs_of_an_album_that_can_only_be_streamed(self) -> None:
        self.assertEqual(len(results(f"/lookup?id={album('The Wall (Remastered)').id}&entity=song")), 1)

    def test_finds_explicit_and_cleaned_albums_by_bar_code(self) -> None:
        code = album("The Heist").upc
        found = results(f"/lookup?upc={code}")
        self.assertEqual(column("collectionExplicitness", found), ["explicit", "cleaned"])
        total = sum(int(digit) * (3 if place % 2 == 0 else 1) for place, digit in enumerate(code))
        self.assertEqual((len(code), total % 10), (12, 0))

    def test_dates_begin_at_midnight_in_california(self) -> None:
        dates = column("releaseDate", results("/lookup?id=487143&entity=album"))
        self.assertTrue(all(date.endswith(("T07:00:00Z", "T08:00:00Z")) for date in dates))

    def test_songs_of_compilations_have_their_own_artists(self) -> None:
        found = results(f"/lookup?id={album('Grunge Essentials').id}&entity=song")
        self.assertEqual((found[0]["artistName"], found[1]["artistId"]), ("Various Artists", 112_018))

    def test_finds_artists_by_their_amg_id_which_some_lack(self) -> None:
        self.assertEqual(column("artistName", results("/lookup?amgArtistId=5723,5440")), ["U2", "Slayer"])
        self.assertNotIn("amgArtistId", results("/lookup?id=907800827")[0])

    def test_uses_the_real_ids_for_the_samples_of_the_providers(self) -> None:
        found = results("/lookup?id=879273552,879273565")
        self.assertEqual(column("collectionName", found), ["In Between Dreams"] * 2)
        self.assertEqual(column("trackName", found), ["Better Together"])
        self.assertEqual(results("/lookup?id=879273552&entity=song")[1]["trackId"], 879_273_565)


if __name__ == "__main__":
    unittest.main()
