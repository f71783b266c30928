"""Prints the AsyncAPI 3 description of the bus, made from the registry of the protocol.

usage: asyncapi.py PROTOCOL-DIR > PROTOCOL-DIR/asyncapi.json
"""
import json
import pathlib
import sys

root = pathlib.Path(sys.argv[1])


def registry(name):
    return json.loads((root / f"registry/{name}.json").read_text("utf-8"))


def sentence(text):
    return text[0].upper() + text[1:] + "."


def reference(path):
    return {"$ref": f"#/{path}"}


types, methods = registry("types")["types"], registry("methods")
PEERS = {"client": "A client of the hub.", "provider": "A provider, which the hub has started."}


def message(entry):
    headers = {
        "allOf": [{"$ref": "schema/header.schema.json"}],
        "properties": {"type": {"const": entry["name"]}},
        "required": ["type", *entry["header"]],
    }
    result = {
        "name": entry["name"],
        "summary": sentence(entry["purpose"]),
        "contentType": "application/json",
        "headers": headers,
        "payload": {"$ref": f"schema/{entry['body']}.schema.json"},
        "x-zeromq-frames": ["tag", "header", "body"] + ["attachment"] * entry.get("attachment", False),
    }
    if "re" in entry["header"]:
        result["correlationId"] = {"location": "$message.header#/re"}
    return result


def is_used(entry, peer):
    return any(peer in direction for direction in entry["directions"])


def channel(peer, description):
    return {
        "title": f"The session of a {peer}",
        "description": description,
        "messages": {e["name"]: reference(f"components/messages/{e['name']}") for e in types if is_used(e, peer)},
    }


def messages(peer, *names):
    return [reference(f"channels/{peer}/messages/{name}") for name in names]


def session_operations():
    """Everything but calls: one operation for each message type and direction."""
    for entry in types:
        for direction in entry["directions"]:
            sender, receiver = direction.split("-to-")
            peer = receiver if sender == "hub" else sender
            if entry["name"] in ("call", "part", "done", "error"):
                continue
            yield f"{peer}.{'send' if sender == 'hub' else 'receive'}.{entry['name']}", {
                "action": "send" if sender == "hub" else "receive",
                "channel": reference(f"channels/{peer}"),
                "summary": f"{sender.capitalize()} to {receiver}: {entry['purpose']}.",
                "messages": messages(peer, entry["name"]),
            }


def parameters(rule):
    members = {name: "required" for name in rule.get("required", [])}
    optional = rule.get("optional", []) + [m for group in rule.get("groups", []) for m in methods["groups"][group]]
    return {**members, **{name: "optional" for name in optional}}


def call_operations():
    """Each method as a request with its reply, from the hub's point of view."""
    for method in methods["methods"]:
        for peer, action in (("client", "receive"), ("provider", "send")):
            if peer in method:
                yield f"{peer}.call.{method['name']}", {
                    "action": action,
                    "channel": reference(f"channels/{peer}"),
                    "summary": sentence(method["purpose"]),
                    "messages": messages(peer, "call"),
                    "reply": {"channel": reference(f"channels/{peer}"), "messages": messages(peer, "part", "done", "error")},
                    "x-method": method["name"],
                    "x-parameters": parameters(method[peer]),
                }


BINDING = """MusicBus runs on ZeroMQ, for which AsyncAPI has no binding. The hub binds a ROUTER socket at an ipc endpoint; \
each peer connects a DEALER socket to it, so that both sides may send at any time. A message has two to four ZeroMQ frames: \
the tag MB1, the header, the body and the attachment. `headers` describes the header frame and `payload` the body frame, \
both JSON in UTF-8; x-zeromq-frames lists the frames of a message. The reply to a call consists of any number of `part`s and one \
terminal message, `done` or `error`; their `re` is the `id` of the call. musicbus-1.md is the specification."""

print(
    json.dumps(
        {
            "asyncapi": "3.0.0",
            "info": {"title": "MusicBus", "version": "1.0", "description": BINDING},
            "defaultContentType": "application/json",
            "servers": {
                "hub": {
                    "host": "localhost",
                    "pathname": "/{socket}",
                    "protocol": "zmq",
                    "protocolVersion": "3.1",
                    "title": "The hub",
                    "description": "A ROUTER socket at ipc://{socket}; only the user may connect.",
                    "variables": {"socket": {"description": "The path of the socket; README.md says where a client finds it."}},
                }
            },
            "channels": {peer: channel(peer, description) for peer, description in PEERS.items()},
            "operations": dict([*session_operations(), *call_operations()]),
            "components": {"messages": {entry["name"]: message(entry) for entry in types}},
        },
        indent=1,
        ensure_ascii=False,
    )
)
