// <mb-heart>: the heart of an entity, in the same state wherever it is shown.

import {clean, el, icon} from "../dom.js";
import {toggle} from "../favorites.js";
import {nameOf} from "../format.js";
import {entity, subscribe} from "../store.js";

class HeartElement extends HTMLElement {
  entityID;
  isDisabled = false;
  #button;
  #end;

  connectedCallback() {
    if (!this.#button) {
      this.#button = el(
        "button",
        {class: "icon-button heart", type: "button", onclick: () => toggle(this.entityID)},
        icon("heart")
      );
      this.append(this.#button);
    }
    this.#end = subscribe(this.entityID, () => this.#update());
    this.#update();
  }

  disconnectedCallback() {
    this.#end?.();
  }

  #update() {
    const value = entity(this.entityID);
    if (!value) return;
    const name = clean(nameOf(value));
    const isPressed = Boolean(value.favorite);
    this.#button.disabled = this.isDisabled;
    this.#button.setAttribute("aria-pressed", isPressed);
    this.#button.setAttribute(
      "aria-label",
      isPressed ? `Remove ${name} from favourites` : `Add ${name} to favourites`
    );
  }
}

customElements.define("mb-heart", HeartElement);

export function heart(value, {isDisabled = false} = {}) {
  const node = document.createElement("mb-heart");
  node.entityID = value.id;
  node.isDisabled = isDisabled;
  return node;
}
