internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// The handler of a server, its limits, and the exchanges in flight.
final class HTTPSite: Sendable {
  let limits: HTTPLimits
  private let handler: any HTTPHandler
  private let state = Mutex(State())

  private struct State {
    var exchanges: [ObjectIdentifier: HTTPExchange] = [:]
    var requestCount = 0
    var isStopping = false
  }

  init(_ handler: any HTTPHandler, _ limits: HTTPLimits) {
    self.handler = handler
    self.limits = limits
  }

  /// The exchanges in flight, and the number of requests so far.
  var load: HTTPLoad {
    state.withLock { HTTPLoad(exchanges: $0.exchanges.count, requests: $0.requestCount) }
  }

  var isStopping: Bool { state.withLock { $0.isStopping } }

  func check(_ request: HTTPRequest) -> HTTPResponse? { handler.check(request) }

  func errorResponse(_ status: Int) -> HTTPResponse { handler.errorResponse(status) }

  func exchange(_ request: HTTPRequest, _ connection: OpaquePointer) -> HTTPExchange {
    let exchange = HTTPExchange(
      request,
      connection: UInt(bitPattern: connection),
      descriptor: musicbus_http_socket(connection)
    )
    state.withLock { state in
      state.exchanges[ObjectIdentifier(exchange)] = exchange
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

  /// Ends all exchanges; new ones are refused.
  func endAll() {
    let exchanges = state.withLock { state in
      state.isStopping = true
      return Array(state.exchanges.values)
    }
    for exchange in exchanges { exchange.abandon(with: handler.errorResponse(503)) }
  }
}
