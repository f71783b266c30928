import FavoritesModel
import MusicModel
import Testing

@testable import Storage

@Suite("Changes of the favourites that wait for the disk")
struct WriteQueueTests {
  private func changes(_ count: Int) throws -> [FavoritesChange] {
    var document = FavoritesDocument()
    var random = SeededRandom(1)
    return try (0..<count).map { number in
      let outcome = document.add([FavoritesEditor.song(10 + number)], now: .now, using: &random)
      return try #require(outcome.change)
    }
  }

  private func refusals(_ queue: inout WriteQueue) -> [Timestamp] {
    queue.drainEvents().compactMap { event in
      if case .failed(let time, .diskTooSlow) = event { time } else { nil }
    }
  }

  @Test("are refused beyond the limit in bytes, and reported once")
  func limit() throws {
    let changes = try changes(6)
    var queue = WriteQueue(maxBytes: changes.prefix(2).reduce(0) { $0 + $1.approximateByteCount })
    let refused = changes.map { queue.enqueue($0) }
    #expect(refused == [false, false, true, false, false, false])
    #expect(refusals(&queue) == [changes[2].at])
    var isScheduled = queue.schedule()
    #expect(isScheduled)
    var batch = queue.takeBatch()
    #expect(batch == Array(changes.prefix(2)))
    // Until they are written, no more fit.
    var isRefused = queue.enqueue(changes[3])
    #expect(isRefused)
    #expect(refusals(&queue) == [changes[3].at])
    queue.batchWritten()
    isRefused = queue.enqueue(changes[4])
    #expect(!isRefused)
    batch = queue.takeBatch()
    #expect(batch == [changes[4]])
    #expect(refusals(&queue).isEmpty)
    isScheduled = queue.schedule()
    #expect(!isScheduled)
  }
}
