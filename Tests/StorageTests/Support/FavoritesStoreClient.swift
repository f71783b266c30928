import Dispatch
import FavoritesModel
import HostKit
import HubCore
import MusicModel
import Storage
import Testing

/// A client of the favourites store, as the hub: handles its events.
final class FavoritesStoreClient {
  let store: DiskQueue<FavoritesStore>
  private(set) var document = FavoritesDocument()
  private(set) var acknowledged: [Timestamp] = []
  private(set) var refused: [Timestamp] = []
  private(set) var failures: [String] = []
  /// The notes of each merge.
  private(set) var merges: [[String]] = []
  private(set) var compactions = 0
  private(set) var unchangedChecks = 0
  private var waiting: [Timestamp] = []
  private let bell = DispatchSemaphore(value: 0)
  private var random = SeededRandom(1)

  struct TimedOut: Error {}

  init(_ files: any FileSystem, at path: String = FavoritesEditor.path) throws {
    let bell = bell
    let file = FavoritesFile(at: path, createsDirectory: true, files: files)
    var limits = DiskQueueLimits()
    (limits.maxJobs, limits.maxBytes) = (.max, .max)
    store = DiskQueue(FavoritesStore(file), "favorites", limits: limits) { bell.signal() }
    store.open()
    var isOpen = false
    try wait { news in
      if case .opened(let opened, _) = news { document = opened }
      switch news {
      case .opened, .notOpened: isOpen = true
      default: break
      }
      return isOpen
    }
  }

  /// Makes a change and has it written.
  func change(_ body: (inout FavoritesDocument, inout SeededRandom) -> FavoritesChange?) {
    guard let change = body(&document, &random) else { return }
    waiting.append(change.at)
    store.submit(.write([change]))
  }

  func add(_ number: Int) {
    change { $0.add([FavoritesEditor.song(number)], now: .now, using: &$1).change }
  }

  /// Waits until every change is saved or refused.
  func settle() throws { try wait { _ in waiting.isEmpty } }

  /// Handles events until the condition holds.
  func wait(until isDone: (FavoritesEvent?) -> Bool) throws {
    let deadline = DispatchTime.now() + .seconds(60)
    if isDone(nil) { return }
    while true {
      var done = false
      for case .hub(.favorites(let news)) in store.drainEvents() {
        take(news)
        done = isDone(news) || done
      }
      if done || isDone(nil) { return }
      guard bell.wait(timeout: deadline) == .success else { throw TimedOut() }
    }
  }

  /// Closes the store.
  func close() { #expect(store.close(before: .after(.seconds(60)))) }

  /// Checks for an external change, and waits for the result.
  func checkForExternalChange() throws {
    let count = unchangedChecks + merges.count
    store.submit(.checkForExternalChange)
    try wait { _ in unchangedChecks + merges.count > count }
  }

  func waitForCompaction() throws {
    let count = compactions
    store.submit(.compact)
    try wait { _ in compactions > count }
  }

  private func take(_ news: FavoritesEvent) {
    switch news {
    case .saved(let moment):
      document.settle(upTo: moment)
      acknowledged += waiting.filter { $0 <= moment }
      waiting.removeAll { $0 <= moment }
    case .failed(let moment, let problem):
      refused += document.revert(from: moment)
      waiting.removeAll { $0 >= moment }
      failures.append(problem)
    case .externallyChanged: store.submit(.merge(document))
    case .merged(let lines, let notes):
      document.merge(lines)
      merges.append(notes)
    case .compactionWanted: store.submit(.replace(document))
    case .compacted: compactions += 1
    case .notCompacted(let problem), .notMerged(let problem), .notChecked(let problem),
      .notOpened(let problem):
      failures.append(problem)
    case .unchanged: unchangedChecks += 1
    case .opened, .opening, .checked: break
    }
  }
}
