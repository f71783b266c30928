// The player of previews, and of whole songs of the user's own server: a bar at the bottom that stays while the user
// navigates.

import {mediaAddress} from "../auth.js";
import {clean, el, fill, icon} from "../dom.js";
import {duration, nameOf} from "../format.js";
import {Listeners} from "../listeners.js";
import {pathOf} from "../music.js";
import {LiveButton} from "./livebutton.js";
import {picture} from "./picture.js";
import {attempt, toast} from "./toast.js";

const audio = new Audio();
audio.preload = "auto";
const bar = el("div.player", {role: "region", "aria-label": "Player", hidden: true});
const listeners = new Listeners();
let queue = [];
let index = 0;
/** What the queue is the songs of. */
let source;

export const playerBar = () => bar;

/** The song that is loaded. */
export const playing = () => queue[index];

/** Whether a song can be played, as a whole or its preview. */
export const isPlayable = (song) => Boolean(song?.stream || song?.previewURL);

/** Whether more than previews is played: a song as a whole, or what the user has of an album or artist. */
const isWhole = (entity) => Boolean(entity.kind === "song" ? entity.stream : entity.owned);

const soundOf = (entity) => (isWhole(entity) ? nameOf(entity) : `preview of ${nameOf(entity)}`);

/** The word on a button that plays it. */
export const playWord = (entity) => (isWhole(entity) ? "Play" : "Preview");

/** Plays or pauses a song; the others of its list follow. */
export function playOrPause(song, list = [song]) {
  if (playing()?.id === song.id) return toggle();
  source = undefined;
  queue = list.filter(isPlayable);
  const position = queue.findIndex((one) => one.id === song.id);
  play(Math.max(0, position));
}

/** Plays or pauses the songs of an album or artist, which `load` returns. */
async function playAllOrPause(entity, load) {
  if (source === entity.id && playing()) return toggle();
  const songs = (await load()).filter(isPlayable);
  if (!songs.length) return toast(`There is no preview of ${nameOf(entity)}.`);
  source = entity.id;
  queue = songs;
  play(0);
}

const positionListeners = new Set();

/** Calls a function with the song, the position and the length in seconds while it plays; returns one that ends that. */
export function onPosition(listener) {
  positionListeners.add(listener);
  return () => positionListeners.delete(listener);
}

/** Pauses or continues; returns whether there is something to play. */
export function toggle() {
  if (!playing()) return false;
  if (audio.error) play(index);
  else if (audio.paused) audio.play().catch(failed);
  else audio.pause();
  return true;
}

async function play(position) {
  if (position < 0 || position >= queue.length) return update();
  index = position;
  const song = playing();
  render(song);
  const address = await mediaAddress(song.stream ? "stream" : "preview", song.id);
  if (!address || playing() !== song) return;
  audio.src = address;
  audio.play().catch(failed);
  describe(song);
}

function failed(error) {
  if (error.name === "AbortError") return;
  const isBlocked = error.name === "NotAllowedError";
  audio.pause();
  toast(
    isBlocked
      ? `Press play to start the ${isWhole(playing()) ? "song" : "preview"}.`
      : `Could not play ${isWhole(playing()) ? "" : "the "}${soundOf(playing())}.`
  );
  update();
}

function stop() {
  const button = [...document.querySelectorAll("main mb-play")].find(
    ({entity, load}) => !load && entity.id === playing().id
  )?.button;
  (button ?? document.querySelector("h1")).focus();
  audio.pause();
  audio.removeAttribute("src");
  queue = [];
  source = undefined;
  bar.hidden = true;
  document.documentElement.classList.remove("has-player");
  update();
}

const time = el("span.time", "0:00");
const position = el("input.position", {
  type: "range",
  min: 0,
  max: 1,
  step: "any",
  value: 0,
  "aria-label": "Position",
  oninput: () => {
    if (Number.isFinite(audio.duration)) audio.currentTime = position.value * audio.duration;
  }
});

function render(song) {
  const button = (label, name, run) =>
    el("button.icon-button", {"aria-label": label, onclick: run}, icon(name));
  bar.hidden = false;
  document.documentElement.classList.add("has-player");
  fill(
    bar,
    picture(song, 48),
    el(
      "div.player-text",
      el("a", {href: pathOf(song), dir: "auto"}, song.title),
      el("span.sub", {dir: "auto"}, song.artist?.name ?? "")
    ),
    el(
      "div.player-buttons",
      button("Previous", "previous", () => play(index - 1)),
      playButton(song, () => queue),
      button("Next", "next", () => play(index + 1))
    ),
    el("div.player-progress", position, time),
    button("Close player", "close", stop)
  );
}

async function describe(song) {
  if (!navigator.mediaSession) return;
  const address = await mediaAddress("artwork", song.id);
  navigator.mediaSession.metadata = new MediaMetadata({
    title: clean(song.title),
    artist: clean(song.artist?.name ?? ""),
    album: clean(song.album?.title ?? ""),
    artwork: address ? [{src: `${address}&size=256`, sizes: "256x256"}] : []
  });
}

const update = () => listeners.notify();

for (const name of ["play", "pause"]) audio.addEventListener(name, update);
audio.addEventListener("ended", () => play(index + 1));
audio.addEventListener("timeupdate", () => {
  position.value = audio.duration ? audio.currentTime / audio.duration : 0;
  if (playing()) {
    for (const listener of positionListeners) {
      listener(playing(), audio.currentTime, audio.duration);
    }
  }
  time.textContent = duration(Math.floor(audio.currentTime) * 1000) || "0:00";
  position.setAttribute("aria-valuetext", time.textContent);
});
audio.addEventListener("error", () => {
  if (audio.getAttribute("src")) failed(new Error("error"));
});
const handlers = {
  play: toggle,
  pause: toggle,
  nexttrack: () => play(index + 1),
  previoustrack: () => play(index - 1)
};
for (const [name, run] of Object.entries(handlers)) {
  navigator.mediaSession?.setActionHandler(name, run);
}

/** A button that shows whether what it plays is playing. */
class PlayElement extends LiveButton {
  entity;
  list;
  load;
  text;
  follow = listeners.add;

  make() {
    const {entity, list, load} = this;
    return el("button", {
      class: this.text ? "button primary" : "icon-button play",
      onclick: () =>
        load
          ? attempt(() => playAllOrPause(entity, load))
          : playOrPause(entity, list?.() ?? [entity])
    });
  }

  update() {
    const isMine = this.load ? source === this.entity.id : playing()?.id === this.entity.id;
    const isOn = isMine && Boolean(playing()) && !audio.paused;
    const label = `${isOn ? "Pause" : "Play"} ${clean(soundOf(this.entity))}`;
    if (this.button.getAttribute("aria-label") === label) return;
    this.button.setAttribute("aria-label", label);
    this.button.classList.toggle("is-playing", isOn);
    fill(this.button, icon(isOn ? "pause" : "play"), this.text && (isOn ? "Pause" : this.text));
  }
}

customElements.define("mb-play", PlayElement);

/** The play button of a song; `list` returns the songs that follow. */
export const playButton = (song, list, text) => el("mb-play", {props: {entity: song, list, text}});

/** The play button of an album or artist, whose songs `load` returns. */
export const playAllButton = (entity, load, text) => el("mb-play", {props: {entity, load, text}});
