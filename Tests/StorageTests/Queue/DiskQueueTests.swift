import Dispatch
import HostKit
import HubCore
import Testing

@testable import Storage

@Suite("Disk queue", .timeLimit(.minutes(10)))
struct DiskQueueTests {
  /// Reports each batch as text.
  struct File: DiskFile {
    static let overflowWarning = "full"

    mutating func open() -> [StorageEvent] { [] }

    mutating func run(_ batch: [PendingJobsTests.Job]) -> [StorageEvent] {
      [.log(.info, batch.map { "\($0.number)" }.joined(separator: " "))]
    }

    mutating func close() {}
  }

  private let hasEvents = DispatchSemaphore(value: 0)

  private func queue(delayMs: Int) -> DiskQueue<File> {
    var limits = DiskQueueLimits()
    limits.delayMs = delayMs
    return DiskQueue(File(), "test", limits: limits) { [hasEvents] in hasEvents.signal() }
  }

  private func texts(_ queue: DiskQueue<File>) -> [String] {
    PendingJobsTests.texts(queue.drainEvents())
  }

  @Test("runs jobs that can wait without any other")
  func delayed() {
    let queue = queue(delayMs: 1)
    queue.submit(.init(number: 1, canWait: true))
    hasEvents.wait()
    #expect(texts(queue) == ["1"])
  }

  @Test("runs jobs that can wait before one that cannot")
  func urgent() {
    let queue = queue(delayMs: 3_600_000)
    queue.submit(.init(number: 1, canWait: true))
    queue.submit(.init(number: 2))
    hasEvents.wait()
    #expect(texts(queue) == ["1 2"])
  }

  @Test("has run all jobs when it is flushed")
  func flushed() {
    let queue = queue(delayMs: 3_600_000)
    #expect(queue.flush(before: .after(.seconds(60))))
    for number in 1...2 {
      queue.submit(.init(number: number, canWait: true))
      #expect(queue.hasCollectedJobs)
      #expect(queue.flush(before: .after(.seconds(60))))
      #expect(!queue.hasCollectedJobs)
      #expect(texts(queue) == ["\(number)"])
    }
    queue.submit(.init(number: 3))
    #expect(queue.flush(before: .after(.seconds(60))))
    #expect(texts(queue) == ["3"])
  }

  @Test("is not flushed by the deadline if the file is busy")
  func flushedLate() {
    let queue = queue(delayMs: 3_600_000)
    queue.submit(.init(number: 1, canWait: true))
    queue.whileBusy { #expect(!queue.flush(before: .after(.zero))) }
    #expect(queue.flush(before: .after(.seconds(60))))
    #expect(texts(queue) == ["1"])
  }

  @Test("runs jobs that can wait when it closes")
  func closing() {
    let queue = queue(delayMs: 3_600_000)
    queue.submit(.init(number: 1, canWait: true))
    #expect(queue.close(before: .after(.seconds(60))))
    #expect(texts(queue) == ["1"])
  }
}
