// `/settings`: problems and their fixes, the sources, country, language, theme, zoom, offline mode, the first screen, previews.

import {choice, radios, textField, toggle} from "../components/controls.js";
import {findings} from "../components/findings.js";
import {debounce, el, fill} from "../dom.js";
import {hub, onHub, providerName} from "../events.js";
import {countriesWith, languageName} from "../format.js";
import {search} from "../music.js";
import {change, onSettings, settings, zooms} from "../settings.js";

const languages = "de en es fr it ja ko nl pl pt ru sv zh".split(" ");

export function settingsScreen() {
  const list = el("ul.source-states");
  const node = el("div.screen.settings");
  const problems = findings();
  const draw = () => fill(node, controls(list, problems.node));
  draw();
  const drawSources = () => fill(list, sourceStates());
  let end;
  const dispose = onSettings((isElsewhere) => (isElsewhere || !node.isConnected) && draw());
  return {
    title: "Settings",
    node,
    dispose,
    onEnter() {
      end = onHub(drawSources);
      drawSources();
      problems.load();
    },
    onLeave: () => end()
  };
}

/** What a listener reads about the states of a source; in all others, it is not running. */
const stateTexts = {
  ready: "working",
  starting: "starting",
  restarting: "starting",
  unconfigured: "not set up"
};

const sourceStates = () =>
  [...hub.providers.values()].map((one) => {
    const text = stateTexts[one.state];
    // Why it does not start; the fix is among the problems.
    const reason = !text && one.lastError && el("span.sub", ` ${one.lastError}`);
    return el(
      "li",
      el("span", providerName(one), reason),
      el("span", {class: `state ${one.state}`}, text ?? "not running")
    );
  });

function controls(list, problems) {
  const known = languages.includes(settings.lang) ? languages : [settings.lang, ...languages];
  const part = (title, ...controls) =>
    el("fieldset.panel", {"aria-label": title}, el("h2", {"aria-hidden": "true"}, title), controls);
  const artist = artistField();
  artist.hidden = settings.first !== "artist";
  return [
    el("h1", {tabindex: -1}, "Settings"),
    part(
      "Content",
      choice("Country", countriesWith(settings.country), settings.country, (country) =>
        change({country})
      ),
      choice(
        "Biography language",
        known.map((code) => [code, languageName(code)]),
        settings.lang,
        (lang) => change({lang})
      ),
      toggle("Offline mode: only what is saved on this computer", {
        checked: settings.isOffline,
        onchange: (isOffline) => change({isOffline})
      })
    ),
    part(
      "Appearance",
      radios(
        "Theme",
        [
          ["auto", "Automatic"],
          ["light", "Light"],
          ["dark", "Dark"]
        ],
        settings.theme,
        (theme) => change({theme})
      ).node,
      radios("Zoom", zooms, settings.zoom, (zoom) => change({zoom})).node
    ),
    part(
      "First screen",
      radios(
        "Show",
        [
          ["featured", "Overview"],
          ["artist", "An artist"]
        ],
        settings.first,
        (first) => {
          change({first});
          artist.hidden = first !== "artist";
        }
      ).node,
      artist
    ),
    part(
      "Previews",
      toggle("Autoplay previews", {
        checked: settings.autoplay,
        onchange: (autoplay) => change({autoplay})
      })
    ),
    part("Problems", problems),
    part("Sources", list, el("a.more", {href: "/sources"}, "Technical details"))
  ];
}

/** Finds the artist of the first screen. */
function artistField() {
  const found = el("ul.choices");
  const choose = ({id, name}) => {
    change({firstArtist: {id, name}});
    field.input.value = name;
    field.input.focus();
    fill(found);
  };
  const show = async (text) => {
    if (text.trim().length < 3) return fill(found);
    const reply = await search("artists.search", text, {limit: 5, lookup: true}).catch(() => ({
      items: []
    }));
    fill(
      found,
      reply.items.map((one) =>
        el("li", el("button.text-button", {onclick: () => choose(one)}, one.name))
      )
    );
  };
  const find = debounce(300, show);
  // Enter chooses the first artist, also before the list is there.
  const enter = async () => {
    const text = field.input.value.trim();
    if (!text) return;
    if (!found.firstChild) await show(text);
    found.querySelector("button")?.click();
  };
  const field = textField("Artist", {
    value: settings.firstArtist?.name ?? "",
    oninput: find,
    onenter: enter
  });
  return el("div", field.node, found);
}
