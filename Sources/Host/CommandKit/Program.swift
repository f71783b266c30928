/// CommandKit: command lines as data. One table of commands yields parsing, help, completion, exit status,
/// and text that fits the terminal.
///
/// CommandKit does not read arguments, write output or end the process: the executable passes its
/// arguments to ``parse(_:)``, performs the request and prints. `Action` is the executable's own type for
/// an action: an enum or a closure.
package struct Program<Action: Sendable>: Sendable {
  /// The program name, such as `musicbus`.
  package let name: String
  package let version: String
  /// One sentence that describes the program.
  package let abstract: String
  package let sections: [Section]
  /// The options that all commands accept, by topic. The last group holds `--help` and `--version`.
  package let optionGroups: [OptionGroup]
  /// The name of the command that runs without any words.
  package let startCommand: String?
  /// The name of the command whose arguments are words that are not commands.
  package let textCommand: String?
  /// Whether the program is its only command, whose name is not typed.
  private(set) var isOneCommand = false
  /// Commands of other programs, each with the words of the command to suggest.
  let otherNames: [String: String]
  /// The members of the results of a command, given by its words.
  let fields: @Sendable (String) -> [String]

  /// A group of commands in `--help`.
  package struct Section: Sendable {
    package let title: String
    /// The titles of the option groups that matter to its commands; `nil` means all.
    package let optionGroups: [String]?
    package let commands: [Command<Action>]

    package init(_ title: String, options: [String]? = nil, _ commands: [Command<Action>]) {
      self.title = title
      optionGroups = options
      self.commands = commands
    }
  }

  package init(
    _ name: String,
    version: String,
    abstract: String,
    optionGroups: [OptionGroup] = [],
    sharedOptions: [OptionInfo] = [],
    startCommand: String? = nil,
    textCommand: String? = nil,
    otherNames: [String: String] = [:],
    fields: @escaping @Sendable (String) -> [String] = { _ in [] },
    sections: [Section]
  ) {
    self.name = name
    self.version = version
    self.abstract = abstract
    self.sections = sections
    let standard = [StandardOptions.version.info, StandardOptions.help.info]
    self.optionGroups =
      optionGroups + [OptionGroup(OptionGroup.lastTitle, sharedOptions + standard)]
    self.startCommand = startCommand
    self.textCommand = textCommand
    self.otherNames = otherNames
    self.fields = fields
  }

  /// Creates a program that is one command.
  package init(_ name: String, version: String, command: Command<Action>) {
    self.init(
      name,
      version: version,
      abstract: command.abstract,
      startCommand: command.name,
      sections: [Section("Commands", [command])]
    )
    isOneCommand = true
  }

  /// The options that all commands accept.
  package var sharedOptions: [OptionInfo] { optionGroups.flatMap { $0.options } }

  // Closures instead of key paths, here and elsewhere: key paths into generic types are instantiated at
  // run time, which slows down every start.
  package var commands: [Command<Action>] { sections.flatMap { $0.commands } }
}

/// The two options that every program has.
enum StandardOptions {
  static let help = Option(flag: "help", short: "h", help: "Show this help.")
  static let version = Option(flag: "version", short: "V", help: "Show the version.")
}
