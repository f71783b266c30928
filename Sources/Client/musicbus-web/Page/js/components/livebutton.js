// A button that is updated after changes while it is shown.

/** Subclasses define `make()`, `follow(run)` and `update()`. */
export class LiveButton extends HTMLElement {
  button;
  #end;

  connectedCallback() {
    this.button ??= this.make();
    this.append(this.button);
    this.#end = this.follow(() => this.update());
    this.update();
  }

  disconnectedCallback() {
    this.#end?.();
  }
}
