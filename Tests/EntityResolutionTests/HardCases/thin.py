"""Prints copies of cases whose records lack some members, as of sources that do not know them.

    thin.py FILE…
"""

import json
import pathlib
import random
import sys

MEMBERS = ("durationMs", "trackNumber", "releaseDate", "trackCount", "album", "genres", "country", "formedYear", "followers",
           "disambiguation")
# The share of the members that are dropped.
SHARE = 0.4


def main(*paths):
    for path in paths:
        for line in pathlib.Path(path).read_text().splitlines():
            row = json.loads(line)
            record = row["record"]
            # Always the same members of a record.
            chance = random.Random(row["case"] + record["id"])
            for member in MEMBERS:
                if chance.random() < SHARE:
                    record.pop(member, None)
            if "trackNumber" not in record:
                record.pop("discNumber", None)
            row["case"] += " (thin)"
            print(json.dumps(row, ensure_ascii=False))


main(*sys.argv[1:])
