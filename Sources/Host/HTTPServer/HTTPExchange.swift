internal import CMicroHTTPD
internal import Synchronization

/// One request, to which any thread responds once; the connection is suspended meanwhile.
package final class HTTPExchange: Sendable {
  private enum Phase {
    /// The handler runs on the thread of the event loop.
    case handling
    case suspended
    case decided(HTTPResponse)
    case sending(HTTPStream?)
    case closed
  }

  private struct State {
    var phase = Phase.handling
    var closeHandler: (@Sendable () -> Void)?
  }

  /// The reaction to the request.
  enum Decision {
    case respond(HTTPResponse)
    /// Closes the connection without a response.
    case drop
  }

  package let request: HTTPRequest
  private let connection: UInt
  /// The socket of the client.
  let descriptor: CInt
  private let state = Mutex(State())

  init(_ request: HTTPRequest, connection: UInt, descriptor: CInt) {
    self.request = request
    self.connection = connection
    self.descriptor = descriptor
  }

  /// Sets the response; only the first one counts.
  package func respond(_ response: HTTPResponse) {
    state.withLock { state in
      switch state.phase {
      case .handling: state.phase = .decided(response)
      case .suspended:
        state.phase = .decided(response)
        MHD_resume_connection(OpaquePointer(bitPattern: connection))
      case .decided, .sending, .closed: break
      }
    }
  }

  /// Sets the function that runs if the client disconnects before there is a response.
  package func onClose(_ handler: @escaping @Sendable () -> Void) {
    state.withLock { $0.closeHandler = handler }
  }

  /// The decision, if there is one; otherwise suspends the connection.
  func takeDecision() -> Decision? {
    state.withLock { state in
      switch state.phase {
      case .decided(let response):
        state.phase = .sending(response.stream)
        state.closeHandler = nil
        return .respond(response)
      case .handling, .suspended:
        state.phase = .suspended
        MHD_suspend_connection(OpaquePointer(bitPattern: connection))
        return nil
      // While it stops, libmicrohttpd takes no response, and no connection may be suspended.
      case .sending, .closed: return .drop
      }
    }
  }

  /// Handles the end of the request, complete or not.
  func connectionClosed() {
    let (stream, handler) = state.withLock { state -> (HTTPStream?, (@Sendable () -> Void)?) in
      defer {
        state.phase = .closed
        state.closeHandler = nil
      }
      switch state.phase {
      case .sending(let stream): return (stream, nil)
      case .decided(let response): return (response.stream, nil)
      default: return (nil, state.closeHandler)
      }
    }
    stream?.connectionClosed()
    handler?()
  }

  /// Ends an exchange whose client has gone, or whose server stops.
  func abandon(with response: HTTPResponse) {
    let (stream, handler) = state.withLock { state -> (HTTPStream?, (@Sendable () -> Void)?) in
      switch state.phase {
      case .sending(let stream): return (stream, nil)
      case .handling, .suspended:
        defer { state.closeHandler = nil }
        return (nil, state.closeHandler)
      case .decided, .closed: return (nil, nil)
      }
    }
    handler?()
    stream?.finish()
    respond(response)
  }
}

extension HTTPResponse {
  /// The stream that is the body.
  fileprivate var stream: HTTPStream? {
    if case .stream(let stream) = body { stream } else { nil }
  }
}
