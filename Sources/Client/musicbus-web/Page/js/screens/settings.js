// `/settings`: country, language, theme, zoom, offline mode, the first screen, previews.

import {choice, radios, textField, toggle} from "../components/controls.js";
import {debounce, el, fill} from "../dom.js";
import {countriesWith} from "../format.js";
import {search} from "../music.js";
import {change, onSettings, settings, zooms} from "../settings.js";

const languages = "de en es fr it ja ko nl pl pt ru sv zh".split(" ");

export function settingsScreen() {
  const node = el("div.screen.settings");
  const draw = () => fill(node, controls());
  draw();
  const dispose = onSettings((isElsewhere) => (isElsewhere || !node.isConnected) && draw());
  return {title: "Settings", node, dispose};
}

function controls() {
  const names = new Intl.DisplayNames(["en"], {type: "language"});
  const known = languages.includes(settings.lang) ? languages : [settings.lang, ...languages];
  const part = (title, ...controls) => el("fieldset.panel", el("legend", title), controls);
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
        "Language",
        known.map((code) => [code, names.of(code)]),
        settings.lang,
        (lang) => change({lang})
      ),
      toggle("Offline mode: cache and library only", {
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
          ["featured", "Featured"],
          ["artist", "Songs of an artist"]
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
      toggle("Start the preview when a song’s page opens", {
        checked: settings.autoplay,
        onchange: (autoplay) => change({autoplay})
      })
    )
  ];
}

/** Finds the artist of the first screen. */
function artistField() {
  const found = el("ul.choices");
  const find = debounce(300, async (text) => {
    if (text.trim().length < 3) return fill(found);
    const reply = await search("artist", text, {limit: 5}).catch(() => ({items: []}));
    fill(
      found,
      reply.items.map((one) =>
        el(
          "li",
          el(
            "button.text-button",
            {
              onclick: () => {
                const {id, name} = one;
                change({firstArtist: {id, name}});
                field.input.value = name;
                field.input.focus();
                fill(found);
              }
            },
            one.name
          )
        )
      )
    );
  });
  const field = textField("Artist", {value: settings.firstArtist?.name ?? "", oninput: find});
  return el("div", field.node, found);
}
