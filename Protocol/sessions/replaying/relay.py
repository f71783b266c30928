"""The process of a provider, as a hub under test starts it: it passes messages on, since a hub accepts none from elsewhere."""
import json
import os
import sys

import zmq


def run(name, player):
    """Connects the hub of the start line with the player, and obeys the player, until standard input ends."""
    start = json.loads(sys.stdin.buffer.readline())
    context = zmq.Context()
    orders, hub = _connected(context, player), _connected(context, start["endpoint"])
    orders.send_multipart([b"start", name.encode(), str(os.getpid()).encode(), start["token"].encode()])
    poller = zmq.Poller()
    for it in (orders, hub, sys.stdin.fileno()):
        poller.register(it, zmq.POLLIN)
    while True:
        ready = dict(poller.poll())
        if hub in ready:
            orders.send_multipart([b"message", *hub.recv_multipart()])
        elif orders in ready:
            order, *frames = orders.recv_multipart()
            if order == b"exit":
                return int(frames[0])
            if order == b"send":
                hub.send_multipart(frames)
            else:
                poller.unregister(hub)
                hub.close(0)
                hub = _connected(context, start["endpoint"])
                poller.register(hub, zmq.POLLIN)
        elif not hub.poll(200):
            # Standard input has ended, and the last message of the hub has come.
            context.destroy()
            return 0


def _connected(context, endpoint):
    socket = context.socket(zmq.DEALER)
    socket.setsockopt(zmq.LINGER, 500)
    socket.connect(endpoint)
    return socket


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))
