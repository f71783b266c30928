"""Cases that stay code because they measure or fill up: budgets, connections, concurrency and growth."""
import time

from .findings import Failed, Late, Skipped
from .hub import UNKNOWN
from .process import ConnectionWatch, address, descriptors, memory
from .protocol import integer, members

MOST_GROWTH, MOST_DESCRIPTORS = 16 << 20, 12
# Fewer calls show no growth; on a busy machine, they take longer.
LEAST_CALLS, EXTENSION = 100, 5


def _countable(hub):
    """A sample whose requests can be counted."""
    id = hub.call_held()
    hub.release(id)
    call = hub.session.calls[id]
    upstreams = hub.session.calls.declared.upstreams(call.method)
    if not upstreams:
        raise Failed(f'{call.method} sends requests, but its "cost" names no upstream.')
    return next(it for it in hub.session.calls.declared.samples if it[0] == call.method), upstreams


def _count(hub, sample, params, mode):
    """Makes a call in a mode of its upstreams, and counts its requests."""
    hub.set(mode)
    before = hub.requests
    call = hub.terminal(hub.call(sample, params, timeout_ms=5000))
    # The count may arrive after the reply.
    hub.run(50)
    hub.set("pass")
    return hub.requests - before, call


def grant(worker):
    hub = worker.shared_hub()
    sample, upstreams = _countable(hub)
    for each, mode in ((1, "reject"), (0, "pass")):
        count, call = _count(hub, sample, {"grant": dict.fromkeys(upstreams, each)}, mode)
        if count > each * len(upstreams):
            raise Failed(f"{sample[0]} with a grant of {each * len(upstreams)} sent {count} requests.")
        if not each and call.code != "GRANT_EXCEEDED":
            raise Failed(f"{sample[0]} with a grant of 0 ended with {call.ending}.")


def no_grant(worker):
    hub = worker.shared_hub()
    sample, upstreams = _countable(hub)
    hub.is_granting = False
    try:
        count, call = _count(hub, sample, {}, "reject")
    finally:
        hub.is_granting = True
    if count > 3 * len(upstreams):
        raise Failed(f'{sample[0]} without "grant" sent {count} requests ({call.ending}).')


def spent(worker):
    hub = worker.shared_hub()
    sample, _ = _countable(hub)
    for mode in ("pass", "reject"):
        count, call = _count(hub, sample, {}, mode)
        reported = sum(integer(it) or 0 for it in members(call.terminal.body.get("spent")).values())
        if reported != count:
            raise Failed(f"{sample[0]} sent {count} requests, but its {call.ending} reports {reported}.")


def hosts(worker):
    hub = worker.shared_hub()
    id = hub.call_held()
    watch = ConnectionWatch(hub.child.pid)
    try:
        hub.release(id)
        samples = worker.declared().samples if worker.can_call_freely() else []
        # A single short connection may be missed.
        for _ in range(max(2, 20 // max(1, len(samples)))):
            for sample in samples:
                hub.ask(sample)
    finally:
        remotes = watch.stop()
    known = [f"0100007F:{proxy.port:04X}" for proxy in hub.proxies]
    foreign = sorted(address(it) for it in remotes if not any(it.endswith(one) for one in known))
    if foreign:
        raise Failed(f"During calls, it was connected to {', '.join(foreign)}.")


def concurrent(worker):
    hub, count = worker.shared_hub(), min(worker.declared().inflight, 16)
    if count < 2:
        raise Skipped('"inflight" is 1.')
    first = hub.call_held()
    call = hub.session.calls[first]
    ids = [first] + [hub.call((call.method, call.params)) for _ in range(count - 1)]

    def ended():
        return next((hub.session.calls[id] for id in ids if hub.session.calls[id].terminal), None)
    are_held = hub.wait(2000, lambda: hub.held >= count or ended())
    if early := ended():
        raise Late(f"Of {count} concurrent calls, one ended with {early.ending} while the upstream was blocked.")
    if not are_held:
        raise Late(f"Of {count} concurrent calls, only {hub.held} reached the upstream in 2 s.")
    hub.set("pass")
    for id in ids:
        hub.done(id)


def over_inflight(worker):
    hub, declared = worker.shared_hub(), worker.declared()
    count = min(declared.inflight, 64)
    sample = worker.example() if worker.can_call_freely() else UNKNOWN
    hub.set("block" if declared.level == "full" and hub.proxies else "pass")
    ids = [hub.call(sample) for _ in range(count + 1)]
    if declared.level == "full":
        hub.wait(300, lambda: any(hub.session.calls[id].terminal for id in ids))
    hub.set("pass")
    for id in ids:
        call = hub.terminal(id)
        if call.code == "BUSY" and integer(call.terminal.body.get("retryAfterMs")) is None:
            raise Failed('A BUSY error has no "retryAfterMs".')
        if not call.is_done and call.code not in ("BUSY", "METHOD_UNKNOWN"):
            raise Late(f"One of {count + 1} concurrent calls ended with {call.ending}.")


def growth(worker):
    hub = worker.shared_hub()
    seconds, pid = 0.5 if worker.options.fast else 10, hub.child.pid
    warm_up = _load(hub, worker, seconds)
    before = memory(pid), descriptors(pid)
    calls = _load(hub, worker, 2 * seconds)
    hub.run(worker.silence_ms)
    after = memory(pid), descriptors(pid)
    if after[0] - before[0] > MOST_GROWTH:
        raise Failed(f"Its memory grew by {(after[0] - before[0]) // 1024} KiB in {calls} calls, after a warm-up of {warm_up}.")
    if after[1] - before[1] > MOST_DESCRIPTORS:
        raise Failed(f"Its open files grew from {before[1]} to {after[1]} in {calls} calls.")


def _load(hub, worker, seconds):
    """Makes as many calls as possible, and cancels some of them; returns their number."""
    sample = worker.example() if worker.can_call_freely() else UNKNOWN
    began, count = time.monotonic(), 0
    while (passed := time.monotonic() - began) < seconds or count < LEAST_CALLS and passed < seconds + EXTENSION:
        ids = [hub.call(sample) for _ in range(min(worker.declared().inflight, 8))]
        if count % 3 == 0:
            hub.cancel(ids[-1])
        for id in ids:
            hub.terminal(id)
        count += len(ids)
    return count
