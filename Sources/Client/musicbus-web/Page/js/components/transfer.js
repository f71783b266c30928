// Export and import of favourites.

import {file, get, post} from "../api.js";
import {el, fill} from "../dom.js";
import {counted, nameOf, span, year} from "../format.js";
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
  const shown = ({target}) =>
    target.open &&
    attempt(async () => {
      await showDoubts(review);
      await showRunning(status, review);
    });
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
      const begun = await read(await sent(chosen), () => show(`Reading ${chosen.name}…`));
      const report = await followed(begun, status, show);
      if (!report) return;
      show("");
      toast(summary(report));
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

/** Says how far the last import is that has not ended. */
async function showRunning(status, review) {
  const {imports} = await get("imports.list");
  const report = imports.filter(({state}) => state === "running" || state === "waiting").pop();
  if (!report || status.textContent) return;
  const name = report.file.name;
  const end = await followed(report, status, (text) => fill(status, `${name}: ${text}`));
  if (!end) return;
  const later =
    end.state === "waiting" ? `${name}: ${counted(end.open, "row")} left. ${end.problem}` : "";
  fill(status, later);
  await showDoubts(review);
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The import that a job has begun, once its file is read. */
async function read(number, waiting) {
  for (;;) {
    const {jobs} = await get("imports");
    const job = jobs.find((one) => one.job === number);
    if (!job) throw new Error("The import was lost. Import the file again to continue.");
    if (job.problem) throw new Error(job.problem);
    if (job.report) return job.report;
    waiting();
    await pause(200);
  }
}

/** The number of the import that the page follows: only one at a time. */
let following = 0;

/** The import when it has ended, or only waits for sources; `undefined` if the page has stopped following it. */
async function followed(report, status, show) {
  const all = report.open;
  const number = ++following;
  for (
    let ms = 50;
    report.state === "running" || (report.state === "waiting" && !report.problem);
  ) {
    const left = report.leftMs ? `, about ${span(Math.max(report.leftMs, 1000))} left` : "";
    show(
      `${all - report.open} of ${counted(all, "row")} looked up${left}. You may leave this page.`
    );
    await pause(ms);
    if (number !== following || !status.isConnected) return undefined;
    ms = Math.min(2 * ms, 1000);
    [report] = (await get("imports.list", {batch: report.batch})).imports;
  }
  if (report.state === "stopped") throw new Error(report.problem ?? "The import was stopped.");
  return report;
}

function summary({state, file, found, doubtful, notFound, open, results}) {
  const {format, rows, notDecoded, skipped = {}} = file;
  if (!rows) return "The file contains no favourites.";
  const parts = [`${counted(found, "favourite")} matched`];
  if (results.added) parts.push(`${results.added} new`);
  if (results.refused) parts.push(`${results.refused} rejected`);
  if (doubtful) parts.push(`${doubtful} doubtful`);
  if (notFound) parts.push(`${notFound} not found`);
  const without = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  if (without) parts.push(`${without} skipped`);
  if (open) parts.push(`${open} not looked up`);
  const later =
    open && state === "waiting" ? " Some sources did not reply; the rest is looked up later." : "";
  const letters = notDecoded
    ? ` Some characters in ${counted(notDecoded, "row")} could not be decoded: save the file as UTF-8 and import it again.`
    : "";
  return `${format}: ${counted(rows, "row")}, ${parts.join(", ")}.${letters}${later}`;
}

/** Shows the rows about which only the user can decide. */
async function showDoubts(review) {
  const {rows, total} = await get("imports.rows", {rowState: "doubtful", limit: 50});
  fill(
    review,
    total > 0 && el("h3", `${counted(total, "row")} to decide about`),
    rows.map((doubt) => question(doubt, () => next(review)))
  );
}

/** The next question takes the place of one that was answered, and the focus. */
async function next(review) {
  await showDoubts(review);
  review.querySelector("fieldset button")?.focus();
}

function question({batch, file: name, row, choices}, next) {
  const {number, entity} = row;
  const text = entity ? [entity.artist?.name, nameOf(entity)].filter(Boolean).join(" - ") : row.id;
  const answer = (id) =>
    attempt(async () => {
      await post("imports.answer", id ? {batch, row: number, id} : {batch, row: number});
      await next();
    });
  return el(
    "fieldset.doubt",
    el("legend", text, el("span.hint", ` (${name}, row ${number})`)),
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
