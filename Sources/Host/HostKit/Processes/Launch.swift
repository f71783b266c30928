/// A program to start, and its relation to this process.
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
  /// Whether SIGKILL also reaches its children outside the group, such as the first process of a sandbox.
  package var killsChildren = false
  /// The working directory; `nil` for ours.
  package var workingDirectory: String?
  package var limits = ProcessLimits()

  /// The process group.
  package enum ProcessGroupRole: Hashable, Sendable {
    /// It leads a new group, which ends with it, and both with us.
    case newGroup
    /// It leads a new session and outlives us.
    case newSession
    /// It belongs to our group: input at the terminal reaches it.
    case sameGroup
  }

  /// The standard input.
  package enum Input: Hashable, Sendable {
    case null
    /// A pipe whose other end we hold; the child exits when it is closed.
    case lifeline
    case inherit
  }

  /// The standard output and error.
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
