import BusProtocol
import Dispatch
import Glibc
import HostKit
import HubCore
import MusicModel
import TestKit
import Testing

@testable import Storage

@Suite("Verdicts on disk", .timeLimit(.minutes(10)))
struct VerdictFileTests {
  static let path = "/documents/verdicts.jsonl"
  private let disk = SimulatedDisk()

  private func verdicts(_ count: Int) throws -> [StoredVerdict] {
    try (0..<count).map { number in
      let a = try #require(EntityID("a:artist:\(number)"))
      let b = try #require(EntityID("b:artist:\(number)"))
      return StoredVerdict(.same, a, b)
    }
  }

  private func queue(onEvents: @escaping @Sendable () -> Void = {}) -> DiskQueue<VerdictFile> {
    DiskQueue(VerdictFile(at: Self.path, files: disk), "test", onEvents: onEvents)
  }

  /// The verdicts that the next hub finds, after a loss of power.
  private func stored() -> [StoredVerdict]? {
    var file = VerdictFile(at: Self.path, files: disk.restarted(after: .nothingUnsynced))
    guard case .hub(.verdictsLoaded(let verdicts, nil))? = file.open().last else { return nil }
    return verdicts
  }

  private func texts(_ queue: DiskQueue<VerdictFile>) -> [String] {
    PendingJobsTests.texts(queue.drainEvents())
  }

  @Test("are durable when they are reported as saved")
  func durable() throws {
    let queue = queue()
    queue.open(waitUntil: .after(.seconds(60)))
    #expect(texts(queue) == ["another event"])
    queue.submit(.init(try verdicts(3), operation: 1))
    queue.waitUntilIdle()
    #expect(texts(queue) == ["1 ok"])
    #expect(stored() == (try verdicts(3)))
  }

  @Test(
    "that were written, but whose directory could not be synced, may be lost at a power failure"
  )
  func directory() throws {
    let queue = queue()
    disk.plan(nil)
    queue.submit(.init(try verdicts(2), operation: 1))
    queue.waitUntilIdle()
    #expect(texts(queue) == ["1 ok"])
    // To take one back, the file is replaced, too. The sync of the directory comes last.
    disk.plan(.error(call: disk.snapshot.calls, EIO))
    queue.submit(.init(try verdicts(1), operation: 2))
    queue.waitUntilIdle()
    let text = try #require(texts(queue).first)
    #expect(text.contains("but that may be lost at a power failure"), "\(text)")
  }

  @Test("do not delay the hub while a sync hangs, and are reported when it returns")
  func hangingSync() throws {
    let woken = DispatchSemaphore(value: 0)
    let queue = queue { woken.signal() }
    disk.syncBlocker.block()
    let start = MonotonicClock.nowMs
    queue.submit(.init(try verdicts(1), operation: 1))
    // The thread of the queue is now in the sync, or soon will be.
    for operation in 2...3 { queue.submit(.init(try verdicts(operation), operation: operation)) }
    #expect(queue.drainEvents().isEmpty)
    #expect(MonotonicClock.nowMs - start <= 100)
    disk.syncBlocker.unblock()
    queue.waitUntilIdle()
    #expect(woken.wait(timeout: .now() + .seconds(30)) == .success)
    #expect(texts(queue) == ["1 ok", "2 ok", "3 ok"])
    #expect(stored() == (try verdicts(3)))
  }

  @Test("share a sync if they come while the disk is busy")
  func shared() throws {
    let queue = queue()
    let all = try verdicts(50)
    queue.whileBusy {
      for operation in 1...50 {
        queue.submit(.init(Array(all.prefix(operation)), operation: operation))
      }
    }
    queue.waitUntilIdle()
    #expect(queue.drainEvents().count == 50)
    #expect(disk.snapshot.syncs <= 2)
    #expect(stored() == all)
  }

  @Test("fail with a reason if the disk is full, and the stored ones stay")
  func full() throws {
    let queue = queue()
    queue.submit(.init(try verdicts(1), operation: 1))
    queue.waitUntilIdle()
    disk.limit(to: disk.used + 10)
    queue.submit(.init(try verdicts(9), operation: 2))
    queue.waitUntilIdle()
    let events = texts(queue)
    #expect(events.count == 2)
    #expect(events.first == "1 ok")
    #expect(events.last?.hasPrefix("2 ") == true && events.last != "2 ok")
    #expect(stored() == (try verdicts(1)))
    #expect(disk.paths.filter { $0.hasSuffix(".new") }.isEmpty)
  }

  @Test("complete exactly once if the disk hangs at shutdown")
  func cutOff() throws {
    let queue = queue()
    disk.syncBlocker.block()
    queue.submit(.init(try verdicts(1), operation: 1))
    queue.submit(.init(try verdicts(2), operation: 2))
    #expect(!queue.close(before: .after(.milliseconds(20))))
    let reason = "The disk did not respond before the hub exited."
    #expect(texts(queue) == ["1 \(reason)", "2 \(reason)"])
    disk.syncBlocker.unblock()
    #expect(queue.close(before: .after(.seconds(30))))
    #expect(texts(queue).isEmpty)
  }

  @Test("move corrupt lines aside when they are read")
  func corrupt() throws {
    let queue = queue()
    queue.submit(.init(try verdicts(2), operation: 1))
    queue.waitUntilIdle()
    let text = try #require(disk.text(Self.path))
    disk.replace(Self.path, with: Array("\(text)not a verdict\n".utf8))
    var file = VerdictFile(at: Self.path, files: disk)
    #expect(file.open().count == 2)
    #expect(disk.text("\(Self.path).damaged") == "not a verdict\n")
    #expect(stored() == (try verdicts(2)))
  }

  @Test("are not replaced if the file is of a later version")
  func later() throws {
    disk.replace(
      Self.path,
      with: Array("{\"document\":\"musicbus-verdicts\",\"version\":2}\n".utf8)
    )
    var file = VerdictFile(at: Self.path, files: disk)
    guard case .hub(.verdictsLoaded([], let problem?))? = file.open().last else {
      Issue.record("no problem")
      return
    }
    #expect(problem.contains("musicbus-verdicts of version 2"))
  }

  @Test("are appended one by one, so that a verdict costs as much as itself")
  func appended() throws {
    var file = VerdictFile(at: Self.path, files: disk)
    _ = file.open()
    let all = try verdicts(40)
    var bytes: [Int] = []
    for count in 1...all.count {
      disk.plan(nil)
      _ = file.run([.init(Array(all.prefix(count)), operation: count)])
      bytes.append(disk.snapshot.written.values.reduce(0, +))
      #expect(stored() == Array(all.prefix(count)))
    }
    #expect(bytes[1...].containsOnly { $0 < 200 })
    _ = file.run([.init(Array(all.dropLast()), operation: 99)])
    #expect(stored() == all.dropLast())
  }

  @Test("are refused if the file would become larger than can be read, and the others stay usable")
  func tooMany() throws {
    var file = VerdictFile(at: Self.path, files: disk, maxBytes: 1_024)
    _ = file.open()
    var count = 0
    var problem: String?
    while problem == nil, count < 100 {
      count += 1
      let events = file.run([.init(try verdicts(count), operation: count)])
      guard case .hub(.verdictsSaved(_, let found))? = events.first else { continue }
      problem = found
    }
    #expect(problem?.contains("would have more than 1 KB") == true, "\(problem ?? "none")")
    #expect(count > 5)
    #expect(stored() == (try verdicts(count - 1)))
    var next = VerdictFile(at: Self.path, files: disk, maxBytes: 1_024)
    guard case .hub(.verdictsLoaded(let found, nil))? = next.open().last else {
      Issue.record("not usable")
      return
    }
    #expect(found.count == count - 1)
    // One that is taken back makes room for another.
    _ = next.run([.init(try verdicts(count - 2), operation: 200)])
    _ = next.run([.init(try verdicts(count - 1), operation: 201)])
    #expect(stored() == (try verdicts(count - 1)))
  }

  @Test(
    "lose nothing if the hub is killed while one is added, or the disk fails",
    arguments: 0..<120
  )
  func torn(bytesWritten: Int) throws {
    var file = VerdictFile(at: Self.path, files: disk)
    _ = file.open()
    _ = file.run([.init(try verdicts(2), operation: 1)])
    let start = disk.snapshot
    disk.plan(nil)
    var good = file
    _ = good.run([.init(try verdicts(3), operation: 2)])
    let calls = disk.snapshot.calls
    for call in 1...calls {
      disk.restore(start)
      disk.plan(.death(call: call, bytesWritten: bytesWritten))
      var killed = file
      _ = killed.run([.init(try verdicts(3), operation: 2)])
      for crash in SimulatedDisk.Crash.allCases {
        var next = VerdictFile(at: Self.path, files: disk.restarted(after: crash))
        guard case .hub(.verdictsLoaded(let found, nil))? = next.open().last else {
          Issue.record("not usable after \(crash)")
          continue
        }
        #expect([2, 3].contains(found.count))
        #expect(found == (try verdicts(found.count)))
      }
    }
  }
}
