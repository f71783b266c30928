// <mb-picture>: the picture of an entity over a placeholder made from its initials.

import {mediaAddress} from "../auth.js";
import {el, fill} from "../dom.js";
import {initials, nameOf} from "../format.js";
import {loadNear} from "./pictureloads.js";

const pixels = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
const edge = 16;

/** The sixth of the colour circle in which a colour is. */
function hueSixth([red, green, blue]) {
  const max = Math.max(red, green, blue);
  const range = max - Math.min(red, green, blue) || 1;
  if (max === red) return (((green - blue) / range + 6.5) % 6) | 0;
  return (((max === green ? 2 + (blue - red) / range : 4 + (red - green) / range) + 0.5) % 6) | 0;
}

/** The colour that a picture leaves: of its most frequent hue, for which colourful pixels count more. */
export function tintOf(image) {
  pixels.drawImage(image, 0, 0, edge, edge);
  const {data} = pixels.getImageData(0, 0, edge, edge);
  const sixths = Array.from({length: 6}, () => [0, 0, 0, 0]);
  for (let index = 0; index < data.length; index += 4) {
    const color = data.slice(index, index + 3);
    const weight = 4 + Math.max(...color) - Math.min(...color);
    const sums = sixths[hueSixth(color)];
    for (const part of [0, 1, 2]) sums[part] += color[part] * weight;
    sums[3] += weight;
  }
  const sums = sixths.sort((one, other) => other[3] - one[3])[0];
  return `rgb(${sums.slice(0, 3).map((sum) => Math.round(sum / sums[3]))})`;
}

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

  /** Shows a picture that the entity turned out to have, without drawing another one again. */
  update(entity) {
    if (entity.artwork?.length && !this.querySelector("img")) this.show(entity);
  }
}

function image(entity, size, isEager) {
  const node = el("img", {alt: "", width: size, height: size, decoding: "async"});
  node.addEventListener("load", () => node.classList.add("loaded"));
  node.addEventListener("error", () => node.remove());
  const host = /^https?:\/\/([^/]+)/.exec(entity.artwork[0].url)?.[1] ?? "";
  loadNear(node, host, isEager, async () => {
    const address = await mediaAddress("artwork", entity.id);
    if (!address) return false;
    node.srcset = `${address}&size=${size} 1x, ${address}&size=${size * 2} 2x`;
    node.src = `${address}&size=${size}`;
    return true;
  });
  return node;
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
