import Dispatch
import FavoritesModel
import Storage
import HostKit
import MusicModel
import Testing

/// A hub in front of a store: takes in the news, and acknowledges what was saved.
final class StoreDesk {
  let store: FavoritesStore
  private(set) var document = FavoritesDocument()
  private(set) var acknowledged: [Timestamp] = []
  private(set) var refused: [Timestamp] = []
  private(set) var failures: [FavoritesFailure] = []
  private(set) var reunions: [ExternalMerge] = []
  private(set) var compactions = 0
  private var looks = 0
  private(set) var checks: [DocumentCheck] = []
  private var waiting: [Timestamp] = []
  private let bell = DispatchSemaphore(value: 0)
  private var random = SeededRandom(1)

  struct TooLate: Error {}

  init(_ files: any FileSystem, at path: String = Desk.path) throws {
    let bell = bell
    let file = FavoritesFile(at: path, makesFolder: true, files: files)
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

  /// Makes a change and hands it over.
  func change(_ body: (inout FavoritesDocument, inout SeededRandom) -> FavoritesChange?) {
    guard let change = body(&document, &random) else { return }
    waiting.append(change.at)
    store.enqueue(change)
  }

  func add(_ number: Int) {
    change { $0.add([Desk.song(number)], now: .now, using: &$1).change }
  }

  /// Writes, and waits until every change has been answered.
  func settle() throws {
    store.flush()
    try wait { _ in waiting.isEmpty }
  }

  /// Takes in news until the condition holds.
  func wait(until isDone: (FavoritesStoreEvent?) -> Bool) throws {
    let deadline = DispatchTime.now() + .seconds(60)
    if isDone(nil) { return }
    while true {
      var done = false
      for news in store.takeNews() {
        take(news)
        done = isDone(news) || done
      }
      if done || isDone(nil) { return }
      guard bell.wait(timeout: deadline) == .success else { throw TooLate() }
    }
  }

  /// Lets go of the document.
  func close() { #expect(store.close(before: .after(.seconds(60)))) }

  /// Looks whether somebody else has changed the document, and waits until that is known.
  func look() throws {
    let count = looks + reunions.count
    store.look()
    try wait { _ in looks + reunions.count > count }
  }

  func waitForCompaction() throws {
    let count = compactions
    store.startCompaction()
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
    case .outOfStep: store.reunite(document)
    case .united(let reunion):
      document.merge(reunion.lines)
      reunions.append(reunion)
    case .compacted: compactions += 1
    case .checked(let check): checks.append(check)
    case .notCompacted(let failure), .notUnited(let failure), .notChecked(let failure),
      .notOpened(let failure):
      failures.append(failure)
    case .inStep: looks += 1
    case .opened: break
    }
  }
}
