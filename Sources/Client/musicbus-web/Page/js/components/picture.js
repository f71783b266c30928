// <mb-picture>: the picture of an entity over a placeholder made from its initials.

import {mediaAddress} from "../auth.js";
import {el, fill} from "../dom.js";
import {initials, nameOf} from "../format.js";

class PictureElement extends HTMLElement {
  #shown = "";

  /** Shows an entity at a size in CSS pixels. */
  show(entity, size = 200, isEager = false) {
    const name = nameOf(entity);
    const key = `${entity.id} ${Boolean(entity.artwork)} ${size} ${name}`;
    if (key === this.#shown) return;
    this.#shown = key;
    this.className = entity.kind === "artist" ? "picture round" : "picture";
    this.style.setProperty("--hue", hue(name));
    const placeholder = el("span.initials", {"aria-hidden": "true"}, initials(name));
    fill(this, placeholder, entity.artwork?.length ? image(entity, size, isEager) : null);
  }
}

function image(entity, size, isEager) {
  const node = el("img", {
    alt: "",
    width: size,
    height: size,
    decoding: "async",
    loading: isEager ? null : "lazy"
  });
  node.addEventListener("load", () => node.classList.add("loaded"));
  node.addEventListener("error", () => node.remove());
  load(node, entity.id, size);
  return node;
}

async function load(node, id, size) {
  const address = await mediaAddress("artwork", id);
  if (!address) return;
  node.srcset = `${address}&size=${size} 1x, ${address}&size=${size * 2} 2x`;
  node.src = `${address}&size=${size}`;
}

/** The hue of a name's placeholder: the same everywhere. */
function hue(name) {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + letter.codePointAt(0)) >>> 0;
  return hash % 360;
}

customElements.define("mb-picture", PictureElement);

export function picture(entity, size, isEager) {
  const node = document.createElement("mb-picture");
  node.show(entity, size, isEager);
  return node;
}
