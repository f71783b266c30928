/// What is to be started, and how it is bound to us.
package struct Launch: Hashable, Sendable {
  /// The path of the executable.
  package var executable: String
  /// Without the name of the executable.
  package var arguments: [String]
  /// All the variables that it gets.
  package var environment: Environment
  package var input: Input = .null
  package var output: Output = .inherit
  package var errors: Output = .inherit
  package var groupRole: ProcessGroupRole = .newGroup
  /// Where it works; nothing for where we do.
  package var workingDirectory: String?
  package var limits = ProcessLimits()

  /// How it stands to us.
  package enum ProcessGroupRole: Hashable, Sendable {
    /// It leads a group of its own, which ends with it, and both with us.
    case newGroup
    /// It leads a session of its own and stays when we end.
    case newSession
    /// It belongs to our group: what is typed at the terminal reaches it.
    case sameGroup
  }

  /// Where its standard input comes from.
  package enum Input: Hashable, Sendable {
    case null
    /// A pipe of which we hold the other end: its end tells the child to go.
    case lifeline
    case inherit
  }

  /// Where its output goes.
  package enum Output: Hashable, Sendable {
    case inherit
    case null
    /// To a pipe that we read.
    case pipe
    /// To the end of a file, which is made with mode 0600.
    case file(String)
  }

  package init(_ executable: String, _ arguments: [String] = [], environment: Environment) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
  }
}
