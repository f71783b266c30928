package import BusProtocol
package import HostKit
package import ZeroMQ

/// The reason why a call has no reply.
package enum ClientError: UserFacingError {
  /// No hub is running, and this client must not start one.
  case noHub(runtime: String)
  /// The executable of the hub does not exist.
  case hubNotFound(String)
  /// The hub was started and ended immediately; the last lines of its log may say why.
  case hubDidNotStart(ChildProcess.Termination, log: String, lastLines: [String])
  /// The hub is running but does not respond.
  case hubNotResponding(afterMs: Int, log: String)
  /// The hub ended during the call, or was silent for too long, and so did its successor.
  case hubLost
  case rejected(Reject)
  /// The hub accepts no more clients at the moment.
  case refused(Bye)
  /// The hub replied with an error.
  case failed(Failure)
  /// The hub is alive but did not reply to the call.
  case timedOut(Method, afterMs: Int)
  case interrupted(signal: CInt)
  case protocolError(String)
  case path(PathError)
  case system(SystemError)
  case socket(ZeroMQError)

  package var message: String {
    switch self {
    case .noHub(let runtime): "No hub is running in \(runtime)."
    case .hubNotFound(let name): "Could not find \(name)."
    case .hubDidNotStart(let termination, _, let lines):
      (["The hub \(termination.clause) during startup."] + lines.map { "  " + $0 })
        .joined(separator: "\n")
    case .hubNotResponding(let time, _): "The hub has not responded for \(time) ms."
    case .hubLost: "Lost the connection to the hub."
    case .rejected(let reject): "The hub rejected this client: \(reject.message)"
    case .refused(let bye): "The hub refused this client: \(bye.message ?? "it is busy.")"
    case .failed(let failure): failure.message
    case .timedOut(let method, let time): "The hub did not reply to \(method) within \(time) ms."
    case .interrupted: "Interrupted."
    case .protocolError(let sentence): "Protocol error: \(sentence)"
    case .path(let error): error.message
    case .system(let error): error.message
    case .socket: "The connection to the hub failed."
    }
  }

  package var hint: String {
    switch self {
    case .noHub: "Start one: musicbus hub start"
    case .hubNotFound: "Install it next to this program or in PATH."
    case .hubDidNotStart(_, let log, _): "See its log: \(log)"
    case .hubNotResponding(_, let log): "See its log \(log), or restart it: musicbus hub restart"
    case .hubLost, .refused: "Try again."
    case .rejected(let reject):
      "The hub supports \(reject.supported.map(\.description).joined(separator: ", ")). "
        + "Restart it with this version: musicbus hub restart"
    case .failed(let failure): ClientError.hint(on: failure)
    case .timedOut: "Try again with a longer --timeout."
    case .interrupted: "The change may have been made."
    case .protocolError: "Restart the hub: musicbus hub restart"
    case .path(let error): error.hint
    case .system(let error): error.hint
    case .socket(let error): SystemError.reason(of: error.code)
    }
  }

  /// A hint for the user, in place of the registry's.
  private static func hint(on failure: Failure) -> String {
    if let time = failure.retryAfterMs {
      return "Try again in \(WaitingTime.text(ms: time))."
    }
    if failure.isNotCached { return "Run the command without --offline." }
    if failure.sources?.contains(where: \.isNotInCountry) == true, failure.code == .notFound {
      return "Choose another one with --country."
    }
    return switch failure.code {
    case .notFound: "Search for it by name: musicbus search artists|albums|songs NAME"
    case .noProvider: "List the providers: musicbus providers"
    case .deadlineExceeded: "Try again with a longer --timeout."
    case .busy, .hubStopping, .sourcesFailed, .providerLost, .upstreamUnavailable,
      .upstreamUnreachable:
      "Try again later."
    default: "(\(failure.code))"
    }
  }
}

extension Failure {
  /// Whether only the cache was used, and holds no reply.
  fileprivate var isNotCached: Bool {
    if code == .notCached { return true }
    let missing = (sources ?? []).filter(\.outcome.isMissing)
    return !missing.isEmpty && missing.allSatisfy { $0.error?.code == .notCached }
  }
}
