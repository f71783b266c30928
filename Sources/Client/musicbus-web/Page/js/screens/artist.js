// `/artist/ID`: biography, songs, similar artists and discography.

import {Discography} from "../components/discography.js";
import {card, genreLinks, hint, rows, section, shelf, skeleton} from "../components/items.js";
import {playAllButton, playWord} from "../components/player.js";
import {el, fill, whenSeen} from "../dom.js";
import {sourceText} from "../events.js";
import {counted, languageName} from "../format.js";
import {albumsOf, albumsWith, similarTo, songsOf} from "../music.js";
import {onSettings, settings} from "../settings.js";
import {entityScreen} from "./entity.js";

/** How many songs are shown at first. */
const firstSongs = 5;

export function artistScreen([id]) {
  const biography = section("Biography");
  const discography = section("Discography");
  const songs = section("Songs");
  const similar = section("Similar artists");
  const appearances = section("Appears on");
  biography.node.hidden = true;
  discography.replace(skeleton(6));
  songs.replace(skeleton(firstSongs, "rows"));
  similar.replace(skeleton(8, "shelf cards names"));
  appearances.node.hidden = true;
  const albums = new Discography(id);
  const screen = entityScreen("artist", id, views, {
    parts: [biography, songs, similar, discography, appearances].map(({node}) => node),
    onEntity: (artist, isFull) => showBiography(biography, artist, isFull)
  });
  const {sources} = screen;
  sources.follow(
    "artist.albums",
    discography,
    () => loadAlbums(id, discography, albums),
    "No source lists albums by this artist."
  );
  sources.follow(
    "artist.songs",
    songs,
    () => loadSongs(id, songs),
    "No source lists songs by this artist."
  );
  sources.follow("artist.similar", similar, () => loadShelf(similar, similarTo, id));
  // Some sources have to be asked for page after page; few users scroll as far.
  const end = el("div");
  discography.node.append(end);
  const load = async () => {
    const reply = await loadShelf(appearances, albumsWith, id);
    if (reply.next) appearances.body.append(hint(`The newest ${reply.items.length} are shown.`));
    return reply;
  };
  whenSeen(end, () => sources.follow("artist.appearances", appearances, load), "400px");
  screen.dispose = onSettings(() => albums.updateZoom());
  return screen;
}

const views = {
  line: (artist) => [
    "Artist",
    artist.country ?? "Country unknown",
    yearsOf(artist),
    artist.genres ? genreLinks(artist.genres.slice(0, 1)) : "Genre unknown",
    artist.followers && counted(artist.followers, "follower")
  ],
  play: (artist) =>
    playAllButton(artist, async () => (await songsOf(artist.id)).items, playWord(artist)),
  facts: (artist) => [
    ["About", artist.disambiguation],
    ["Also known as", artist.aliases?.join(", ")],
    ["Genres", artist.genres?.length > 1 && genreLinks(artist.genres)]
  ]
};

function yearsOf({formedYear, disbandedYear, bornYear, diedYear}) {
  if (formedYear) return disbandedYear ? `${formedYear} – ${disbandedYear}` : `Since ${formedYear}`;
  if (bornYear) return diedYear ? `${bornYear} – ${diedYear}` : `Born ${bornYear}`;
  return diedYear ? `Died ${diedYear}` : "Year formed unknown";
}

function showBiography(part, artist, isFull) {
  part.node.hidden = !artist.biography && !isFull;
  if (!artist.biography) return part.replace(hint("No biography available."));
  const text = el(
    "div.biography",
    {dir: "auto", lang: artist.biographyLang},
    artist.biography.split(/\n+/).map((paragraph) => el("p", paragraph))
  );
  const source = artist.provenance?.biography?.provider;
  const isLong = artist.biography.length > 420;
  text.classList.toggle("is-folded", isLong);
  const more = el(
    "button.text-button",
    {
      "aria-expanded": "false",
      onclick: () => {
        const isFolded = text.classList.toggle("is-folded");
        more.setAttribute("aria-expanded", !isFolded);
        fill(more, isFolded ? "Read more" : "Read less");
      }
    },
    "Read more"
  );
  const {biographyLang: lang} = artist;
  const language = lang && lang !== settings.lang && languageName(lang);
  const from = source
    ? ["Source: ", sourceText(source), language && ` (${language})`]
    : language && `In ${language}`;
  part.replace(text, el("p.attribution", isLong && more, from && el("span", from)));
}

async function loadAlbums(id, part, albums) {
  const show = (items) => {
    if (!items.length) return;
    albums.show(items);
    if (!part.body.contains(albums.node)) part.replace(albums.node);
  };
  const reply = await albumsOf(id, show);
  show(reply.items);
  return reply;
}

async function loadSongs(id, part) {
  const reply = await songsOf(id);
  if (reply.items.length) showSongs(part, reply.items, firstSongs);
  return reply;
}

function showSongs(part, songs, count) {
  const showAll = () => {
    showSongs(part, songs, songs.length);
    part.body.querySelectorAll("a.title")[count].focus();
  };
  part.replace(
    rows(songs.slice(0, count), {showsArtist: false, list: () => songs}),
    songs.length > count &&
      el("button.text-button", {onclick: showAll}, `Show all ${songs.length} songs`)
  );
}

/** Shows nothing if no source knows any. */
async function loadShelf(part, load, id) {
  const reply = await load(id);
  shelf(
    part,
    reply.items.map((item) => card(item))
  );
  return reply;
}
