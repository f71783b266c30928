// Addresses and history. A screen that the user returns to is shown as it was left: the same nodes,
// scroll position and focus.

import {clean, fill, labelled, labelOf} from "./dom.js";
import {asking, settings} from "./settings.js";

const cache = new Map();
const maxCached = 12;
let routes = [];
let outlet;
let current;
let entryKey;
let count = 0;
let endRestoring = () => {};

/** Starts to show screens. A route is `[pattern, show]`, and the last matches every address. */
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

/** Goes to an address; `picture` is the one that the user has pressed. */
export function go(path, {replace = false, picture = null} = {}) {
  const url = new URL(path, location.href);
  if (url.href === location.href && !replace) return;
  if (replace) {
    history.replaceState(history.state, "", url);
    return;
  }
  history.pushState(null, "", url);
  show(false, picture);
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
  go(url.href, {picture: link.closest("li, .top-result")?.querySelector("mb-picture")});
}

function show(isReturning, picture) {
  const isKnown = Boolean(history.state?.key);
  if (!isKnown) {
    count += 1;
    sessionStorage.setItem("musicbus-count", count);
    history.replaceState({key: `k${count}`}, "");
  }
  endRestoring();
  if (current) remember();
  entryKey = history.state.key;
  // A screen that was made with other settings is made again.
  const made = JSON.stringify([asking(), settings.first, settings.firstArtist]);
  if (cache.get(entryKey)?.made !== made) drop(entryKey);
  const next = cache.get(entryKey) ?? create(isKnown);
  next.made = made;
  current?.onLeave?.();
  current = next;
  cache.delete(entryKey);
  cache.set(entryKey, next);
  if (cache.size > maxCached) drop(cache.keys().next().value);
  retitle(next, next.title);
  markNavigation();
  transition(picture, () => {
    fill(outlet, next.node);
    next.onEnter?.();
    if (isReturning) restore();
    else arrive();
  });
}

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

/** Draws a screen; a picture grows into the one of the screen that it leads to. */
function transition(picture, draw) {
  if (!picture || isStill.matches || !document.startViewTransition) return draw();
  const name = (node, value) => {
    if (node) node.style.viewTransitionName = value;
  };
  name(picture, "cover");
  const drawn = () => {
    name(picture, "");
    draw();
    name(outlet.querySelector(".hero mb-picture"), "cover");
  };
  document.startViewTransition(drawn).finished.finally(() => {
    name(outlet.querySelector(".hero mb-picture"), "");
  });
}

/** Makes the screen of the address, which the user may have left earlier. */
function create(isKnown) {
  const {pathname, searchParams} = new URL(location.href);
  const [pattern, make] = routes.find(([one]) => one.test(pathname));
  return make(pattern.exec(pathname).slice(1).map(decoded), searchParams, isKnown);
}

/** A part of an address; one with an invalid encoding is an id that no source has. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function drop(key) {
  cache.get(key)?.dispose?.();
  cache.delete(key);
}

/** Changes the title of a screen, once it is known. */
export function retitle(target, title) {
  target.title = title;
  if (target === current) document.title = title ? `${clean(title)} · MusicBus` : "MusicBus";
}

function markNavigation() {
  const shown = location.pathname === "/sources" ? "/settings" : location.pathname;
  for (const link of document.querySelectorAll("nav a")) {
    if (new URL(link.href).pathname === shown) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** Shows the top of a new screen and moves the focus to its heading. */
function arrive() {
  scrollTo(0, 0);
  if (document.activeElement?.closest("header")) return;
  outlet.querySelector("h1")?.focus({preventScroll: true});
}

const linksTo = (href) => [...outlet.querySelectorAll(`a[href=${CSS.escape(href)}]`)];

/** The first item in view with its position: what is above it may have another height later. */
function anchor() {
  const shown = outlet.firstElementChild;
  const {left} = shown.getBoundingClientRect();
  const x = left + Number.parseFloat(getComputedStyle(shown).paddingLeft) + 24;
  for (let y = 160; scrollY && y < innerHeight; y += 24) {
    const link = document.elementFromPoint(x, y)?.closest("li")?.querySelector("a[href]");
    if (!link || !outlet.contains(link)) continue;
    const href = link.getAttribute("href");
    return {href, index: linksTo(href).indexOf(link), top: link.getBoundingClientRect().top};
  }
}

/** Retains where the user is. */
function remember() {
  const focused = document.activeElement;
  current.focused = outlet.contains(focused) ? focused : null;
  const focus = current.focused && {tag: focused.localName, label: labelOf(focused)};
  const place = {y: scrollY, anchor: anchor(), focus};
  sessionStorage.setItem(`musicbus-${entryKey}`, JSON.stringify(place));
}

/** Shows the place that was left, until the user scrolls: content arrives and changes its height. */
function restore() {
  const place = JSON.parse(sessionStorage.getItem(`musicbus-${entryKey}`) ?? "null");
  if (!place) return arrive();
  let {focused} = current;
  const apply = () => {
    const link = place.anchor && linksTo(place.anchor.href)[place.anchor.index];
    if (link) scrollBy(0, link.getBoundingClientRect().top - place.anchor.top);
    else scrollTo(0, place.y);
    if (focused?.isConnected) return;
    focused = place.focus && labelled(outlet, place.focus.tag, place.focus.label);
    focused?.focus({preventScroll: true});
  };
  focused?.focus({preventScroll: true});
  apply();
  const observer = new ResizeObserver(apply);
  observer.observe(outlet);
  const end = () => observer.disconnect();
  endRestoring = end;
  for (const name of ["wheel", "pointerdown", "keydown"]) {
    window.addEventListener(name, endRestoring, {once: true, passive: true});
  }
  // What is loaded late moves the rest as well.
  const finish = (seconds) => {
    const isLoading = seconds > 0 && outlet.querySelector(".skeleton, .is-busy");
    if (isLoading) setTimeout(finish, 1000, seconds - 1);
    else end();
  };
  setTimeout(finish, 4000, 30);
}
