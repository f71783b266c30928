// Moving of rows by their handles.

/** Moves the row whose handle is dragged, by mouse, pen or finger, to the one that it is dropped on. */
export function followDragging(list, move) {
  let from;
  let to;
  const unmark = () => {
    for (const one of list.querySelectorAll(".drop, .dragged")) {
      one.classList.remove("drop", "dragged", "below");
    }
  };
  const end = () => {
    unmark();
    from = undefined;
  };
  const on = (name, run) => list.addEventListener(name, run);
  on("pointerdown", (event) => {
    const handle = event.target.closest(".handle:enabled");
    if (!handle || event.button) return;
    const row = handle.closest("[data-index]");
    from = to = Number(row.dataset.index);
    row.classList.add("dragged");
    handle.setPointerCapture(event.pointerId);
  });
  on("pointermove", (event) => {
    if (from === undefined) return;
    const {clientX: x, clientY: y} = event;
    if (y < 120) scrollBy(0, -12);
    else if (y > innerHeight - 120) scrollBy(0, 12);
    const row = document.elementFromPoint(x, y)?.closest("[data-index]");
    if (!row || !list.contains(row)) return;
    to = Number(row.dataset.index);
    list.querySelector(".drop")?.classList.remove("drop", "below");
    if (to === from) return;
    row.classList.add("drop");
    row.classList.toggle("below", to > from);
  });
  on("pointerup", () => {
    const [start, target] = [from, to];
    end();
    if (start !== undefined && start !== target) move(start, target);
  });
  on("pointercancel", end);
}

/** Moves the rows of a list by arrow keys: of the handle, or with Alt. */
export function followKeys(list, move) {
  list.addEventListener("keydown", (event) => {
    const step = {ArrowUp: -1, ArrowDown: 1}[event.key];
    const row = event.target.closest("[data-index]");
    const isMove = event.altKey || event.target.matches(".handle");
    if (!isMove || !step || !row) return;
    event.preventDefault();
    const from = Number(row.dataset.index);
    move(from, from + step);
  });
}
