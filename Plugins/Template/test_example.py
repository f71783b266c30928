#!/usr/bin/env python3
"""Tests Example with recorded responses: python3 -m unittest"""
import json, unittest

import example

RECORDED = {
    "/search?term=nina&entity=musicArtist&limit=2": {"resultCount": 2, "results": [
        {"wrapperType": "artist", "artistId": 38485, "artistName": "Nina Simone"},
        {"wrapperType": "artist", "artistName": "Unknown"}]},
}


def recorded(url, seconds):
    try:
        return json.dumps(RECORDED[url.removeprefix(example.BASE)])
    except KeyError:
        raise OSError("no recorded response")


class Tests(unittest.TestCase):
    def call(self, method="artists.search", **params):
        return example.reply(method, json.dumps(params), 10000, recorded)

    def test_returns_artists_and_skips_unusable_records(self):
        terminal, body = self.call(text="nina", limit=2)
        self.assertEqual(terminal, "done")
        self.assertEqual(body["items"], [{"kind": "artist", "id": "itunes:artist:38485", "name": "Nina Simone"}])
        self.assertEqual(body["skipped"], 1)
        self.assertEqual(body["spent"], {example.HOST: 1})

    def test_sends_no_request_without_a_grant(self):
        terminal, body = self.call(text="nina", grant={example.HOST: 0})
        self.assertEqual((terminal, body["code"]), ("error", "GRANT_EXCEEDED"))

    def test_reports_an_unavailable_upstream(self):
        self.assertEqual(self.call(text="unknown")[1]["code"], "UPSTREAM_UNAVAILABLE")

    def test_rejects_invalid_calls(self):
        self.assertEqual(self.call()[1]["code"], "INVALID_PARAMS")
        self.assertEqual(self.call(method="charts.list")[1]["code"], "METHOD_UNKNOWN")


if __name__ == "__main__":
    unittest.main()
