"""Runs the selected cases on three threads, repeats those that a busy machine made late, and collects the results."""
import threading
import time
from dataclasses import dataclass, field

from . import answers, measures
from .findings import Failed, Findings, Late, Passed, Skipped
from .hub import Hub
from .play import play
from .process import waited_ms

ISOLATED_THREADS, MOST_ATTEMPTS, LEAST_DELAY_MS, SLEEP_MS = 2, 3, 50, 5
PROGRAMS = {
    "lifecycle.manifest": answers.manifest, "lifecycle.versions": answers.versions, "wire.descriptor": answers.descriptor,
    "wire.urls": answers.urls, "calls.samples": answers.samples, "calls.declared": answers.declared,
    "calls.pages": answers.pages, "calls.listed": answers.listed, "calls.asked": answers.asked, "calls.same": answers.same,
    "calls.get": answers.get, "calls.belongs": answers.belongs, "calls.total": answers.total,
    "calls.concurrent": measures.concurrent, "calls.over-inflight": measures.over_inflight, "budgets.grant": measures.grant,
    "budgets.no-grant": measures.no_grant, "budgets.spent": measures.spent, "budgets.hosts": measures.hosts,
    "soak.growth": measures.growth,
}


@dataclass
class Options:
    fast: bool = False
    suites: set = field(default_factory=set)
    factor: float = 1.0
    # The reasons of the failures that provider.xfails names.
    expected: dict = field(default_factory=dict)

    def includes(self, case):
        """`lifecycle.hello` always runs: all others need a session."""
        return not self.suites or case.suite in self.suites or case.id == "lifecycle.hello"


@dataclass
class Result:
    case: object
    # passed, failed, xfail, skipped or undecided
    outcome: str
    problems: list = field(default_factory=list)
    reason: str = ""
    elapsed_ms: int = 0
    fix: str = ""


class CannotRun(Exception):
    """Why the provider cannot be certified at all."""


class Delays:
    """Measures how late the machine runs this program: a thread that sleeps compares the clock."""

    def __init__(self):
        self._noted, self._stop = [], threading.Event()
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self):
        before = time.monotonic()
        while not self._stop.wait(SLEEP_MS / 1000):
            now = time.monotonic()
            if (late := (now - before) * 1000 - SLEEP_MS) > SLEEP_MS:
                self._noted.append((now, int(late)))
            before = now

    def stop(self):
        self._stop.set()

    def longest_ms(self, since):
        return max((late for at, late in self._noted if at >= since), default=0)


class Worker:
    """Runs cases on one thread, in a session that they share or in their own."""

    def __init__(self, provider, options, findings, delays, directory):
        self.provider, self.options, self.findings, self.factor = provider, options, findings, options.factor
        self.silence_ms = 150 if options.fast else 1000
        self._delays, self._directory, self._case = delays, directory, ""
        self._shared, self._own, self.children = None, [], []

    def run(self, case):
        began, self._case = time.monotonic(), case.id
        for attempt in range(MOST_ATTEMPTS):
            result, is_late, was_busy = self._attempt(case)
            if result.outcome != "failed" or not was_busy or self.findings.rate_limit(case.id) or self.findings.is_cut_short:
                break
        if result.outcome == "failed" and was_busy and is_late:
            result = Result(case, "undecided", reason=f"The machine was too busy (delays of {was_busy} ms): {result.problems[0]}")
        if result.outcome == "failed" and (limit := self.findings.rate_limit(case.id)):
            result = Result(case, "undecided", reason=limit)
        if result.outcome in ("failed", "undecided"):
            self.findings.mark_failed(case.id)
        result.elapsed_ms = int((time.monotonic() - began) * 1000)
        return result

    def _attempt(self, case):
        """One run of a case: its result, whether a time limit was missed, and the delay that may be the reason."""
        began, before = time.monotonic(), self._waited_ms()
        is_late = False
        try:
            self._skip_if_pointless(case)
            PROGRAMS[case.id](self) if case.by == "program" else play(case, self)
            result = Result(case, "passed")
        except Passed:
            result = Result(case, "passed")
        except Skipped as error:
            result = Result(case, "skipped", reason=str(error))
        except Failed as error:
            result, is_late = Result(case, "failed", error.problems), isinstance(error, Late)
        except Exception as error:  # a fault of this program must not hide the other results
            result = Result(case, "failed", [f"{type(error).__name__}: {error}"])
        waited = self._waited_ms() - before
        for it in self._own + self.children:
            it.close()
        self._own, self.children = [], []
        if result.outcome == "failed":
            # The state of the process is unknown; the next case starts a new one.
            self._close_shared()
        delay, elapsed = max(self._delays.longest_ms(began), waited), (time.monotonic() - began) * 1000
        is_busy = delay > LEAST_DELAY_MS * self.factor and delay * 10 > elapsed
        return result, is_late, delay if is_busy else 0

    def _waited_ms(self):
        return sum(waited_ms(it.child.pid) for it in [self._shared, *self._own] if it)

    def _skip_if_pointless(self, case):
        if self.findings.is_cut_short:
            raise Skipped("--fast ends a run early if a check has failed; run it without --fast.")
        if failed := self.findings.first_not_passed(case.after):
            self.findings.mark_skipped(case.id)
            raise Skipped(f"Depends on {failed}, which did not pass.")
        if case.level == "full" and self.declared().level == "core":
            raise Skipped("Not required at level Core.")

    # MARK: Sessions

    def shared_hub(self):
        """The shared session, opened on first use."""
        if self._shared is None or self._shared.child.exit:
            self._close_shared()
            hub = self._make({})
            try:
                hub.open()
            except BaseException:
                hub.close()
                raise
            self._shared = hub
        return self._shared

    def start(self, behavior):
        """A process for one case; it has not said hello yet."""
        hub = self._make(behavior)
        self._own.append(hub)
        return hub

    def _make(self, behavior):
        # Each start would time out.
        if self.findings.first_not_passed(["lifecycle.hello"]):
            raise Skipped("The provider sent no hello; see lifecycle.hello.")
        return Hub(self.provider, behavior, self.findings, self.factor, self._directory, lambda: self._case)

    def _close_shared(self):
        if self._shared:
            self._shared.close()
            self._shared = None

    def finish(self):
        """Waits for messages that should not come, then ends the shared session."""
        try:
            if self._shared:
                self._shared.run(self.silence_ms)
        except (Failed, Skipped):
            pass
        self._close_shared()

    # MARK: What the provider declares

    def declared(self):
        if not self.findings.declared:
            self.shared_hub()
        if not self.findings.declared:
            raise Skipped("The descriptor is missing; see wire.descriptor.")
        return self.findings.declared

    def can_call_freely(self):
        """Whether cases may make many calls, because no real upstream is affected."""
        declared = self.declared()
        return bool(self.provider.upstreams) or not any(declared.upstreams(method) for method, _ in declared.samples)

    def affordable(self, calls):
        """All of the calls, or one of them if they cost requests to a real source."""
        return calls if self.can_call_freely() else calls[:1]

    def example(self):
        """A call that has results."""
        samples = self.declared().samples_with_requests_first
        if not samples:
            raise Skipped("The descriptor has no samples; see calls.samples.")
        return samples[0]


class Certification:
    def __init__(self, provider, options, cases, directory, progress=lambda count, total, id: None):
        self.provider, self.options, self._directory, self._progress = provider, options, directory, progress
        self.cases = [it for it in cases if options.includes(it)]
        self.findings = Findings(15 * options.factor if options.fast else None, options.expected)
        self._lock, self._count, self.elapsed_ms = threading.Lock(), 0, 0

    def run(self):
        """All results, in the order of the report."""
        began = time.monotonic()
        self._check_start()
        delays, results = Delays(), []
        isolated = _chains([it for it in self.cases if it.is_isolated])
        shared = [[it for it in self.cases if it.session == "shared"]]
        self._work([shared] + [isolated] * ISOLATED_THREADS, delays, results)
        self._work([[[it for it in self.cases if it.session == "alone"]]], delays, results)
        delays.stop()
        results += [Result(it, "passed") for it in self.cases if it.is_observed]
        reached = {it.case.id for it in results}
        results += [Result(it, "failed", ["The runner did not come to it."]) for it in self.cases if it.id not in reached]
        order = {case.id: index for index, case in enumerate(self.cases)}
        results = sorted((self._as_expected(self._with_findings(it)) for it in results), key=lambda it: order[it.case.id])
        self.elapsed_ms = int((time.monotonic() - began) * 1000)
        return results

    def _check_start(self):
        """Starts the provider once, to see whether it can run with its configuration."""
        findings = Findings()
        hub = Hub(self.provider, {}, findings, self.options.factor, self._directory, lambda: "start")
        try:
            hub.next_hello()
        except (Failed, Skipped):
            pass  # What else goes wrong is a matter of the cases.
        status, reason = hub.child.exit, findings.secrets.removed(hub.child.log.last)
        hub.close()
        if status != "exit status 78":
            return
        if "MANIFEST_INVALID" in reason:
            hints = "".join(f" {it}" for it in (self.provider.manifest or {}).get("problems", []))
            raise CannotRun(f"The provider cannot run with its manifest.{reason}{hints}")
        raise CannotRun(f"The provider cannot run with its configuration (status 78); --config gives it another one.{reason}")

    def _work(self, queues, delays, results):
        threads = [threading.Thread(target=self._work_off, args=(queue, delays, results)) for queue in queues]
        for it in threads:
            it.start()
        for it in threads:
            it.join()

    def _work_off(self, queue, delays, results):
        worker = Worker(self.provider, self.options, self.findings, delays, self._directory)
        while chain := self._next(queue):
            for case in chain:
                result = worker.run(case)
                with self._lock:
                    results.append(result)
                    self._count += 1
                    self._progress(self._count, sum(not it.is_observed for it in self.cases), case.id)
        worker.finish()

    def _next(self, queue):
        with self._lock:
            return queue.pop(0) if queue else None

    def _with_findings(self, result):
        """Adds what was observed during other cases."""
        case, findings = result.case, self.findings
        if result.outcome in ("failed", "undecided") and (failed := findings.first_not_passed(case.after)):
            result.outcome, result.problems, result.reason = "skipped", [], f"Depends on {failed}, which did not pass."
        found = findings.problems(case.id)
        if result.outcome == "failed" or found:
            own = result.problems if result.outcome == "failed" else []
            result.outcome, result.problems = "failed", own + [it for it in found if it not in own]
        elif case.is_observed and not findings.declared:
            result.outcome, result.reason = "skipped", "No session was observed."
        result.fix = findings.advice(case.id, case.fix)
        return result

    def _as_expected(self, result):
        """Makes an expected failure of a failure that provider.xfails names, and a failure of its entry if there is none."""
        reason = self.options.expected.get(result.case.id)
        if reason is not None and result.outcome == "failed":
            result.outcome, result.reason = "xfail", reason
        elif reason is not None and result.outcome == "passed":
            result.outcome, result.problems = "failed", ["It has passed, but provider.xfails says that it fails."]
            result.fix = "Remove it from provider.xfails."
        return result


def _chains(cases):
    """Groups cases that depend on each other, so that they run one after the other."""
    chains = []
    for case in cases:
        chain = next((it for it in chains if any(one.id in case.after for one in it)), None)
        chain.append(case) if chain else chains.append([case])
    return chains
