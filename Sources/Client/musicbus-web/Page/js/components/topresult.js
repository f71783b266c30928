// The result that a search most likely means, above the others.

import {el, fill} from "../dom.js";
import {capitalized, folded, kindName, nameOf} from "../format.js";
import {heart} from "./heart.js";
import {link, parts} from "./items.js";
import {picture} from "./picture.js";
import {shown} from "./results.js";

/** The item of a text: one of this name, else the first. */
export function bestResult(groups, text) {
  const wanted = folded(text.trim());
  const all = groups.flatMap((group) => group.ranked.slice(0, 3));
  return all.find((one) => folded(nameOf(one)) === wanted) ?? all[0];
}

/** Shows an item in a section, or none. */
export function showTopResult(node, item) {
  node.hidden = !item;
  if (!item || node.shown === shown(item)) return;
  node.shown = shown(item);
  const line = parts(kindName(item.kind), item.artist?.name ?? capitalized(item.genres?.[0]));
  fill(
    node,
    el("h2", "Top result"),
    el(
      "div.top-result",
      picture(item, 112, true),
      el("div.row-text", link(item), el("span.sub", {dir: "auto"}, line)),
      heart(item)
    )
  );
}
