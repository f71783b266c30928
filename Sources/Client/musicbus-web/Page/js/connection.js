// Whether the sources can be reached, as the replies of the hub say: one message for the whole page.

import {Listeners} from "./listeners.js";

export const connection = {isLost: false};

const listeners = new Listeners();

/** Calls a function after each change; returns the function that ends this. */
export const onConnection = listeners.add;

/** Notes what a reply or problem says. A single source is not the network, unless the browser has none. */
export function noteSources({noNetwork, sources = []}) {
  const isUnreachable = ({error}) => error?.code === "UPSTREAM_UNREACHABLE";
  if (noNetwork) set(true);
  else if (sources.some(({outcome}) => ["ok", "empty"].includes(outcome))) set(false);
  else if (!navigator.onLine && sources.some(isUnreachable)) set(true);
}

function set(isLost) {
  if (isLost === connection.isLost) return;
  connection.isLost = isLost;
  listeners.notify();
}

window.addEventListener("online", () => set(false));
