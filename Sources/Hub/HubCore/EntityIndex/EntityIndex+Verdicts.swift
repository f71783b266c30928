package import BusProtocol
import EntityResolution
package import MusicModel

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

/// A user verdict as stored. Verdicts apply in the order of their list.
package struct StoredVerdict: Hashable, Sendable {
  package var relation: UserVerdict.Relation
  package var a: EntityID
  package var b: EntityID
  /// Milliseconds since 1970, if known.
  package var saidMs: Int?
  /// For "same": further pairs of ids by which one source separated the two entities at that time.
  ///
  /// Without them, the verdict would join two records, but not the two entities.
  package var also: [Pair] = []

  /// Two ids of one namespace.
  package struct Pair: Hashable, Sendable {
    package var a: EntityID
    package var b: EntityID

    package init(a: EntityID, b: EntityID) {
      self.a = a
      self.b = b
    }
  }

  package init(
    _ relation: UserVerdict.Relation,
    _ a: EntityID,
    _ b: EntityID,
    saidMs: Int? = nil
  ) {
    self.relation = relation
    self.a = a
    self.b = b
    self.saidMs = saidMs
  }
}

extension StoredVerdict {
  /// Every id in the verdict.
  var ids: [EntityID] { [a, b] + also.flatMap { [$0.a, $0.b] } }

  func mentions(_ ids: [EntityID]) -> Bool { self.ids.contains(where: ids.contains) }

  /// Adds the pairs of ids by which the two entities were separated until now.
  mutating func addPairs(of ids: [EntityID], and others: [EntityID]) {
    var namespaces = Set([a, b].map(\.namespace)).count == 1 ? Set([a.namespace]) : []
    for one in ids where namespaces.insert(one.namespace).inserted {
      guard let other = others.first(where: { $0.namespace == one.namespace }), other != one else {
        continue
      }
      also.append(Pair(a: one, b: other))
    }
  }

  /// All pairs of ids that the verdict is about.
  ///
  /// Of two entities that are the same, all ids are: a source that returns only some of them must not
  /// show the entity twice.
  var pairs: [Pair] {
    let one = Pair(a: a, b: b)
    guard relation == .same else { return [one] + also }
    return [one] + also.flatMap { $0.a == a ? [$0] : [$0, Pair(a: a, b: $0.a)] }
  }

  /// The verdict as sent to clients.
  func report(at unixMs: Int?) -> UserVerdict {
    let ageMs = unixMs.flatMap { now in saidMs.map { max(0, now - $0) } }
    return UserVerdict(relation, a, b, ageMs: ageMs)
  }

  /// The verdict as a clause: `itunes:artist:1 and audiodb:artist:2 are the same`.
  var clause: String { "\(a) and \(b) are \(relation == .same ? "the same" : "different")" }
}

extension [StoredVerdict] {
  /// The verdicts in the form that matching uses.
  var constraints: UserVerdicts {
    UserVerdicts(
      enumerated().flatMap { index, verdict in
        verdict.pairs.map { pair in
          UserVerdicts.Entry(
            verdict.relation,
            pair.a,
            pair.b,
            sequence: index
          )
        }
      }
    )
  }

  /// A sentence for each verdict that is ignored because later ones contradict it.
  var conflicts: [String] {
    var seen: Set<Int> = []
    return constraints.conflicts.compactMap { conflict in
      guard seen.insert(conflict.ignored.sequence).inserted,
        indices.contains(conflict.ignored.sequence)
      else { return nil }
      let reasons = Set(conflict.because.map(\.sequence)).sorted().filter(indices.contains)
        .map { self[$0].clause }
      return "Ignored: \(self[conflict.ignored.sequence].clause). Later verdicts contradict it: "
        + "\(reasons.joined(separator: ", "))."
    }
  }
}
