// The stream of changes. One tab of the browser holds it and relays it to the others, because a
// browser opens only six connections to a server.

import {events, reached} from "./api.js";
import {isSameServer, isSignedIn, signOut} from "./auth.js";
import {clean} from "./dom.js";
import {begin, catchUp, favoritesChanged} from "./favorites.js";
import {capitalized} from "./format.js";
import {Listeners} from "./listeners.js";

/** The state of the hub and its providers. */
export const hub = {status: null, providers: new Map(), problem: null};

const channel = new BroadcastChannel("musicbus-events");
const listeners = new Listeners();

/** Calls a function after each change of the hub's state; returns the function that ends this. */
export const onHub = listeners.add;

/** Starts to receive changes, before entities are loaded. */
export function follow() {
  begin();
  channel.onmessage = ({data}) => {
    if (data.isNew) {
      if (isLeader) channel.postMessage({state: snapshot()});
    } else if (data.state) apply(data.state);
    else if (data.part) apply(data.part);
    else if (data.problem) fail(data.problem);
    else if (data.isOpen) catchUp();
    else if (data.isSignedOut) signOutUnlessKnown();
  };
  channel.postMessage({isNew: true});
  navigator.locks.request("musicbus-events", lead);
}

let isLeader = false;

const shortestPause = 500;
const longestPause = 5000;

/** Holds the stream until the tab is closed, or until another server answers. */
async function lead() {
  // A tab that was signed out says nothing of the server.
  if (!isSignedIn()) return;
  isLeader = true;
  for (let pause = shortestPause; ; pause = Math.min(2 * pause, longestPause)) {
    let problem = null;
    try {
      if (!(await reached(isSameServer()))) break;
      await receive(() => {
        pause = shortestPause;
      });
    } catch (error) {
      problem = {detail: error.message};
    }
    // The connection also breaks when the user leaves the page.
    await new Promise((run) => setTimeout(run, pause));
    if (problem) report(problem);
  }
  channel.postMessage({isSignedOut: true});
  signOut();
  return new Promise(() => {});
}

/** Another tab may have asked a server that this one does not know yet. */
async function signOutUnlessKnown() {
  const isKnown = await isSameServer().catch(() => true);
  if (!isKnown) signOut();
}

/** Relays the stream until it ends; one that breaks has ended as well. */
async function receive(onOpen) {
  let isOpening = true;
  const stream = events("/api/1/events");
  // The server begins with a comment.
  await stream.next();
  onOpen();
  for await (const {name, data} of stream) {
    if (name === "error") report(data);
    if (name !== "part") continue;
    if (isOpening) {
      channel.postMessage({isOpen: true});
      catchUp();
    }
    isOpening = false;
    channel.postMessage({part: data});
    apply(data);
  }
}

function report(problem) {
  channel.postMessage({problem});
  fail(problem);
}

const snapshot = () => ({hub: hub.status, providers: [...hub.providers.values()]});

function apply(part) {
  if (part.hub) {
    // The first part of a watch holds all providers.
    if (hub.problem) hub.providers.clear();
    hub.status = part.hub;
    hub.problem = null;
  }
  for (const provider of part.providers ?? []) hub.providers.set(provider.id, provider);
  for (const id of part.removed ?? []) hub.providers.delete(id);
  if (part.favorites) favoritesChanged(part.favorites);
  if (part.hub || part.providers || part.removed) listeners.notify();
}

function fail(problem) {
  hub.problem = problem;
  listeners.notify();
}

/** Calls a function now, and again when the providers are known. */
export function withProviders(show) {
  const end = onHub(update);
  function update() {
    show();
    if (hub.providers.size) end();
  }
  update();
}

/** The name of a provider; one that was never started has only its manifest. */
export const providerName = (one) => one.name ?? one.services?.[0]?.name ?? capitalized(one.id);

/** A text with the name of a provider, which may arrive later. */
export function sourceText(id) {
  const text = new Text();
  withProviders(() => {
    const provider = hub.providers.get(id);
    text.data = clean(provider ? providerName(provider) : id);
  });
  return text;
}

/** The providers that serve a method and are expected to reply. */
export const sourcesOf = (method) =>
  [...hub.providers.values()].filter((one) => one.methods.includes(method));
