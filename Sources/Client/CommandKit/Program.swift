/// CommandKit: command lines as data — from one table of commands come parsing, help, completion, exit
/// status, and text that fits the terminal.
///
/// Nothing here reads arguments, writes output or ends the process: the executable hands its
/// arguments to ``parse(_:)``, acts on the answer and prints. `Action` is what a command means to
/// the executable: an enum that it switches over, or a closure that it calls.
package struct Program<Action: Sendable>: Sendable {
  /// The word that people type, such as `musicbus`.
  package let name: String
  package let version: String
  /// What the program does, in one sentence.
  package let abstract: String
  package let sections: [Section]
  /// Options that every command has. `--help` and `--version` are always among them.
  package let sharedOptions: [OptionInfo]

  /// Commands that belong together in the list of `--help`.
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
    self.sharedOptions = sharedOptions + [StandardOptions.version.form, StandardOptions.help.form]
  }

  // Closures stand here and elsewhere where a key path would do: one into a generic type is put
  // together when the program runs, and every start of it would take the longer.
  package var commands: [Command<Action>] { sections.flatMap { $0.commands } }
}

/// The two options that need no declaration.
enum StandardOptions {
  static let help = Option(flag: "help", short: "h", help: "Show this help.")
  static let version = Option(flag: "version", help: "Show the version.")
}
