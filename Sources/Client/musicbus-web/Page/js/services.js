// The services on which entities are, as the providers name them.

import {hub} from "./events.js";
import {capitalized} from "./format.js";

/** The names of sites that are no service of a provider, unless only their first letter is a capital. */
const otherNames = {
  allmusic: "AllMusic",
  bbc: "BBC",
  imdb: "IMDb",
  last: "Last.fm",
  lastfm: "Last.fm",
  listenbrainz: "ListenBrainz",
  musixmatch: "Musixmatch",
  rateyourmusic: "Rate Your Music",
  secondhandsongs: "SecondHandSongs",
  setlist: "setlist.fm",
  soundcloud: "SoundCloud",
  theaudiodb: "TheAudioDB",
  tidal: "TIDAL",
  tiktok: "TikTok",
  twitter: "X",
  viaf: "VIAF",
  vk: "VK",
  whosampled: "WhoSampled",
  youtube: "YouTube"
};

/** The texts of links to other pages. */
const pageTexts = {video: "Watch the video", website: "Official website"};

/** Those where users can listen, then all by name; a service of several providers is one. */
function services() {
  const found = new Map();
  for (const {name, namespaces, streams} of [...hub.providers.values()].flatMap(
    (provider) => provider.services ?? []
  )) {
    const known = found.get(name);
    found.set(name, {
      name,
      namespaces: [...new Set([...(known?.namespaces ?? []), ...namespaces])],
      streams: streams || known?.streams
    });
  }
  return [...found.values()].sort((a, b) => !a.streams - !b.streams || (a.name < b.name ? -1 : 1));
}

/** The name of the service of an id. */
export function serviceOf(id) {
  const [namespace] = id.split(":");
  const own = services().find(({namespaces}) => namespaces.includes(namespace));
  return own?.name ?? otherNames[namespace] ?? capitalized(namespace);
}

/** The name of a service as the key of a link. */
const site = (name) => name.toLowerCase().replaceAll(" ", "");

/** The page of an id at its own service, or else anywhere, by the first form of a URL without wildcard on a fixed host. */
function pageOf(id) {
  const [namespace, type, ...value] = id.split(":");
  const isOwn = ({services}) => services?.some((one) => one.namespaces.includes(namespace));
  const form = [...hub.providers.values()]
    .sort((a, b) => !isOwn(a) - !isOwn(b))
    .flatMap((provider) => provider.urls ?? [])
    .find(
      ({url, id: form}) =>
        form === `${namespace}:${type}:{id}` &&
        url.startsWith("https://") &&
        !url.startsWith("https://{") &&
        url.includes("{id}") &&
        !url.includes("*")
    );
  return form?.url.replace("{id}", value.join(":"));
}

/** The text of a link and the URL of each page about an entity: those at services come first. */
export function pagesOf(entity) {
  const links = new Map(
    Object.entries(entity.links ?? {}).map(([key, url]) => [key.toLowerCase(), url])
  );
  const pages = services().map(({name, namespaces}) => {
    const keys = [...namespaces, site(name)];
    const ids = namespaces.flatMap((one) => entity.ids.filter((id) => id.startsWith(`${one}:`)));
    const url = [...keys.map((key) => links.get(key)), ...ids.map(pageOf)].find(Boolean);
    for (const key of keys) links.delete(key);
    return [`Open in ${name}`, url];
  });
  const others = [...links].map(([key, url]) => {
    const name = otherNames[key] ?? capitalized(key);
    return [pageTexts[key] ?? `Open in ${name}`, url];
  });
  return [...new Map([...pages, ...others].filter(([, url]) => url))];
}

/** The hosts whose pages Harmony reads, which imports releases into MusicBrainz. */
const harmonyHosts =
  /(^|\.)(bandcamp\.com|beatport\.com|deezer\.com|music\.apple\.com|spotify\.com|tidal\.com)$/;

/** Where an album can be added to MusicBrainz, filled with its bar code and pages, if no source has found it there. */
export function additionTo({kind, id, ids, links = {}}) {
  const all = [id, ...ids];
  if (kind !== "album" || links.musicbrainz || all.some((one) => one.startsWith("mbid:"))) return;
  const code = all.filter((one) => one.startsWith("upc:")).sort()[0];
  const pages = Object.values(links).filter((url) => harmonyHosts.test(URL.parse(url)?.hostname));
  const filled = new URLSearchParams(pages.map((url) => ["url", url]));
  if (code) filled.set("gtin", code.split(":").pop());
  return filled.size ? `https://harmony.pulsewidth.org.uk/release?${filled}` : undefined;
}
