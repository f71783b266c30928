import BusProtocol
import EntityResolution
import MusicModel

/// A change of the user's verdicts.
enum VerdictChange: Hashable, Sendable {
  case add(StoredVerdict)
  /// The last verdict is undone, which must be about these ids if there are any.
  case undo(of: Set<EntityID>)
}

/// The change of verdicts that is being written.
struct VerdictWrite: Sendable {
  let ticket: Ticket
  /// Whether it removes the verdict.
  let isUndo: Bool
  let verdict: StoredVerdict
  /// All verdicts after the change.
  let outcome: [StoredVerdict]

  init(_ ticket: Ticket, isUndo: Bool, _ verdict: StoredVerdict, outcome: [StoredVerdict]) {
    (self.ticket, self.isUndo, self.verdict, self.outcome) = (ticket, isUndo, verdict, outcome)
  }
}

/// User verdicts: written to disk, then applied.
extension EntityIndex {
  /// The error of every change if verdicts cannot be written.
  var verdictFailure: Failure? {
    verdictProblem.map { Failure(.internalError, "Your verdicts cannot be changed. \($0)") }
  }

  /// Whether the next change can be written: those of an earlier hub are known, and none is being written.
  var canWriteVerdict: Bool { hasLoadedVerdicts && verdictWrite == nil }

  /// Loads the verdicts of an earlier hub. `problem` is the reason why none can be written.
  mutating func verdictsLoaded(_ loaded: [StoredVerdict], problem: String?, _ turn: inout Turn) {
    (hasLoadedVerdicts, verdictProblem) = (true, problem)
    for sentence in loaded.conflicts { turn.log(.warning, sentence) }
    // Without verdicts, replies and lists stay as they are.
    if loaded != verdicts { apply(loaded, changing: loaded.flatMap(\.ids)) }
  }

  /// Returns the change of verdicts that a call requests.
  func verdictChange(
    _ method: Method,
    _ parameters: CallParameters,
    unixMs: Int?
  ) throws(Failure) -> VerdictChange {
    if let verdictFailure { throw verdictFailure }
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

  /// Writes a change; it is applied when it is on disk.
  ///
  /// - Throws: the reason why there is nothing to write.
  mutating func write(
    _ change: VerdictChange,
    _ ticket: Ticket,
    _ turn: inout Turn
  ) throws(Failure) {
    let write: VerdictWrite
    switch change {
    case .add(let verdict):
      write = VerdictWrite(ticket, isUndo: false, verdict, outcome: verdicts + [verdict])
    case .undo(let ids):
      guard let last = verdicts.last else {
        throw Failure(.notFound, "There is no verdict that could be undone.")
      }
      guard ids.isEmpty || ids == [last.a, last.b] else {
        throw Failure(.notFound, "The last verdict is about other ids: \(last.clause).")
      }
      write = VerdictWrite(ticket, isUndo: true, last, outcome: verdicts.dropLast())
    }
    verdictWrite = write
    turn.perform(.saveVerdicts(write.outcome, operation: ticket))
  }

  /// Forgets the change that is being written: the hub stops.
  mutating func stop() { verdictWrite = nil }

  /// Applies a written change.
  ///
  /// - Returns: the reply to its call, or `nil` if it is not the one that is being written.
  mutating func verdictsSaved(
    _ ticket: Ticket,
    problem: String?,
    _ turn: inout Turn
  ) -> OperationResult? {
    guard let write = verdictWrite, write.ticket == ticket else { return nil }
    verdictWrite = nil
    guard let problem else { return applyWritten(write, &turn) }
    turn.log(.error, "The verdicts could not be saved. \(problem)")
    return .failed(Failure(.internalError, "The verdict could not be saved. \(problem)"))
  }

  private mutating func applyWritten(
    _ write: VerdictWrite,
    _ turn: inout Turn
  ) -> OperationResult {
    apply(write.outcome, changing: write.verdict.ids)
    var done = Done()
    done.verdict = write.verdict.report(at: turn.unixMs)
    if write.isUndo { done.verdict?.undone = true }
    let short = done
    let conflicts = verdicts.conflicts
    if !conflicts.isEmpty { done.notes = conflicts }
    turn.log(.info, "\(write.isUndo ? "Taken back" : "Kept"): \(write.verdict.clause).")
    return .done(done, short: short)
  }
}
