// The HTTP API: one function per kind of request. Errors are Problem objects.

/** A problem document (RFC 9457). */
export class Problem extends Error {
  constructor(document) {
    super(document.detail ?? "The request failed.");
    this.code = document.code;
    this.sources = document.sources ?? [];
  }
}

export const offline = {detail: "The page cannot reach its server. Start it: musicbus web"};

async function request(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(offline);
  }
  if (response.ok) return response;
  const document = await response.json().catch(() => ({detail: response.statusText}));
  if (response.status === 401) window.dispatchEvent(new Event("signed-out"));
  throw new Problem(document);
}

function address(method, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if ((value ?? "") !== "") query.set(name, value);
  }
  const text = query.toString();
  return `/api/1/${method}${text ? `?${text}` : ""}`;
}

/** Calls a method that changes nothing. */
export async function get(method, parameters = {}, signal = undefined) {
  return (await request(address(method, parameters), {signal})).json();
}

/** Calls a method that changes something. */
export async function post(method, body = {}) {
  const headers = {"Content-Type": "application/json"};
  const options = {method: "POST", headers, body: JSON.stringify(body)};
  return (await request(`/api/1/${method}`, options)).json();
}

/** Fetches a file with its headers. */
export const file = (method, parameters) => request(address(method, parameters), {});

/** Calls a method and receives its reply in parts; returns the body of `done`. */
export async function stream(method, parameters, onPart, signal) {
  const headers = {Accept: "text/event-stream"};
  const response = await request(address(method, parameters), {headers, signal});
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const {value, done} = await reader.read();
    if (done) throw new Problem(offline);
    text += value;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const event = parse(text.slice(0, end));
      text = text.slice(end + 2);
      if (event.name === "part") onPart(event.data);
      else if (event.name === "done") return event.data;
      else if (event.name === "error") throw new Problem(event.data);
    }
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

/** Signs in with a token; without one, returns the session if there is one. */
export async function session(token) {
  const headers = {"Content-Type": "application/json", Authorization: `Bearer ${token}`};
  const options = token ? {method: "POST", headers} : {};
  return (await request("/session", options)).json();
}
