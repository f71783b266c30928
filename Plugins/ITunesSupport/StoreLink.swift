package import MusicModel
internal import ProviderKit

/// A link into the shop. It names what it leads to by number: `/artist/slug/123`, `/id123`,
/// `/album/slug/123?i=456`.
package struct StoreLink: Hashable, Sendable {
  /// The link as it is shown.
  package let url: String
  private let path: [Substring]
  private let query: Substring

  package init?(_ url: String?) {
    guard let url, let address = WebAddress(url) else { return nil }
    self.url = address.secured(below: "apple.com").description
    let parts = address.target.split(separator: "?", maxSplits: 1)
    path = parts.first?.split(separator: "/") ?? []
    query = parts.count > 1 ? parts[1] : ""
  }

  /// The number at the end of the path: of the artist or album.
  package var number: Int? {
    path.last.flatMap { Int($0.hasPrefix("id") ? $0.dropFirst(2) : $0) }
  }

  /// The number of the song on the album that the link leads to.
  package var songNumber: Int? {
    query.split(separator: "&").first { $0.hasPrefix("i=") }.flatMap { Int($0.dropFirst(2)) }
  }

  /// Whether it leads to several artists at once: no number of one artist stands for them.
  package var isCollaboration: Bool { path.last == "viewCollaboration" }
}

extension EntityID {
  /// An id of the shop.
  package static func store(_ type: String, _ number: Int?) -> EntityID? {
    number.flatMap {
      $0 > 0 ? EntityID(namespace: "itunes", type: type, value: String($0)) : nil
    }
  }
}
