// A row of the favourites: link, note, buttons to move it, and a menu to remove it.

import {post} from "../api.js";
import {el, fill, icon} from "../dom.js";
import {nameOf, year} from "../format.js";
import {pressedHeart} from "./heart.js";
import {link} from "./items.js";
import {picture} from "./picture.js";
import {attempt} from "./toast.js";

export function favoriteRow(item, index, list) {
  const name = nameOf(item);
  const isFixed = !list.canMove;
  const move = (label, step, symbol) =>
    el(
      "button",
      {
        class: `icon-button move-${symbol}`,
        "aria-label": `Move ${name} ${label}`,
        "data-step": step,
        disabled: isFixed || !list.item(index + step),
        onclick: () => list.move(index, index + step, symbol)
      },
      icon(symbol)
    );
  const line = [item.artist?.name, year(item.releaseDate), item.genres?.[0]].filter(Boolean);
  return el(
    "li.row.favorite-row",
    {"data-index": index, "data-fav": item.fav},
    el(
      "span.handle",
      {draggable: !isFixed && "true", title: isFixed ? null : "Drag to move"},
      icon("handle")
    ),
    picture(item, 48),
    el("div.row-text", link(item), el("span.sub", {dir: "auto"}, line.join(" · "))),
    noteField(item, name, list),
    pressedHeart(name),
    el("div.row-actions", move("up", -1, "up"), move("down", 1, "down"), menu(item, name, list))
  );
}

function noteField(item, name, list) {
  const input = el("input.note", {
    "aria-label": `Note for ${name}`,
    value: item.note ?? "",
    placeholder: "Note",
    maxlength: 2000,
    onchange: () =>
      attempt(
        async () => {
          list.expect("updated", item);
          await post("favorites.note", {key: item.fav, note: input.value || undefined});
          item.note = input.value;
        },
        () => {
          input.value = item.note ?? "";
        }
      )
  });
  return input;
}

/** The menu is created when it is opened: most rows never need it. */
function menu(item, name, list) {
  const panel = el("div.menu", {role: "menu", hidden: true});
  const button = el(
    "button.icon-button",
    {
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      "aria-label": `More for ${name}`
    },
    icon("more")
  );
  const close = () => {
    panel.hidden = true;
    button.setAttribute("aria-expanded", "false");
  };
  button.addEventListener("click", () => {
    if (!panel.hidden) return close();
    const entry = (text, run) =>
      el(
        "button",
        {
          role: "menuitem",
          onclick: () => {
            close();
            run();
          }
        },
        text
      );
    fill(
      panel,
      entry("Remove", () => list.remove(item)),
      list.canMove && entry("Move to the top", () => list.moveToEnd(item, "first")),
      list.canMove && entry("Move to the bottom", () => list.moveToEnd(item, "last"))
    );
    panel.hidden = false;
    button.setAttribute("aria-expanded", "true");
    panel.firstChild.focus();
  });
  const box = el("div.menu-box", button, panel);
  box.addEventListener("keydown", (event) => {
    if (panel.hidden) return;
    const entries = [...panel.children];
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (event.key === "Escape") {
      close();
      button.focus();
    } else if (step && !event.altKey) {
      event.preventDefault();
      const index = entries.indexOf(document.activeElement);
      entries.at(index < 0 && step < 0 ? -1 : (index + step) % entries.length).focus();
    }
  });
  // A click on the button, which takes the focus first, closes the menu itself.
  box.addEventListener("focusout", (event) => {
    if (!box.contains(event.relatedTarget)) setTimeout(close);
  });
  return box;
}

/** Moves the row that the user drags to the one that it is dropped on. */
export function followDragging(list, move) {
  let from;
  const rowOf = (event) => event.target.closest("[data-index]");
  const unmark = () => list.querySelector(".drop")?.classList.remove("drop");
  const on = (name, run) => list.addEventListener(name, run);
  on("dragstart", (event) => {
    const row = rowOf(event);
    from = Number(row.dataset.index);
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setDragImage(row, 0, 0);
  });
  on("dragover", (event) => {
    const row = rowOf(event);
    if (from === undefined || !row) return;
    event.preventDefault();
    unmark();
    row.classList.add("drop");
  });
  on("drop", (event) => {
    event.preventDefault();
    if (from !== undefined) move(from, Number(rowOf(event).dataset.index));
  });
  on("dragend", () => {
    unmark();
    from = undefined;
  });
}
