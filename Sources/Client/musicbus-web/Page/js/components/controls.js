// Form controls: text fields, choices, switches, links to services, sharing.

import {el, fill, icon} from "../dom.js";
import {withProviders} from "../events.js";
import {nameOf} from "../format.js";
import {pagesOf} from "../services.js";
import {toast} from "./toast.js";

let count = 0;
const unique = () => {
  count += 1;
  return `control-${count}`;
};

export function textField(label, {value = "", oninput, placeholder, cls} = {}) {
  const id = unique();
  const input = el("input", {
    id,
    type: "text",
    value,
    placeholder,
    autocomplete: "off",
    spellcheck: "false",
    oninput: () => oninput?.(input.value)
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

/** One of a few options, as a row of buttons. */
export function radios(label, options, value, onchange) {
  const name = unique();
  const inputs = options.map(([key, text]) => {
    const input = el("input", {
      type: "radio",
      name,
      value: key,
      checked: key === value,
      onchange: () => onchange(key)
    });
    return el("label.segment", input, el("span", text));
  });
  const node = el(
    "div.field",
    el("span.label", {"aria-hidden": "true"}, label),
    el("div.segments", {role: "radiogroup", "aria-label": label}, inputs)
  );
  const select = (key) => {
    const input = node.querySelector(`input[value="${key}"]`);
    if (input) input.checked = true;
  };
  return {node, select};
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

/** Links to the pages about an entity, one for each service; only https. */
export function serviceLinks(entity) {
  const node = el("span.services");
  withProviders(() => {
    const pages = pagesOf(entity).filter(([, url]) => isSafe(url));
    fill(node, pages.map(serviceLink));
  });
  return node;
}

const serviceLink = ([name, href]) =>
  el(
    "a.pill",
    {href, target: "_blank", rel: "noopener noreferrer", "aria-label": `Open in ${name}`},
    name
  );

export function isSafe(url) {
  try {
    return new URL(url).protocol === "https:";
  } catch {
    return false;
  }
}

export function shareButton(entity) {
  const name = nameOf(entity);
  const text = entity.artist?.name ? `${name} by ${entity.artist.name}` : name;
  const share = async () => {
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
  };
  return el(
    "button.icon-button.framed",
    {"aria-label": `Share ${name}`, onclick: share},
    icon("share")
  );
}
