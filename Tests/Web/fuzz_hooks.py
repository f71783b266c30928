"""Hooks of schemathesis."""

import schemathesis


@schemathesis.hook
def after_call(context, case, response):
    """JSON is UTF-8 (RFC 8259); the client would guess an encoding from the bytes."""
    if "json" in response.headers.get("Content-Type", ""):
        response.encoding = "utf-8"
