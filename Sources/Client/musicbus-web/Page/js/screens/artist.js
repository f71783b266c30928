// `/artist/ID`: facts, biography, discography and songs.

import {Discography} from "../components/discography.js";
import {hint, rows, section, skeleton} from "../components/items.js";
import {el, fill} from "../dom.js";
import {sourceText} from "../events.js";
import {number} from "../format.js";
import {albumsOf, songsOf} from "../music.js";
import {onSettings} from "../settings.js";
import {entityScreen} from "./entity.js";

export function artistScreen([id], query) {
  const biography = section("Biography");
  const discography = section("Discography");
  const songs = section("Songs");
  biography.node.hidden = true;
  discography.replace(skeleton(6));
  songs.replace(skeleton(5, "rows"));
  const albums = new Discography(id);
  const isSongsFirst = query.get("songs") === "first";
  const lists = [discography.node, songs.node];
  const parts = [biography.node, ...(isSongsFirst ? lists.reverse() : lists)];
  const screen = entityScreen("artist", id, facts, {
    parts,
    onEntity: (artist) => showBiography(biography, artist)
  });
  const {sources} = screen;
  sources.follow("artist.albums", discography, () => loadAlbums(id, discography, albums));
  sources.follow("artist.songs", songs, () => loadSongs(id, songs));
  const parallax = () => moveBackdrop(screen.node);
  screen.onEnter = () => window.addEventListener("scroll", parallax, {passive: true});
  screen.dispose = onSettings(() => albums.updateZoom());
  screen.onLeave = () => window.removeEventListener("scroll", parallax);
  return screen;
}

const facts = (artist) => {
  const years =
    artist.formedYear &&
    (artist.disbandedYear
      ? `${artist.formedYear} – ${artist.disbandedYear}`
      : `Since ${artist.formedYear}`);
  return [
    ["Also known as", artist.aliases?.join(", ")],
    ["Genres", artist.genres?.join(", ")],
    ["Country", artist.country],
    ["Born", artist.bornYear],
    ["Died", artist.diedYear],
    ["Active", years],
    ["Followers", artist.followers && number(artist.followers)]
  ];
};

function showBiography(part, artist) {
  part.node.hidden = !artist.biography;
  if (!artist.biography) return;
  const text = el(
    "div.biography",
    {dir: "auto", lang: artist.biographyLang},
    artist.biography.split(/\n+/).map((paragraph) => el("p", paragraph))
  );
  const source = artist.provenance?.biography?.provider;
  const isLong = artist.biography.length > 700;
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
  part.replace(text, isLong && more, source && el("p.attribution", "Source: ", sourceText(source)));
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
  return reply.sources;
}

async function loadSongs(id, part) {
  const reply = await songsOf(id);
  part.replace(
    reply.items.length
      ? rows(reply.items, {showsArtist: false})
      : hint("No source lists songs of this artist.")
  );
  return reply.sources;
}

/** A subtle parallax of the picture; style sheets disable it for users who prefer less motion. */
function moveBackdrop(node) {
  node.style.setProperty("--scroll", `${Math.min(60, scrollY * 0.12)}px`);
}
