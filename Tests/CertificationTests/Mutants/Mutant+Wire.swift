extension Mutant {
  private static let terminal = "        await send({\"type\": terminal, \"re\": id},"
  private static let frames =
    "[b\"MB1\", json.dumps({**header, **session}).encode(), json.dumps(body).encode()]"

  static let wire = [
    Mutant(
      "declares a URL whose example is another one",
      "wire.urls",
      Edit(
        "\"hosts\": [HOST],",
        """
        "hosts": [HOST],
            "urls": [{"url": "https://music.apple.com/*/artist/*/id{id}", "id": "itunes:artist:{id}",
                      "example": "https://music.apple.com/us/artist/jack-johnson/909253"}],
        """
      )
    ),
    Mutant(
      "sends a fourth frame with its pongs",
      "wire.frames",
      shownIn: "liveness",
      Edit(frames, "\(frames) + [b\"more\"] * (header[\"type\"] == \"pong\")")
    ),
    Mutant(
      "sends another tag once",
      "wire.frames",
      Edit(terminal, "        await socket.send_multipart([b\"MB2\", b\"{}\"])\n\(terminal)")
    ),
    Mutant(
      "sends bodies over the limit",
      "wire.sizes",
      Edit(
        "json.dumps(body).encode()]",
        "json.dumps(body).encode() + b\" \" * 1048576 * (\"code\" in body)]"
      )
    ),
    Mutant(
      "gives a name twice",
      "wire.json",
      Edit(
        "json.dumps(body).encode()]",
        "json.dumps(body).encode().replace(b'{\"parts\": 0,', b'{\"parts\": 0, \"parts\": 0,')]"
      )
    ),
    Mutant(
      "sends null for absent members",
      "wire.json",
      Edit("\"spent\": {HOST: call.spent}}", "\"spent\": {HOST: call.spent}, \"notes\": None}")
    ),
    Mutant(
      "numbers from below zero",
      "wire.header",
      Edit("{\"type\": terminal, \"re\": id}", "{\"type\": terminal, \"re\": id, \"seq\": -1}")
    ),
    Mutant(
      "omits the session in errors",
      "wire.session",
      checksIfLate: ["calls.samples"],
      Edit("{**header, **session}", "{**header, **(session if \"code\" not in body else {})}")
    ),
    Mutant(
      "replies to pings before it is welcome",
      "wire.session",
      shownIn: "liveness",
      Edit("session and header.get(\"id\")", "header.get(\"id\")")
    ),
    Mutant(
      "names its socket",
      "wire.routing-id",
      Edit(
        "    socket.connect(",
        "    socket.setsockopt(zmq.ROUTING_ID, b\"store\")\n    socket.connect("
      )
    ),
    Mutant(
      "sends what a hub sends",
      "wire.direction",
      Edit(terminal, "        await send({\"type\": \"cancel\", \"re\": id}, {})\n\(terminal)")
    ),
    Mutant(
      "does not say who it is",
      "wire.hello",
      Edit("\"peer\": {\"name\": \"store\", \"version\": \"1.0\"}, ", "")
    ),
    Mutant(
      "describes itself without thanking its source",
      "wire.descriptor",
      Edit("    \"attribution\": {\"text\": \"Provided courtesy of iTunes\"},\n", "")
    ),
    Mutant(
      "sends ages with a fraction",
      "wire.pong",
      shownIn: "liveness",
      Edit("int(age * 1000)", "age * 1000 + 0.5")
    ),
    Mutant(
      "counts in words",
      "wire.done",
      Edit("\"skipped\": sum(not it for it in records)", "\"skipped\": \"none\"")
    ),
    Mutant(
      "gives errors no message",
      "wire.error",
      Edit("{\"code\": code, \"message\": \"Not served.\", ", "{\"code\": code, ")
    ),
  ]

  static let tolerance = [
    Mutant(
      "refuses calls with unknown members in the header",
      "tolerance.members",
      Edit(
        "    elif kind == \"call\" and id:",
        "    elif kind == \"call\" and id and \"priority\" not in header:"
      )
    ),
    Mutant(
      "takes null for a value",
      "tolerance.null",
      Edit(" if it is not None}", "}")
    ),
    Mutant(
      "refuses parameters that it does not use",
      "tolerance.parameters",
      Edit(
        "if METHODS[method][0] not in params",
        "if METHODS[method][0] not in params or \"sort\" in params"
      )
    ),
    Mutant(
      "leaves pings with a body unanswered",
      "tolerance.bodies",
      Edit(
        "    elif kind == \"ping\" and id:",
        "    elif kind == \"ping\" and len(body) > 2:\n        pass\n    elif kind == \"ping\" and id:"
      )
    ),
    Mutant(
      "says nothing of unknown types",
      "tolerance.types",
      Edit("    elif id:\n        await send", "    elif False:\n        await send")
    ),
    Mutant(
      "uses an unregistered code",
      "tolerance.words",
      shownIn: "budgets",
      Edit("\"UPSTREAM_UNAVAILABLE\"", "\"STORE_CLOSED\"")
    ),
    Mutant(
      "depends on timeoutMs",
      "tolerance.without-ttl",
      Edit("timeout or 10000)", "timeout)")
    ),
    Mutant(
      "serves hubs of 1.0 only",
      "tolerance.higher-minor",
      Edit(
        "start = json.loads(sys.stdin.readline())",
        "start = json.loads(sys.stdin.readline())\nassert start[\"versions\"][\"max\"] == \"1.0\""
      )
    ),
  ]
}
