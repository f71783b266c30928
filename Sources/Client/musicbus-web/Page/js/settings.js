// The user's settings, which the browser stores.

import {Listeners} from "./listeners.js";

const key = "musicbus-settings";
const region = (navigator.language.split("-")[1] ?? "us").toLowerCase();
const defaults = {
  country: region.length === 2 ? region : "us",
  lang: navigator.language.split("-")[0],
  theme: "auto",
  zoom: "medium",
  isOffline: false,
  first: "featured",
  firstArtist: null,
  autoplay: false,
  favorites: "list"
};

export const zooms = [
  ["small", "Small"],
  ["medium", "Medium"],
  ["large", "Large"]
];

export const settings = {...defaults, ...stored()};
const listeners = new Listeners();

function stored() {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

/** Calls a function after each change, with `true` if another tab made it. */
export const onSettings = listeners.add;

/** Values from the configuration of the command line, unless the user has set others here. */
export function useDefaults(values) {
  for (const name of ["country", "lang"]) {
    if (values[name] && !(name in stored())) settings[name] = values[name];
  }
  apply();
}

export function change(values) {
  Object.assign(settings, values);
  localStorage.setItem(key, JSON.stringify({...stored(), ...values}));
  apply();
  listeners.notify();
}

/** Parameters of calls that go to sources. */
export const asking = () => ({
  country: settings.country,
  lang: settings.lang,
  waitMs: 3000,
  cache: settings.isOffline ? "only" : undefined
});

function apply() {
  const root = document.documentElement;
  root.style.colorScheme = settings.theme === "auto" ? "" : settings.theme;
  root.dataset.zoom = settings.zoom;
}

window.addEventListener("storage", (event) => {
  if (event.key !== key) return;
  Object.assign(settings, stored());
  apply();
  listeners.notify(true);
});
apply();
