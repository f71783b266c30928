// What "musicbus doctor" finds: problems with their fixes, then notes.

import {get} from "../api.js";
import {el, fill} from "../dom.js";
import {capitalized, counted} from "../format.js";

/** The list, and the function that looks again. */
export function findings() {
  const summary = el("p.hint", {role: "status"});
  const list = el("ul");
  const node = el("div.findings", summary, list);
  const load = async () => {
    if (!list.firstChild) fill(summary, "Checking…");
    try {
      const found = (await get("doctor")).findings;
      const of = (status) => found.filter((one) => one.status === status).map(finding);
      const problems = of("problem");
      const count = counted(problems.length, "problem");
      fill(summary, problems.length ? `${count} found.` : "No problems found.");
      fill(list, problems, of("note"));
    } catch (problem) {
      fill(summary, problem.message);
    }
  };
  return {node, load};
}

/** A finding with the command that fixes it. */
const finding = ({check, status, text, fix}) =>
  el(
    "li",
    {class: `is-${status}`},
    el("p", el("strong", capitalized(check)), " ", text),
    fix && el("code", fix)
  );
