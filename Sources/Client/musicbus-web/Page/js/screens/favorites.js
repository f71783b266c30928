// `/favorites`: favourites in the user's order, with notes, filter and undo.

import {post} from "../api.js";
import {choice, foldable, radios} from "../components/controls.js";
import {deadLinks} from "../components/deadlinks.js";
import {followDragging, followKeys} from "../components/dragging.js";
import {failure} from "../components/failure.js";
import {
  favoriteOrders,
  favoriteRow,
  favoriteViews,
  noFavorites,
  searched,
  selectionBar
} from "../components/favoriterow.js";
import {card, empty, joined} from "../components/items.js";
import {LongList} from "../components/longlist.js";
import {MissingAlbums} from "../components/missing.js";
import {NameFilter} from "../components/namefilter.js";
import {tabs} from "../components/tabs.js";
import {attempt} from "../components/toast.js";
import {transfer} from "../components/transfer.js";
import {el, fill, icon, retainFocus} from "../dom.js";
import {offerUndo, onFavorites, removeAll} from "../favorites.js";
import {kindName, nameOf} from "../format.js";
import {kinds, pages, putFavorite} from "../music.js";
import {go} from "../router.js";
import {change, settings} from "../settings.js";

const choices = [["all", "All"], ...kinds, ["missing", "Missing"]];

export const favoritesScreen = (_, query) => new FavoritesScreen(query.get("kind"));

class FavoritesScreen {
  title = "Favourites";
  isSelecting = false;
  /** The favourites that are selected, by their names in the list. */
  selection = new Set();
  #kind;
  #order = "own";
  #filter = new NameFilter(searched, () => this.#render());
  #all = [];
  #shown = [];
  #version = 0;
  /** Changes made here that the hub has not reported yet. */
  #expected = [];
  #isStale = false;
  #list = new LongList((item, index) =>
    this.#isGrid ? this.#card(item) : favoriteRow(item, index, this)
  );
  #panel = el("div", {role: "tabpanel", id: "favorites-panel"});
  #announcement = el("p.visually-hidden", {role: "status", "aria-live": "assertive"});
  #bar = el("div.sheet.selection-bar", {hidden: true});
  #transfer = transfer();
  #missing = new MissingAlbums();
  #tabs;
  /** What controls the list, if it has items. */
  #controlled = [];

  constructor(kind) {
    this.#kind = choices.some(([one]) => one === kind) ? kind : "all";
    this.#tabs = tabs("Kind", choices, this.#panel, (one) => this.#select(one));
    this.node = el(
      "div.screen",
      el("h1", {tabindex: -1}, "Favourites"),
      this.#tabs.node,
      this.#transfer.node,
      deadLinks(),
      this.#controls(),
      this.#panel,
      this.#bar,
      this.#announcement
    );
    this.#list.onRest(() => this.#isStale && this.#load());
    followKeys(this.#list.node, (from, to) => this.move(from, to));
    followDragging(this.#list.node, (from, to) => this.move(from, to, false));
    this.dispose = onFavorites((events) => this.#changed(events));
    this.#select(this.#kind);
  }

  #controls() {
    const order = choice("Sort", favoriteOrders, this.#order, (value) => {
      this.#order = value;
      this.#load();
    });
    const view = radios("View", favoriteViews, settings.favorites, (favorites) => {
      change({favorites});
      this.#startSelecting(false);
    });
    const select = el(
      "button.button",
      {onclick: () => this.#startSelecting(!this.isSelecting)},
      icon("check"),
      "Select"
    );
    const {filters, button} = foldable(this.#filter.node, order, view.node);
    const head = el("div.fold-head", this.#filter.count, el("div.actions", button, select));
    this.#controlled = [head, filters];
    return this.#controlled;
  }

  get #isGrid() {
    return settings.favorites === "grid" && !this.isSelecting;
  }

  get canMove() {
    return this.#order === "own" && !this.#filter.isUsed;
  }

  /** What an item is, if the list has several kinds. */
  kindOf(item) {
    return this.#kind === "all" && kindName(item.kind);
  }

  #card(item) {
    const kind = this.kindOf(item);
    const note = (kind || item.note) && joined(kind, item.artist?.name, item.note);
    return card(item, {note: note || undefined});
  }

  #select(kind) {
    if (kind !== this.#kind) go(`/favorites?kind=${kind}`, {replace: true});
    this.#kind = kind;
    this.#tabs.select(kind);
    this.#all = [];
    this.selection.clear();
    this.#load();
  }

  /** Loads all pages; the first one is shown as soon as it is here. */
  async #load() {
    this.#expected = [];
    this.#isStale = false;
    const version = ++this.#version;
    if (this.#kind === "missing") return this.#showMissing();
    const items = [];
    const entityKind = this.#kind === "all" ? undefined : this.#kind;
    try {
      for await (const page of pages("favorites.list", {entityKind, sort: this.#order}, 0)) {
        if (version !== this.#version) return;
        items.push(...page.items.map(putFavorite));
        if (page.next && !this.#all.length) this.#show(items);
      }
      this.#show(items);
    } catch (problem) {
      if (version === this.#version)
        fill(
          this.#panel,
          failure(problem, () => this.#load())
        );
    }
  }

  /** Shows the albums of favourite artists that are not in the user's files, which have their own tools. */
  #showMissing() {
    this.isSelecting = false;
    this.#renderBar();
    for (const node of this.#controlled) node.hidden = true;
    fill(this.#panel, this.#missing.node);
    return this.#missing.load();
  }

  /** Shows what was loaded, or loads it again once no row is in use. */
  #show(items) {
    this.#isStale = this.#list.isInUse;
    if (this.#isStale) return;
    this.#all = items.slice();
    this.#render();
  }

  #render() {
    if (this.#kind === "missing") return;
    this.#shown = this.#filter.select(this.#all, "favourite");
    this.#renderBar();
    for (const node of this.#controlled) node.hidden = !this.#all.length;
    if (!this.#shown.length) {
      return fill(
        this.#panel,
        this.#filter.isUsed
          ? empty("search", "No favourites match the filter.")
          : noFavorites(this.#transfer.chooseFile)
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
      list.show(this.#shown, this.#isGrid ? "grid chunk" : "rows long");
      if (fav) list.row(this.#shown.findIndex((one) => one.fav === fav));
    });
  }

  #startSelecting(isOn) {
    this.isSelecting = isOn;
    this.selection.clear();
    this.#render();
  }

  select(item) {
    if (!this.selection.delete(item.fav)) this.selection.add(item.fav);
    this.#renderBar();
  }

  #renderBar() {
    this.#bar.hidden = !this.isSelecting;
    const remove = () => this.#removeSelected();
    fill(
      this.#bar,
      selectionBar(this.selection.size, remove, () => this.#startSelecting(false))
    );
  }

  /** Notes a change that is made here, for which the list need not be loaded again. */
  expect(change, item) {
    this.#expected.push(`${change} ${item.fav}`);
  }

  /** Loads the list again after changes elsewhere, once no row is in use. */
  #changed(events) {
    let isOwn = Boolean(events);
    for (const {change, favorite} of events ?? []) {
      const index = this.#expected.indexOf(`${change} ${favorite}`);
      if (index < 0) isOwn = false;
      else this.#expected.splice(index, 1);
    }
    if (isOwn) return;
    if (this.#list.isInUse) this.#isStale = true;
    else this.#load();
  }

  step(item, step) {
    const from = this.#shown.indexOf(item);
    return this.move(from, from + step);
  }

  /** Moves an item to a position; -1 is the last one. */
  moveTo(item, to) {
    return this.move(this.#shown.indexOf(item), to < 0 ? this.#shown.length - 1 : to);
  }

  /** Moves a row, whose handle gets the focus unless it was dragged. */
  async move(from, to, isFocused = true) {
    const item = this.#shown[from];
    const target = this.#shown[to];
    if (!this.canMove || !item || !target || from === to) return;
    this.#all.splice(from, 1);
    this.#all.splice(to, 0, item);
    this.#list.refresh(Math.min(from, to), Math.max(from, to));
    const row = this.#list.row(to);
    if (isFocused) row?.querySelector(".handle")?.focus();
    fill(this.#announcement, `Moved ${nameOf(item)} to position ${to + 1} of ${this.#all.length}.`);
    this.expect("moved", item);
    const place = to < from ? "before" : "after";
    await attempt(
      () => post("favorites.move", {key: item.fav, position: place, target: target.fav}),
      () => this.#load()
    );
  }

  async remove(item) {
    const index = this.#shown.indexOf(item);
    await this.#removeItems([item], () => {
      const row = this.#list.row(Math.min(index, this.#shown.length - 1));
      (row ?? this.node).querySelector("a, h1").focus();
    });
  }

  #removeSelected() {
    const items = this.#all.filter((one) => this.selection.has(one.fav));
    this.isSelecting = false;
    this.selection.clear();
    return this.#removeItems(items, () => this.node.querySelector("h1").focus());
  }

  async #removeItems(items, focus) {
    this.#all = this.#all.filter((one) => !items.includes(one));
    for (const one of items) this.expect("removed", one);
    this.#render();
    focus();
    const isRemoved = await removeAll(items, (one) => one.fav);
    if (isRemoved) await offerUndo(items, false, () => this.#load());
    else this.#load();
  }
}
