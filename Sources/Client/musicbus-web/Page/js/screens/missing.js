// An address without a screen.

import {empty} from "../components/items.js";
import {el} from "../dom.js";

export const missingScreen = () => ({
  title: "Not found",
  node: el(
    "div.screen.not-found",
    empty(
      "question",
      el("h1", {tabindex: -1}, "Page not found"),
      el("a.button", {href: "/"}, "Go to Home")
    )
  )
});
