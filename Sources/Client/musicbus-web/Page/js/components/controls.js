// Form controls: text fields, choices, switches; links to services, sharing.

import {el, fill, icon} from "../dom.js";
import {nameOf} from "../format.js";
import {pagesOf} from "../services.js";
import {toast} from "./toast.js";

let count = 0;
const unique = () => {
  count += 1;
  return `control-${count}`;
};

export function textField(
  label,
  {value = "", oninput, onchange, onenter, placeholder, cls, list} = {}
) {
  const id = unique();
  const input = el("input", {
    id,
    type: "text",
    value,
    placeholder,
    list,
    autocomplete: "off",
    spellcheck: "false",
    oninput: () => oninput?.(input.value),
    onchange: () => onchange?.(),
    onkeydown: (event) => event.key === "Enter" && onenter?.()
  });
  return {
    node: el("div", {class: `field ${cls ?? ""}`}, el("label", {for: id}, label), input),
    input
  };
}

export function choice(label, options, value, onchange) {
  const id = unique();
  const select = el(
    "select",
    {id, onchange: () => onchange(select.value)},
    options.map(([key, text]) => el("option", {value: key, selected: key === value}, text))
  );
  return el("div.field", el("label", {for: id}, label), select);
}

/** One of a few options, as a row of buttons; `cls` is "chips" for options that need no frame. */
export function radios(label, options, value, onchange, cls = "segments") {
  const name = unique();
  const group = el("div", {class: cls, role: "radiogroup", "aria-label": label});
  const show = (shown, selected) =>
    fill(
      group,
      shown.map(([key, text]) => {
        const input = el("input", {
          type: "radio",
          name,
          value: key,
          checked: key === selected,
          onchange: () => onchange(key)
        });
        return el("label.segment", input, el("span", text));
      })
    );
  show(options, value);
  const select = (key) => {
    const input = group.querySelector(`input[value="${key}"]`);
    if (input) input.checked = true;
  };
  const node =
    cls === "chips"
      ? group
      : el("div.field", el("span.label", {"aria-hidden": "true"}, label), group);
  return {node, select, show};
}

/** Filters, and the button before them on a phone. */
export function foldable(...fields) {
  const filters = el("div.filters.foldable", fields);
  const button = el(
    "button.button.fold",
    {
      "aria-expanded": "false",
      onclick: () => button.setAttribute("aria-expanded", filters.classList.toggle("is-open"))
    },
    icon("filter"),
    "Filters"
  );
  return {filters, button};
}

export function toggle(label, {checked = false, disabled = false, onchange} = {}) {
  const input = el("input", {
    type: "checkbox",
    role: "switch",
    checked,
    disabled,
    onchange: () => onchange(input.checked)
  });
  return el("label.switch", input, el("span", label));
}

export function isSafe(url) {
  try {
    return new URL(url).protocol === "https:";
  } catch {
    return false;
  }
}

/** The pages about an entity, one for each service, as entries of a menu; only https. */
export const serviceEntries = (entity) =>
  pagesOf(entity)
    .filter(([, url]) => isSafe(url))
    .map(([text, href]) => ({text, symbol: "link", href}));

/** Shares an entity with the page about it, or copies both. */
export async function share(entity) {
  const name = nameOf(entity);
  const text = entity.artist?.name ? `${name} by ${entity.artist.name}` : name;
  const url = pagesOf(entity)
    .map(([, page]) => page)
    .find(isSafe);
  try {
    if (navigator.share) return await navigator.share({title: name, text, url});
    await navigator.clipboard.writeText(url ? `${text}\n${url}` : text);
    toast(`Copied ${name} to the clipboard.`);
  } catch (error) {
    if (error.name !== "AbortError") toast("Could not share it.");
  }
}
