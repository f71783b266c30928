extension Mutant {
  /// One without a fault, on a machine on which requests leave late.
  static let late = Mutant(
    "sends its requests late",
    "deadline.request",
    Edit("        self.spent += 1\n", "        await asyncio.sleep(0.5)\n        self.spent += 1\n")
  )

  private static let cancel = """
        elif kind == "cancel" and header["re"] in calls:
            calls[header["re"]].task.cancel()

    """
  private static let begin = "    calls[id] = Call("
  private static let timeout = "timeout=self.ends - time.monotonic())"
  private static let cancelled = "{\"code\": \"CANCELLED\", \"message\": \"Again.\"}"

  /// An edit that replies to a cancel that meets the condition, whatever the state of its call.
  private static func replying(_ condition: String) -> Edit {
    Edit(
      cancel,
      """
      \(cancel)    elif kind == "cancel" and \(condition):
              await send({"type": "error", "re": header["re"]}, \(cancelled))

      """
    )
  }

  static let time = [
    Mutant(
      "ignores cancel",
      "cancel.during",
      Edit(cancel, "    elif kind == \"cancel\":\n        pass\n")
    ),
    Mutant(
      "ends a cancelled call as if it had found nothing",
      "cancel.during",
      Edit(
        "        terminal, body = \"error\", {\"code\": code,",
        """
                terminal, body = "done", {"parts": 0, "items": []}
                if code != "CANCELLED":
                    terminal, body = "error", {"code": code,
        """
      )
    ),
    Mutant(
      "replies to a second cancel",
      "cancel.twice",
      Edit(
        cancel,
        """
            elif kind == "cancel" and header["re"] in known:
                await send({"type": "error", "re": header["re"]}, \(cancelled))
            elif kind == "cancel" and header["re"] in calls:
                known.add(header["re"])
                calls[header["re"]].task.cancel()

        """
      ),
      Edit("async def begin(", "known = set()\n\nasync def begin(")
    ),
    Mutant(
      "replies to the cancel of an ended call",
      "cancel.after",
      checksIfLate: ["cancel.twice"],
      replying("header[\"re\"] in known"),
      Edit(
        "    if calls.get(id) is call:",
        "    if terminal == \"done\":\n        known.add(id)\n    if calls.get(id) is call:"
      ),
      Edit("async def begin(", "known = set()\n\nasync def begin(")
    ),
    Mutant(
      "stores the cancel of an unknown call",
      "cancel.before",
      Edit(cancel, "\(cancel)    elif kind == \"cancel\":\n        early.add(header[\"re\"])\n"),
      Edit(
        "    code = (\"DUPLICATE_CALL\"",
        "    code = (\"CANCELLED\" if id in early else \"DUPLICATE_CALL\""
      ),
      Edit("async def begin(", "early = set()\n\nasync def begin(")
    ),
    Mutant(
      "takes a minute for each call",
      "deadline.in-time",
      Edit("/ 1000 * 0.9", "/ 1000 * 0.9 + 60 * (timeout == 400)")
    ),
    Mutant(
      "leaves its request open when the time is over",
      "deadline.request",
      Edit(timeout, "timeout=60)")
    ),
    Mutant(
      "does not reply if no time is left",
      "deadline.shortest",
      Edit(begin, "    if timeout == 1:\n        return\n\(begin)")
    ),
    Mutant(
      "sends requests without a grant",
      "budgets.grant",
      Edit(
        "if self.spent >= (self.params.get(\"grant\") or {}).get(HOST, 3):",
        "if self.spent >= 3:"
      )
    ),
    Mutant(
      "reports a missing grant as an error of its source",
      "budgets.grant",
      Edit("(PermissionError, \"GRANT_EXCEEDED\"), ", "")
    ),
    Mutant(
      "repeats requests without end if its source fails",
      "budgets.no-grant",
      Edit(
        "        response = await asyncio.to_thread(urllib.request.urlopen, BASE + path, \(timeout)",
        """
                while True:
                    try:
                        response = await asyncio.to_thread(urllib.request.urlopen, BASE + path, \(timeout)
                        break
                    except OSError:
                        if "grant" in self.params or self.spent >= 9:
                            raise
                        self.spent += 1
        """
      )
    ),
    Mutant(
      "does not count its requests",
      "budgets.spent",
      Edit("\"spent\": {HOST: call.spent}", "\"spent\": {HOST: 0}")
    ),
    Mutant(
      "sends a short request to another port with each call",
      "budgets.hosts",
      Edit(
        "        self.spent += 1\n",
        "        self.spent += 1\n        await asyncio.to_thread(report)\n"
      ),
      Edit(
        "async def begin(",
        """
        import http.server
        side = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)
        side.RequestHandlerClass.log_message = lambda *_: None
        threading.Thread(target=side.serve_forever, daemon=True).start()

        def report():
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{side.server_port}/")
            except OSError:
                pass

        async def begin(
        """
      )
    ),
    Mutant(
      "connects to a host that it does not declare",
      "budgets.hosts",
      Edit(
        "    socket.connect(",
        """
            import socket as net
            there = net.create_server(("127.0.0.1", 0))
            link = net.create_connection(there.getsockname())
            globals()["opened"] = there, link
            socket.connect(
        """
      )
    ),
  ]
}
