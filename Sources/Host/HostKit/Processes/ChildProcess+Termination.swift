internal import Glibc

extension ChildProcess {
  /// The way in which a process ended.
  package enum Termination: Hashable, Sendable, CustomStringConvertible {
    case exited(CInt)
    case killed(signal: CInt)

    package var description: String {
      switch self {
      case .exited(let status): "exit status \(status)"
      case .killed(let signal): Termination.name(of: signal)
      }
    }

    /// A predicate for the process: "was killed by signal 9 (SIGKILL)".
    package var clause: String {
      switch self {
      case .exited(let status): "exited with status \(status)"
      case .killed: "was killed by \(self)"
      }
    }

    /// The number and name of a signal: "signal 9 (SIGKILL)".
    package static func name(of signal: CInt) -> String {
      names[signal].map { "signal \(signal) (\($0))" } ?? "signal \(signal)"
    }

    private static let names: [CInt: String] = [
      SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
      SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL",
      SIGUSR1: "SIGUSR1", SIGSEGV: "SIGSEGV", SIGUSR2: "SIGUSR2", SIGPIPE: "SIGPIPE",
      SIGALRM: "SIGALRM", SIGTERM: "SIGTERM", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
      SIGSYS: "SIGSYS",
    ]
  }
}
