internal import ProviderKit

extension Artist {
  /// Adds a page about the artist, and the id that its URL contains.
  mutating func addPage(_ url: String?, isOfficial: Bool) {
    guard let url, let site = isOfficial ? "website" : ArtistPage.site(url) else { return }
    add([ArtistPage.id(url)])
    links[site] = links[site] ?? url
  }
}

/// The URL of a page about an artist.
enum ArtistPage {
  /// Hosts whose URLs end with an id, the path segment before it, and its namespace.
  private static let hosts = [
    ("spotify.com", "artist", "spotify"), ("deezer.com", "artist", "deezer"),
    ("apple.com", "artist", "itunes"), ("discogs.com", "artist", "discogs"),
    ("wikidata.org", "wiki", "wikidata"),
  ]

  /// Returns the id in a URL; `nil` if it is not of a known form.
  ///
  /// Names may precede or follow a number, as in `https://music.apple.com/us/artist/air/id123`.
  static func id(_ url: String) -> EntityID? {
    guard let address = WebAddress(url) else { return nil }
    let path = address.target.prefix { $0 != "?" }.split(separator: "/")
    let known = hosts.first { host, segment, _ in
      (address.host == host || address.host.hasSuffix("." + host))
        && path.dropLast().contains { $0 == segment }
    }
    guard let (_, _, namespace) = known, var value = path.last else { return nil }
    if !["spotify", "wikidata"].contains(namespace) {
      if value.hasPrefix("id") { value = value.dropFirst(2) }
      value = value.prefix { $0 != "-" }
      guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return nil
      }
    }
    return EntityID(namespace: namespace, type: "artist", value: String(value))
  }

  /// Returns the name of the site: `spotify` for `https://open.spotify.com/…`.
  ///
  /// Apple Music and the iTunes Store are one site, `itunes`.
  static func site(_ url: String) -> String? {
    guard let labels = WebAddress(url)?.host.split(separator: "."), labels.count > 1 else {
      return nil
    }
    let isMusic = labels.contains("music") || labels.contains("itunes")
    if isMusic, labels.suffix(2) == ["apple", "com"] { return "itunes" }
    // As in `bbc.co.uk` and `amazon.com.au`.
    let isBelowCountry =
      labels.count > 2 && labels[labels.count - 1].count == 2
      && ["co", "com", "net", "org"].contains(labels[labels.count - 2])
    return String(labels[labels.count - (isBelowCountry ? 3 : 2)])
  }
}
