// A row of the favourites: handle, link, note, heart and a menu.

import {post} from "../api.js";
import {el, icon} from "../dom.js";
import {capitalized, dayOf, nameOf, year} from "../format.js";
import {removalHeart} from "./heart.js";
import {empty, joined, link} from "./items.js";
import {menu} from "./menu.js";
import {picture} from "./picture.js";
import {attempt} from "./toast.js";

export const favoriteOrders = [
  ["own", "Custom order"],
  ["name", "Name"],
  ["recent", "Recently added"],
  ["added", "First added"],
  ["newest", "Newest release"],
  ["year", "Oldest release"]
];

export const favoriteViews = [
  ["list", "List"],
  ["grid", "Grid"]
];

/** The text in which the filter of favourites searches. */
export const searched = (one) =>
  [nameOf(one), one.artist?.name, one.note, ...(one.genres ?? [])].filter(Boolean).join(" ");

/** What stands in place of the list of favourites. */
export const noFavorites = (chooseFile) =>
  empty("heart", "No favourites yet. Press a heart to add one.", [
    el("a.button", {href: "/top"}, "Browse the charts"),
    el("button.button", {onclick: chooseFile}, "Import a file…")
  ]);

export function favoriteRow(item, index, list) {
  const name = nameOf(item);
  const row = el(
    "li.row.favorite-row",
    {"data-index": index, "data-fav": item.fav},
    list.isSelecting
      ? el("input.select", {
          type: "checkbox",
          "aria-label": `Select ${name}`,
          checked: list.selection.has(item.fav),
          onchange: () => list.select(item)
        })
      : el(
          "button.icon-button.handle",
          {
            "aria-label": `Move ${name}`,
            title: "Drag, or use the arrow keys",
            disabled: !list.canMove
          },
          icon("handle")
        ),
    picture(item, 48),
    el(
      "div.row-text",
      link(item),
      el(
        "span.sub",
        {dir: "auto"},
        joined(
          list.kindOf(item),
          item.artist?.name,
          year(item.releaseDate),
          capitalized(item.genres?.[0])
        )
      ),
      item.note && noteField(item, list)
    ),
    item.added && el("time.row-time", {datetime: item.added}, `Added ${dayOf(item.added)}`),
    removalHeart(name, () => list.remove(item)),
    menu(`More for ${name}`, () => [
      {
        text: item.note ? "Edit note" : "Add note",
        symbol: "note",
        run: () => editNote(row, item, list)
      },
      list.canMove && {text: "Move up", symbol: "up", run: () => list.step(item, -1)},
      list.canMove && {text: "Move down", symbol: "down", run: () => list.step(item, 1)},
      list.canMove && {text: "Move to top", symbol: "up", run: () => list.moveTo(item, 0)},
      list.canMove && {
        text: "Move to bottom",
        symbol: "down",
        run: () => list.moveTo(item, -1)
      },
      {text: "Remove", symbol: "remove", run: () => list.remove(item)}
    ])
  );
  return row;
}

function editNote(row, item, list) {
  let input = row.querySelector(".note");
  if (!input) {
    input = noteField(item, list);
    row.querySelector(".row-text").append(input);
  }
  input.focus();
}

function noteField(item, list) {
  const input = el("input.note", {
    "aria-label": `Note for ${nameOf(item)}`,
    value: item.note ?? "",
    placeholder: "Note",
    maxlength: 2000,
    onkeydown: (event) => event.key === "Enter" && input.blur(),
    onblur: () => !input.value && !item.note && input.remove(),
    onchange: () =>
      attempt(
        async () => {
          list.expect("updated", item);
          await post("favorites.note", {key: item.fav, note: input.value || undefined});
          item.note = input.value;
          if (!item.note && document.activeElement !== input) input.remove();
        },
        () => {
          input.value = item.note ?? "";
        }
      )
  });
  return input;
}

/** What is done with several selected favourites. */
export const selectionBar = (count, remove, end) => [
  el("span", {role: "status"}, `${count} selected`),
  el("button.button", {disabled: !count, onclick: remove}, "Remove"),
  el("button.text-button", {onclick: end}, "Done")
];
