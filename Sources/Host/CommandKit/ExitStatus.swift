/// The exit status of a command. Numbers above 63 are those of `sysexits.h`.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  case ok = 0
  case failed = 1
  case undecided = 2
  case usageError = 64
  case noHub = 69
  case partialResults = 75

  /// One sentence for the help.
  package var meaning: String {
    switch self {
    case .ok: "Success."
    case .failed: "Failed, or no match for a name or an id."
    case .undecided: "Certification could not be completed."
    case .usageError: "Invalid command line."
    case .noHub: "No hub available."
    case .partialResults: "No source replied, or a source is missing with --complete."
    }
  }
}
