// An address without a screen.

import {el} from "../dom.js";

export const missingScreen = () => ({
  title: "Not found",
  node: el(
    "div.screen",
    el("h1", {tabindex: -1}, "There is nothing at this address."),
    el("p", el("a", {href: "/"}, "Go to the first screen"))
  )
});
