// A button with a menu, which is made when it is opened.

import {el, fill, icon} from "../dom.js";

/** `entries` returns the entries: `{text, symbol, run}` or `{text, symbol, href}`; empty ones are skipped. */
export function menu(label, entries, cls = "icon-button") {
  const panel = el("div.menu", {role: "menu", "aria-label": label, hidden: true});
  const button = el(
    "button",
    {class: cls, "aria-haspopup": "menu", "aria-expanded": "false", "aria-label": label},
    icon("more")
  );
  const show = (isShown) => {
    panel.hidden = !isShown;
    button.setAttribute("aria-expanded", isShown);
  };
  const entry = ({text, symbol, run, href, label: name}) =>
    el(
      href ? "a" : "button",
      {
        role: "menuitem",
        href,
        "aria-label": name,
        target: /^https/.test(href) && "_blank",
        rel: href && "noopener noreferrer",
        onclick: () => {
          show(false);
          run?.();
        }
      },
      icon(symbol),
      text
    );
  button.addEventListener("click", () => {
    if (!panel.hidden) return show(false);
    fill(panel, entries().filter(Boolean).map(entry));
    show(true);
    panel.classList.remove("to-top");
    const {left, top} = button.getBoundingClientRect();
    panel.classList.toggle("to-left", left + panel.offsetWidth > innerWidth - 16);
    // Above the button, if it is cut off below and there is more room above.
    const bars = document.querySelector(".player").offsetHeight + 72;
    const isCut = panel.getBoundingClientRect().bottom > innerHeight - bars;
    panel.classList.toggle("to-top", isCut && top - bars > innerHeight - bars - top);
    panel.firstChild.focus();
  });
  const box = el("div.menu-box", button, panel);
  box.addEventListener("keydown", (event) => {
    if (panel.hidden) return;
    const all = [...panel.children];
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (event.key === "Escape") {
      event.stopPropagation();
      show(false);
      button.focus();
    } else if (step && !event.altKey) {
      event.preventDefault();
      const index = all.indexOf(document.activeElement);
      all.at(index < 0 && step < 0 ? -1 : (index + step) % all.length).focus();
    }
  });
  // A click on the button, which takes the focus first, closes the menu itself.
  box.addEventListener("focusout", (event) => {
    if (!box.contains(event.relatedTarget)) setTimeout(() => show(false));
  });
  return box;
}
