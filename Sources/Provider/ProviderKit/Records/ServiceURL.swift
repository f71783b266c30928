public import MusicModel

/// URLs of pages about an artist, album or song, which contain its id at that service.
public enum ServiceURL {
  /// A host, the path segment before the id, and the parts of the id.
  private struct Pattern: Sendable {
    let host: String
    let segment: String
    let namespace: String
    let type: String
    var isNumber = true
  }

  private static let patterns: [Pattern] = [
    Pattern(
      host: "spotify.com",
      segment: "artist",
      namespace: "spotify",
      type: "artist",
      isNumber: false
    ),
    Pattern(
      host: "spotify.com",
      segment: "album",
      namespace: "spotify",
      type: "album",
      isNumber: false
    ),
    Pattern(host: "deezer.com", segment: "artist", namespace: "deezer", type: "artist"),
    Pattern(host: "deezer.com", segment: "album", namespace: "deezer", type: "album"),
    Pattern(host: "apple.com", segment: "artist", namespace: "itunes", type: "artist"),
    Pattern(host: "apple.com", segment: "album", namespace: "itunes", type: "album"),
    Pattern(host: "discogs.com", segment: "artist", namespace: "discogs", type: "artist"),
    Pattern(
      host: "wikidata.org",
      segment: "wiki",
      namespace: "wikidata",
      type: "artist",
      isNumber: false
    ),
  ]

  /// Returns the id in a URL; `nil` if it is not of a known form.
  ///
  /// Names may precede the number, as in `https://music.apple.com/us/artist/air/id123`.
  public static func id(_ url: String) -> EntityID? {
    guard let address = WebAddress(url) else { return nil }
    let path = address.target.prefix { $0 != "?" }.split(separator: "/")
    guard
      let pattern = patterns.first(where: { pattern in
        (address.host == pattern.host || address.host.hasSuffix("." + pattern.host))
          && path.dropLast().contains { $0 == pattern.segment }
      }), var value = path.last
    else { return nil }
    if pattern.isNumber {
      if value.hasPrefix("id") { value = value.dropFirst(2) }
      value = value.prefix { $0 != "-" }
      guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return nil
      }
    }
    return EntityID(namespace: pattern.namespace, type: pattern.type, value: String(value))
  }

  /// Returns the name of the site: `spotify` for `https://open.spotify.com/…`.
  ///
  /// Apple Music and the iTunes Store are one site, `itunes`.
  public static func site(_ url: String) -> String? {
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
