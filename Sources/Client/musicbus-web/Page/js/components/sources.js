// What became of the sources: one quiet line, with a line for each source below it on request.

import {el, fill} from "../dom.js";
import {sourcesOf, sourceText} from "../events.js";
import {counted, span} from "../format.js";
import {settings} from "../settings.js";
import {failure, isElsewhere, problemOf} from "./failure.js";
import {hint} from "./items.js";

/** A screen asks a source that refused again so many times, and only if it takes requests again so soon. */
const [maxRepeats, maxPauseMs] = [4, 300_000];

const order =
  "failed rate-limited timeout late deferred starting querying stale ok cached not-in-country empty not-linked skipped".split(
    " "
  );

/** What a listener reads about a source that is not quite there. */
const states = {
  querying: "is loading",
  late: "is still loading",
  timeout: "did not reply in time",
  starting: "is starting",
  deferred: "is queued",
  "rate-limited": "will follow",
  "not-cached": "has nothing saved",
  "not-in-country": "does not have it in your country"
};

/**
 * The state of a source in words.
 * @param {Protocol.SourceReport} report
 */
function sourceState(report) {
  const {outcome, count, ageMs = 0, error} = report;
  const results = count === undefined ? "replied" : counted(count, "result");
  const retry = error?.retryAfterMs;
  if (outcome === "ok") return results;
  if (outcome === "cached") return ageMs < 60_000 ? results : `${results}, ${span(ageMs)} old`;
  if (outcome === "stale") return `${results}, ${span(ageMs)} old: it did not reply`;
  if (outcome === "rate-limited")
    return retry <= maxPauseMs ? `will be asked again in ${span(retry)}` : "is limiting requests";
  if (outcome === "not-in-country") return `${states[outcome]} (${settings.country.toUpperCase()})`;
  return states[outcome] ?? `is not available${error?.message ? `: ${error.message}` : ""}`;
}

/** The outcomes of sources whose results will follow. */
const lateOutcomes = ["late", "deferred", "starting"];

/** Whether the results of a source are missing. */
export const isMissing = (report) => order.indexOf(report.outcome) < order.indexOf("querying");

/** Sources that had nothing to say are no news. */
const isSilent = ({outcome, count}) =>
  ["empty", "not-linked", "skipped"].includes(outcome) || (outcome === "ok" && count === 0);

const isAway = ({outcome}) => !["ok", "cached", "stale", "empty", "querying"].includes(outcome);

/** Whether a source was not asked. */
const isUnasked = ({outcome}) => ["not-cached", "not-linked", "skipped"].includes(outcome);

/** The sources of one or several calls. */
export class SourceActivity {
  #calls = new Map();
  /** How often a call was made again because a source takes requests again. */
  #repeats = new Map();
  #status = el("p", {role: "status", "aria-label": "Sources"});
  #list = el("ul", {hidden: true});
  #button = el(
    "button.text-button",
    {
      "aria-expanded": "false",
      onclick: () => {
        this.#list.hidden = !this.#list.hidden;
        this.#button.setAttribute("aria-expanded", !this.#list.hidden);
      }
    },
    "Details"
  );
  node = el("div.sources", {hidden: true}, el("div", this.#status, this.#button), this.#list);

  /** A call begins: the sources of its method are being queried, or those of several. */
  begin(method, served = [method]) {
    const reports = served.flatMap(sourcesOf).map((one) => ({
      provider: one.id,
      outcome: ["ready", "starting"].includes(one.state) ? "querying" : "skipped"
    }));
    this.#calls.set(method, reports);
    this.#render();
  }

  /** A call has ended with these reports. */
  end(method, reports) {
    this.#calls.set(method, (reports ?? []).map(withoutFault));
    this.#render();
  }

  /**
   * Makes a call again, once a source that had to refuse it takes requests again, if this is still shown; without
   * any result, also once late sources have replied. Returns whether it does.
   */
  repeat(method, reports = [], again, isEmpty = false) {
    const pauses = reports
      .filter(({outcome, error}) => outcome === "rate-limited" && error?.retryAfterMs)
      .map(({error}) => error.retryAfterMs);
    if (isEmpty && reports.some(({outcome}) => lateOutcomes.includes(outcome))) pauses.push(2500);
    const count = this.#repeats.get(method) ?? 0;
    const pause = Math.max(...pauses);
    if (!pauses.length || pause > maxPauseMs || count === maxRepeats) return false;
    this.#repeats.set(method, count + 1);
    // Not at one moment with the other parts of a screen, of which all but the first would be refused again.
    const delay = pause + Math.random() * 3000;
    setTimeout(() => this.node.isConnected && again(), delay);
    return true;
  }

  /**
   * Draws a part of a screen with a call, whose reply `load` returns, or says why it failed; `none` stands in place
   * of an empty list.
   */
  async follow(method, part, load, none) {
    const again = () => this.follow(method, part, load, none);
    this.begin(method);
    try {
      const reply = await load();
      this.end(method, reply.sources);
      const problem = problemOf(reply);
      if (problem) return part.replace(failure(problem, again));
      const isEmpty = !reply.items.length;
      const isRepeated = this.repeat(method, reply.sources, again, isEmpty);
      if (isEmpty && none && !isRepeated) part.replace(hint(none));
    } catch (problem) {
      this.end(method, problem.sources);
      part.replace(
        part.body.querySelector("a") && [...part.body.childNodes],
        failure(problem, again)
      );
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
    const all = [...merged.values()];
    this.node.hidden = !all.length;
    const isBusy = all.some((one) => one.outcome === "querying");
    this.node.classList.toggle("is-busy", isBusy);
    const asked = all.filter((one) => !isUnasked(one));
    const away = asked.filter(isAway);
    const fine = asked.length - away.length;
    const rest =
      fine > 0 ? `${counted(fine, "source")} ✓` : !asked.length && "No sources were asked";
    fill(
      this.#status,
      isBusy ? `Asking ${counted(all.length, "source")}…` : rest,
      isBusy
        ? null
        : away.map((one, index) => [
            (index > 0 || fine > 0) && " · ",
            sourceText(one.provider),
            ` ${states[one.outcome] ?? "is not available"}`
          ])
    );
    fill(
      this.#list,
      all
        .filter((one) => !isSilent(one))
        .map((one) => el("li", el("strong", sourceText(one.provider)), " ", sourceState(one)))
    );
  }
}

/** A source that may not be queried, in offline mode, has not failed, and neither has one that has it elsewhere. */
function withoutFault(report) {
  if (isElsewhere(report)) return {...report, outcome: "not-in-country"};
  return report.error?.code === "NOT_CACHED" ? {...report, outcome: "not-cached"} : report;
}

function combined(one, other) {
  const worst = order.indexOf(one.outcome) <= order.indexOf(other.outcome) ? one : other;
  const merge = (name, run) =>
    one[name] === undefined ? other[name] : run(one[name], other[name] ?? 0);
  return {
    ...worst,
    count: merge("count", (a, b) => a + b),
    ageMs: merge("ageMs", Math.max)
  };
}
