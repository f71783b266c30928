#!/usr/bin/env python3
"""Shelf: a MusicBus provider of level Core, with three artists of its own."""
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
    sys.stderr.write("Shelf is a MusicBus provider. The hub starts it, as its provider.json says.\n")
    sys.exit(64)
start = json.loads(sys.stdin.readline())
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()  # no hub, no provider
socket = zmq.Context().socket(zmq.DEALER)
socket.connect(start["endpoint"])
session, silence, ended = {}, 5000, 0

def send(header, body):
    socket.send_multipart([b"MB1", json.dumps({**header, **session}).encode(), json.dumps(body).encode()])

def hello():
    session.clear()
    send({"type": "hello", "id": "h"}, {"versions": {"min": "1.0", "max": "1.0"}, "token": start["token"],
                                        "peer": {"name": "shelf", "version": "1.0"}, "descriptor": DESCRIPTOR})

def answer(method, body):
    if method != "artists.search":
        return "error", {"code": "METHOD_UNKNOWN", "message": f"Shelf does not serve {method}."}
    try:
        params = json.loads(body)
        found = [artist for artist in ARTISTS if params["text"].lower() in artist["name"].lower()]
        return "done", {"parts": 0, "items": found[: params.get("limit", 200)]}
    except Exception as problem:
        return "error", {"code": "INVALID_PARAMS", "message": f"Not valid: {problem!r}."}

def receive(tag, header, body=b"{}", attachment=None):
    global silence, ended
    header = json.loads(header) if tag == b"MB1" else {}
    kind, id = header["type"], session and header.get("id")
    if kind == "welcome":
        session["sid"], silence = header["sid"], json.loads(body)["liveness"]["deadMs"]
    elif kind == "call" and id:
        terminal, result = answer(header.get("method"), body)
        send({"type": terminal, "re": id}, result)
        ended += 1
    elif kind == "ping" and id:
        send({"type": "pong", "re": id}, {"inflight": 0, "oldestMs": 0, "ended": ended})
    elif kind == "bye" and json.loads(body).get("code") in ("SESSION_UNKNOWN", "SLOW_CONSUMER"):
        hello()
    elif kind in ("bye", "reject"):
        sys.exit(78 if kind == "reject" else 0)
    elif id:
        send({"type": "error", "re": id}, {"code": "TYPE_UNKNOWN", "message": f"{kind} is not known."})

hello()
while True:
    while not socket.poll(silence):
        hello()  # the hub would have pinged: the connection was lost
    try:
        receive(*socket.recv_multipart())
    except Exception as problem:
        print("left aside:", problem, file=sys.stderr)  # a line for the hub's log
