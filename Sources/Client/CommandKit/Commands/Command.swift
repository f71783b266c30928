/// One command, or a group of commands under one word, as a value.
///
/// ```swift
/// Command(
///   "artists", abstract: "Search artists in all providers.",
///   operands: [Operands.text], options: [Options.exact],
///   examples: [Example("search artists \"Pink Floyd\"", "Look for a band.")],
///   action: .searchArtists)
/// ```
package struct Command<Action: Sendable>: Sendable {
  /// The word that is typed.
  package let name: String
  /// What it does, in one sentence that ends with a full stop.
  package let abstract: String
  package let content: Content
  // Put together when they are wanted: a run wants those of one command, and there are two dozen.
  private let makeDiscussion: @Sendable () -> String
  private let makeExamples: @Sendable () -> [Example]

  /// What follows the command's name.
  package enum Content: Sendable {
    case action(Action, operands: [ArgumentInfo], options: @Sendable () -> [OptionInfo])
    /// `preset` is the command that is meant when none is named.
    case group([Command], preset: String?)
  }

  /// A command that does something.
  package init(
    _ name: String,
    abstract: String,
    discussion: @autoclosure @escaping @Sendable () -> String = "",
    operands: [any CommandOperand] = [],
    options: @autoclosure @escaping @Sendable () -> [any CommandOption] = [],
    examples: @autoclosure @escaping @Sendable () -> [Example] = [],
    action: Action
  ) {
    self.name = name
    self.abstract = abstract
    makeDiscussion = discussion
    makeExamples = examples
    content = .action(action, operands: operands.map(\.form)) { options().map(\.form) }
  }

  /// A word that only gathers `commands`; alone it means the one called `preset`, if any.
  package init(
    _ name: String,
    abstract: String,
    discussion: @autoclosure @escaping @Sendable () -> String = "",
    examples: @autoclosure @escaping @Sendable () -> [Example] = [],
    commands: [Command],
    preset: String? = nil
  ) {
    self.name = name
    self.abstract = abstract
    makeDiscussion = discussion
    makeExamples = examples
    content = .group(commands, preset: preset)
  }

  /// What else a person should know, for the command's own help. Paragraphs are parted by "\n".
  package var discussion: String { makeDiscussion() }
  package var examples: [Example] { makeExamples() }

  var subcommands: [Command] {
    if case .group(let commands, _) = content { commands } else { [] }
  }

  var operands: [ArgumentInfo] {
    if case .action(_, let operands, _) = content { operands } else { [] }
  }

  /// The command's own options, without the shared ones.
  var options: [OptionInfo] {
    if case .action(_, _, let options) = content { options() } else { [] }
  }
}

/// A command line to copy, and what it is for.
package struct Example: Hashable, Sendable {
  /// What is typed after the program's name.
  package let arguments: String
  package let meaning: String

  package init(_ arguments: String, _ meaning: String) {
    self.arguments = arguments
    self.meaning = meaning
  }
}
