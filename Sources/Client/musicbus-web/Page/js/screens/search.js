// `/search?text=`: search as you type over artists, albums and songs.

import {get} from "../api.js";
import {radios} from "../components/controls.js";
import {failure, problemOf} from "../components/failure.js";
import {guessLine, recentList} from "../components/guesses.js";
import {empty, hint, skeleton} from "../components/items.js";
import {ResultGroup} from "../components/results.js";
import {isMissing, SourceActivity} from "../components/sources.js";
import {bestResult, showTopResult} from "../components/topresult.js";
import {debounce, el, fill} from "../dom.js";
import {kinds, pageLength, pathOfID, recentSearches, search} from "../music.js";
import {go, retitle} from "../router.js";
import {asking, settings} from "../settings.js";
import {focusSearch, setSearchText} from "../shell.js";

const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
const invitation = "Search for an artist, an album or a song.";
const left = "Press Enter to open it.";
const methodOf = (kind) => `${kind}s.search`;
const methods = kinds.map(([kind]) => methodOf(kind));

export function searchScreen(_, query, isKnown) {
  return new SearchScreen(query.get("text") ?? "", isKnown);
}

class SearchScreen {
  title = "Search";
  #text = "";
  #kind = "all";
  /** Whether a source has results for the text. */
  #isFound = false;
  /** Whether the text is only looked up: the hub does not remember it, and has no notes on it. */
  #isLookup = true;
  /** Whether the sources are being queried, and the timer of a query for results that are late. */
  #isAsking = false;
  #late;
  /** Whether a text that means one entity opens it: the user has just entered it, and is still here. */
  #mayOpen = false;
  #sources = new SourceActivity();
  #groups = kinds.map(([kind, title]) => {
    const load = (offset) => this.#search(methodOf(kind), {offset});
    return new ResultGroup(kind, title, () => this.#drawn(), load);
  });
  #message = el("div.message", {role: "status"});
  #announcement = el("p.visually-hidden", {role: "status"});
  #tabs = radios("Show", [], "all", (kind) => this.#select(kind), "chips");
  #shownTabs = "";
  #top = el("section.top-section", {hidden: true});
  /** Stands for the results until the first ones are here. */
  #placeholder = el("div.placeholder");
  /** Ends when what the library has for the text is shown. */
  #stored;
  #abort = new AbortController();
  #query = debounce(300, () => this.#querySources());

  constructor(text, isKnown) {
    this.#tabs.node.hidden = true;
    this.node = el(
      "div.screen.search-screen",
      {onkeydown: (event) => this.#key(event), onclick: (event) => this.#opened(event)},
      el("h1.visually-hidden", {tabindex: -1}, "Search results"),
      this.#message,
      this.#announcement,
      this.#placeholder,
      this.#tabs.node,
      this.#top,
      this.#groups.map((group) => group.node),
      this.#sources.node
    );
    if (text) this.search(text, true, false);
    else this.#invite();
    this.#mayOpen = !isKnown;
  }

  onEnter() {
    if (this.#text) setSearchText(this.#text);
    else focusSearch();
  }

  onLeave() {
    setSearchText("");
    this.#mayOpen = false;
  }

  dispose() {
    this.#abort.abort();
  }

  /** Shows results for a text; sources are queried after a pause, or immediately after Enter. */
  search(typed, isEntered, isTyped = true) {
    const text = typed.trim();
    if (text === this.#text && !isEntered) return;
    this.#text = text;
    if (isTyped) go(`/search?text=${encodeURIComponent(text)}`, {replace: true});
    retitle(this, text ? `“${text}”` : "Search");
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#query.cancel();
    clearTimeout(this.#late);
    this.#isAsking = false;
    this.#sources.clear();
    this.#isFound = false;
    this.#mayOpen = true;
    for (const group of this.#groups) group.begin(text);
    fill(this.#announcement);
    fill(this.#placeholder);
    if (!text) return this.#invite();
    const isLong = [...text].length >= (eastAsian.test(text) ? 2 : 3);
    this.#isLookup = isLong && !(isEntered && isTyped);
    if (!isLong && !isEntered)
      return this.#say(
        "Type at least three characters. To search for a shorter name, press Enter."
      );
    this.#say("");
    if (this.#isEmpty) fill(this.#placeholder, skeleton(6));
    this.#stored = this.#showStored();
    if (isEntered) this.#querySources();
    else this.#query();
  }

  /**
   * Has the hub remember the text, which led to something: by a call that is no lookup, for the list that the hub has
   * or is about to ask for anyway.
   */
  #remember() {
    get("search.all", {text: this.#text, limit: pageLength, ...asking()}).catch(() => {});
  }

  /** A result was opened: the text is remembered. */
  #opened(event) {
    if (event.target.closest("a[href]:not([href^='/search'])")) this.#remember();
  }

  /** Opens the entity that a URL, an id or a code means. */
  #open(id) {
    fill(this.#placeholder);
    this.#say(left);
    if (!this.#mayOpen) return;
    // Going back does not open it again.
    go("/search", {replace: true});
    go(pathOfID(id));
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
    if (signal.aborted || this.#text || !texts.length) return;
    this.#say(empty("search", invitation), recentList(texts));
  }

  /** Searches for the text with a method. */
  #search(method, options) {
    const {signal} = this.#abort;
    return search(method, this.#text, {lookup: true, signal, ...options});
  }

  /** The groups, each with its items. */
  #split(items) {
    const found = Map.groupBy(items, ({kind}) => kind);
    return this.#groups.map((group) => [group, found.get(group.kind) ?? []]);
  }

  /** Shows what the library has, before any source replies. */
  async #showStored() {
    const {signal} = this.#abort;
    const reply = await this.#search("search.all", {cache: "only"}).catch(() => ({items: []}));
    if (signal.aborted) return;
    for (const [group, items] of this.#split(reply.items)) group.showStored(items);
  }

  async #querySources(attempt = 0) {
    if (this.#isAsking) return;
    this.#isAsking = true;
    clearTimeout(this.#late);
    const {signal} = this.#abort;
    const onItems = (all) => {
      if (signal.aborted) return;
      for (const [group, items] of this.#split(all)) group.show(items);
    };
    if (!attempt) this.#sources.begin("search.all", methods);
    const options = {lookup: this.#isLookup, onItems: attempt ? undefined : onItems};
    const reply = await this.#search("search.all", options).catch((problem) => problem);
    await this.#stored;
    if (signal.aborted) return;
    this.#isAsking = false;
    this.#sources.end("search.all", reply.sources);
    if (reply.id) return this.#open(reply.id);
    if (reply.items) this.#end(reply);
    this.#summarize(reply);
    this.#queryLate(reply.sources, signal, attempt);
  }

  #end(reply) {
    const {items, lists = [], noNetwork} = reply;
    const isAnswered = !noNetwork && !problemOf(reply);
    this.#isFound = items.length > 0 || (this.#isFound && !isAnswered);
    for (const [group, own] of this.#split(items))
      group.end(own, lists.find(({kind}) => kind === group.kind) ?? {}, isAnswered);
  }

  /** Requests missing results when they are expected, also while another screen is shown. */
  #queryLate(reports = [], signal, attempt) {
    const late = reports.filter(isMissing);
    if (!late.length || attempt > 3) return;
    const pauses = late.map((one) => one.error?.retryAfterMs ?? 0);
    const delay = Math.max(2500 * (attempt + 1), ...pauses);
    const again = () => signal.aborted || this.#querySources(attempt + 1);
    if (delay < 90_000) this.#late = setTimeout(again, delay);
  }

  /** Says so if there are no results, what the text may mean, and what the hub says of the search. */
  #summarize(reply) {
    const isEmpty = this.#isEmpty;
    fill(this.#placeholder);
    const notes = (reply.notes ?? []).map((note) => hint(note));
    const found = this.#groups.filter((group) => !group.isEmpty).map((group) => group.summary);
    fill(this.#announcement, found.join(", "));
    if (this.#isFound) return this.#say(notes, this.#failedKinds(reply));
    if (reply.code === "NOT_FOUND") return this.#say(reply.message);
    const problem = reply.items ? problemOf(reply) : reply;
    if (problem) {
      const again = () => this.#querySources();
      return this.#say((isEmpty || problem.noNetwork) && failure(problem, again));
    }
    const meant = reply.suggestion && guessLine(reply.suggestion.text);
    const none = `No results for “${this.#text}”.`;
    if (isEmpty) return this.#say(empty("search", none, [meant, notes]));
    // Rows stay if the user is among them, or if the search for their kind has failed.
    this.#say(hint("Near matches from earlier:"), meant, notes);
  }

  /** The kinds without results because their search has failed. */
  #failedKinds({lists = [], noNetwork}) {
    if (noNetwork || settings.isOffline) return [];
    const failed = (group) => group.isEmpty && lists.find(({kind}) => kind === group.kind)?.error;
    return this.#groups
      .filter(failed)
      .map((group) => hint(`No ${group.title.toLowerCase()}: ${failed(group).message}`));
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
    const tabs = found.map(({kind, title, count}) => [kind, `${title} ${count}`]);
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
