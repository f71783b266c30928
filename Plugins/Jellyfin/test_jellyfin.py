#!/usr/bin/env python3
"""Tests of the Jellyfin provider, on small records in the form of the server's."""

import json
import pathlib
import subprocess
import sys
import unittest
import urllib.parse
from typing import Any

DIRECTORY = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(DIRECTORY))

import musicbus as mb
import provider

HOME = "http://nas.example:8096"
# What stands for it in requests and records.
SERVER = "{server}"
ANN, BEN, ETUDES, DAWN, EVE = (letter * 32 for letter in "abcde")
UUIDS = [f"{number}0000000-0000-4000-8000-00000000000a" for number in range(1, 6)]


def call(method: str, responses: dict[str, Any], config: dict[str, Any] | None = None, **params: Any) -> mb.testing.Outcome:
    by_url = {SERVER + path: response for path, response in responses.items()}
    return mb.testing.call(provider.jellyfin, method, responses=by_url, config={"server": HOME} | (config or {}), **params)


def found(*records: Any, total: int | None = None) -> dict[str, Any]:
    return {"Items": list(records), "TotalRecordCount": len(records) if total is None else total, "StartIndex": 0}


def artist(**members: Any) -> dict[str, Any]:
    return {"Id": ANN, "Name": "Ann Lee", "Type": "MusicArtist", "ImageTags": {}, **members}


def album(**members: Any) -> dict[str, Any]:
    return {"Id": ETUDES, "Name": "Etudes", "Type": "MusicAlbum", "ImageTags": {}, **members}


def song(**members: Any) -> dict[str, Any]:
    return {"Id": DAWN, "Name": "Dawn", "Type": "Audio", "ImageTags": {}, "Artists": ["Ann Lee"],
            "ArtistItems": [{"Name": "Ann Lee", "Id": ANN}], "RunTimeTicks": 2_125_000_000, **members}


def converted(**members: Any) -> mb.Item:
    return call("song.get", {"/Items": found(song(**members))}, id=f"jellyfin:song:{DAWN}").items[0]


def queried(outcome: mb.testing.Outcome) -> dict[str, str]:
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(outcome.requests[-1]).query))


class ArtistTests(unittest.TestCase):
    def test_an_artist_has_the_ids_of_other_services_and_a_picture_in_two_sizes(self) -> None:
        record = artist(ImageTags={"Primary": "t1"}, Overview="A pianist.", Genres=["Classical"],
                        ProviderIds={"MusicBrainzArtist": UUIDS[0].upper(), "AudioDbArtist": "111", "Imdb": "nm1"})
        reply = call("artist.get", {"/Items": found(record)}, id=f"jellyfin:artist:{ANN}")
        picture = f"{SERVER}/Items/{ANN}/Images/Primary?tag=t1&maxWidth="
        self.assertEqual(reply.items, [{
            "kind": "artist", "id": f"jellyfin:artist:{ANN}", "name": "Ann Lee",
            "ids": [f"mbid:artist:{UUIDS[0]}", "audiodb:artist:111"], "biography": "A pianist.", "genres": ["Classical"],
            "links": {"jellyfin": f"{SERVER}/web/#/details?id={ANN}"},
            "artwork": [{"url": picture + "1200", "role": "portrait"},
                        {"url": picture + "300", "role": "portrait", "width": 300}]}])
        self.assertEqual((queried(reply)["ids"], queried(reply)["includeItemTypes"]), (ANN, "MusicArtist"))

    def test_ids_of_another_form_are_left_out(self) -> None:
        for id in (f"{UUIDS[0]};{UUIDS[1]}", UUIDS[0].replace("-4", "-0"), "", None):
            record = artist(ProviderIds={"MusicBrainzArtist": id, "AudioDbArtist": "0"})
            reply = call("artist.get", {"/Items": found(record)}, id=f"jellyfin:artist:{ANN}")
            self.assertNotIn("ids", reply.items[0], id)

    def test_a_search_finds_the_artists_of_songs_then_those_of_albums_alone(self) -> None:
        responses = {"/Artists": found(artist()),
                     "/Artists/AlbumArtists": found(artist(), artist(Id=BEN, Name="Annapolis"))}
        reply = call("artists.search", responses, text="ann", limit=50)
        self.assertEqual([it["name"] for it in reply.items], ["Ann Lee", "Annapolis"])
        self.assertEqual(queried(reply)["searchTerm"], "ann")
        self.assertEqual(len(call("artists.search", responses, text="ann", limit=1).items), 1)

    def test_a_search_with_more_artists_of_songs_continues_with_these(self) -> None:
        reply = call("artists.search", {"/Artists": found(artist(), total=2)}, text="ann", limit=1)
        self.assertEqual((len(reply.items), reply.next, reply.total), (1, 1, 2))

    def test_various_artists_are_in_no_collection_but_can_be_opened(self) -> None:
        various = artist(Id=BEN, Name="Various Artists")
        reply = call("collection.artists", {"/Artists/AlbumArtists": found(various, artist(), total=300)})
        self.assertEqual([it["name"] for it in reply.items], ["Ann Lee"])
        self.assertEqual((reply.skipped, reply.next, reply.total), ([], 2, None))
        self.assertEqual(len(call("artist.get", {"/Items": found(various)}, id=f"jellyfin:artist:{BEN}").items), 1)

    def test_an_id_that_the_server_would_ignore_is_not_found(self) -> None:
        # It would list everything.
        for id in ("jellyfin:artist:7", "jellyfin:artist:" + ANN[1:] + "g", f"mbid:artist:{UUIDS[0]}"):
            for method in ("artist.get", "artist.albums", "artist.appearances", "artist.songs"):
                reply = call(method, {}, id=id)
                self.assertEqual((reply.items, reply.error), ([], None), f"{method} {id}")


class AlbumTests(unittest.TestCase):
    def test_an_album_has_its_release_and_release_group_and_their_artist(self) -> None:
        record = album(
            AlbumArtist="Ann Lee", AlbumArtists=[{"Name": "Ann Lee", "Id": ANN}], ProductionYear=1994,
            PremiereDate="1994-03-05T00:00:00.0000000Z", Genres=["Classical"], Studios=[{"Name": "One", "Id": BEN}],
            RecursiveItemCount=12, ImageTags={"Primary": "t2"},
            ProviderIds={"MusicBrainzAlbum": UUIDS[0], "MusicBrainzReleaseGroup": UUIDS[1], "AudioDbAlbum": "5",
                         "MusicBrainzAlbumArtist": UUIDS[2]})
        item = call("album.get", {"/Items": found(record)}, id=f"jellyfin:album:{ETUDES}").items[0]
        self.assertEqual(item["ids"], [f"mbid:release:{UUIDS[0]}", f"mbid:release-group:{UUIDS[1]}", "audiodb:album:5"])
        self.assertEqual(item["artist"], {"id": f"jellyfin:artist:{ANN}", "name": "Ann Lee"})
        self.assertEqual([item[it] for it in ("releaseDate", "label", "trackCount", "genres")],
                         ["1994-03-05", "One", 12, ["Classical"]])
        self.assertEqual([it["role"] for it in item["artwork"]], ["cover", "cover"])

    def test_several_artists_are_one_name_without_an_id(self) -> None:
        two = [{"Name": "Ann Lee", "Id": ANN}, {"Name": "Ben", "Id": BEN}]
        reply = call("collection.albums", {"/Items": found(album(AlbumArtists=two, AlbumArtist="Ann Lee"),
                                                           album(AlbumArtists=[], AlbumArtist="Eve"), album())})
        self.assertEqual([it.get("artist") for it in reply.items], [{"name": "Ann Lee, Ben"}, {"name": "Eve"}, None])

    def test_a_day_is_that_where_the_server_is_and_the_first_of_january_is_a_year(self) -> None:
        for moment, year, expected in (
            ("2001-05-07T00:00:00.0000000Z", 2001, "2001-05-07"), ("2001-05-06T22:00:00.0000000Z", 2001, "2001-05-07"),
            ("2001-05-07T05:00:00.0000000Z", 2001, "2001-05-07"), ("2001-01-01T00:00:00.0000000Z", 2001, "2001"),
            ("2000-12-31T23:00:00.0000000Z", 2001, "2001"), ("2019-05-07T00:00:00.0000000Z", 2001, "2001"),
            ("2001-05-07T00:00:00.0000000Z", None, "2001-05-07"), ("2001-01-01T05:00:00.0000000Z", None, "2001"),
            (None, 2001, "2001"), ("soon", 2001, "2001"), ("9999-12-31T23:00:00.0000000Z", None, None), (None, None, None),
        ):
            self.assertEqual(provider.date({"PremiereDate": moment, "ProductionYear": year}), expected, moment)

    def test_albums_and_songs_are_found_by_title_and_artist(self) -> None:
        artists = found(artist(), artist(Id=BEN, Name="Ann Leeds"))
        reply = call("albums.search", {"/Artists/AlbumArtists": artists, "/Items": found(album())},
                     text="etudes", artist="Ann Lee")
        self.assertEqual([queried(reply)[it] for it in ("searchTerm", "albumArtistIds")], ["etudes", f"{ANN},{BEN}"])
        reply = call("songs.search", {"/Artists": artists, "/Items": found(song())}, text="dawn", artist="Ann Lee")
        self.assertEqual([queried(reply)[it] for it in ("searchTerm", "artistIds")], ["dawn", f"{ANN},{BEN}"])

    def test_an_artist_whom_the_server_does_not_know_does_not_narrow_a_search(self) -> None:
        reply = call("albums.search", {"/Artists/AlbumArtists": found(), "/Items": found(album())}, text="etudes",
                     artist="Ann & Ben")
        self.assertEqual(len(reply.items), 1)
        self.assertNotIn("albumArtistIds", queried(reply))

    def test_those_of_others_are_asked_for_by_the_artist_that_contributes(self) -> None:
        reply = call("artist.appearances", {"/Items": found(album())}, id=f"jellyfin:artist:{ANN}")
        self.assertEqual([it["title"] for it in reply.items], ["Etudes"])
        self.assertEqual(queried(reply)["contributingArtistIds"], ANN)
        self.assertNotIn("albumArtistIds", queried(reply))


class PageTests(unittest.TestCase):
    def test_a_list_continues_where_the_page_ends_and_has_the_total_of_the_server(self) -> None:
        records = [album(Id=f"{number:032}") for number in range(100)]
        reply = call("collection.albums", {"/Items": found(*records, total=250)}, limit=200, offset=100)
        self.assertEqual((len(reply.items), reply.next, reply.total), (100, 200, 250))
        self.assertEqual([queried(reply)[it] for it in ("startIndex", "limit", "recursive", "includeItemTypes")],
                         ["100", "100", "true", "MusicAlbum"])

    def test_an_unusable_record_costs_no_other(self) -> None:
        reply = call("artist.albums", {"/Items": found(album(Name=""), {"Id": BEN}, album())}, id=f"jellyfin:artist:{ANN}")
        self.assertEqual([it["title"] for it in reply.items], ["Etudes"])
        self.assertEqual(len(reply.skipped), 2)


class SongTests(unittest.TestCase):
    def test_a_song_has_its_recording_its_place_and_its_sound(self) -> None:
        record = song(
            Album="Etudes", AlbumId=ETUDES, AlbumPrimaryImageTag="t3", IndexNumber=3, ParentIndexNumber=2, Container="flac",
            MediaSources=[{"Container": "flac", "Bitrate": 912_345}], ProductionYear=1994,
            ProviderIds={"MusicBrainzTrack": UUIDS[0], "MusicBrainzRecording": UUIDS[1], "MusicBrainzAlbum": UUIDS[2],
                         "MusicBrainzArtist": UUIDS[3]})
        item = call("song.get", {"/Items": found(record)}, id=f"jellyfin:song:{DAWN}").items[0]
        self.assertEqual(item["ids"], [f"mbid:recording:{UUIDS[1]}"])
        self.assertEqual(item["album"], {"id": f"jellyfin:album:{ETUDES}", "title": "Etudes"})
        self.assertEqual([item[it] for it in ("durationMs", "discNumber", "trackNumber", "releaseDate")],
                         [212_500, 2, 3, "1994"])
        self.assertEqual(item["stream"], {"url": f"{SERVER}/Audio/{DAWN}/stream?static=true", "mime": "audio/flac",
                                          "kbps": 912})
        self.assertTrue(item["artwork"][0]["url"].startswith(f"{SERVER}/Items/{ETUDES}/Images/Primary?tag=t3"))

    def test_the_stream_of_a_song_is_served_without_a_function(self) -> None:
        self.assertEqual(provider.jellyfin.manifest()["methods"]["stream.get"]["cost"], {"{server}": 2})

    def test_a_song_with_a_picture_of_its_own_shows_it(self) -> None:
        item = converted(ImageTags={"Primary": "own"}, AlbumId=ETUDES, AlbumPrimaryImageTag="t3")
        self.assertIn(f"/Items/{DAWN}/Images/Primary?tag=own&", item["artwork"][0]["url"])

    def test_a_sound_of_an_unknown_kind_has_no_media_type(self) -> None:
        for container, mime in (("mov,mp4,m4a,3gp", "audio/mp4"), ("dsf", None), (None, None), ("OPUS", "audio/ogg")):
            item = converted(Container=container)
            self.assertEqual(item["stream"].get("mime"), mime, container)

    def test_a_song_without_numbers_and_with_an_artist_of_its_album_is_complete(self) -> None:
        item = converted(ArtistItems=[], Artists=[], AlbumArtist="Eve", AlbumArtists=[{"Name": "Eve", "Id": EVE}],
                         IndexNumber=0, ParentIndexNumber=None, RunTimeTicks=None)
        self.assertEqual(item["artist"], {"id": f"jellyfin:artist:{EVE}", "name": "Eve"})
        self.assertFalse({"trackNumber", "discNumber", "durationMs"} & item.keys())

    def test_a_name_without_an_item_is_a_name(self) -> None:
        item = converted(Artists=["Ann Lee", "Ben"])
        self.assertEqual(item["artist"], {"name": "Ann Lee, Ben"})

    def test_the_songs_of_an_album_are_in_its_order(self) -> None:
        reply = call("album.songs", {f"/Items?ids={ETUDES}&includeItemTypes=MusicAlbum&limit=1": found(album()),
                                     "/Items": found(song(), song(Id=EVE, Name="Eve"))}, id=f"jellyfin:album:{ETUDES}")
        self.assertEqual([it["title"] for it in reply.items], ["Dawn", "Eve"])
        self.assertEqual([queried(reply)[it] for it in ("parentId", "sortBy")],
                         [ETUDES, "ParentIndexNumber,IndexNumber,SortName"])

    def test_the_songs_of_an_album_that_is_no_more_are_not_asked_for(self) -> None:
        reply = call("album.songs", {f"/Items?ids={ETUDES}&includeItemTypes=MusicAlbum&limit=1": found()},
                     id=f"jellyfin:album:{ETUDES}")
        self.assertEqual((reply.items, reply.error, len(reply.requests)), ([], None, 1))


class LyricsTests(unittest.TestCase):
    def lyrics(self, lines: list[dict[str, Any]]) -> str | None:
        return call("song.lyrics", {f"/Audio/{DAWN}/Lyrics": {"Metadata": {}, "Lyrics": lines}},
                    id=f"jellyfin:song:{DAWN}").lyrics

    def test_lines_with_times_are_lrc(self) -> None:
        lines = [{"Text": "Rise", "Start": 0}, {"Text": "", "Start": 651_234_567},
                 {"Text": "and shine", "Start": 60_000_000_000}]
        self.assertEqual(self.lyrics(lines), "[00:00.000]Rise\n[01:05.123]\n[100:00.000]and shine")

    def test_lines_without_times_are_plain(self) -> None:
        self.assertEqual(self.lyrics([{"Text": "Rise"}, {"Text": "and shine"}]), "Rise\nand shine")
        self.assertEqual(self.lyrics([{"Text": "Rise", "Start": 0}, {"Text": "and shine", "Start": 0}]), "Rise\nand shine")

    def test_no_words_are_no_lyrics(self) -> None:
        self.assertIsNone(self.lyrics([]))
        self.assertIsNone(self.lyrics([{"Text": " "}]))
        reply = call("song.lyrics", {f"/Audio/{DAWN}/Lyrics": 404}, id=f"jellyfin:song:{DAWN}")
        self.assertEqual((reply.lyrics, reply.error), (None, None))

    def test_a_song_of_another_source_is_found_by_title_artist_and_length(self) -> None:
        others = [song(Id=ANN, Name="Dawn (Live)"), song(Id=BEN, ArtistItems=[], Artists=["Ben"]),
                  song(Id=EVE, RunTimeTicks=3_000_000_000)]
        responses = {f"/Audio/{DAWN}/Lyrics": {"Lyrics": [{"Text": "Rise"}]}, "/Items": found(*others, song())}
        params: dict[str, Any] = {"id": "deezer:song:1", "text": "dawn", "artist": "Ann Lee", "durationMs": 212_000}
        self.assertEqual(call("song.lyrics", responses, **params).lyrics, "Rise")
        reply = call("song.lyrics", {"/Items": found(*others)}, **params)
        self.assertEqual((reply.lyrics, reply.error), (None, None))


class ServerTests(unittest.TestCase):
    def test_the_path_of_the_server_is_in_each_address(self) -> None:
        record = song(ImageTags={"Primary": "t"}, Container="mp3")
        reply = call("song.get", {"/music/jelly%20fin/Items": found(record)}, {"path": "music/jelly fin/"},
                     id=f"jellyfin:song:{DAWN}")
        item, base = reply.items[0], "/music/jelly%20fin"
        self.assertTrue(item["stream"]["url"].startswith(SERVER + base + "/Audio/"))
        self.assertTrue(item["artwork"][0]["url"].startswith(SERVER + base + "/Items/"))
        self.assertTrue(item["links"]["jellyfin"].startswith(SERVER + base + "/web/"))

    def test_the_libraries_of_a_user_count_if_one_is_named(self) -> None:
        users = [{"Name": "Ben", "Id": BEN}, {"Name": "Ann", "Id": ANN}]
        responses = {"/Users": users, "/Items": found(album())}
        self.assertEqual(queried(call("collection.albums", responses, {"user": "ann"}))["userId"], ANN)
        self.assertNotIn("userId", queried(call("collection.albums", responses, {"user": " "})))

    def test_a_call_for_a_user_makes_at_most_three_requests(self) -> None:
        # So many are allowed where none are granted; one more is for a retry.
        responses = {"/Users": [{"Name": "Ann", "Id": ANN}], "/Artists": found(artist()), "/Items": found(album(), song()),
                     "/Artists/AlbumArtists": found(artist()), f"/Audio/{DAWN}/Lyrics": {"Lyrics": []}}
        for method, it in provider.jellyfin.methods.items():
            ids = {"artist": ANN, "album": ETUDES, "song": DAWN}
            kind = method.partition(".")[0]
            params = {"id": f"jellyfin:{kind}:{ids[kind]}"} if kind in ids else {"text": "Dawn", "artist": "Ann Lee"}
            if method == "song.lyrics":
                params = {"id": "deezer:song:1", "text": "Dawn", "artist": "Ann Lee"}
            if method != "artwork.get":
                reply = call(method, responses, {"user": "Ann"}, **params)
                self.assertIsNone(reply.error, method)
                self.assertLess(len(reply.requests), it.declaration["cost"][SERVER], method)
                self.assertLessEqual(len(reply.requests), 3, method)

    def test_an_unknown_user_and_a_wrong_path_are_faults_of_the_configuration(self) -> None:
        for responses, config, words in (({"/Users": []}, {"user": "Zoe"}, '"Zoe"'), ({"/Items": 404}, {}, HOME),
                                         ({"/Users": 404}, {"user": "Ann"}, HOME)):
            error = call("collection.albums", responses, config).error
            assert error
            self.assertEqual(error["code"], "CONFIGURATION_INVALID")
            self.assertIn(words, error["message"])

    def test_a_picture_is_fetched_by_its_address_or_by_id(self) -> None:
        place = f"/Items/{ANN}/Images/Primary?tag=t&maxWidth=300"
        self.assertEqual(call("artwork.get", {}, url=HOME + place).file, HOME + place)
        self.assertEqual(call("artwork.get", {}, id=f"jellyfin:song:{DAWN}").file,
                         f"{SERVER}/Items/{DAWN}/Images/Primary?maxWidth=1200")

    def test_the_manifest_is_that_of_the_code(self) -> None:
        printed = subprocess.run([sys.executable, DIRECTORY / "provider.py", "--manifest"], capture_output=True, check=True)
        self.assertEqual(json.loads(printed.stdout), json.loads((DIRECTORY / "provider.json").read_text()))


if __name__ == "__main__":
    unittest.main()
