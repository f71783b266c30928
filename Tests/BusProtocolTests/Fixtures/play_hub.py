"""Simulates a hub for a provider, by the text of the protocol, and reports the first violation.

usage: play_hub.py DIR PROVIDER…

Starts the provider as the hub would, plays a whole session, and exits with status 0 if all went well.
"""
import json
import os
import pathlib
import subprocess
import sys
import time

import zmq

directory, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
endpoint = f"ipc://{directory}/hub.sock"
router = zmq.Context().socket(zmq.ROUTER)
router.router_mandatory, router.linger = 1, 0
router.bind(endpoint)


def check(condition, rule):
    if not condition:
        sys.exit(f"The provider violates: {rule}")


def receive(rule, within_ms=5000):
    check(router.poll(within_ms), f"{rule}, within {within_ms} ms")
    frames = router.recv_multipart()
    check(frames[1] == b"MB1" and 3 <= len(frames) <= 5, "tag and number of frames")
    body = json.loads(frames[3]) if len(frames) > 3 else {}
    return frames[0], json.loads(frames[2]), body


def send(peer, header, body=b"{}"):
    frame = body if isinstance(body, bytes) else json.dumps(body).encode()
    router.send_multipart([peer, b"MB1", json.dumps(header).encode(), frame])


def welcome(peer, hello, sid, dead_ms=60000):
    limits = {"headerBytes": 8192, "bodyBytes": 1048576, "attachmentBytes": 4194304, "depth": 32, "inflight": 32}
    liveness = {"pingMs": dead_ms // 3, "deadMs": dead_ms}
    hub = {"name": "play_hub", "version": "1.0"}
    send(peer, {"type": "welcome", "re": hello["id"], "sid": sid}, {"version": "1.0", "hub": hub, "limits": limits, "liveness": liveness})


def call(peer, id, method, body, sid="s-1"):
    """Makes one call and returns its terminal."""
    send(peer, {"type": "call", "id": id, "sid": sid, "method": method, "timeoutMs": 5000, "later": True}, body)
    _, header, body = receive("a call gets its terminal")
    check(header.get("re") == id and header.get("sid") == sid, "a reply has re and sid")
    return header["type"], body


def start():
    environment = {"PATH": os.environ["PATH"], "MUSICBUS_START": "stdin"}
    process = subprocess.Popen(command, stdin=subprocess.PIPE, env=environment, start_new_session=True)
    line = {"versions": {"min": "1.0", "max": "1.0"}, "endpoint": endpoint, "token": "t-1", "config": {}}
    process.stdin.write(json.dumps(line).encode() + b"\n")
    process.stdin.flush()
    peer, header, body = receive("it sends hello")
    check(header["type"] == "hello" and header["id"] and "sid" not in header, "hello comes first")
    check(body["token"] == "t-1" and body["descriptor"]["level"] == "core", "hello has token and descriptor")
    return process, peer, header, body["descriptor"]


by_hand = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=10)
check(by_hand.returncode == 64 and by_hand.stderr, "started by hand it explains itself and exits with status 64")

process, peer, hello, descriptor = start()
welcome(peer, hello, "s-1")
for number, sample in enumerate(descriptor["samples"]):
    kind, body = call(peer, f"sample-{number}", sample["method"], sample["params"])
    check(kind == "done" and body["parts"] == 0 and body["items"], "its samples find something")
    for item in body["items"]:
        check(item["id"].rsplit(":", 1)[0] in descriptor["namespaces"], "ids are in its namespaces")
check(call(peer, "c-1", "artists.search", {"text": "no such name"}) == ("done", {"parts": 0, "items": []}), "nothing found is a success")
check(len(call(peer, "c-2", "artists.search", {"text": "i", "limit": 1})[1]["items"]) == 1, "limit is observed")
check(call(peer, "c-3", "artists.dream", {})[1]["code"] == "METHOD_UNKNOWN", "an unknown method is rejected")
check(call(peer, "c-4", "artists.search", {})[1]["code"] == "INVALID_PARAMS", "a missing parameter is rejected")
check(call(peer, "c-5", "artists.search", b"{")[1]["code"] == "INVALID_PARAMS", "an unreadable body is rejected")

send(peer, {"type": "ping", "id": "p-1", "sid": "s-1"})
_, header, body = receive("it replies to a ping")
check(header == {"type": "pong", "re": "p-1", "sid": "s-1"} and body["ended"] >= 5, "pong counts the calls ended")

send(peer, {"type": "dance", "id": "m-1", "sid": "s-1"})
_, header, body = receive("an unknown type with an id gets a reply")
check(header["re"] == "m-1" and body["code"] == "TYPE_UNKNOWN", "an unknown type is rejected with its code")

send(peer, {"type": "cancel", "re": "c-1", "sid": "s-1"})
send(peer, {"type": "dance", "sid": "s-1"})
for frames in ([b"MB1"], [b"MB9", b"{}"], [b"MB1", b"\xff\xfe"], [b"MB1", b"[" * 7000], [b"MB1", b"[]", b"", b"", b"", b""], [b""]):
    router.send_multipart([peer] + frames)
check(call(peer, "c-6", "artists.search", {"text": "nina"})[0] == "done", "garbage does not end it")

send(peer, {"type": "bye"}, {"code": "SESSION_UNKNOWN"})
peer, hello, body = receive("it sends hello again")
check(hello["type"] == "hello" and "sid" not in hello and body["token"] == "t-1", "with the same token")
welcome(peer, hello, "s-2", dead_ms=900)
check(call(peer, "c-7", "artists.search", {"text": "nina"}, "s-2")[0] == "done", "it serves in the new session")
peer, hello, _ = receive("it sends hello again when the hub is silent", 2500)
check(hello["type"] == "hello", "it sends hello again when the hub is silent")

process.stdin.close()
began = time.monotonic()
process.wait(10)
check(time.monotonic() - began < 2, "it exits within 2 s after its standard input ends")

process, peer, hello, _ = start()
send(peer, {"type": "reject", "re": hello["id"]}, {"code": "VERSION_UNSUPPORTED", "message": "No.", "supported": ["2.0"]})
check(process.wait(10) == 78, "rejected, it exits with status 78")
