// Cards and rows: how an artist, album or song looks in a list.

import {el, fill, icon} from "../dom.js";
import {capitalized, counted, duration, nameOf, year} from "../format.js";
import {details, pathOf, tracksOf} from "../music.js";
import {searchFor} from "./guesses.js";
import {heart} from "./heart.js";
import {picture} from "./picture.js";
import {isPlayable, playAllButton, playButton} from "./player.js";

/** A link to an entity, with its name or title as text. */
export const link = (entity, cls = "title") =>
  el("a", {class: cls, href: pathOf(entity), dir: "auto"}, nameOf(entity), ownedMark(entity));

/** The mark of what the user has as files. */
const ownedMark = ({owned, unavailable}) =>
  owned && [
    el("span", {title: "In your files"}, " ✓"),
    unavailable && el("span.sub", " (not available)")
  ];

/** Longer credits are one name on the page, as they are on sleeves. */
const maxCredited = 8;

/** Links to the artists of an album or song, as they are credited. */
export function artistLink({artist, artists = []}) {
  if (!artist?.name) return null;
  const credited = artists.filter(({role = "main"}) => role === "main" || role === "featured");
  if (credited.length < 2 || credited.length > maxCredited) return creditLink(artist);
  return el(
    "span",
    {dir: "auto"},
    credited.map((one, index) => [creditLink(one), joinAfter(one, credited[index + 1])])
  );
}

/** What stands between two credited artists, or closes the last one: "A (feat. B)". */
function joinAfter({join}, next) {
  if (!next) return /^[)\]]/.test(join) ? join : "";
  const word = join ?? (next.role === "featured" ? "feat." : ",");
  return /^[,;)]/.test(word) ? `${word} ` : ` ${word}${word.endsWith("(") ? "" : " "}`;
}

/** A link to an artist; a search if its id is unknown. */
const creditLink = ({id, name}) =>
  el(
    "a.sub-link",
    {
      href: id ? pathOf({kind: "artist", id}) : searchFor(name),
      dir: "auto"
    },
    name
  );

/** The facts about those who did something else: a name for each role, and links. */
export function roleFacts(artists = []) {
  const roles = new Map();
  for (const one of artists) {
    if (!one.role || one.role === "main" || one.role === "featured") continue;
    roles.set(one.role, [...(roles.get(one.role) ?? []), one]);
  }
  return [...roles].map(([role, list]) => [capitalized(role), listed(list, creditLink)]);
}

/** A link to the album of a song; its title if its id is unknown. */
export const albumLink = ({album}) =>
  album?.title &&
  (album.id
    ? el("a.sub-link", {href: pathOf({kind: "album", id: album.id}), dir: "auto"}, album.title)
    : el("span", {dir: "auto"}, album.title));

/** Links to what there is of each genre. */
export const genreLinks = (genres) =>
  listed(genres, (genre) =>
    el("a.sub-link", {href: `/genre/${encodeURIComponent(genre)}`}, capitalized(genre))
  );

/** What `make` makes of each value, with commas between. */
const listed = (values, make) => values.map((value, index) => [index > 0 && ", ", make(value)]);

/** A list with one line for each entity. */
export const lines = (items, make) =>
  el(
    "ul.lines",
    items.map((item) => el("li", make(item)))
  );

/** Names and values, without those that are unknown. */
export const factList = (facts) =>
  el(
    "dl.facts",
    facts
      .filter(([, value]) => value)
      .map(([name, value]) => [el("dt", name), el("dd", {dir: "auto"}, value)])
  );

/** Values on one line, with the unknown ones left out. */
export const joined = (...values) => values.flat().filter(Boolean).join(" · ");

/** Values in one line; if it is broken, then between them, and without the dot there. */
export const parts = (...values) =>
  el(
    "span.parts",
    el(
      "span",
      values
        .flat()
        .filter(Boolean)
        .map((value, index) => el("span", index > 0 && el("span.dot", " · "), value))
    )
  );

/** The editions of an album with what tells them apart. */
export const editionList = (albums) =>
  lines(albums, (one) => [
    link(one, null),
    el(
      "span.sub",
      joined(year(one.releaseDate), one.label, one.trackCount && counted(one.trackCount, "track"))
    )
  ]);

/** What a card says below the name. */
const cardLine = (entity) =>
  entity.kind === "artist"
    ? (entity.disambiguation ?? capitalized(entity.genres?.[0]))
    : parts(entity.artist?.name, year(entity.releaseDate));

/** A picture with a name below it. */
export function card(entity, {note, isEager, rank} = {}) {
  const line = note ?? cardLine(entity);
  const play =
    entity.kind === "album"
      ? playAllButton(entity, async () => (await tracksOf(entity.id)).items)
      : isPlayable(entity) && playButton(entity);
  return el(
    "li",
    {class: `card ${entity.kind}`, "data-id": entity.id},
    el("div.card-picture", picture(entity, 200, isEager), play),
    el(
      "div.card-text",
      rank && el("span.rank", rank),
      link(entity),
      line && el("span.sub", {dir: "auto"}, line)
    ),
    heart(entity)
  );
}

/** An album of a chart, with its rank. */
export const chartCard = (album, index) =>
  card(album, {isEager: index < 8, note: album.artist?.name, rank: album.rank});

/** Cards or rows on one line that is scrolled sideways, also by buttons. */
export function shelf(part, nodes, cls = "cards") {
  const list = el("ul", {class: `shelf ${cls}`}, nodes);
  const button = (label, symbol, step) =>
    el(
      "button.icon-button",
      {
        "aria-label": `${label}: ${part.heading.textContent}`,
        onclick: () => list.scrollBy({left: step * list.clientWidth * 0.8, behavior: "smooth"})
      },
      icon(symbol)
    );
  const back = button("Back", "left", -1);
  const forward = button("Forward", "right", 1);
  const buttons = el("span.shelf-buttons", back, forward);
  const update = () => {
    const rest = list.scrollWidth - list.clientWidth;
    buttons.hidden = rest < 2;
    back.setAttribute("aria-disabled", list.scrollLeft < 2);
    forward.setAttribute("aria-disabled", list.scrollLeft > rest - 2);
  };
  list.addEventListener("scroll", update, {passive: true});
  new ResizeObserver(update).observe(list);
  part.head.querySelector(".shelf-buttons")?.remove();
  part.head.append(buttons);
  part.node.hidden = !nodes.length;
  part.replace(list);
}

/** The play button of a song; a chart does not say whether there is a preview. */
function rowButton(song, list) {
  if (isPlayable(song)) return playButton(song, list);
  if (song.rank) return playAllButton(song, async () => [(await details("song", song.id)).entity]);
  return list?.().some(isPlayable) && el("span.no-preview");
}

/** A song on one line. */
export function songRow(
  song,
  {number, list, showsPicture = true, showsArtist = true, showsAlbum = true} = {}
) {
  const by = [showsArtist && artistLink(song), showsAlbum && albumLink(song)].filter(Boolean);
  return el(
    "li.row",
    {"data-id": song.id},
    number !== undefined && el("span.row-number", number),
    showsPicture && picture(song, 48),
    rowButton(song, list),
    el(
      "div.row-text",
      link(song),
      by.length > 0 && el("span.sub.by", by[0], by[1] && [el("span", "·"), by[1]])
    ),
    el("span.row-time", duration(song.durationMs)),
    heart(song)
  );
}

const chunkSize = 48;

/** A list in chunks that the browser lays out only near the visible part. */
export function grid(items, make, cls = "grid") {
  if (items.length <= chunkSize) return el("ul", {class: cls}, items.map(make));
  const chunks = [];
  for (let start = 0; start < items.length; start += chunkSize) {
    chunks.push(el("ul", {class: `${cls} chunk`}, items.slice(start, start + chunkSize).map(make)));
  }
  return el("div.chunks", chunks);
}

/** Songs on lines. */
export const rows = (songs, options = {}) =>
  grid(
    songs,
    (song, position) =>
      songRow(song, {list: () => songs, ...options, number: options.number?.(song, position)}),
    "rows"
  );

/** Placeholders for a list that is about to arrive. */
export const skeleton = (count, cls = "grid") =>
  el(
    "div",
    {class: `${cls} skeleton`, "aria-hidden": "true"},
    Array.from({length: count}, () => el("div.bone"))
  );

/** A section with a heading; `replace` changes what is below it. */
export function section(title) {
  const heading = el("h2", title);
  const head = el("div.section-head", heading);
  const body = el("div.section-body");
  const node = el("section", head, body);
  return {node, head, body, heading, replace: (...children) => fill(body, ...children)};
}

/** A sentence in place of a list. */
export const hint = (text, role) => el("p.hint", {role}, text);

/** A button that asks sources now, and says that it does. */
export function checkButton(check) {
  const button = el("button.button", {onclick}, "Check now");
  function onclick() {
    button.disabled = true;
    fill(button, "Checking…");
    return check();
  }
  return button;
}

/** What stands in place of an empty list: an icon, a sentence or heading, and one action. */
export const empty = (symbol, text, action) =>
  el("div.empty", icon(symbol), text instanceof Node ? text : el("p", text), action);
