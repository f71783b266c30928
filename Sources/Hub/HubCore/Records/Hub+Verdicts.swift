import BusProtocol
import EntityResolution
import MusicModel

/// What persons say of ids: kept on disk before it is answered, and followed from then on.
extension Hub {
  /// More orders than this do not wait; one is written in a few milliseconds.
  private static let ordersMax = 256

  mutating func verdictsFound(_ verdicts: [StoredVerdict], problem: String?) {
    desk.problem = problem
    for sentence in verdicts.conflicts { log(.warning, sentence) }
    apply(verdicts, changing: verdicts.flatMap(\.ids))
  }

  /// Takes an order in; it is answered when it is on the disk.
  mutating func order(
    _ method: Method,
    _ parameters: CallParameters,
    of header: Header,
    _ session: ClientSession
  ) throws(Failure) {
    if let problem = desk.problem {
      throw Failure(.internalError, "Verdicts cannot be kept: \(problem)")
    }
    guard desk.waiting.count < Hub.ordersMax else {
      throw Failure(.busy, "Too many verdicts wait to be written.", retryAfterMs: 1000)
    }
    let order = VerdictQueue.Order(
      ticket: try ticket(for: header, parameters, of: session),
      change: try change(method, parameters)
    )
    desk.waiting.append(order)
    writeNext()
    awaitDisk()
  }

  private mutating func change(
    _ method: Method,
    _ parameters: CallParameters
  ) throws(Failure) -> VerdictQueue.Order.Change {
    guard method != .undoVerdict else { return .undo }
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
    guard method == .sayRecordsSame else {
      return .say(StoredVerdict(.different, a, b, saidMs: wallMs))
    }
    var verdict = StoredVerdict(.same, a, b, saidMs: wallMs)
    verdict.addPairs(of: entityIndex.entity(a)?.ids ?? [a], and: entityIndex.entity(b)?.ids ?? [b])
    return .say(verdict)
  }

  /// Has the next order written, if none is being written.
  private mutating func writeNext() {
    while desk.writing == nil, !desk.waiting.isEmpty {
      let order = desk.waiting.removeFirst()
      let verdict: StoredVerdict
      var outcome = entityIndex.verdicts
      switch order.change {
      case .say(let said):
        verdict = said
        outcome.append(said)
      case .undo:
        guard let last = outcome.popLast() else {
          let text = "There is no verdict that could be taken back."
          reply(Failure(.notFound, text), to: order.ticket)
          continue
        }
        verdict = last
      }
      let ticket = nextNumber()
      desk.writing = .init(order: order, ticket: ticket, verdict: verdict, outcome: outcome)
      act(.keepVerdicts(outcome, ticket: ticket))
    }
  }

  /// The shell has written the verdicts, or could not.
  mutating func verdictsKept(_ ticket: Int, problem: String?) {
    guard let writing = desk.writing, writing.ticket == ticket else { return }
    desk.writing = nil
    if let problem {
      log(.error, "Verdicts could not be written: \(problem)")
      let failure = Failure(.internalError, "The verdict could not be kept: \(problem)")
      if !writing.isAnswered { reply(failure, to: writing.order.ticket) }
    } else {
      follow(writing)
    }
    writeNext()
    awaitDisk()
  }

  private mutating func follow(_ writing: VerdictQueue.Writing) {
    apply(writing.outcome, changing: writing.verdict.ids)
    var done = Done()
    done.verdict = writing.verdict.report(at: wallMs)
    if writing.order.change == .undo { done.verdict?.undone = true }
    let conflicts = entityIndex.verdicts.conflicts
    if !conflicts.isEmpty { done.notes = conflicts }
    log(
      .info,
      "\(writing.order.change == .undo ? "Taken back" : "Kept"): \(writing.verdict.clause)."
    )
    guard !writing.isAnswered, !reply(done, to: writing.order.ticket) else { return }
    done.notes = nil
    reply(done, to: writing.order.ticket)
  }

  /// The hub stops: what is not on the disk is not kept.
  mutating func refuseOrders(_ failure: Failure) {
    for ticket in desk.tickets { reply(failure, to: ticket) }
    desk.writing = nil
    desk.waiting = []
    awaitDisk()
  }

  /// Applies verdicts; replies that depend on them are removed from the caches.
  private mutating func apply(_ verdicts: [StoredVerdict], changing ids: [EntityID]) {
    entityIndex.apply(verdicts, changing: ids)
    replyCaches.clear(because: .verdictsChanged)
  }
}
