/// How a value is written on the command line, how it is read, and what to tell when it is wrong.
package struct ValueSyntax<Value: Sendable>: Sendable {
  package let form: ValueInfo
  /// The value that a word stands for; `nil` when it stands for none.
  let read: @Sendable (String) -> Value?

  /// A syntax of one's own.
  ///
  /// - Parameters:
  ///   - name: The placeholder in the help, in capitals: `DATE`.
  ///   - expectation: Completes "--from takes …": "a date such as 2020-01-12". Empty where the
  ///     placeholder tells all, as for a text.
  ///   - suggestions: What completion offers.
  ///   - read: The value of a word, or `nil` when the word is not of this syntax.
  package init(
    _ name: String,
    expectation: String,
    suggestions: ValueInfo.Suggestions = .none,
    read: @escaping @Sendable (String) -> Value?
  ) {
    form = ValueInfo(name: name, expectation: expectation, suggestions: suggestions) {
      read($0) != nil
    }
    self.read = read
  }
}

/// A value as parser, help and completion see it.
package struct ValueInfo: Sendable {
  package let name: String
  package let expectation: String
  package let suggestions: Suggestions
  let accepts: @Sendable (String) -> Bool

  /// What completion can offer for a value.
  package enum Suggestions: Hashable, Sendable {
    case none
    case words([String])
    case files
  }

  var words: [String] {
    if case .words(let words) = suggestions { words } else { [] }
  }
}

extension ValueSyntax where Value == String {
  /// Any text.
  package static func text(_ name: String) -> Self {
    Self(name, expectation: "") { $0 }
  }

  /// The path of a file, which completion lets the shell fill in.
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
  /// One of some values, by its raw value. (The cases are handed over, as to find those of a type that
  /// only the caller knows takes a search when the program runs.)
  package static func choice(_ name: String, of values: [Value]) -> Self {
    let words = values.map { $0.rawValue }
    let expectation = "one of " + words.list(", ")
    return Self(name, expectation: expectation, suggestions: .words(words)) { Value(rawValue: $0) }
  }
}
