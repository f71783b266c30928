internal import Dispatch
package import FavoritesModel
internal import Glibc
package import HostKit
internal import Synchronization

/// Saves changes outside the hub's thread, which never waits for the disk. Changes that arrive
/// while the disk is busy share the next sync.
package final class FavoritesStore: Sendable {
  let file: Mutex<FavoritesFile>
  /// The maximum size of the changes that wait for the disk.
  private static let maxPendingBytes = 64 * 1024 * 1024

  private let inbox = Mutex(WriteQueue(maxBytes: FavoritesStore.maxPendingBytes))
  private let writer = DispatchQueue(label: "favorites.writer")
  private let checker = DispatchQueue(label: "favorites.checker", qos: .utility)
  private let onEvent: @Sendable () -> Void
  private let closed = DispatchSemaphore(value: 0)

  /// Takes over a document. `onEvent` is called on another thread when ``drainEvents()`` has something.
  package init(_ file: sending FavoritesFile, onEvent: @escaping @Sendable () -> Void) {
    self.file = Mutex(file)
    self.onEvent = onEvent
  }

  /// Returns the events since the last call.
  package func drainEvents() -> [FavoritesStoreEvent] { inbox.withLock { $0.drainEvents() } }

  /// Opens the document; completes with `opened` or `notOpened`.
  package func open() {
    writer.async { [self] in
      do throws(FavoritesFailure) {
        let opening = try file.withLock { file throws(FavoritesFailure) in
          try file.open(now: .now)
        }
        post(.opened(opening))
        compactIfWanted()
      } catch {
        post(.notOpened(error))
      }
    }
  }

  /// Queues a change for the next ``startWriting()``; completes with `saved` or `failed`.
  ///
  /// It fails immediately if too many changes wait for the disk.
  package func enqueue(_ change: FavoritesChange) {
    if inbox.withLock({ $0.enqueue(change) }) { onEvent() }
  }

  /// Writes the queued changes as soon as the disk is free.
  package func startWriting() {
    guard inbox.withLock({ $0.schedule() }) else { return }
    writer.async { [self] in write() }
  }

  /// Detects changes by other programs; completes with `unchanged` or `externallyChanged`.
  package func checkForExternalChange() {
    writer.async { [self] in
      // A file that cannot be read does not count as unchanged: merging it says why.
      let isOut = file.withLock { (try? $0.hasExternalChange()) ?? true }
      guard isOut else { return post(.unchanged) }
      let (isNew, isDue) = inbox.withLock { ($0.wait(), $0.isWaiting) }
      // If a merge is due already, its end is the result. After a failure, the next check sees the change.
      if isNew { post(.externallyChanged) } else if !isDue { post(.unchanged) }
    }
  }

  /// Merges the document with the hub's state. It completes with `merged` and `saved`, or with
  /// `notMerged` and `failed`.
  package func mergeExternalChanges(_ document: FavoritesDocument) {
    writer.async { [self] in
      guard inbox.withLock({ $0.isUpToDate(document, isMerged: true) }) else {
        return post(.externallyChanged)
      }
      do throws(FavoritesFailure) {
        let merge = try file.withLock { file throws(FavoritesFailure) in
          try file.mergeExternalChanges(document, now: .now)
        }
        post(.merged(merge))
        if let last = document.lastPending { post(.saved(upTo: last)) }
        inbox.withLock { $0.resume(after: document.lastPending) }
        write()
      } catch {
        post(.notMerged(error))
        fail(error)
      }
    }
  }

  /// Completes with `compactionWanted`, after a merge if one is due.
  package func requestCompaction() {
    writer.async { [self] in
      if inbox.withLock({ $0.beginCompaction(isRequested: true) }) { post(.compactionWanted) }
    }
  }

  /// Replaces the document with the hub's state; completes with `compacted` and `saved`, or with
  /// `notCompacted`. Changes wait meanwhile.
  package func compact(_ document: FavoritesDocument) {
    writer.async { [self] in
      guard inbox.withLock({ $0.isUpToDate(document, isMerged: false) }) else {
        if inbox.withLock({ $0.repeatCompaction() }) { post(.compactionWanted) }
        return
      }
      let before = file.withLock { $0.lineCount }
      do throws(FavoritesFailure) {
        let result = try file.withLock { file throws(FavoritesFailure) in
          try file.compact(document)
        }
        switch result {
        case .saved:
          if let last = document.lastPending { post(.saved(upTo: last)) }
          inbox.withLock { $0.resume(after: document.lastPending) }
          post(.compacted(linesBefore: before, linesAfter: file.withLock { $0.lineCount }))
        case .externallyChanged:
          let isNew = inbox.withLock { queue in
            _ = queue.beginCompaction(isRequested: true)
            return queue.wait()
          }
          if isNew { post(.externallyChanged) }
        }
      } catch {
        inbox.withLock { $0.resume(after: nil) }
        post(.notCompacted(error))
      }
      write()
    }
  }

  /// Reads the whole document; completes with `checked` or `notChecked`.
  package func check() {
    checker.async { [self] in
      let copy = file.withLock { $0.forReading }
      do throws(FavoritesFailure) {
        post(.checked(try copy.check(now: .now)))
      } catch {
        post(.notChecked(error))
      }
    }
  }

  /// Writes the remaining changes and closes the document, without waiting for that.
  package func beginClosing() {
    guard inbox.withLock({ $0.beginClosing() }) else { return }
    writer.async { [self] in
      write()
      file.withLock { $0.close() }
      closed.signal()
    }
  }

  /// Writes the remaining changes and closes the document. The disk may still write the rest after
  /// the deadline; to the next hub, this one was then killed.
  ///
  /// - Returns: Whether all was written by the deadline.
  package func close(before deadline: Deadline) -> Bool {
    beginClosing()
    guard closed.wait(until: deadline) else { return false }
    closed.signal()
    return true
  }
}

extension FavoritesStore {
  private func write() {
    while let batch = inbox.withLock({ $0.takeBatch() }) {
      let text = batch.flatMap(\.text)
      let lineCount = batch.reduce(0) { $0 + $1.lines.count }
      let newCount = batch.reduce(0) { $0 + $1.newCount }
      do throws(FavoritesFailure) {
        let result = try file.withLock { file throws(FavoritesFailure) in
          try file.append(text, lineCount: lineCount, newCount: newCount)
        }
        switch result {
        case .saved:
          inbox.withLock { $0.batchWritten() }
          if let last = batch.last { post(.saved(upTo: last.at)) }
        case .externallyChanged:
          if inbox.withLock({ $0.wait() }) { post(.externallyChanged) }
        }
      } catch {
        fail(error)
      }
    }
    compactIfWanted()
  }

  private func fail(_ failure: FavoritesFailure) {
    inbox.withLock { $0.fail(failure) }
    onEvent()
  }

  func post(_ event: FavoritesStoreEvent) {
    inbox.withLock { $0.events.append(event) }
    onEvent()
  }

  private func compactIfWanted() {
    let isWanted =
      inbox.withLock { $0.compactionIsRequested } || file.withLock { $0.wantsCompaction }
    guard isWanted else { return }
    if inbox.withLock({ $0.beginCompaction() }) { post(.compactionWanted) }
  }
}

/// An event of the store.
package enum FavoritesStoreEvent: Sendable {
  case opened(FavoritesOpening)
  case notOpened(FavoritesFailure)
  /// All changes up to this moment are durable: they may be acknowledged.
  case saved(upTo: Timestamp)
  /// No change from this moment on is durable: they must be rolled back.
  case failed(from: Timestamp, FavoritesFailure)
  /// Another program has not changed the document.
  case unchanged
  /// Another program has changed it: call ``FavoritesStore/mergeExternalChanges(_:)``.
  case externallyChanged
  /// External changes, to be applied before any other change.
  case merged(ExternalMerge)
  case notMerged(FavoritesFailure)
  /// The document has become long, or a client wants it: call ``FavoritesStore/compact(_:)``.
  case compactionWanted
  case compacted(linesBefore: Int, linesAfter: Int)
  case notCompacted(FavoritesFailure)
  case checked(DocumentCheck)
  case notChecked(FavoritesFailure)
}

extension Timestamp {
  /// The time of the system clock.
  package static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }
}
