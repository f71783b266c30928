// `/search?text=`: search as you type over artists, albums and songs.

import {get} from "../api.js";
import {radios} from "../components/controls.js";
import {failure} from "../components/failure.js";
import {guessLine, meantBy, recentList} from "../components/guesses.js";
import {empty, skeleton} from "../components/items.js";
import {ResultGroup} from "../components/results.js";
import {isMissing, SourceActivity} from "../components/sources.js";
import {bestResult, showTopResult} from "../components/topresult.js";
import {debounce, el, fill} from "../dom.js";
import {kinds, pathOfID, recentSearches, search} from "../music.js";
import {go, retitle} from "../router.js";
import {focusSearch, setSearchText} from "../shell.js";

const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
/** A URL, also without its scheme, a URI or id of a source, or a bar code or an ISRC, also as printed. */
const pasted =
  /^(([a-z]+:\/\/|([a-z\d-]+\.)+[a-z]{2,}\/)\S+|[a-z\d-]+:[a-z-]+:\S+|((upc|ean|gtin|isrc)[: ] *)?((?=(\D*\d){12,14}$)\d+([ -]\d+){0,4}|[a-z]{2}[ -]?[a-z\d]{3}[ -]?\d{2}[ -]?\d{5}))$/i;
const invitation = "Search for an artist, an album or a song.";
const left = "Press Enter to open it.";
const methodOf = (kind) => `${kind}s.search`;

export function searchScreen(_, query, isKnown) {
  return new SearchScreen(query.get("text") ?? "", isKnown);
}

class SearchScreen {
  title = "Search";
  #text = "";
  #kind = "all";
  #isExact;
  /** Whether a source has results for the text. */
  #isFound = false;
  /** Whether all sources have replied. */
  #isAnswered = false;
  #sources = new SourceActivity();
  #groups = kinds.map((one) => new ResultGroup(...one, () => this.#drawn()));
  #message = el("div.message", {role: "status"});
  #tabs = radios("Show", [], "all", (kind) => this.#select(kind), "chips");
  #shownTabs = "";
  #top = el("section.top-section", {hidden: true});
  /** Stands for the results until the first ones are here. */
  #placeholder = el("div.placeholder");
  /** What the library has for a text, which may have typos, by kind. */
  #guesses = new Map();
  #abort = new AbortController();
  #query = debounce(300, () => this.#querySources());

  constructor(text, isKnown) {
    this.#tabs.node.hidden = true;
    this.node = el(
      "div.screen.search-screen",
      {onkeydown: (event) => this.#key(event), onclick: (event) => this.#opened(event)},
      el("h1.visually-hidden", {tabindex: -1}, "Search results"),
      this.#message,
      this.#placeholder,
      this.#tabs.node,
      this.#top,
      this.#groups.map((group) => group.node),
      this.#sources.node
    );
    if (text) this.search(text, !isKnown || !pasted.test(text.trim()), false);
    else this.#invite();
  }

  get #isPasted() {
    return pasted.test(this.#text.trim());
  }

  onEnter() {
    if (this.#text) setSearchText(this.#text);
    else focusSearch();
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
    this.#guesses.clear();
    this.#isFound = false;
    this.#isAnswered = false;
    for (const group of this.#groups) group.begin(text);
    fill(this.#placeholder);
    if (!text.trim()) return this.#invite();
    const isLong = [...text.trim()].length >= (eastAsian.test(text) ? 2 : 3);
    if (!isLong && !isEntered)
      return this.#say(
        "Type at least three characters. To search for a shorter name, press Enter."
      );
    this.#say("");
    if (!this.#isPasted && this.#isEmpty) fill(this.#placeholder, skeleton(6));
    if (!this.#isPasted) this.#queryCache();
    this.#isExact = !isLong;
    if (isEntered) {
      this.#querySources();
      if (isTyped) this.#remember();
    } else if (isTyped || !this.#isPasted) this.#query();
    else this.#say(left);
  }

  /** Has the hub remember the text, which was entered, or led to something. */
  #remember() {
    const text = this.#text.trim();
    if (!text || this.#isPasted) return;
    for (const group of this.#groups)
      search(group.kind, text, {limit: 1, onlyCached: true}).catch(() => {});
  }

  /** A result was opened: the text is remembered. */
  #opened(event) {
    if (event.target.closest("a[href]:not([href^='/search'])")) this.#remember();
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

  #say(...content) {
    fill(this.#message, content);
    this.#message.hidden = !this.#message.firstChild;
  }

  /** What is shown while there is no text: the recent searches. */
  async #invite() {
    const {signal} = this.#abort;
    this.#say(empty("search", invitation));
    const texts = await recentSearches().catch(() => []);
    if (signal.aborted || this.#text.trim() || !texts.length) return;
    this.#say(empty("search", invitation), recentList(texts));
  }

  /** Searches for one kind. */
  #search({kind, limit}, options) {
    const {signal} = this.#abort;
    const exact = this.#isExact || undefined;
    return search(kind, this.#text, {limit, exact, lookup: true, signal, ...options});
  }

  /** Shows the results that the hub has cached, before any source replies. */
  #queryCache() {
    const {signal} = this.#abort;
    for (const group of this.#groups) {
      this.#search(group, {exact: undefined, onlyCached: true})
        .then((reply) => {
          if (signal.aborted) return;
          if (reply.items.length) this.#guesses.set(group.kind, reply.items[0]);
          group.showPreliminary(reply.items);
          if (this.#isAnswered && reply.items.length) this.#summarize();
        })
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
          // If no source knows the text, what the library has for it stays.
          if (reply.items.length || !this.#guesses.has(group.kind)) group.show(reply.items, true);
          this.#isFound ||= reply.items.length > 0;
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

  /** Says so if there are no results, and what the text may mean. */
  #summarize(failures = []) {
    const text = this.#text.trim();
    this.#isAnswered = true;
    const isEmpty = this.#isEmpty;
    fill(this.#placeholder);
    if (failures.length === kinds.length) {
      const again = () => this.#querySources();
      return this.#say(isEmpty && failure(failures[0], again));
    }
    const names = meantBy(text, kinds.map(([kind]) => this.#guesses.get(kind)).filter(Boolean));
    if (this.#isFound || (!isEmpty && !names.length)) return this.#say("");
    const meant = names.length > 0 && guessLine(names);
    const none = `No results for “${text}”.`;
    this.#say(isEmpty ? empty("search", none, meant) : el("div", el("p", none), meant));
  }

  get #isEmpty() {
    return this.#groups.every((group) => group.isEmpty);
  }

  #select(kind) {
    this.#kind = kind;
    this.#drawn();
  }

  /** A group has drawn its results: shows the counts and the top result. */
  #drawn() {
    const found = this.#groups.filter((group) => !group.isEmpty);
    if (found.length) fill(this.#placeholder);
    const tabs = found.map(({kind, title, items}) => [kind, `${title} ${items.length}`]);
    if (!found.some(({kind}) => kind === this.#kind)) this.#kind = "all";
    if (`${tabs}` !== this.#shownTabs) {
      this.#shownTabs = `${tabs}`;
      this.#tabs.show([["all", "All"], ...tabs], this.#kind);
    }
    this.#tabs.node.hidden = !found.length;
    for (const group of this.#groups)
      group.node.hidden = group.isEmpty || !["all", group.kind].includes(this.#kind);
    const isShown = found.length && this.#kind === "all";
    showTopResult(this.#top, isShown ? bestResult(found, this.#text) : null);
  }

  get #links() {
    return [...this.node.querySelectorAll("a.title")].filter((one) => one.checkVisibility());
  }

  /** Moves the focus into the results; returns whether there are any. */
  focusFirst() {
    const [first] = this.#links;
    first?.focus();
    return Boolean(first);
  }

  /** Arrow keys go through the results, Escape goes back to the search box. */
  #key(event) {
    if (event.key === "Escape") return focusSearch();
    const links = this.#links;
    const index = links.indexOf(document.activeElement);
    const step = {ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1}[event.key];
    if (index < 0 || !step || event.altKey) return;
    event.preventDefault();
    if (index + step < 0) focusSearch();
    else links[index + step]?.focus();
  }
}
