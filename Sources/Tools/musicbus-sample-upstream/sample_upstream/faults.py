"""The ways in which the server misbehaves: faults, rates and delays."""

import argparse
import gzip
import math
from dataclasses import dataclass, field, replace

from .messages import Request, Response, html
from .texts import halves, whole

MAX_DELAY_MS = 300_000
PLAIN = {"hang", "html", "empty", "garbage", "cut", "cut-json", "gzip", "redirect", "redirect-loop", "quota"}


class GrammarError(argparse.ArgumentTypeError):
    """A fault or rate that cannot be read, with the sentence that says why."""


@dataclass
class Fault:
    """One way to misbehave, where, and how often.

    `value` is the Retry-After of a status in seconds, the delay of `slow` in milliseconds, or the megabytes of `huge`.
    """

    kind: str
    value: int | None = None
    prefix: str = ""  # of the path and query; all requests if empty
    remaining: int | None = None  # the number of requests that it still affects; all if none

    @classmethod
    def parse(cls, text: str) -> "Fault":
        """`KIND[=VALUE][:PREFIX][:COUNT]`, as `429=5:/search:2`."""
        head, *fields = text.split(":")
        fault = kind_of(*halves(head, "="))
        if fault is None:
            raise GrammarError(f"'{text}': no such fault (see --help)")
        if fields and fields[0].startswith("/"):
            fault.prefix = fields.pop(0)
        if fields:
            field = fields.pop(0)
            fault.remaining = whole(field)
            if (fault.remaining or 0) < 1:
                raise GrammarError(f"'{text}': '{field}' is neither a path prefix (/…) nor a count from 1")
        if fields:
            raise GrammarError(f"'{text}': too many fields, expected KIND[=VALUE][:PREFIX][:COUNT]")
        return fault

    def strikes(self, request: Request) -> bool:
        return self.remaining != 0 and request.target.startswith(self.prefix)


def kind_of(name: str, value: str | None) -> Fault | None:
    number = whole(value)
    if value is not None and number is None:
        return None
    status = whole(name)
    if status is not None and 400 <= status <= 599:
        usual = 1 if status == 429 else None
        return Fault(str(status), usual if number is None else number) if (number or 0) >= 0 else None
    if name == "slow" and number is not None and number >= 0:
        return Fault(name, min(number, MAX_DELAY_MS))
    if name == "huge" and 1 <= (24 if number is None else number) <= 1024:
        return Fault(name, 24 if number is None else number)
    return Fault(name) if name in PLAIN and number is None else None


@dataclass
class RateLimit:
    """At most so many requests in any span of so many seconds, as the real sources have it.

    The status over the limit is 429 (TheAudioDB), or 403 (Apple), which does not say how long.
    """

    count: int
    seconds: int
    prefix: str
    status: int
    served: list[float] = field(default_factory=list)  # the times of the requests in the last span: at most `count`

    @classmethod
    def parse(cls, text: str) -> "RateLimit":
        """`N/SECONDS[:PREFIX][:STATUS]`, as `20/60:/search:403`."""
        head, *fields = text.split(":")
        numbers = [whole(number) for number in head.split("/") if number]
        count, seconds = numbers if len(numbers) == 2 else (None, None)
        if count is None or seconds is None or not (1 <= count <= 100_000 and 1 <= seconds <= 86_400):
            raise GrammarError(f"'{text}': expected N/SECONDS[:PREFIX][:STATUS]")
        prefix = fields.pop(0) if fields and fields[0].startswith("/") else ""
        status = whole(fields.pop(0)) if fields else 429
        if status is None or not 400 <= status <= 599 or fields:
            raise GrammarError(f"'{text}': the status must be 400…599, and last")
        return cls(count, seconds, prefix, status)

    def refusal(self, request: Request, now: float) -> Response | None:
        """Counts a request; returns a response if it exceeds the limit."""
        if not request.target.startswith(self.prefix):
            return None
        self.served = [time for time in self.served if time + self.seconds > now]
        if len(self.served) < self.count:
            self.served.append(now)
            return None
        response = html(self.status, f"{self.status} Too many requests")
        wait = math.ceil(self.served[0] + self.seconds - now)
        return response if self.status == 403 else response.adding(Retry_After=str(wait))


@dataclass
class Reaction:
    """The reaction to a request: a delay, then a response or none, which is a hang."""

    delay_ms: int
    response: Response | None


@dataclass
class FaultPlan:
    """The present faults of the server."""

    faults: list[Fault] = field(default_factory=list)
    rates: list[RateLimit] = field(default_factory=list)

    def copy(self) -> "FaultPlan":
        """One whose faults and rates count for themselves."""
        return FaultPlan([replace(fault) for fault in self.faults], [replace(rate, served=[]) for rate in self.rates])

    def reaction(self, request: Request, now: float, response: Response) -> Reaction:
        """The reaction to a request with this regular response; the time in seconds is only for the rates."""
        for rate in self.rates:
            refusal = rate.refusal(request, now)
            if refusal:
                return Reaction(0, refusal)
        delay, striking = 0, None
        for fault in self.faults:
            # Delays add up; of the rest the first in the list strikes.
            if not fault.strikes(request) or (fault.kind != "slow" and striking):
                continue
            if fault.kind == "slow":
                delay += fault.value or 0
            else:
                striking = fault
            if fault.remaining is not None:
                fault.remaining -= 1
        spoilt_response = spoilt(response, striking, request) if striking else response
        return Reaction(min(delay, MAX_DELAY_MS), spoilt_response)


def spoilt(response: Response, fault: Fault, request: Request) -> Response | None:
    """The response as modified by a fault."""
    body = response.body
    match fault.kind:
        case "hang":
            return None
        case "html":
            return html(200, "We will be back soon")
        case "empty":
            return replace(response, body=b"")
        case "quota":
            return replace(response, body=b'{"error":{"type":"Exception","message":"Quota limit exceeded","code":4}}')
        case "garbage":  # neither UTF-8 nor JSON
            return replace(response, body=bytes([0xFF, 0xFE, 0x7B, 0x92, 0x00, 0xC3, 0x28, 0x22]))
        case "cut":
            return replace(response, body=body[:len(body) // 2], announced=len(body))
        case "cut-json":
            return replace(response, body=body[:len(body) // 2])
        case "huge":
            return replace(response, padded=(fault.value or 0) << 20)
        case "gzip":
            return replace(response, body=gzip.compress(body, mtime=0)).adding(Content_Encoding="gzip")
        case "redirect" | "redirect-loop":
            return redirected(response, fault, request)
    refusal = html(int(fault.kind), f"{fault.kind} Error")
    return refusal if fault.value is None else refusal.adding(Retry_After=str(fault.value))


def redirected(response: Response, fault: Fault, request: Request) -> Response:
    """A redirect to the same address with `_r=1`, which succeeds unless it is a loop."""
    if fault.kind == "redirect" and request.get("_r") is not None:
        return response
    query = request.query_text and request.query_text + "&"
    return html(302, "302 Found").adding(Location=f"{request.base}{request.path_text}?{query}_r=1")
