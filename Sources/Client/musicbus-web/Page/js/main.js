// Starts the page: signs in, then shows the screen of the address.

import {defaults, reached} from "./api.js";
import {hasToken, onSignIn, signIn} from "./auth.js";
import {el, fill} from "./dom.js";
import {follow} from "./events.js";
import {go, screen, start} from "./router.js";
import {albumScreen} from "./screens/album.js";
import {artistScreen} from "./screens/artist.js";
import {favoritesScreen} from "./screens/favorites.js";
import {featuredScreen} from "./screens/featured.js";
import {filesScreen} from "./screens/files.js";
import {genreScreen} from "./screens/genre.js";
import {missingScreen} from "./screens/missing.js";
import {searchScreen} from "./screens/search.js";
import {settingsScreen} from "./screens/settings.js";
import {songScreen} from "./screens/song.js";
import {sourcesScreen} from "./screens/sources.js";
import {topScreen} from "./screens/top.js";
import {whyScreen} from "./screens/why.js";
import {settings, useDefaults} from "./settings.js";
import {frame, onSearch} from "./shell.js";

const first = () =>
  settings.first === "artist" && settings.firstArtist
    ? artistScreen([settings.firstArtist.id])
    : featuredScreen();

/** The screens by address. */
const routes = [
  [/^\/$/, first],
  [/^\/search$/, searchScreen],
  [/^\/artist\/([^/]+)$/, artistScreen],
  [/^\/album\/([^/]+)$/, albumScreen],
  [/^\/song\/([^/]+)$/, songScreen],
  [/^\/top$/, topScreen],
  [/^\/favorites$/, favoritesScreen],
  [/^\/files$/, filesScreen],
  [/^\/genre\/([^/]+)$/, genreScreen],
  [/^\/why\/([^/]+)$/, whyScreen],
  [/^\/sources$/, sourcesScreen],
  [/^\/settings$/, settingsScreen],
  [/.*/, missingScreen]
];

/** The token in the address, which is removed from it. */
function takeToken() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token) history.replaceState(history.state, "", location.pathname + location.search);
  return token;
}

async function boot() {
  const token = takeToken();
  try {
    if (!(await reached(signIn(token)))) return showSignIn(token || hasToken());
    useDefaults(await defaults());
  } catch (problem) {
    // The server that replaced this one has asked to sign in.
    if (problem.code === "TOKEN_INVALID") return;
    return showAlone(el("p", {role: "alert"}, problem.message));
  }
  follow();
  start(frame(), routes);
  onSearch((text, isEntered) => {
    if (screen()?.search) screen().search(text, isEntered);
    else if (text.trim()) {
      go("/search");
      screen().search(text, isEntered);
    }
  });
}

/** Signs in where the page is open already, which asks for the proof before it loads anything. */
async function signInAgain(token) {
  try {
    if (await reached(signIn(token))) location.reload();
    else showSignIn(true);
  } catch (problem) {
    showAlone(el("p", {role: "alert"}, problem.message));
  }
}

function showSignIn(hadToken) {
  const input = el("input", {id: "token", autocomplete: "off", required: true});
  const form = el(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        signInAgain(input.value.trim().replace(/.*token=/, ""));
      }
    },
    el("label.label", {for: "token"}, "Token"),
    input,
    el("button.button.primary", "Sign in")
  );
  showAlone(
    hadToken &&
      el(
        "p.error",
        {role: "alert"},
        "This link has expired. Each start of musicbus web has a new one."
      ),
    el("p", "Run this command to sign in again, or paste the address that it prints:"),
    el("pre", "musicbus web --open"),
    form
  );
}

const showAlone = (...children) =>
  fill(
    document.body,
    el(
      "main.sign-in",
      el("img", {src: "/page/icon.svg", alt: "", width: 64, height: 64}),
      el("h1", "MusicBus"),
      children
    )
  );

window.addEventListener("hashchange", () => {
  const token = takeToken();
  if (token) signInAgain(token);
});
window.addEventListener("signed-out", () => showSignIn(true));
onSignIn(() => location.reload());
boot();
