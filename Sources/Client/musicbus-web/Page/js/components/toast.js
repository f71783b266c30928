// Short messages at the bottom of the page, with an action such as "Undo".

import {el, fill, icon} from "../dom.js";

const region = el("div.toasts", {role: "status", "aria-live": "polite"});
let timer;

export const toasts = () => region;

/** Runs something that may fail, and returns whether it did not; shows the message of the problem. */
export async function attempt(run, failed) {
  try {
    await run();
    return true;
  } catch (problem) {
    toast(problem.message);
    failed?.();
    return false;
  }
}

/** Shows a message for a while, or until the next one. */
export function toast(message, action) {
  clearTimeout(timer);
  const hide = () => fill(region);
  const run = () => {
    hide();
    action.run();
  };
  fill(
    region,
    el(
      "div.toast",
      el("span", message),
      action && el("button.text-button", {onclick: run}, action.label),
      el("button.icon-button", {"aria-label": "Dismiss", onclick: hide}, icon("close"))
    )
  );
  timer = setTimeout(hide, 8000);
}
