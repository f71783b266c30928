// The token of the server's present start. It never leaves the browser: it signs requests and the
// addresses of pictures, because another program may listen on the port by then. The server proves
// that it knows the token before the page sends it anything else.

const name = "musicbus-token";
const encoder = new TextEncoder();
let key = null;

const hexadecimal = (buffer) =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const keyOf = (token) =>
  crypto.subtle.importKey("raw", encoder.encode(token), {name: "HMAC", hash: "SHA-256"}, false, [
    "sign"
  ]);

/** The signature of some lines: HMAC-SHA256, in hexadecimal. */
const sign = async (secret, ...lines) =>
  hexadecimal(await crypto.subtle.sign("HMAC", secret, encoder.encode(lines.join("\n"))));

/** Whether the server knows a token; throws if there is no server. */
async function knows(secret) {
  const nonce = crypto.randomUUID();
  const signal = AbortSignal.timeout(10_000);
  const response = await fetch(`/proof?nonce=${nonce}`, {cache: "no-store", signal});
  // A server that is stopping.
  if (!response.ok) throw new Error(response.statusText);
  return (await response.text()) === (await sign(secret, "proof", nonce));
}

/** Signs in with a token, or with the stored one; returns whether the server knows it. */
export async function signIn(token) {
  for (const one of [token, localStorage.getItem(name)]) {
    const secret = one && (await keyOf(one));
    if (!secret || !(await knows(secret))) continue;
    localStorage.setItem(name, one);
    key = secret;
    return true;
  }
  return false;
}

/** Whether a token is stored: this browser has signed in. */
export const hasToken = () => Boolean(localStorage.getItem(name));

/** Whether this tab has signed in. */
export const isSignedIn = () => Boolean(key);

/** Whether the server still is the one that the page has signed in to; throws if there is none. */
export const isSameServer = async () => Boolean(key) && knows(key);

/** Sends nothing any more, and asks the user to sign in. */
export function signOut() {
  key = null;
  window.dispatchEvent(new Event("signed-out"));
}

/** Sends a request with its signature; returns `null` while nobody is signed in. */
export async function signedFetch(path, {method = "GET", headers, body, signal, keepalive} = {}) {
  if (!key) return null;
  const url = new URL(path, location.href);
  const fields = {...headers};
  if (body !== undefined) fields["Content-Digest"] = await digest(body);
  const lines = [method, url.pathname + url.search, fields["Content-Digest"] ?? ""];
  fields.Authorization = `MusicBus ${await sign(key, "request", ...lines)}`;
  return fetch(url, {method, headers: fields, body, signal, keepalive});
}

async function digest(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
  return `sha-256=:${btoa(String.fromCharCode(...bytes))}:`;
}

/** The signed address of a picture or sound, which allows to read this one; `null` if signed out. */
export async function mediaAddress(kind, id) {
  if (!key) return null;
  const path = `/${kind}/${encodeURIComponent(id)}`;
  return `${path}?signature=${await sign(key, "media", path)}`;
}

/** Calls a function when another tab signs in with a new token. */
export const onSignIn = (run) =>
  window.addEventListener("storage", (event) => event.key === name && event.newValue && run());
