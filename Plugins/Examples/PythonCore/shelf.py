#!/usr/bin/env python3
"""Shelf: a MusicBus provider of level Core with three built-in artists."""
import json, os, sys, threading, zmq

NAMES = {"nina": "Nina Simone", "miriam": "Miriam Makeba", "celia": "Celia Cruz"}
ARTISTS = [{"kind": "artist", "id": f"shelf:artist:{key}", "name": name} for key, name in NAMES.items()]
DESCRIPTOR = {
    "id": "shelf", "name": "Shelf", "version": "1.0", "level": "core", "inflight": 1,
    "methods": {"artists.search": {"cost": {}, "freshMs": 86400000}}, "namespaces": ["shelf:artist"],
    "budgets": {}, "hosts": [], "attribution": {"text": "Three artists from a shelf."},
    "samples": [{"method": "artists.search", "params": {"text": "nina"}}],
}

if os.environ.get("MUSICBUS_START") != "stdin":
    sys.stderr.write("Shelf is a MusicBus provider and is started by a hub. See README.md.\n")
    sys.exit(64)
start = json.loads(sys.stdin.readline())
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()  # exits with the hub
socket = zmq.Context().socket(zmq.DEALER)
socket.connect(start["endpoint"])
session, dead_ms, ended = {}, 5000, 0

def send(header, body):
    socket.send_multipart([b"MB1", json.dumps({**header, **session}).encode(), json.dumps(body).encode()])

def hello():
    session.clear()
    send({"type": "hello", "id": "h"}, {"versions": {"min": "1.0", "max": "1.0"}, "token": start["token"],
                                        "peer": {"name": "shelf", "version": "1.0"}, "descriptor": DESCRIPTOR})

def reply(method, body):
    if method != "artists.search":
        return "error", {"code": "METHOD_UNKNOWN", "message": f"Shelf does not serve {method}."}
    try:
        params = json.loads(body)
        found = [artist for artist in ARTISTS if params["text"].lower() in artist["name"].lower()]
        return "done", {"parts": 0, "items": found[: params.get("limit", 200)]}
    except Exception as error:
        return "error", {"code": "INVALID_PARAMS", "message": f"Invalid parameters: {error!r}."}

def receive(tag, header, body=b"{}", attachment=None):
    global dead_ms, ended
    header = json.loads(header) if tag == b"MB1" else {}
    kind, id = header["type"], session and header.get("id")
    if kind == "welcome":
        session["sid"], dead_ms = header["sid"], json.loads(body)["liveness"]["deadMs"]
    elif kind == "call" and id:
        terminal, result = reply(header.get("method"), body)
        send({"type": terminal, "re": id}, result)
        ended += 1
    elif kind == "ping" and id:
        send({"type": "pong", "re": id}, {"inflight": 0, "oldestMs": 0, "ended": ended})
    elif kind == "bye" and json.loads(body).get("code") in ("SESSION_UNKNOWN", "SLOW_CONSUMER"):
        hello()
    elif kind in ("bye", "reject"):
        sys.exit(78 if kind == "reject" else 0)
    elif id:
        send({"type": "error", "re": id}, {"code": "TYPE_UNKNOWN", "message": f"Unknown type {kind}."})

hello()
while True:
    while not socket.poll(dead_ms):
        hello()  # the hub would have pinged, so the session is lost
    try:
        receive(*socket.recv_multipart())
    except Exception as error:
        print("ignored a message:", error, file=sys.stderr)  # goes to the hub's log
