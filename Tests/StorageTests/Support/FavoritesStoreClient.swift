import Dispatch
import FavoritesModel
import Storage
import HostKit
import MusicModel
import Testing

/// A client of the favourites store, as the hub: handles its events.
final class FavoritesStoreClient {
  let store: FavoritesStore
  private(set) var document = FavoritesDocument()
  private(set) var acknowledged: [Timestamp] = []
  private(set) var refused: [Timestamp] = []
  private(set) var failures: [FavoritesFailure] = []
  private(set) var merges: [ExternalMerge] = []
  private(set) var compactions = 0
  private(set) var unchangedChecks = 0
  private(set) var checks: [DocumentCheck] = []
  private var waiting: [Timestamp] = []
  private let bell = DispatchSemaphore(value: 0)
  private var random = SeededRandom(1)

  struct TimedOut: Error {}

  init(_ files: any FileSystem, at path: String = FavoritesEditor.path) throws {
    let bell = bell
    let file = FavoritesFile(at: path, createsDirectory: true, files: files)
    store = FavoritesStore(file) { bell.signal() }
    store.open()
    var isOpen = false
    try wait { news in
      if case .opened(let opening) = news { document = opening.document }
      switch news {
      case .opened, .notOpened: isOpen = true
      default: break
      }
      return isOpen
    }
  }

  /// Makes a change and enqueues it.
  func change(_ body: (inout FavoritesDocument, inout SeededRandom) -> FavoritesChange?) {
    guard let change = body(&document, &random) else { return }
    waiting.append(change.at)
    store.enqueue(change)
  }

  func add(_ number: Int) {
    change { $0.add([FavoritesEditor.song(number)], now: .now, using: &$1).change }
  }

  /// Flushes the queue, and waits until every change is saved or refused.
  func settle() throws {
    store.startWriting()
    try wait { _ in waiting.isEmpty }
  }

  /// Handles events until the condition holds.
  func wait(until isDone: (FavoritesStoreEvent?) -> Bool) throws {
    let deadline = DispatchTime.now() + .seconds(60)
    if isDone(nil) { return }
    while true {
      var done = false
      for news in store.drainEvents() {
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
    store.checkForExternalChange()
    try wait { _ in unchangedChecks + merges.count > count }
  }

  func waitForCompaction() throws {
    let count = compactions
    store.requestCompaction()
    try wait { _ in compactions > count }
  }

  private func take(_ news: FavoritesStoreEvent) {
    switch news {
    case .saved(let moment):
      document.settle(upTo: moment)
      acknowledged += waiting.filter { $0 <= moment }
      waiting.removeAll { $0 <= moment }
    case .failed(let moment, let failure):
      refused += document.revert(from: moment)
      waiting.removeAll { $0 >= moment }
      failures.append(failure)
    case .externallyChanged: store.mergeExternalChanges(document)
    case .merged(let merge):
      document.merge(merge.lines)
      merges.append(merge)
    case .compactionWanted: store.compact(document)
    case .compacted: compactions += 1
    case .checked(let check): checks.append(check)
    case .notCompacted(let failure), .notMerged(let failure), .notChecked(let failure),
      .notOpened(let failure):
      failures.append(failure)
    case .unchanged: unchangedChecks += 1
    case .opened: break
    }
  }
}
