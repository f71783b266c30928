import Testing
import ZeroMQ

@Suite("A monitor", .timeLimit(.minutes(10)))
struct MonitorTests {
  @Test("reports a closed connection with the identity of its messages")
  func ended() throws {
    let directory = "/tmp/musicbus-monitor-\(UInt32.random(in: 0...UInt32.max))"
    let endpoint = "ipc://\(directory)"
    let context = try Context()
    var router = try Socket<Router>(context)
    var monitor = try Monitor(router, context)
    try router.bind(to: endpoint)
    let connection = try connectOnce(context, endpoint, &router)
    var poller = Poller()
    _ = try monitor.add(to: &poller)
    #expect(try poller.wait(timeoutMs: 10_000))
    #expect(try monitor.nextEnd() == connection)
    #expect(try monitor.nextEnd() == nil)
  }

  private func connectOnce(
    _ context: Context,
    _ endpoint: String,
    _ router: inout Socket<Router>
  ) throws -> Int32 {
    var dealer = try Socket<Dealer>(context)
    try dealer.connect(to: endpoint)
    #expect(try dealer.send([[1], [2]]))
    let message = try #require(try router.awaitMessage())
    #expect(message.frames.sender != nil)
    return try #require(message.frames.connection)
  }
}
