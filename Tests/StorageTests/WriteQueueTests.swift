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

  @Test("knows whether a document has the changes that were written, and none that failed")
  func upToDate() throws {
    var random = SeededRandom(1)
    var document = FavoritesDocument()
    let before = document
    func add(_ number: Int) throws -> FavoritesChange {
      let songs = [FavoritesEditor.song(number)]
      return try #require(
        document.add(songs, now: FavoritesEditor.moment(number), using: &random).change
      )
    }
    var queue = WriteQueue(maxBytes: 1_000_000)
    let first = try add(1)
    _ = queue.enqueue(first)
    _ = queue.takeBatch()
    queue.batchWritten()
    #expect(queue.isUpToDate(document, isMerged: false))
    #expect(!queue.isUpToDate(before, isMerged: false), "It lacks a change that was written.")
    #expect(queue.isUpToDate(before, isMerged: true), "A merge reads the file.")
    document.settle(upTo: first.at)
    _ = queue.enqueue(try add(2))
    _ = queue.takeBatch()
    queue.fail(.diskTooSlow)
    let failing = document
    #expect(!queue.isUpToDate(failing, isMerged: true), "The hub does not know of the failure.")
    _ = queue.drainEvents()
    #expect(!queue.isUpToDate(failing, isMerged: true), "It was captured before that.")
    document.revert(from: FavoritesEditor.moment(2))
    #expect(queue.isUpToDate(document, isMerged: true))
  }

  @Test("begins a compaction that was requested while a merge was due after it")
  func requested() {
    var queue = WriteQueue(maxBytes: 1_000)
    let waits = [queue.wait(), queue.wait()]
    #expect(waits == [true, false])
    var begins = [queue.beginCompaction(isRequested: true)]
    queue.resume(after: nil)
    #expect(queue.compactionIsRequested)
    begins += [queue.beginCompaction(), queue.repeatCompaction()]
    #expect(begins == [false, true, true] && !queue.compactionIsRequested)
  }
}
