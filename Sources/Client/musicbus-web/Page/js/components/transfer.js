// Export and import of favourites.

import {file, get, post} from "../api.js";
import {el, fill} from "../dom.js";
import {counted, nameOf, year} from "../format.js";
import {choice} from "./controls.js";
import {joined} from "./items.js";
import {attempt, toast} from "./toast.js";

/** The controls to export and import. */
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
  const shown = ({target}) => target.open && attempt(() => showDoubts(review));
  return el(
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
      "A file of Exportify, TuneMyMusic, Soundiiz, Spotify, Apple, Last.fm, ListenBrainz, Discogs, Rate Your Music, ",
      "YouTube Music or a player, a list, or a zip of these."
    ),
    status,
    review
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

/** The bytes of a file that one request carries. */
const partBytes = 480_000;

async function load(input, status, review) {
  const [chosen] = input.files;
  input.value = "";
  const show = (text) => fill(status, text);
  await attempt(
    async () => {
      show(`Sending ${chosen.name}…`);
      const result = await imported(await sent(chosen), () => show(`Importing ${chosen.name}…`));
      show("");
      toast(summary(result));
      await showDoubts(review);
    },
    () => show("")
  );
}

/** Sends a file in parts; returns the number of its job. */
async function sent(chosen) {
  let job;
  for (let start = 0; start === 0 || start < chosen.size; start += partBytes) {
    const data = await base64(chosen.slice(start, start + partBytes));
    const last = start + partBytes >= chosen.size;
    ({job} = await post("imports", job ? {job, data, last} : {name: chosen.name, data, last}));
  }
  return job;
}

function base64(part) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => reject(new Error("The file cannot be read."));
    reader.readAsDataURL(part);
  });
}

/** The result of a job, once it has ended. */
async function imported(number, waiting) {
  for (;;) {
    const {jobs} = await get("imports", {doubts: false});
    const job = jobs.find((one) => one.job === number);
    if (!job) throw new Error("The import was lost. Import the file again to continue.");
    if (job.problem) throw new Error(job.problem);
    if (job.isDone) return job.result;
    waiting();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function summary({format, rows, matched, doubtful, notFound, open, notDecoded, skipped, results}) {
  if (!rows) return "The file contains no favourites.";
  const parts = [`${counted(matched, "favourite")} matched`];
  if (results.added) parts.push(`${results.added} new`);
  if (results.refused) parts.push(`${results.refused} rejected`);
  if (doubtful) parts.push(`${doubtful} doubtful`);
  if (notFound) parts.push(`${notFound} not found`);
  const without = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  if (without) parts.push(`${without} skipped`);
  if (open) parts.push(`${open} not looked up`);
  const again = open ? " Some sources did not reply: import the file again to continue." : "";
  const letters = notDecoded
    ? ` In ${counted(notDecoded, "row")}, letters cannot be decoded: save the file as UTF-8, and import that.`
    : "";
  return `${format}: ${counted(rows, "row")}, ${parts.join(", ")}.${letters}${again}`;
}

/** Shows the rows about which only the user can decide. */
async function showDoubts(review) {
  const {doubts} = await get("imports");
  fill(
    review,
    doubts.length > 0 && el("h3", `${counted(doubts.length, "row")} to decide about`),
    doubts.slice(0, 50).map((doubt) => question(doubt, () => next(review)))
  );
}

/** The next question takes the place of one that was answered, and the focus. */
async function next(review) {
  await showDoubts(review);
  review.querySelector("fieldset button")?.focus();
}

function question({id, row, text, file: name, choices}, next) {
  const answer = (choice) =>
    attempt(async () => {
      await post("imports", choice ? {id, row, choice} : {id, row});
      await next();
    });
  return el(
    "fieldset.doubt",
    el("legend", text, el("span.hint", ` (${name}, row ${row})`)),
    choices.map(({entity, reasons}) =>
      el(
        "button.button",
        {onclick: () => answer(entity.id), title: reasons.join("; ")},
        joined(entity.artist?.name, nameOf(entity), entity.album?.title, yearOf(entity))
      )
    ),
    el("button.text-button", {onclick: () => answer()}, "None of these")
  );
}

const yearOf = ({releaseDate, formedYear, bornYear}) => year(releaseDate) || formedYear || bornYear;
