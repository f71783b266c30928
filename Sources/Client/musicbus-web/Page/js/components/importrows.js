// The rows of imports that need a user: those that may mean several things, and those that were not found.

import {get, post} from "../api.js";
import {el, fill} from "../dom.js";
import {counted, nameOf, year} from "../format.js";
import {searchFor} from "./guesses.js";
import {joined, lines} from "./items.js";
import {attempt} from "./toast.js";

/** Shows the doubtful rows of all imports, and those of the one of a report that were not found. */
export async function showRows(review, report) {
  // The hub keeps no import whose rows have all been decided.
  const batch = report?.notFound > 0 && report.batch;
  const [doubts, missing] = await Promise.all([
    get("imports.rows", {rowState: "doubtful", limit: 50}),
    batch ? get("imports.rows", {rowState: "notFound", batch, limit: 200}) : {rows: [], total: 0}
  ]);
  fill(
    review,
    doubts.total > 0 && el("h3", `Which did you mean? (${doubts.total})`),
    doubts.rows.map((doubt) => question(doubt, () => next(review, report))),
    missing.total > 0 && [
      el("h3", `${counted(missing.total, "row")} not found`),
      lines(missing.rows, ({row}) => [
        el("a", {href: searchFor(textOf(row, " ")), dir: "auto"}, textOf(row)),
        el("span.sub", `Row ${row.number}`)
      ])
    ]
  );
}

/** The next question takes the place of one that was answered, and the focus. */
async function next(review, report) {
  await showRows(review, report);
  review.querySelector("fieldset button")?.focus();
}

/** What a row says. */
const textOf = ({entity, id}, separator = " - ") =>
  entity ? [entity.artist?.name, nameOf(entity)].filter(Boolean).join(separator) : id;

function question({batch, file: name, row, choices}, next) {
  const {number} = row;
  const answer = (id) =>
    attempt(async () => {
      await post("imports.answer", id ? {batch, row: number, id} : {batch, row: number});
      await next();
    });
  return el(
    "fieldset.doubt",
    el("legend", textOf(row), el("span.hint", ` (${name}, row ${number})`)),
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
