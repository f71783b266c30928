// `/why/ID`: why records were merged, the provenance of each value, and verdicts of the user.

import {get, post} from "../api.js";
import {failure, hint, lines, link, section} from "../components/items.js";
import {picture} from "../components/picture.js";
import {SourceActivity} from "../components/sources.js";
import {attempt, toast} from "../components/toast.js";
import {el, fill} from "../dom.js";
import {sourceText} from "../events.js";
import {nameOf, span} from "../format.js";
import {retitle} from "../router.js";
import {asking} from "../settings.js";

export function whyScreen([id]) {
  const sources = new SourceActivity();
  const body = el("div.screen", hint("Loading the evidence…"));
  const screen = {
    title: "Why one?",
    node: el("div.screen.why", el("h1", {tabindex: -1}, "Why one?"), body, sources.node)
  };
  const load = async () => {
    sources.begin("records.explain");
    try {
      const reply = await get("records.explain", {id, ...asking()});
      sources.end("records.explain", reply.sources);
      retitle(screen, `Why one? ${nameOf(reply.explanation.entity)}`);
      fill(body, report(reply.explanation, load));
    } catch (problem) {
      sources.end("records.explain", problem.sources);
      fill(body, failure(problem));
    }
  };
  load();
  return screen;
}

function report(explanation, reload) {
  const {entity, records, joins = [], fields = {}, neighbors = [], verdicts = []} = explanation;
  const parts = {
    records: section("Records"),
    evidence: section("Evidence"),
    values: section("Values"),
    near: section("Near misses"),
    verdicts: section("Your verdicts")
  };
  parts.records.replace(
    lines(records, (one) => [
      el("strong", sourceText(one.provider)),
      " ",
      el("span", {dir: "auto"}, nameOf(one.entity)),
      el("span.sub", one.entity.id, one.ageMs ? ` · ${span(one.ageMs)} old` : "")
    ])
  );
  parts.evidence.replace(
    joins.length
      ? joins.map((join) => comparison(join, reload))
      : hint("There is a single record, so nothing was merged.")
  );
  parts.values.replace(values(fields));
  parts.near.replace(
    neighbors.map((one) =>
      el(
        "div.panel",
        el("p", link(one.entity), " ", el("span.sub", one.entity.id)),
        reasons((one.keptApartBy ?? one.nearest)?.reasons),
        verdictButton("same", entity.id, one.entity.id, nameOf(one.entity), reload)
      )
    )
  );
  parts.near.node.hidden = !neighbors.length;
  parts.verdicts.replace(
    lines(verdicts, (one) => `${one.a} and ${one.b} are ${relationText(one.relation)}`),
    el("button.button", {onclick: () => undo(reload)}, "Undo my last verdict")
  );
  parts.verdicts.node.hidden = !verdicts.length;
  return [
    el(
      "p.why-entity",
      picture(entity, 64),
      link(entity),
      el("span.sub", `merged from ${records.length} records`)
    ),
    parts.verdicts.node,
    parts.evidence.node,
    parts.near.node,
    parts.values.node,
    parts.records.node
  ];
}

const relationText = (relation) => (relation === "same" ? "the same" : relation);

function comparison({a, b, decision, points, reasons: list}, reload) {
  return el(
    "div.panel",
    el("p", el("strong", sourceText(a.provider)), " and ", el("strong", sourceText(b.provider))),
    el("p.sub", `${a.id} · ${b.id}`),
    el("p.sub", `${relationText(decision)}, score ${points}`),
    reasons(list),
    a.id !== b.id && verdictButton("different", a.id, b.id, b.id, reload)
  );
}

const reasons = (list = []) =>
  el(
    "ul.reasons",
    list.map((reason) =>
      el(
        "li",
        {class: reason.side},
        el("span.weight", `${reason.side === "for" ? "+" : "−"}${Math.abs(reason.weight)}`),
        el("span", {dir: "auto"}, reason.text)
      )
    )
  );

function verdictButton(relation, a, b, name, reload) {
  const label = relation === "same" ? "Same" : "Different";
  return el(
    "button.button",
    {
      "aria-label": `${label}: ${name}`,
      onclick: () =>
        attempt(async () => {
          const reply = await post(`records.${relation}`, {id: a, other: b});
          toast([`Saved: ${label.toLowerCase()}.`, ...(reply.notes ?? [])].join(" "), {
            label: "Undo",
            run: () => undo(reload, {id: a, other: b})
          });
          reload();
        })
    },
    label
  );
}

/** Undoes the last verdict, if it is about these ids or none are given. */
const undo = (reload, ids) =>
  attempt(async () => {
    await post("records.undo", ids);
    toast("Undone.");
    reload();
  });

const shown = (value) =>
  Array.isArray(value)
    ? value[0]?.url
      ? `${value.length} pictures`
      : value.map(shown).join(", ")
    : value !== null && typeof value === "object"
      ? (value.name ?? value.title ?? value.url ?? Object.values(value).map(shown).join(", "))
      : String(value);

/** "releaseDate" → "release date". */
const words = (name) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function values(fields) {
  const line = (value) => [
    el("span.value", {dir: "auto"}, shown(value.value)),
    el("span.sub", sourceText(value.provider ?? ""))
  ];
  return el(
    "dl.values",
    Object.entries(fields).map(([name, value]) => [
      el("dt", words(name)),
      el(
        "dd",
        line(value),
        (value.alternatives ?? []).length > 0 &&
          el(
            "details",
            el("summary", `${value.alternatives.length} other`),
            el(
              "ul",
              value.alternatives.map((other) => el("li", line(other)))
            )
          )
      )
    ])
  );
}
