// `/artist/ID`: biography, discography, songs and similar artists.

import {Discography} from "../components/discography.js";
import {card, hint, rows, section, shelf, skeleton} from "../components/items.js";
import {playAllButton, playWord} from "../components/player.js";
import {el, fill} from "../dom.js";
import {sourceText} from "../events.js";
import {capitalized, number} from "../format.js";
import {albumsOf, similarTo, songsOf} from "../music.js";
import {onSettings} from "../settings.js";
import {entityScreen} from "./entity.js";

export function artistScreen([id], query) {
  const biography = section("Biography");
  const discography = section("Discography");
  const songs = section("Songs");
  const similar = section("Similar artists");
  for (const part of [biography, similar]) part.node.hidden = true;
  discography.replace(skeleton(6));
  songs.replace(skeleton(5, "rows"));
  const albums = new Discography(id);
  const isSongsFirst = query.get("songs") === "first";
  const lists = [discography.node, songs.node];
  const parts = [biography.node, ...(isSongsFirst ? lists.reverse() : lists), similar.node];
  const screen = entityScreen("artist", id, views, {
    parts,
    onEntity: (artist, isFull) => showBiography(biography, artist, isFull)
  });
  const {sources} = screen;
  sources.follow("artist.albums", discography, () => loadAlbums(id, discography, albums));
  sources.follow("artist.songs", songs, () => loadSongs(id, songs));
  sources.follow("artist.similar", similar, () => loadSimilar(id, similar));
  screen.dispose = onSettings(() => albums.updateZoom());
  return screen;
}

const views = {
  line: (artist) => [
    "Artist",
    artist.country ?? "Country unknown",
    yearsOf(artist),
    capitalized(artist.genres?.[0]) ?? "Genre unknown"
  ],
  play: (artist) =>
    playAllButton(artist, async () => (await songsOf(artist.id)).items, playWord(artist)),
  facts: (artist) => [
    ["About", artist.disambiguation],
    ["Also known as", artist.aliases?.join(", ")],
    ["Genres", artist.genres?.length > 1 && artist.genres.join(", ")],
    ["Followers", artist.followers && number(artist.followers)]
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
  part.replace(
    text,
    el("p.attribution", isLong && more, source && el("span", "Source: ", sourceText(source)))
  );
}

async function loadAlbums(id, part, albums) {
  const show = (items) => {
    if (!items.length) return;
    albums.show(items);
    if (!part.body.contains(albums.node)) part.replace(albums.node);
  };
  const reply = await albumsOf(id, show);
  show(reply.items);
  if (!reply.items.length) part.replace(hint("No source lists albums of this artist."));
  return reply;
}

async function loadSongs(id, part) {
  const reply = await songsOf(id);
  part.replace(
    reply.items.length
      ? rows(reply.items, {showsArtist: false})
      : hint("No source lists songs of this artist.")
  );
  return reply;
}

/** Shows nothing if no source knows any. */
async function loadSimilar(id, part) {
  const reply = await similarTo(id);
  shelf(
    part,
    reply.items.map((artist) => card(artist))
  );
  return reply;
}
