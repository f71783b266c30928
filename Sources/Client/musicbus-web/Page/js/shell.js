// The frame of every screen: search box, navigation, state of the hub, shortcuts.

import {get, post} from "./api.js";
import {playerBar, toggle as togglePlayer} from "./components/player.js";
import {attempt, toasts} from "./components/toast.js";
import {el, fill} from "./dom.js";
import {hub, onHub} from "./events.js";
import {Listeners} from "./listeners.js";
import {go} from "./router.js";
import {onSettings, settings} from "./settings.js";

const listeners = new Listeners();
const input = el("input", {
  type: "search",
  id: "search",
  name: "text",
  autocomplete: "off",
  spellcheck: "false",
  placeholder: "Artists, albums, songs",
  oninput: () => listeners.notify(input.value, false)
});

/** Calls a function when the text of the search box changes; `isEntered` after Enter. */
export const onSearch = listeners.add;

export function setSearchText(text) {
  if (input.value !== text) input.value = text;
}

const shortcuts = [
  ["/", "Search"],
  ["Space", "Play or pause the preview"],
  ["g then f", "Favourites"],
  ["g then t", "Top 100"],
  ["g then h", "Home"],
  ["g then s", "Sources"],
  ["Alt + ↑ ↓", "Move a favourite"],
  ["Ctrl + wheel", "Zoom a discography"],
  ["?", "This list"]
];

const help = el(
  "dialog.help",
  {"aria-labelledby": "help-title"},
  el("h2", {id: "help-title"}, "Keyboard shortcuts"),
  el(
    "dl",
    shortcuts.map(([keys, text]) => [el("dt", el("kbd", keys)), el("dd", text)])
  ),
  el("form", {method: "dialog"}, el("button.button", "Close"))
);

const banner = el("div.banner", {role: "alert", hidden: true});

/** Builds the frame and returns the element that screens are shown in. */
export function frame() {
  const form = el(
    "form",
    {
      role: "search",
      class: "search",
      action: "/search",
      onsubmit: (event) => {
        event.preventDefault();
        listeners.notify(input.value, true);
      }
    },
    el("label", {for: "search"}, "Search"),
    input
  );
  const item = (href, text) => el("li", el("a", {href}, text));
  const main = el("main", {id: "main"});
  fill(
    document.body,
    el(
      "a.skip",
      {
        href: "#main",
        onclick: (event) => {
          event.preventDefault();
          main.querySelector("h1, a, button")?.focus();
        }
      },
      "Skip to the content"
    ),
    el(
      "header.top",
      el(
        "a.brand",
        {href: "/", "aria-label": "MusicBus, home"},
        el("img", {src: "/page/icon.svg", alt: "", width: 32, height: 32}),
        el("span", "MusicBus")
      ),
      form,
      el(
        "nav",
        {"aria-label": "Main"},
        el(
          "ul",
          item("/favorites", "Favourites"),
          item("/top", "Top 100"),
          item("/sources", "Sources"),
          item("/settings", "Settings")
        )
      )
    ),
    banner,
    main,
    toasts(),
    playerBar(),
    help
  );
  document.addEventListener("keydown", shortcut);
  onHub(update);
  onSettings(update);
  update();
  return main;
}

let isAfterG = false;

function shortcut(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || help.open) return;
  const target = event.target;
  if (target.matches?.("input, textarea, select, [contenteditable]")) {
    if (event.key === "Escape" && target === input) input.blur();
    return;
  }
  const isAfter = isAfterG;
  isAfterG = event.key === "g";
  if (event.key === "/") {
    event.preventDefault();
    input.focus();
    input.select();
  } else if (event.key === "?") help.showModal();
  else if (event.key === " " && !target.closest?.("button, a, summary, [role=tab]")) {
    if (togglePlayer()) event.preventDefault();
  } else if (isAfter) {
    const path = {f: "/favorites", t: "/top", h: "/", s: "/sources"}[event.key];
    if (path) go(path);
  }
}

/** Whether a source should run but does not; an unconfigured one is the user's choice. */
const isBroken = ({state}) => ["stopped", "quarantined"].includes(state);

/** States which part is missing: the hub, the network, or single sources. */
function update() {
  const broken = [...hub.providers.values()].filter(isBroken);
  if (hub.problem) {
    say(hub.problem.detail, "Try again", () => get("hub.status"));
  } else if (settings.isOffline) {
    say("Offline mode: cache and library only.");
  } else if (broken.length) {
    const names = broken.map((one) => one.name ?? one.id).join(", ");
    const error = broken[0].lastError ? ` ${broken[0].lastError}` : "";
    const providers = broken.map((one) => one.id);
    say(`${names} is not running.${error}`, "Restart", () => post("providers.reset", {providers}));
  } else if (!banner.hidden) {
    banner.hidden = true;
    fill(banner);
  }
}

function say(text, label, run) {
  if (banner.firstChild?.textContent === text) return;
  banner.hidden = false;
  fill(
    banner,
    el("span", text),
    label && el("button.text-button", {onclick: () => attempt(run)}, label)
  );
}
