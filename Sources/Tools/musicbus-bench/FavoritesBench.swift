import Dispatch
import FavoritesModel
import Storage
import Glibc
import HostKit

/// A document in a store, as a hub has it.
final class FavoritesBench {
  let store: FavoritesStore
  var document: FavoritesDocument
  private let bell = DispatchSemaphore(value: 0)
  private var random = SystemRandomNumberGenerator()
  private var number = 10_000_000

  /// Opens a document.
  init(_ path: String) {
    let bell = bell
    let store = FavoritesStore(FavoritesFile(at: path, createsDirectory: false)) { bell.signal() }
    store.open()
    var opened: FavoritesOpening?
    while opened == nil {
      bell.wait()
      for case .opened(let opening) in store.drainEvents() { opened = opening }
    }
    self.store = store
    document = opened?.document ?? FavoritesDocument()
  }

  func close() throws {
    guard store.close(before: .after(.seconds(60))) else { throw Missing("the end of all writes") }
  }

  /// Writes a document of so many favourites.
  static func write(_ count: Int, in directory: String) throws -> String {
    let path = "\(directory)/\(count).jsonl"
    try replaceFile(path, with: FavoriteSamples.document(count).compacted())
    return path
  }

  /// Makes a change and hands it over.
  func add() -> FavoritesChange? {
    number += 1
    guard let entity = FavoriteSamples.entity(number) else { return nil }
    let change = document.add([entity], now: .now, using: &random).change
    if let change { store.enqueue(change) }
    return change
  }

  /// Waits until something is saved.
  func waitUntilSaved() throws -> Timestamp {
    while true {
      bell.wait()
      var saved: Timestamp?
      for event in store.drainEvents() {
        switch event {
        case .saved(let moment): saved = moment
        case .failed(_, let failure): throw failure
        default: break
        }
      }
      guard let saved else { continue }
      document.settle(upTo: saved)
      return saved
    }
  }

  /// One change, from the decision to its acknowledgement.
  func durableAdd() throws {
    _ = add()
    store.flush()
    _ = try waitUntilSaved()
  }
}

/// The minimum cost of a durable change: an append and a sync.
struct BareAppend {
  private let file: FileDescriptor

  init(in directory: String) throws {
    file = try FileDescriptor("\(directory)/bare", O_WRONLY | O_CREAT | O_APPEND)
  }

  func run(_ bytes: [UInt8]) throws {
    try file.write(bytes)
    guard fdatasync(file.descriptor) == 0 else { throw SystemError("sync") }
  }
}
