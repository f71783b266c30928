// A list of any length: chunks of items that exist only near the visible part.

import {el, fill} from "../dom.js";

/** Shorter lists are never emptied, so that finding in the page works in all of them. */
const maxRetained = 5000;
/** How many items a chunk has, by the class of the lists. */
const chunkSizes = {"rows long": 12, "grid chunk": 48};

export class LongList {
  node = el("div.long-list");
  #items = [];
  #make;
  #cls = "rows long";
  #observer = new IntersectionObserver((entries) => this.#see(entries), {rootMargin: "600px"});

  /** `make(item, index)` creates an item. */
  constructor(make) {
    this.#make = make;
  }

  get #chunkSize() {
    return chunkSizes[this.#cls];
  }

  show(items, cls = this.#cls) {
    this.#items = items;
    this.#cls = cls;
    this.#observer.disconnect();
    const chunks = [];
    for (let start = 0; start < items.length; start += this.#chunkSize) {
      const count = Math.min(this.#chunkSize, items.length - start);
      const chunk = el("ul", {class: cls});
      chunk.style.setProperty("--rows", count);
      chunk.start = start;
      chunks.push(chunk);
    }
    fill(this.node, chunks);
    if (chunks[0]) this.#build(chunks[0]);
    for (const chunk of chunks) this.#observer.observe(chunk);
  }

  /** Renders the chunks between two positions again, after rows have moved. */
  refresh(first, last) {
    for (const chunk of this.node.children) {
      const isAffected = chunk.start <= last && chunk.start + this.#chunkSize > first;
      if (isAffected && chunk.firstChild) this.#build(chunk);
    }
  }

  /** Whether a row has a note that is being edited, or an open menu. */
  get isInUse() {
    const hasMenu = this.node.querySelector(":popover-open") !== null;
    return hasMenu || document.activeElement.matches(".note");
  }

  /** Calls a function when no row is in use any longer. */
  onRest(run) {
    const check = () => setTimeout(() => !this.isInUse && run());
    this.node.addEventListener("focusout", check);
    this.node.addEventListener("toggle", check, true);
  }

  /** The row of a position, which is created if necessary. */
  row(index) {
    const chunk = this.node.children[Math.floor(index / this.#chunkSize)];
    if (!chunk) return null;
    if (!chunk.firstChild) this.#build(chunk);
    return chunk.children[index % this.#chunkSize];
  }

  #build(chunk) {
    const items = this.#items.slice(chunk.start, chunk.start + this.#chunkSize);
    fill(
      chunk,
      items.map((item, index) => this.#make(item, chunk.start + index))
    );
  }

  #see(entries) {
    for (const {target, isIntersecting} of entries) {
      if (isIntersecting) {
        if (!target.firstChild) this.#build(target);
      } else if (this.#items.length > maxRetained && !target.contains(document.activeElement)) {
        fill(target);
      }
    }
  }
}
