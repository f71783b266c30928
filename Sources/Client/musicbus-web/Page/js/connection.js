// Whether the sources can be reached, as the replies of the hub say: one message for the whole page.

import {Listeners} from "./listeners.js";

export const connection = {isLost: false};

const listeners = new Listeners();

/** Calls a function after each change; returns the function that ends this. */
export const onConnection = listeners.add;

/** Notes the outcomes of one reply. A single source that fails is not the network. */
export function noteSources(reports = []) {
  const asked = reports.filter(({outcome}) => !["skipped", "not-linked"].includes(outcome));
  const isDown = asked.every((one) => one.error?.code === "UPSTREAM_UNAVAILABLE");
  if (asked.some(({outcome}) => ["ok", "empty"].includes(outcome))) set(false);
  else if (isDown && asked.length > (navigator.onLine ? 1 : 0)) set(true);
}

function set(isLost) {
  if (isLost === connection.isLost) return;
  connection.isLost = isLost;
  listeners.notify();
}

window.addEventListener("online", () => set(false));
