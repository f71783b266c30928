#!/usr/bin/env python3
"""Store: a MusicBus provider of level Full, on Apple's iTunes Search API."""
import asyncio, json, os, sys, threading, time, urllib.parse, urllib.request, zmq, zmq.asyncio

HOST = "itunes.apple.com"
BASE = os.environ.get("MUSICBUS_ITUNES_URL") or f"https://{HOST}"
DESCRIPTOR = {
    "id": "store", "name": "iTunes Store, in Python", "version": "1.0", "level": "full", "inflight": 4,
    "methods": dict.fromkeys(("artists.search", "artist.albums"), {"cost": {HOST: 1}, "freshMs": 86400000}),
    "namespaces": ["itunes:artist"], "budgets": {HOST: {"requests": 20, "perMs": 60000}}, "hosts": [HOST],
    "attribution": {"text": "Provided courtesy of iTunes"},
    "samples": [{"method": "artists.search", "params": {"text": "Jack Johnson"}},
                {"method": "artist.albums", "params": {"id": "itunes:artist:909253"}}]}

def artist(it):  # false for an unusable record
    return "artistName" in it and {"kind": "artist", "id": f"itunes:artist:{it['artistId']}", "name": it["artistName"]}
def album(it):
    return it.get("collectionName") and it.get("releaseDate") and {
        "kind": "album", "id": f"itunes:album:{it['collectionId']}", "title": it["collectionName"],
        "artist": {"name": it["artistName"]}, "releaseDate": it["releaseDate"][:10]}

# By method: the main parameter, the request, the type of records to use, and their conversion.
METHODS = {"artists.search": ("text", "/search?entity=musicArtist&limit={}&term={}", "artist", artist),
           "artist.albums": ("id", "/lookup?entity=album&limit={}&id={}", "collection", album)}
# The error code of an exception: that of the first matching type.
ERRORS = [(asyncio.CancelledError, "CANCELLED"), (TimeoutError, "DEADLINE_EXCEEDED"),
          (PermissionError, "GRANT_EXCEEDED"), (OSError, "UPSTREAM_UNAVAILABLE"), (Exception, "UPSTREAM_BAD_DATA")]

class Call:  # a call, its deadline, and the requests that it has made
    def __init__(self, method, params, timeout):
        self.method, self.params, self.spent, self.began = method, params, 0, time.monotonic()
        self.ends = self.began + timeout / 1000 * 0.9
    async def reply(self):
        parameter, path, wanted, convert = METHODS[self.method]
        value = urllib.parse.quote(self.params[parameter].removeprefix("itunes:artist:"))
        found = await self.fetch(path.format(self.params.get("limit", 50), value))
        records = [convert(it) for it in found if it["wrapperType"] == wanted]
        return {"parts": 0, "items": [it for it in records if it], "skipped": sum(not it for it in records)}
    async def fetch(self, path):
        if self.spent >= (self.params.get("grant") or {}).get(HOST, 3):
            raise PermissionError("The grant is exhausted.")
        self.spent += 1
        response = await asyncio.to_thread(urllib.request.urlopen, BASE + path, timeout=self.ends - time.monotonic())
        return json.loads(await asyncio.to_thread(response.read))["results"]

async def work(id, call):
    """Runs a call and sends its terminal, unless the call has already ended."""
    try:
        async with asyncio.timeout(call.ends - time.monotonic()):
            terminal, body = "done", await call.reply()
    except (Exception, asyncio.CancelledError) as error:
        limited = getattr(error, "code", None) in (403, 429)  # the HTTP status
        code = "UPSTREAM_RATE_LIMITED" if limited else next(it for kind, it in ERRORS if isinstance(error, kind))
        terminal, body = "error", {"code": code, "message": f"{call.method}: {error!r}"}
    if calls.get(id) is call:
        del calls[id]
        counts["ended"] += 1
        await send({"type": terminal, "re": id}, {**body, "spent": {HOST: call.spent}})

async def begin(id, method, timeout, body):
    try:
        params = {name: it for name, it in json.loads(body).items() if it is not None}
    except Exception:
        params = {}
    code = ("DUPLICATE_CALL" if id in calls else "METHOD_UNKNOWN" if method not in METHODS
            else "INVALID_PARAMS" if METHODS[method][0] not in params
            else "BUSY" if len(calls) >= DESCRIPTOR["inflight"] else None)
    if code:
        return await send({"type": "error", "re": id}, {"code": code, "message": "Not served.", "retryAfterMs": 200})
    calls[id] = Call(method, params, timeout or 10000)
    calls[id].task = asyncio.create_task(work(id, calls[id]))

async def send(header, body):
    await socket.send_multipart([b"MB1", json.dumps({**header, **session}).encode(), json.dumps(body).encode()])

async def hello():
    for call in calls.values():
        call.task.cancel()
    calls.clear(), session.clear()
    await send({"type": "hello", "id": "h"}, {"versions": {"min": "1.0", "max": "1.0"}, "token": start["token"],
               "peer": {"name": "store", "version": "1.0"}, "descriptor": DESCRIPTOR})

async def receive(tag, header, body=b"{}", attachment=None):
    header = json.loads(header) if tag == b"MB1" else {}
    kind, id = header["type"], session and header.get("id")
    if kind == "welcome":
        session["sid"], counts["deadMs"] = header["sid"], json.loads(body)["liveness"]["deadMs"]
    elif kind == "call" and id:
        await begin(id, header.get("method"), header.get("timeoutMs"), body)
    elif kind == "cancel" and header["re"] in calls:
        calls[header["re"]].task.cancel()
    elif kind == "ping" and id:
        age = max([time.monotonic() - call.began for call in calls.values()], default=0)
        await send({"type": "pong", "re": id},
                   {"inflight": len(calls), "oldestMs": int(age * 1000), "ended": counts["ended"]})
    elif kind == "bye" and json.loads(body).get("code") in ("SESSION_UNKNOWN", "SLOW_CONSUMER"):
        await hello()
    elif kind in ("bye", "reject"):
        os._exit(78 if kind == "reject" else 0)
    elif id:
        await send({"type": "error", "re": id}, {"code": "TYPE_UNKNOWN", "message": f"Unknown type {kind}."})

async def serve():
    socket.connect(start["endpoint"])
    await hello()
    while True:
        while not await socket.poll(counts["deadMs"]):
            await hello()  # the hub would have pinged, so the session is lost
        try:
            await receive(*await socket.recv_multipart())
        except Exception as error:
            print("ignored a message:", repr(error), file=sys.stderr)  # goes to the hub's log

if os.environ.get("MUSICBUS_START") != "stdin":
    sys.exit(sys.stderr.write("Store is a MusicBus provider and is started by a hub. See README.md.\n") and 64)
start = json.loads(sys.stdin.readline())
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()  # exits with the hub
socket = zmq.asyncio.Context().socket(zmq.DEALER)
session, calls, counts = {}, {}, {"ended": 0, "deadMs": 5000}
asyncio.run(serve())
