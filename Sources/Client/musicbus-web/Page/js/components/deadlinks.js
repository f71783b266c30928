// Favourite albums and songs that a service no longer has.

import {get} from "../api.js";
import {el, fill} from "../dom.js";
import {withProviders} from "../events.js";
import {dayOf} from "../format.js";
import {serviceOf} from "../services.js";
import {asking, settings} from "../settings.js";
import {failure} from "./failure.js";
import {checkButton, hint, joined, lines, link} from "./items.js";

/** The part of the favourites that tells which have gone, with a button that asks the services. */
export function deadLinks() {
  const status = el("div", {role: "status"});
  const list = el("div");
  const load = async (options) => {
    try {
      const {unavailable = [], notes = []} = await get("favorites.links", {
        ...asking(),
        ...options
      });
      const check = !settings.isOffline && checkButton(() => load({}));
      const sentence = !unavailable.length && "No link is known to be dead.";
      fill(
        status,
        [sentence, ...notes].filter(Boolean).map((note) => hint(note))
      );
      withProviders(() => fill(list, unavailable.length > 0 && lines(unavailable, line), check));
    } catch (problem) {
      fill(status);
      fill(
        list,
        failure(problem, () => load(options))
      );
    }
  };
  return el(
    "details.transfer",
    {ontoggle: ({target}) => target.open && load({cache: "only"})},
    el("summary", "Dead links"),
    el(
      "p.hint",
      "Albums and songs that a service no longer has. The hub looks for them by itself."
    ),
    status,
    list
  );
}

function line({entity, id, goneAgeMs, others, replacement, reasons = []}) {
  const places = [...new Set(others.map(serviceOf))].join(", ");
  const evidence = reasons.filter((reason) => reason.startsWith("+ ")).map((one) => one.slice(2));
  const now = replacement
    ? `Found there again: ${evidence.join(", ")}`
    : places && `Still at ${places}`;
  const since = `Not at ${serviceOf(id)} since ${dayOf(Date.now() - goneAgeMs)}`;
  return [link(entity), el("span.sub", joined(entity.artist?.name, since, now))];
}
