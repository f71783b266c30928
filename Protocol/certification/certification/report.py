"""The report: as text, as JSON lines, and as JUnit XML."""
import re

from .protocol import compact, plural


class Report:
    def __init__(self, certification, results):
        self.results, self.provider, self.suites = results, certification.provider, certification.options.suites
        self.elapsed_ms, findings = certification.elapsed_ms, certification.findings
        self.requests, self.secrets, self.declared = findings.requests, findings.secrets, findings.declared
        self.title = f"{self.declared.name} {self.declared.version}" if self.declared else "The provider"

    def of(self, outcome):
        return [it for it in self.results if it.outcome == outcome]

    @property
    def status(self):
        """The exit status: 0 if nothing has failed but what was expected to."""
        if self.of("failed"):
            return 1
        return 2 if self.of("undecided") or not self.of("passed") or not self.declared else 0

    def _suites(self):
        names = list(dict.fromkeys(it.case.suite for it in self.results))
        return [(name, [it for it in self.results if it.case.suite == name]) for name in names]

    # MARK: Text

    def text(self):
        lines = [self._headline(), ""]
        for name, results in self._suites():
            passed = sum(it.outcome == "passed" for it in results)
            lines.append(f"  {name.ljust(max(11, len(name) + 1))}{passed} of {len(results)} passed"
                         + _named("failed", results, "failed") + _named("failed as expected", results, "xfail"))
        for it in self.of("failed"):
            lines += _failure("FAILED", it)
        for it in self.of("xfail"):
            lines += [*_failure("EXPECTED", it), f"  Expected: {it.reason or 'provider.xfails names it.'}"]
        for it in self.of("undecided"):
            lines += ["", f"UNDECIDED  {it.case.id}", f"  {it.reason}"]
        if self.of("skipped"):
            lines += ["", "Skipped:", *self._skips()]
        if self.declared and self.declared.deprecations:
            lines += ["", *(f"Note: {it}" for it in self.declared.deprecations)]
        return self.secrets.removed("\n".join([*lines, "", *self._requests(), self._conclusion()]))

    def _headline(self):
        command = " ".join(self.provider.command)
        if not self.declared:
            return command
        calls = "one call at a time" if self.declared.inflight == 1 else f"{self.declared.inflight} concurrent calls"
        return f"{self.title} ({self.declared.level.title()}, {calls}): {command}"

    def _skips(self):
        reasons = {}
        for it in self.of("skipped"):
            reasons.setdefault(it.reason, []).append(it.case.id)
        return [f"  {', '.join(ids)}: {reason}" for reason, ids in reasons.items()]

    def _requests(self):
        if not self.requests:
            return []
        source = "the local source" if self.provider.upstreams else "the source"
        return [f"Requests to {source} ({', '.join(f'{name} {count}' for name, count in sorted(self.requests.items()))})."]

    def _conclusion(self):
        failed, undecided, skipped, expected = map(self.of, ("failed", "undecided", "skipped", "xfail"))
        seconds = f"{self.elapsed_ms // 1000}.{self.elapsed_ms % 1000 // 100}"
        known = f"{plural(len(expected), 'expected failure')}, " if expected else ""
        counts = f"{len(self.of('passed'))} passed, {len(failed)} failed, {known}{len(skipped)} skipped in {seconds} s."
        if failed or not self.of("passed") or not self.declared:
            return f"{counts} Not certified."
        if undecided:
            return f"{counts} Not certified: {plural(len(undecided), 'check')} undecided. Run them again."
        if expected:
            return f"{counts} Not certified because of {plural(len(expected), 'expected failure')}."
        if self.suites:
            return f"{counts} Not certified: only some suites were run."
        count = sum(it.case.level == "full" for it in skipped) if self.declared.level == "full" else 0
        note = f"; {plural(count, 'check')} of this level {'was' if count == 1 else 'were'} skipped" if count else ""
        return f"{counts} Certified: {self.declared.level.title()}{note}."

    # MARK: Formats for programs

    def json_lines(self):
        for it in self.results:
            members = {"check": it.case.id, "suite": it.case.suite, "level": it.case.level, "requirements": it.case.requires,
                       "summary": it.case.summary, "elapsedMs": it.elapsed_ms, "result": it.outcome}
            if it.outcome in ("failed", "xfail"):
                members |= {"problems": it.problems, "fix": it.fix}
            if it.outcome not in ("passed", "failed"):
                members["reason"] = it.reason
            yield self.secrets.removed(compact(members))

    def junit(self):
        lines = ['<?xml version="1.0" encoding="UTF-8"?>',
                 f'<testsuites name="{escaped(self.title)}" tests="{len(self.results)}" failures="{len(self.of("failed"))}">']
        for name, results in self._suites():
            failures = sum(it.outcome == "failed" for it in results)
            skipped = sum(it.outcome in ("skipped", "undecided", "xfail") for it in results)
            lines += [f'  <testsuite name="{name}" tests="{len(results)}" failures="{failures}" skipped="{skipped}">',
                      *map(_testcase, results), "  </testsuite>"]
        return self.secrets.removed("\n".join([*lines, "</testsuites>", ""]))


def _named(words, results, outcome):
    ids = [it.case.id for it in results if it.outcome == outcome]
    return f"; {words}: {', '.join(ids)}" if ids else ""


def _failure(word, result):
    case = result.case
    return ["", f"{word}  {case.id}  [{', '.join(case.requires)}]", f"  The provider {case.summary}.",
            *(f"  - {problem}" for problem in result.problems), f"  Fix: {result.fix}"]


def _testcase(result):
    case, ms = result.case, result.elapsed_ms
    head = f'    <testcase classname="{case.suite}" name="{case.id}" time="{ms // 1000}.{ms % 1000:03}"'
    if result.outcome == "passed":
        return head + "/>"
    message = escaped(f"{', '.join(case.requires)}: {' '.join(result.problems)}")
    if result.outcome == "xfail":
        return f'{head}><skipped type="xfail" message="{message}">{escaped(result.reason)}</skipped></testcase>'
    if result.outcome == "failed":
        return f'{head}><failure message="{message}">{escaped(result.fix)}</failure></testcase>'
    return f'{head}><skipped message="{escaped(result.reason)}"/></testcase>'


def escaped(text):
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return re.sub("[\x00-\x08\x0b-\x1f\ufffe\uffff]", " ", text)
