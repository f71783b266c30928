"""A proxy before a local upstream: counts its requests, and passes, holds or rejects them."""
import os
import re
import select
import socket
import threading

MAX_HEAD = 65536
REFUSAL = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class _Connection:
    """One request and its response."""

    def __init__(self, client):
        self.client, self.upstream, self.request = client, None, b""
        # reading the head, waiting for the mode, forwarding, or closed
        self.state, self.is_held = "reading", False
        client.settimeout(2)

    def sockets(self):
        return [] if self.state == "closed" else [it for it in (self.client, self.upstream) if it]

    def read(self, source):
        """Handles a readable socket; returns whether that completed a request."""
        try:
            data = source.recv(65536)
        except OSError:
            data = b""
        if not data:
            self.close()
        elif self.state == "forwarding":
            self._write(data, self.client if source is self.upstream else self.upstream)
        else:
            self.request += data
            if self.state == "reading" and len(self.request) > MAX_HEAD:
                self.close()
            elif self.state == "reading" and b"\r\n\r\n" in self.request:
                self.state = "waiting"
                return True
        return False

    def apply(self, mode, port):
        if self.state != "waiting":
            return
        self.is_held = mode == "block"
        if mode == "reject":
            self._write(REFUSAL, self.client)
            self.close()
        elif mode == "pass":
            try:
                self.upstream = socket.create_connection(("127.0.0.1", port), timeout=2)
            except OSError:
                return self.close()
            self.state = "forwarding"
            # Each request has a connection of its own.
            head, _, rest = self.request.partition(b"\r\n\r\n")
            head = re.sub(rb"(?i)\r\nconnection:[^\r\n]*", b"", head) + b"\r\nConnection: close\r\n\r\n"
            self._write(head + rest, self.upstream)

    def _write(self, data, target):
        try:
            target.sendall(data)
        except OSError:
            self.close()

    def close(self):
        for it in self.sockets():
            it.close()
        self.state, self.is_held = "closed", False


class Upstream:
    """The proxy; `changed` is an eventfd that it signals when its counts change."""

    def __init__(self, port, changed):
        self._target, self._changed = port, changed
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self._listener.getsockname()[1]
        self.requests = self.held = 0
        self._mode, self._closed = "pass", False
        self._waker, self._applied = os.eventfd(0, os.EFD_NONBLOCK), threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def set(self, mode):
        """Sets the mode, also for requests that are held, and waits until it is in effect."""
        self._applied.clear()
        self._mode = mode
        os.eventfd_write(self._waker, 1)
        self._applied.wait(1)

    def close(self):
        self._closed = True
        os.eventfd_write(self._waker, 1)
        self._thread.join(5)
        os.close(self._waker)

    def _run(self):
        connections = []
        while not self._closed:
            applies, mode = not self._applied.is_set(), self._mode
            for it in connections:
                it.apply(mode, self._target)
            connections = [it for it in connections if it.state != "closed"]
            held = sum(it.is_held for it in connections)
            if held != self.held:
                self.held = held
                os.eventfd_write(self._changed, 1)
            if applies:
                self._applied.set()
            self._wait(connections)
        for it in connections:
            it.close()
        self._listener.close()

    def _wait(self, connections):
        owners = {it: connection for connection in connections for it in connection.sockets()}
        readable, _, _ = select.select([self._listener, self._waker, *owners], [], [], 1)
        for it in readable:
            if it is self._listener:
                client, _ = it.accept()
                connections.append(_Connection(client))
            elif it == self._waker:
                os.eventfd_read(self._waker)
            elif owners[it].state != "closed" and owners[it].read(it):
                self.requests += 1
                os.eventfd_write(self._changed, 1)
