// The parts that the screens of artists, albums and songs share.

import {serviceLinks, shareButton} from "../components/controls.js";
import {heart} from "../components/heart.js";
import {failure} from "../components/items.js";
import {picture} from "../components/picture.js";
import {SourceActivity} from "../components/sources.js";
import {el, fill} from "../dom.js";
import {nameOf, price} from "../format.js";
import {details} from "../music.js";
import {retitle} from "../router.js";
import {entity as known, put} from "../store.js";

/** A screen of one entity: shows what is known, then the whole entity. */
export function entityScreen(kind, id, facts, {parts = [], onEntity = () => {}} = {}) {
  const sources = new SourceActivity();
  const head = el("div", {class: "entity-head"});
  const message = el("div", {});
  const node = el(
    "div",
    {class: `screen entity ${kind}-screen`},
    head,
    message,
    parts,
    sources.node
  );
  const screen = {node, title: "", sources, dispose() {}};
  const show = (value) => {
    screen.title = nameOf(value);
    retitle(screen, screen.title);
    const isFocused = head.contains(document.activeElement);
    fill(head, header(value, facts));
    if (isFocused) head.querySelector("h1").focus({preventScroll: true});
    onEntity(value);
  };
  const first = known(id);
  if (first) show(first);
  else fill(head, el("h1", {tabindex: -1, "aria-busy": "true"}, "…"));
  sources.begin(`${kind}.get`);
  details(kind, id)
    .then((reply) => {
      show(put(reply.entity));
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
  const list = facts(value).filter(([, content]) => content);
  return [
    el("div", {class: "entity-picture"}, picture(value, 280, true)),
    el(
      "div",
      {class: "entity-text"},
      el("h1", {tabindex: -1, dir: "auto"}, nameOf(value)),
      el(
        "dl",
        {class: "facts"},
        list.map(([name, content]) => [el("dt", {}, name), el("dd", {dir: "auto"}, content)])
      ),
      el(
        "div",
        {class: "actions"},
        heart(value),
        shareButton(value),
        el("a", {class: "pill", href: `/why/${encodeURIComponent(value.id)}`}, "Why one?"),
        serviceLinks(value)
      )
    )
  ];
}

export const priceOf = (value) => price(value.price, value.currency);
