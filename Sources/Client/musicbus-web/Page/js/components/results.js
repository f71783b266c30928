// The results of a search of one kind, drawn step by step.

import {get} from "../api.js";
import {arrange, el, fill, retainFocus} from "../dom.js";
import {nameOf} from "../format.js";
import {matching} from "../store.js";
import {card, link, section, songRow} from "./items.js";
import {isMissing} from "./sources.js";

/** The values that a card or row shows. */
const shown = (one) =>
  JSON.stringify([
    one.id,
    nameOf(one),
    one.artist,
    one.genres?.[0],
    one.releaseDate,
    one.durationMs,
    !one.artwork,
    !one.previewURL,
    !one.stream
  ]);

/** The results of one kind. Once the user navigates them, new ones wait behind a button. */
export class ResultGroup {
  #part;
  #drawn;
  #values;
  #items = [];
  #waiting = [];
  #isUsed = false;
  /** Whether the items are about to be drawn. */
  #isDue = false;
  #nodes = new Map();
  #list;
  #counted = new Set();
  /** The artists without albums. */
  #empty = new Set();
  #more = el("button.text-button", {
    hidden: true,
    onclick: () => this.#reveal()
  });

  /** `drawn` is called after each change of what is shown. */
  constructor(kind, title, limit, drawn) {
    this.kind = kind;
    this.title = title;
    this.limit = limit;
    this.#drawn = drawn;
    this.#part = section(title);
    this.#list = el("ul", {class: kind === "song" ? "rows" : "grid"});
    this.#part.head.append(this.#more);
    this.node = this.#part.node;
    this.node.hidden = true;
    const use = () => {
      this.#isUsed = true;
    };
    for (const name of ["keydown", "pointerdown", "focusin", "wheel"]) {
      this.node.addEventListener(name, use, {passive: true});
    }
  }

  get items() {
    return this.#items;
  }

  get isEmpty() {
    return !this.#items.length;
  }

  /** A new text: shows what the page knows already. */
  begin(text) {
    this.#isUsed = false;
    this.#counted.clear();
    this.#waiting = [];
    this.#more.hidden = true;
    this.#render(text.trim() ? matching(text, this.kind, this.limit) : []);
  }

  showPreliminary(items) {
    if (!this.#isUsed && items.length) this.#render(items);
  }

  show(items, isFinal = false) {
    if (!this.#isUsed) {
      if (isFinal || items.length >= this.#items.length) this.#render(items);
      if (isFinal && this.kind === "artist") this.#countAlbums();
      return;
    }
    this.#waiting = this.#added(items);
    this.#more.hidden = !this.#waiting.length;
    fill(this.#more, `${this.#waiting.length} more`);
  }

  /** The search has failed: what is shown stays. */
  finish() {
    if (!this.#items.length) this.#render([]);
  }

  /** The items that are not shown yet. */
  #added(items) {
    const known = new Set(this.#items.map((one) => one.id));
    return items.filter((one) => !known.has(one.id));
  }

  #reveal() {
    const added = this.#added(this.#waiting);
    this.#more.hidden = true;
    this.#render([...this.#items, ...added]);
    this.#draw(Infinity);
    this.node.querySelector(`[data-id="${CSS.escape(added[0]?.id ?? "")}"] a`)?.focus();
  }

  #render(items) {
    const values = `${items.map(shown)}`;
    if (this.#items.length && values === this.#values) return;
    this.#values = values;
    this.#items = items;
    this.#drawSoon();
  }

  /** Draws after the response to a key, so that typing stays quick. */
  #drawSoon() {
    if (this.#isDue) return;
    this.#isDue = true;
    const draw = () => this.#isDue && this.#draw();
    if (document.hidden) draw();
    else requestAnimationFrame(() => setTimeout(draw));
  }

  /** Shows the items, of which only a few new ones at a time. Others keep their nodes. */
  #draw(maxCount = 8) {
    this.#isDue = false;
    const items = this.#items;
    const nodes = new Map();
    let count = 0;
    for (const one of items) {
      const known = this.#nodes.get(one.id);
      const isNew = known?.shown !== shown(one);
      if (isNew && ++count > maxCount && !known) continue;
      const node = isNew && count <= maxCount ? this.#make(one, nodes.size) : known;
      nodes.set(one.id, node);
    }
    this.#nodes = nodes;
    if (count > maxCount) this.#drawSoon();
    retainFocus(this.#list, () => arrange(this.#list, [...nodes.values()]));
    if (!this.#list.isConnected) this.#part.replace(this.#list);
    this.#drawn();
  }

  #make(item, index) {
    const note = this.#empty.has(item.id) ? "No albums" : undefined;
    const node =
      this.kind === "song"
        ? songRow(item, {list: () => this.#items})
        : card(item, {isEager: index < 6, note});
    node.shown = shown(item);
    return node;
  }

  /** Artists without albums say so, if the hub knows it. */
  #countAlbums() {
    for (const artist of this.#items) {
      if (this.#counted.has(artist.id)) continue;
      this.#counted.add(artist.id);
      this.#countAlbumsOf(artist);
    }
  }

  async #countAlbumsOf(artist) {
    const parameters = {id: artist.id, limit: 1, cache: "only"};
    const reply = await get("artist.albums", parameters).catch(() => ({}));
    if (reply.total !== 0 || reply.sources?.some(isMissing)) return;
    this.#empty.add(artist.id);
    const node = this.#nodes.get(artist.id)?.querySelector(".card-text");
    if (node) fill(node, link(artist), el("span.sub", "No albums"));
  }
}
