/// An option of a command, and the key to its value: `invocation[Options.limit]` is an `Int?`.
///
/// The command table and the code that reads the value share one declaration, so that name, type and
/// range always agree.
package struct Option<Value: Sendable>: CommandOption {
  package let info: OptionInfo
  /// Converts the validated words to the value; `[]` if the option is absent.
  let read: @Sendable ([String]) -> Value

  /// A flag: `--name`.
  package init(flag name: String, short: Character? = nil, help: String) where Value == Bool {
    info = OptionInfo(name: name, short: short, help: help)
    read = { !$0.isEmpty }
  }

  /// `--name VALUE`, at most once.
  ///
  /// `defaultText` appears in the help only; the value of an absent option is `nil`.
  package init<Single>(
    _ name: String,
    short: Character? = nil,
    _ syntax: ValueSyntax<Single>,
    help: String,
    default defaultText: String? = nil
  ) where Value == Single? {
    info = OptionInfo(
      name: name,
      short: short,
      value: syntax.info,
      help: help,
      defaultText: defaultText
    )
    read = { $0.last.flatMap(syntax.read) }
  }

  /// `--name` or `--name=VALUE`, at most once; `bare` is the value of the former.
  ///
  /// A next word that is a valid value, and not a command, counts as the value as well.
  package init<Single>(
    _ name: String,
    short: Character? = nil,
    optional syntax: ValueSyntax<Single>,
    bare: Single,
    help: String
  ) where Value == Single? {
    info = OptionInfo(
      name: name,
      short: short,
      value: syntax.info,
      isValueOptional: true,
      help: help
    )
    read = { $0.last.flatMap { $0.isEmpty ? bare : syntax.read($0) } }
  }

  /// `--name VALUE`, any number of times.
  package init<Element>(
    repeating name: String,
    short: Character? = nil,
    _ syntax: ValueSyntax<Element>,
    help: String,
    default defaultText: String? = nil
  ) where Value == [Element] {
    info = OptionInfo(
      name: name,
      short: short,
      value: syntax.info,
      help: help,
      defaultText: defaultText,
      repeats: true
    )
    read = { $0.compactMap(syntax.read) }
  }
}

/// An ``Option`` of any type, as a command lists it.
package protocol CommandOption: Sendable {
  var info: OptionInfo { get }
}

/// An option as seen by the parser, the help and the completion.
package struct OptionInfo: Sendable {
  /// The long name, without dashes.
  package let name: String
  package let short: Character?
  /// `nil` for a flag.
  package let value: ValueInfo?
  package let isValueOptional: Bool
  package let help: String
  package let defaultText: String?
  package let repeats: Bool

  init(
    name: String,
    short: Character? = nil,
    value: ValueInfo? = nil,
    isValueOptional: Bool = false,
    help: String,
    defaultText: String? = nil,
    repeats: Bool = false
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.isValueOptional = isValueOptional
    self.help = help
    self.defaultText = defaultText
    self.repeats = repeats
  }

  var spelling: String { "--" + name }
}

/// Options of one topic. All commands accept them; help lists them if they matter to the command.
package struct OptionGroup: Sendable {
  package let title: String
  package let options: [OptionInfo]

  package init(_ title: String, _ options: [OptionInfo]) {
    self.title = title
    self.options = options
  }

  /// The title of the group that help always lists.
  static let lastTitle = "Global options"
}
