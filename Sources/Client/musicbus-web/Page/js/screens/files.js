// `/files`: the artists and albums that the user has, by name.

import {failure, problemOf} from "../components/failure.js";
import {card, empty, skeleton} from "../components/items.js";
import {LongList} from "../components/longlist.js";
import {noFolders} from "../components/missing.js";
import {NameFilter} from "../components/namefilter.js";
import {SourceActivity} from "../components/sources.js";
import {tabs} from "../components/tabs.js";
import {el, fill, retainFocus} from "../dom.js";
import {nameOf} from "../format.js";
import {kinds, owned} from "../music.js";
import {go} from "../router.js";

const choices = kinds.filter(([kind]) => kind !== "song");

export const filesScreen = (_, query) => new FilesScreen(query.get("kind"));

class FilesScreen {
  title = "Your files";
  #kind;
  #all = [];
  #version = 0;
  #sources = new SourceActivity();
  #list = new LongList((item, index) => card(item, {isEager: index < 8}));
  #panel = el("div", {role: "tabpanel", id: "files-panel"});
  #notes = el("p.hint", {role: "status"});
  #filter = new NameFilter(
    (one) => [nameOf(one), one.artist?.name].filter(Boolean).join(" "),
    () => this.#render()
  );
  #filters = el("div.filters", this.#filter.node);
  #tabs = tabs("Kind", choices, this.#panel, (kind) => this.#select(kind));

  constructor(kind) {
    this.node = el(
      "div.screen",
      el("h1", {tabindex: -1}, "Your files"),
      this.#tabs.node,
      this.#filters,
      this.#notes,
      this.#filter.count,
      this.#panel,
      this.#sources.node
    );
    this.#select(choices.some(([one]) => one === kind) ? kind : "artist");
  }

  #select(kind) {
    if (this.#kind && kind !== this.#kind) go(`/files?kind=${kind}`, {replace: true});
    this.#kind = kind;
    this.#tabs.select(kind);
    this.#all = [];
    this.#load();
  }

  /** Loads all pages; the first one is shown as soon as it is here. */
  async #load() {
    this.#version += 1;
    const version = this.#version;
    const again = () => this.#load();
    const show = (items) => {
      if (version !== this.#version) return;
      this.#all = items;
      this.#render();
    };
    const method = `collection.${this.#kind}s`;
    fill(this.#notes);
    this.#replace(skeleton(12));
    this.#sources.clear();
    this.#sources.begin(method);
    try {
      const reply = await owned(this.#kind, (items) => items.length && show(items));
      if (version !== this.#version) return;
      this.#sources.end(method, reply.sources);
      fill(this.#notes, reply.notes?.join(" "));
      const problem = problemOf(reply);
      if (problem) this.#replace(failure(problem, again));
      else show(reply.items);
    } catch (problem) {
      if (version !== this.#version) return;
      this.#sources.end(method, problem.sources);
      this.#replace(problem.code === "NO_PROVIDER" ? noFolders() : failure(problem, again));
    }
  }

  /** Shows something in place of the list, with nothing to filter. */
  #replace(...nodes) {
    fill(this.#filter.count);
    this.#filters.hidden = true;
    fill(this.#panel, nodes);
  }

  #render() {
    if (!this.#all.length)
      return this.#replace(empty("folder", "There is no music in your folders or on your server."));
    const shown = this.#filter.select(this.#all, this.#kind);
    this.#filters.hidden = false;
    if (!shown.length)
      return fill(this.#panel, empty("search", `No ${this.#kind}s match the filter.`));
    retainFocus(this.#list.node, () => this.#list.show(shown, "grid chunk"));
    if (this.#list.node.parentNode !== this.#panel) fill(this.#panel, this.#list.node);
  }
}
