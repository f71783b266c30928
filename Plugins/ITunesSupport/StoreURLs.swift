package import MusicModel
internal import ProviderKit

/// A link to the iTunes Store with ids: `/artist/slug/123`, `/id123`, `/album/slug/123?i=456`.
package struct StoreLink: Hashable, Sendable {
  /// The link by https.
  package let url: String
  private let path: [Substring]
  private let query: Substring

  package init?(_ url: String?) {
    guard let url, let address = WebAddress(url) else { return nil }
    self.url = address.upgradedToHTTPS(in: "apple.com").description
    let parts = address.target.split(separator: "?", maxSplits: 1)
    path = parts.first?.split(separator: "/") ?? []
    query = parts.count > 1 ? parts[1] : ""
  }

  /// The id of the artist or album, at the end of the path.
  package var number: Int? {
    path.last.flatMap { Int($0.hasPrefix("id") ? $0.dropFirst(2) : $0) }
  }

  /// The id of the song in the query.
  package var songNumber: Int? {
    query.split(separator: "&").first { $0.hasPrefix("i=") }.flatMap { Int($0.dropFirst(2)) }
  }

  /// Whether it leads to several artists, so that it has no artist id.
  package var isCollaboration: Bool { path.last == "viewCollaboration" }
}

extension EntityID {
  /// Returns an id in the `itunes` namespace.
  package static func store(_ type: String, _ number: Int?) -> EntityID? {
    number.flatMap {
      $0 > 0 ? EntityID(namespace: "itunes", type: type, value: String($0)) : nil
    }
  }
}

/// The URL of an image in the iTunes Store.
///
/// It contains the size (`…/100x100bb.jpg`); the server produces any other size up to the original.
package struct StoreArtwork: Hashable, Sendable {
  private let url: String
  /// The parts before and after the size; `nil` if the URL contains none.
  private let parts: (before: String, after: String)?

  /// The sizes listed for each image, largest first.
  private static let sizes = [1200, 600, 100]
  /// The sizes that the server supports.
  private static let supportedSizes = 16...3000

  package init(_ url: String) {
    let address = WebAddress(url)?.upgradedToHTTPS(in: "mzstatic.com").upgradedToHTTPS(
      in: "apple.com"
    )
    self.url = address?.description ?? url
    parts = StoreArtwork.split(self.url)
  }

  /// Returns the URL of a size; unchanged if it contains none.
  package func url(size: Int?) -> String {
    guard let size, let parts else { return url }
    let supported = min(
      max(size, StoreArtwork.supportedSizes.lowerBound),
      StoreArtwork.supportedSizes.upperBound
    )
    return "\(parts.before)\(supported)x\(supported)\(parts.after)"
  }

  /// The image in the standard sizes.
  package var artwork: [Artwork] {
    guard parts != nil else { return [Artwork(url: url, role: .cover)] }
    return StoreArtwork.sizes.map {
      Artwork(url: url(size: $0), width: $0, height: $0, role: .cover)
    }
  }

  /// Finds `100x100` at the start of the last path component, or after a dot in it.
  private static func split(_ url: String) -> (before: String, after: String)? {
    guard let slash = url.lastIndex(of: "/") else { return nil }
    var start = url.index(after: slash)
    while true {
      let rest = url[start...]
      let width = rest.prefix { $0.isASCII && $0.isNumber }
      let remainder = rest.dropFirst(width.count)
      let height = remainder.dropFirst().prefix { $0.isASCII && $0.isNumber }
      if !width.isEmpty, remainder.first == "x", !height.isEmpty {
        return (String(url[..<start]), String(remainder.dropFirst(1 + height.count)))
      }
      guard let dot = rest.firstIndex(of: ".") else { return nil }
      start = url.index(after: dot)
    }
  }

  package static func == (left: StoreArtwork, right: StoreArtwork) -> Bool {
    left.url == right.url
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(url) }
}
