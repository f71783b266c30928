internal import MusicModel
internal import ProviderKit

/// A record of TheAudioDB, in which every value is a string or null.
///
/// Empty, `0` and `0000` mean unknown.
struct AudioDBRecord {
  private let record: JSONRecord

  init(_ record: JSONRecord) { self.record = record }

  /// Returns a text with repaired encoding.
  func text(_ name: String) -> String? {
    guard let text = record.text(name), text != "0" else { return nil }
    return Mojibake.repaired(text).replacing("\r\n", with: "\n")
  }

  /// Returns an integer above zero.
  func number(_ name: String) -> Int? {
    record.integer(name).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns a year of four digits.
  func year(_ name: String) -> Int? {
    record.integer(name).flatMap { (1000...9999).contains($0) ? $0 : nil }
  }

  /// Returns an id if its value has the format of the namespace.
  func id(_ namespace: String, _ type: String, _ name: String) -> EntityID? {
    guard let text = record.text(name), IDFormat.formats[namespace]?(text) ?? false else {
      return nil
    }
    return EntityID(namespace: namespace, type: type, value: text)
  }

  /// Returns a text in a language, else in English, else without language suffix.
  func text(_ name: String, language: String?) -> String? {
    languages(language).lazy.compactMap { text(name + $0.suffix) }.first
  }

  /// Returns the language of the text, if the record has one.
  func language(of name: String, wanted: String?) -> String? {
    languages(wanted).first { text(name + $0.suffix) != nil }?.code
  }

  private func languages(_ wanted: String?) -> [(code: String, suffix: String)] {
    let suffix = wanted.flatMap { code in AudioDBLanguage.suffixes[code].map { (code, $0) } }
    return [suffix, ("en", "EN"), ("en", "")].compactMap { $0 }
  }

  /// Genre and style, without duplicates.
  var genres: [String] {
    let genres = ["strGenre", "strStyle"].compactMap { text($0) }
    return genres.count == 2 && genres[0] == genres[1] ? [genres[0]] : genres
  }

  /// Returns web links; the source omits the scheme, and some values are not URLs.
  func links(_ names: [(String, String)]) -> [String: String] {
    var links: [String: String] = [:]
    for (site, name) in names {
      guard let text = text(name), text.contains("."), !text.contains(" ") else { continue }
      let url = text.contains("://") ? text : "https://" + text
      if WebAddress(url) != nil { links[site] = url }
    }
    return links
  }
}

/// The suffixes of language-dependent members, most of them country codes.
private enum AudioDBLanguage {
  static let suffixes = [
    "en": "EN", "de": "DE", "fr": "FR", "zh": "CN", "it": "IT", "ja": "JP", "ru": "RU",
    "es": "ES", "pt": "PT", "sv": "SE", "nl": "NL", "hu": "HU", "no": "NO", "nb": "NO",
    "nn": "NO", "he": "IL", "iw": "IL", "pl": "PL",
  ]
}

/// The formats of ids; other values are ignored.
private enum IDFormat {
  static let formats: [String: @Sendable (String) -> Bool] = [
    "audiodb": isNumber,
    "itunes": isNumber,
    "discogs": isNumber,
    "mbid": isUUID,
    "wikidata": { $0.first == "Q" && isNumber($0.dropFirst()) },
    "allmusic": { text in
      (text.hasPrefix("mn") || text.hasPrefix("mw")) && text.utf8.count == 12
        && isNumber(text.dropFirst(2), orZero: true)
    },
  ]

  private static let isNumber: @Sendable (String) -> Bool = { isNumber($0[...]) }

  private static func isNumber(_ text: Substring, orZero: Bool = false) -> Bool {
    (1...18).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      && (orZero || text.first != "0")
  }

  private static let isUUID: @Sendable (String) -> Bool = { text in
    text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count)
      == [8, 4, 4, 4, 12]
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20) || byte == 0x2D
      }
  }
}
