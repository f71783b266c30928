import BusProtocol
import EntityResolution
import MusicModel

/// What providers answer, and what becomes of it.
extension Hub {
  /// More parts than this are no answer: at most so many items are taken.
  private static let partsMax = 400
  /// Texts of providers are cut to this many characters: they go into every answer and status.
  private static let textMax = 500

  mutating func received(partOf message: WireMessage, from provider: ProviderID) {
    guard let key = question(of: message, provider) else { return }
    do throws(Failure) {
      let part = try message.decodeBody(Part.self)
      guard message.header.seq == questions[key]?.parts else {
        throw Failure(.partLoss, "Its parts are not numbered one after the other.")
      }
      questions[key]?.parts += 1
      guard questions[key]?.parts ?? 0 <= Hub.partsMax else {
        throw Failure(.protocolViolation, "It sent more than \(Hub.partsMax) parts.")
      }
      add(part.items, to: key)
      if part.items?.elements.isEmpty == false { showProgress(of: key) }
    } catch {
      refuse(key, error)
    }
  }

  mutating func received(doneOf message: WireMessage, from provider: ProviderID) {
    guard let key = question(of: message, provider) else { return }
    do throws(Failure) {
      let done = try message.decodeBody(Done.self)
      guard done.parts == questions[key]?.parts else {
        throw Failure(.partLoss, "It counts \(done.parts) parts; others came.")
      }
      add(done.items, to: key)
      questions[key]?.skip(done.skipped ?? 0)
      if let question = questions[key] { noteSuccess(of: question.text) }
      guard let question = close(key, spent: done.spent ?? [:]) else { return }
      let whole = keepAnswer(to: question, done, message.attachment)
      answered(whole, done, attachment: message.attachment)
    } catch {
      // The question has ended for the provider, whatever it meant to say.
      if let question = close(key, spent: nil) { broke(question, error) }
    }
  }

  mutating func received(errorOf message: WireMessage, from provider: ProviderID) {
    guard let key = question(of: message, provider) else { return }
    do throws(Failure) {
      var failure = try message.decodeBody(Failure.self)
      failure.message = String(failure.message.prefix(Hub.textMax))
      failure.retryAfterMs = failure.retryAfterMs.map { $0.clamped(to: 0...86_400_000) }
      // Before others take the place that becomes free.
      if let question = questions[key] { judge(question.text, by: failure) }
      guard let question = close(key, spent: failure.spent ?? [:]) else { return }
      if failure.code == .notFound {
        answered(question, Done(), attachment: nil)
      } else {
        failed(question, reason(failure))
      }
    } catch {
      if let question = close(key, spent: nil) { broke(question, error) }
    }
  }

  /// The question that a message answers. What nobody waits for any more is counted and left aside.
  private mutating func question(of message: WireMessage, _ provider: ProviderID) -> ProviderCallID?
  {
    let key = message.header.re.flatMap(ProviderCallID.init)
    // One that was not sent cannot be answered, however well its name is guessed.
    if let key, let question = questions[key], question.provider == provider, question.sent != nil {
      return key
    }
    watchers.recordLateMessage()
    if let key, message.header.type != .part {
      endedLate(key, at: provider, spent: spent(in: message))
    }
    return nil
  }

  /// What an answer that nobody waits for says of its cost, or nothing where it cannot be read.
  private func spent(in message: WireMessage) -> [String: Int]? {
    switch message.header.type {
    case .done: (try? message.decodeBody(Done.self)).map { $0.spent ?? [:] }
    default: (try? message.decodeBody(Failure.self)).map { $0.spent ?? [:] }
    }
  }

  /// Gives up a question whose answer breaks the protocol; that costs only this answer.
  mutating func refuse(_ key: ProviderCallID, _ failure: Failure) {
    guard let question = questions[key] else { return }
    abandon(key)
    broke(question, failure)
  }

  /// An answer broke the protocol: nothing of it is used, for nobody knows what is missing.
  private mutating func broke(_ question: ProviderCall, _ failure: Failure) {
    var question = question
    question.items = []
    for key in question.askers.compactMap(\.call) {
      calls[key]?.sources[question.provider]?.records = []
    }
    let failure = answerable(failure)
    judge(question.text, by: failure)
    failed(question, reason(failure))
  }

  /// That an answer cannot be read is the fault of whoever wrote it.
  private func answerable(_ failure: Failure) -> Failure {
    failure.code == .partLoss ? failure : Failure(.protocolViolation, failure.message)
  }

  private mutating func add(_ items: LenientList<Entity>?, to key: ProviderCallID) {
    guard let items, let question = questions[key] else { return }
    let room = max(0, settings.pageMax * 2 - question.items.count)
    questions[key]?.items += items.elements.prefix(room).map(\.plausible)
    questions[key]?.skip(items.skipped + max(0, items.elements.count - room))
    if let problem = items.firstProblem {
      log(.debug, "Provider \(question.provider) sent an unreadable record: \(problem)")
    }
  }

  private mutating func answered(_ question: ProviderCall, _ done: Done, attachment: [UInt8]?) {
    for asker in question.askers {
      switch (asker.purpose, asker.call) {
      case (.answer, let key?):
        take(question, for: key)
        if askFurther(question.provider, for: key) { continue }
        let isEmpty = calls[key]?.sources[question.provider]?.records.isEmpty ?? true
        if let kept = question.kept, kept.isLeftOver, !isEmpty, let wallMs {
          calls[key]?.sources[question.provider]?.setKnown(
            count: kept.records.count,
            ageMs: kept.ageMs(at: wallMs)
          )
          end(question.provider, of: key, .stale)
        } else {
          end(question.provider, of: key, isEmpty ? .empty : .ok)
        }
      case (.answer, nil): remember(question.records)
      case (.resolution(let id, let name), let key): resolved(question, id, name, for: key)
      case (.media, let key?): fetched(question, done, attachment, for: key)
      case (.media, nil): break
      }
    }
  }

  /// Puts what a question has brought so far where the answer is made from.
  mutating func take(_ question: ProviderCall, for key: ClientCallID) {
    guard let call = calls[key] else { return }
    let fitting = question.items.filter { call.accepts($0) }
    let earlier = call.sources[question.provider]?.earlier ?? []
    calls[key]?.sources[question.provider]?.records = earlier + fitting
    calls[key]?.sources[question.provider]?.recordTimes.merge(question.recordTimes) { $1 }
    calls[key]?.sources[question.provider]?.skipped =
      question.skipped + question.items.count - fitting.count
  }

  /// What came so far may name the entity to others, and a caller that streams sees it.
  private mutating func showProgress(of key: ProviderCallID) {
    for asker in questions[key]?.askers ?? [] where asker.purpose == .answer {
      if let call = asker.call { showProgress(of: key, to: call) }
    }
  }

  mutating func showProgress(of key: ProviderCallID, to call: ClientCallID) {
    guard let question = questions[key], !question.items.isEmpty else { return }
    take(question, for: call)
    nameUnnamed(in: call)
    showPage(of: call)
  }

  private mutating func remember(_ records: [SourceRecord]) {
    let merged = entityIndex.resolver.merge(records.fetched(at: wallMs))
    entityIndex.store(merged, unixMs: wallMs)
  }
}
