// Import of favourites: sends a file, follows the hub, and says what became of the rows.

import {get, post} from "../api.js";
import {el, fill} from "../dom.js";
import {revision} from "../favorites.js";
import {counted, number, span} from "../format.js";
import {showRows} from "./importrows.js";
import {attempt, toast} from "./toast.js";

/** The bytes of a file that one request carries. */
const partBytes = 480_000;

/** Imports the file that was chosen. */
export async function load(input, status, review) {
  const [chosen] = input.files;
  input.value = "";
  const show = (text) => fill(status, text);
  await attempt(
    async () => {
      show(`Sending ${chosen.name}…`);
      fill(review);
      const begun = await read(await sent(chosen), () => show(`Reading ${chosen.name}…`));
      await followed(begun, status, review, show);
    },
    () => show("")
  );
}

/** Undoes an import, unless the favourites have changed since. */
async function undoButton(status, review) {
  const after = await revision();
  const undo = async () => {
    if ((await revision()) !== after) return toast("The favourites have changed since the import.");
    await post("favorites.undo");
    fill(status, "The import was undone.");
    fill(review);
  };
  return el("button.text-button", {onclick: () => attempt(undo)}, "Undo");
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
    reader.onerror = () => reject(new Error("Could not read the file."));
    reader.readAsDataURL(part);
  });
}

/** Says how far the last import is that has not ended, and shows the rows of the last one that need a user. */
export async function showRunning(status, review) {
  const {imports} = await get("imports.list");
  await showRows(review, imports.at(-1));
  const report = imports.filter(({state}) => state === "running" || state === "waiting").pop();
  if (!report || status.textContent) return;
  await followed(report, status, review, (text) => fill(status, `${report.file.name}: ${text}`));
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

/** Says how far an import is, and what became of its rows when it has ended, or only waits for sources. */
async function followed(report, status, review, show) {
  const all = report.open;
  const number = ++following;
  for (
    let ms = 50;
    report.state === "running" || (report.state === "waiting" && !report.problem);
  ) {
    const left = report.leftMs ? `, about ${span(Math.max(report.leftMs, 1000))} left` : "";
    show(
      `${all - report.open} of ${counted(all, "row")} looked up${left}. You can leave this page.`
    );
    await pause(ms);
    if (number !== following || !status.isConnected) return;
    ms = Math.min(2 * ms, 1000);
    [report] = (await get("imports.list", {batch: report.batch})).imports;
  }
  if (report.state === "stopped") throw new Error(report.problem ?? "The import was stopped.");
  show(summary(report));
  if (report.results.added) status.append(" ", await undoButton(status, review));
  await showRows(review, report);
}

/** What became of the rows: "Imported 1 of 4. 2 need your decision, 1 was not found." */
function summary({file, found, doubtful, notFound, open, results, problem}) {
  const {rows, notDecoded, skipped = {}} = file;
  if (!rows) return "The file contains no favourites.";
  const {added = 0, refused = 0} = results;
  const without = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  const said = (count, one, many) => count > 0 && `${number(count)} ${count === 1 ? one : many}`;
  const others = [
    said(found - added, "was a favourite already", "were favourites already"),
    said(doubtful, "needs your decision", "need your decision"),
    said(notFound, "was not found", "were not found"),
    said(refused, "was rejected", "were rejected"),
    said(without, "was skipped", "were skipped"),
    said(open, "was not looked up", "were not looked up")
  ].filter(Boolean);
  const sentences = [
    `Imported ${number(added)} of ${number(rows)}.`,
    others.length > 0 && `${others.join(", ")}.`,
    notDecoded > 0 &&
      `Some characters in ${counted(notDecoded, "row")} could not be decoded: save the file as UTF-8 and import it again.`,
    open > 0 && problem
  ];
  return sentences.filter(Boolean).join(" ");
}
