internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// The handler of a server, its limits, and the exchanges in flight.
final class HTTPSite: Sendable {
  let limits: HTTPLimits
  private let handler: any HTTPHandler
  private let state: Mutex<State>

  private struct State {
    var exchanges: [ObjectIdentifier: HTTPExchange] = [:]
    var connections: ConnectionTable
    var requestCount = 0
    var isStopping = false
    /// The end of a pipe that is closed when all connections are.
    var lastClosed: CInt?
  }

  init(_ handler: any HTTPHandler, _ limits: HTTPLimits) {
    self.handler = handler
    self.limits = limits
    state = Mutex(State(connections: ConnectionTable(limits)))
  }

  /// The exchanges in flight, and the number of requests so far.
  var load: HTTPLoad {
    state.withLock { HTTPLoad(exchanges: $0.exchanges.count, requests: $0.requestCount) }
  }

  var isStopping: Bool { state.withLock { $0.isStopping } }

  func opened(_ connection: OpaquePointer) {
    let descriptor = musicbus_http_socket(connection)
    state.withLock { state in
      state.connections.opened(UInt(bitPattern: connection), descriptor: descriptor, at: nowMs)
    }
  }

  /// Forgets a connection; its descriptor is closed after this.
  func closed(_ connection: OpaquePointer) {
    state.withLock { state in
      state.connections.closed(UInt(bitPattern: connection))
      if state.connections.isEmpty, let end = state.lastClosed {
        close(end)
        state.lastClosed = nil
      }
    }
  }

  /// Waits until all connections are closed, or until the time is over.
  func awaitClosed(forMs milliseconds: CInt) {
    var ends: [CInt] = [-1, -1]
    guard state.withLock({ !$0.connections.isEmpty }), pipe(&ends) == 0 else { return }
    state.withLock { state in
      if state.connections.isEmpty { close(ends[1]) } else { state.lastClosed = ends[1] }
    }
    var item = pollfd(fd: ends[0], events: CShort(POLLIN), revents: 0)
    poll(&item, 1, milliseconds)
    state.withLock { state in
      if let end = state.lastClosed { close(end) }
      state.lastClosed = nil
    }
    close(ends[0])
  }

  func closeOverdueConnections() {
    state.withLock { $0.connections.closeOverdue(at: nowMs) }
  }

  private var nowMs: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  /// The rejection of a request by its head; otherwise its client may become trusted.
  func check(_ request: HTTPRequest, _ connection: OpaquePointer) -> HTTPResponse? {
    if let rejection = handler.check(request) { return rejection }
    let id = UInt(bitPattern: connection)
    let isTrusted = state.withLock { $0.connections.isTrusted(id) }
    if !isTrusted, handler.trusts(request) { state.withLock { $0.connections.trust(id) } }
    return nil
  }

  /// Notes the end of a request that was not handled, or of its exchange.
  func ended(_ connection: OpaquePointer) {
    state.withLock { $0.connections.ended(UInt(bitPattern: connection), at: nowMs) }
  }

  func errorResponse(_ status: Int) -> HTTPResponse { handler.errorResponse(status) }

  func exchange(_ request: HTTPRequest, _ connection: OpaquePointer) -> HTTPExchange {
    let exchange = HTTPExchange(
      request,
      connection: UInt(bitPattern: connection),
      descriptor: musicbus_http_socket(connection)
    )
    state.withLock { state in
      state.exchanges[ObjectIdentifier(exchange)] = exchange
      state.connections.received(UInt(bitPattern: connection))
      state.requestCount += 1
    }
    return exchange
  }

  func handle(_ exchange: HTTPExchange) {
    if isStopping {
      exchange.respond(handler.errorResponse(503))
    } else {
      handler.handle(exchange)
    }
  }

  func remove(_ exchange: HTTPExchange) {
    _ = state.withLock { $0.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
  }

  /// Ends the exchanges whose clients have disconnected; a suspended connection does not notice.
  func endAbandonedExchanges() {
    for exchange in state.withLock({ Array($0.exchanges.values) }) {
      var item = pollfd(fd: exchange.descriptor, events: musicbus_http_client_left, revents: 0)
      guard poll(&item, 1, 0) > 0, item.revents & (musicbus_http_client_left | 0x18) != 0 else {
        continue
      }
      exchange.abandon(with: handler.errorResponse(503))
    }
  }

  /// Ends all exchanges; new ones are refused, and no more requests are read.
  func endAll() {
    let exchanges = state.withLock { state in
      state.isStopping = true
      state.connections.endReading()
      return Array(state.exchanges.values)
    }
    for exchange in exchanges { exchange.abandon(with: handler.errorResponse(503)) }
  }
}
