/// Parses the names in the records of one merge, each of them once: sources repeat titles and artists.
package final class NameReader {
  private var titles = ParsedNames { ParsedTitle($0) }
  private var credits = ParsedNames { ArtistCredit($0) }
  private var names = ParsedNames { FoldedName($0) }

  package init() {}

  /// The number of names parsed so far.
  var parsings: Int { titles.count + credits.count + names.count }

  /// The title of an album or song.
  func title(_ text: String) -> ParsedTitle { titles.parsed(text) }

  /// The name of an artist, or of several.
  func credit(_ text: String?) -> ArtistCredit { text.map { credits.parsed($0) } ?? .unknown }

  /// The name as such, which is not divided into title and version or into several artists.
  func name(_ text: String) -> FoldedName { names.parsed(text) }
}

/// The results of one parser.
private struct ParsedNames<Parsed> {
  private let parse: (String) -> Parsed
  private var known: [String: Parsed] = [:]

  init(_ parse: @escaping (String) -> Parsed) { self.parse = parse }

  var count: Int { known.count }

  mutating func parsed(_ text: String) -> Parsed {
    if let parsed = known[text] { return parsed }
    let parsed = parse(text)
    known[text] = parsed
    return parsed
  }
}
