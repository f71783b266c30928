// `/favorites`: favourites by kind in the user's order, with notes, filter and undo.

import {post} from "../api.js";
import {choice, textField} from "../components/controls.js";
import {favoriteRow, followDragging} from "../components/favoriterow.js";
import {failure, hint} from "../components/items.js";
import {LongList} from "../components/longlist.js";
import {attempt} from "../components/toast.js";
import {transfer} from "../components/transfer.js";
import {el, fill, retainFocus} from "../dom.js";
import {offerUndo, onFavorites} from "../favorites.js";
import {counted, folded, nameOf} from "../format.js";
import {kinds, pages, putFavorite} from "../music.js";
import {go} from "../router.js";
import {setFavorite} from "../store.js";

const orders = [
  ["own", "My own order"],
  ["name", "Name"],
  ["recent", "Added last"],
  ["added", "Added first"],
  ["newest", "Newest release"],
  ["year", "Oldest release"]
];

export const favoritesScreen = (_, query) => new FavoritesScreen(query.get("kind"));

class FavoritesScreen {
  title = "Favourites";
  #kind;
  #order = "own";
  #text = "";
  #all = [];
  #shown = [];
  #version = 0;
  /** Changes made here that the hub has not reported yet. */
  #expected = [];
  #isStale = false;
  #list = new LongList((item, index) => favoriteRow(item, index, this));
  #panel = el("div", {role: "tabpanel", id: "favorites-panel"});
  #count = el("p.count", {role: "status"});
  #announcement = el("p.visually-hidden", {role: "status", "aria-live": "assertive"});
  #tabs;

  constructor(kind) {
    this.#kind = kinds.some(([one]) => one === kind) ? kind : "artist";
    this.#tabs = kinds.map(([one, text]) =>
      el(
        "button",
        {
          role: "tab",
          id: `tab-${one}`,
          "aria-controls": "favorites-panel",
          onclick: () => this.#select(one)
        },
        text
      )
    );
    const tabs = el(
      "div",
      {
        role: "tablist",
        "aria-label": "Kind",
        class: "tabs",
        onkeydown: (event) => this.#tabKey(event)
      },
      this.#tabs
    );
    const filter = textField("Filter", {
      cls: "wide",
      oninput: (text) => {
        this.#text = text;
        this.#render();
      }
    });
    const order = choice("Sort", orders, this.#order, (value) => {
      this.#order = value;
      this.#load();
    });
    this.node = el(
      "div.screen",
      el("h1", {tabindex: -1}, "Favourites"),
      tabs,
      el("div.filters", filter.node, order),
      this.#count,
      this.#panel,
      this.#announcement,
      transfer()
    );
    this.#list.node.addEventListener("keydown", (event) => this.#rowKey(event));
    this.#list.node.addEventListener("focusout", () => {
      if (this.#isStale) setTimeout(() => this.#load());
      this.#isStale = false;
    });
    followDragging(this.#list.node, (from, to) => this.move(from, to));
    this.dispose = onFavorites((events) => this.#changed(events));
    this.#select(this.#kind);
  }

  get canMove() {
    return this.#order === "own" && !this.#text.trim();
  }

  item(index) {
    return this.#shown[index];
  }

  #select(kind) {
    if (kind !== this.#kind) go(`/favorites?kind=${kind}`, {replace: true});
    this.#kind = kind;
    for (const [index, tab] of this.#tabs.entries()) {
      const isOn = kinds[index][0] === kind;
      tab.setAttribute("aria-selected", isOn);
      tab.tabIndex = isOn ? 0 : -1;
      if (isOn) this.#panel.setAttribute("aria-labelledby", tab.id);
    }
    this.#all = [];
    this.#load();
  }

  #tabKey(event) {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (!step) return;
    const index = kinds.findIndex(([kind]) => kind === this.#kind);
    const next = (index + step + kinds.length) % kinds.length;
    this.#select(kinds[next][0]);
    this.#tabs[next].focus();
  }

  /** Loads all pages; the first one is shown as soon as it is here. */
  async #load() {
    this.#expected = [];
    this.#version += 1;
    const version = this.#version;
    const items = [];
    try {
      const parameters = {entityKind: this.#kind, sort: this.#order};
      for await (const page of pages("favorites.list", parameters, 0)) {
        if (version !== this.#version) return;
        items.push(...page.items.map(putFavorite));
        if (page.next && !this.#all.length) this.#show(items);
      }
      this.#show(items);
    } catch (problem) {
      if (version === this.#version) fill(this.#panel, failure(problem));
    }
  }

  #show(items) {
    this.#all = items.slice();
    this.#render();
  }

  #render() {
    const text = folded(this.#text.trim());
    const matches = (one) =>
      folded(
        [nameOf(one), one.artist?.name, one.note, ...(one.genres ?? [])].filter(Boolean).join(" ")
      ).includes(text);
    this.#shown = text ? this.#all.filter(matches) : this.#all;
    const total = counted(this.#all.length, "favourite");
    fill(this.#count, text ? `${this.#shown.length} of ${total}` : total);
    if (!this.#shown.length) {
      return fill(
        this.#panel,
        hint(
          text ? "No favourite contains this text." : "No favourites yet. Press a heart to add one."
        )
      );
    }
    const start = performance.now();
    this.#drawList();
    if (this.#list.node.parentNode !== this.#panel) fill(this.#panel, this.#list.node);
    performance.measure("favourites-build", {start, end: performance.now()});
  }

  /** Draws all rows; the one with the focus exists before the focus returns to it. */
  #drawList() {
    const list = this.#list;
    const fav = document.activeElement.closest("[data-fav]")?.dataset.fav;
    retainFocus(list.node, () => {
      list.show(this.#shown);
      if (fav) list.row(this.#shown.findIndex((one) => one.fav === fav));
    });
  }

  /** Notes a change that is made here, for which the list need not be loaded again. */
  expect(change, item) {
    this.#expected.push(`${change} ${item.fav}`);
  }

  /** Loads the list again after changes elsewhere; a note that is being edited is saved first. */
  #changed(events) {
    let isOwn = Boolean(events);
    for (const {change, favorite} of events ?? []) {
      const index = this.#expected.indexOf(`${change} ${favorite}`);
      if (index < 0) isOwn = false;
      else this.#expected.splice(index, 1);
    }
    if (isOwn) return;
    if (document.activeElement.matches(".note")) this.#isStale = true;
    else this.#load();
  }

  /** Moves a row; `focus` names the button that keeps the focus. */
  async move(from, to, focus) {
    const item = this.#shown[from];
    const target = this.#shown[to];
    if (!this.canMove || !item || !target || from === to) return;
    this.#all.splice(from, 1);
    this.#all.splice(to, 0, item);
    this.#list.refresh(Math.min(from, to), Math.max(from, to));
    const row = this.#list.row(to);
    const button = row?.querySelector(`.move-${focus ?? "up"}`);
    (button?.disabled ? row.querySelector(".icon-button:not(:disabled)") : button)?.focus();
    this.#announce(item, to);
    await this.#save(item, {position: to < from ? "before" : "after", target: target.fav});
  }

  async moveToEnd(item, place) {
    const to = place === "first" ? 0 : this.#all.length - 1;
    this.#all.splice(this.#all.indexOf(item), 1);
    this.#all.splice(to, 0, item);
    this.#render();
    this.#list.row(to)?.querySelector("a")?.focus();
    this.#announce(item, to);
    await this.#save(item, {position: place});
  }

  #announce(item, to) {
    fill(this.#announcement, `Moved ${nameOf(item)} to position ${to + 1} of ${this.#all.length}.`);
  }

  #save(item, change) {
    this.expect("moved", item);
    return attempt(
      () => post("favorites.move", {key: item.fav, ...change}),
      () => this.#load()
    );
  }

  remove(item) {
    const index = this.#shown.indexOf(item);
    this.#all = this.#all.filter((one) => one !== item);
    this.expect("removed", item);
    this.#render();
    const row = this.#list.row(Math.min(index, this.#shown.length - 1));
    (row ?? this.node).querySelector("a, h1").focus();
    setFavorite(item.id, false);
    return attempt(
      async () => {
        await post("favorites.remove", {keys: [item.fav]});
        await offerUndo(item, false, () => this.#load());
      },
      () => this.#load()
    );
  }

  #rowKey(event) {
    const step = {ArrowUp: -1, ArrowDown: 1}[event.key];
    const row = event.target.closest("[data-index]");
    if (!event.altKey || !step || !row) return;
    event.preventDefault();
    this.move(
      Number(row.dataset.index),
      Number(row.dataset.index) + step,
      step < 0 ? "up" : "down"
    );
  }
}
