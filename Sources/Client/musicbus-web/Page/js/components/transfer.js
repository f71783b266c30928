// Export and import of favourites.

import {file, post} from "../api.js";
import {el} from "../dom.js";
import {counted} from "../format.js";
import {choice} from "./controls.js";
import {attempt, toast} from "./toast.js";

/** The controls to export and import. */
export function transfer() {
  let format = "json";
  const formats = choice(
    "Format",
    [
      ["json", "JSON"],
      ["jsonl", "JSON lines"],
      ["csv", "CSV"]
    ],
    format,
    (value) => {
      format = value;
    }
  );
  const input = el("input", {
    type: "file",
    accept: ".json,.jsonl",
    class: "visually-hidden",
    "aria-label": "File to import",
    onchange: () => input.files[0] && load(input)
  });
  return el(
    "details.transfer",
    el("summary", "Export and import"),
    el(
      "div.filters",
      formats,
      el("button.button", {onclick: () => save(format)}, "Export"),
      el("button.button", {onclick: () => input.click()}, "Import a file…"),
      input
    )
  );
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

async function load(input) {
  const [chosen] = input.files;
  input.value = "";
  try {
    const rows = parsed(await chosen.text());
    if (!rows.length) return toast("The file contains no favourites.");
    if (rows.some((row) => row !== Object(row))) {
      return toast("The file is not a list of favourites.");
    }
    const counts = new Map();
    const {length} = rows;
    while (rows.length) {
      const reply = await post("favorites.import", {rows: takeSome(rows)});
      for (const {outcome} of reply.results ?? [])
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
    const summary = [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(", ");
    toast(`Read ${counted(length, "favourite")}: ${summary.replace("refused", "rejected")}.`);
  } catch (error) {
    toast(
      error instanceof SyntaxError ? "The file is neither JSON nor JSON lines." : error.message
    );
  }
}

/** Removes as many rows as one request may contain: 200, with few characters, of up to three bytes. */
function takeSome(rows) {
  const some = [];
  let length = 0;
  while (rows.length && some.length < 200 && length < 150_000) {
    const row = rows.shift();
    some.push(row);
    length += JSON.stringify(row).length;
  }
  return some;
}

function parsed(text) {
  try {
    const value = JSON.parse(text);
    return [value?.favorites ?? value?.items ?? value].flat();
  } catch {
    return text
      .split("\n")
      .filter((line) => line.trim())
      .map((line) => JSON.parse(line));
  }
}
