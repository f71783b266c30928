import Glibc
import Testing
import ZeroMQ

@Suite("A ZAP handler", .timeLimit(.minutes(10)))
struct ZAPHandlerTests {
  private let context: Context
  private let endpoint = "ipc:///tmp/musicbus-door-\(UInt32.random(in: 0...UInt32.max))"

  init() throws { context = try Context() }

  private func router() throws -> Socket<Router> {
    var options = SocketOptions()
    options.domain = "test"
    let router = try Socket<Router>(context, options: options)
    try router.bind(to: endpoint)
    return router
  }

  @Test("gets the credentials of a connecting process, and admits it")
  func admitted() throws {
    var handler = try ZAPHandler(context)
    var router = try router()
    var dealer = try Socket<Dealer>(context)
    try dealer.connect(to: endpoint)
    #expect(try dealer.send([[1]]))
    let credentials = try decide(&handler, .admitted)
    #expect(credentials.map(\.?.pid) == [getpid()])
    #expect(credentials.map(\.?.uid) == [getuid()])
    #expect(try router.awaitMessage()?.frames.contents == [[1]])
  }

  /// libzmq does not reconnect a refused peer, unless the connection closes before the peer has read
  /// the refusal. That race is rare, so one of five peers must show it.
  @Test("refuses a peer, which then does not reconnect")
  func refused() throws {
    var handler = try ZAPHandler(context)
    var router = try router()
    var staysAway = false
    for _ in 0..<5 where !staysAway {
      var dealer = try Socket<Dealer>(context)
      try dealer.connect(to: endpoint)
      #expect(try dealer.send([[1]]))
      #expect(try decide(&handler, .refused).isEmpty == false)
      staysAway = try !reconnects(to: &handler)
    }
    #expect(staysAway)
    #expect(try router.receive() == nil)
  }

  private func reconnects(to handler: inout ZAPHandler) throws -> Bool {
    var poller = Poller()
    _ = try handler.add(to: &poller)
    var requests = 0
    for _ in 0..<5 {
      _ = try poller.wait(timeoutMs: 50)
      try handler.decide { _ in
        requests += 1
        return .refused
      }
    }
    return requests > 0
  }

  @Test("admits no peer until it replies")
  func silent() throws {
    let handler = try ZAPHandler(context)
    var router = try router()
    var dealer = try Socket<Dealer>(context)
    try dealer.connect(to: endpoint)
    #expect(try dealer.send([[1]]))
    var poller = Poller()
    _ = try handler.add(to: &poller)
    #expect(try poller.wait(timeoutMs: 10_000))
    #expect(try router.receive() == nil)
  }

  private func decide(
    _ handler: inout ZAPHandler,
    _ verdict: ZAPHandler.Verdict
  ) throws -> [ProcessCredentials?] {
    var credentials: [ProcessCredentials?] = []
    while credentials.isEmpty {
      var poller = Poller()
      _ = try handler.add(to: &poller)
      try #require(try poller.wait(timeoutMs: 10_000))
      try handler.decide {
        credentials.append($0)
        return verdict
      }
    }
    return credentials
  }
}

@Suite("An endpoint outside of the machine")
struct TransportTests {
  @Test("is refused", arguments: ["tcp://127.0.0.1:5555", "tcp://*:*", "udp://1.2.3.4:5", "music"])
  func refused(_ endpoint: String) throws {
    let context = try Context()
    let router = try Socket<Router>(context)
    let error = #expect(throws: ZeroMQError.self) { try router.bind(to: endpoint) }
    #expect(error?.code == EPROTONOSUPPORT)
    let dealer = try Socket<Dealer>(context)
    #expect(throws: ZeroMQError.self) { try dealer.connect(to: endpoint) }
  }
}
