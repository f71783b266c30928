import MusicModel

/// A text made ready for the store's crude search: without case and accents, cut into words.
struct SearchText: Hashable, Sendable {
  let folded: String
  let words: [String]

  init(_ text: String) {
    folded = text.folded
    words = folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Whether each of the words begins some word of the fields.
  ///
  /// A word outside ASCII may also be in
  /// the middle, as some scripts have no spaces; a text without words (`!!!`) must be there whole.
  func isFound(in fields: [SearchText]) -> Bool {
    guard !words.isEmpty else {
      return !folded.isEmpty && fields.contains { $0.folded.contains(folded) }
    }
    return words.allSatisfy { word in
      fields.contains { field in
        field.words.contains { $0.hasPrefix(word) }
          || (!word.utf8.allSatisfy { $0 < 0x80 } && field.folded.contains(word))
      }
    }
  }
}

/// A search, plain or by fields, such as `album:"Low" artist:"David Bowie"` or `upc:123`.
struct FieldQuery: Sendable {
  private let query: String
  private var fields: [String: String] = [:]

  init(_ query: String) {
    self.query = query
    for match in query.matches(of: /(\w+):(?:"([^"]*)"|(\S+))/) {
      fields[String(match.1)] = String(match.2 ?? match.3 ?? "")
    }
  }

  subscript(_ field: String) -> String? { fields[field] }

  /// The first of these fields that is there, or else the whole query.
  func text(_ names: String...) -> SearchText {
    SearchText(names.compactMap { fields[$0] }.first ?? query)
  }

  var artist: SearchText? { fields["artist"].map { SearchText($0) } }
}
