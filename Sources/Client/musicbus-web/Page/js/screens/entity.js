// The parts that the screens of artists, albums and songs share.

import {serviceLinks, shareButton} from "../components/controls.js";
import {heart} from "../components/heart.js";
import {factList, failure} from "../components/items.js";
import {picture} from "../components/picture.js";
import {SourceActivity} from "../components/sources.js";
import {el, fill} from "../dom.js";
import {nameOf, price} from "../format.js";
import {details} from "../music.js";
import {retitle} from "../router.js";
import {entity as known} from "../store.js";

/** A screen of one entity: shows what is known, then the whole entity. */
export function entityScreen(kind, id, facts, {parts, onEntity}) {
  const sources = new SourceActivity();
  const head = el("div.entity-head");
  const message = el("div");
  const node = el(
    "div",
    {class: `screen entity ${kind}-screen`},
    head,
    message,
    parts,
    sources.node
  );
  const screen = {node, sources};
  const show = (value, isFull) => {
    retitle(screen, nameOf(value));
    fill(head, header(value, facts));
    onEntity(value, isFull);
  };
  const first = known(id);
  if (first) show(first);
  else fill(head, el("h1", {tabindex: -1, "aria-busy": "true"}, "…"));
  sources.begin(`${kind}.get`);
  details(kind, id)
    .then((reply) => {
      show(reply.entity, true);
      sources.end(`${kind}.get`, reply.sources);
    })
    .catch((problem) => {
      sources.end(`${kind}.get`, problem.sources);
      if (!first) fill(head, el("h1", {tabindex: -1}, "Not available"));
      fill(message, failure(problem));
    });
  return screen;
}

function header(value, facts) {
  return [
    el("div.entity-picture", picture(value, 280, true)),
    el(
      "div.entity-text",
      el("h1", {tabindex: -1, dir: "auto"}, nameOf(value)),
      factList([
        ["Description", value.disambiguation],
        ["In your files", value.owned && "✓"],
        ["Names", value.guessed && "Guessed from the path of the file"],
        ...facts(value)
      ]),
      el(
        "div.actions",
        heart(value),
        shareButton(value),
        el("a.pill", {href: `/why/${encodeURIComponent(value.id)}`}, "Why one?"),
        serviceLinks(value)
      )
    )
  ];
}

export const priceOf = (value) => price(value.price, value.currency);
