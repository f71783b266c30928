// <mb-heart>: the heart of an entity, in the same state wherever it is shown.

import {clean, el, icon} from "../dom.js";
import {toggle} from "../favorites.js";
import {nameOf} from "../format.js";
import {entity, subscribe} from "../store.js";
import {LiveButton} from "./livebutton.js";

class HeartElement extends LiveButton {
  entityID;
  cls;

  make() {
    const onclick = () => toggle(this.entityID);
    return el("button", {class: `icon-button heart ${this.cls}`, onclick}, icon("heart"));
  }

  follow(run) {
    return subscribe(this.entityID, run);
  }

  update() {
    const value = entity(this.entityID);
    if (!value) return;
    const name = clean(nameOf(value));
    const isPressed = Boolean(value.favorite);
    this.button.setAttribute("aria-pressed", isPressed);
    this.button.setAttribute(
      "aria-label",
      isPressed ? `Remove ${name} from favourites` : `Add ${name} to favourites`
    );
  }
}

customElements.define("mb-heart", HeartElement);

export const heart = ({id}, cls = "") => el("mb-heart", {props: {entityID: id, cls}});

/** The heart of a row that exists only for a favourite: it removes the row. */
export const removalHeart = (name, remove) =>
  el(
    "button.icon-button.heart",
    {onclick: remove, "aria-pressed": "true", "aria-label": `Remove ${name} from favourites`},
    icon("heart")
  );
