// The frame of every screen: search box, navigation, state of the hub, shortcuts.

import {get, post} from "./api.js";
import {playerBar, toggle as togglePlayer} from "./components/player.js";
import {attempt, toasts} from "./components/toast.js";
import {connection, onConnection} from "./connection.js";
import {el, fill, icon} from "./dom.js";
import {hub, onHub, providerName} from "./events.js";
import {Listeners} from "./listeners.js";
import {go, screen} from "./router.js";
import {change, onSettings, settings} from "./settings.js";

const listeners = new Listeners();
const input = el("input", {
  type: "search",
  id: "search",
  name: "text",
  autocomplete: "off",
  spellcheck: "false",
  placeholder: "Artists, albums, songs",
  oninput: () => listeners.notify(input.value, false),
  onkeydown: (event) => {
    if (event.key === "ArrowDown" && screen()?.focusFirst?.()) event.preventDefault();
  }
});

/** Calls a function when the text of the search box changes; `isEntered` after Enter. */
export const onSearch = listeners.add;

export function setSearchText(text) {
  if (input.value !== text) input.value = text;
}

/** Moves the focus to the search box; a text that is being typed there is left as it is. */
export function focusSearch() {
  if (document.activeElement === input) return;
  input.focus();
  input.select();
}

const shortcuts = [
  ["/", "Search"],
  ["↓ ↑", "Move through the results"],
  ["Esc", "Back to the search box"],
  ["Space", "Play or pause"],
  ["g then f", "Favourites"],
  ["g then y", "Your files"],
  ["g then t", "Top 100"],
  ["g then h", "Home"],
  ["g then s", "Settings"],
  ["Alt + ↑ ↓", "Move a favourite"],
  ["?", "Show this list"]
];

/** The keys of a shortcut, with the words between them. */
const keyCaps = (keys) =>
  keys.split(" ").map((key) => [["then", "+"].includes(key) ? key : el("kbd", key), " "]);

const help = el(
  "dialog.sheet.help",
  {"aria-labelledby": "help-title"},
  el("h2", {id: "help-title"}, "Keyboard shortcuts"),
  el(
    "dl",
    shortcuts.map(([keys, text]) => [el("dt", keyCaps(keys)), el("dd", text)])
  ),
  el("form", {method: "dialog"}, el("button.button", "Close"))
);

const banner = el("div.banner", {role: "alert", hidden: true});

const destinations = [
  ["/", "Home", "home"],
  ["/search", "Search", "search"],
  ["/favorites", "Favourites", "heart"],
  ["/files", "Your files", "folder"],
  ["/top", "Top 100", "chart"],
  ["/settings", "Settings", "settings"]
];

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
    icon("search"),
    el("label.visually-hidden", {for: "search"}, "Search"),
    input
  );
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
      "Skip to content"
    ),
    el(
      "header.top",
      el(
        "a.brand",
        {href: "/", "aria-label": "MusicBus, home"},
        el("img", {src: "/page/icon.svg", alt: "", width: 32, height: 32})
      ),
      form,
      el(
        "nav",
        {"aria-label": "Main"},
        el(
          "ul",
          destinations.map(([href, text, symbol]) =>
            el("li", el("a", {href}, icon(symbol), el("span", text)))
          )
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
  for (const follow of [onHub, onSettings, onConnection]) follow(update);
  update();
  return main;
}

/** The letter of a key: on a layout of another script, the one of its place on a Latin one. */
const letterOf = ({key, code}) =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : (/^Key([A-Z])$/.exec(code)?.[1].toLowerCase() ?? key);

/** Whether a key is the slash, which has a full stop on it in Cyrillic layouts. */
const isSlash = ({key, code}) => key === "/" || (code === "Slash" && key === ".");

let isAfterG = false;

function shortcut(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || help.open) return;
  const target = event.target;
  if (target.matches?.("input:not([type=radio], [type=checkbox]), textarea, select")) {
    if (event.key === "Escape" && target === input) input.blur();
    return;
  }
  const isAfter = isAfterG;
  const letter = letterOf(event);
  isAfterG = letter === "g";
  if (isSlash(event)) {
    event.preventDefault();
    focusSearch();
  } else if (event.key === "?" || (event.code === "Slash" && event.key === ",")) help.showModal();
  else if (event.key === " " && !target.closest?.("button, a, summary, input, [role=tab]")) {
    if (togglePlayer()) event.preventDefault();
  } else if (isAfter) {
    const path = {f: "/favorites", y: "/files", t: "/top", h: "/", s: "/settings"}[letter];
    if (path) go(path);
  }
}

/** Whether a source should run but does not; an unconfigured one is the user's choice. */
const isBroken = ({state}) => ["stopped", "quarantined"].includes(state);

/** Whether a source of what the user has is set up. */
const hasFiles = () =>
  [...hub.providers.values()].some(
    ({state, services}) => state !== "unconfigured" && services?.some(({owned}) => owned)
  );

/** States which part is missing: the hub, the network, or single sources. */
function update() {
  document.querySelector('nav a[href="/files"]').parentNode.hidden = !hasFiles();
  const broken = [...hub.providers.values()].filter(isBroken);
  if (hub.problem) {
    say(hub.problem.detail, "Try again", () => get("hub.status"));
  } else if (settings.isOffline) {
    say("Offline mode: only what is saved on this computer.", "Go online", () =>
      change({isOffline: false})
    );
  } else if (connection.isLost) {
    say("You’re offline. Showing what is saved on this computer.");
  } else if (broken.length) {
    const names = broken.map(providerName).join(", ");
    const error = broken[0].lastError ? ` ${broken[0].lastError}` : "";
    const providers = broken.map((one) => one.id);
    const are = broken.length > 1 ? "are" : "is";
    say(`${names} ${are} not running.${error}`, "Restart", () =>
      post("providers.reset", {providers})
    );
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
