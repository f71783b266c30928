// `/sources`: the numbers of each source and of the cache, for operators.

import {get, post} from "../api.js";
import {isSafe} from "../components/controls.js";
import {failure} from "../components/failure.js";
import {factList, hint, section} from "../components/items.js";
import {attempt, toast} from "../components/toast.js";
import {el} from "../dom.js";
import {hub, onHub, providerName} from "../events.js";
import {bytes, number, span} from "../format.js";

export function sourcesScreen() {
  const part = section("Sources");
  const cache = section("Cached replies");
  const back = el("a.back", {href: "/settings"}, "Settings");
  const heading = el("h1", {tabindex: -1}, "Sources");
  const node = el("div.screen", el("div", back, heading), part.node, cache.node);
  part.head.hidden = true;
  const budgets = new Map();
  const render = () =>
    part.replace(
      hub.providers.size
        ? el(
            "ul.panels",
            [...hub.providers.values()].map((one) => panel(one, budgets.get(one.id)))
          )
        : hint(hub.problem?.detail ?? (hub.status ? "No sources are installed." : "Loading…"))
    );
  const refresh = async () => {
    try {
      const reply = await get("providers.list");
      for (const provider of reply.providers ?? []) budgets.set(provider.id, provider.budgets);
      showCache(cache, (await get("cache.status")).cache);
    } catch (problem) {
      cache.replace(failure(problem, refresh));
    }
    render();
  };
  let end;
  let timer;
  return {
    title: "Sources",
    node,
    onEnter() {
      end = onHub(render);
      // A call would start a hub that was stopped; only the user does that.
      timer = setInterval(() => hub.problem || refresh(), 5000);
      refresh();
    },
    onLeave() {
      end();
      clearInterval(timer);
    }
  };
}

/** @param {Protocol.ProviderStatus} one */
function panel(one, budgets) {
  const name = providerName(one);
  const latency = one.latency && `${one.latency.p50Ms} ms, 95% within ${one.latency.p95Ms} ms`;
  const facts = [
    ["Reply time", latency],
    ["Calls", number(one.calls)],
    ["Failures", number(one.failures)],
    ["Restarts", number(one.restarts)],
    ["In flight", one.inflight && String(one.inflight)],
    ...Object.entries(budgets ?? {}).map(([host, budget]) => [host, budgetText(budget)]),
    ["Last error", one.lastError]
  ];
  const isDown = ["stopped", "unconfigured", "quarantined"].includes(one.state);
  const act = (label, method, text) =>
    el(
      "button.button",
      {
        "aria-label": `${label} ${name}`,
        onclick: () =>
          attempt(async () => {
            await post(method, {providers: [one.id]});
            toast(`${text} ${name}.`);
          })
      },
      label
    );
  return el(
    "li.panel",
    el("div.panel-head", el("h2", name), el("span", {class: `state ${one.state}`}, one.state)),
    factList(facts),
    el(
      "p.attribution",
      one.attribution && isSafe(one.attribution.url)
        ? el(
            "a",
            {href: one.attribution.url, target: "_blank", rel: "noopener noreferrer"},
            one.attribution.text
          )
        : one.attribution?.text
    ),
    el(
      "div.actions",
      act("Restart", "providers.reload", "Restarted"),
      isDown && act("Reset", "providers.reset", "Reset")
    )
  );
}

const budgetText = ({left, requests, perMs, nextMs}) =>
  `${number(left)} of ${number(requests)} requests left, per ${span(perMs).replace(/^1 /, "")}` +
  (nextMs ? `; the next in ${span(nextMs)}` : "");

function showCache(part, status) {
  if (!status) return;
  const facts = [
    ["Replies", number(status.answers)],
    ["Size", `${bytes(status.bytes)} of ${bytes(status.bytesMax)}`],
    ["Pinned", number(status.pinned)],
    ["Oldest", status.oldestMs && span(status.oldestMs)],
    ["Problem", status.problem]
  ];
  const clear = () =>
    attempt(async () => {
      showCache(part, (await post("cache.clear")).cache);
      toast("Cleared the cache.");
    });
  part.replace(
    factList(facts),
    el("div.actions", el("button.button", {onclick: clear}, "Clear cache"))
  );
}
