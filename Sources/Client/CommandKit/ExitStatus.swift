/// How a command ended, for the shell that started it. Numbers above 63 are those of `sysexits.h`.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  case ok = 0
  case failed = 1
  case wrongUse = 64
  case noHub = 69
  case partialAnswer = 75

  /// One sentence for the help.
  package var meaning: String {
    switch self {
    case .ok: "Done."
    case .failed: "The hub told of a failure, or nothing fits what was asked."
    case .wrongUse: "The command line is wrong."
    case .noHub: "No hub could be reached or started."
    case .partialAnswer: "The answer is printed, but some source failed."
    }
  }
}
