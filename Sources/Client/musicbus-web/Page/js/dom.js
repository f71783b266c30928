// Builds DOM nodes. All text passes through clean(): nothing from a source is ever markup.

const unsafe = /(?![\t\n])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Removes control and text-direction characters. */
export const clean = (text) => String(text).replace(unsafe, "");

/** Creates an element: `el("a.pill", {href: "/", onclick: f, "aria-label": "Home"}, "Home")`. */
export function el(selector, ...children) {
  const [tag, ...classes] = selector.split(".");
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.join(" ");
  const hasProperties = children[0]?.constructor === Object;
  for (const [name, value] of Object.entries(hasProperties ? children.shift() : {})) {
    if (value == null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "props") Object.assign(node, value);
    else node.setAttribute(name, value === true ? "" : clean(value));
  }
  append(node, children);
  return node;
}

/** Appends nodes and texts; lists are flattened, empty values skipped. */
export function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (!child && child !== 0) continue;
    node.append(child instanceof Node ? child : clean(child));
  }
  return node;
}

/** Replaces the children of a node. */
export function fill(node, ...children) {
  retainFocus(node, () => {
    node.replaceChildren();
    append(node, children);
  });
  return node;
}

/** What a user hears of a control. */
export const labelOf = (node) => node.ariaLabel ?? (node.labels?.[0] ?? node).textContent;

/** The element of a type and label. */
export const labelled = (node, tag, label) =>
  tag && [...node.querySelectorAll(tag)].find((one) => labelOf(one) === label);

/** Draws a node; the focus moves to the same control, or to the one in the same position. */
export function retainFocus(node, draw) {
  const focused = document.activeElement;
  if (node === focused || !node.contains(focused)) return draw();
  const tag = focused.localName;
  const label = labelOf(focused);
  const index = [...node.querySelectorAll(tag)].indexOf(focused);
  draw();
  const next = labelled(node, tag, label) ?? node.querySelectorAll(tag)[index];
  (next ?? document.querySelector("h1"))?.focus({preventScroll: true});
}

/** Makes these nodes the children of a node; those that stay are not moved. */
export function arrange(node, children) {
  const wanted = new Set(children);
  for (const child of [...node.children]) if (!wanted.has(child)) child.remove();
  let next = node.firstChild;
  for (const child of children) {
    if (child === next) next = next.nextSibling;
    else node.insertBefore(child, next);
  }
}

const paths = {
  heart: "M12 20.5 4.2 12.9a5 5 0 0 1 7.1-7.1l.7.7.7-.7a5 5 0 0 1 7.1 7.1z",
  play: "M8 5.2v13.6L19 12z",
  pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
  next: "M6 5.5v13l9-6.5zM16 5h2.5v14H16z",
  previous: "M18 5.5v13L9 12zM5.5 5H8v14H5.5z",
  close:
    "M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12 19 17.6 17.6 19 12 13.4 6.4 19 5 17.6 10.6 12 5 6.4z",
  up: "M12 7.5 5 14.5l1.4 1.4 5.6-5.6 5.6 5.6 1.4-1.4z",
  down: "M12 16.5 5 9.5l1.4-1.4 5.6 5.6 5.6-5.6L19 9.5z",
  share: "M12 3 7.5 7.5 8.9 8.9 11 6.8V15h2V6.8l2.1 2.1 1.4-1.4zM5 12v8h14v-8h-2v6H7v-6z",
  more: "M10.5 5h3v3h-3zm0 5.5h3v3h-3zm0 5.5h3v3h-3z",
  handle: "M8 6h2v2H8zm6 0h2v2h-2zM8 11h2v2H8zm6 0h2v2h-2zM8 16h2v2H8zm6 0h2v2h-2z"
};

/** Creates a decorative icon. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", paths[name]);
  svg.append(path);
  return svg;
}

/** Calls a function after a pause without further calls. */
export function debounce(delay, run) {
  let timer;
  const call = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(run, delay, ...values);
  };
  call.cancel = () => clearTimeout(timer);
  return call;
}
