internal import FavoritesModel
internal import Storage
internal import HostKit
internal import HubCore
internal import ZeroMQ

/// The favourites' document, beside the loop: hands over what the hub wants done with it, and brings
/// what became of that. It never waits for the disk, but at the end.
struct FavoritesBridge {
  /// Signalled when there is news.
  let wakeUp: Waker
  private let store: FavoritesStore
  private let path: String

  init(at place: FavoritesLocation) throws(ZeroMQError) {
    let bell = try Waker()
    let file = FavoritesFile(
      at: place.path,
      makesFolder: place.isDefault,
      fold: Hub.foldedName
    )
    wakeUp = bell
    path = place.path
    store = FavoritesStore(file) { bell.signal() }
  }

  /// Begins to open the document.
  func open() -> Event {
    store.open()
    return .favorites(.opening(path: path))
  }

  func perform(_ order: FavoritesAction) {
    switch order {
    case .open: store.open()
    case .keep(let change): store.enqueue(change)
    case .look: store.look()
    case .check: store.check()
    case .compact: store.startCompaction()
    }
  }

  /// Has all that was handed over written at once.
  func flush() { store.flush() }

  func takeNews() -> [FavoritesStoreEvent] {
    wakeUp.reset()
    return store.takeNews()
  }

  func reunite(_ document: FavoritesDocument) { store.reunite(document) }

  /// Brings what is left to the disk.
  ///
  /// - Returns: whether the disk did so in time.
  func close(before deadline: Deadline) -> Bool { store.close(before: deadline) }
}

extension FavoritesEvent {
  /// The news as the hub takes it; nothing of what the shell itself has to answer.
  init?(_ news: FavoritesStoreEvent) {
    switch news {
    case .opened(let opening): self = .opened(opening.document, notes: opening.notes)
    case .notOpened(let failure): self = .notOpened(problem: failure.description)
    case .saved(let moment): self = .saved(upTo: moment)
    case .failed(let moment, let failure):
      self = .failed(from: moment, problem: failure.description)
    case .inStep: self = .inStep
    case .outOfStep: return nil
    case .united(let reunion): self = .united(reunion.lines, notes: reunion.notes)
    case .notUnited(let failure): self = .notUnited(problem: failure.description)
    case .compacted(let before, let after):
      self = .compacted(linesBefore: before, linesAfter: after)
    case .notCompacted(let failure): self = .notCompacted(problem: failure.description)
    case .checked(let check): self = .checked(check)
    case .notChecked(let failure): self = .notChecked(problem: failure.description)
    }
  }
}

extension FavoritesOpening {
  fileprivate var notes: [String] {
    var notes: [String] = []
    if !damaged.isEmpty { notes.append(damaged.note(in: damagedFile)) }
    if incompleteCount > 0 {
      let count = incompleteCount == 1 ? "1 favourite" : "\(incompleteCount) favourites"
      notes.append("\(count) cannot be shown, with lines that are damaged.")
    }
    if let backup, let upgradedFrom {
      let text = "The favourites were brought up from format version \(upgradedFrom)"
      notes.append("\(text); as they were they are kept in \(backup).")
    }
    if let refusal { notes.append("\(refusal)") }
    return notes
  }
}

extension ExternalMerge {
  fileprivate var notes: [String] {
    var notes: [String] = []
    if let kept {
      notes.append(
        "The favourites were changed by another program and united with what the hub knew; "
          + "the other version is kept in \(kept)."
      )
    }
    if !damaged.isEmpty { notes.append(damaged.note(in: damagedFile)) }
    return notes
  }
}

extension [CorruptLine] {
  fileprivate func note(in file: String?) -> String {
    let lines = count == 1 ? "1 line" : "\(count) lines"
    let place = file.map { " What could not be used is kept in \($0)." } ?? ""
    return "\(lines) of the favourites could not be used.\(place)"
  }
}
