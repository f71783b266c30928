// Export and import of favourites.

import {file} from "../api.js";
import {el} from "../dom.js";
import {choice} from "./controls.js";
import {load, showRunning} from "./importing.js";
import {attempt, toast} from "./toast.js";

/** The controls to export and import; `chooseFile` shows them, and asks for a file. */
export function transfer() {
  let format = "json";
  const formats = choice(
    "Format",
    [
      ["json", "JSON"],
      ["jsonl", "JSON lines"],
      ["csv", "CSV"],
      ["jspf", "JSPF (songs)"],
      ["xspf", "XSPF (songs)"],
      ["m3u8", "M3U8 (songs)"]
    ],
    format,
    (value) => {
      format = value;
    }
  );
  const status = el("p.hint", {role: "status"});
  const review = el("div.review");
  const input = el("input", {
    type: "file",
    class: "visually-hidden",
    "aria-label": "File to import",
    onchange: () => input.files[0] && load(input, status, review)
  });
  const shown = ({target}) => target.open && attempt(() => showRunning(status, review));
  const node = el(
    "details.transfer",
    {ontoggle: shown},
    el("summary", "Export and import"),
    el(
      "div.filters",
      formats,
      el("button.button", {onclick: () => save(format)}, "Export"),
      el("button.button", {onclick: () => input.click()}, "Import a file…"),
      input
    ),
    el(
      "p.hint",
      "Imports a file of Exportify, TuneMyMusic, Soundiiz, Spotify, Apple, Last.fm, ListenBrainz, Discogs, Rate Your Music, ",
      "YouTube Music or a music player, a plain list, or a zip of these."
    ),
    status,
    review
  );
  const chooseFile = () => {
    node.open = true;
    input.click();
  };
  return {node, chooseFile};
}

const save = (format) =>
  attempt(async () => {
    const chunks = [];
    let revision;
    for (let offset = 0; offset !== null; ) {
      const response = await file("favorites.export", {format, offset});
      const current = response.headers.get("MusicBus-Revision");
      if (revision !== undefined && revision !== current) {
        return toast("The favourites changed during the export. Export them again.");
      }
      revision = current;
      chunks.push(await response.blob());
      const next = response.headers.get("MusicBus-Next");
      offset = next === null ? null : Number(next);
    }
    const url = URL.createObjectURL(new Blob(chunks));
    el("a", {href: url, download: `favourites.${format}`}).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  });
