// The albums of an artist in one grid, with kinds, filters, order, zoom and editions.

import {el, fill} from "../dom.js";
import {counted, folded, kindName, shortDate, year} from "../format.js";
import {editionsOf} from "../music.js";
import {change, settings, zooms} from "../settings.js";
import {choice, foldable, radios, textField} from "./controls.js";
import {dateRange, isInRange, typedDate} from "./dates.js";
import {failure} from "./failure.js";
import {card, editionList, grid, hint, parts} from "./items.js";

/** The kinds in the order in which they are offered; others follow. */
const kinds = [
  ["album", "Albums"],
  ["ep", "EPs"],
  ["single", "Singles"],
  ["live", "Live albums"],
  ["compilation", "Compilations"],
  ["soundtrack", "Soundtracks"],
  ["remix", "Remixes"],
  ["demo", "Demos"],
  ["tribute", "Tributes"],
  ["karaoke", "Karaoke"],
  ["other", "Other releases"]
];
const names = new Map(kinds);
const kindOf = ({albumKind = "album"}) => (names.has(albumKind) ? albumKind : "other");

export class Discography {
  #artist;
  #albums = [];
  #filter = {title: "", from: "", to: ""};
  /** The last range without an error. */
  #range = {};
  #years = el("datalist", {id: "years"});
  #order = "newest";
  #kind = "all";
  #list = el("div.discography");
  #error = el("p.error", {role: "alert", hidden: true});
  #count = el("p.count", {role: "status"});
  #chips = radios("Kind of album", [], "all", (kind) => this.#select(kind), "chips");
  #shownKinds = "";
  #zoom = radios("Zoom", zooms, settings.zoom, (zoom) => change({zoom}));

  constructor(artist) {
    this.#artist = artist;
    const field = (label, key, options) =>
      textField(label, {...options, oninput: (value) => this.#changed({[key]: value})});
    const dates = (placeholder) => ({
      placeholder,
      list: this.#years.id,
      onchange: () => this.#render(true)
    });
    const order = choice(
      "Sort",
      [
        ["newest", "Newest first"],
        ["oldest", "Oldest first"]
      ],
      this.#order,
      (value) => {
        this.#order = value;
        this.#render();
      }
    );
    const {filters, button} = foldable(
      field("Filter by title", "title", {cls: "wide"}).node,
      field("From", "from", dates("1973")).node,
      field("To", "to", dates("1980")).node,
      order,
      this.#zoom.node
    );
    this.node = el(
      "div",
      el("div.fold-head", this.#chips.node, button),
      filters,
      this.#years,
      this.#error,
      this.#count,
      this.#list
    );
  }

  show(albums) {
    this.#albums = albums;
    const years = new Set(albums.map((album) => year(album.releaseDate)).filter(Boolean));
    fill(
      this.#years,
      [...years].sort().map((value) => el("option", {value}))
    );
    this.#render();
  }

  #changed(values) {
    Object.assign(this.#filter, values);
    this.#render();
  }

  #select(kind) {
    this.#kind = kind;
    this.#render();
  }

  /** Offers the kinds that there are, with their counts. */
  #offerKinds() {
    const counts = Map.groupBy(this.#albums, kindOf);
    const offered = kinds
      .filter(([kind]) => counts.has(kind))
      .map(([kind, name]) => [kind, `${name} ${counts.get(kind).length}`]);
    const missing = this.#albums.filter((album) => !album.owned).length;
    // Of an artist of whom nothing is in the files, all is missing.
    if (missing > 0 && missing < this.#albums.length)
      offered.push(["missing", `Missing ${missing}`]);
    if (!offered.some(([kind]) => kind === this.#kind)) this.#kind = "all";
    const shown = `${offered}`;
    if (shown === this.#shownKinds) return;
    this.#shownKinds = shown;
    this.#chips.node.hidden = offered.length < 2;
    this.#chips.show([["all", "All"], ...offered], this.#kind);
  }

  /** Draws the albums; dates that are still being typed are no errors. */
  #render(isEntered = false) {
    this.#offerKinds();
    const dates = [this.#filter.from, this.#filter.to].map((text) => text.trim());
    const range = dateRange(...(isEntered ? dates : dates.map(typedDate)));
    this.#error.hidden = !range.error;
    fill(this.#error, range.error);
    if (!range.error) this.#range = range;
    const title = folded(this.#filter.title.trim());
    const found = this.#albums.filter(
      (album) =>
        this.#isOfKind(album) &&
        folded(album.title).includes(title) &&
        isInRange(album.releaseDate, this.#range)
    );
    const total = counted(this.#albums.length, "album");
    fill(this.#count, found.length < this.#albums.length ? `${found.length} of ${total}` : total);
    if (!this.#albums.length) return fill(this.#list, hint("There are no albums to filter."));
    if (!found.length)
      return fill(
        this.#list,
        hint(
          this.#albums.length === 1
            ? "The only album does not match the filters."
            : `None of the ${this.#albums.length} albums matches the filters.`
        )
      );
    fill(
      this.#list,
      grid(this.#sorted(found), (album) => this.#card(album))
    );
  }

  #isOfKind(album) {
    if (this.#kind === "missing") return !album.owned;
    return this.#kind === "all" || kindOf(album) === this.#kind;
  }

  #sorted(albums) {
    const sign = this.#order === "newest" ? -1 : 1;
    const key = (album) => album.releaseDate ?? (sign < 0 ? "0" : "9999");
    return [...albums].sort((one, other) => sign * key(one).localeCompare(key(other)));
  }

  #card(album) {
    const {albumKind = "album", releaseDate, trackCount} = album;
    const node = card(album, {
      note: parts(
        shortDate(releaseDate) || "Year unknown",
        albumKind !== "album" && kindName(albumKind),
        trackCount && counted(trackCount, "track")
      )
    });
    if (album.editions > 1) node.append(...this.#editions(album));
    return node;
  }

  /** A button with a list of editions, which is loaded when it is opened. */
  #editions(album) {
    const list = el("div.editions");
    const name = `${album.editions} editions of ${album.title}`;
    const id = `editions-${album.id}`;
    const popover = el(
      "div.sheet.popover",
      {id, popover: "", role: "dialog", "aria-label": name},
      list
    );
    const button = el(
      "button.text-button",
      {"aria-expanded": "false", "aria-label": name, popovertarget: id},
      `${album.editions} editions`
    );
    const load = async () => {
      try {
        fill(list, el("h3", album.title), editionList(await editionsOf(this.#artist, album)));
      } catch (problem) {
        fill(list, failure(problem, load));
      }
    };
    popover.addEventListener("toggle", ({newState}) => {
      button.setAttribute("aria-expanded", newState === "open");
      if (newState === "open" && !list.querySelector("a")) load();
    });
    return [button, popover];
  }

  /** Selects the zoom that was chosen here or elsewhere. */
  updateZoom() {
    this.#zoom.select(settings.zoom);
  }
}
