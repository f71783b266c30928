// Functions that are called after changes.

export class Listeners {
  #all = new Set();

  /** Adds a function; returns the function that removes it. */
  add = (run) => {
    this.#all.add(run);
    return () => this.#all.delete(run);
  };

  notify(...values) {
    for (const run of this.#all) run(...values);
  }
}
