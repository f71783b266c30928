/// Providers that lie.
extension Mutant {
  private static let methods = "(\"artists.search\", \"artist.albums\")"
  private static let lastMethod = "\"collection\", album)}"
  private static let value =
    "urllib.parse.quote(self.params[parameter].removeprefix(\"itunes:artist:\"))"
  private static let items =
    "return {\"parts\": 0, \"items\": [it for it in records if it],"
  private static let name = "\"name\": it[\"artistName\"]}\n"

  static let answers = [
    Mutant(
      "finds the same whatever it is asked",
      "calls.asked",
      Edit(value, "\(value) if parameter == \"id\" else \"Jack+Johnson\"")
    ),
    Mutant(
      "has albums of any artist that there is not",
      "calls.asked",
      Edit(value, "\(value) if self.method != \"artist.albums\" else \"909253\"")
    ),
    Mutant(
      "makes up an artist for any name",
      "calls.asked",
      Edit(
        items,
        """
        return {"parts": 0, "items": [it for it in records if it] or [
                    {"kind": "artist", "id": "itunes:artist:1", "name": self.params.get("text")}
                ] * (parameter == "text"),
        """
      )
    ),
    Mutant(
      "gives artists other ids each time",
      "calls.same",
      Edit("f\"itunes:artist:{it['artistId']}\"", "f\"itunes:artist:{time.time_ns()}\"")
    ),
    Mutant(
      "fetches another artist than it is asked for",
      "calls.get",
      Edit(methods, "(\"artists.search\", \"artist.albums\", \"artist.get\")"),
      Edit(
        lastMethod,
        "\"collection\", album), \"artist.get\": (\"id\", \"/lookup?limit={}&id={}\", \"artist\", "
          + "lambda it: artist(it) | {\"id\": \"itunes:artist:1\"})}"
      )
    ),
    Mutant(
      "does not find what it has listed",
      "calls.get",
      Edit(methods, "(\"artists.search\", \"artist.albums\", \"artist.get\")"),
      Edit(
        lastMethod,
        "\"collection\", album), \"artist.get\": (\"id\", \"/lookup?limit={}&id={}99\", \"artist\", artist)}"
      )
    ),
    Mutant(
      "gives an artist another name each time",
      "calls.get",
      Edit(methods, "(\"artists.search\", \"artist.albums\", \"artist.get\")"),
      Edit(
        lastMethod,
        "\"collection\", album), \"artist.get\": (\"id\", \"/lookup?limit={}&id={}\", \"artist\", "
          + "lambda it: artist(it) | {\"name\": str(time.time_ns())})}"
      )
    ),
    Mutant(
      "lists albums of somebody else",
      "calls.belongs",
      Edit(
        "\"artist\": {\"name\": it[\"artistName\"]},",
        "\"artist\": {\"id\": \"itunes:artist:1\", \"name\": \"Somebody Else\"},"
      )
    ),
    Mutant(
      "states a total that it never reaches",
      "calls.total",
      Edit(items, items.replacing("0,", with: "0, \"total\": 99999,"))
    ),
    Mutant(
      "states a total that it exceeds",
      "calls.total",
      Edit(items, items.replacing("0,", with: "0, \"total\": 1,"))
    ),
    Mutant(
      "begins again after its third page",
      "calls.total",
      Edit(
        items,
        """
        offset = self.params.get("offset", 0)
                records = records[offset % 3:][:1]
                return {"parts": 0, "next": offset + 1, "items": [it for it in records if it],
        """
      )
    ),
    Mutant(
      "invents ids of another service",
      "calls.ids",
      Edit(
        name,
        "\"name\": it[\"artistName\"], \"ids\": [f\"itunes:artist:{it['artistId']}\", \"mbid:artist:1\"]}\n"
      )
    ),
    Mutant(
      "gives artists ids of another service",
      "calls.namespaces",
      Edit("f\"itunes:artist:{it['artistId']}\"", "f\"deezer:artist:{it['artistId']}\"")
    ),
  ]
}
