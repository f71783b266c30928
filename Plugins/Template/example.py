#!/usr/bin/env python3
"""Example: a MusicBus provider with artists of iTunes. Replace iTunes by your source."""
import musicbus as mb

provider = mb.Provider("example", "Example", attribution="Provided courtesy of iTunes")
itunes = provider.upstream("https://itunes.apple.com", per_minute=20)
provider.ids("artist", namespace="itunes")


def artist(record):
    return mb.artist(f"itunes:artist:{record['artistId']}", record["artistName"])


@provider.serves("artists.search", itunes, sample="Pink Floyd")
def search_artists(call):
    return call.page(itunes, "/search", items="results", to=artist, entity="musicArtist", term=call.text, limit=call.limit)


if __name__ == "__main__":
    provider.run()
