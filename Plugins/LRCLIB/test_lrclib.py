#!/usr/bin/env python3
"""Tests of the LRCLIB provider, on records of the form that its documentation shows."""

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

URL = "https://lrclib.net/api/search"


def record(**members: Any) -> dict[str, Any]:
    return {"id": 1, "name": "Time", "trackName": "Time", "artistName": "Pink Floyd", "albumName": "Echoes",
            "duration": 413.0, "instrumental": False, "plainLyrics": "Ticking away", "syncedLyrics": None, **members}


def lyrics(*records: dict[str, Any], title: str = "Time", **params: Any) -> mb.testing.Outcome:
    return mb.testing.call(provider.lrclib, "song.lyrics", responses={URL: list(records)},
                           **{"id": "a:song:1", "text": title, "artist": "Pink Floyd", "durationMs": 413_000, **params})


class LyricsTests(unittest.TestCase):
    def test_lines_with_times_are_preferred_then_the_nearest_length(self) -> None:
        timed = record(syncedLyrics="[00:01.00] Ticking away", duration=415)
        nearer = record(syncedLyrics="[00:02.00] Ticking away", duration=413)
        self.assertEqual(lyrics(record(), timed, nearer).lyrics, "[00:02.00] Ticking away")
        self.assertEqual(lyrics(record()).lyrics, "Ticking away")

    def test_a_song_without_words_is_not_a_song_that_is_unknown(self) -> None:
        self.assertEqual(lyrics(record(instrumental=True, plainLyrics=None)).lyrics, "")
        unknown = lyrics(record(plainLyrics=None, syncedLyrics=" "))
        self.assertEqual((unknown.lyrics, unknown.items, unknown.error), (None, [], None))
        self.assertIsNone(lyrics().lyrics)

    def test_lyrics_of_another_song_are_not_taken(self) -> None:
        for other in [record(artistName="Tom Waits"), record(trackName="Time (Live)"), record(duration=300)]:
            self.assertIsNone(lyrics(other).lyrics, other)

    def test_names_are_compared_without_guests_signs_and_capitals(self) -> None:
        found = lyrics(record(trackName="Don’t stop (feat. Ann)", artistName="PINK FLOYD"), title="Don't Stop!")
        self.assertEqual(found.lyrics, "Ticking away")
        self.assertEqual(found.requests, [URL + "?track_name=dont+stop&artist_name=pink+floyd"])

    def test_names_are_asked_for_and_compared_without_what_sources_write_differently(self) -> None:
        for title, artist, other, other_artist, query in [
            ("Halcyon - 2014 Digital Remaster", "Ann", "Halcyon", "Ann", "track_name=halcyon&artist_name=ann"),
            ("Halcyon (Remastered 2014)", "Ann", "Halcyon [2003 Remaster]", "Ann", "track_name=halcyon&artist_name=ann"),
            ("Halcyon (with Bob) - Remastered", "Ann", "Halcyon (feat. Bob)", "Ann", "track_name=halcyon&artist_name=ann"),
            ("Señorita", "Zoë & the Övens", "Senorita", "The Zoe and The Ovens", "track_name=senorita&artist_name=zoe+ovens"),
            ("Rock and Roll", "The Who", "Rock & Roll", "Who", "track_name=rock+roll&artist_name=who"),
            ("With You (feat. Bob) (Live)", "Ann", "With You (Live)", "Ann", "track_name=with+you+live&artist_name=ann"),
            ("The The", "The The", "The The", "The The", "track_name=the+the&artist_name=the+the"),
            ("ガラス", "Ann", "ガラス", "Ann", "track_name=%E3%82%AC%E3%83%A9%E3%82%B9&artist_name=ann"),
        ]:
            found = lyrics(record(trackName=other, artistName=other_artist), title=title, artist=artist)
            self.assertEqual((found.lyrics, found.requests), ("Ticking away", [f"{URL}?{query}"]), title)

    def test_versions_that_sound_otherwise_stay_others(self) -> None:
        for title, other in [
            ("Halcyon (Live) - Remastered 2011", "Halcyon"), ("Halcyon - Live; 2011 Remaster", "Halcyon"),
            ("Halcyon feat. Bob (Acoustic)", "Halcyon"), ("Halcyon (With Strings)", "Halcyon (Live)"),
            ("With or Without You", "You"), ("ハス", "バス"), ("Remastered", "Halcyon"), ("(Remastered 2009)", "Halcyon"),
        ]:
            found = lyrics(record(trackName=other), title=title)
            self.assertEqual((found.lyrics, found.error), (None, None), title)

    def test_a_length_that_is_unknown_or_impossible_says_nothing(self) -> None:
        self.assertEqual(lyrics(record(duration=999_999)).lyrics, "Ticking away")
        self.assertEqual(lyrics(record(duration=None)).lyrics, "Ticking away")
        self.assertEqual(lyrics(record(duration=300), durationMs=None).lyrics, "Ticking away")

    def test_without_an_artist_nothing_is_requested(self) -> None:
        self.assertEqual(lyrics(artist=None).requests, [])

    def test_an_outage_and_a_limit_are_errors_not_unknown_songs(self) -> None:
        for code in ["UPSTREAM_UNAVAILABLE", "UPSTREAM_RATE_LIMITED"]:
            found = mb.testing.call(provider.lrclib, "song.lyrics", responses={URL: mb.Failed(code, "no reply")},
                                    id="a:song:1", text="Time", artist="Pink Floyd")
            self.assertEqual(found.error and found.error["code"], code)

    def test_the_manifest_is_that_of_the_code(self) -> None:
        printed = subprocess.run([sys.executable, DIRECTORY / "provider.py", "--manifest"], capture_output=True, check=True)
        self.assertEqual(json.loads(printed.stdout), json.loads((DIRECTORY / "provider.json").read_text()))


if __name__ == "__main__":
    unittest.main()
