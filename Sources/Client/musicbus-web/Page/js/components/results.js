// The results of a search of one kind, drawn step by step.

import {arrange, el, fill, retainFocus} from "../dom.js";
import {nameOf, number} from "../format.js";
import {pageLength} from "../music.js";
import {matching} from "../store.js";
import {failure, problemOf} from "./failure.js";
import {card, section, songRow} from "./items.js";

/** The values that a card or row shows. */
export const shown = (one) =>
  JSON.stringify([
    one.id,
    nameOf(one),
    one.artist,
    one.album?.title,
    one.genres?.[0],
    one.releaseDate,
    one.durationMs,
    one.albumCount === 0,
    !one.artwork,
    !one.previewURL,
    !one.stream
  ]);

/** The results of one kind. Once the user navigates them, new ones wait behind a button. */
export class ResultGroup {
  #part;
  #drawn;
  #load;
  #values;
  #items = [];
  /** The results as the hub ranks them, if the user is among others. */
  #ranked;
  #waiting = [];
  #isUsed = false;
  /** Whether the library or a source has the items. */
  #isKept = false;
  /** What the hub says of the whole list: `total`, `totalIsExact` and `next`. */
  #extent = {};
  /** Whether the items are about to be drawn. */
  #isDue = false;
  #nodes = new Map();
  #list;
  #more = el("button.text-button", {
    hidden: true,
    onclick: () => this.#append([])
  });
  #next = el("button.button", {onclick: () => this.#continue()});
  #foot = el("div.group-foot", {hidden: true}, this.#next);

  /** `drawn` is called after each change of what is shown; `load(offset)` returns a page of further results. */
  constructor(kind, title, drawn, load) {
    this.kind = kind;
    this.title = title;
    this.#drawn = drawn;
    this.#load = load;
    this.#part = section(title);
    this.#list = el("ul", {class: kind === "song" ? "rows" : "grid"});
    this.#part.head.append(this.#more);
    this.node = this.#part.node;
    this.node.append(this.#foot);
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

  /** The results as the hub ranks them, also while new ones wait. */
  get ranked() {
    return this.#ranked ?? this.#items;
  }

  get isEmpty() {
    return !this.#items.length;
  }

  /** How many there are, as far as known. */
  get count() {
    const {total = 0, totalIsExact = true} = this.#extent;
    return number(Math.max(total, this.#items.length)) + (totalIsExact ? "" : "+");
  }

  /** What was found, as it is announced: "24 albums". */
  get summary() {
    return `${this.count} ${this.count === "1" ? this.kind : this.title.toLowerCase()}`;
  }

  /** A new text: shows what the page knows already. */
  begin(text) {
    this.#isUsed = false;
    this.#isKept = false;
    this.#extent = {};
    this.#ranked = undefined;
    this.#waiting = [];
    this.#more.hidden = true;
    this.#foot.hidden = true;
    fill(this.#foot, this.#next);
    this.#render(text ? matching(text, this.kind, pageLength) : []);
  }

  /** Shows what the library has. */
  showStored(items) {
    if (!items.length) return;
    this.#isKept = true;
    if (!this.#isUsed) this.#render(items);
  }

  /** Shows the results so far. */
  show(items) {
    if (this.#isUsed) this.#wait(items);
    else if (items.length >= this.#items.length) this.#render(items);
  }

  /**
   * Shows the results, with what the reply says of the whole list. What the library or a source had stays
   * only if no source has answered.
   */
  end(items, extent, isAnswered) {
    if (extent.error) return;
    if (!this.#isUsed || this.#extent.total === undefined) this.#extent = extent;
    if (this.#isUsed) this.#wait(items);
    else if (items.length || isAnswered || !this.#isKept) this.#render(items);
    this.#isKept ||= items.length > 0;
    this.#update();
  }

  #wait(items) {
    this.#ranked = items;
    this.#waiting = this.#added(items);
    this.#more.hidden = !this.#waiting.length;
    fill(this.#more, `${this.#waiting.length} more`);
  }

  /** The items that are not shown yet. */
  #added(items) {
    const known = new Set(this.#items.map((one) => one.id));
    return items.filter((one) => !known.has(one.id));
  }

  /** Loads further rows. */
  async #continue() {
    this.#next.disabled = true;
    fill(this.#foot, this.#next);
    try {
      const page = await this.#load(this.#extent.next);
      const problem = problemOf(page);
      if (problem) throw problem;
      this.#extent = page;
      this.#append(page.items);
    } catch (problem) {
      const again = () => this.#continue();
      if (problem.name !== "AbortError") fill(this.#foot, failure(problem, again));
    } finally {
      this.#next.disabled = false;
    }
  }

  /** Shows those that wait, and further items. */
  #append(items) {
    const added = this.#added([...this.#waiting, ...items]);
    this.#isUsed = true;
    this.#waiting = [];
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
    this.#update();
  }

  /** Says how many there are, and offers further rows. */
  #update() {
    const counts = `${number(this.#items.length)} of ${this.count}`;
    fill(this.#next, `Show more ${this.title.toLowerCase()} (${counts})`);
    this.#foot.hidden = this.#extent.next === undefined;
    this.#drawn();
  }

  #make(item, index) {
    const note = item.albumCount === 0 ? "No albums" : undefined;
    const node =
      this.kind === "song"
        ? songRow(item, {list: () => this.#items})
        : card(item, {isEager: index < 6, note});
    node.shown = shown(item);
    return node;
  }
}
