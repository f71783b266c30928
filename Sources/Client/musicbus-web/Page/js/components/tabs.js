// A row of tabs over one panel.

import {el} from "../dom.js";

/** `options` are keys with texts; `onselect` is called with a key. */
export function tabs(label, options, panel, onselect) {
  const nodes = options.map(([key, text]) =>
    el(
      "button",
      {role: "tab", id: `tab-${key}`, "aria-controls": panel.id, onclick: () => onselect(key)},
      text
    )
  );
  const step = (event) => {
    const index = nodes.indexOf(event.target);
    const last = nodes.length - 1;
    const next = {
      ArrowRight: index < last ? index + 1 : 0,
      ArrowLeft: index > 0 ? index - 1 : last,
      Home: 0,
      End: last
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onselect(options[next][0]);
    nodes[next].focus();
  };
  const node = el(
    "div",
    {role: "tablist", "aria-label": label, class: "tabs", onkeydown: step},
    nodes
  );
  const select = (key) => {
    for (const [index, tab] of nodes.entries()) {
      const isOn = options[index][0] === key;
      tab.setAttribute("aria-selected", isOn);
      tab.tabIndex = isOn ? 0 : -1;
      if (isOn) panel.setAttribute("aria-labelledby", tab.id);
    }
  };
  return {node, select};
}
