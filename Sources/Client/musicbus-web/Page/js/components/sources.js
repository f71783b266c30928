// The activity of the sources: one chip per source with its state in words.

import {el, fill} from "../dom.js";
import {sourcesOf, sourceText} from "../events.js";
import {counted, span} from "../format.js";
import {failure} from "./items.js";

const order =
  "failed rate-limited timeout late deferred starting querying stale ok cached empty not-linked skipped".split(
    " "
  );

const states = {
  querying: "querying…",
  empty: "no results",
  late: "late; its results will follow",
  timeout: "no reply in time",
  starting: "starting",
  "not-linked": "no match",
  skipped: "not queried"
};

/** The state of a source in words. */
function sourceState(report) {
  const count =
    report.count === undefined
      ? "replied"
      : report.count
        ? counted(report.count, "result")
        : states.empty;
  const age = report.ageMs >= 60_000 ? `, ${span(report.ageMs)} old` : "";
  const reason = report.error?.message ?? "";
  const retry = report.error?.retryAfterMs;
  switch (report.outcome) {
    case "ok":
      return `${count}${report.elapsedMs !== undefined ? ` in ${report.elapsedMs} ms` : ""}`;
    case "cached":
      return `${count}, cached${age}`;
    case "stale":
      return `${count}, from ${span(report.ageMs ?? 0)} ago. ${reason}`.trim();
    case "deferred":
    case "not-cached":
    case "rate-limited":
      return report.outcome.replace("-", " ") + (retry ? `; try again in ${span(retry)}` : "");
    default:
      return states[report.outcome] ?? `failed: ${reason || report.outcome}`;
  }
}

/** Whether the results of a source are missing. */
export const isMissing = (report) => order.indexOf(report.outcome) < order.indexOf("querying");

/** A status region "Sources" over one or several calls. */
export class SourceActivity {
  node = el("div.sources", {role: "status", "aria-label": "Sources"});
  #calls = new Map();

  /** A call begins: the sources of its method are being queried. */
  begin(method) {
    const reports = sourcesOf(method).map((one) => ({
      provider: one.id,
      outcome:
        one.state === "ready" ? "querying" : one.state === "starting" ? "starting" : "failed",
      error: one.state === "ready" ? undefined : {message: one.state}
    }));
    this.#calls.set(method, reports);
    this.#render();
  }

  /** A call has ended with these reports. */
  end(method, reports) {
    this.#calls.set(method, (reports ?? []).map(withoutFault));
    this.#render();
  }

  /** Draws a part of a screen with a call, which returns the reports, or adds the problem. */
  async follow(method, part, load) {
    this.begin(method);
    try {
      this.end(method, await load());
    } catch (problem) {
      this.end(method, problem.sources);
      part.replace(part.body.querySelector("a") && [...part.body.childNodes], failure(problem));
    }
  }

  clear() {
    this.#calls.clear();
    this.#render();
  }

  #render() {
    const merged = new Map();
    for (const report of [...this.#calls.values()].flat()) {
      const other = merged.get(report.provider);
      merged.set(report.provider, other ? combined(other, report) : report);
    }
    const chips = [...merged.values()].map((report) =>
      el(
        "li",
        {class: `chip ${report.outcome}`},
        el("span.dot"),
        el("strong", sourceText(report.provider)),
        " ",
        sourceState(report)
      )
    );
    fill(this.node, chips.length ? el("ul", chips) : null);
  }
}

/** A source that may not be queried, in offline mode, has not failed. */
const withoutFault = (report) =>
  report.error?.code === "NOT_CACHED" ? {...report, outcome: "not-cached"} : report;

function combined(one, other) {
  const worst = order.indexOf(one.outcome) <= order.indexOf(other.outcome) ? one : other;
  const merge = (name, run) =>
    one[name] === undefined ? other[name] : run(one[name], other[name] ?? 0);
  return {
    ...worst,
    count: merge("count", (a, b) => a + b),
    elapsedMs: merge("elapsedMs", Math.max),
    ageMs: merge("ageMs", Math.max)
  };
}
