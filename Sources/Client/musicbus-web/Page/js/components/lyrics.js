// The lyrics of a song, which are loaded on request: their source can take ten seconds.

import {get} from "../api.js";
import {el} from "../dom.js";
import {asking} from "../settings.js";
import {failure, isElsewhere} from "./failure.js";
import {hint, section} from "./items.js";
import {onPosition} from "./player.js";

/** How much the length of what is played may differ from that of the song, in milliseconds. */
const maxDifference = 3000;

/** The section, and a function that ends what it follows; `song` returns the song as it is known. */
export function lyricsSection(id, song) {
  const part = section("Lyrics");
  let stop = () => {};
  const load = async () => {
    part.replace(el("p.hint", {role: "status"}, "Looking for lyrics…"));
    try {
      const {country, lang} = asking();
      const {lines, instrumental} = await get("song.lyrics", {id, country, lang});
      part.replace(instrumental ? hint("This song is instrumental.") : show(lines));
    } catch (problem) {
      const where = problem.sources?.some(isElsewhere) ? " in your country" : "";
      part.replace(
        problem.code === "NOT_FOUND" ? hint(`No lyrics found${where}.`) : failure(problem, load)
      );
    }
  };
  const show = (lines) => {
    const items = lines.map(({text}) => el("li", {dir: "auto"}, text || "\u00A0"));
    if (lines[0]?.atMs !== undefined) {
      stop();
      stop = onPosition((playing, seconds, length) => {
        const whole = song();
        const isWhole =
          playing.id === whole?.id && Math.abs(length * 1000 - whole.durationMs) < maxDifference;
        const current = isWhole ? lines.findLastIndex(({atMs}) => atMs <= seconds * 1000) : -1;
        highlight(items, current);
      });
    }
    return el("ol.lyrics", items);
  };
  part.replace(el("button.button", {onclick: load}, "Show lyrics"));
  return {part, dispose: () => stop()};
}

/** Marks the line that is sung, and keeps it in view. */
function highlight(items, current) {
  const marked = items.find((item) => item.hasAttribute("aria-current"));
  if (marked === items[current]) return;
  marked?.removeAttribute("aria-current");
  items[current]?.setAttribute("aria-current", "true");
  items[current]?.scrollIntoView({block: "center", behavior: "smooth"});
}
