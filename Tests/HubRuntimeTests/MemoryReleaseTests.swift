import Testing

@testable import HubRuntime

@Suite("The release of memory")
struct MemoryReleaseTests {
  /// The seconds, from 1 on, at which memory is released if so many messages arrive in each.
  private func releases(_ messages: [Int]) -> [Int] {
    var memory = MemoryRelease()
    return messages.enumerated().compactMap { index, count in
      memory.received(count)
      return memory.isDue(atMs: (index + 1) * MemoryRelease.intervalMs) ? index + 1 : nil
    }
  }

  @Test("is due once, when the hub is quiet after many messages")
  func once() {
    #expect(releases([5_000, 4_000, 3, 0, 2, 0, 600, 0, 0]) == [3, 8])
  }

  @Test("wakes the hub only after many messages")
  func wakeUp() {
    var memory = MemoryRelease()
    memory.received(20)
    #expect(memory.leftMs(at: 100) == nil)
    memory.received(5_000)
    #expect(memory.leftMs(at: 100) == MemoryRelease.intervalMs - 100)
  }

  @Test("is not due after a few messages")
  func few() {
    #expect(releases(Array(repeating: 5, count: 20)) == [])
  }
}
