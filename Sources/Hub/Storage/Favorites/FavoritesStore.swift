internal import Dispatch
package import FavoritesModel
package import HostKit
internal import Synchronization

/// Keeps the document beside the hub's thread, which never waits for the disk: it hands over
/// changes, and is told when they are there. Changes that come while the disk is busy share the
/// next sync.
package final class FavoritesStore: Sendable {
  let file: Mutex<FavoritesFile>
  private let inbox = Mutex(WriteQueue())
  private let writer = DispatchQueue(label: "favorites.writer")
  private let compactor = DispatchQueue(label: "favorites.compactor", qos: .utility)
  private let onNews: @Sendable () -> Void
  private let closed = DispatchSemaphore(value: 0)

  /// Takes over a document. `onNews` is called on another thread when ``takeNews()`` has something.
  package init(_ file: sending FavoritesFile, onNews: @escaping @Sendable () -> Void) {
    self.file = Mutex(file)
    self.onNews = onNews
  }

  /// What has happened since this was last called.
  package func takeNews() -> [FavoritesStoreEvent] { inbox.withLock { $0.takeNews() } }

  /// Opens the document; answered by `opened` or `notOpened`.
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

  /// Hands over a change; it is written with the next ``flush()``. Answered by `saved` or `failed`.
  package func enqueue(_ change: FavoritesChange) { inbox.withLock { $0.enqueue(change) } }

  /// Writes what was handed over, as soon as the disk is free.
  package func flush() {
    guard inbox.withLock({ $0.schedule() }) else { return }
    writer.async { [self] in write() }
  }

  /// Looks whether somebody else has changed the document; answered by `inStep` or `outOfStep`.
  package func look() {
    writer.async { [self] in
      let isOut = file.withLock { (try? $0.isOutOfStep()) ?? false }
      if isOut { inbox.withLock { $0.wait() } }
      post(isOut ? .outOfStep : .inStep)
    }
  }

  /// Unites the document with all that the hub knows; answered by `united` and `saved`, or by
  /// `notUnited` and `failed`.
  package func reunite(_ document: FavoritesDocument) {
    writer.async { [self] in
      do throws(FavoritesFailure) {
        let reunion = try file.withLock { file throws(FavoritesFailure) in
          try file.reunite(document, now: .now)
        }
        post(.united(reunion))
        if let last = document.lastPending { post(.saved(upTo: last)) }
        inbox.withLock { $0.resume(after: document.lastPending) }
        write()
      } catch {
        post(.notUnited(error))
        fail(error)
      }
    }
  }

  /// Writes the document anew with as few lines as it needs; answered by `compacted` or
  /// `notCompacted`. Changes go on meanwhile.
  package func startCompaction() {
    guard inbox.withLock({ $0.beginCompaction() }) else { return }
    compactor.async { [self] in
      let (news, isInStep) = runCompaction()
      // First this, then the news: who hears it may want the next compaction at once.
      inbox.withLock { $0.endCompaction() }
      post(news)
      if !isInStep { look() }
    }
  }

  /// Reads the whole document; answered by `checked` or `notChecked`.
  package func check() {
    compactor.async { [self] in
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
      compactor.async { [self] in
        file.withLock { $0.close() }
        closed.signal()
      }
    }
  }

  /// Writes the remaining changes and closes the document. The disk may still write the rest after
  /// the deadline; to the next hub, this one was then killed.
  ///
  /// - Returns: Whether all was written by the deadline.
  package func close(before deadline: Deadline) -> Bool {
    beginClosing()
    let time = DispatchTime.now() + .milliseconds(deadline.remainingMs)
    guard closed.wait(timeout: time) == .success else { return false }
    closed.signal()
    return true
  }
}

extension FavoritesStore {
  private func write() {
    while let batch = inbox.withLock({ $0.takeBatch() }) {
      let text = batch.flatMap(\.text)
      let lineCount = batch.reduce(0) { $0 + $1.lines.count }
      do throws(FavoritesFailure) {
        let result = try file.withLock { file throws(FavoritesFailure) in
          try file.append(text, lineCount: lineCount)
        }
        switch result {
        case .saved:
          inbox.withLock { $0.isWritten() }
          if let last = batch.last { post(.saved(upTo: last.at)) }
        case .outOfStep:
          inbox.withLock { $0.wait() }
          post(.outOfStep)
        }
      } catch {
        fail(error)
      }
    }
    compactIfWanted()
  }

  private func fail(_ failure: FavoritesFailure) {
    inbox.withLock { $0.fail(failure) }
    onNews()
  }

  func post(_ news: FavoritesStoreEvent) {
    inbox.withLock { $0.news.append(news) }
    onNews()
  }

  private func compactIfWanted() {
    if file.withLock({ $0.wantsCompaction }) { startCompaction() }
  }
}
