extension Mutant {
  private static let lease = """
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    """

  private static let sessionIsUnknown =
    "json.loads(body).get(\"code\") in (\"SESSION_UNKNOWN\", \"SLOW_CONSUMER\")"

  /// One without a fault: it says hello again after any bye, but not immediately.
  static let pausing = Mutant(
    "pauses after any bye",
    "lifecycle.bye",
    Edit("\(sessionIsUnknown):\n", "body:\n        await asyncio.sleep(0.2)\n")
  )

  static let lifecycle = [
    Mutant(
      "ends before its hello",
      "lifecycle.hello",
      Edit("    socket.connect(start[\"endpoint\"])", "    raise SystemExit(\"no wish to serve\")")
    ),
    Mutant(
      "shows another token",
      "lifecycle.token",
      Edit("\"token\": start[\"token\"]", "\"token\": \"mine\"")
    ),
    Mutant(
      "is another than its manifest promises",
      "lifecycle.manifest",
      Edit("\"id\": \"store\"", "\"id\": \"shop\"")
    ),
    Mutant(
      "declares a method that its manifest does not",
      "lifecycle.manifest",
      Edit(
        "(\"artists.search\", \"artist.albums\")",
        "(\"artists.search\", \"artist.albums\", \"album.get\")"
      ),
      Edit(
        "METHODS = {",
        "METHODS = {\"album.get\": (\"id\", \"/lookup?limit={}&id={}\", \"collection\", album),\n           "
      )
    ),
    Mutant(
      "lacks a method that its manifest declares",
      "lifecycle.manifest",
      Edit("(\"artists.search\", \"artist.albums\")", "(\"artists.search\",)"),
      Edit(
        ",\n           \"artist.albums\": (\"id\", \"/lookup?entity=album&limit={}&id={}\", \"collection\", album)}",
        "}"
      ),
      Edit(
        ",\n                {\"method\": \"artist.albums\", \"params\": {\"id\": \"itunes:artist:909253\"}}",
        ""
      )
    ),
    Mutant(
      "speaks later minors only",
      "lifecycle.versions",
      Edit("{\"min\": \"1.0\", \"max\": \"1.0\"}", "{\"min\": \"1.1\", \"max\": \"1.2\"}")
    ),
    Mutant("ends well when run by hand", "lifecycle.by-hand", Edit(" and 64)", " and 0)")),
    Mutant(
      "ends with 0 when it is rejected",
      "lifecycle.rejected",
      Edit("os._exit(78 if kind == \"reject\" else 0)", "os._exit(0)")
    ),
    Mutant(
      "says hello again when it is rejected",
      "lifecycle.rejected",
      Edit(
        "os._exit(78 if kind == \"reject\" else 0)",
        "await hello() if kind == \"reject\" else os._exit(0)"
      )
    ),
    Mutant(
      "says hello again after any bye",
      "lifecycle.bye",
      Edit(sessionIsUnknown, "body")
    ),
    Mutant(
      "says goodbye under a session that is over",
      "lifecycle.bye",
      Edit(
        "        os._exit(78 if kind",
        """
                if kind == "bye":
                    await send({"type": "bye"}, {})
                    socket.close(linger=2000)
                    socket.context.term()
                os._exit(78 if kind
        """
      )
    ),
    Mutant("ignores the end of its standard input", "lifecycle.lease", Edit(lease, "pass")),
    Mutant(
      "looks at its standard input only when welcome",
      "lifecycle.lease-while-greeting",
      Edit(lease, "pass"),
      Edit("        session[\"sid\"], counts", "        \(lease)\n        session[\"sid\"], counts")
    ),
    Mutant(
      "finishes its work after the end of its standard input",
      "lifecycle.lease-while-working",
      Edit(
        "(sys.stdin.read(), os._exit(0))",
        "(sys.stdin.read(), os._exit(0) if not calls else None)"
      )
    ),
    Mutant(
      "leaves a process running",
      "lifecycle.no-orphans",
      Edit(
        "    socket.connect(",
        "    __import__(\"subprocess\").Popen([\"sleep\", \"60\"])\n    socket.connect("
      )
    ),
  ]
}
