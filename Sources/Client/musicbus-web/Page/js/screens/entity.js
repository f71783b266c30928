// The parts that the screens of artists, albums and songs share.

import {serviceEntries, share} from "../components/controls.js";
import {failure} from "../components/failure.js";
import {heart} from "../components/heart.js";
import {factList, parts as partsOf} from "../components/items.js";
import {menu} from "../components/menu.js";
import {picture, tintOf} from "../components/picture.js";
import {SourceActivity} from "../components/sources.js";
import {el, fill} from "../dom.js";
import {nameOf, price} from "../format.js";
import {details, pathOf} from "../music.js";
import {noteOpened, openedName} from "../opened.js";
import {go, retitle} from "../router.js";
import {additionTo} from "../services.js";
import {entity as known} from "../store.js";

/**
 * A screen of one entity: shows what is known, then the whole entity. `views` has functions of it:
 * `byline`, `line` and `facts`, the values below the name, on one line and at the end; and `play`.
 */
export function entityScreen(kind, id, views, {parts, onEntity}) {
  const sources = new SourceActivity();
  const head = el("header.hero");
  const facts = el("section.fine-print", {hidden: true});
  const body = el("div.stack", parts, facts);
  const node = el("div", {class: `entity ${kind}-screen`}, head, body, sources.node);
  const screen = {node, sources, kind};
  const show = (value, isFull) => {
    retitle(screen, nameOf(value));
    fill(head, hero(value, views, node));
    fill(
      facts,
      factList([
        ...views.facts(value),
        ["In your files", value.owned && (value.unavailable ? "✓ (not available)" : "✓")],
        ["Names", value.guessed && "Guessed from the path of its file"]
      ])
    );
    facts.hidden = !facts.querySelector("dd");
    onEntity(value, isFull);
    if (isFull) noteOpened(value);
  };
  const load = async () => {
    sources.begin(`${kind}.get`);
    try {
      const reply = await details(kind, id);
      body.hidden = false;
      show(reply.entity, true);
      sources.end(`${kind}.get`, reply.sources);
      sources.repeat(`${kind}.get`, reply.sources, load);
    } catch (problem) {
      sources.end(`${kind}.get`, problem.sources);
      if (known(id)) return head.append(failure(problem, load));
      body.hidden = true;
      const name = openedName(id) ?? "Not available";
      fill(
        head,
        el("div.hero-text.failed", el("h1", {tabindex: -1}, name), failure(problem, load))
      );
    }
  };
  const first = known(id);
  if (first) show(first);
  else fill(head, skeleton());
  load();
  return screen;
}

/** The form of the header while it is loaded. */
const skeleton = () => [
  el("div.hero-picture.skeleton", el("div.bone")),
  el(
    "div.hero-text.skeleton",
    el("h1.visually-hidden", {tabindex: -1, "aria-busy": "true"}, "Loading"),
    el("div.bone.title"),
    el("div.bone.line"),
    el("div.bone.line")
  )
];

function hero(value, {byline, line, play}, node) {
  const image = picture(value, 320, true);
  image.addEventListener(
    "load",
    ({target}) => node.style.setProperty("--tint", tintOf(target)),
    true
  );
  const by = byline?.(value);
  const name = el("h1", {tabindex: -1, dir: "auto"}, nameOf(value));
  const words = name.textContent.split(/[\s-]+/);
  name.style.setProperty("--letters", Math.max(...words.map((word) => word.length)));
  return [
    el("div.hero-picture", image),
    el(
      "div.hero-text",
      name,
      by && el("p.byline", by),
      el("p.line", {dir: "auto"}, partsOf(line(value))),
      el(
        "div.hero-actions",
        play(value),
        heart(value, "framed"),
        menu(`More about ${nameOf(value)}`, () => entries(value), "icon-button framed")
      )
    )
  ];
}

const entries = (value) => [
  value.artist?.id && {
    text: "Go to artist",
    symbol: "right",
    run: () => go(pathOf({kind: "artist", id: value.artist.id}))
  },
  value.album?.id && {
    text: "Go to album",
    symbol: "right",
    run: () => go(pathOf({kind: "album", id: value.album.id}))
  },
  {text: "Share", symbol: "share", run: () => share(value)},
  {
    text: "How was this matched?",
    symbol: "question",
    run: () => go(`/why/${encodeURIComponent(value.id)}`)
  },
  ...serviceEntries(value),
  additionTo(value) && {text: "Add to MusicBrainz", symbol: "add", href: additionTo(value)}
];

export const priceOf = (value) => price(value.price, value.currency);

/** Whether its words are explicit, if a source says so. */
export const wordsOf = (value) => (value.explicit ? "Explicit" : value.cleaned && "Cleaned");
