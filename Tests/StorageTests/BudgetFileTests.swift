import Foundation
import Glibc
import HostKit
import HubCore
import MusicModel
import TestKit
import Testing

@testable import Storage

@Suite("Request budgets on disk", .timeLimit(.minutes(10)))
struct BudgetFileTests {
  static let path = "/documents/budgets.json"
  private let disk = SimulatedDisk()
  private let nowMs = UnixClock.nowMs
  private let directory: TestDirectory

  init() throws { directory = try TestDirectory() }

  private func budget(
    _ upstream: String,
    only provider: String? = nil,
    count: Int = 1,
    ageMs: Int = 0
  ) -> StoredBudget {
    let spent = StoredBudget.Spending(atMs: nowMs - ageMs, count: count)
    let scope = BudgetScope(upstream, only: provider.flatMap(ProviderID.init(rawValue:)))
    return StoredBudget(scope, windowMs: 60_000, spent: [spent], reserved: 0)
  }

  /// Opens the file and returns its contents and messages.
  private func load(
    _ path: String = path,
    _ files: (any FileSystem)? = nil
  ) -> (budgets: [StoredBudget]?, messages: [String]) {
    var file = BudgetFile(at: path, files: files ?? disk.restarted(after: .killed))
    var budgets: [StoredBudget]?
    var messages: [String] = []
    for event in file.open() {
      switch event {
      case .hub(.budgetsLoaded(let list)): budgets = list
      case .hub: Issue.record("another event")
      case .log(_, let text): messages.append(text)
      }
    }
    return (budgets, messages)
  }

  @Test("are found by the next hub, the last value of each upstream")
  func stored() {
    var file = BudgetFile(at: Self.path, files: disk)
    #expect(load().budgets == [])
    _ = file.open()
    #expect(file.run([.init([budget("b"), budget("a")]), .init([budget("b", count: 3)])]).isEmpty)
    #expect(file.run([.init([budget("c")])]).isEmpty)
    #expect(load().budgets == [budget("a"), budget("b", count: 3), budget("c")])
  }

  @Test("of one provider are kept beside those of all")
  func ofOneProvider() {
    var file = BudgetFile(at: Self.path, files: disk)
    _ = file.open()
    let budgets = [budget("b"), budget("b", only: "mine", count: 3), budget("c")]
    #expect(file.run([.init([budgets[1]]), .init([budgets[2], budgets[0]])]).isEmpty)
    #expect(load().budgets == budgets)
  }

  @Test("are removed when their window has ended")
  func expired() {
    var file = BudgetFile(at: Self.path, files: disk)
    _ = file.open()
    _ = file.run([.init([budget("a", ageMs: 61_000), budget("b")])])
    #expect(load().budgets == [budget("b")])
  }

  @Test("that cannot be read are counted from zero, and the log says so")
  func corrupt() throws {
    let path = "\(directory.path)/budgets.json"
    for text in ["", "{", "[]", "{\"upstreams\":[{\"upstream\":1}]}"] {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let (budgets, messages) = load(path, PosixFileSystem(name: path))
      #expect(budgets == [])
      #expect(messages.count == 1)
      #expect(messages.first?.hasPrefix("Could not read \(path); requests are counted") == true)
    }
  }

  @Test("are replaced atomically by a file for the owner only, even if it was corrupt")
  func mode() throws {
    let path = "\(directory.path)/cache/budgets.json"
    var file = BudgetFile(at: path)
    _ = file.open()
    #expect(file.run([.init([budget("a")])]).isEmpty)
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(load(path, PosixFileSystem(name: path)).budgets == [budget("a")])
  }

  @Test("that a full disk did not take are written later, and the problem is reported once")
  func fullDisk() {
    disk.plan(.error(call: 1, ENOSPC))
    var file = BudgetFile(at: Self.path, files: disk)
    let messages = file.run([.init([budget("a")])])
    #expect(messages.count == 1)
    #expect(file.needsRetry)
    #expect(file.run([]).isEmpty)
    #expect(!file.needsRetry)
    #expect(file.run([.init([budget("b")])]).isEmpty)
    #expect(load().budgets == [budget("a"), budget("b")])
  }

  @Test("are merged while the disk is busy, so that the queue stays small")
  func merged() {
    let queue = DiskQueue(BudgetFile(at: Self.path, files: disk), "test") {}
    queue.whileBusy {
      for number in 0..<10_000 { queue.submit(.init([budget("a", count: number)])) }
    }
    queue.waitUntilIdle()
    #expect(queue.drainEvents().isEmpty)
    #expect(load().budgets == [budget("a", count: 9_999)])
  }
}
