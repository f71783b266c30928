import CMicroHTTPD
import Glibc

/// The common state of all connections: the server, the clock, and the request to stop.
final class Responder: Sendable {
  typealias Log = @Sendable (String) -> Void

  enum Waited { case fully, clientLeft, stopped }

  private let server: FaultInjectingServer
  private let log: Log?
  private let start = ContinuousClock.now
  /// Nothing is ever written: closing the one end wakes all who poll the other.
  private let stopReader: CInt
  private let stopWriter: CInt

  init(_ server: FaultInjectingServer, log: Log?) throws(HTTPServer.StartError) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw HTTPServer.StartError(
        message: "cannot make a pipe: \(String(cString: strerror(errno)))"
      )
    }
    self.server = server
    self.log = log
    stopReader = ends[0]
    stopWriter = ends[1]
  }

  deinit { close(stopReader) }

  /// To be called once.
  func stop() { close(stopWriter) }

  func reaction(to request: Request) -> Reaction {
    let now = start.duration(to: .now)
    let reaction = server.reaction(to: request, at: now)
    log?("\(request.method) \(request.target)\(reaction.summary)")
    return reaction
  }

  /// Waits on the connection's own thread, for as long as the client and the server are there.
  func wait(_ delay: Duration, client: CInt) -> Waited {
    let deadline = ContinuousClock.now + delay
    while true {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { return .fully }
      var watched = [
        pollfd(fd: stopReader, events: 0, revents: 0),
        pollfd(fd: client, events: musicbus_http_client_left, revents: 0),
      ]
      let milliseconds =
        left.components.seconds * 1000
        + left.components.attoseconds / 1_000_000_000_000_000 + 1
      guard poll(&watched, 2, CInt(clamping: milliseconds)) > 0 else { continue }
      if watched[0].revents != 0 { return .stopped }
      if watched[1].revents != 0 { return .clientLeft }
    }
  }
}

extension Reaction {
  fileprivate var summary: String {
    let late = delay == .zero ? "" : " after \(delay)"
    return switch outcome {
    case .response(let response): "\(late) -> \(response.status), \(response.bytes.count) bytes"
    case .hang: "\(late) -> hangs"
    }
  }
}
