#!/usr/bin/env python3
"""Example: a MusicBus provider of level Core with artists of iTunes. Replace iTunes by your source."""
import json, os, socket, sys, threading, time, urllib.error, urllib.parse, urllib.request

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
    """Ends a call with an error: a code of registry/errors.json and a message."""


def search_artists(params, fetch):
    query = {"term": params["text"], "entity": "musicArtist", "limit": params.get("limit") or 50}
    records = json.loads(fetch("/search?" + urllib.parse.urlencode(query)))["results"]
    usable = [it for it in records if it.get("artistId") and it.get("artistName")]
    items = [{"kind": "artist", "id": f"itunes:artist:{it['artistId']}", "name": it["artistName"]} for it in usable]
    return items, len(records) - len(usable)


METHODS = {"artists.search": ("text", search_artists)}  # main parameter and function

# The rest need not be changed: calls, and the session with the hub.


def download(url, seconds):
    with urllib.request.urlopen(url, timeout=seconds) as response:
        return response.read()


def reply(method, body, timeout_ms, download=download):
    """Returns the type and body of the terminal message of a call."""
    deadline, spent = time.monotonic() + timeout_ms / 1000 * 0.9, []

    def fetch(path):
        if len(spent) >= (params.get("grant") or {}).get(HOST, 3):
            raise Failed("GRANT_EXCEEDED", "The grant is exhausted.")
        spent.append(path)
        try:
            return download(BASE + path, max(0.001, deadline - time.monotonic()))
        except OSError as error:
            if isinstance(getattr(error, "reason", None), (socket.gaierror, ConnectionRefusedError)):
                spent.pop()  # nothing was sent
            limited = getattr(error, "code", None) in (403, 429)
            raise Failed("UPSTREAM_RATE_LIMITED" if limited else "UPSTREAM_UNAVAILABLE", f"{HOST}: {error}")

    try:
        if method not in METHODS:
            raise Failed("METHOD_UNKNOWN", f"This provider does not serve {method}.")
        name, serve = METHODS[method]
        try:
            params = json.loads(body)
            params[name].strip()
        except Exception as error:
            raise Failed("INVALID_PARAMS", f"{method} needs {name}: {error!r}.")
        items, skipped = serve(params, fetch)
        terminal, result = "done", {"parts": 0, "items": items, "skipped": skipped}
    except Failed as failed:
        terminal, result = "error", {"code": failed.args[0], "message": failed.args[1]}
    except Exception as error:
        terminal, result = "error", {"code": "UPSTREAM_BAD_DATA", "message": f"Invalid response: {error!r}."}
    return terminal, {**result, "spent": {HOST: len(spent)}}


def serve_hub():
    import zmq

    start = json.loads(sys.stdin.readline())
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()  # exits with the hub
    socket = zmq.Context().socket(zmq.DEALER)
    socket.connect(start["endpoint"])
    session, state = {}, {"dead_ms": 5000, "ended": 0}

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
            session["sid"], state["dead_ms"] = header["sid"], json.loads(body)["liveness"]["deadMs"]
        elif kind == "call" and id:
            terminal, result = reply(header.get("method"), body, header.get("timeoutMs") or 10000)
            state["ended"] += 1
            send({"type": terminal, "re": id}, result)
        elif kind == "ping" and id:
            send({"type": "pong", "re": id}, {"inflight": 0, "oldestMs": 0, "ended": state["ended"]})
        elif kind == "bye" and json.loads(body).get("code") in ("SESSION_UNKNOWN", "SLOW_CONSUMER"):
            hello()
        elif kind in ("bye", "reject"):
            os._exit(78 if kind == "reject" else 0)
        elif id:
            send({"type": "error", "re": id}, {"code": "TYPE_UNKNOWN", "message": f"Unknown type {kind}."})

    hello()
    while True:
        while not socket.poll(state["dead_ms"]):
            hello()  # the hub would have pinged, so the session is lost
        try:
            receive(*socket.recv_multipart())
        except Exception as error:
            print("ignored a message:", repr(error), file=sys.stderr)  # goes to the hub's log


if __name__ == "__main__":
    if os.environ.get("MUSICBUS_START") != "stdin":
        sys.stderr.write("Example is a MusicBus provider and is started by a hub. See README.md.\n")
        sys.exit(64)
    serve_hub()
