#!/usr/bin/env python3
"""Tests Example with recorded responses: python3 -m unittest"""
import unittest

import musicbus as mb

import example

RECORDED = {
    "https://itunes.apple.com/search?entity=musicArtist&term=nina&limit=2": {"resultCount": 2, "results": [
        {"wrapperType": "artist", "artistId": 38485, "artistName": "Nina Simone"},
        {"wrapperType": "artist", "artistName": "Unknown"}]},
}


class Tests(unittest.TestCase):
    def search(self, text, **params):
        return mb.testing.call(example.provider, "artists.search", responses=RECORDED, text=text, **params)

    def test_returns_artists_and_skips_unusable_records(self):
        found = self.search("nina", limit=2)
        self.assertEqual(found.items, [{"kind": "artist", "id": "itunes:artist:38485", "name": "Nina Simone"}])
        self.assertEqual(found.skipped, ["no artistId"])

    def test_fails_if_the_source_fails(self):
        down = {"https://itunes.apple.com/search": mb.Failed("UPSTREAM_UNAVAILABLE", "itunes.apple.com: server error (503).")}
        failed = mb.testing.call(example.provider, "artists.search", responses=down, text="nina")
        self.assertEqual(failed.error["code"], "UPSTREAM_UNAVAILABLE")


if __name__ == "__main__":
    unittest.main()
