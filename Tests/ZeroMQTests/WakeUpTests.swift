import Testing

@testable import ZeroMQ

@Suite("A waker", .timeLimit(.minutes(10)))
struct WakeUpTests {
  @Test("ends the wait of a poll loop once")
  func wakes() throws {
    let wakeUp = try Waker()
    var poller = Poller()
    let index = poller.add(wakeUp)
    #expect(try poller.wait(timeoutMs: 0) == false)
    wakeUp.signal()
    wakeUp.signal()
    #expect(try poller.wait(timeoutMs: 5000))
    #expect(poller.isReadable(index))
    wakeUp.reset()
    #expect(try poller.wait(timeoutMs: 0) == false)
  }

  @Test("is one of many quiet files that are polled as one")
  func quiet() throws {
    let wakeUps = try (0..<100).map { _ in try Waker() }
    var poller = Poller()
    let other = try Waker()
    let otherIndex = poller.add(other)
    let indices = try wakeUps.map { try poller.add(quiet: $0.descriptor) }
    #expect(try poller.wait(timeoutMs: 0) == false)
    for signalled in [[0], [99], [3, 50]] {
      for index in signalled { wakeUps[index].signal() }
      #expect(try poller.wait(timeoutMs: 5000))
      #expect(indices.indices.filter { poller.isReadable(indices[$0]) } == signalled)
      #expect(!poller.isReadable(otherIndex))
      for index in signalled { wakeUps[index].reset() }
      #expect(try poller.wait(timeoutMs: 0) == false)
      #expect(!indices.contains(where: poller.isReadable))
    }
  }

  @Test("wakes with all quiet files that are readable, in more than one wait if they are many")
  func manyQuiet() throws {
    let wakeUps = try (0..<100).map { _ in try Waker() }
    var poller = Poller()
    let indices = try wakeUps.map { try poller.add(quiet: $0.descriptor) }
    for wakeUp in wakeUps { wakeUp.signal() }
    var seen: Set<Int> = []
    while try poller.wait(timeoutMs: 0) {
      let readable = indices.indices.filter { poller.isReadable(indices[$0]) }
      try #require(!readable.isEmpty)
      for index in readable {
        wakeUps[index].reset()
        seen.insert(index)
      }
    }
    #expect(seen.count == 100)
  }
}
