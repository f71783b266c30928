internal import FavoritesModel
internal import HostKit
internal import HubCore
internal import MusicModel
internal import Storage

/// Adapter between the hub and the favourites store.
struct FavoritesBridge {
  private let store: FavoritesStore
  private let path: String

  init(at location: FavoritesLocation, onEvents: @escaping @Sendable () -> Void) {
    let file = FavoritesFile(
      at: location.path,
      createsDirectory: location.isDefault,
      fold: Hub.foldedName
    )
    path = location.path
    store = FavoritesStore(file, onEvent: onEvents)
  }

  /// Begins to open the document.
  func open() -> Event {
    store.open()
    return .favorites(.opening(path: path))
  }

  func perform(_ action: FavoritesAction) {
    switch action {
    case .open: store.open()
    case .save(let change): store.enqueue(change)
    case .checkForExternalChange: store.checkForExternalChange()
    case .check: store.check()
    case .compact: store.requestCompaction()
    }
  }

  /// Begins to write all changes submitted so far, with one sync.
  func startWriting() { store.startWriting() }

  func drainEvents() -> [FavoritesStoreEvent] { store.drainEvents() }

  func mergeExternalChanges(_ document: FavoritesDocument) { store.mergeExternalChanges(document) }

  func compact(_ document: FavoritesDocument) { store.compact(document) }

  func beginClosing() { store.beginClosing() }

  /// Writes the remaining changes.
  ///
  /// - Returns: Whether they were written by the deadline.
  func close(before deadline: Deadline) -> Bool { store.close(before: deadline) }
}

extension FavoritesEvent {
  /// The event for the hub; `nil` for an event that the runtime handles.
  init?(_ event: FavoritesStoreEvent) {
    switch event {
    case .opened(let opening): self = .opened(opening.document, notes: opening.notes)
    case .notOpened(let failure): self = .notOpened(problem: failure.description)
    case .saved(let moment): self = .saved(upTo: moment)
    case .failed(let moment, let failure):
      self = .failed(from: moment, problem: failure.description)
    case .unchanged: self = .unchanged
    case .externallyChanged, .compactionWanted: return nil
    case .merged(let merge): self = .merged(merge.lines, notes: merge.notes)
    case .notMerged(let failure): self = .notMerged(problem: failure.description)
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
      let count = incompleteCount.pluralized("favourite")
      notes.append("\(count) cannot be shown because of corrupt lines.")
    }
    if let backup, let upgradedFrom {
      let text = "The favourites were upgraded from format version \(upgradedFrom)"
      notes.append("\(text); the old version is saved in \(backup).")
    }
    if let refusal { notes.append("\(refusal)") }
    return notes
  }
}

extension ExternalMerge {
  fileprivate var notes: [String] {
    var notes: [String] = []
    if let copy {
      notes.append(
        "Merged changes of the favourites made by another program; "
          + "its version is saved in \(copy)."
      )
    }
    if !damaged.isEmpty { notes.append(damaged.note(in: damagedFile)) }
    return notes
  }
}

extension [CorruptLine] {
  fileprivate func note(in file: String?) -> String {
    let subject = count == 1 ? "It was" : "They were"
    let note = file.map { " \(subject) moved to \($0)." } ?? ""
    return "\(count.pluralized("line")) of the favourites cannot be used.\(note)"
  }
}
