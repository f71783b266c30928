package import BusProtocol
package import HostKit
package import ZeroMQ

/// Why a client got no answer.
package enum ClientError: UserFacingError {
  /// None runs, and none may be started.
  case noHub(runtime: String)
  /// There is no executable of that name to start.
  case hubNotFound(String)
  /// It was started and ended at once; the last lines of its log may say why.
  case hubDidNotStart(ChildProcess.Termination, log: String, lastLines: [String])
  /// One runs, or was started, and does not answer.
  case hubSilent(afterMs: Int, log: String)
  /// It ended while it was asked, and again after a new one had been found.
  case hubLost
  case rejected(Reject)
  /// It takes no more clients now.
  case turnedAway(Bye)
  /// The hub answered that the call failed.
  case failed(Failure)
  /// The hub is alive and did not answer the call.
  case timedOut(Method, afterMs: Int)
  case interrupted(signal: CInt)
  case protocolBroken(String)
  case place(PathError)
  case system(SystemError)
  case socket(ZeroMQError)

  package var message: String {
    switch self {
    case .noHub(let runtime): "No hub is running in \(runtime)."
    case .hubNotFound(let name): "There is no \(name) to start."
    case .hubDidNotStart(let ending, _, let lines):
      (["The hub ended while it started, with \(ending)."] + lines.map { "  " + $0 })
        .joined(separator: "\n")
    case .hubSilent(let time, _): "The hub has not answered for \(time) ms."
    case .hubLost: "The hub ended while it was asked."
    case .rejected(let reject): "The hub refuses this client: \(reject.message)"
    case .turnedAway(let bye): "The hub turned this client away: \(bye.message ?? "it is busy.")"
    case .failed(let failure): failure.message
    case .timedOut(let method, let time): "The hub did not answer \(method) within \(time) ms."
    case .interrupted: "Interrupted."
    case .protocolBroken(let sentence): "The hub breaks the protocol: \(sentence)"
    case .place(let error): error.message
    case .system(let error): error.message
    case .socket(let error): "The connection to the hub failed: \(error)."
    }
  }

  package var hint: String {
    switch self {
    case .noHub: "Start one: musicbus hub start"
    case .hubNotFound: "Install it beside this program or in a folder of PATH."
    case .hubDidNotStart(_, let log, _): "Its log is \(log)."
    case .hubSilent(_, let log): "Look at its log \(log), or restart it: musicbus hub stop"
    case .hubLost, .turnedAway: "Try again."
    case .rejected(let reject):
      "It speaks \(reject.supported.map(\.description).joined(separator: ", ")). "
        + "Restart it with this version: musicbus hub stop"
    case .failed(let failure): ClientError.hint(on: failure)
    case .timedOut: "Try again, with a longer --timeout."
    case .interrupted: "Nothing was changed."
    case .protocolBroken: "Restart it: musicbus hub stop"
    case .place(let error): error.hint
    case .system(let error): error.hint
    case .socket: "Try again."
    }
  }

  /// The registry's hint, in words for a person at a terminal.
  private static func hint(on failure: Failure) -> String {
    if let time = failure.retryAfterMs {
      return "Try again in \(max(1, (time + 999) / 1000)) s."
    }
    return switch failure.code {
    case .notFound: "Look for it by name: musicbus search artists|albums|songs NAME"
    case .noProvider: "See which providers run: musicbus providers"
    case .deadlineExceeded: "Try again, with a longer --timeout."
    case .busy, .hubStopping, .sourcesFailed, .providerLost, .upstreamUnavailable:
      "Try again in a while."
    default: "(\(failure.code))"
    }
  }
}
