import Foundation

/// Addresses in the store's responses. Pages are at Apple, because this server has none; pictures
/// and sounds are here.
struct StoreLinks: Sendable {
  let base: String
  let store: Storefront

  func artist(_ artist: StoreArtist) -> String {
    "https://music.apple.com/\(store.code)/artist/\(Self.slug(artist.name))/\(artist.id)"
  }

  func album(_ album: StoreAlbum) -> String {
    "https://music.apple.com/\(store.code)/album/\(Self.slug(album.name))/\(album.id)"
  }

  func song(_ song: StoreSong) -> String {
    "https://music.apple.com/\(store.code)/album/\(Self.slug(song.track.title))"
      + "/\(song.album.id)?i=\(song.id)"
  }

  func preview(_ song: StoreSong) -> String {
    let uuid = stableUUID("preview/\(song.id)")
    return "\(base)/preview/AudioPreview122/v4/\(Self.shelves(uuid))/\(uuid)"
      + "/mzaf_\(song.id).plus.aac.p.m4a"
  }

  /// The picture in the size of the last component, such as `100x100bb.jpg`. As in the store, two
  /// of three have the album's bar code before it.
  func artwork(_ album: StoreAlbum, _ file: String) -> String {
    artwork(
      "Music221",
      key: "artwork/\(album.upc)",
      source: album.id % 3 == 0 ? "source" : album.upc + ".jpg",
      file
    )
  }

  func artwork(_ category: String, key: String, source: String, _ file: String) -> String {
    let uuid = stableUUID(key)
    return
      "\(base)/artwork/image/thumb/\(category)/v4/\(Self.shelves(uuid))/\(uuid)/\(source)/\(file)"
  }

  /// `Sigur Rós` to `sigur-r%C3%B3s`: the store preserves letters of any script.
  static func slug(_ name: String) -> String {
    let words = name.lowercased()
      .filter { $0 != "'" && $0 != "’" }
      .split { !$0.isLetter && !$0.isNumber }
      .joined(separator: "-")
    let slug = words.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? words
    return slug.isEmpty ? "-" : slug
  }

  private static func shelves(_ uuid: String) -> String {
    let letters = Array(uuid)
    return [0, 2, 4].map { String(letters[$0...($0 + 1)]) }.joined(separator: "/")
  }
}
