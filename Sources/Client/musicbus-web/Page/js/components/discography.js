// The albums of an artist by kind, with filters, order, zoom and editions.

import {el, fill} from "../dom.js";
import {counted, folded, year} from "../format.js";
import {editionsOf} from "../music.js";
import {change, settings, zooms} from "../settings.js";
import {choice, radios, textField} from "./controls.js";
import {dateRange, isInRange} from "./dates.js";
import {card, editionList, failure, grid, hint} from "./items.js";

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
  ["karaoke", "Karaoke"]
];

export class Discography {
  #artist;
  #albums = [];
  /** The lists of editions by album. */
  #editions = new Map();
  #filter = {title: "", from: "", to: ""};
  #order = "newest";
  #list = el("div.discography");
  #error = el("p.error", {role: "alert", hidden: true});
  #count = el("p.count", {role: "status"});
  #zoom;

  constructor(artist) {
    this.#artist = artist;
    const field = (label, key, options) =>
      textField(label, {...options, oninput: (value) => this.#changed({[key]: value})});
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
    this.#zoom = radios("Zoom", zooms, settings.zoom, (zoom) => change({zoom}));
    this.node = el(
      "div",
      el(
        "div.filters",
        field("Filter by title", "title", {cls: "wide"}).node,
        field("From", "from", {placeholder: "1973"}).node,
        field("To", "to", {placeholder: "1980"}).node,
        order,
        this.#zoom.node
      ),
      this.#error,
      this.#count,
      this.#list
    );
    this.#followPinch();
  }

  show(albums) {
    this.#albums = albums;
    this.#render();
  }

  #changed(values) {
    Object.assign(this.#filter, values);
    this.#render();
  }

  #render() {
    const range = dateRange(this.#filter.from.trim(), this.#filter.to.trim());
    this.#error.hidden = !range.error;
    fill(this.#error, range.error);
    if (range.error) return;
    const title = folded(this.#filter.title.trim());
    const found = this.#albums.filter(
      (album) => folded(album.title).includes(title) && isInRange(album.releaseDate, range)
    );
    const isFiltered = title || range.from || range.to;
    const total = counted(this.#albums.length, "album");
    fill(this.#count, isFiltered ? `${found.length} of ${total}` : total);
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
      groups(found).map(([name, albums]) => [
        el("h3", name),
        grid(this.#sorted(albums), (album) => this.#card(album))
      ])
    );
  }

  #sorted(albums) {
    const sign = this.#order === "newest" ? -1 : 1;
    const key = (album) => album.releaseDate ?? (sign < 0 ? "0" : "9999");
    return [...albums].sort((one, other) => sign * key(one).localeCompare(key(other)));
  }

  #card(album) {
    const node = card(album, {note: year(album.releaseDate) || "Year unknown"});
    if (album.editions > 1) {
      const key = `${album.id} ${album.editions}`;
      const list = this.#editions.get(key) ?? el("div.editions", {hidden: true});
      this.#editions.set(key, list);
      const button = el(
        "button.text-button",
        {
          "aria-expanded": String(!list.hidden),
          "aria-label": `${album.editions} editions of ${album.title}`,
          onclick: () => this.#expand(album, button, list)
        },
        `${album.editions} editions`
      );
      node.append(button, list);
    }
    return node;
  }

  async #expand(album, button, list) {
    list.hidden = !list.hidden;
    button.setAttribute("aria-expanded", !list.hidden);
    if (list.hidden || list.querySelector("a")) return;
    try {
      fill(list, editionList(await editionsOf(this.#artist, album)));
    } catch (problem) {
      fill(list, failure(problem));
    }
  }

  /** Selects the zoom that was chosen here or elsewhere. */
  updateZoom() {
    this.#zoom.select(settings.zoom);
  }

  #step(step) {
    const next = zooms[zooms.findIndex(([key]) => key === settings.zoom) + step];
    if (next) change({zoom: next[0]});
  }

  /** Ctrl+wheel, which is also what a pinch on a touchpad sends, and pinches on a touch screen. */
  #followPinch() {
    let sum = 0;
    this.node.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        sum += event.deltaY;
        if (Math.abs(sum) < 40) return;
        this.#step(sum < 0 ? 1 : -1);
        sum = 0;
      },
      {passive: false}
    );
    let start = 0;
    this.#list.ontouchend = () => {
      start = 0;
    };
    this.#list.addEventListener(
      "touchmove",
      ({touches: [one, other]}) => {
        if (!other) return;
        const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
        start ||= distance;
        const ratio = distance / start;
        if (ratio > 1.3 || ratio < 0.75) {
          this.#step(ratio > 1 ? 1 : -1);
          start = distance;
        }
      },
      {passive: true}
    );
  }
}

function groups(albums) {
  const names = new Map(kinds);
  const byKind = Map.groupBy(albums, ({albumKind = "album"}) =>
    names.has(albumKind) ? albumKind : "other"
  );
  return [...kinds, ["other", "Other releases"]]
    .filter(([kind]) => byKind.has(kind))
    .map(([kind, name]) => [name, byKind.get(kind)]);
}
