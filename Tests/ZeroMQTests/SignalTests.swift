import Testing
import ZeroMQ

@Suite("The signal of a socket", .timeLimit(.minutes(10)))
struct SignalTests {
  @Test("is awaited if no message is left, and needs no search before the wait")
  func quiet() throws {
    var pair = try ConnectedPair()
    var poller = Poller()
    let index = poller.add(pair.router)
    for round in 0..<100 {
      while try pair.router.receive() != nil {}
      let mayHaveMessage = pair.router.mayHaveMessage
      #expect(!mayHaveMessage)
      #expect(try poller.wait(timeoutMs: 0) == false)
      #expect(try pair.dealer.send([[UInt8(round)]]))
      #expect(try poller.wait(timeoutMs: 5000))
      #expect(poller.isReadable(index))
      #expect(try pair.router.receive(searching: false)?.frames.contents == [[UInt8(round)]])
    }
  }

  @Test("may be taken by a call, after which messages are searched for")
  func taken() throws {
    var pair = try ConnectedPair()
    #expect(try pair.dealer.send([[1]]))
    let peer = try #require(try pair.router.awaitMessage()).peer
    var poller = Poller()
    let index = poller.add(pair.router)
    for round in 0..<100 {
      #expect(try pair.router.receive() == nil)
      #expect(try pair.dealer.send([[UInt8(round)]]))
      // libzmq processes what has arrived about once a millisecond, so some of the rounds take the signal.
      for _ in 0..<50 { #expect(try pair.router.send([[2]], to: peer) == .sent) }
      let mayHaveMessage = pair.router.mayHaveMessage
      #expect(mayHaveMessage)
      #expect(try poller.wait(timeoutMs: 5000))
      #expect(poller.isReadable(index))
      #expect(try pair.router.receive()?.frames.contents == [[UInt8(round)]])
      while try pair.dealer.receive() != nil {}
    }
  }
}
