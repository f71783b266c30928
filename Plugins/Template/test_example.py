#!/usr/bin/env python3
"""What Example makes of recorded answers: python3 -m unittest"""
import json, unittest

import example

RECORDED = {
    "/search?term=nina&entity=musicArtist&limit=2": {"resultCount": 2, "results": [
        {"wrapperType": "artist", "artistId": 38485, "artistName": "Nina Simone"},
        {"wrapperType": "artist", "artistName": "Nobody"}]},
}


def recorded(url, seconds):
    try:
        return json.dumps(RECORDED[url.removeprefix(example.BASE)])
    except KeyError:
        raise OSError("nothing was recorded")


class Tests(unittest.TestCase):
    def ask(self, method="artists.search", **params):
        return example.answer(method, json.dumps(params), 10000, recorded)

    def test_artists_are_told_by_their_names_and_what_cannot_be_used_is_left_out(self):
        terminal, body = self.ask(text="nina", limit=2)
        self.assertEqual(terminal, "done")
        self.assertEqual(body["items"], [{"kind": "artist", "id": "itunes:artist:38485", "name": "Nina Simone"}])
        self.assertEqual(body["skipped"], 1)
        self.assertEqual(body["spent"], {example.HOST: 1})

    def test_no_request_is_made_without_a_grant(self):
        terminal, body = self.ask(text="nina", grant={example.HOST: 0})
        self.assertEqual((terminal, body["code"]), ("error", "GRANT_EXCEEDED"))

    def test_a_source_that_fails_is_told(self):
        self.assertEqual(self.ask(text="unknown")[1]["code"], "UPSTREAM_UNAVAILABLE")

    def test_what_is_needed_is_asked_for(self):
        self.assertEqual(self.ask()[1]["code"], "INVALID_PARAMS")
        self.assertEqual(self.ask(method="charts.list")[1]["code"], "METHOD_UNKNOWN")


if __name__ == "__main__":
    unittest.main()
