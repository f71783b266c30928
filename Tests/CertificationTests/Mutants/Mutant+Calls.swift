extension Mutant {
  private static let terminal = "        await send({\"type\": terminal, \"re\": id},"
  private static let start = "    calls[id].task = asyncio.create_task(work(id, calls[id]))"
  private static let done = "return {\"parts\": 0, \"items\": [it for it in records if it],"

  private static let ask =
    "        found = await self.fetch(path.format(self.params.get(\"limit\", 50), value))"

  static let calls = [
    Mutant(
      "has a method that nothing calls",
      "calls.samples",
      Edit(
        "{\"method\": \"artists.search\", \"params\": {\"text\": \"Jack Johnson\"}},\n                ",
        ""
      )
    ),
    Mutant(
      "has a sample that finds nothing",
      "calls.samples",
      Edit("\"Jack Johnson\"", "\"qzxwvkj qzxwvkj\"")
    ),
    Mutant(
      "needs more requests than its cost",
      "calls.samples",
      Edit(
        ask,
        """
                if self.method == "artist.albums":
                    await self.fetch(path.format(1, value))
        \(ask)
        """
      )
    ),
    Mutant(
      "replies twice",
      "calls.one-terminal",
      Edit(
        terminal,
        "        await send({\"type\": terminal, \"re\": id}, {**body, \"spent\": {HOST: 1}})\n\(terminal)"
      )
    ),
    Mutant(
      "replies to calls that were not made",
      "calls.one-terminal",
      Edit(
        terminal,
        "        await send({\"type\": \"done\", \"re\": id + \"x\"}, {\"parts\": 0})\n\(terminal)"
      )
    ),
    Mutant(
      "sends a part after the end",
      "calls.nothing-after",
      Edit(
        "\"spent\": {HOST: call.spent}})",
        "\"spent\": {HOST: call.spent}})\n"
          + "        await send({\"type\": \"part\", \"re\": id, \"seq\": 0}, {\"items\": []})"
      )
    ),
    Mutant(
      "counts a part that it never sent",
      "calls.parts",
      Edit(done, done.replacing("0", with: "1"))
    ),
    Mutant(
      "numbers its parts from 1",
      "calls.parts",
      Edit(done, done.replacing("0", with: "1")),
      Edit(
        terminal,
        """
                if terminal == "done":
                    await send({"type": "part", "re": id, "seq": 1}, {"items": []})
        \(terminal)
        """
      )
    ),
    Mutant(
      "refuses unknown methods under another code",
      "calls.unknown-method",
      Edit("else \"METHOD_UNKNOWN\" if", "else \"INVALID_PARAMS\" if")
    ),
    Mutant(
      "declares a method that it does not serve",
      "calls.declared",
      Edit(
        "(\"artists.search\", \"artist.albums\")",
        "(\"artists.search\", \"artist.albums\", \"album.get\")"
      )
    ),
    Mutant(
      "serves a method that it does not declare",
      "calls.declared",
      Edit(
        "METHODS = {",
        "METHODS = {\"album.get\": (\"id\", \"/lookup?limit={}&id={}\", \"collection\", album),\n           "
      )
    ),
    Mutant(
      "does not look whether parameters are there",
      "calls.missing-parameter",
      Edit("[0] not in params\n", "[0] not in params and body != b\"{}\"\n")
    ),
    Mutant(
      "fetches any URL",
      "calls.foreign-url",
      // Its records have no pictures that could be fetched.
      checksIfLate: ["calls.samples"],
      Edit(
        "(\"artists.search\", \"artist.albums\")",
        "(\"artists.search\", \"artist.albums\", \"artwork.get\")"
      ),
      Edit(
        "METHODS = {",
        "METHODS = {\"artwork.get\": (\"url\", \"/lookup?limit={}&id={}\", \"picture\", artist),\n           "
      )
    ),
    Mutant(
      "works on one call after the other",
      "calls.concurrent",
      Edit(
        "            terminal, body = \"done\", await call.reply()",
        """
                    async with one:
                        terminal, body = "done", await call.reply()
        """
      ),
      Edit("async def begin(", "one = asyncio.Lock()\n\nasync def begin(")
    ),
    Mutant(
      "lets a second call of one id take the place of the first",
      "calls.duplicate-id",
      Edit("\"DUPLICATE_CALL\" if id in calls else ", "")
    ),
    Mutant(
      "does not say when it has time again",
      "calls.over-inflight",
      Edit(", \"retryAfterMs\": 200}", "}")
    ),
    Mutant(
      "refuses a call over its inflight under another code",
      "calls.over-inflight",
      Edit("else \"BUSY\" if", "else \"INTERNAL\" if")
    ),
  ]

  static let replies = [
    Mutant(
      "takes nothing found for an error",
      "calls.nothing-found",
      Edit(
        "        return {\"parts\": 0, \"items\"",
        "        assert found, \"nothing\"\n        return {\"parts\": 0, \"items\""
      )
    ),
    Mutant(
      "gives all that there is",
      "calls.limit",
      Edit("self.params.get(\"limit\", 50)", "50")
    ),
    Mutant(
      "states a next page, and returns the first one again",
      "calls.pages",
      Edit(
        "        return {\"parts\": 0, \"items\"",
        "        return {\"parts\": 0, \"next\": 1, \"items\""
      )
    ),
    Mutant(
      "gives artists an empty text",
      "calls.items",
      Edit("\"name\": it[\"artistName\"]}\n", "\"name\": it[\"artistName\"], \"country\": \"\"}\n")
    ),
    Mutant(
      "gives artists ids of a namespace that it does not declare",
      "calls.namespaces",
      Edit("f\"itunes:artist:{it['artistId']}\"", "f\"shop:artist:{it['artistId']}\"")
    ),
    Mutant(
      "gives albums the ids of artists",
      "calls.namespaces",
      Edit("f\"itunes:album:{it['collectionId']}\"", "f\"itunes:artist:{it['collectionId']}\"")
    ),
    Mutant(
      "gives a member that it declares to lack",
      "calls.lacks",
      Edit("\"attribution\": {", "\"lacks\": {\"album\": [\"releaseDate\"]}, \"attribution\": {")
    ),
    Mutant(
      "gives what nobody can fetch as a stream",
      "calls.streams",
      Edit(
        "\"name\": it[\"artistName\"]}\n",
        "\"name\": it[\"artistName\"], \"stream\": {\"url\": \"https://shop.example/1\"}}\n"
      )
    ),
    Mutant(
      "declares whole lists, and lists less than there is",
      "calls.listed",
      Edit(
        "\"freshMs\": 86400000}),",
        "\"freshMs\": 86400000}) | {\"artist.get\": {\"cost\": {HOST: 1}, \"freshMs\": 0, \"listed\": True}},"
      ),
      Edit(
        "\"collection\", album)}",
        "\"collection\", album), \"artist.get\": (\"id\", \"/lookup?limit={}&id={}\", \"artist\", "
          + "lambda it: artist(it) | {\"genres\": [it[\"primaryGenreName\"]]})}"
      )
    ),
    Mutant(
      "gives a time with a date",
      "calls.items",
      Edit("it[\"releaseDate\"][:10]", "it[\"releaseDate\"]")
    ),
    Mutant(
      "gives artists for albums",
      "calls.items",
      Edit("\"collection\", album)", "\"artist\", artist)")
    ),
    Mutant(
      "gives a price without its currency",
      "calls.items",
      Edit(
        "\"artist\": {\"name\": it[\"artistName\"]},",
        "\"artist\": {\"name\": it[\"artistName\"]}, \"price\": 9.99,"
      )
    ),
    Mutant(
      "sends a file that it does not name",
      "calls.attachment",
      Edit(
        "json.dumps(body).encode()]",
        "json.dumps(body).encode()] + [b\"picture\"] * (header[\"type\"] == \"done\")"
      )
    ),
  ]
}
