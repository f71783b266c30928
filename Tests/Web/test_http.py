"""Requests that must be rejected, and files that must be served in ranges."""

import contextlib
import hmac
import http.client
import json
import re
import resource
import socket
import subprocess
import threading
import urllib.parse
import xml.etree.ElementTree

import openapi_spec_validator
import pytest
import yaml

from conftest import PROGRAMS, ROOT, Server


def problem(result, status, code):
    actual, headers, body = result
    assert actual == status, body
    assert headers["Content-Type"] == "application/problem+json"
    document = json.loads(body)
    assert document["code"] == code
    assert document["status"] == status
    return document


@pytest.mark.parametrize("host", ["evil.example", "localhost", "localhost:1", "127.0.0.1.evil.example"])
def test_rejects_other_names_of_the_server(server, host):
    problem(server.request("/", headers={"Host": host}), 421, "INVALID_HEADER")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:1"])
def test_rejects_other_origins(server, origin):
    problem(server.request("/api/1/hub.status", headers={"Origin": origin}), 403, "INVALID_HEADER")


@pytest.mark.parametrize("path", ["/api/1/hub.status", "/artwork/a:b:c", "/preview/a:b:c", "/stream/a:b:c", "/metrics"])
def test_requires_the_token(server, path):
    problem(server.request(path, token=False), 401, "TOKEN_INVALID")
    wrong = {"Authorization": "Bearer " + "0" * 64}
    problem(server.request(path, headers=wrong, token=False), 401, "TOKEN_INVALID")


def test_serves_the_frame_of_the_page_without_the_token(server):
    status, headers, body = server.request("/artist/x", token=False)
    assert status == 200
    assert server.token.encode() not in body
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy and "unsafe" not in policy


def test_serves_no_file_beside_the_font(server):
    for name in ["Inter-Regular.otf", "..%2Finter-regular.otf", "%2Fetc%2Fpasswd", "inter-regular.otf/x"]:
        problem(server.request(f"/fonts/{name}", token=False), 404, "NOT_FOUND")


def test_changes_need_json_of_this_origin(server):
    path = "/api/1/favorites.remove"
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    problem(server.request(path, method="POST", body=b"{}", headers=form), 415, "INVALID_HEADER")
    wrong = {"Content-Digest": "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:"}
    problem(server.request(path, method="POST", body={}, headers=wrong), 400, "INVALID_HEADER")
    site = {"Sec-Fetch-Site": "cross-site"}
    problem(server.request(path, method="POST", body={}, headers=site), 403, "INVALID_HEADER")


def test_proves_that_it_knows_the_token(server):
    nonce = "0123456789abcdef"
    expected = hmac.new(server.token.encode(), b"proof\n" + nonce.encode(), "sha256").hexdigest()
    status, headers, body = server.request(f"/proof?nonce={nonce}", token=False)
    assert (status, body.decode(), headers["Cache-Control"]) == (200, expected, "no-store")
    for query in ["", "?nonce=", "?nonce=short", "?nonce=" + "a" * 129]:
        problem(server.request("/proof" + query, token=False), 400, "INVALID_PARAMS")


def test_a_signed_address_serves_one_picture(server):
    item = server.first("/api/1/chart.get?chart=albums&country=us&limit=1")
    path = "/artwork/" + urllib.parse.quote(item["id"], safe="")
    signature = hmac.new(server.token.encode(), b"media\n" + path.encode(), "sha256").hexdigest()
    query = f"?signature={signature}&size=100"
    status, headers, _ = server.request(path + query, token=False)
    assert status == 200 and headers["Content-Type"].startswith("image/")
    changed = query.replace(signature, signature[::-1])
    for other in [path + changed, path + "x" + query, "/preview" + path + query,
                  "/api/1/hub.status" + query, "/metrics" + query, "/new.atom" + query]:
        problem(server.request(other, token=False), 401, "TOKEN_INVALID")
    problem(server.request(path + query, method="POST", body={}, token=False), 401, "TOKEN_INVALID")


def test_serves_the_socket_of_the_service_manager():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        # A client that connects before the server runs is served as well.
        early = socket.create_connection(("127.0.0.1", port))
        running = Server(listening)
        try:
            assert running.port == port
            early.settimeout(20)
            early.sendall(f"GET / HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode())
            assert early.recv(1000).startswith(b"HTTP/1.1 200")
            assert running.get("/api/1/hub.status")
        finally:
            early.close()
            running.stop()


def test_states_which_parameter_is_wrong(server):
    document = problem(server.request("/api/1/artists.search?name=x"), 400, "INVALID_PARAMS")
    assert '"name"' in document["detail"]
    problem(server.request("/api/1/artists.search"), 400, "INVALID_PARAMS")
    problem(server.request("/api/1/artists.search?text=a&limit=many"), 400, "INVALID_PARAMS")
    problem(server.request("/api/1/artists.find?text=a"), 404, "METHOD_UNKNOWN")
    problem(server.request("/api/1/hub.status", method="POST", body={}), 405, "METHOD_UNKNOWN")
    problem(server.request("/api/1/favorites.add", method="POST", body=b"{"), 400, "INVALID_PARAMS")
    for path in ["/metrics", "/artwork/a:album:1", "/preview/a:song:1", "/api/1/openapi.yaml",
                 "/api/1/defaults", "/api/1/doctor"]:
        problem(server.request(path, method="POST", body={}), 405, "INVALID_HEADER")
    allowed = server.request("/api/1/favorites.add", method="PUT", body={})[1]["Allow"]
    assert allowed == "POST"
    problem(server.request("/nothing/here"), 404, "NOT_FOUND")
    problem(server.request("/page/../Package.swift"), 404, "NOT_FOUND")


def test_survives_hostile_requests(server):
    big = b"POST /api/1/hub.stop HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: %d\r\n\r\n"
    requests = [
        b"\x00\xff" * 500, b"GET", b"GET / HTTP/1.1\r\n", b"GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: " + b"a" * 100_000, big % (server.port, 10**9),
        b"POST /api/1/hub.stop HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: 50\r\n\r\n{" % server.port,
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ]
    for request in requests:
        with socket.create_connection(("127.0.0.1", server.port), timeout=2) as client:
            try:
                client.sendall(request)
                client.shutdown(socket.SHUT_WR)
                client.recv(4096)
            except OSError:
                pass  # The server may close early, or wait for the rest until its idle limit.
    assert server.get("/api/1/hub.status")["hub"]["version"]


def test_clients_without_the_token_keep_nobody_out(own_server):
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 8192), most))
    clients = [socket.create_connection(("127.0.0.1", own_server.port), timeout=20) for _ in range(1100)]
    is_over = threading.Event()

    def send():
        while not is_over.wait(1):
            for client in clients:
                with contextlib.suppress(OSError):
                    client.send(b"G")

    sender = threading.Thread(target=send)
    sender.start()
    try:
        assert own_server.get("/api/1/hub.status")["hub"]["version"]
    finally:
        is_over.set()
        sender.join()
        for client in clients:
            client.close()


INVALID = {
    "no version": (400, "INVALID_HEADER", "GET /\r\n"),
    "a space in the address": (400, "INVALID_HEADER", "GET /a b HTTP/1.1\r\nHost: HOST\r\n"),
    "no colon": (400, "INVALID_HEADER", "GET / HTTP/1.1\r\nHost: HOST\r\nnothing\r\n"),
    "a negative length": (400, "INVALID_HEADER", "POST / HTTP/1.1\r\nContent-Length: -1\r\n"),
    "a large length": (413, "TOO_LARGE", "POST / HTTP/1.1\r\nContent-Length: " + "9" * 30 + "\r\n"),
    "a long address": (414, "TOO_LARGE", "GET /" + "a" * 70_000 + " HTTP/1.1\r\n"),
    "no host": (421, "INVALID_HEADER", "GET / HTTP/1.1\r\n"),
    "a long cookie": (431, "TOO_LARGE", "GET / HTTP/1.1\r\nCookie: a=" + "b" * 40_000 + "\r\n"),
    "a long query": (431, "TOO_LARGE", "GET /?" + "a&" * 4000 + " HTTP/1.1\r\n"),
    "many headers": (431, "TOO_LARGE", "GET / HTTP/1.1\r\n" + "a: b\r\n" * 2000),
    "another version": (505, "INVALID_HEADER", "GET / HTTP/9.9\r\nHost: HOST\r\n"),
}


@pytest.mark.parametrize("name", INVALID)
def test_rejects_what_is_no_request_with_a_problem_document(server, name):
    status, code, head = INVALID[name]
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as client:
        client.sendall((head.replace("HOST", f"localhost:{server.port}") + "\r\n").encode())
        response = http.client.HTTPResponse(client)
        response.begin()
        problem((response.status, response.headers, response.read()), status, code)
        assert "default-src 'self'" in response.headers["Content-Security-Policy"]


def test_ends_without_a_crash_while_requests_arrive_that_are_none():
    heads = [INVALID[name][2] + "\r\n" for name in ("another version", "a long query", "many headers", "no version")]
    for _ in range(4):
        running = Server()
        answered = threading.Semaphore(0)

        def send(head, port=running.port, answered=answered):
            # Until the server accepts no more connections.
            with contextlib.suppress(OSError):
                while True:
                    client = socket.create_connection(("127.0.0.1", port), timeout=60)
                    with client, contextlib.suppress(OSError):
                        client.sendall(head.encode())
                        if client.recv(1):
                            answered.release()

        clients = [threading.Thread(target=send, args=[head]) for head in heads]
        for client in clients:
            client.start()
        assert all(answered.acquire(timeout=60) for _ in range(40))
        running.stop()
        for client in clients:
            client.join()


def test_rejects_a_body_that_is_too_large(server):
    result = server.request("/api/1/favorites.import", method="POST", body=b" " * (2 * 1024 * 1024))
    problem(result, 413, "TOO_LARGE")


def test_serves_pictures_with_an_entity_tag(server):
    item = server.first("/api/1/chart.get?chart=albums&country=us&limit=1")
    path = f"/artwork/{item['id']}?size=100"
    status, headers, body = server.request(path)
    assert (status, headers["Cache-Control"].startswith("private")) == (200, True)
    assert headers["Content-Type"].startswith("image/") and body
    status, _, body = server.request(path, headers={"If-None-Match": headers["ETag"]})
    assert (status, body) == (304, b"")


def test_serves_ranges_of_previews(server):
    found = server.get("/api/1/songs.search?text=Money&limit=10")["items"]
    song = next(item for item in found if "previewURL" in item)
    path = f"/preview/{song['id']}"
    status, headers, whole = server.request(path)
    assert status == 200 and headers["Accept-Ranges"] == "bytes"
    status, headers, part = server.request(path, headers={"Range": "bytes=10-19"})
    assert (status, part) == (206, whole[10:20])
    assert headers["Content-Range"] == f"bytes 10-19/{len(whole)}"
    status, _, part = server.request(path, headers={"Range": "bytes=-5"})
    assert (status, part) == (206, whole[-5:])
    status, _, _ = server.request(path, headers={"Range": f"bytes={len(whole)}-"})
    assert status == 416


ATTIC = """#!/usr/bin/env python3
import json, sys
for line in map(json.loads, sys.stdin):
    if "method" in line:
        stream = {"url": "https://attic.example.org/preview/attic/7.m4a", "mime": "audio/wav", "kbps": 256}
        song = {"id": "attic:song:7", "title": "Nothing like it", "artist": {"name": "Nobody"}, "stream": stream}
        print(json.dumps({"id": line["id"], "items": [song]}), flush=True)
"""


@pytest.fixture
def attic(own_server, tmp_path):
    """A server with a song that is the user's own; the samples take the place of its upstream."""
    (tmp_path / "provider.py").write_text(ATTIC)
    (tmp_path / "provider.py").chmod(0o755)
    (tmp_path / "provider.json").write_text(json.dumps({
        "id": "attic", "name": "Attic", "version": "1.0.0", "executable": "./provider.py", "lines": 1,
        "methods": ["song.get", "stream.get"], "namespaces": ["attic:song"],
        "upstreams": [{"url": "https://attic.example.org"}], "attribution": {"text": "From an attic."},
        "services": [{"name": "Attic", "namespaces": ["attic"], "owned": True}],
        "samples": [{"method": "song.get", "params": {"id": "attic:song:7"}}],
    }))
    added = own_server.musicbus("provider", "add", str(tmp_path), "--no-sandbox")
    assert added.returncode == 0, added.stderr
    return own_server


def test_serves_whole_songs_of_the_user_in_ranges(attic):
    song = attic.get("/api/1/song.get?id=attic:song:7")["items"][0]
    assert song["stream"]["kbps"] == 256 and song["owned"]
    path = "/stream/attic:song:7"
    status, headers, whole = attic.request(path)
    assert (status, whole[:4], len(whole)) == (200, b"RIFF", int(headers["Content-Length"]))
    assert (headers["Content-Type"], headers["Accept-Ranges"]) == ("audio/wav", "bytes")
    assert headers["Cache-Control"] == "no-store"
    for text, first, end in [("10-19", 10, 20), ("100000-", 100_000, len(whole)), ("0-", 0, len(whole))]:
        status, headers, part = attic.request(path, headers={"Range": f"bytes={text}"})
        assert (status, part) == (206, whole[first:end])
        assert headers["Content-Range"] == f"bytes {first}-{end - 1}/{len(whole)}"
    status, headers, _ = attic.request(path, headers={"Range": f"bytes={len(whole)}-"})
    assert (status, headers["Content-Range"]) == (416, f"bytes */{len(whole)}")
    status, headers, body = attic.request(path, method="HEAD")
    assert (status, int(headers["Content-Length"]), body) == (200, len(whole), b"")
    problem(attic.request(path, method="POST", body={}), 405, "INVALID_HEADER")


def test_serves_metrics(server):
    status, headers, body = server.request("/metrics")
    assert status == 200 and headers["Content-Type"].startswith("text/plain")
    assert re.search(rb"^musicbus_uptime_seconds \d", body, re.MULTILINE)


@pytest.mark.parametrize("name, kind", [("new.atom", "application/atom+xml"), ("new.ics", "text/calendar")])
def test_serves_new_albums_to_feed_readers(server, name, kind):
    lines = server.musicbus("web", "feeds").stdout.split()
    [path] = [line.removeprefix(server.base) for line in lines if f"/{name}?" in line]
    status, headers, body = server.request(path, token=False)
    assert status == 200 and headers["Content-Type"].startswith(kind), body
    if name == "new.atom":
        assert xml.etree.ElementTree.fromstring(body).tag == "{http://www.w3.org/2005/Atom}feed"
    else:
        assert body.startswith(b"BEGIN:VCALENDAR\r\n") and body.endswith(b"END:VCALENDAR\r\n")
    problem(server.request(f"/{name}", token=False), 401, "TOKEN_INVALID")
    problem(server.request(f"/{name}?token={server.token}", token=False), 401, "TOKEN_INVALID")
    query = path.partition("?")[2]
    problem(server.request(f"/api/1/hub.status?{query}", token=False), 401, "TOKEN_INVALID")
    problem(server.request(path, method="POST", body={}), 405, "INVALID_HEADER")


def test_has_one_resource_per_method_of_the_registry(server):
    registry = json.loads((ROOT / "Protocol/registry/methods.json").read_text())
    description = server.request("/api/1/openapi.yaml")[2].decode()
    printed = subprocess.run([PROGRAMS / "musicbus-web", "--openapi"], capture_output=True, text=True, check=True)
    assert description == printed.stdout
    for method in registry["methods"]:
        name = method["name"]
        if name == "hub.watch":
            continue
        kind = "get" if method.get("readOnly") else "post"
        assert f"  /api/1/{name}:\n    {kind}:\n" in description
        block = description.split(f"  /api/1/{name}:\n")[1].split("\n  /")[0]
        client = method["client"]
        names = client.get("required", []) + client.get("optional", [])
        for group in client.get("groups", []):
            names = names + registry["groups"][group]
        for parameter in names:
            form = f"name: {parameter}\n" if kind == "get" else f" {parameter}: "
            assert form in block, (name, parameter)


def test_describes_itself_validly():
    printed = subprocess.run([PROGRAMS / "musicbus-web", "--openapi"], capture_output=True, text=True, check=True)
    description = yaml.safe_load(printed.stdout)
    openapi_spec_validator.validate(description)
    # A comma in a text that is not quoted begins another member, whose value is nothing.
    members = [description]
    while members:
        value = members.pop()
        assert value is not None
        if isinstance(value, (dict, list)):
            members += value.values() if isinstance(value, dict) else value


def test_streams_a_list_as_its_parts_arrive(server):
    headers = {"Accept": "text/event-stream"}
    status, fields, body = server.request("/api/1/artists.search?text=Metallica", headers=headers)
    assert (status, fields["Content-Type"]) == (200, "text/event-stream")
    events = [block.split("\n") for block in body.decode().split("\n\n") if block]
    assert events[-1][0] == "event: done"
    assert "ids" in json.loads(events[-1][1].removeprefix("data: "))
