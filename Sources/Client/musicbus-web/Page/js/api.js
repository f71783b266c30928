// The HTTP API: one function per kind of request. Errors are Problem objects.

import {signedFetch, signOut} from "./auth.js";
import {noteSources} from "./connection.js";

/** A problem document (RFC 9457). */
export class Problem extends Error {
  constructor(document) {
    super(document.detail ?? "The request failed.");
    this.code = document.code;
    this.sources = document.sources ?? [];
    this.noNetwork = document.noNetwork;
    this.retryAfterMs = document.retryAfterMs;
  }
}

export const offline = {
  code: "SERVER_AWAY",
  detail: "The page cannot reach its server. Start it: musicbus web"
};

const signedOut = {code: "TOKEN_INVALID", detail: "You are signed out."};

async function request(path, options) {
  const response = await reached(signedFetch(path, options));
  if (!response) throw new Problem(signedOut);
  if (response.ok) return response;
  const document = await response.json().catch(() => ({detail: response.statusText}));
  if (response.status === 401) signOut();
  noteSources(document);
  throw new Problem(document);
}

/** The result of an exchange with the server; a lost connection is a problem. */
export async function reached(exchange) {
  try {
    return await exchange;
  } catch (error) {
    throw error.name === "AbortError" ? error : new Problem(offline);
  }
}

function address(method, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if ((value ?? "") !== "") query.set(name, value);
  }
  const text = query.toString();
  return `/api/1/${method}${text ? `?${text}` : ""}`;
}

/**
 * Calls a method that changes nothing.
 * @template {keyof Protocol.Replies} M
 * @param {M} method
 * @returns {Promise<Protocol.Replies[M]>}
 */
export async function get(method, parameters = {}, signal = undefined) {
  const reply = await (await request(address(method, parameters), {signal})).json();
  noteSources(reply);
  return reply;
}

const named = new Set(
  ["add", "toggle", "remove", "move", "note", "undo"].map((name) => `favorites.${name}`)
);

/**
 * Calls a method that changes something.
 * @template {keyof Protocol.Replies} M
 * @param {M} method
 * @returns {Promise<Protocol.Replies[M]>}
 */
export async function post(method, body = {}) {
  const headers = {"Content-Type": "application/json"};
  // With an id, a change whose connection to the hub is lost is repeated, and made once.
  const change = named.has(method) ? {change: crypto.randomUUID()} : {};
  const text = JSON.stringify({...body, ...change});
  // A small change is made even if the tab is closed at once; browsers do so with up to 64 KB.
  const options = {method: "POST", headers, body: text, keepalive: text.length < 16_000};
  return (await request(`/api/1/${method}`, options)).json();
}

/** Fetches a file with its headers. */
export const file = (method, parameters) => request(address(method, parameters), {});

/** The user's defaults, from the configuration of the command line. */
export const defaults = () => get("defaults");

/** Calls a method and receives its reply in parts; returns the body of `done`. */
export async function stream(method, parameters, onPart, signal) {
  for await (const {name, data} of events(address(method, parameters), signal)) {
    if (name === "part") onPart(data);
    else noteSources(data);
    if (name === "done") return data;
    if (name === "error") throw new Problem(data);
  }
  throw new Problem(offline);
}

/** The events of a stream. `EventSource` cannot send the header that signs a request. */
export async function* events(path, signal) {
  const response = await request(path, {headers: {Accept: "text/event-stream"}, signal});
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const {value, done} = await reached(reader.read());
      if (done) return;
      text += value;
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        yield parse(text.slice(0, end));
        text = text.slice(end + 2);
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function parse(block) {
  const event = {name: "", data: {}};
  for (const line of block.split("\n")) {
    if (line.startsWith("event: ")) event.name = line.slice(7);
    if (line.startsWith("data: ")) event.data = JSON.parse(line.slice(6));
  }
  return event;
}
