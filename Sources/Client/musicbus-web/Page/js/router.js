// Addresses and history. A screen that the user returns to is shown as it was left: the same nodes,
// scroll position and focus.

import {fill, labelled, labelOf} from "./dom.js";

const cache = new Map();
const maxCached = 12;
let routes = [];
let outlet;
let current;
let entryKey;
let count = 0;

/** Starts to show screens. A route is `[pattern, show]`; `show(match, url)` returns a screen. */
export function start(target, table) {
  outlet = target;
  routes = table;
  history.scrollRestoration = "manual";
  window.addEventListener("popstate", () => show(true));
  window.addEventListener("pagehide", remember);
  document.addEventListener("click", follow);
  count = Number(sessionStorage.getItem("musicbus-count") ?? 0);
  show(true);
}

/** Goes to an address. */
export function go(path, {replace = false} = {}) {
  const url = new URL(path, location.href);
  if (url.href === location.href && !replace) return;
  if (replace) {
    history.replaceState(history.state, "", url);
    return;
  }
  remember();
  history.pushState(null, "", url);
  show(false);
}

/** The screen that is shown. */
export const screen = () => current;

function follow(event) {
  const link = event.target.closest?.("a[href]");
  const isOther =
    event.defaultPrevented ||
    event.button ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey;
  if (!link || isOther || link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  event.preventDefault();
  go(url.href);
}

function show(isReturning) {
  if (!history.state?.key) {
    count += 1;
    sessionStorage.setItem("musicbus-count", count);
    history.replaceState({key: `k${count}`}, "");
  }
  if (current && entryKey) leave();
  entryKey = history.state.key;
  const known = cache.get(entryKey);
  const next = known ?? create();
  current?.onLeave?.();
  current = next;
  cache.delete(entryKey);
  cache.set(entryKey, next);
  if (cache.size > maxCached) drop(cache.keys().next().value);
  fill(outlet, next.node);
  document.title = next.title ? `${next.title} · MusicBus` : "MusicBus";
  markNavigation();
  next.onEnter?.();
  if (isReturning) restore(known !== undefined);
  else arrive();
}

function create() {
  const url = new URL(location.href);
  for (const [pattern, make] of routes) {
    const match = pattern.exec(url.pathname);
    if (match) return make(match.slice(1).map(decodeURIComponent), url.searchParams);
  }
  return routes.at(-1)[1]([], url.searchParams);
}

function drop(key) {
  cache.get(key)?.dispose?.();
  cache.delete(key);
}

/** Changes the title of a screen, once it is known. */
export function retitle(target, title) {
  target.title = title;
  if (target === current) document.title = `${title} · MusicBus`;
}

function markNavigation() {
  for (const link of document.querySelectorAll("nav a")) {
    const path = new URL(link.href).pathname;
    if (path === location.pathname) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** Shows the top of a new screen and moves the focus to its heading. */
function arrive() {
  scrollTo(0, 0);
  if (document.activeElement?.closest("header")) return;
  outlet.querySelector("h1")?.focus({preventScroll: true});
}

const left = new Map();

/** Retains position and heights: a chunk that is removed forgets its height. */
function leave() {
  left.set(entryKey, position());
  for (const chunk of outlet.querySelectorAll(".chunk")) {
    chunk.style.containIntrinsicSize = `auto ${contentHeight(chunk)}px`;
  }
}

function contentHeight(node) {
  const {paddingTop, paddingBottom} = getComputedStyle(node);
  return node.offsetHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
}

function position() {
  const focused = document.activeElement;
  if (!outlet.contains(focused)) return {y: scrollY};
  return {y: scrollY, name: labelOf(focused), tag: focused.localName, node: focused};
}

function remember() {
  if (!entryKey) return;
  const {y, name, tag} = position();
  sessionStorage.setItem(`musicbus-${entryKey}`, JSON.stringify({y, name, tag}));
}

function restore(isSameNodes) {
  const saved =
    left.get(entryKey) ?? JSON.parse(sessionStorage.getItem(`musicbus-${entryKey}`) ?? "null");
  if (!saved) return arrive();
  const find = () =>
    saved.node?.isConnected ? saved.node : labelled(outlet, saved.tag, saved.name);
  const apply = () => {
    scrollTo(0, saved.y);
    find()?.focus({preventScroll: true});
    return Math.abs(scrollY - saved.y) < 2;
  };
  if (apply() || isSameNodes) return;
  // The content of a reloaded page arrives later; a user who scrolls ends the attempts.
  const observer = new ResizeObserver(() => apply() && stop());
  const stop = () => observer.disconnect();
  observer.observe(outlet);
  for (const name of ["wheel", "pointerdown", "keydown"]) {
    window.addEventListener(name, stop, {once: true, passive: true});
  }
  setTimeout(stop, 4000);
}
