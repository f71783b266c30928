// Builds DOM nodes. All text passes through clean(): nothing from a source is ever markup.

const unsafe = /(?![\t\n])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Removes control and text-direction characters. */
export const clean = (text) => String(text).replace(unsafe, "");

/** Creates an element: `el("a.button", {href: "/", onclick: f, "aria-label": "Home"}, "Home")`. */
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
  add: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",
  chart: "M4 20V10h4v10zm6 0V4h4v16zm6 0v-7h4v7z",
  check: "m9.6 18.2-6-6 1.5-1.5 4.5 4.5 9.3-9.3 1.5 1.5z",
  close:
    "M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12 19 17.6 17.6 19 12 13.4 6.4 19 5 17.6 10.6 12 5 6.4z",
  down: "M12 16.5 5 9.5l1.4-1.4 5.6 5.6 5.6-5.6L19 9.5z",
  filter: "M3 6h18v2H3zm3 5h12v2H6zm4 5h4v2h-4z",
  folder: "M3 5h7l2 2.5h9V19H3z",
  grid: "M4 4h7v7H4zm9 0h7v7h-7zM4 13h7v7H4zm9 0h7v7h-7z",
  handle: "M8 6h2v2H8zm6 0h2v2h-2zM8 11h2v2H8zm6 0h2v2h-2zM8 16h2v2H8zm6 0h2v2h-2z",
  heart: "M12 20.5 4.2 12.9a5 5 0 0 1 7.1-7.1l.7.7.7-.7a5 5 0 0 1 7.1 7.1z",
  home: "M12 3.2 21 11h-2.4v9h-5.4v-6h-2.4v6H5.4v-9H3z",
  left: "M14.5 5 16 6.5 10.5 12l5.5 5.5-1.5 1.5-7-7z",
  link: "M5 5h6v2H7v10h10v-4h2v6H5zm9-1h6v6h-2V7.4l-7.3 7.3-1.4-1.4L16.6 6H14z",
  list: "M4 6h3v2H4zm5 0h11v2H9zm-5 5h3v2H4zm5 0h11v2H9zm-5 5h3v2H4zm5 0h11v2H9z",
  more: "M5 10.5h3v3H5zm5.5 0h3v3h-3zm5.5 0h3v3h-3z",
  next: "M6 5.5v13l9-6.5zM16 5h2.5v14H16z",
  note: "M4 20v-4.2L15.6 4.2l4.2 4.2L8.2 20z",
  pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
  play: "M8 5.2v13.6L19 12z",
  previous: "M18 5.5v13L9 12zM5.5 5H8v14H5.5z",
  question:
    "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18m-1 12v2.2h2.2V15zm1-8.2c-2 0-3.3 1.2-3.4 3h2c.1-.8.6-1.2 1.4-1.2s1.3.5 1.3 1.1c0 1.2-2.2 1.3-2.2 4h1.9c0-1.8 2.4-2.1 2.4-4.1 0-1.7-1.4-2.8-3.4-2.8",
  remove: "M9 3h6v2h5v2H4V5h5zM6 9h12l-1 12H7z",
  right: "M9.5 5 8 6.5l5.5 5.5L8 17.5 9.5 19l7-7z",
  search:
    "M10.5 4a6.5 6.5 0 0 1 5.2 10.4l4.7 4.7-1.4 1.4-4.7-4.7A6.5 6.5 0 1 1 10.5 4m0 2a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9",
  settings:
    "M10.3 3h3.4l.5 2.5 1.6.9 2.4-.8 1.7 2.9-1.9 1.7v1.8l1.9 1.7-1.7 2.9-2.4-.8-1.6.9-.5 2.5h-3.4l-.5-2.5-1.6-.9-2.4.8-1.7-2.9L6 12V10.2L4.1 8.5l1.7-2.9 2.4.8 1.6-.9zM12 8.7a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4",
  share: "M12 3 7.5 7.5 8.9 8.9 11 6.8V15h2V6.8l2.1 2.1 1.4-1.4zM5 12v8h14v-8h-2v6H7v-6z",
  up: "M12 7.5 5 14.5l1.4 1.4 5.6-5.6 5.6 5.6 1.4-1.4z"
};

/** Creates a decorative icon. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("fill-rule", "evenodd");
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

/** Runs something once a node is in view, or nearer to it than a margin. */
export function whenSeen(node, run, rootMargin = "0px") {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((one) => one.isIntersecting)) return;
      observer.disconnect();
      run();
    },
    {rootMargin}
  );
  observer.observe(node);
}
