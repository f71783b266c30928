/// The syntax of a value on the command line: its placeholder, parser and description.
package struct ValueSyntax<Value: Sendable>: Sendable {
  package let info: ValueInfo
  /// Parses a word; `nil` if it is invalid.
  let read: @Sendable (String) -> Value?

  /// Creates a syntax.
  ///
  /// - Parameters:
  ///   - name: The placeholder in the help, in capitals: `DATE`.
  ///   - expectation: Completes "expected …": "a date such as 2020-01-12". Empty if every word is
  ///     valid.
  ///   - suggestions: The words that completion offers.
  ///   - names: All valid words or parts of words; an error names or lists them.
  ///   - invalidPart: The part of an invalid word that an error quotes; `nil` for the whole word.
  ///   - read: Parses a word; returns `nil` if it is invalid.
  package init(
    _ name: String,
    expectation: String,
    suggestions: ValueInfo.Suggestions = .none,
    names: [String] = [],
    invalidPart: @escaping @Sendable (String) -> String? = { _ in nil },
    read: @escaping @Sendable (String) -> Value?
  ) {
    info = ValueInfo(
      name: name,
      expectation: expectation,
      suggestions: suggestions,
      names: names,
      invalidPart: invalidPart,
      accepts: { read($0) != nil }
    )
    self.read = read
  }
}

/// A value as seen by the parser, the help and the completion.
package struct ValueInfo: Sendable {
  package let name: String
  package let expectation: String
  package let suggestions: Suggestions
  private let names: [String]
  let invalidPart: @Sendable (String) -> String?
  let accepts: @Sendable (String) -> Bool

  /// The suggestions of completion for a value.
  package enum Suggestions: Hashable, Sendable {
    case none
    case words([String])
    case files
    /// The words of a list that the program looks up.
    case list(WordList)
  }

  init(
    name: String,
    expectation: String,
    suggestions: Suggestions,
    names: [String],
    invalidPart: @escaping @Sendable (String) -> String?,
    accepts: @escaping @Sendable (String) -> Bool
  ) {
    self.name = name
    self.expectation = expectation
    self.suggestions = suggestions
    self.names = names
    self.invalidPart = invalidPart
    self.accepts = accepts
  }

  var words: [String] {
    if case .words(let words) = suggestions { words } else { [] }
  }

  /// Whether a word, or each part of a list, is one of the suggestions.
  func suggests(_ word: String) -> Bool {
    word.split(separator: ",").allSatisfy { words.contains(String($0)) }
  }

  /// The error for a word that is not valid.
  func error(for word: String, subject: String, isMaybeText: Bool = false) -> UsageError.Reason {
    let part = invalidPart(word)
    // Without a name, the form of the word is wrong.
    let name = part ?? (names.isEmpty ? word : nil)
    let nearest = name.flatMap { nearestName(to: $0, among: names.isEmpty ? words : names) }
    let listed = words.isEmpty ? names : words
    let listsNames = part != nil && nearest == nil && !listed.isEmpty
    return .invalidValue(
      subject: subject,
      expectation: listsNames ? "one of \(listed.list(", "))" : expectation,
      value: part ?? word,
      nearest: nearest,
      isMaybeText: isMaybeText
    )
  }
}

extension ValueSyntax where Value == String {
  /// Any text; `list` is what completion suggests.
  package static func text(_ name: String, from list: WordList? = nil) -> Self {
    Self(name, expectation: "", suggestions: list.map { .list($0) } ?? .none) { $0 }
  }

  /// The path of a file; the shell completes it.
  package static func file(_ name: String = "FILE") -> Self {
    Self(name, expectation: "", suggestions: .files) { $0 }
  }
}

extension ValueSyntax where Value == Int {
  /// A whole number within `range`.
  package static func integer(_ name: String, in range: ClosedRange<Int>) -> Self {
    let expectation =
      range.upperBound == .max
      ? "a whole number from \(range.lowerBound) up"
      : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return Self(name, expectation: expectation) { word in
      Int(word).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension ValueSyntax
where Value: RawRepresentable & Sendable, Value.RawValue == String {
  /// One of `values`, by its raw value, in the singular or plural and in any case. (The caller passes the cases: looking up `CaseIterable` of a
  /// generic type takes time at run time.)
  package static func choice(_ name: String, of values: [Value]) -> Self {
    let words = values.map { $0.rawValue }
    let expectation = "one of " + words.list(", ")
    return Self(name, expectation: expectation, suggestions: .words(words)) { word in
      Value(rawValue: word) ?? values.first { $0.rawValue.isWord(word) }
    }
  }
}

extension String {
  /// Whether a user who types `other` means this word: "Album" and "albums" are one.
  package func isWord(_ other: String) -> Bool {
    let (one, two) = (lowercased(), other.lowercased())
    return one == two || one == two + "s" || one + "s" == two
  }
}
