#!/usr/bin/env python3
"""Tests of the OpenSubsonic provider, on responses written by hand in the form of Navidrome, Gonic, LMS and Airsonic."""

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

HOME = {"server": "http://192.168.7.2:4533", "user": "ann"}
MBID = "0c7a1f4e-5b2d-4c1e-9f3a-7d6e5c4b3a21"


def ok(**members: Any) -> Any:
    return {"subsonic-response": {"status": "ok", "version": "1.16.1", "type": "navidrome", "serverVersion": "0.58.0",
                                  "openSubsonic": True, **members}}


def old(**members: Any) -> Any:
    return {"subsonic-response": {"status": "ok", "version": "1.15.0", **members}}


def refused(code: int, message: str, **members: Any) -> Any:
    error = {"code": code, "message": message, **members}
    return {"subsonic-response": {"status": "failed", "version": "1.16.1", "error": error}}


def call(method: str, responses: dict[str, Any], config: Any = None, **params: Any) -> mb.testing.Outcome:
    by_url = {"{server}" + path: response for path, response in responses.items()}
    return mb.testing.call(provider.subsonic, method, responses=by_url, config=config or HOME, **params)


def song(id: Any = "s1", title: Any = "Halcyon", **members: Any) -> dict[str, Any]:
    return {"id": id, "title": title, "isDir": False, "album": "Tides", "albumId": "b1", "artist": "Mara Lind", "artistId": "a1",
            "duration": 251, "track": 3, "discNumber": 1, "contentType": "audio/flac", "suffix": "flac", "bitRate": 912,
            **members}


def album(id: Any = "b1", name: Any = "Tides", **members: Any) -> dict[str, Any]:
    return {"id": id, "name": name, "artist": "Mara Lind", "artistId": "a1", "songCount": 9, "duration": 2400,
            "created": "2024-02-03T04:05:06Z", **members}


def covers(id: str, role: str = "cover") -> list[dict[str, Any]]:
    return [{"url": f"{{server}}/rest/getCoverArt?id={id}&size={size}", "role": role, "width": size, "height": size}
            for size in (300, 1200)]


class RecordTests(unittest.TestCase):
    def one(self, method: str, endpoint: str, member: str, record: Any, **params: Any) -> mb.Item:
        found = call(method, {f"/rest/{endpoint}": ok(**{member: record})}, **params)
        self.assertEqual((found.error, found.skipped, len(found.items)), (None, [], 1))
        return found.items[0]

    def album(self, **members: Any) -> mb.Item:
        return self.one("album.get", "getAlbum", "album", album(**members), id="opensubsonic:album:b1")

    def song(self, **members: Any) -> mb.Item:
        return self.one("song.get", "getSong", "song", song(**members), id="opensubsonic:song:s1")

    def test_an_album_has_what_opensubsonic_adds(self) -> None:
        self.assertEqual(self.album(
            musicBrainzId=MBID.upper(), coverArt="al-b1_65a1 f0", year=2019, genre="Ambient", version="Deluxe Edition",
            genres=[{"name": "Ambient"}, {"name": "Drone"}], recordLabels=[{"name": ""}, {"name": "Low Tide"}],
            releaseTypes=["Album", "Live"], originalReleaseDate={"year": 2019, "month": 5, "day": 0},
            releaseDate={"year": 2021, "month": 1, "day": 8}, explicitStatus="clean", displayArtist="Mara Lind",
            artists=[{"id": "a1", "name": "Mara Lind"}], isCompilation=False, discTitles=[], moods=[],
        ), {
            "kind": "album", "id": "opensubsonic:album:b1", "ids": ["mbid:release:" + MBID], "title": "Tides",
            "artist": {"id": "opensubsonic:artist:a1", "name": "Mara Lind"}, "disambiguation": "Deluxe Edition",
            "releaseDate": "2019-05", "genres": ["Ambient", "Drone"], "label": "Low Tide", "albumKind": "live",
            "trackCount": 9, "cleaned": True,
            "artwork": covers("al-b1_65a1+f0")})

    def test_an_album_of_an_old_server_has_the_rest(self) -> None:
        found = call("album.get", {"/rest/getAlbum": old(album={**album(id=71, name=1999), "artistId": 12, "year": 1982})},
                     id="opensubsonic:album:71")
        self.assertEqual(found.items, [
            {"kind": "album", "id": "opensubsonic:album:71", "title": "1999", "releaseDate": "1982", "trackCount": 9,
             "artist": {"id": "opensubsonic:artist:12", "name": "Mara Lind"}}])

    def test_a_song_says_where_its_sound_is(self) -> None:
        found = self.song(isrc=["GB-KWE-19-00123", "?"], musicBrainzId=MBID, displayArtist="Mara Lind feat. Ole Berg",
                          artists=[{"id": "a1", "name": "Mara Lind"}, {"id": "a2", "name": "Ole Berg"}], year=2019, genres=[],
                          genre="Ambient", explicitStatus="explicit", replayGain={"trackGain": -7.1}, coverArt="mf-7")
        self.assertEqual(found, {
            "kind": "song", "id": "opensubsonic:song:s1", "ids": ["mbid:recording:" + MBID, "isrc:recording:GBKWE1900123"],
            "title": "Halcyon", "artist": {"name": "Mara Lind feat. Ole Berg"},
            "album": {"id": "opensubsonic:album:b1", "title": "Tides"}, "durationMs": 251_000, "discNumber": 1,
            "trackNumber": 3, "releaseDate": "2019", "genres": ["Ambient"], "explicit": True,
            "artwork": covers("mf-7"),
            "stream": {"url": "{server}/rest/stream?id=s1&format=raw", "mime": "audio/flac", "kbps": 912}})

    def test_what_is_unknown_is_absent(self) -> None:
        found = self.song(album="[Unknown Album]", artist="[Unknown Artist]", displayArtist="", artists=[], isrc=[],
                          musicBrainzId="0c7a1f4e-0000-0000-0000-7d6e5c4b3a21", track=0, discNumber=0, duration=0,
                          bitRate=0, year=0, genre="", coverArt="")
        self.assertEqual(found, {"kind": "song", "id": "opensubsonic:song:s1", "title": "Halcyon", "stream": {
            "url": "{server}/rest/stream?id=s1&format=raw", "mime": "audio/flac"}})

    def test_an_unknown_artist_is_none_and_various_artists_are_nobody_of_the_collection(self) -> None:
        records = [{"id": "a9", "name": "Various Artists"}, {"id": "a8", "name": "[Unknown Artist]"},
                   {"id": "a1", "name": "Mara"}]
        responses = {"/rest/search3": ok(searchResult3={"artist": records})}
        for method, names in [("artists.search", ["Various Artists", "Mara"]), ("collection.artists", ["Mara"])]:
            found = call(method, responses, text="a", limit=50)
            self.assertEqual(([it["name"] for it in found.items], found.skipped), (names, []))

    def test_the_kind_of_an_album_is_the_most_particular_one(self) -> None:
        for types, kind in [(["album"], "album"), (["Album", "Compilation"], "compilation"), (["EP"], "ep"), ([], None),
                            (["Ep", "Remixes"], "remix"), (["album; soundtrack"], "soundtrack"), (["Broadcast"], None),
                            ("single", "single")]:
            self.assertEqual(self.album(releaseTypes=types).get("albumKind"), kind, types)
        self.assertEqual(self.album(releaseTypes=[], isCompilation=True)["albumKind"], "compilation")

    def test_a_few_songs_may_be_a_part_of_an_album(self) -> None:
        self.assertNotIn("trackCount", self.album(songCount=2))
        self.assertEqual(self.album(songCount=2, releaseTypes=["single"])["trackCount"], 2)


class SearchTests(unittest.TestCase):
    def test_a_search_asks_for_one_kind_and_continues_where_it_ends(self) -> None:
        found = call("songs.search", {"/rest/search3?query=hal&artistCount=0&albumCount=0&songCount=2&songOffset=4": ok(
            searchResult3={"song": [song(), song("s2", "Halo")]})}, text="hal", limit=2, offset=4)
        self.assertEqual(([it["title"] for it in found.items], found.next), (["Halcyon", "Halo"], 6))
        short = call("albums.search", {"/rest/search3": ok(searchResult3={"album": [album()]})}, text="tides", limit=2)
        self.assertEqual((len(short.items), short.next), (1, None))

    def test_one_hit_of_an_old_server_is_an_object_and_none_a_text(self) -> None:
        found = call("songs.search", {"/rest/search3": old(searchResult3={"song": song(300, 1979)})}, text="1979", limit=9)
        self.assertEqual([(it["id"], it["title"]) for it in found.items], [("opensubsonic:song:300", "1979")])
        for nothing in ["", {}, {"song": []}]:
            found = call("songs.search", {"/rest/search3": old(searchResult3=nothing)}, text="x", limit=9)
            self.assertEqual((found.items, found.error), ([], None))

    def test_films_and_folders_are_no_songs_and_an_unusable_record_costs_no_other(self) -> None:
        records = [song("v", isVideo=True), song("f", isDir=True), {"id": "n"}, song()]
        found = call("songs.search", {"/rest/search3": ok(searchResult3={"song": records})}, text="hal", limit=50)
        self.assertEqual(([it["id"] for it in found.items], found.skipped), (["opensubsonic:song:s1"], ["no title"]))

    def test_a_server_behind_a_proxy_has_a_path(self) -> None:
        for path, inner in [("/navidrome", "/navidrome"), ("a/forest/", "/a/forest"), ("/navidrome/rest/", "/navidrome"),
                            ("/rest", ""), ("Ann's music", "/Ann%27s%20music")]:
            found = call("song.get", {inner + "/rest/getSong?id=s1": ok(song=song(coverArt="c"))}, {**HOME, "path": path},
                         id="opensubsonic:song:s1").items[0]
            self.assertEqual(found["stream"]["url"], "{server}" + inner + "/rest/stream?id=s1&format=raw")
            picture = "{server}" + inner + "/rest/getCoverArt?id=c&size=300"
            self.assertEqual(found["artwork"][0]["url"], picture)
            self.assertEqual(call("artwork.get", {}, url=picture).file, picture)


class ArtistTests(unittest.TestCase):
    def test_the_biography_is_text_and_may_fail(self) -> None:
        record = {"id": "a1", "name": "Mara Lind", "albumCount": 2, "coverArt": "ar-a1_0", "sortName": "lind, mara",
                  "disambiguation": "Faroese singer", "album": [album()]}
        markup = ("Mara &amp; <b>her harp</b>.<br/>Born in 1980. <a target='_blank' href=\"https://www.last.fm/music/Mara\">"
                  "Read more on Last.fm</a>. User-contributed text is available under a licence.")
        info = {"biography": markup, "musicBrainzId": MBID, "lastFmUrl": "https://www.last.fm/music/Mara"}
        found = call("artist.get", {"/rest/getArtist?id=a1": ok(artist=record), "/rest/getArtistInfo2": ok(artistInfo2=info)},
                     id="opensubsonic:artist:a1")
        self.assertEqual(found.items, [{
            "kind": "artist", "id": "opensubsonic:artist:a1", "ids": ["mbid:artist:" + MBID], "name": "Mara Lind",
            "biography": "Mara & her harp.\nBorn in 1980.", "disambiguation": "Faroese singer",
            "links": {"lastfm": "https://www.last.fm/music/Mara"},
            "artwork": covers("ar-a1_0", "portrait")}])
        for failure in [refused(0, "no agents"), mb.Failed("UPSTREAM_UNAVAILABLE", "no reply"), 404]:
            found = call("artist.get", {"/rest/getArtist": ok(artist=record), "/rest/getArtistInfo2": failure},
                         id="opensubsonic:artist:a1")
            self.assertEqual(([it["name"] for it in found.items], found.error), (["Mara Lind"], None))

    def test_albums_are_their_own_not_those_where_they_are_guests(self) -> None:
        records = [album(), album("b2", "Duets", artist="Ole Berg", artistId="a2", artists=[{"id": "a2"}, {"id": "a1"}]),
                   album("b3", "Harps of the North", artist="Various Artists", artistId="a9", artists=[{"id": "a9"}]),
                   album("b4", "Untagged", artistId=None)]
        found = call("artist.albums", {"/rest/getArtist?id=a1": ok(artist={"id": "a1", "album": records})},
                     id="opensubsonic:artist:a1", limit=50)
        self.assertEqual([it["id"][-2:] for it in found.items], ["b1", "b2", "b4"])
        others = call("artist.appearances", {"/rest/getArtist?id=a1": ok(artist={"id": "a1", "album": records})},
                      id="opensubsonic:artist:a1", limit=50)
        self.assertEqual([it["id"][-2:] for it in others.items], ["b3"])

    def songs(self, offset: int, limit: int, counts: list[int]) -> mb.testing.Outcome:
        records = [album(f"b{number}", songCount=count) for number, count in enumerate(counts)]
        responses = {"/rest/getArtist?id=a1": ok(artist={"id": "a1", "album": records})}
        for number, count in enumerate(counts):
            responses[f"/rest/getAlbum?id=b{number}"] = ok(album={
                **records[number], "song": [song(f"s{number}.{place}") for place in range(count)]})
        return call("artist.songs", responses, id="opensubsonic:artist:a1", offset=offset, limit=limit)

    def test_pages_of_songs_end_anywhere_in_an_album_and_read_no_others(self) -> None:
        counts, all_songs, offset = [3, 5, 1, 4], [], 0
        while True:
            found = self.songs(offset, 4, counts)
            self.assertLessEqual(len(found.items), 4)
            all_songs += [it["id"].rpartition(":")[2] for it in found.items]
            if not isinstance(found.next, int):
                break
            assert isinstance(found.next, int)
            offset = found.next
        self.assertEqual(all_songs, [f"s{number}.{place}" for number, count in enumerate(counts) for place in range(count)])
        self.assertEqual([it.partition("=")[2] for it in self.songs(8, 1, counts).requests], ["a1", "b2"])

    def test_a_page_of_songs_reads_a_limited_number_of_albums(self) -> None:
        found = self.songs(0, 200, [1] * 45)
        self.assertEqual((len(found.items), len(found.requests), found.next), (20, 21, 20))
        self.assertEqual((len(self.songs(40, 200, [1] * 45).items), self.songs(40, 200, [1] * 45).next), (5, None))

    def test_of_an_album_of_many_only_their_songs_are_listed(self) -> None:
        various = album("b3", songCount=2, artist="Various Artists", artistId="a9")
        found = call("artist.songs", {
            "/rest/getArtist": ok(artist={"id": "a1", "album": [various]}),
            "/rest/getAlbum": ok(album={**various, "song": [song("s1"), song("s2", artistId="a2", artist="Ole Berg")]}),
        }, id="opensubsonic:artist:a1", limit=50)
        self.assertEqual([it["id"] for it in found.items], ["opensubsonic:song:s1"])

    def test_similar_artists_are_those_that_the_server_has(self) -> None:
        info = {"similarArtist": [{"id": "a2", "name": "Ole Berg"}, {"id": "-1", "name": "Elsewhere"}]}
        found = call("artist.similar", {"/rest/getArtistInfo2?id=a1&count=50": ok(artistInfo2=info)},
                     id="opensubsonic:artist:a1", limit=50)
        self.assertEqual([it["name"] for it in found.items], ["Ole Berg"])
        found = call("artist.similar", {"/rest/getArtistInfo2": refused(0, "no agents")}, id="opensubsonic:artist:a1", limit=50)
        self.assertEqual((found.items, found.error), ([], None))

    def test_an_artist_of_another_source_needs_no_request(self) -> None:
        found = call("artist.get", {}, id="mbid:artist:" + MBID)
        self.assertEqual((found.items, found.requests, found.error), ([], [], None))


class CollectionTests(unittest.TestCase):
    def artists(self, count: int, at: int = 0) -> list[dict[str, Any]]:
        return [{"id": f"a{number}", "name": f"Artist {9999 - number}", "albumCount": 1} for number in range(at, at + count)]

    def test_artists_come_in_parts_and_by_name_without_those_who_have_no_album(self) -> None:
        def url(offset: int) -> str:
            return f"/rest/search3?query=&artistCount=500&albumCount=0&songCount=0&artistOffset={offset}"

        writers = [{"id": "w", "name": "A writer", "albumCount": 0}]
        found = call("collection.artists", {
            url(0): ok(searchResult3={"artist": self.artists(500)}),
            url(500): ok(searchResult3={"artist": self.artists(2, at=500) + writers}),
        }, limit=3, offset=1)
        self.assertEqual([it["name"] for it in found.items], ["Artist 9499", "Artist 9500", "Artist 9501"])
        self.assertEqual((found.next, found.total), (4, 502))

    def test_an_old_server_has_an_index(self) -> None:
        index = [{"name": "B", "artist": {"id": 4, "name": "Berg"}},
                 {"name": "L", "artist": [{"id": 5, "name": "Lind", "albumCount": 2}]}]
        for nothing in [old(searchResult3=""), refused(10, "Required parameter is missing."), 404]:
            responses = {"/rest/search3": nothing, "/rest/getArtists": old(artists={"index": index})}
            found = call("collection.artists", responses, limit=50)
            self.assertEqual([it["name"] for it in found.items], ["Berg", "Lind"])

    def test_an_unusable_record_costs_no_other(self) -> None:
        records = [{"name": "No id"}, "no record", {"id": "a1", "name": "Mara Lind"}, {"id": "a 2", "name": "Spaced"}]
        found = call("collection.artists", {"/rest/search3": ok(searchResult3={"artist": records})}, limit=50)
        self.assertEqual(([it["name"] for it in found.items], found.skipped), (["Mara Lind"], ["no id", "'a 2' is no id"]))
        found = call("artist.songs", {"/rest/getArtist": ok(artist={"album": [{"name": "No id"}, album()]}),
                                      "/rest/getAlbum?id=b1": ok(album={"song": [song(), {"title": "No id"}]})},
                     id="opensubsonic:artist:a1", limit=50)
        self.assertEqual((len(found.items), found.skipped), (1, ["no id"]))

    def test_a_collection_that_never_ends_is_cut_and_it_is_said(self) -> None:
        found = call("collection.artists", {"/rest/search3": ok(searchResult3={"artist": self.artists(500)})}, limit=50)
        self.assertEqual((len(found.requests), found.notes), (20, ["Only the first 10,000 of your server are used."]))

    def test_albums_are_listed_by_name_in_pages(self) -> None:
        found = call("collection.albums", {"/rest/getAlbumList2?type=alphabeticalByName&size=2&offset=6": ok(
            albumList2={"album": [album(), album("b2", "[Unknown Album]")]})}, limit=2, offset=6)
        self.assertEqual(([it["title"] for it in found.items], found.next, found.skipped), (["Tides"], 8, []))

    def test_the_report_counts_and_names_what_is_there_twice(self) -> None:
        records = [album(), album("b2", "tides", songCount=8),
                   album("b3", "Shores", artistId="a2", artist="Ole Berg", duration=600)]
        found = call("collection.check", {"/rest/getAlbumList2": ok(albumList2={"album": records})})
        report = found.collection or {}
        self.assertEqual([report[it] for it in ("artists", "albums", "songs", "durationMs")], [2, 3, 26, 5_400_000])
        self.assertEqual(report["twice"], {"count": 1, "albums": [
            {"id": "opensubsonic:album:b1", "title": "Tides", "artist": "Mara Lind", "songs": 9},
            {"id": "opensubsonic:album:b2", "title": "tides", "artist": "Mara Lind", "songs": 8}]})


class LyricsTests(unittest.TestCase):
    def lyrics(self, response: Any, id: str = "opensubsonic:song:s1", words: Any = None) -> mb.testing.Outcome:
        responses = {"/rest/getLyricsBySongId?id=s1": response, "/rest/getLyrics?artist=Mara+Lind&title=Halcyon": words}
        return call("song.lyrics", responses, id=id, text="Halcyon", artist="Mara Lind")

    def test_lines_with_times_are_preferred_and_translations_left_out(self) -> None:
        plain = {"lang": "xxx", "synced": False, "line": [{"value": "Low water"}]}
        timed = {"lang": "eng", "synced": True, "offset": -100, "kind": "main", "line": [
            {"start": 0, "value": "Low water"}, {"start": 62_345, "value": ""}, {"start": 3_600_000, "value": "High water"}]}
        other = {"lang": "deu", "synced": True, "kind": "translation", "line": [{"start": 0, "value": "Ebbe"}]}
        found = self.lyrics(ok(lyricsList={"structuredLyrics": [other, plain, timed]}))
        self.assertEqual(found.lyrics, "[offset:-100]\n[00:00.000]Low water\n[01:02.345]\n[60:00.000]High water")
        self.assertEqual(self.lyrics(ok(lyricsList={"structuredLyrics": [plain]})).lyrics, "Low water")
        del timed["offset"]
        self.assertEqual(self.lyrics(ok(lyricsList={"structuredLyrics": [timed]})).lyrics,
                         "[00:00.000]Low water\n[01:02.345]\n[60:00.000]High water")

    def test_a_song_without_words_has_no_lyrics_and_is_not_asked_for_twice(self) -> None:
        for nothing in [{}, {"structuredLyrics": [{"synced": False, "line": [{"value": " "}]}]}]:
            found = self.lyrics(ok(lyricsList=nothing))
            self.assertEqual((found.lyrics, found.items, found.error, len(found.requests)), (None, [], None, 1))

    def test_a_server_that_knows_no_lyrics_by_id_is_asked_by_names(self) -> None:
        words = old(lyrics={"artist": "Mara Lind", "title": "halcyon", "value": "Low water\nHigh water"})
        for unknown in [404, refused(0, "unknown view"), refused(70, "not found")]:
            self.assertEqual(self.lyrics(unknown, words=words).lyrics, "Low water\nHigh water")
        self.assertEqual(self.lyrics(404, id="deezer:song:5", words=words).lyrics, "Low water\nHigh water")

    def test_lyrics_of_another_song_are_not_taken(self) -> None:
        for other in [{"artist": "Mara Lind", "title": "Halcyon (Live)", "value": "x"}, {}, "",
                      {"artist": "Ole", "title": "Halcyon", "value": "x"}, {"artist": "Mara Lind", "title": "Halcyon"}]:
            self.assertIsNone(self.lyrics(404, words=old(lyrics=other)).lyrics)

    def test_an_outage_is_an_error_not_a_song_without_lyrics(self) -> None:
        found = self.lyrics(mb.Failed("UPSTREAM_UNAVAILABLE", "no reply"))
        self.assertEqual(found.error and found.error["code"], "UPSTREAM_UNAVAILABLE")


class ErrorTests(unittest.TestCase):
    def search(self, response: Any, config: Any = None) -> tuple[str, str]:
        error = call("artists.search", {"/rest/search3": response}, config, text="mara", limit=5).error or {}
        return error.get("code", ""), error.get("message", "")

    def test_a_refusal_says_which_setting_is_wrong(self) -> None:
        for number, setting in [(10, '"password"'), (40, '"password"'), (41, '"apiKey"'), (42, '"apiKey"'), (43, "either"),
                                (44, '"apiKey"')]:
            code, message = self.search(refused(number, "No entry"))
            self.assertEqual(code, "CONFIGURATION_INVALID")
            self.assertIn(setting, message)
            self.assertTrue(message.endswith("It says: No entry"), message)

    def test_a_refusal_of_the_request_is_no_fault_of_the_settings(self) -> None:
        for number in (20, 30, 50, 60):
            self.assertEqual(self.search(refused(number, "no"))[0], "UPSTREAM_REFUSED")
        for number in (0, 99):
            self.assertEqual(self.search(refused(number, "disk I/O error")),
                             ("UPSTREAM_UNAVAILABLE", "The server reports an error. It says: disk I/O error"))
        self.assertEqual(self.search({"subsonic-response": {"status": "failed"}})[0], "UPSTREAM_UNAVAILABLE")

    def test_a_page_of_help_is_passed_on(self) -> None:
        self.assertTrue(self.search(refused(42, "keys only", helpUrl="https://music.example.org/keys"))[1]
                        .endswith("It says: keys only See https://music.example.org/keys"))

    def test_what_is_not_there_is_no_error(self) -> None:
        for answer in [refused(70, "Album not found"), refused(10, "please provide an `id` parameter")]:
            found = call("album.get", {"/rest/getAlbum": answer}, id="opensubsonic:album:b1")
            self.assertEqual((found.items, found.error), ([], None))

    def test_another_kind_of_server_is_told_with_its_address(self) -> None:
        for response, expected in [(404, "CONFIGURATION_INVALID"), ([], "UPSTREAM_BAD_DATA"),
                                   ({"hello": 1}, "UPSTREAM_BAD_DATA")]:
            message = ("There is no server with the API of Subsonic at http://192.168.7.2:4533/rest/; "
                       "see \"server\" and \"path\".")
            self.assertEqual(self.search(response), (expected, message))


class ManifestTests(unittest.TestCase):
    def test_the_manifest_is_that_of_the_code(self) -> None:
        printed = subprocess.run([sys.executable, DIRECTORY / "provider.py", "--manifest"], capture_output=True, check=True)
        self.assertEqual(json.loads(printed.stdout), json.loads((DIRECTORY / "provider.json").read_text()))

    def test_the_program_signs_nothing_itself(self) -> None:
        manifest = provider.subsonic.manifest()
        query = manifest["upstreams"][0]["query"]
        self.assertEqual((query["t"], query["s"], query["apiKey"]), ("{md5:password+salt}", "{salt}", "{apiKey}"))
        properties = manifest["configSchema"]["properties"]
        self.assertEqual({name for name, it in properties.items() if it.get("secret")}, {"password", "apiKey"})
        self.assertEqual(manifest["services"], [{"name": "OpenSubsonic", "namespaces": ["opensubsonic"], "owned": True}])


if __name__ == "__main__":
    unittest.main()
