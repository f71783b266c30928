import BusProtocol
import EntityResolution
import MusicModel

/// User verdicts: written to disk, then applied.
extension EntityIndex {
  /// The verdicts that are not on disk yet.
  var pendingVerdictCount: Int { verdictQueue.count }

  /// Loads the verdicts of an earlier hub. `problem` is the reason why none can be written.
  mutating func verdictsLoaded(_ loaded: [StoredVerdict], problem: String?, _ turn: inout Turn) {
    verdictQueue.isLoaded = true
    verdictQueue.problem = problem
    for sentence in loaded.conflicts { turn.log(.warning, sentence) }
    // Without verdicts, replies and lists stay as they are.
    if loaded != verdicts { apply(loaded, changing: loaded.flatMap(\.ids), &turn) }
    guard let failure = verdictQueue.failure else { return writeNextVerdict(&turn) }
    for (operation, _) in verdictQueue.queued {
      turn.post(.operationEnded(operation, .failed(failure)))
    }
    verdictQueue.queued = []
  }

  /// Returns the change of verdicts that a call requests.
  func verdictChange(
    _ method: Method,
    _ parameters: CallParameters,
    unixMs: Int?
  ) throws(Failure) -> VerdictQueue.Change {
    if let failure = verdictQueue.failure { throw failure }
    let ids = [parameters.id, parameters.other].compactMap(\.self)
    if method == .recordsUndo, ids.count != 1 { return .undo(of: Set(ids)) }
    guard let a = parameters.id, let b = parameters.other else {
      throw Failure(.invalidParams, "\"\(method)\" needs the parameters \"id\" and \"other\".")
    }
    guard a != b else { throw Failure(.invalidParams, "\"id\" and \"other\" are both \"\(a)\".") }
    guard let kind = a.kind, kind != .chart, b.kind == kind else {
      throw Failure(
        .invalidParams,
        "\"\(a)\" and \"\(b)\" must both name artists, both albums, or both songs."
      )
    }
    guard method == .recordsSame else {
      return .add(StoredVerdict(.different, a, b, saidMs: unixMs))
    }
    var verdict = StoredVerdict(.same, a, b, saidMs: unixMs)
    verdict.addPairs(of: entity(a)?.ids ?? [a], and: entity(b)?.ids ?? [b])
    return .add(verdict)
  }

  /// Queues a change; it is applied when it is on disk.
  mutating func change(
    _ change: VerdictQueue.Change,
    _ operation: OperationID,
    _ turn: inout Turn
  ) {
    verdictQueue.queued.append((operation, change))
    writeNextVerdict(&turn)
  }

  /// Drops a queued change that no call waits for. A write in progress continues.
  mutating func operationAbandoned(_ operation: OperationID) {
    verdictQueue.queued.removeAll { $0.operation == operation }
  }

  /// Drops all changes that are not on disk.
  mutating func stop() {
    verdictQueue.queued = []
    verdictQueue.write = nil
  }

  /// Applies a written change, and writes the next.
  mutating func verdictsSaved(_ operation: OperationID, problem: String?, _ turn: inout Turn) {
    guard let write = verdictQueue.write, write.operation == operation else { return }
    verdictQueue.write = nil
    if let problem {
      turn.log(.error, "The verdicts could not be saved. \(problem)")
      let failure = Failure(.internalError, "The verdict could not be saved. \(problem)")
      turn.post(.operationEnded(operation, .failed(failure)))
    } else {
      applyWritten(write, &turn)
    }
    writeNextVerdict(&turn)
  }

  private mutating func writeNextVerdict(_ turn: inout Turn) {
    while verdictQueue.isLoaded, verdictQueue.write == nil, !verdictQueue.queued.isEmpty {
      let (operation, change) = verdictQueue.queued.removeFirst()
      do throws(Failure) {
        let write = try write(of: change, for: operation)
        verdictQueue.write = write
        let text = "Timed out saving the verdict; it may still have been saved."
        turn.post(.operationTimeout(operation, Failure(.deadlineExceeded, text)))
        turn.perform(.saveVerdicts(write.outcome, operation: operation))
      } catch {
        turn.post(.operationEnded(operation, .failed(error)))
      }
    }
  }

  private func write(
    of change: VerdictQueue.Change,
    for operation: OperationID
  ) throws(Failure) -> VerdictQueue.Write {
    switch change {
    case .add(let verdict):
      return .init(
        operation: operation,
        isUndo: false,
        verdict: verdict,
        outcome: verdicts + [verdict]
      )
    case .undo(let ids):
      guard let last = verdicts.last else {
        throw Failure(.notFound, "There is no verdict that could be undone.")
      }
      guard ids.isEmpty || ids == [last.a, last.b] else {
        throw Failure(.notFound, "The last verdict is about other ids: \(last.clause).")
      }
      return .init(
        operation: operation,
        isUndo: true,
        verdict: last,
        outcome: verdicts.dropLast()
      )
    }
  }

  private mutating func applyWritten(_ write: VerdictQueue.Write, _ turn: inout Turn) {
    apply(write.outcome, changing: write.verdict.ids, &turn)
    var done = Done()
    done.verdict = write.verdict.report(at: turn.unixMs)
    if write.isUndo { done.verdict?.undone = true }
    let short = done
    let conflicts = verdicts.conflicts
    if !conflicts.isEmpty { done.notes = conflicts }
    turn.log(.info, "\(write.isUndo ? "Taken back" : "Kept"): \(write.verdict.clause).")
    turn.post(.operationEnded(write.operation, .done(done, fallback: .done(short))))
  }

  private mutating func apply(
    _ verdicts: [StoredVerdict],
    changing ids: [EntityID],
    _ turn: inout Turn
  ) {
    apply(verdicts, changing: ids)
    turn.post(.repliesOutdated(because: .verdictsChanged))
  }
}
