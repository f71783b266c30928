import HostKit
import HubCore
import MusicModel
import SQLite
import TestKit
import Testing

@testable import Storage

@Suite("Request budgets on disk", .timeLimit(.minutes(10)))
struct StoredBudgetsTests {
  private let nowMs = UnixClock.nowMs
  private let directory: TestDirectory
  private var path: String { "\(directory.path)/state.sqlite" }

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

  private func file() -> StateFile {
    StateFile(at: path, records: "\(directory.path)/records.sqlite")
  }

  /// Saves budgets in turn.
  private func save(_ budgets: [StoredBudget]...) {
    var file = file()
    _ = file.openAll()
    #expect(file.run(budgets.map { .save(StateChanges($0)) }).isEmpty)
    file.close()
  }

  /// What the next hub finds before it has read all else.
  private func load() -> [StoredBudget]? {
    var file = file()
    defer { file.close() }
    for case .hub(.budgetsLoaded(let budgets)) in file.open() { return budgets }
    return nil
  }

  @Test("are found by the next hub, the last value of each upstream")
  func stored() {
    #expect(load() == [])
    save([budget("b"), budget("a")], [budget("b", count: 3)])
    save([budget("c")])
    #expect(load() == [budget("a"), budget("b", count: 3), budget("c")])
  }

  @Test("of one provider are kept beside those of all")
  func ofOneProvider() {
    let budgets = [budget("b"), budget("b", only: "mine", count: 3), budget("c")]
    save([budgets[1]], [budgets[2], budgets[0]])
    #expect(load() == budgets)
  }

  @Test("are removed when their window has ended")
  func expired() throws {
    save([budget("a", ageMs: 61_000), budget("b")])
    var file = file()
    _ = file.openAll()
    file.close()
    #expect(try StateStore(at: path).rows(of: "budget").map(\.name) == ["* b"])
  }

  @Test("are merged while the disk is busy, so that the queue stays small")
  func merged() {
    let queue = DiskQueue(file(), "test") {}
    queue.open()
    queue.waitUntilIdle()
    _ = queue.drainEvents()
    queue.whileBusy {
      for number in 0..<10_000 { queue.submit(.save(StateChanges([budget("a", count: number)]))) }
    }
    queue.waitUntilIdle()
    #expect(queue.drainEvents().isEmpty)
    #expect(queue.close(before: .after(.seconds(60))))
    #expect(load() == [budget("a", count: 9_999)])
  }

  @Test("of a file of a later version are neither read nor changed, and the log says so once")
  func newer() throws {
    try Database(at: path).run("CREATE TABLE other (a); PRAGMA user_version = 3")
    var file = file()
    var messages: [String] = []
    for event in file.openAll() + file.run([.save(StateChanges([budget("a")]))]) {
      if case .log(_, let text) = event { messages.append(text) }
    }
    file.close()
    #expect(!file.needsRetry)
    #expect(
      messages == [
        "Could not read the state \(path). A newer version of MusicBus has written it, so it is left as "
          + "it is."
      ]
    )
    let database = try Database(at: path)
    #expect(try database.integer("PRAGMA user_version") == 3)
    #expect(try database.integer("SELECT COUNT(*) FROM sqlite_schema") == 1)
  }
}
