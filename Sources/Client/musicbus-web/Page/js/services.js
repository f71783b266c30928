// The services on which entities are, as the providers name them.

import {hub} from "./events.js";

/** The names of sites that are no service of a provider. */
const otherNames = {
  last: "Last.fm",
  lastfm: "Last.fm",
  tidal: "TIDAL",
  twitter: "X",
  youtube: "YouTube"
};

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

/** The name and URL of each page about an entity: those at services come first. */
export function pagesOf(entity) {
  const links = new Map(
    Object.entries(entity.links ?? {}).map(([key, url]) => [key.toLowerCase(), url])
  );
  const pages = services().map(({name, namespaces}) => {
    const keys = [...namespaces, site(name)];
    const ids = namespaces.flatMap((one) => entity.ids.filter((id) => id.startsWith(`${one}:`)));
    const url = [...keys.map((key) => links.get(key)), ...ids.map(pageOf)].find(Boolean);
    for (const key of keys) links.delete(key);
    return [name, url];
  });
  const others = [...links].map(([key, url]) => [
    otherNames[key] ?? key.charAt(0).toUpperCase() + key.slice(1),
    url
  ]);
  return [...new Map([...pages, ...others].filter(([, url]) => url))];
}
