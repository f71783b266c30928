"""The catalogue, and what the store, TheAudioDB and the charts have of it."""

import unittest

from support import SAMPLES

from sample_upstream.catalogue import Catalogue, ReleaseDate
from sample_upstream.charts import Charts
from sample_upstream.store import STOREFRONTS
from sample_upstream.texts import FieldQuery, SearchText, slug, stable_uuid, whole

EXAMPLE = """\
# A comment.
artist: Pink Floyd
aliases: The Pink Floyd Sound; Floyd
store: 487143
genre: Rock
biography EN: One.
biography EN: Two.

The Wall | 1979-11-30 | disc2=1 in-store=2011-09-26
  In the Flesh? 3:18; Hey You 4:41
Skyfall: Live | 2012-10 | single explicit+cleaned
  Skyfall 4:46 @ Adele & Orchestra
"""
MISTAKES = """\
  Lost Track 3:00
artist: A
No Date
Album | 1999 | loud
  No Time; Bad Time 3:xx
"""


class Format(unittest.TestCase):
    def test_has_artists_with_their_members_and_albums_with_marks_and_tracks(self) -> None:
        catalogue = Catalogue(EXAMPLE)
        self.assertEqual(catalogue.mistakes, [])
        artist = catalogue.artists[0]
        self.assertEqual(artist.aliases, ["The Pink Floyd Sound", "Floyd"])
        self.assertEqual((artist.store, artist.audiodb, artist.genre.id), (487_143, None, 21))
        self.assertEqual((artist.style, artist.biography), ("Rock", {"EN": "One.\n\nTwo."}))
        wall, skyfall = artist.albums
        self.assertEqual((wall.title, wall.second_disc, wall.store_date), ("The Wall", 1, "2011-09-26"))
        self.assertEqual([track.seconds for track in wall.tracks], [198, 281])
        self.assertEqual((skyfall.title, skyfall.kind, skyfall.words), ("Skyfall: Live", "Single", "explicit+cleaned"))
        self.assertEqual([track.artist for track in skyfall.tracks], ["Adele & Orchestra"])

    def test_reports_invalid_lines(self) -> None:
        self.assertEqual(len(Catalogue(MISTAKES).mistakes), 5)


class Sample(unittest.TestCase):
    catalogue, store, audiodb = SAMPLES.catalogue, SAMPLES.store, SAMPLES.audiodb

    def test_has_the_documented_size(self) -> None:
        albums = [album for artist in self.catalogue.artists for album in artist.albums]
        for artists, albums_count, tracks in (
            (len(self.catalogue.artists), len(albums), sum(len(album.tracks) for album in albums)),
            (len(self.store.artists), len(self.store.albums), len(self.store.songs)),
            (len(self.audiodb.artists), len(self.audiodb.albums), len(self.audiodb.tracks)),
        ):
            self.assertTrue(artists >= 25 and albums_count >= 150 and tracks >= 400)

    def test_has_a_hundred_different_entries_for_each_chart(self) -> None:
        charts = Charts(self.store)
        albums, songs = charts.albums(STOREFRONTS["us"]), charts.songs(STOREFRONTS["us"])
        self.assertEqual(len({album.id for album in albums}), 100)
        self.assertEqual(len({song.id for song in songs}), 100)
        self.assertGreater(len({album.artist.id for album in albums}), 25)

    def test_is_consistent(self) -> None:
        self.assertEqual(self.catalogue.mistakes, [])
        for artist in self.catalogue.artists:
            self.assertTrue(artist.albums, artist.name)
            for album in artist.albums:
                self.assertTrue(0 < len(album.tracks) < 64, f"{album.title}: an album's songs need a number each")
                self.assertTrue(all(30 <= track.seconds <= 1700 for track in album.tracks), album.title)
                self.assertTrue(album.second_disc is None or album.second_disc < len(album.tracks), album.title)
                for date in (album.date, album.store_date):
                    self.assertRegex(date, r"^\d{4}(-\d\d(-\d\d)?)?$", album.title)

    def test_has_unique_ids(self) -> None:
        # A lookup has one id space for all kinds.
        store = [item.id for items in (self.store.artists, self.store.albums, self.store.songs) for item in items]
        for ids in (store, [artist.audiodb for artist in self.audiodb.artists],
                    [album.audiodb_number for album in self.audiodb.albums],
                    [track.id for track in self.audiodb.tracks]):
            self.assertEqual(len(set(ids)), len(ids))

    def test_has_artists_with_the_same_name_and_different_ids(self) -> None:
        slayers = [artist for artist in self.store.artists if artist.name == "Slayer"]
        self.assertEqual([(it.id, it.genre.name) for it in slayers], [(414_425, "Metal"), (907_800_827, "Electronic")])
        self.assertEqual([it.store for it in self.audiodb.artists if it.name == "Slayer"], [414_425])

    def test_has_the_release_dates_of_the_studio_albums_of_pink_floyd(self) -> None:
        artist = next(artist for artist in self.catalogue.artists if artist.name == "Pink Floyd")
        studio = [it for it in artist.albums if it.kind in ("Album", "Soundtrack") and it.source is None]
        self.assertEqual(
            sorted(int(album.date.year) for album in studio),
            [1967, 1968, 1969, 1969, 1970, 1971, 1972, 1973, 1975, 1977, 1979, 1983, 1987, 1994, 2014])

    def test_has_dates_of_all_precisions(self) -> None:
        lengths = {len(album.date) for artist in self.catalogue.artists for album in artist.albums}
        self.assertEqual(lengths, {4, 7, 10})
        for text, day in (("1980", "1980-01-01"), ("1980-06", "1980-06-01"), ("1980-06-09", "1980-06-09")):
            self.assertEqual(ReleaseDate(text).first_day, day)

    def test_has_well_formed_musicbrainz_ids(self) -> None:
        for artist in self.audiodb.artists:
            self.assertRegex(artist.musicbrainz, r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")

    def test_has_an_artist_with_more_albums_than_a_response_can_have(self) -> None:
        prolific = SAMPLES.library.prolific
        self.assertEqual(len({album.title for album in prolific.albums}), 918)
        self.assertEqual(len(SAMPLES.library.releases_of(prolific)), 918)


class Texts(unittest.TestCase):
    def test_artists_appear_on_the_albums_of_others(self) -> None:
        library = SAMPLES.library
        for name, titles in (("Daft Punk", ["Pure... Chillout"]), ("Kendrick Lamar", ["1989 (Taylor's Version) [Deluxe]"]),
                             ("방탄소년단", ["My Universe"]), ("Pink Floyd", [])):
            artist = next(it for it in library.artists if it.name == name)
            self.assertEqual([it.album.title for it in library.releases_with(artist)], titles, name)

    def test_words_begin_words(self) -> None:
        fields = [SearchText("Sigur Rós"), SearchText("( )")]
        for text, is_found in (("sig", True), ("ROS", True), ("ur", False), ("ros sigur", True), ("( )", True),
                               ("!", False), ("", False)):
            self.assertEqual(SearchText(text).is_found(fields), is_found, text)
        self.assertTrue(SearchText("多田").is_found([SearchText("宇多田ヒカル")]))

    def test_numbers_are_those_of_swift(self) -> None:
        for text, number in (("+5", 5), ("007", 7), ("-1", -1), ("9223372036854775807", (1 << 63) - 1)):
            self.assertEqual(whole(text), number)
        for text in ("", "1.0", " 1", "1_0", "٣", "9223372036854775808", "x", "9" * 200):
            self.assertIsNone(whole(text))

    def test_fields_of_queries(self) -> None:
        query = FieldQuery('album:"Low" artist:"David Bowie" upc:12')
        self.assertEqual(query.fields, {"album": "Low", "artist": "David Bowie", "upc": "12"})
        self.assertEqual(FieldQuery("low").text("album").folded, "low")

    def test_names_in_addresses(self) -> None:
        self.assertEqual(slug("Sigur Rós"), "sigur-r%C3%B3s")
        self.assertEqual(slug("!!!"), "-")
        self.assertRegex(stable_uuid("x"), "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$")


if __name__ == "__main__":
    unittest.main()
