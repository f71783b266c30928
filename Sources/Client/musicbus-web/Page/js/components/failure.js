// <mb-failure>: what stands in place of content that could not be loaded. It is loaded again when
// the server is back, when the network is, or when a source accepts requests again.

import {connection, onConnection} from "../connection.js";
import {el} from "../dom.js";
import {hub, onHub, sourceText} from "../events.js";
import {span} from "../format.js";
import {change, settings} from "../settings.js";

/** Whether all sources that were asked are not to be contacted. */
const isNotCached = ({sources = []}) => {
  const asked = sources.filter((one) => one.error);
  return asked.length > 0 && asked.every(isUnasked);
};

const isUnasked = ({error}) => error?.code === "NOT_CACHED";

/** Whether a source has it, but not in the user's country. */
export const isElsewhere = ({error}) => error?.code === "NOT_IN_COUNTRY";

/** The time after which a source accepts requests again; `undefined` if that is not what is missing. */
const pauseOf = ({retryAfterMs, sources = []}) => {
  const pauses = sources.map((one) => one.error?.retryAfterMs).filter(Boolean);
  return retryAfterMs ?? (pauses.length ? Math.min(...pauses) : undefined);
};

/** Why it failed, in the words of a listener. */
function reasonOf(problem) {
  const pause = pauseOf(problem);
  if (problem.code === "SERVER_AWAY") return problem.message;
  if (settings.isOffline && isNotCached(problem)) return "It is not saved on this computer.";
  if (problem.noNetwork || (connection.isLost && problem.code === "SOURCES_FAILED"))
    return "This needs an internet connection.";
  if (problem.code === "NOT_FOUND") return missing(problem);
  if (pause >= 1000) return `The sources are busy. Retrying in ${span(pause)}.`;
  if (problem.code === "SOURCES_FAILED") return "None of the sources answered.";
  return problem.message;
}

/** What is not there: the hub names an entity by its id. */
function missing({message, sources = []}) {
  const elsewhere = sources.filter(isElsewhere);
  if (!elsewhere.length) return /^No source knows /.test(message) ? "No source has it." : message;
  const where = `It is not available in your country (${settings.country.toUpperCase()}) at `;
  return [where, namesOf(elsewhere), "."];
}

const namesOf = (reports) =>
  reports.map(({provider}, index) => [index > 0 && ", ", sourceText(provider)]);

/** The faults of sources, except a lost network and sources that may not be asked. */
const faultsOf = ({sources = [], noNetwork}) =>
  noNetwork || connection.isLost
    ? []
    : sources.filter((one) => one.error?.message && !isElsewhere(one) && !isUnasked(one));

/** What the sources say, with one line for those that say the same. */
const linesOf = (problem) =>
  [...Map.groupBy(faultsOf(problem), ({error}) => error.message)].map(([message, reports]) =>
    el("p", namesOf(reports), `: ${message}`)
  );

/** Where the user can do something about it. */
function wayOut(problem) {
  const link = (href, text) => el("a.button", {href}, text);
  const hasFault = (...codes) => faultsOf(problem).some(({error}) => codes.includes(error.code));
  if (problem.code === "NOT_FOUND")
    return problem.sources?.some(isElsewhere)
      ? link("/settings", "Choose another country")
      : link("/search", "Search");
  if (problem.code === "NO_PROVIDER") return link("/sources", "Show sources");
  if (hasFault("CONFIGURATION_INVALID")) return link("/settings", "Show how to fix it");
  return hasFault("PROVIDER_LOST") && link("/sources", "Show sources");
}

class FailureElement extends HTMLElement {
  problem;
  retry;
  #ends = [];
  #timer;

  connectedCallback() {
    if (!this.firstChild) this.append(this.#content());
    if (!this.retry || this.problem.code === "NOT_FOUND") return;
    let wasAway = Boolean(hub.problem);
    const follow = () => {
      if (wasAway && !hub.problem) this.#again();
      wasAway = Boolean(hub.problem);
    };
    let wasLost = connection.isLost;
    const connected = () => {
      if (wasLost && !connection.isLost) this.#again();
      wasLost = connection.isLost;
    };
    this.#ends = [onHub(follow), onConnection(connected)];
    const pause = this.problem.code === "SERVER_AWAY" ? 2000 : pauseOf(this.problem);
    if (pause) this.#timer = setTimeout(() => this.#again(), Math.min(pause + 200, 300_000));
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    for (const end of this.#ends.splice(0)) end();
  }

  /** Loads it again once; what failed again is another of these. */
  #again() {
    if (!this.isConnected) return;
    this.disconnectedCallback();
    this.retry?.();
  }

  #content() {
    const button = (text, onclick) => el("button.button", {onclick}, text);
    const {problem} = this;
    const goOnline = () => {
      change({isOffline: false});
      this.#again();
    };
    const canRetry = this.retry && problem.code !== "NOT_FOUND";
    return el(
      "div.empty",
      {role: "alert"},
      el("p", reasonOf(problem)),
      linesOf(problem),
      settings.isOffline && isNotCached(problem)
        ? button("Go online", goOnline)
        : [canRetry && button("Try again", () => this.#again()), wayOut(problem)]
    );
  }
}

customElements.define("mb-failure", FailureElement);

/** `retry` loads the content again, and replaces this. */
export const failure = (problem, retry) => el("mb-failure", {props: {problem, retry}});

/** The problem of a reply without results, if sources are missing in it. */
export function problemOf({items, sources = [], noNetwork}) {
  const hasFailed = (one) => one.error && !isElsewhere(one);
  const isAnswered = sources.some((one) => !hasFailed(one) && one.outcome !== "skipped");
  if (items?.length || (!noNetwork && (isAnswered || !sources.some(hasFailed)))) return null;
  return {code: "SOURCES_FAILED", message: "None of the sources answered.", sources, noNetwork};
}
