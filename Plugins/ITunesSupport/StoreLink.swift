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
