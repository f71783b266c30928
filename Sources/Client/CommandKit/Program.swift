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
  /// Options that all commands have, including `--help` and `--version`.
  package let sharedOptions: [OptionInfo]

  /// A group of commands in `--help`.
  package struct Section: Sendable {
    package let title: String
    package let commands: [Command<Action>]

    package init(_ title: String, _ commands: [Command<Action>]) {
      self.title = title
      self.commands = commands
    }
  }

  package init(
    _ name: String,
    version: String,
    abstract: String,
    sharedOptions: [OptionInfo] = [],
    sections: [Section]
  ) {
    self.name = name
    self.version = version
    self.abstract = abstract
    self.sections = sections
    self.sharedOptions = sharedOptions + [StandardOptions.version.info, StandardOptions.help.info]
  }

  // Closures instead of key paths, here and elsewhere: key paths into generic types are instantiated at
  // run time, which slows down every start.
  package var commands: [Command<Action>] { sections.flatMap { $0.commands } }
}

/// The two options that every program has.
enum StandardOptions {
  static let help = Option(flag: "help", short: "h", help: "Show this help.")
  static let version = Option(flag: "version", help: "Show the version.")
}
