/// A command, or a group of subcommands.
///
/// ```swift
/// Command(
///   "artists", abstract: "Search artists in all providers.",
///   arguments: [Arguments.text], options: [Options.exact],
///   examples: [Example("search artists \"Pink Floyd\"", "Look for a band.")],
///   action: .artistsSearch)
/// ```
package struct Command<Action: Sendable>: Sendable {
  /// The word that the user types.
  package let name: String
  /// Other words for it.
  package let aliases: [String]
  /// The titles of the option groups that matter to it; `nil` means those of its section.
  package let optionGroups: [String]?
  /// One imperative sentence with a full stop.
  package let abstract: String
  package let content: Content
  // Built lazily: one run needs those of a single command.
  private let makeDiscussion: @Sendable () -> String
  private let makeExamples: @Sendable () -> [Example]

  /// The rest of the command line.
  package enum Content: Sendable {
    case action(Action, arguments: [ArgumentInfo], options: @Sendable () -> [OptionInfo])
    /// `defaultCommand` runs if no subcommand is given.
    case group([Command], defaultCommand: String?)
  }

  /// Creates a command with an action.
  package init(
    _ name: String,
    aliases: [String] = [],
    abstract: String,
    discussion: @autoclosure @escaping @Sendable () -> String = "",
    uses optionGroups: [String]? = nil,
    arguments: [any CommandArgument] = [],
    options: @autoclosure @escaping @Sendable () -> [any CommandOption] = [],
    examples: @autoclosure @escaping @Sendable () -> [Example] = [],
    action: Action
  ) {
    self.name = name
    self.aliases = aliases
    self.optionGroups = optionGroups
    self.abstract = abstract
    makeDiscussion = discussion
    makeExamples = examples
    content = .action(action, arguments: arguments.map(\.info)) { options().map(\.info) }
  }

  /// Creates a group of subcommands; without one, it runs `defaultCommand`, if any.
  package init(
    _ name: String,
    aliases: [String] = [],
    abstract: String,
    discussion: @autoclosure @escaping @Sendable () -> String = "",
    uses optionGroups: [String]? = nil,
    examples: @autoclosure @escaping @Sendable () -> [Example] = [],
    commands: [Command],
    default defaultCommand: String? = nil
  ) {
    self.name = name
    self.aliases = aliases
    self.optionGroups = optionGroups
    self.abstract = abstract
    makeDiscussion = discussion
    makeExamples = examples
    content = .group(commands, defaultCommand: defaultCommand)
  }

  /// Further help text; paragraphs are separated by "\n".
  package var discussion: String { makeDiscussion() }
  package var examples: [Example] { makeExamples() }

  func isNamed(_ word: String) -> Bool { name == word || aliases.contains(word) }

  /// The subcommand whose arguments are words that are not subcommands.
  var textCommand: Command? {
    guard case .group(let commands, let defaultCommand?) = content else { return nil }
    return commands.first { $0.name == defaultCommand && !$0.arguments.isEmpty }
  }

  var subcommands: [Command] {
    if case .group(let commands, _) = content { commands } else { [] }
  }

  var arguments: [ArgumentInfo] {
    if case .action(_, let arguments, _) = content { arguments } else { [] }
  }

  /// The options of this command, without the shared ones; of a group, those of its default command.
  var options: [OptionInfo] {
    if case .action(_, _, let options) = content {
      options()
    } else {
      defaultCommand?.options ?? []
    }
  }

  /// The subcommand that runs if a group stands alone.
  var defaultCommand: Command? {
    guard case .group(let commands, let name?) = content else { return nil }
    return commands.first { $0.name == name }
  }
}

/// A command line for the user to copy, with its meaning.
package struct Example: Hashable, Sendable {
  /// The command line without the program name.
  package let arguments: String
  package let meaning: String

  package init(_ arguments: String, _ meaning: String) {
    self.arguments = arguments
    self.meaning = meaning
  }
}
