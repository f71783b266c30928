#!/usr/bin/env python3
"""Tests of the Discogs provider, on small records, and on captured responses if they are there."""

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

API = "https://api.discogs.com"
ROOT = DIRECTORY.parents[1]
CAPTURES = next((it for up in ("..", "../..") if (it := ROOT / up / "shared/data/discogs").is_dir()), None)


def call(method: str, responses: dict[str, Any], **params: Any) -> mb.testing.Outcome:
    by_url = {API + path: response for path, response in responses.items()}
    return mb.testing.call(provider.discogs, method, responses=by_url, **params)


def release(**members: Any) -> dict[str, Any]:
    return {"id": 7, "title": "Etudes", "artists": [{"id": 3, "name": "Ann Lee (4)"}], **members}


class SearchTests(unittest.TestCase):
    def test_artists_have_names_without_numbers_and_the_number_tells_them_apart(self) -> None:
        hits = [{"id": 1, "title": "Orion (2)", "cover_image": "https://st.discogs.com/spacer.gif", "thumb": ""},
                {"id": 2, "title": "Orion", "cover_image": "https://i.discogs.com/a.jpeg"}]
        found = call("artists.search", {"/database/search?type=artist&q=orion&page=1&per_page=100": {"results": hits}},
                     text="orion", limit=50)
        self.assertEqual(found.items, [
            {"kind": "artist", "id": "discogs:artist:1", "name": "Orion", "disambiguation": "Orion (2)"},
            {"kind": "artist", "id": "discogs:artist:2", "name": "Orion",
             "artwork": [{"url": "https://i.discogs.com/a.jpeg", "role": "portrait"}]},
        ])

    def test_albums_are_masters_and_then_releases_without_one(self) -> None:
        masters = [{"type": "master", "id": 5, "title": "Ann Lee* - Etudes", "year": "1994", "format": ["CD", "EP"],
                    "label": ["One (2)", "Two"], "genre": ["Classical"], "style": ["Modern"]}]
        releases = [{"type": "release", "id": 6, "master_id": 5, "title": "Ann Lee - Etudes"},
                    {"type": "release", "id": 8, "master_id": 0, "title": "Ann Lee - Etudes Live"}]
        found = call("albums.search", {
            "/database/search?type=master&q=etudes&page=1&per_page=100":
                {"pagination": {"items": 1}, "results": masters},
            "/database/search?type=release&q=etudes&per_page=100": {"results": releases},
        }, text="etudes", limit=50)
        self.assertEqual(found.items[0], {
            "kind": "album", "id": "discogs:album:5", "title": "Etudes", "artist": {"name": "Ann Lee"},
            "releaseDate": "1994", "albumKind": "ep", "label": "One", "genres": ["Classical", "Modern"]})
        self.assertEqual([it["id"] for it in found.items], ["discogs:album:5", "discogs:release:8"])

    def test_a_search_needs_one_request_while_there_are_more_masters(self) -> None:
        masters = [{"type": "master", "id": number, "title": "A - B"} for number in range(1, 101)]
        found = call("albums.search", {"/database/search": {"pagination": {"items": 230}, "results": masters}},
                     text="b", limit=200)
        self.assertEqual((len(found.items), found.next, found.total, len(found.requests)), (100, 100, 230, 1))

    def test_albums_are_found_even_if_the_second_request_fails(self) -> None:
        found = call("albums.search", {
            "/database/search?type=master&q=b&page=1&per_page=100": {"results": [
                {"type": "master", "id": 1, "title": "A - B"}]},
            "/database/search?type=release&q=b&per_page=100": mb.Failed("UPSTREAM_UNAVAILABLE", "no reply"),
        }, text="b", limit=50)
        self.assertEqual((len(found.items), found.error), (1, None))


class ArtistTests(unittest.TestCase):
    def test_the_profile_has_no_markup(self) -> None:
        for markup, text in {
            "Founder of [l=Svek] with [a=Lee, Ann (2)].": "Founder of Svek with Lee, Ann.",
            "[b]Bold[/b], [i]italic[/i] and [u]more[/u]": "Bold, italic and more",
            "See [url=https://example.org/a]her page[/url] or [url]https://example.org[/url].":
                "See her page or https://example.org.",
            "Also [a12], but not [a99] or [r=4711] or [m12].": "Also Zoë, but not or or.",
            "The band [a=311].\r\nSecond line": "The band 311.\nSecond line",
        }.items():
            self.assertEqual(provider.plain_text(markup, {"12": "Zoë (3)"}), text)

    def test_a_numbered_name_is_told_apart_by_the_first_sentence_about_it(self) -> None:
        record = {"id": 9, "name": "Orion (2)", "profile": "Producer from [b]Leeds[/b]. Born 1970."}
        found = call("artist.get", {"/artists/9": record}, id="discogs:artist:9")
        self.assertEqual(found.items[0]["name"], "Orion")
        self.assertEqual(found.items[0]["disambiguation"], "Producer from Leeds")
        self.assertEqual(found.items[0]["biography"], "Producer from Leeds. Born 1970.")

    def test_an_unknown_artist_is_no_result(self) -> None:
        found = call("artist.get", {"/artists/9": 404}, id="discogs:artist:9")
        self.assertEqual((found.items, found.error), ([], None))

    def test_albums_are_those_of_which_it_is_the_main_artist(self) -> None:
        records = [
            {"id": 1, "main_release": 11, "role": "Main", "title": "One", "artist": "Orion (2)", "year": 1997},
            {"id": 2, "role": "Main", "title": "Two", "artist": "Orion (2)", "format": "2xCD, Comp + Box"},
            {"id": 3, "role": "TrackAppearance", "title": "Three"},
            {"id": 4, "role": "Main", "title": "Four", "artist": "Orion (2) & Ann Lee (4)"},
        ]
        found = call("artist.albums", {"/artists/9/releases?page=1&per_page=100":
                     {"pagination": {"items": 104}, "releases": records + records[2:3] * 96}},
                     id="discogs:artist:9", artist="Orion", limit=200)
        one, two, four = found.items
        self.assertEqual(one, {
            "kind": "album", "id": "discogs:album:1", "ids": ["discogs:release:11"], "title": "One",
            "artist": {"id": "discogs:artist:9", "name": "Orion"}, "releaseDate": "1997"})
        self.assertEqual((two["id"], two["albumKind"]), ("discogs:release:2", "compilation"))
        self.assertEqual(four["artist"], {"name": "Orion & Ann Lee"})
        self.assertEqual((found.next, found.total, found.skipped), (100, None, []))

    def test_appearances_are_those_on_which_it_is_a_guest_or_has_a_track(self) -> None:
        records = [
            {"id": 1, "main_release": 11, "role": "Main", "title": "One", "artist": "Orion (2)"},
            {"id": 2, "main_release": 12, "role": "TrackAppearance", "title": "Two", "artist": "Various", "year": 1999},
            {"id": 3, "role": "Appearance", "title": "Three", "artist": "Orion (2) & Ann Lee (4)"},
            {"id": 4, "role": "Remix", "title": "Four", "artist": "Ann Lee (4)"},
        ]
        found = call("artist.appearances", {"/artists/9/releases?page=1&per_page=100": {"releases": records}},
                     id="discogs:artist:9", artist="Orion", limit=200)
        self.assertEqual([(it["id"], it["title"], it["artist"]) for it in found.items], [
            ("discogs:album:2", "Two", {"name": "Various"}), ("discogs:release:3", "Three", {"name": "Orion & Ann Lee"})])


class AlbumTests(unittest.TestCase):
    def get(self, responses: dict[str, Any], id: str = "discogs:release:7", **params: Any) -> mb.Item:
        found = call("album.get", responses, id=id, **params)
        self.assertEqual((found.error, found.skipped, len(found.items)), (None, [], 1))
        return found.items[0]

    def test_a_master_has_the_label_kind_and_bar_code_of_its_main_release(self) -> None:
        main = release(released="1994-05-00", formats=[{"descriptions": ["LP", "Album"]}], labels=[{"name": "One (2)"}],
                       identifiers=[{"type": "Barcode", "value": "0 7599-27256-2 0"}, {"type": "Other", "value": "1"}])
        master = release(id=5, main_release=7, year=1994)
        found = self.get({"/masters/5": master, "/releases/7": main}, "discogs:album:5")
        self.assertEqual(found, {
            "kind": "album", "id": "discogs:album:5", "ids": ["discogs:release:7", "upc:album:075992725620"],
            "title": "Etudes", "artist": {"id": "discogs:artist:3", "name": "Ann Lee"}, "releaseDate": "1994-05",
            "albumKind": "album", "label": "One"})

    def test_the_date_of_a_master_is_not_that_of_a_later_release(self) -> None:
        master = release(id=5, main_release=7, year=1959)
        found = self.get({"/masters/5": master, "/releases/7": release(released="1994-05-00")}, "discogs:album:5")
        self.assertEqual(found["releaseDate"], "1959")

    def test_a_master_is_found_without_its_main_release(self) -> None:
        master = release(id=5, main_release=7, year=1959)
        self.assertEqual(self.get({"/masters/5": master, "/releases/7": 404}, "discogs:album:5")["releaseDate"], "1959")

    def test_a_release_that_is_named_first_is_not_replaced_by_its_master(self) -> None:
        found = self.get({"/releases/7": release(master_id=5)}, ids=["discogs:album:5", "discogs:release:7"])
        self.assertEqual((found["id"], found["ids"]), ("discogs:release:7", ["discogs:album:5"]))

    def test_a_bar_code_names_a_release(self) -> None:
        hits = {"results": [{"id": 7, "type": "release", "title": "A - B"}]}
        found = self.get({"/database/search?type=release&barcode=075992725620": hits, "/releases/7": release()},
                         "upc:album:075992725620")
        self.assertEqual(found["id"], "discogs:release:7")

    def test_an_unknown_bar_code_is_no_result(self) -> None:
        found = call("album.get", {"/database/search": {"results": []}}, id="upc:album:075992725620")
        self.assertEqual((found.items, found.error), ([], None))

    def test_artists_are_joined_as_they_are_printed(self) -> None:
        names = [{"id": 1, "name": "Orion (2)", "join": "Featuring"}, {"id": 2, "name": "Royal (4)", "join": ","},
                 {"id": 3, "name": "Persuader, The", "join": ""}]
        self.assertEqual(self.get({"/releases/7": release(artists=names)})["artist"],
                         {"name": "Orion Featuring Royal, The Persuader"})

    def test_a_label_that_is_none_is_left_out(self) -> None:
        self.assertNotIn("label", self.get({"/releases/7": release(labels=[{"name": "Not On Label (Orion)"}])}))

    def test_artwork_is_the_primary_image(self) -> None:
        images = [{"type": "secondary", "uri": "https://i.discogs.com/2"},
                  {"type": "primary", "uri": "https://i.discogs.com/1", "uri150": "https://i.discogs.com/s",
                   "width": 600, "height": 590}]
        self.assertEqual(self.get({"/releases/7": release(images=images)})["artwork"], [
            {"url": "https://i.discogs.com/1", "role": "cover", "width": 600, "height": 590},
            {"url": "https://i.discogs.com/s", "role": "cover", "width": 150, "height": 150}])
        found = call("artwork.get", {"/releases/7": release(images=images)}, id="discogs:release:7")
        self.assertEqual(found.file, ["https://i.discogs.com/1", "https://i.discogs.com/s"])

    def test_a_picture_with_a_url_needs_no_request(self) -> None:
        self.assertEqual(call("artwork.get", {}, url="https://i.discogs.com/1").file, "https://i.discogs.com/1")


class SongTests(unittest.TestCase):
    def songs(self, tracklist: list[dict[str, Any]], **members: Any) -> list[mb.Item]:
        found = call("album.songs", {"/releases/7": release(tracklist=tracklist, **members)}, id="discogs:release:7")
        self.assertEqual((found.error, found.skipped), (None, []))
        return found.items

    def test_a_song_has_its_place_album_artist_and_duration(self) -> None:
        song, = self.songs([{"position": "1", "title": "Etude", "duration": "1:02:03"}], released="1994-05-00")
        self.assertEqual(song, {
            "kind": "song", "id": "discogs:song:r7-1", "title": "Etude", "trackNumber": 1, "durationMs": 3723000,
            "artist": {"id": "discogs:artist:3", "name": "Ann Lee"}, "releaseDate": "1994-05",
            "album": {"id": "discogs:release:7", "title": "Etudes"}})

    def test_sides_of_records_count_together(self) -> None:
        songs = self.songs([{"position": it, "title": it} for it in ("A1", "A2", "B1", "C", "D1")])
        self.assertEqual([(it["discNumber"], it["trackNumber"]) for it in songs],
                         [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)])

    def test_discs_are_numbered(self) -> None:
        songs = self.songs([{"position": it, "title": it} for it in ("1-01", "1-02", "CD2-1", "CD2-2")])
        self.assertEqual([(it["discNumber"], it["trackNumber"]) for it in songs], [(1, 1), (1, 2), (2, 1), (2, 2)])

    def test_headings_are_no_songs_and_movements_are(self) -> None:
        songs = self.songs([
            {"type_": "heading", "title": "Part One", "position": ""},
            {"type_": "index", "title": "Sonata", "position": "", "artists": [{"id": 8, "name": "Zoë"}],
             "sub_tracks": [{"position": "1", "title": "Allegro"}, {"position": "2", "title": "Presto"}]},
            {"type_": "index", "title": "Medley", "position": "3", "sub_tracks": [{"position": "3a", "title": "A"}]},
        ])
        self.assertEqual([it["title"] for it in songs], ["Sonata: Allegro", "Sonata: Presto", "Medley"])
        self.assertEqual([it["artist"]["name"] for it in songs], ["Zoë", "Zoë", "Ann Lee"])

    def test_all_artists_are_named_with_what_listeners_look_for(self) -> None:
        artists = [{"id": 3, "name": "Ann Lee (4)", "join": "&"}, {"id": 8, "name": "Zoë", "join": ""}]
        others = [{"id": 9, "name": "Bob", "role": "Producer, Remix [Club, Dub], Remix [Radio]"}, {"id": 5, "name": "Choir", "role": "Mixed By"},
                  {"id": 6, "name": "Eve", "role": "Conductor", "tracks": "B3"}]
        found = call("album.songs", {"/releases/7": release(
            artists=artists, tracklist=[{"position": "1", "title": "A", "extraartists": others}])}, id="discogs:release:7")
        self.assertEqual(found.items[0]["artists"], [
            {"id": "discogs:artist:3", "name": "Ann Lee", "join": "&"}, {"id": "discogs:artist:8", "name": "Zoë"},
            {"id": "discogs:artist:9", "name": "Bob", "role": "remixer"}])
        self.assertEqual(found.items[0]["artist"], {"name": "Ann Lee & Zoë"})

    def test_a_track_without_a_title_is_skipped(self) -> None:
        tracklist = [{"position": "1", "title": ""}, {"title": "B"}]
        found = call("album.songs", {"/releases/7": release(tracklist=tracklist)}, id="discogs:release:7")
        self.assertEqual((found.skipped, [it["trackNumber"] for it in found.items]), (["no title"], [2]))


class ManifestTests(unittest.TestCase):
    def test_provider_json_is_what_the_program_prints(self) -> None:
        printed = subprocess.run([sys.executable, "provider.py", "--manifest"], cwd=DIRECTORY, capture_output=True,
                                 text=True, check=True, timeout=30)
        self.assertEqual((DIRECTORY / "provider.json").read_text("utf-8"), printed.stdout)

    def test_the_program_can_be_executed(self) -> None:
        self.assertTrue((DIRECTORY / "provider.py").stat().st_mode & 0o100)


@unittest.skipUnless(CAPTURES, "there are no captures")
class CaptureTests(unittest.TestCase):
    def capture(self, name: str) -> Any:
        assert CAPTURES
        return json.loads((CAPTURES / name).read_text("utf-8"))

    def release(self, number: int) -> tuple[mb.Item, list[mb.Item]]:
        responses = {f"/releases/{number}": self.capture(f"release-{number}.json")}
        id = f"discogs:release:{number}"
        album, songs = (call(method, responses, id=id) for method in ("album.get", "album.songs"))
        self.assertEqual((album.error, songs.error, album.skipped, songs.skipped), (None, None, [], []))
        return album.items[0], songs.items

    def test_a_maxi_single_on_vinyl(self) -> None:
        album, songs = self.release(1503102)
        self.assertEqual(album["ids"], ["discogs:album:96559"])
        self.assertEqual([album[it] for it in ("title", "releaseDate", "albumKind", "label", "trackCount")],
                         ["Never Gonna Give You Up", "1987", "single", "RCA Victor", 3])
        self.assertEqual(album["artist"], {"id": "discogs:artist:72872", "name": "Rick Astley"})
        self.assertEqual(album["genres"], ["Electronic", "Pop", "Synth-pop"])
        self.assertEqual([it["trackNumber"] for it in songs], [1, 2, 3])
        self.assertEqual([it["durationMs"] for it in songs], [348_000, 381_000, 212_000])
        self.assertNotIn("discNumber", songs[0])

    def test_thirteen_discs_of_an_audiobook_with_headings(self) -> None:
        album, songs = self.release(11578434)
        self.assertEqual(album["ids"], ["upc:album:9338684000223"])
        self.assertEqual(album["artist"], {"name": "Enid Blyton Read By Kate Winslet"})
        self.assertNotIn("label", album)
        self.assertEqual((songs[0]["discNumber"], songs[-1]["discNumber"]), (1, 13))
        self.assertEqual(len({it["id"] for it in songs}), album["trackCount"])
        self.assertEqual(len({(it["discNumber"], it["trackNumber"]) for it in songs}), len(songs))

    def test_a_soundtrack_of_various_artists_without_a_year(self) -> None:
        album, songs = self.release(16004480)
        self.assertEqual((album["albumKind"], album["artist"]["name"]), ("soundtrack", "Various"))
        self.assertEqual(album["ids"], ["discogs:album:76290", "upc:album:075992725620"])
        self.assertNotIn("releaseDate", album)
        self.assertEqual(songs[1]["artist"], {"id": "discogs:artist:442174", "name": "Gioacchino Rossini"})
        self.assertEqual(len(songs), 15)

    def test_masters(self) -> None:
        for record in self.capture("masters-jazz-2.json")["masters"]:
            path = f"/masters/{record['id']}"
            found = call("album.get", {path: {**record, "main_release": 1}, "/releases/1": 404},
                         id=f"discogs:album:{record['id']}")
            self.assertEqual((found.items[0]["releaseDate"], found.items[0]["genres"][0]), ("1959", "Jazz"))
            self.assertEqual(found.items[0]["artwork"][0]["width"], 600)

    def test_an_artist_with_an_article_and_other_spellings(self) -> None:
        artist, = call("artist.get", {"/artists/1": self.capture("artist-1.json")}, id="discogs:artist:1").items
        self.assertEqual((artist["name"], artist["sortName"]), ("The Persuader", "Persuader, The"))
        self.assertEqual(artist["aliases"], ["Persuader", "The Presuader"])
        self.assertNotIn("artwork", artist)  # its URLs are relative

    def test_the_albums_of_an_artist(self) -> None:
        found = call("artist.albums", {"/artists/1/releases": self.capture("artist-1-releases-1.json")},
                     id="discogs:artist:1", artist="The Persuader", limit=200)
        self.assertEqual((len(found.items), found.skipped, found.next), (9, [], 50))
        self.assertEqual([it["id"] for it in found.items][:3],
                         ["discogs:release:20209", "discogs:release:62584", "discogs:album:321212"])

    def test_hits_of_a_search(self) -> None:
        hits = self.capture("search-artist.json")
        found = call("albums.search", {"/database/search": {"results": hits["results"][1:]}}, text="trash80", limit=50)
        self.assertEqual(found.skipped, [])
        self.assertEqual(found.items[0]["artist"], {"name": "Trash80"})
        self.assertEqual((found.items[0]["title"], found.items[0]["releaseDate"]), ("Icarus", "2008"))


if __name__ == "__main__":
    unittest.main()
