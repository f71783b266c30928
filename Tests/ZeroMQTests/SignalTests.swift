import Testing
import ZeroMQ

@Suite("The signal of a socket", .timeLimit(.minutes(1)))
struct SignalTests {
  let context: Context
  let endpoint = "inproc://signal"

  init() throws { context = try Context() }

  @Test("is awaited if no message is left, and needs no search before the wait")
  func quiet() throws {
    var router = try Socket<Router>(context)
    try router.bind(to: endpoint)
    var dealer = try Socket<Dealer>(context)
    try dealer.connect(to: endpoint)
    var poller = Poller()
    let index = poller.add(router)
    for round in 0..<100 {
      while try router.receive() != nil {}
      let mayHaveMessage = router.mayHaveMessage
      #expect(!mayHaveMessage)
      #expect(try poller.wait(timeoutMs: 0) == false)
      #expect(try dealer.send([[UInt8(round)]]))
      #expect(try poller.wait(timeoutMs: 5000))
      #expect(poller.isReadable(index))
      #expect(try router.receive(searching: false)?.frames.contents == [[UInt8(round)]])
    }
  }

  @Test("may be taken by a call, after which messages are searched for")
  func taken() throws {
    var router = try Socket<Router>(context)
    try router.bind(to: endpoint)
    var dealer = try Socket<Dealer>(context)
    try dealer.connect(to: endpoint)
    #expect(try dealer.send([[1]]))
    let peer = try #require(try router.awaitMessage()).peer
    var poller = Poller()
    let index = poller.add(router)
    for round in 0..<100 {
      #expect(try router.receive() == nil)
      #expect(try dealer.send([[UInt8(round)]]))
      // libzmq processes what has arrived about once a millisecond, so some of the rounds take the signal.
      for _ in 0..<50 { #expect(try router.send([[2]], to: peer) == .sent) }
      let mayHaveMessage = router.mayHaveMessage
      #expect(mayHaveMessage)
      #expect(try poller.wait(timeoutMs: 5000))
      #expect(poller.isReadable(index))
      #expect(try router.receive()?.frames.contents == [[UInt8(round)]])
      while try dealer.receive() != nil {}
    }
  }
}
