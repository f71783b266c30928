import Testing
import ZeroMQ

@Suite("A router and its dealers", .timeLimit(.minutes(10)))
struct RouterAndDealerTests {
  let context: Context
  let endpoint = "inproc://router-and-dealer"

  init() throws { context = try Context() }

  @Test("exchange whole messages, empty frames included")
  func roundTrip() throws {
    var pair = try ConnectedPair()

    #expect(try pair.dealer.send([[1, 2], [], [3]]))
    let message = try #require(try pair.router.awaitMessage())
    #expect(message.frames.contents == [[1, 2], [], [3]])
    #expect(try pair.router.send([[4]], to: message.peer) == .sent)
    #expect(try pair.dealer.awaitMessage()?.contents == [[4]])
  }

  @Test("receive no message if none was sent")
  func nothing() throws {
    var router = try Socket<Router>(context)
    try router.bind(to: endpoint)
    #expect(try router.receive() == nil)
  }

  @Test("get an error if they send to a peer that is gone")
  func gone() throws {
    var router = try Socket<Router>(context)
    try router.bind(to: endpoint)
    #expect(try router.send([[1]], to: RoutingID(bytes: [0, 1, 2, 3, 4])) == .gone)
  }

  @Test("get an error if the queue of a peer is full")
  func full() throws {
    var options = SocketOptions()
    options.sendLimit = 2
    options.receiveLimit = 2
    var pair = try ConnectedPair(router: options, dealer: options)
    #expect(try pair.dealer.send([[0]]))
    let peer = try #require(try pair.router.awaitMessage()).peer

    let deliveries = try (0..<10).map { _ in try pair.router.send([[1]], to: peer) }
    #expect(deliveries.first == .sent)
    #expect(deliveries.last == .full)
  }

  @Test("return a bounded number of frames and count the rest")
  func excess() throws {
    var pair = try ConnectedPair()
    #expect(try pair.dealer.send(Array(repeating: [7], count: 50)))
    let message = try #require(try pair.router.awaitMessage())
    // The routing id is one of the returned frames.
    #expect(message.frames.contents.count == MultipartMessage.maxFrames - 1)
    #expect(message.frames.excess == 51 - MultipartMessage.maxFrames)
  }
}

extension Socket where Role == Router {
  mutating func awaitMessage() throws -> (peer: RoutingID, frames: MultipartMessage)? {
    var poller = Poller()
    _ = poller.add(self)
    _ = try poller.wait(timeoutMs: 5000)
    return try receive()
  }
}

extension Socket where Role == Dealer {
  mutating func awaitMessage() throws -> MultipartMessage? {
    var poller = Poller()
    _ = poller.add(self)
    _ = try poller.wait(timeoutMs: 5000)
    return try receive()
  }
}

@Suite("Bytes queued for a peer")
struct UnsentBytesTests {
  @Test("are counted until they are sent or the peer disconnects")
  func counted() throws {
    var options = SocketOptions()
    options.receiveLimit = 100
    var pair = try ConnectedPair(dealer: options)
    #expect(try pair.dealer.send([[1]]))
    let peer = try #require(try pair.router.awaitMessage()).peer
    let unsent = OutboundByteCounter()
    let large = [UInt8](repeating: 7, count: 5_000)
    for _ in 0..<3 {
      #expect(try pair.router.send([[1], large], to: peer, counting: unsent) == .sent)
    }
    // Small frames are counted together with the next large one.
    #expect((15_000..<15_100).contains(unsent.count))
    #expect(try pair.dealer.awaitMessage()?.contents == [[1], large])
    #expect((10_000..<10_100).contains(unsent.count))
    while try pair.dealer.receive() != nil {}
    #expect(unsent.count == 0)
    let small = [UInt8](repeating: 7, count: 100)
    for _ in 0..<50 { #expect(try pair.router.send([small], to: peer, counting: unsent) == .sent) }
    #expect((4_000..<6_000).contains(unsent.count))
    while try pair.dealer.receive() != nil {}
    #expect(unsent.count == 0)
  }
}
