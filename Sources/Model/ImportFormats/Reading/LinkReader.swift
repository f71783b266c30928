import BusProtocol
import MusicModel

/// Reads the ids that URIs, links and codes are.
struct LinkReader {
  let patterns: [URLPattern]

  /// The id in a text: an id, a URI or URL of a service, a bar code or an ISRC.
  func id(_ text: some StringProtocol) -> EntityID? {
    let text = text.trimmed
    if let id = LinkReader.spotify(text) ?? LinkReader.musicBrainz(text) { return id }
    if let id = EntityID(pasted: text, patterns) { return id }
    // The words of a URI are no id, even if they have its form.
    guard let id = EntityID(text), id.kind != nil, id.namespace != "spotify" || id.type != "track",
      !["http", "https", "file"].contains(id.namespace)
    else { return nil }
    return id
  }

  /// Whether a text is a URL or a URI of a service.
  static func isLink(_ text: some StringProtocol) -> Bool {
    text.contains("://") || text.hasPrefix("spotify:") || URLPattern.isURLWithoutScheme(text)
  }

  /// Spotify's files name everything by URI: `spotify:track:2f8Hc0w7BpDtzwoa6BHKec`.
  static func spotify(_ uri: some StringProtocol) -> EntityID? {
    let parts = uri.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "spotify" else { return nil }
    return spotify(parts[1], parts[2])
  }

  /// The id of a type of Spotify's, if the value is one: 22 letters and digits.
  static func spotify(_ type: some StringProtocol, _ value: some StringProtocol) -> EntityID? {
    guard value.utf8.count == 22,
      value.utf8.allSatisfy({ byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      })
    else { return nil }
    let words = ["track": "song", "song": "song", "album": "album", "artist": "artist"]
    return words[String(type)].flatMap {
      EntityID(namespace: "spotify", type: $0, value: String(value))
    }
  }

  /// The id in an address such as those of JSPF: `https://musicbrainz.org/recording/MBID`.
  static func musicBrainz(_ url: some StringProtocol) -> EntityID? {
    guard let range = url.firstRange(of: "://musicbrainz.org/") else { return nil }
    let parts = url[range.upperBound...].split(separator: "/")
    guard parts.count == 2 else { return nil }
    return mbid(parts[0], parts[1])
  }

  /// The id of a type of MusicBrainz, if the value is one.
  static func mbid(_ type: some StringProtocol, _ value: (some StringProtocol)?) -> EntityID? {
    guard let value = value?.lowercased(), value.utf8.count == 36,
      value.utf8.enumerated().allSatisfy({ index, byte in
        [8, 13, 18, 23].contains(index)
          ? byte == 0x2D : (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
      })
    else { return nil }
    let id = EntityID(namespace: "mbid", type: String(type), value: value)
    return id?.kind == nil ? nil : id
  }

  /// What the URI of a local file says: `spotify:local:ARTIST:ALBUM:TITLE:SECONDS`, each part encoded.
  static func local(_ uri: some StringProtocol, _ number: Int) -> ImportedRow? {
    guard uri.hasPrefix("spotify:local:") else { return nil }
    let parts = uri.split(separator: ":", omittingEmptySubsequences: false).dropFirst(2)
      .map { $0.percentDecoded(isForm: true) }
    guard parts.count >= 3 else { return nil }
    var row = ImportedRow(number, .song)
    row.setNames(parts[2], by: parts[0], on: parts[1])
    if parts.count > 3 {
      row.durationMs = Int(parts[3]).flatMap { ImportDates.durationMs(seconds: $0) }
    }
    row.isNothing = row.name.isEmpty ? .localFile : nil
    return row
  }
}
