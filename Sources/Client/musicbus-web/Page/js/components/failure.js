// <mb-failure>: what stands in place of content that could not be loaded. It is loaded again when
// the server is back, when the network is, or when a source accepts requests again.

import {connection, onConnection} from "../connection.js";
import {el} from "../dom.js";
import {hub, onHub} from "../events.js";
import {span} from "../format.js";
import {change, settings} from "../settings.js";

/** Whether all sources that were asked are not to be contacted. */
const isNotCached = ({sources = []}) => {
  const asked = sources.filter((one) => one.error);
  return asked.length > 0 && asked.every((one) => one.error.code === "NOT_CACHED");
};

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
  if (settings.isOffline && isNotCached(problem)) return "It is not stored on this computer.";
  if (problem.noNetwork || (connection.isLost && problem.code === "SOURCES_FAILED"))
    return "It cannot be loaded without the internet.";
  if (problem.code === "NOT_FOUND")
    return problem.sources?.some(isElsewhere)
      ? `It is not available in your country (${settings.country.toUpperCase()}).`
      : "No source knows it.";
  if (pause >= 1000) return `The sources are busy. It is loaded again in ${span(pause)}.`;
  if (problem.code === "SOURCES_FAILED") return "None of the sources replied.";
  return problem.message;
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

  #again() {
    if (this.isConnected) this.retry();
  }

  #content() {
    const button = (text, onclick) => el("button.button", {onclick}, text);
    const {problem, retry} = this;
    return el(
      "div.empty",
      {role: "alert"},
      el("p", reasonOf(problem)),
      problem.code === "NOT_FOUND"
        ? el("a.button", {href: "/search"}, "Search")
        : settings.isOffline && isNotCached(problem)
          ? button("Go online", () => {
              change({isOffline: false});
              retry?.();
            })
          : retry && button("Try again", () => retry())
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
  return {code: "SOURCES_FAILED", message: "None of the sources replied.", sources, noNetwork};
}
