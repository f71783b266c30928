package import FavoritesModel
internal import Glibc
internal import HostKit
package import HubCore
internal import MusicModel

/// Writes the hub's favourites to disk: its changes, in order, and its whole state where the document must be merged with it or
/// replaced by it. Meanwhile changes wait here.
///
///     open ─► merging ─► open          another program has changed the document: the hub's state is asked for
///          ─► compacting ─► open       the document has become long, or a client wants it: likewise
///     compacting ─► merging            another program has changed it meanwhile
///
/// Changes build on each other: if one fails, so do all that the hub made before it knew of that
/// (``FavoritesDocument/generation``). Jobs and events arrive in their order, and the queue rejects none, since the hub bounds what it
/// submits: so a state of the hub has all that was written, and nothing that has failed.
package struct FavoritesStore: DiskFile {
  package enum Job: DiskJob {
    case open
    /// Write changes of one turn of the hub, at least one.
    case write([FavoritesChange])
    case checkForExternalChange
    case compact
    /// Merge the document with this state of the hub, which ``FavoritesEvent/externallyChanged`` has asked for.
    case merge(FavoritesDocument)
    /// Replace the document with this state of the hub, which ``FavoritesEvent/compactionWanted`` has asked for.
    case replace(FavoritesDocument)
  }

  private enum State {
    case open
    /// Changes wait until the document has been merged with the hub's state.
    case merging
    /// Changes wait until the hub's state has replaced the document, unless the hub shuts down first.
    case compacting
  }

  package static let overflowWarning = "Some changes of the favourites were not saved."

  private var file: FavoritesFile
  private var state = State.open
  /// Changes that are not written.
  private var changes: [FavoritesChange] = []
  /// The time of the last change that was written.
  private var lastWritten = Timestamp.never
  /// Changes of this generation or an earlier one build on a lost change, and are dropped.
  private var lostGeneration = -1
  /// Whether a client waits for a compaction that cannot begin yet.
  private var isCompactionRequested = false
  private var events: [FavoritesEvent] = []

  package init(_ file: FavoritesFile) { self.file = file }

  package mutating func open() -> [StorageEvent] { run([.open]) }

  package mutating func run(_ batch: [Job]) -> [StorageEvent] {
    for job in batch {
      switch job {
      case .open: openFile()
      // The hub may have handed it in with its whole state already.
      case .write(let new):
        changes += new.filter { $0.generation > lostGeneration && $0.at > lastWritten }
      case .checkForExternalChange: checkForExternalChange()
      case .compact: requestCompaction()
      case .merge(let document): merge(document)
      case .replace(let document): replace(document)
      }
    }
    write()
    if state == .open, isCompactionRequested || file.wantsCompaction { beginCompaction() }
    defer { events = [] }
    return events.map { .hub(.favorites($0)) }
  }

  /// Writes the changes that wait for a compaction, and closes the file. Those that wait for a merge are lost: nobody has told a client
  /// that they are saved.
  package mutating func close() {
    if state == .compacting { state = .open }
    write()
    file.close()
  }

  private mutating func checkForExternalChange() {
    // A file that cannot be read does not count as unchanged: merging it says why.
    guard (try? file.hasExternalChange()) ?? true else { return events.append(.unchanged) }
    // If a merge is due already, its end is the result.
    if state != .merging { beginMerge() }
  }

  private mutating func requestCompaction() {
    switch state {
    case .open: beginCompaction()
    case .merging: isCompactionRequested = true
    // Its end is the result.
    case .compacting: break
    }
  }

  private mutating func openFile() {
    do throws(FavoritesFailure) {
      let opening = try file.open(now: .now)
      events.append(.opened(opening.document, notes: opening.notes))
    } catch { events.append(.notOpened(problem: error.description)) }
  }

  /// Writes the changes with one sync, unless they wait.
  private mutating func write() {
    guard state == .open, let last = changes.last else { return }
    do throws(FavoritesFailure) {
      let result = try file.append(
        changes.flatMap(\.text),
        lineCount: changes.reduce(0) { $0 + $1.lines.count },
        newCount: changes.reduce(0) { $0 + $1.newCount }
      )
      switch result {
      case .saved: saved(upTo: last.at)
      case .externallyChanged: beginMerge()
      }
    } catch { fail(error) }
  }

  private mutating func saved(upTo moment: Timestamp?) {
    guard let moment else { return }
    changes.removeAll { $0.at <= moment }
    lastWritten = max(lastWritten, moment)
    events.append(.saved(upTo: moment))
  }

  /// Fails the changes that wait.
  private mutating func fail(_ failure: FavoritesFailure) {
    state = .open
    guard let first = changes.first, let last = changes.last else { return }
    lostGeneration = last.generation
    changes = []
    events.append(.failed(from: first.at, problem: failure.description))
  }

  private mutating func beginMerge() {
    state = .merging
    events.append(.externallyChanged)
  }

  private mutating func merge(_ document: FavoritesDocument) {
    do throws(FavoritesFailure) {
      let merge = try file.mergeExternalChanges(document, now: .now)
      events.append(.merged(merge.lines, notes: merge.notes))
      saved(upTo: document.lastPending)
      state = .open
    } catch {
      events.append(.notMerged(problem: error.description))
      fail(error)
      // It would need the merge that has just failed.
      if isCompactionRequested { events.append(.notCompacted(problem: error.description)) }
      isCompactionRequested = false
    }
  }

  private mutating func beginCompaction() {
    (state, isCompactionRequested) = (.compacting, false)
    events.append(.compactionWanted)
  }

  private mutating func replace(_ document: FavoritesDocument) {
    guard state == .compacting else { return isCompactionRequested = true }
    let before = file.lineCount
    do throws(FavoritesFailure) {
      switch try file.compact(document) {
      case .saved:
        saved(upTo: document.lastPending)
        events.append(.compacted(linesBefore: before, linesAfter: file.lineCount))
        state = .open
      case .externallyChanged:
        isCompactionRequested = true
        beginMerge()
      }
    } catch {
      events.append(.notCompacted(problem: error.description))
      state = .open
    }
  }
}

extension FavoritesStore.Job {
  package var bytes: Int {
    if case .write(let changes) = self { changes.reduce(64) { $0 + $1.bytes } } else { 64 }
  }

  package func failed(_ reason: String) -> Event? {
    switch self {
    case .open: .favorites(.notOpened(problem: reason))
    case .write(let changes):
      changes.first.map { .favorites(.failed(from: $0.at, problem: reason)) }
    case .checkForExternalChange, .merge: .favorites(.notMerged(problem: reason))
    case .compact, .replace: .favorites(.notCompacted(problem: reason))
    }
  }
}

/// Checks the whole document, beside the thread that writes it: that takes long.
package struct FavoritesReader: DiskFile {
  package enum Job: DiskJob {
    case check

    package var bytes: Int { 64 }

    package func failed(_ reason: String) -> Event? { .favorites(.notChecked(problem: reason)) }

    package mutating func merge(_ next: Job) -> Bool { true }
  }

  package static let overflowWarning = "The favourites could not be checked."

  private let file: FavoritesFile

  package init(_ file: FavoritesFile) { self.file = file }

  package mutating func open() -> [StorageEvent] { [] }

  package mutating func run(_ batch: [Job]) -> [StorageEvent] {
    do throws(FavoritesFailure) {
      return [.hub(.favorites(.checked(try file.check(now: .now))))]
    } catch { return [.hub(.favorites(.notChecked(problem: error.description)))] }
  }

  package mutating func close() {}
}

// What the user should know.

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

extension Timestamp {
  /// The time of the system clock.
  package static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }
}
