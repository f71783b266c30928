/// A positional argument of a command, and the key to its value: `try invocation[Arguments.id]`.
package struct Argument<Value: Sendable>: CommandArgument {
  package let info: ArgumentInfo
  /// Converts the words to the value; `nil` only if a required word is missing.
  let read: @Sendable ([String]) -> Value?

  /// One required word.
  package init(_ syntax: ValueSyntax<Value>, help: String) {
    info = ArgumentInfo(value: syntax.info, help: help, count: .one)
    read = { $0.first.flatMap(syntax.read) }
  }

  /// One optional word.
  package init<Single>(optional syntax: ValueSyntax<Single>, help: String)
  where Value == Single? {
    info = ArgumentInfo(value: syntax.info, help: help, count: .optional)
    read = { .some($0.first.flatMap(syntax.read)) }
  }

  /// One or more words. Must be the last argument.
  package init<Element>(repeating syntax: ValueSyntax<Element>, help: String)
  where Value == [Element] {
    info = ArgumentInfo(value: syntax.info, help: help, count: .many)
    read = { $0.isEmpty ? nil : $0.compactMap(syntax.read) }
  }

  /// Any number of words, none included. Must be the last argument.
  package init<Element>(anyNumberOf syntax: ValueSyntax<Element>, help: String)
  where Value == [Element] {
    info = ArgumentInfo(value: syntax.info, help: help, count: .any)
    read = { $0.compactMap(syntax.read) }
  }
}

/// An ``Argument`` of any type, as a command lists it.
package protocol CommandArgument: Sendable {
  var info: ArgumentInfo { get }
}

/// An argument as seen by the parser, the help and the completion.
package struct ArgumentInfo: Sendable {
  package let value: ValueInfo
  package let help: String
  package let count: Count

  /// The number of words that it takes.
  package enum Count: Hashable, Sendable {
    case one
    case optional
    case many
    case any

    var takesAll: Bool { self == .many || self == .any }
    var isRequired: Bool { self == .one || self == .many }
  }

  package var name: String { value.name }

  /// Its form in a usage line: `ID`, `[KIND]`, `TEXT…`.
  var synopsis: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .many: name + "…"
    case .any: "[\(name)…]"
    }
  }
}
