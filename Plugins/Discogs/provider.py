#!/usr/bin/env python3
"""Discogs: artists, albums and their songs.

A master, a group of releases, is an album here (`discogs:album`); a release is one, too (`discogs:release`). A track
has no number of its own, so its id has its place in a tracklist: `discogs:song:m4242-3`, `discogs:song:r1503102-3`.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import musicbus as mb

discogs = mb.Provider(
    "discogs", "Discogs", service="Discogs", attribution="Data provided by Discogs.", url="https://www.discogs.com",
    terms="https://support.discogs.com/hc/en-us/articles/360009334593-API-Terms-of-Use", hosts=["i.discogs.com"],
    config={"token": mb.secret("https://www.discogs.com/settings/developers", "A personal access token.")},
    requires=["token"],
    lacks={"artist": ["followers", "genres"], "song": ["artwork", "previewURL"]},
)
api = discogs.upstream(
    "https://api.discogs.com", per_minute=60, headers={"Authorization": "Discogs token={token}"},
    paging=mb.Paging(page="page", size="per_page", max=100, total="pagination.items"),
)
for kind, word in ("artist", "artist"), ("album", "master"), ("release", "release"):
    # With and without a language and a title: https://www.discogs.com/de/artist/1-The-Persuader
    page = "https://www.discogs.com/{}" + word + "/{{id}}{}"
    discogs.ids(kind, *(page.format(language, title) for language in ("", "*/") for title in ("-*", "")))
discogs.ids("song")
discogs.ids("album", namespace="upc")

# The kinds of albums by the words of formats; the first that a record has counts.
KINDS = {"Compilation": "compilation", "Comp": "compilation", "Sampler": "compilation", "Single": "single",
         "Maxi-Single": "single", "Maxi": "single", "EP": "ep", "Mini-Album": "ep", "MiniAlbum": "ep",
         "Album": "album", "LP": "album"}


@discogs.serves("artists.search", api, sample="Pink Floyd")
def search_artists(call: mb.Call) -> mb.Page:
    return call.page(api, "/database/search", items="results", to=artist_of_hit, type="artist", q=call.text)


@discogs.serves("albums.search", api, requests=3, sample="Kind of Blue")
def search_albums(call: mb.Call) -> mb.Page:
    query: dict[str, Any] = {"q": call.text, "artist": call.params.get("artist")}
    found = call.page(api, "/database/search", items="results", to=album_of_hit, type="master", **query)
    if found.next is None:
        # What has only one release has no master.
        hits = call.get(api, "/database/search", optional=True, type="release", per_page=100, **query) or {}
        single = call.map(hits.get("results") or [], lambda it: None if it.get("master_id") else album_of_hit(it))
        found = mb.Page((found.items + single)[:call.limit])
    return found


@discogs.serves("artist.get", api, sample="discogs:artist:45467")
def get_artist(call: mb.Call) -> list[mb.Item]:
    return call.map([call.get(api, "/artists/{id}", id=call.id("artist"))], artist)


@discogs.serves("artist.albums", api, sample="discogs:artist:45467")
def artist_albums(call: mb.Call) -> mb.Page:
    id, name = call.id("artist"), call.params.get("artist")
    return releases(call, ["Main"], lambda record: album_of_artist(record, id, name))


@discogs.serves("artist.appearances", api, sample="discogs:artist:45467")
def artist_appearances(call: mb.Call) -> mb.Page:
    return releases(call, ["Appearance", "TrackAppearance"], lambda record: album_of_artist(record, None, None))


def releases(call: mb.Call, roles: list[str], to: Callable[[Any], mb.Item]) -> mb.Page:
    """The records of an artist in these roles; remixes and bootlegs are others."""
    return call.page(api, "/artists/{id}/releases", items="releases", id=call.id("artist"),
                     to=lambda record: to(record) if record["role"] in roles else None)


@discogs.serves("album.get", api, requests=3, sample="discogs:album:10362")
def get_album(call: mb.Call) -> list[mb.Item]:
    record = master_or_release(call)
    # The formats, labels and bar codes of a master are those of its main release.
    main = call.get(api, "/releases/{id}", optional=True, id=record["main_release"]) if is_master(record) else record
    return call.map([record], lambda it: album(it, main or {}))


@discogs.serves("album.songs", api, requests=3, sample="discogs:album:10362")
def album_songs(call: mb.Call) -> list[mb.Item]:
    record = master_or_release(call)
    return call.map(tracks(record), lambda track: song(track, record))


@discogs.serves("artwork.get", api, requests=3, sample="discogs:album:10362")
def artwork(call: mb.Call) -> mb.File | None:
    if call.url:
        return mb.File(call.url)
    artist = call.id("artist")
    record = call.get(api, "/artists/{id}", id=artist) if artist else master_or_release(call)
    urls = [picture["url"] for picture in pictures(record, "cover") if picture]
    return mb.File(urls) if urls else None


def master_or_release(call: mb.Call) -> Any:
    """The record of the call's id: a release only if it is named first, or without a master."""
    master, release, code = call.id("album"), call.id("release"), call.id("album", "upc")
    if master and not str(call.params.get("id")).startswith("discogs:release:"):
        return call.get(api, "/masters/{id}", id=master)
    if code and not release:
        hits = call.get(api, "/database/search", type="release", barcode=code)["results"]
        release = hits[0]["id"] if hits else None
    return call.get(api, "/releases/{id}", id=release)


def is_master(record: Any) -> bool:
    return "main_release" in record


def album_id(record: Any) -> str | None:
    return discogs.id("album" if is_master(record) else "release", record["id"])


def artist(record: Any) -> mb.Item:
    name, known = record["name"], (record.get("aliases") or []) + (record.get("members") or [])
    biography = plain_text(record.get("profile") or "", {str(it["id"]): it["name"] for it in known})
    # "Orion (2)" tells users nothing, but the first sentence about it does.
    sentence = re.match(r".{1,120}?(?=\.\s|\.?$|\n)", biography)
    return mb.artist(
        discogs.id("artist", record["id"]), plain_name(name), biography=biography,
        biographyLang="en" if biography else None, sortName=name if name.endswith(", The") else None,
        disambiguation=(sentence[0] if sentence else name) if is_numbered(name) else None,
        aliases=[plain_name(it) for it in record.get("namevariations") or []],
        links={"discogs": record.get("uri")}, artwork=pictures(record, "portrait"),
    )


def artist_of_hit(hit: Any) -> mb.Item:
    name = hit["title"]
    return mb.artist(discogs.id("artist", hit["id"]), plain_name(name), artwork=pictures_of_hit(hit, "portrait"),
                     disambiguation=name if is_numbered(name) else None)


def album(record: Any, release: Any) -> mb.Item:
    """A master with its main release, or twice the same release."""
    year, day = mb.date(record.get("year")), mb.date(release.get("released"))
    # The main release of a master may be a later one than the first.
    is_first = day and (record is release or not year or day.startswith(year))
    words = [word for it in release.get("formats") or [] for word in it.get("descriptions") or []]
    codes = [mb.upc(it.get("value")) for it in release.get("identifiers") or [] if it.get("type") == "Barcode"]
    return mb.album(
        album_id(record), record["title"], artist=credit(record.get("artists")), artists=credits(record), releaseDate=day if is_first else year,
        ids=[discogs.id("album", record.get("master_id")), discogs.id("release", record.get("main_release")), *codes],
        genres=(record.get("genres") or []) + (record.get("styles") or []), links={"discogs": record.get("uri")},
        label=label([it["name"] for it in release.get("labels") or []]), artwork=pictures(record, "cover"),
        albumKind=album_kind(words, record.get("styles")), trackCount=len(list(tracks(record))) or None,
    )


def album_of_hit(hit: Any) -> mb.Item:
    name, _, title = hit["title"].partition(" - ")
    return mb.album(
        discogs.id("album" if hit["type"] == "master" else "release", hit["id"]), title or name,
        artist=plain_name(name) if title else None, releaseDate=mb.date(hit.get("year")), label=label(hit.get("label")),
        albumKind=album_kind(hit.get("format"), hit.get("style")),
        genres=(hit.get("genre") or []) + (hit.get("style") or []), artwork=pictures_of_hit(hit, "cover"),
    )


def album_of_artist(record: Any, artist: str | None, name: str | None) -> mb.Item:
    names = plain_name(record.get("artist") or name or "")
    return mb.album(
        album_id(record), record["title"], ids=[discogs.id("release", record.get("main_release"))],
        artist={"id": discogs.id("artist", artist) if names == (name or names) else None, "name": names},
        albumKind=album_kind(re.split(r", | \+ ", record.get("format") or ""), None), label=label(record.get("label")),
        releaseDate=mb.date(record.get("year")), artwork=pictures_of_hit(record, "cover"),
    )


def tracks(record: Any) -> Iterator[dict[str, Any]]:
    """The tracks of a tracklist without its headings, each with its place in it, its disc, and its number there."""
    found: list[dict[str, Any]] = []
    for entry in record.get("tracklist") or []:
        entry = entry if isinstance(entry, dict) else {}
        if entry.get("sub_tracks") and not entry.get("position"):
            # The movements of a work. Those of an entry with a position are parts of one track.
            found += [{**entry, **it, "title": f"{entry['title']}: {it['title']}"} for it in entry["sub_tracks"]]
        elif entry.get("type_") != "heading":
            found.append(entry)
    discs = [disc(str(track.get("position"))) for track in found]
    for place, track in enumerate(found):
        number = discs[:place + 1].count(discs[place])
        yield track | {"place": place + 1, "disc": discs[place] if len(set(discs)) > 1 else None, "number": number}


def disc(position: str) -> int:
    """The disc of a position: `2-07` and `CD2-7` are on the second one, as are `C1` and `D`, its sides."""
    if match := re.match("[A-Za-z]*([1-9][0-9]?)-", position):
        return int(match[1])
    return (ord(position[0]) - ord("A")) // 2 + 1 if re.fullmatch("[A-Z][0-9]*[a-z]?", position) else 1


def song(track: Any, record: Any) -> mb.Item:
    number = f"{'m' if is_master(record) else 'r'}{record['id']}-{track['place']}"
    return mb.song(
        discogs.id("song", number), track["title"], artist=credit(track.get("artists") or record.get("artists")),
        artists=credits({"artists": track.get("artists") or record.get("artists"), "extraartists": track.get("extraartists")}),
        album={"id": album_id(record), "title": record["title"]}, durationMs=mb.duration_ms(track.get("duration")),
        discNumber=track["disc"], trackNumber=track["number"],
        releaseDate=mb.date(record.get("released") or record.get("year")),
    )


def credit(artists: Any) -> mb.Item | None:
    """The artists as one name, with the id if it is one artist."""
    names = ""
    for it in artists or []:
        join = it.get("join") or ","
        names += plain_name(it["name"]) + (", " if join == "," else f" {join} ")
    id = discogs.id("artist", artists[0]["id"]) if len(artists or []) == 1 else None
    return {"id": id, "name": names.strip(" ,")}


ROLES = {"Featuring": "featured", "Remix": "remixer", "Composed By": "composer", "Music By": "composer", "Conductor": "conductor",
         "Orchestra": "orchestra"}


def credits(record: Any) -> list[mb.Item]:
    """The artists, if they are several, and those of the others whose roles listeners look for."""
    main = record.get("artists") or []
    all = [{**person(it), "join": (it.get("join") or ",") if it is not main[-1] else None} for it in main]
    for it in record.get("extraartists") or []:
        if it.get("tracks"):
            continue  # It is on some tracks only.
        for role in re.split(r", (?![^\[]*\])", it.get("role") or ""):
            if word := ROLES.get(re.sub(r" \[.*\]", "", role)):
                one = {**person(it), "role": word}
                all += [] if one in all else [one]
    return all if len(all) > 1 else []


def person(it: Any) -> mb.Item:
    return {"id": discogs.id("artist", it["id"]), "name": plain_name(it["name"])}


def is_numbered(name: str) -> bool:
    """Whether a number tells it apart from others of the same name, as in `Orion (2)`."""
    return bool(re.search(r" \([0-9]+\)\*?$", name))


def plain_name(name: str) -> str:
    """A name without its number, the mark of another spelling, and an article at its end; also of several artists."""
    name = re.sub(r"( \([0-9]+\)\*?|\*)(?=[ ,]|$)", "", name)
    return "The " + name.removesuffix(", The") if name.endswith(", The") else name


def plain_text(markup: str, names: dict[str, str]) -> str:
    """A text without markup; `names` has those of artists that it mentions by number."""
    text = re.sub(r"\[/?(?:[biu]|url(?:=[^\]]*)?)\]", "", markup.replace("\r", ""))
    text = re.sub(r"\[[al]=([^\]]*)\]", lambda match: plain_name(match[1]), text)
    text = re.sub(r"\[a([0-9]+)\]", lambda match: plain_name(names.get(match[1], match[0])), text)
    return re.sub(r" *\[[almrgt]=?[0-9]+\]", "", text).strip()


def label(names: Any) -> str | None:
    first = names.split(", ")[0] if isinstance(names, str) else (names or [""])[0]
    return None if first.startswith("Not On Label") else plain_name(first)


def album_kind(words: Any, styles: Any) -> str | None:
    found = [kind for word, kind in KINDS.items() if word in (words or [])]
    return "soundtrack" if "Soundtrack" in (styles or []) else next(iter(found), None)


def pictures(record: Any, role: str) -> list[mb.Item | None]:
    """The primary image, or else the first one, in both sizes."""
    images = sorted(record.get("images") or [], key=lambda it: it.get("type") != "primary")
    sizes = [(it.get("uri"), it.get("width"), it.get("height")) for it in images[:1]]
    sizes += [(it.get("uri150"), 150, 150) for it in images[:1]]
    return [mb.picture(url, role, width, height) for url, width, height in sizes]


def pictures_of_hit(hit: Any, role: str) -> list[mb.Item | None]:
    urls = [url for url in (hit.get("cover_image"), hit.get("thumb")) if not str(url).endswith("spacer.gif")]
    return [mb.picture(url, role) for url in urls]


if __name__ == "__main__":
    discogs.run()
