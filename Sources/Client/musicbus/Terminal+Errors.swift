import BusProtocol
import ClientKit
import CommandKit
import HostKit

extension Terminal {
  /// Tells what went wrong, in the one form that all errors have, and gives the status to end with.
  func report(_ error: any Error, asJSON: Bool = false) -> ExitStatus {
    switch error {
    case let error as UsageError:
      report(error.message, error.hint)
      return .wrongUse
    case let error as any UserFacingError:
      report(error.message, error.hint)
    default:
      report("Something unexpected happened: \(error).", "This is a mistake in musicbus.")
    }
    if case ClientError.failed(let failure) = error { report(sourcesOf: failure, asJSON: asJSON) }
    return status(of: error)
  }

  private func report(_ message: String, _ hint: String) {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1 else {
      note("\("musicbus:", .bold) \(message) \(hint)")
      return
    }
    // What others said stands on lines of its own, between what happened and what to do.
    note("\("musicbus:", .bold) \(lines[0])")
    for line in lines.dropFirst() { note(StyledText(String(line))) }
    note(StyledText(hint))
  }

  /// What each source said, where the hub had no answer from any.
  private func report(sourcesOf failure: Failure, asJSON: Bool) {
    if asJSON {
      guard let line = try? BusCodec.encode(failure) else { return }
      Terminal.complain(String(decoding: line, as: UTF8.self))
    } else {
      for line in SourceNotes(failure.sources ?? []).lines { note(line) }
    }
  }

  private func status(of error: any Error) -> ExitStatus {
    switch error {
    case let error as CommandFailure: error.status
    case let error as ClientError: error.status
    case is PathError: .noHub
    default: .failed
    }
  }
}

extension ClientError {
  fileprivate var status: ExitStatus {
    switch self {
    case .failed, .protocolBroken, .interrupted: .failed
    case .noHub, .hubNotFound, .hubDidNotStart, .hubSilent, .hubLost, .rejected, .turnedAway,
      .timedOut, .place, .system, .socket:
      .noHub
    }
  }
}
