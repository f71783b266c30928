// A list of any length: chunks of rows that exist only near the visible part.

import {el, fill} from "../dom.js";

const chunkSize = 12;
/** Shorter lists are never emptied, so that finding in the page works in all of them. */
const maxRetained = 5000;

export class LongList {
  node = el("div.long-list");
  #items = [];
  #make;
  #observer = new IntersectionObserver((entries) => this.#see(entries), {rootMargin: "600px"});

  /** `make(item, index)` creates a row. */
  constructor(make) {
    this.#make = make;
  }

  show(items) {
    this.#items = items;
    this.#observer.disconnect();
    const chunks = [];
    for (let start = 0; start < items.length; start += chunkSize) {
      const count = Math.min(chunkSize, items.length - start);
      const chunk = el("ul.rows.long");
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
      const isAffected = chunk.start <= last && chunk.start + chunkSize > first;
      if (isAffected && chunk.firstChild) this.#build(chunk);
    }
  }

  /** The row of a position, which is created if necessary. */
  row(index) {
    const chunk = this.node.children[Math.floor(index / chunkSize)];
    if (!chunk) return null;
    if (!chunk.firstChild) this.#build(chunk);
    return chunk.children[index % chunkSize];
  }

  #build(chunk) {
    const items = this.#items.slice(chunk.start, chunk.start + chunkSize);
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
