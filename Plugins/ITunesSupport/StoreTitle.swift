package import MusicModel
internal import ProviderKit

/// A title in the iTunes Store, which may end in ` - EP` or ` - Single`.
package struct StoreTitle: Hashable, Sendable {
  /// The title without the suffix.
  package let title: String
  /// The kind given by the suffix, otherwise `.album`.
  package let albumKind: AlbumKind

  private static let suffixes: [(String, AlbumKind)] = [(" - EP", .ep), (" - Single", .single)]

  package init(_ text: String) {
    let text = text.decodingHTMLEntities.trimmed
    for (suffix, kind) in StoreTitle.suffixes where text.hasSuffix(suffix) {
      title = text.dropLast(suffix.count).trimmed
      albumKind = kind
      return
    }
    title = text
    albumKind = .album
  }
}
