/// The Python template of `musicbus provider new`. A test compares it with `Plugins/Template`, where it is
/// tested itself.
enum PythonTemplate {
  static let files: [ProviderTemplate.File] = [
    .init(path: "example.py", text: source, isExecutable: true),
    .init(path: "test_example.py", text: tests, isExecutable: true),
    .init(path: "provider.json", text: provider),
    .init(path: "README.md", text: readme),
    .init(path: ".gitignore", text: "__pycache__/\n"),
  ]

  private static let provider = #"""
    {
      "id": "example",
      "executable": "./example.py",
      "methods": ["artists.search"],
      "environment": ["MUSICBUS_EXAMPLE_URL"]
    }

    """#

  private static let readme = #"""
    # Example

    A provider of MusicBus: artists as iTunes tells them, until you put your source in the place of iTunes.

    | | |
    |---|---|
    | `example.py` | the provider: where its source is, what it says of itself, its methods; Python 3 with `python3-zmq` |
    | `test_example.py` | what it makes of recorded answers |
    | `provider.json` | tells a hub where it is |

    ```sh
    python3 -m unittest
    musicbus provider try . artists.search "Pink Floyd"
    musicbus provider certify . --fast
    ```

    To have every request counted and held in certification, give it a source on this machine:
    `musicbus provider certify . --upstream-var MUSICBUS_EXAMPLE_URL=http://127.0.0.1:PORT`.

    `musicbus provider add .` has the hub serve it, at once and for good; when you have changed it, `musicbus provider reload` starts it
    anew.

    The tutorial is `Plugins/Template/README.md` of MusicBus, the protocol `Protocol/README.md`.

    """#

  private static let source = #"""
    #!/usr/bin/env python3
    """Example: a MusicBus provider of level Core: artists as iTunes tells them. Put your source in its place."""
    import json, os, sys, threading, time, urllib.error, urllib.parse, urllib.request

    HOST = "itunes.apple.com"
    BASE = os.environ.get("MUSICBUS_EXAMPLE_URL") or f"https://{HOST}"
    DESCRIPTOR = {
        "id": "example", "name": "Example", "version": "0.1.0", "level": "core", "inflight": 1,
        "methods": {"artists.search": {"cost": {HOST: 1}, "freshMs": 86400000}}, "namespaces": ["itunes:artist"],
        "budgets": {HOST: {"requests": 20, "perMs": 60000}}, "hosts": [HOST],
        "attribution": {"text": "Provided courtesy of iTunes"},
        "samples": [{"method": "artists.search", "params": {"text": "Pink Floyd"}}],
    }


    class Failed(Exception):
        """Ends a call with an error: a code of registry/errors.json, and a sentence."""


    def search_artists(params, ask):
        query = {"term": params["text"], "entity": "musicArtist", "limit": params.get("limit") or 50}
        records = json.loads(ask("/search?" + urllib.parse.urlencode(query)))["results"]
        usable = [it for it in records if it.get("artistId") and it.get("artistName")]
        items = [{"kind": "artist", "id": f"itunes:artist:{it['artistId']}", "name": it["artistName"]} for it in usable]
        return items, len(records) - len(usable)


    METHODS = {"artists.search": ("text", search_artists)}  # what it needs, and who answers

    # What follows need not be changed: a call, and the session with the hub.


    def fetch(url, seconds):
        with urllib.request.urlopen(url, timeout=seconds) as answer:
            return answer.read()


    def answer(method, body, timeout_ms, fetch=fetch):
        """The terminal of a call: its type, and its body."""
        ends, spent = time.monotonic() + timeout_ms / 1000 * 0.9, []

        def ask(path):
            if len(spent) >= (params.get("grant") or {}).get(HOST, 3):
                raise Failed("GRANT_EXCEEDED", "More requests are needed than were granted.")
            spent.append(path)
            try:
                return fetch(BASE + path, max(0.001, ends - time.monotonic()))
            except OSError as problem:
                limited = getattr(problem, "code", None) in (403, 429)
                raise Failed("UPSTREAM_RATE_LIMITED" if limited else "UPSTREAM_UNAVAILABLE", f"{HOST}: {problem}")

        try:
            if method not in METHODS:
                raise Failed("METHOD_UNKNOWN", f"{method} is not served here.")
            need, serve = METHODS[method]
            try:
                params = json.loads(body)
                params[need].strip()
            except Exception as problem:
                raise Failed("INVALID_PARAMS", f"{method} needs {need}: {problem!r}.")
            items, skipped = serve(params, ask)
            terminal, result = "done", {"parts": 0, "items": items, "skipped": skipped}
        except Failed as failed:
            terminal, result = "error", {"code": failed.args[0], "message": failed.args[1]}
        except Exception as problem:
            terminal, result = "error", {"code": "UPSTREAM_BAD_DATA", "message": f"Not understood: {problem!r}."}
        return terminal, {**result, "spent": {HOST: len(spent)}}


    def serve_hub():
        import zmq

        start = json.loads(sys.stdin.readline())
        threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()  # no hub, no provider
        socket = zmq.Context().socket(zmq.DEALER)
        socket.connect(start["endpoint"])
        session, counts = {}, {"silence": 5000, "ended": 0}

        def send(header, body):
            socket.send_multipart([b"MB1", json.dumps({**header, **session}).encode(), json.dumps(body).encode()])

        def hello():
            session.clear()
            send({"type": "hello", "id": "h"}, {"versions": {"min": "1.0", "max": "1.0"}, "token": start["token"],
                 "peer": {"name": DESCRIPTOR["id"], "version": DESCRIPTOR["version"]}, "descriptor": DESCRIPTOR})

        def receive(tag, header, body=b"{}", attachment=None):
            header = json.loads(header) if tag == b"MB1" else {}
            kind, id = header["type"], session and header.get("id")
            if kind == "welcome":
                session["sid"], counts["silence"] = header["sid"], json.loads(body)["liveness"]["deadMs"]
            elif kind == "call" and id:
                terminal, result = answer(header.get("method"), body, header.get("timeoutMs") or 10000)
                counts["ended"] += 1
                send({"type": terminal, "re": id}, result)
            elif kind == "ping" and id:
                send({"type": "pong", "re": id}, {"inflight": 0, "oldestMs": 0, "ended": counts["ended"]})
            elif kind == "bye" and json.loads(body).get("code") in ("SESSION_UNKNOWN", "SLOW_CONSUMER"):
                hello()
            elif kind in ("bye", "reject"):
                os._exit(78 if kind == "reject" else 0)
            elif id:
                send({"type": "error", "re": id}, {"code": "TYPE_UNKNOWN", "message": f"{kind} is not known."})

        hello()
        while True:
            while not socket.poll(counts["silence"]):
                hello()  # the hub would have pinged: the connection was lost
            try:
                receive(*socket.recv_multipart())
            except Exception as problem:
                print("left aside:", repr(problem), file=sys.stderr)  # a line for the hub's log


    if __name__ == "__main__":
        if os.environ.get("MUSICBUS_START") != "stdin":
            sys.stderr.write("Example is a MusicBus provider: the hub starts it. See its README.md.\n")
            sys.exit(64)
        serve_hub()

    """#

  private static let tests = #"""
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

    """#
}
