// `/why/ID`: how the records of the sources were matched, side by side, and verdicts of the user.

import {get, post} from "../api.js";
import {failure} from "../components/failure.js";
import {joined, lines, link, section, skeleton} from "../components/items.js";
import {picture} from "../components/picture.js";
import {SourceActivity} from "../components/sources.js";
import {attempt, toast} from "../components/toast.js";
import {el, fill} from "../dom.js";
import {sourceText} from "../events.js";
import {capitalized, counted, date, duration, kindName, nameOf, span} from "../format.js";
import {retitle} from "../router.js";
import {asking} from "../settings.js";

const heading = "How was this matched?";

export function whyScreen([id]) {
  const sources = new SourceActivity();
  const body = el("div.stack", skeleton(6, "rows"));
  const screen = {
    title: heading,
    node: el("div.screen.why", el("h1", {tabindex: -1}, heading), body, sources.node)
  };
  const load = async () => {
    sources.begin("records.explain");
    try {
      const reply = await get("records.explain", {id, ...asking()});
      sources.end("records.explain", reply.sources);
      retitle(screen, `${heading} ${nameOf(reply.explanation.entity)}`);
      fill(body, report(reply.explanation, load));
    } catch (problem) {
      sources.end("records.explain", problem.sources);
      fill(body, failure(problem, load));
    }
  };
  load();
  return screen;
}

/** @param {Protocol.Explanation} explanation */
function report(explanation, reload) {
  const {entity, records, joins = [], neighbors = [], verdicts = []} = explanation;
  return [
    el(
      "div.why-entity",
      picture(entity, 64),
      el(
        "div.row-text",
        link(entity),
        el("span.sub", entity.artist?.name ?? capitalized(entity.genres?.[0]))
      )
    ),
    el("p.sentence", sentence(entity, records, joins)),
    verdicts.length > 0 && verdictList(verdicts, reload),
    table(explanation),
    corrections(explanation, reload),
    details(joins, neighbors, records)
  ];
}

/** Why the records are one entity, in one sentence. */
function sentence({kind}, records, joins) {
  const providers = [...new Set(records.map((one) => one.provider))];
  if (records.length < 2)
    return ["Only ", sourceText(providers[0] ?? ""), ` lists this ${kind}: nothing was matched.`];
  const reasons = new Map();
  for (const {side, text, weight} of joins.flatMap((one) => one.reasons ?? [])) {
    const name = text.replace(/:.*/s, "");
    if (side === "for") reasons.set(name, Math.max(weight, reasons.get(name) ?? 0));
  }
  const best = [...reasons].sort(([, one], [, other]) => other - one).slice(0, 3);
  const because = best.map(([name]) => name).join(", ");
  const what = `${counted(records.length, "record")} from ${counted(providers.length, "source")}`;
  return `${what} describe this ${kind}${because && `: ${because}`}.`;
}

/** The values that are compared, with the text of each. */
const compared = [
  ["Name", (one) => one.name ?? one.title],
  ["Artist", (one) => one.artist?.name],
  ["Album", (one) => one.album?.title],
  ["Released", (one) => date(one.releaseDate)],
  ["Kind", (one) => one.albumKind && kindName(one.albumKind)],
  ["Tracks", (one) => one.trackCount],
  ["Track", (one) => one.trackNumber],
  ["Length", (one) => duration(one.durationMs)],
  ["Country", (one) => one.country],
  ["Formed", (one) => one.formedYear],
  ["Born", (one) => one.bornYear],
  ["Genres", (one) => one.genres?.join(", ")],
  ["Label", (one) => one.label]
];

/**
 * The records side by side, after the values that are shown.
 * @param {Protocol.Explanation} explanation
 */
function table({entity, records}) {
  const rows = compared
    .map(([name, value]) => [name, [entity, ...records.map((one) => one.entity)].map(value)])
    .filter(([, values]) => values.some((one) => (one ?? "") !== ""));
  const head = el(
    "tr",
    el("td"),
    el("th", {scope: "col"}, "Shown"),
    records.map((one) =>
      el(
        "th",
        {scope: "col"},
        sourceText(one.provider),
        one.ageMs >= 86_400_000 && el("span.sub", `${span(one.ageMs)} old`)
      )
    )
  );
  const line = ([name, values]) =>
    el(
      "tr",
      el("th", {scope: "row"}, name),
      values.map((one) => el("td", {dir: "auto"}, one ?? el("span.sub", "–")))
    );
  return el(
    "div.table-frame",
    {tabindex: 0, role: "region", "aria-label": "Records side by side"},
    el("table", el("thead", head), el("tbody", rows.map(line)))
  );
}

/**
 * The two verdicts: a record that is another entity, and an entity that is this one.
 * @param {Protocol.Explanation} explanation
 */
function corrections({entity, joins = [], neighbors = []}, reload) {
  const part = section("Wrong match?");
  const pairs = new Map(joins.filter(({a, b}) => a.id !== b.id).map((one) => [one.b.id, one]));
  const row = (text, id, button) => el("li", el("span", text, el("span.sub", ` ${id}`)), button);
  part.replace(
    pairs.size > 0 && [
      el("p.hint", `One of these is another ${entity.kind}:`),
      el(
        "ul.verdicts",
        [...pairs.values()].map(({a, b}) =>
          row(sourceText(b.provider), b.id, verdictButton("different", a.id, b.id, b.id, reload))
        )
      )
    ],
    neighbors.length > 0 && [
      el("p.hint", `One of these is the same ${entity.kind}:`),
      el(
        "ul.verdicts",
        neighbors.map(({entity: other}) =>
          row(
            link(other, null),
            other.id,
            verdictButton("same", entity.id, other.id, nameOf(other), reload)
          )
        )
      )
    ]
  );
  part.node.hidden = !pairs.size && !neighbors.length;
  return part.node;
}

function verdictList(verdicts, reload) {
  const part = section("Your verdicts");
  part.replace(
    lines(verdicts, (one) => `${one.a} and ${one.b} are ${relationText(one.relation)}`),
    el("button.button", {onclick: () => undo(reload)}, "Undo my last verdict")
  );
  return part.node;
}

const relationText = (relation) => (relation === "same" ? "the same" : relation);

/**
 * The scores of all pairs.
 * @param {Protocol.Explanation["joins"]} joins
 * @param {Protocol.Explanation["neighbors"]} neighbors
 * @param {Protocol.Explanation["records"]} records
 */
const details = (joins, neighbors, records) =>
  el(
    "details.scores",
    el("summary", "Details"),
    joins.map((one) => comparison(one)),
    neighbors.map(({entity, separatedBy, nearest}) =>
      comparison(separatedBy ?? nearest, nameOf(entity))
    ),
    lines(records, (one) => [
      el("strong", sourceText(one.provider)),
      el("span.sub", joined(one.entity.id, one.ageMs && `${span(one.ageMs)} old`))
    ])
  );

const comparison = ({a, b, decision, points, reasons = []}, name) =>
  el(
    "div.comparison",
    el("h3", sourceText(a.provider), " and ", sourceText(b.provider), name && `: ${name}`),
    el("p.sub", `${a.id} · ${b.id}`),
    el("p.sub", `${relationText(decision)}, score ${points}`),
    el(
      "ul.reasons",
      reasons.map((reason) =>
        el(
          "li",
          {class: reason.side},
          el("span.weight", `${reason.side === "for" ? "+" : "−"}${Math.abs(reason.weight)}`),
          el("span", {dir: "auto"}, reason.text)
        )
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
