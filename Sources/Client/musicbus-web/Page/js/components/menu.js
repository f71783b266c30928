// A button with a menu, which is made when it is opened: beside the button, or as a sheet on a phone.

import {el, fill, icon} from "../dom.js";

/** The space around a menu, in CSS pixels. */
const gap = 6;

let count = 0;

/** `entries` returns the entries: `{text, symbol, run}` or `{text, symbol, href}`; empty ones are skipped. */
export function menu(label, entries, cls = "icon-button") {
  count += 1;
  const id = `menu-${count}`;
  const panel = el("div.sheet.menu", {id, popover: "", role: "menu", "aria-label": label});
  const button = el(
    "button",
    {
      class: cls,
      popovertarget: id,
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      "aria-label": label
    },
    icon("more")
  );
  const entry = ({text, symbol, run, href}) =>
    el(
      href ? "a" : "button",
      {
        role: "menuitem",
        href,
        target: href && "_blank",
        rel: href && "noopener noreferrer",
        onclick: () => {
          panel.hidePopover();
          run?.();
        }
      },
      icon(symbol),
      text
    );
  panel.addEventListener("beforetoggle", ({newState}) => {
    button.setAttribute("aria-expanded", newState === "open");
    if (newState === "open") fill(panel, entries().filter(Boolean).map(entry));
  });
  panel.addEventListener("toggle", ({newState}) => {
    if (newState !== "open") return;
    place(panel, button.getBoundingClientRect());
    panel.firstChild.focus({preventScroll: true});
  });
  // What is behind a sheet is covered.
  panel.addEventListener("click", ({target}) => target === panel && panel.hidePopover());
  const box = el("div.menu-box", button, panel);
  box.addEventListener("keydown", (event) => {
    if (!panel.matches(":popover-open")) return;
    const all = [...panel.children];
    const index = all.indexOf(document.activeElement);
    const next = {
      ArrowDown: index + 1,
      ArrowUp: index < 0 ? -1 : index - 1,
      Home: 0,
      End: -1
    }[event.key];
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      panel.hidePopover();
    } else if (next !== undefined && !event.altKey) {
      event.preventDefault();
      all.at(next % all.length).focus();
    }
  });
  box.addEventListener("focusout", ({relatedTarget}) => {
    if (relatedTarget && !box.contains(relatedTarget)) setTimeout(() => panel.hidePopover());
  });
  return box;
}

/** Places a menu below a button, or above it where there is more room. */
function place(panel, {left, right, top, bottom}) {
  const {offsetWidth: width, offsetHeight: height} = panel;
  const isAbove = bottom + gap + height > innerHeight && top > innerHeight - bottom;
  const x = left + width > innerWidth - 16 ? right - width : left;
  const y = isAbove ? top - gap - height : bottom + gap;
  const last = innerHeight - gap - height;
  const first = gap + document.querySelector(".top").getBoundingClientRect().bottom;
  panel.style.setProperty("--x", `${scrollX + Math.max(gap, x)}px`);
  panel.style.setProperty("--y", `${scrollY + Math.max(gap, first, Math.min(y, last))}px`);
}
