/// An option of a command, and the key to its value: `invocation[Options.limit]` is an `Int?`.
///
/// Declare it once and use the same value in the table and for reading, so that name, type and
/// range cannot come apart.
package struct Option<Value: Sendable>: CommandOption {
  package let form: OptionInfo
  /// Turns what was given, already known to be readable, into the value. Nothing given: `[]`.
  let read: @Sendable ([String]) -> Value

  /// `--name`, which is there or not.
  package init(flag name: String, short: Character? = nil, help: String) where Value == Bool {
    form = OptionInfo(name: name, short: short, help: help)
    read = { !$0.isEmpty }
  }

  /// `--name VALUE`, at most once.
  ///
  /// `preset` tells, for the help, what holds when the option is absent; the value is `nil` then.
  package init<Single>(
    _ name: String,
    short: Character? = nil,
    _ syntax: ValueSyntax<Single>,
    help: String,
    preset: String? = nil
  ) where Value == Single? {
    form = OptionInfo(name: name, short: short, value: syntax.form, help: help, preset: preset)
    read = { $0.last.flatMap(syntax.read) }
  }

  /// `--name VALUE`, as often as wished.
  package init<Element>(
    repeating name: String,
    short: Character? = nil,
    _ syntax: ValueSyntax<Element>,
    help: String,
    preset: String? = nil
  ) where Value == [Element] {
    form = OptionInfo(
      name: name,
      short: short,
      value: syntax.form,
      help: help,
      preset: preset,
      repeats: true
    )
    read = { $0.compactMap(syntax.read) }
  }
}

/// What a command lists among its options: an ``Option`` of any type.
package protocol CommandOption: Sendable {
  var form: OptionInfo { get }
}

/// An option as parser, help and completion see it.
package struct OptionInfo: Sendable {
  /// The long name, without dashes.
  package let name: String
  package let short: Character?
  /// `nil` for a flag.
  package let value: ValueInfo?
  package let help: String
  package let preset: String?
  package let repeats: Bool

  init(
    name: String,
    short: Character? = nil,
    value: ValueInfo? = nil,
    help: String,
    preset: String? = nil,
    repeats: Bool = false
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.help = help
    self.preset = preset
    self.repeats = repeats
  }

  var spelling: String { "--" + name }
}
