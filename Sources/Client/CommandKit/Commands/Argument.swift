/// A word that a command takes by its place, and the key to it: `try invocation[Operands.id]`.
package struct Argument<Value: Sendable>: CommandOperand {
  package let form: ArgumentInfo
  /// Turns the words into the value; `nil` only when a needed word is missing.
  let read: @Sendable ([String]) -> Value?

  /// One word that must be there.
  package init(_ syntax: ValueSyntax<Value>, help: String) {
    form = ArgumentInfo(value: syntax.form, help: help, count: .one)
    read = { $0.first.flatMap(syntax.read) }
  }

  /// One word that may be left out.
  package init<Single>(optional syntax: ValueSyntax<Single>, help: String)
  where Value == Single? {
    form = ArgumentInfo(value: syntax.form, help: help, count: .optional)
    read = { .some($0.first.flatMap(syntax.read)) }
  }

  /// One word or more. Comes last.
  package init<Element>(repeating syntax: ValueSyntax<Element>, help: String)
  where Value == [Element] {
    form = ArgumentInfo(value: syntax.form, help: help, count: .many)
    read = { $0.isEmpty ? nil : $0.compactMap(syntax.read) }
  }
}

/// What a command lists among its operands: an ``Operand`` of any type.
package protocol CommandOperand: Sendable {
  var form: ArgumentInfo { get }
}

/// An operand as parser, help and completion see it.
package struct ArgumentInfo: Sendable {
  package let value: ValueInfo
  package let help: String
  package let count: Count

  /// How many words it takes.
  package enum Count: Hashable, Sendable {
    case one
    case optional
    case many
  }

  package var name: String { value.name }

  /// How a usage line shows it: `ID`, `[KIND]`, `TEXT…`.
  var synopsis: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .many: name + "…"
    }
  }
}
