import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel

extension Terminal {
  /// Prints an error, in the same format for all errors, and returns the exit status.
  func report(_ error: any Error, asJSON: Bool = false) -> ExitStatus {
    switch error {
    case let error as UsageError:
      report(error.message, error.hint)
      return .usageError
    case let error as CommandFailure where asJSON && !error.candidates.isEmpty:
      let message = String(error.message.prefix { !$0.isNewline })
      let choice = Choice(message: message, hint: error.hint, candidates: error.candidates)
      if let line = try? JSONLine.text(choice) { Terminal.writeError(line) }
    case let error as any UserFacingError:
      report(error.message, error.hint)
    default:
      report(
        "Internal error: \(JSONCodec.describe(error)).",
        "This is a bug in musicbus; please report it."
      )
    }
    if case ClientError.failed(let failure) = error { report(sourcesOf: failure, asJSON: asJSON) }
    return status(of: error)
  }

  private func report(_ message: String, _ hint: String) {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1 else {
      let line: StyledText = "\("musicbus:", .bold) \(message)\(hint.isEmpty ? "" : " ")\(hint)"
      // A terminal would break it within words.
      return line.wrapped(to: showsProgress ? width : nil).forEach(note)
    }
    // Quoted lines stand between the error and the hint.
    note("\("musicbus:", .bold) \(lines[0])")
    for line in lines.dropFirst() { note(StyledText(String(line))) }
    note(StyledText(hint))
  }

  /// The line of JSON for a name that does not match exactly one entity.
  private struct Choice: Encodable {
    let message: String
    let hint: String
    let candidates: [Entity]
  }

  /// Prints the outcome of each source of a failed call.
  private func report(sourcesOf failure: Failure, asJSON: Bool) {
    if asJSON {
      guard let line = try? JSONLine.text(failure) else { return }
      Terminal.writeError(line)
    } else {
      var notes = SourceNotes(failure.sources ?? [])
      notes.lacksNetwork = failure.noNetwork == true
      for line in notes.lines(fitting: width) { note(line) }
    }
  }

  private func status(of error: any Error) -> ExitStatus {
    switch error {
    case let error as CommandFailure: error.status
    case let error as ClientError: error.status
    case is PathError, is DemoError: .noHub
    default: .failed
    }
  }
}

extension ClientError {
  fileprivate var status: ExitStatus {
    switch self {
    case .failed(let failure) where failure.code == .invalidParams: .usageError
    case .failed, .protocolError, .interrupted: .failed
    case .noHub, .hubNotFound, .hubDidNotStart, .hubNotResponding, .hubLost, .rejected, .refused,
      .timedOut, .path, .system, .socket:
      .noHub
    }
  }
}
