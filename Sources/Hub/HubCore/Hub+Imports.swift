import BusProtocol
import MusicModel

/// Imports, and the hub.
extension Hub {
  /// The time without calls to sources after which an import need not leave half of their budgets, in milliseconds.
  private static let quietMs = 60_000
  private static let maxWaiting = 64

  /// Begins a call about imports.
  ///
  /// - Throws: the reason why it is not begun.
  mutating func startImportCall(_ operation: Operation) throws(Failure) {
    let parameters = operation.parameters
    try operations.checkRoom(.imports, limit: Hub.maxWaiting, "Too many calls about imports wait.")
    let batch = parameters.batch ?? ""
    let action: ImportAction
    switch operation.method {
    case .importsAdd: action = .add(try parameters.importRows(), to: batch)
    case .importsStart:
      try supervisor.requireProviders(parameters.providers ?? [])
      // It was checked with the parameters.
      let file = parameters.file.flatMap { file in
        try? JSONCodec.decode(ImportedFileInfo.self, from: file.bytes)
      }
      let market = ImportMarket(
        country: parameters.country,
        lang: parameters.lang,
        providers: parameters.providers
      )
      if let country = parameters.country { favorites.links.country = country }
      action = .start(batch, file, market)
    case .importsStop:
      stopImport(batch)
      action = .end(batch, .stopped, problem: nil)
    case .importsRows:
      action = .page(
        parameters.rowState ?? .doubtful,
        of: parameters.batch,
        offset: parameters.offset ?? 0,
        limit: parameters.limit ?? settings.defaultPageLength
      )
    case .importsAnswer: action = .find(parameters.row ?? 0, of: batch)
    default: action = .list(parameters.batch)
    }
    let ticket = operations.add(operation, .imports, &turn)
    turn.perform(.imports(action, operation: ticket))
  }

  /// The store has replied to the import that is carried out, or to a call.
  mutating func importsReplied(_ ticket: Ticket, _ reply: ImportStoreReply) {
    if ticket == imports.ticket {
      imports.ticket = nil
      return stepImport { run, context in run.take(reply, context) }
    }
    guard let operation = operations.take(ticket, &turn) else { return }
    // Its client has left, or waits no more.
    guard operation.wait != nil else {
      if case .imports(let found) = reply, let stored = found.first { restart(stored) }
      return
    }
    if operation.method == .importsStart, reply.isRefusal { forgetUndone(operation) }
    let unknown = Failure(.notFound, "There is no import \"\(operation.parameters.batch ?? "")\".")
    switch reply {
    case .failed(let problem):
      self.reply(to: operation, .failed(Failure(.internalError, problem)))
    case .unknown: self.reply(to: operation, .failed(unknown))
    case .done:
      self.reply(to: operation, operation.answered ?? .done(Done(), short: nil))
    case .imports(let found):
      if operation.method == .importsStart, let stored = found.first { restart(stored) }
      var done = Done()
      done.imports = found.map(imports.report)
      self.reply(to: operation, .done(done, short: nil))
    case .page(let rows, let total):
      var done = Done()
      let end = (operation.parameters.offset ?? 0) + rows.count
      (done.rows, done.total) = (rows.map(\.report), total)
      done.next = end < total && !rows.isEmpty ? end : nil
      self.reply(to: operation, .done(done, short: nil))
    case .rows(let rows, _): answer(operation, rows.first)
    }
  }

  mutating func importsLoaded(_ stored: [StoredImport]) {
    imports.isLoaded = true
    for stored in stored where stored.state == .running { imports.add(stored) }
    beginImport()
  }

  /// An import that was undone while it was being started has not been started.
  private mutating func forgetUndone(_ operation: Operation) {
    if let batch = operation.parameters.batch { imports.undone.remove(batch) }
  }

  /// Begins an import from the beginning.
  private mutating func restart(_ stored: StoredImport) {
    if imports.undone.remove(stored.batch) != nil { return stopImport(stored.batch) }
    _ = imports.remove(stored.batch)
    if imports.run?.batch == stored.batch { dropImport() }
    imports.add(stored)
    beginImport()
  }

  private mutating func beginImport() {
    guard life == .running else { return }
    let id = ClientCallID(number: turn.nextNumber())
    if let steps = imports.begin(as: id, at: now) { return perform(steps) }
    if imports.run == nil { turn.timers.set(.imports, due: imports.due) }
  }

  /// Does what the import that is carried out wants after a step.
  private mutating func stepImport(
    _ step: (inout ImportRun, ImportRun.Context) -> [ImportRun.Step]
  ) {
    guard var run = imports.run else { return }
    let context = ImportRun.Context(directory: directory, index: entityIndex, now: now)
    let steps = step(&run, context)
    imports.run = run
    perform(steps)
  }

  private mutating func perform(_ steps: [ImportRun.Step]) {
    for step in steps {
      switch step {
      case .perform(let action):
        let ticket = turn.nextNumber()
        imports.ticket = ticket
        turn.perform(.imports(action, operation: ticket))
      case .favorites(let rows): addImported(rows)
      case .call(let number, let method, let parameters): lookUp(number, method, parameters)
      case .wait(let until): turn.timers.set(.imports, at: until)
      case .rest(let until, let reason):
        imports.rest(until: until, reason)
        beginImport()
      case .end(let state, let problem): endImport(state, problem)
      }
    }
  }

  private mutating func lookUp(_ number: Int, _ method: Method, _ parameters: CallParameters) {
    guard let run = imports.run, let spec = Methods[method] else { return }
    let part = CallPart(call: run.id, number: number)
    let isQuiet = clientCalls.lastOfClient.map { now - $0 >= Hub.quietMs } ?? true
    let request = ClientRequest(
      spec,
      parameters.relevant(to: spec, settings),
      CallDeadlines(ofHubFrom: now, settings),
      CallOrigin(of: run.id, method: method, received: now),
      isBackground: !isQuiet,
      partOf: part
    )
    do throws(Failure) {
      let id = try startClientCall(request)
      imports.run?.parts[number] = id
    } catch {
      turn.post(.part(.failed(error), part))
    }
  }

  /// A look-up of a row has told something.
  ///
  /// - Returns: whether it was one.
  mutating func importLookedUp(_ news: PartNews, _ part: CallPart) -> Bool {
    guard imports.run?.id == part.call else { return false }
    stepImport { run, context in run.take(news, of: part.number, context) }
    return true
  }

  mutating func importIsDue() {
    guard imports.run != nil else { return beginImport() }
    stepImport { run, context in run.time(context) }
  }

  private mutating func addImported(_ rows: [EncodedJSON]) {
    guard let run = imports.run else { return }
    var parameters = CallParameters()
    (parameters.rows, parameters.batch) = (rows, run.batch)
    let deadlines = CallDeadlines(start: now, timeoutMs: settings.defaultTimeoutMs, waitMs: 0)
    let origin = CallOrigin(of: run.id, method: .favoritesImport, received: now)
    beginFavorites(Operation(origin, sid: "", parameters, deadlines))
  }

  /// What was found is a favourite, or could not be added.
  mutating func importAdded(_ result: OperationResult, _ operation: Operation) {
    guard let run = imports.run, operation.origin.id == "\(run.id.number)" else { return }
    switch result {
    case .done(let done, _):
      stepImport { run, context in run.added(.success(done.results ?? []), context) }
    case .failed(let failure):
      stepImport { run, context in run.added(.failure(failure), context) }
    case .page, .file: break
    }
  }

  /// Stops an import, if it is running or queued: it is stored as stopped (``endImport(_:_:)`` does that for a running one).
  mutating func stopImport(_ batch: String) {
    if imports.run?.batch == batch { return endImport(.stopped, nil) }
    let isStarting = operations.contains {
      $0.method == .importsStart && $0.parameters.batch == batch
    }
    if isStarting { imports.undone.insert(batch) }
    guard imports.remove(batch) || isStarting else { return }
    let action = ImportAction.end(batch, .stopped, problem: nil)
    turn.perform(.imports(action, operation: turn.nextNumber()))
  }

  private mutating func endImport(_ state: ImportReport.State, _ problem: String?) {
    guard let run = dropImport() else { return }
    imports.noteEnd(of: run.batch, state, problem)
    let action = ImportAction.end(run.batch, state, problem: problem)
    // Nobody waits for it.
    turn.perform(.imports(action, operation: turn.nextNumber()))
    beginImport()
  }

  /// Leaves the running import as it is stored: the next hub continues it.
  @discardableResult
  mutating func dropImport() -> ImportRun? {
    guard let run = imports.run else { return nil }
    (imports.run, imports.ticket) = (nil, nil)
    turn.timers.cancel(.imports)
    // What is being saved is a favourite anyway.
    _ = operations.take(&turn) { $0.origin.client == .hub && $0.method == .favoritesImport }
    for part in run.parts.values.sorted() { step(part, .left) }
    return run
  }

  /// Answers a doubtful row: the entity becomes a favourite, and then the answer is kept.
  private mutating func answer(_ operation: Operation, _ found: StoredImportRow?) {
    guard let found, case .doubtful(let choices) = found.meaning else {
      let failure = Failure(.notFound, "There is no such doubtful row.")
      return reply(to: operation, .failed(failure))
    }
    var answer = operation
    guard let id = operation.parameters.id else {
      answer.meaning = .notFound
      var done = Done()
      done.results = []
      return keep(answer, .done(done, short: nil))
    }
    guard let entity = choices.first(where: { $0.entity.id == id })?.entity else {
      let failure = Failure(.invalidParams, "\"\(id)\" is not one of the choices.")
      return reply(to: operation, .failed(failure))
    }
    guard let favorite = found.row.favorite(entity) else {
      let failure = Failure(.tooLarge, "\"\(entity.displayName)\" is too large for a favourite.")
      return reply(to: operation, .failed(failure))
    }
    answer.meaning = .found(entity)
    // The answer is a change of its own.
    (answer.parameters.rows, answer.parameters.batch) = ([favorite], nil)
    answer.answeredBatch = found.batch
    beginFavorites(answer)
  }

  /// Keeps the answer, and then replies.
  mutating func keep(_ operation: Operation, _ result: OperationResult) {
    var answered = operation
    answered.answered = result
    let row = operation.parameters.row ?? 0
    let batch = operation.answeredBatch ?? operation.parameters.batch ?? ""
    let meanings = operation.meaning.map { [row: $0] } ?? [:]
    let ticket = operations.add(answered, .imports, &turn)
    turn.perform(.imports(.note(meanings, results: [:], of: batch), operation: ticket))
  }
}

extension ImportStoreReply {
  /// Whether nothing was done.
  fileprivate var isRefusal: Bool {
    switch self {
    case .unknown, .failed: true
    case .done, .imports, .rows, .page: false
    }
  }
}

extension CallParameters {
  /// The rows of an import.
  ///
  /// - Throws: `INVALID_PARAMS` for the first that is none.
  fileprivate func importRows() throws(Failure) -> [ImportRow] {
    var read: [ImportRow] = []
    for (index, bytes) in (rows ?? []).enumerated() {
      let row: ImportRow
      do {
        row = try JSONCodec.decode(ImportRow.self, from: bytes.bytes)
      } catch {
        let text =
          "Element \(index + 1) of \"rows\" is not a valid row: \(JSONCodec.describe(error))."
        throw Failure(.invalidParams, text)
      }
      if let problem = row.problem {
        throw Failure(
          .invalidParams,
          "Element \(index + 1) of \"rows\" is not a valid row: \(problem)."
        )
      }
      read.append(row)
    }
    return read
  }
}
