// A field that filters a list by the names in it, and how many it shows.

import {el, fill} from "../dom.js";
import {counted, folded} from "../format.js";
import {textField} from "./controls.js";

export class NameFilter {
  count = el("p.count", {role: "status"});
  node;
  #textOf;
  #text = "";

  /** `textOf` returns the text of an item in which the filter searches; `onchange` is called when it has changed. */
  constructor(textOf, onchange) {
    this.#textOf = textOf;
    this.node = textField("Filter", {
      cls: "wide",
      oninput: (text) => {
        this.#text = folded(text.trim());
        onchange();
      }
    }).node;
  }

  /** Whether something was entered. */
  get isUsed() {
    return this.#text !== "";
  }

  /** Those of the items that contain what was entered, of how many, which is said. */
  select(all, noun) {
    const shown = this.isUsed
      ? all.filter((one) => folded(this.#textOf(one)).includes(this.#text))
      : all;
    const total = counted(all.length, noun);
    fill(this.count, this.isUsed ? `${shown.length} of ${total}` : all.length > 0 && total);
    return shown;
  }
}
