"""What a certification has found so far, shared by all of its threads, and how a case ends early."""
import threading
import time

from .rules import Secrets

MOST_PROBLEMS, MOST_STORED = 50, 1000
FAST_ENDS = "--fast ends a run early if a check has failed; run it without --fast."


class Failed(Exception):
    """The provider did something wrong; there may be several problems."""

    def __init__(self, *problems):
        super().__init__(" ".join(problems))
        self.problems = list(problems)


class Late(Failed):
    """A time limit was missed: the machine may be the reason."""


class Skipped(Exception):
    """The case does not apply, or nothing can be said without another one."""


class Passed(Exception):
    """The case has passed before its last line."""


class Findings:
    def __init__(self, ends_after=None, expected=()):
        """`expected` are the cases that may fail."""
        self._lock = threading.RLock()
        self._ends = time.monotonic() + ends_after if ends_after else None
        self._problems, self._advice, self._limits, self._failed, self._skipped = {}, {}, {}, set(), set()
        self._expected = set(expected)
        self.requests, self.secrets, self._declared = {}, Secrets(), None

    @property
    def is_overdue(self):
        return self._ends is not None and time.monotonic() > self._ends

    @property
    def is_cut_short(self):
        """Whether the run must end: its time has passed, and something failed that was not expected to."""
        with self._lock:
            return self.is_overdue and bool((self._failed | self._problems.keys()) - self._expected)

    def add(self, found):
        with self._lock:
            for case, problem in found:
                known = self._problems.setdefault(case, [])
                if len(known) < MOST_STORED and problem not in known:
                    known.append(problem)

    def problems(self, case):
        with self._lock:
            known = self._problems.get(case, [])
        rest = len(known) - MOST_PROBLEMS
        return known[:MOST_PROBLEMS] + ([f"… and {rest} more."] if rest > 0 else [])

    def all(self):
        with self._lock:
            return [f"{case}: {problem}" for case in sorted(self._problems) for problem in self._problems[case]]

    def advise(self, case, advice):
        """Notes advice for what made a case fail, if it is not that of the case."""
        with self._lock:
            self._advice.setdefault(case, advice)

    def advice(self, case, usual):
        return self._advice.get(case, usual)

    def note_rate_limit(self, case, message):
        self._limits[case] = message

    def rate_limit(self, case):
        """Why the source refused a request of a case, if it did."""
        return self._limits.get(case)

    def add_requests(self, spent):
        with self._lock:
            for upstream, count in spent.items():
                self.requests[upstream] = self.requests.get(upstream, 0) + count

    def mark_failed(self, case):
        with self._lock:
            self._failed.add(case)

    def mark_skipped(self, case):
        """Notes that a case was skipped because one that it comes after did not pass."""
        with self._lock:
            self._skipped.add(case)

    def first_not_passed(self, cases):
        with self._lock:
            return next((it for it in cases if it in self._failed | self._skipped or self._problems.get(it)), None)

    @property
    def declared(self):
        """The first descriptor that the provider has sent."""
        return self._declared

    @declared.setter
    def declared(self, value):
        self._declared = self._declared or value
