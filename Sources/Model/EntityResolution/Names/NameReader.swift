import Synchronization

/// Parses names once: sources repeat titles and artists, and a record is compared many times.
///
/// It remembers what it has parsed, and begins anew when that becomes too much.
package final class NameReader: Sendable {
  private let titles: ParsedNames<ParsedTitle>
  private let credits: ParsedNames<ArtistCredit>
  private let names: ParsedNames<FoldedName>

  /// Creates a reader that remembers up to `maxCount` names of each sort.
  package init(maxCount: Int = .max) {
    titles = ParsedNames(maxCount) { ParsedTitle($0) }
    credits = ParsedNames(maxCount) { ArtistCredit($0) }
    names = ParsedNames(maxCount) { FoldedName($0) }
  }

  /// The number of names that it remembers.
  var count: Int { titles.count + credits.count + names.count }

  /// The title of an album or song.
  func title(_ text: String) -> ParsedTitle { titles.parsed(text) }

  /// The name of an artist, or of several.
  func credit(_ text: String?) -> ArtistCredit { text.map { credits.parsed($0) } ?? .unknown }

  /// The name as such, which is not divided into title and version or into several artists.
  package func name(_ text: String) -> FoldedName { names.parsed(text) }
}

/// The results of one parser.
private final class ParsedNames<Parsed: Sendable>: Sendable {
  private let maxCount: Int
  private let parse: @Sendable (String) -> Parsed
  private let known = Mutex<[String: Parsed]>([:])

  init(_ maxCount: Int, _ parse: @escaping @Sendable (String) -> Parsed) {
    (self.maxCount, self.parse) = (maxCount, parse)
  }

  var count: Int { known.withLock(\.count) }

  func parsed(_ text: String) -> Parsed {
    known.withLock { known in
      if let parsed = known[text] { return parsed }
      let parsed = parse(text)
      if known.count >= maxCount { known = [:] }
      known[text] = parsed
      return parsed
    }
  }
}
