// The albums of favourite artists that the user does not have, as the hub puts them together.

import {get} from "../api.js";
import {el, fill} from "../dom.js";
import {year} from "../format.js";
import {asking, settings} from "../settings.js";
import {putAll} from "../store.js";
import {failure} from "./failure.js";
import {card, checkButton, grid, hint, joined, skeleton} from "./items.js";
import {NameFilter} from "./namefilter.js";

/** What a user without files and without a server is told. */
export const noFolders = () =>
  hint(
    "No music folder and no server of yours is configured. " +
      'Name a folder: run "musicbus config set providers.files.folders ~/Music", ' +
      'or a server: run "musicbus provider setup opensubsonic".'
  );

export class MissingAlbums {
  #all = [];
  #notes = el("div", {role: "status"});
  #list = el("div");
  #filter = new NameFilter(
    ({title, artist}) => `${title} ${artist?.name ?? ""}`,
    () => this.#render()
  );
  #filters = el("div.filters", this.#filter.node);
  node = el("div.stack", this.#notes, this.#filters, this.#filter.count, this.#list);

  /** Shows what the hub knows. */
  load() {
    fill(this.#notes);
    this.#replace(skeleton(6));
    return this.#request({cache: "only"});
  }

  async #request(options) {
    try {
      const reply = await get("albums.missing", {...asking(), artistsOf: "favorites", ...options});
      this.#all = putAll(reply.items);
      this.#say(reply);
      this.#render();
    } catch (problem) {
      fill(this.#notes);
      this.#replace(
        problem.code === "NO_PROVIDER" ? noFolders() : failure(problem, () => this.load())
      );
    }
  }

  /** What was not checked, with a button that requests it from the sources. */
  #say({notes = [], totalIsExact}) {
    fill(
      this.#notes,
      notes.map((note) => hint(note)),
      !totalIsExact && !settings.isOffline && checkButton(() => this.#request({}))
    );
  }

  #replace(...nodes) {
    fill(this.#filter.count);
    this.#filters.hidden = true;
    fill(this.#list, nodes);
  }

  #render() {
    if (!this.#all.length)
      return this.#replace(!this.#notes.firstChild && hint("Nothing is missing."));
    const shown = this.#filter.select(this.#all, "album");
    this.#filters.hidden = false;
    const make = (album) =>
      card(album, {note: joined(album.artist?.name, year(album.releaseDate))});
    fill(this.#list, shown.length ? grid(shown, make) : hint("No albums match the filter."));
  }
}
