#!/usr/bin/env python3
"""ListenBrainz: similar artists, by what its listeners play in one sitting. Artists have the ids of MusicBrainz."""

from typing import Any

import musicbus as mb

# ListenBrainz accepts only names that it has computed, and replaces them from time to time.
ALGORITHM = "session_based_days_9000_session_300_contribution_5_threshold_15_limit_50_skip_30"
PINK_FLOYD = "83d91898-7763-47d7-b03b-b92132375c47"

listenbrainz = mb.Provider(
    "listenbrainz", "ListenBrainz", attribution="Similar artists by ListenBrainz (CC0).",
    url="https://listenbrainz.org", terms="https://metabrainz.org/datasets",
    config={"algorithm": {"type": "string", "description": "The data set of similar artists."}},
)
# The limits of its labs are not published; MusicBrainz, of the same foundation, allows one request a second.
labs = listenbrainz.upstream("https://labs.api.listenbrainz.org", per_minute=60)
listenbrainz.ids("artist", "https://listenbrainz.org/artist/{id}", "https://listenbrainz.org/artist/{id}/*",
                 namespace="mbid", example=PINK_FLOYD)


@listenbrainz.serves("artist.similar", labs, fresh_hours=7 * 24, sample=f"mbid:artist:{PINK_FLOYD}")
def similar(call: mb.Call) -> list[mb.Item]:
    id = call.id("artist", "mbid")
    found = call.get(labs, "/similar-artists/json", artist_mbids=id,
                     algorithm=call.config.get("algorithm") or ALGORITHM)
    # In no order, and some twice.
    best = {record.get("artist_mbid"): record for record in sorted(found, key=score)}
    return call.map(sorted(best.values(), key=score, reverse=True), artist)


def score(record: Any) -> float:
    return record.get("score") or 0


def artist(record: Any) -> mb.Item:
    id = record["artist_mbid"]
    return mb.artist(f"mbid:artist:{id}", record["name"], disambiguation=record.get("comment"),
                     links={"listenbrainz": f"https://listenbrainz.org/artist/{id}"})


if __name__ == "__main__":
    listenbrainz.run()
