package import MusicModel

/// Where an album can be added to MusicBrainz: the address of Harmony, the importer of releases, filled with the bar code
/// and the pages of the album.
package enum HarmonyLink {
  /// Whether a source has linked the album to MusicBrainz.
  package static func isAtMusicBrainz(_ album: Album) -> Bool {
    album.links["musicbrainz"] != nil
      || ([album.id] + album.ids).contains { $0.namespace == "mbid" }
  }

  /// The address for an album; `nil` if there is nothing by which Harmony could find it.
  package static func url(of album: Album) -> String? {
    let code = album.ids.sorted().first { $0.namespace == "upc" }.map { ("gtin", $0.value) }
    let pages = album.links.sorted { $0.key < $1.key }.map(\.value).filter(isKnown)
    let query = ([code].compactMap(\.self) + pages.map { ("url", $0) }).map { name, value in
      "\(name)=\(value.percentEncoded())"
    }
    guard !query.isEmpty else { return nil }
    return "https://harmony.pulsewidth.org.uk/release?\(query.joined(separator: "&"))"
  }

  /// The services whose pages Harmony reads.
  private static let hosts = [
    "bandcamp.com", "beatport.com", "deezer.com", "music.apple.com", "spotify.com", "tidal.com",
  ]

  private static func isKnown(_ url: String) -> Bool {
    guard let host = WebOrigin.dividing(url)?.origin.host else { return false }
    return hosts.contains { host == $0 || host.hasSuffix(".\($0)") }
  }
}
