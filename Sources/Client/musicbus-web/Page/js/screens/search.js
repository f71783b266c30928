// `/search?text=`: search as you type over artists, albums and songs.

import {get} from "../api.js";
import {ResultGroup} from "../components/results.js";
import {isMissing, SourceActivity} from "../components/sources.js";
import {debounce, el, fill} from "../dom.js";
import {kinds, pathOfID, search} from "../music.js";
import {go, retitle} from "../router.js";
import {setSearchText} from "../shell.js";

const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
/** A URL, also without its scheme, a URI or id of a source, or a bar code or an ISRC, also as printed. */
const pasted =
  /^(([a-z]+:\/\/|([a-z\d-]+\.)+[a-z]{2,}\/)\S+|[a-z\d-]+:[a-z-]+:\S+|((upc|ean|gtin|isrc)[: ] *)?((?=(\D*\d){12,14}$)\d+([ -]\d+){0,4}|[a-z]{2}[ -]?[a-z\d]{3}[ -]?\d{2}[ -]?\d{5}))$/i;
const invitation = "Type the name of an artist, an album or a song.";
const left = "Press Enter to open it.";
const methodOf = (kind) => `${kind}s.search`;

export function searchScreen(_, query, isKnown) {
  return new SearchScreen(query.get("text") ?? "", isKnown);
}

class SearchScreen {
  title = "Search";
  #text = "";
  #sources = new SourceActivity();
  #groups = kinds.map((one) => new ResultGroup(...one));
  #message = el("p.hint", {role: "status"});
  #abort = new AbortController();
  #query = debounce(300, () => this.#querySources());

  constructor(text, isKnown) {
    this.node = el(
      "div.screen",
      el("h1.visually-hidden", {tabindex: -1}, "Search results"),
      this.#sources.node,
      this.#message,
      this.#groups.map((group) => group.node)
    );
    if (text) this.search(text, !isKnown || !pasted.test(text.trim()), false);
    else this.#say(invitation);
  }

  get #isPasted() {
    return pasted.test(this.#text.trim());
  }

  onEnter() {
    if (this.#text) setSearchText(this.#text);
  }

  onLeave() {
    setSearchText("");
    if (!this.#isPasted) return;
    this.#query.cancel();
    this.#abort.abort();
    this.#say(left);
  }

  dispose() {
    this.#abort.abort();
  }

  /** Shows results for a text; sources are queried after a pause, or immediately after Enter. */
  search(text, isEntered, isTyped = true) {
    const isSame = text.trim() === this.#text.trim();
    if (isSame && !isEntered) return;
    this.#text = text;
    if (isTyped) go(`/search?text=${encodeURIComponent(text)}`, {replace: true});
    retitle(this, text.trim() ? `“${text.trim()}”` : "Search");
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#query.cancel();
    this.#sources.clear();
    for (const group of this.#groups) group.begin(text);
    if (!text.trim()) return this.#say(invitation);
    const isLong = [...text.trim()].length >= (eastAsian.test(text) ? 2 : 3);
    if (!isLong && !isEntered)
      return this.#say(
        "Type at least three characters. To search for a shorter name, press Enter."
      );
    this.#say("");
    if (!this.#isPasted) this.#queryCache();
    this.#isExact = !isLong;
    if (isEntered) this.#querySources();
    else if (isTyped || !this.#isPasted) this.#query();
    else this.#say(left);
  }

  /** Opens the entity that a pasted text means. */
  async #open(text) {
    const {signal} = this.#abort;
    for (const group of this.#groups) group.finish();
    try {
      const {id} = await get("ids.find", {text}, signal);
      if (!id) return this.#say("No source recognizes this URL.");
      // Going back does not open it again.
      go("/search", {replace: true});
      go(pathOfID(id));
    } catch (problem) {
      if (!signal.aborted) this.#say(problem.message);
    }
  }

  #isExact;

  #say(text) {
    fill(this.#message, text);
    this.#message.hidden = !text;
  }

  /** Searches for one kind. */
  #search({kind, limit}, options) {
    const {signal} = this.#abort;
    const exact = this.#isExact || undefined;
    return search(kind, this.#text, {limit, exact, signal, ...options});
  }

  /** Shows the results that the hub has cached, before any source replies. */
  #queryCache() {
    const {signal} = this.#abort;
    for (const group of this.#groups) {
      this.#search(group, {exact: undefined, onlyCached: true})
        .then((reply) => signal.aborted || group.showPreliminary(reply.items))
        .catch(() => {});
    }
  }

  async #querySources() {
    if (this.#isPasted) return this.#open(this.#text.trim());
    const {signal} = this.#abort;
    const failures = [];
    await Promise.all(
      this.#groups.map(async (group) => {
        this.#sources.begin(methodOf(group.kind));
        try {
          const onItems = (items) => signal.aborted || group.show(items);
          const reply = await this.#search(group, {onItems});
          if (signal.aborted) return;
          group.show(reply.items, true);
          this.#end(group, reply.sources, signal);
        } catch (problem) {
          if (signal.aborted) return;
          group.finish();
          failures.push(problem);
          this.#end(group, problem.sources, signal);
        }
      })
    );
    if (!signal.aborted) this.#summarize(failures);
  }

  /** A call has ended: requests missing results when they are expected, also while another screen is shown. */
  #end(group, reports, signal, attempt = 1) {
    this.#sources.end(methodOf(group.kind), reports);
    const late = (reports ?? []).filter(isMissing);
    if (!late.length || attempt > 4) return;
    const delay = Math.max(2500 * attempt, ...late.map((one) => one.error?.retryAfterMs ?? 0));
    if (delay < 90_000) setTimeout(() => this.#repeat(group, signal, attempt), delay);
  }

  async #repeat(group, signal, attempt) {
    if (signal.aborted) return;
    const reply = await this.#search(group).catch((error) => error);
    if (signal.aborted) return;
    if (reply.items?.length) group.show(reply.items, true);
    this.#end(group, reply.sources, signal, attempt + 1);
    this.#summarize();
  }

  /** Says so if there are no results. */
  #summarize(failures = []) {
    const isEmpty = this.#groups.every((group) => group.isEmpty);
    if (!isEmpty) this.#say("");
    else if (failures.length === kinds.length) this.#say(failures[0].message);
    else this.#say(`No results for “${this.#text.trim()}”.`);
  }
}
