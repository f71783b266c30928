import BusProtocol
import Catalog
import MusicModel

/// What providers answer, and what becomes of it.
extension Hub {
  mutating func received(partOf message: WireMessage, from provider: ProviderID) {
    guard let key = question(of: message, provider) else { return }
    do throws(Failure) {
      let part = try message.decodeBody(Part.self)
      guard message.header.seq == questions[key]?.parts else {
        throw Failure(.partLoss, "Its parts are not numbered one after the other.")
      }
      questions[key]?.parts += 1
      add(part.items, to: key)
      showProgress(of: key)
    } catch {
      refuse(key, error)
    }
  }

  mutating func received(doneOf message: WireMessage, from provider: ProviderID) {
    guard let key = question(of: message, provider) else { return }
    do throws(Failure) {
      let done = try message.decodeBody(Done.self)
      guard done.parts == questions[key]?.parts else {
        throw Failure(.partLoss, "It says that it sent \(done.parts) parts; others came.")
      }
      add(done.items, to: key)
      questions[key]?.skipped += max(0, done.skipped ?? 0)
      guard let question = close(key) else { return }
      answered(question, done, attachment: message.attachment)
    } catch {
      refuse(key, error)
    }
  }

  mutating func received(errorOf message: WireMessage, from provider: ProviderID) {
    guard let key = question(of: message, provider), let question = close(key) else { return }
    let failure: Failure
    do throws(Failure) {
      failure = try message.decodeBody(Failure.self)
    } catch {
      failure = error
    }
    providers[provider]?.failures += 1
    providers[provider]?.lastError = failure.message
    if failure.code == .notFound {
      answered(question, Done(), attachment: nil)
    } else {
      failed(
        question,
        SourceReport.Reason(
          code: failure.code,
          message: failure.message,
          retryAfterMs: failure.retryAfterMs
        )
      )
    }
  }

  /// The question that a message answers; what nobody waits for any more is counted and dropped.
  private mutating func question(of message: WireMessage, _ provider: ProviderID) -> QuestionKey? {
    guard let key = message.header.re.flatMap(QuestionKey.init),
      questions[key]?.provider == provider
    else {
      counters.late += 1
      return nil
    }
    return key
  }

  /// An answer that breaks the protocol costs only itself.
  private mutating func refuse(_ key: QuestionKey, _ failure: Failure) {
    guard let question = questions[key] else { return }
    log(.warning, "Provider \(question.provider) answered badly: \(failure.message)")
    abandon(key)
    providers[question.provider]?.failures += 1
    providers[question.provider]?.lastError = failure.message
    failed(question, reason(.upstreamBadData, failure.message))
  }

  private mutating func add(_ items: LenientList<Entity>?, to key: QuestionKey) {
    guard let items, let question = questions[key] else { return }
    let room = max(0, settings.pageMax * 2 - question.items.count)
    questions[key]?.items += items.elements.prefix(room)
    questions[key]?.skipped += items.skipped + max(0, items.elements.count - room)
    if let problem = items.firstProblem {
      log(.warning, "Provider \(question.provider) sent an unreadable record: \(problem)")
    }
  }

  private mutating func answered(_ question: Question, _ done: Done, attachment: [UInt8]?) {
    let records = question.items.map { SourceRecord(provider: question.provider, entity: $0) }
    guard let key = question.call else {
      // A straggler: nobody waits, but what it told is kept.
      for record in records { remember(record) }
      return
    }
    switch question.purpose {
    case .answer: answered(question, for: key)
    case .resolution: resolved(question, records, for: key)
    case .media: fetched(question, done, attachment, for: key)
    }
  }

  private mutating func answered(_ question: Question, for key: CallKey) {
    take(question, for: key)
    let isEmpty = calls[key]?.sources[question.provider]?.records.isEmpty ?? true
    end(question.provider, of: key, isEmpty ? .empty : .ok)
  }

  /// Puts what a question has brought so far where the answer is made from.
  private mutating func take(_ question: Question, for key: CallKey) {
    guard let call = calls[key] else { return }
    let fitting = question.items.filter { call.accepts($0) }
    calls[key]?.sources[question.provider]?.records = fitting
    calls[key]?.sources[question.provider]?.skipped =
      question.skipped + question.items.count - fitting.count
  }

  /// A caller that streams sees parts before their source is done.
  private mutating func showProgress(of key: QuestionKey) {
    guard let question = questions[key], question.purpose == .answer, let call = question.call,
      calls[call]?.stream != nil
    else { return }
    take(question, for: call)
    nameUnnamed(in: call)
    showPage(of: call)
  }

  private mutating func resolved(
    _ question: Question,
    _ hits: [SourceRecord],
    for key: CallKey
  ) {
    guard let call = calls[key], let id = call.parameters.id, let name = name(of: id, in: call)
    else { return }
    var known = memory.recall(id)?.records ?? []
    if known.isEmpty { known = call.records.filter { $0.entity.ids.contains(id) } }
    let provider = question.provider
    guard let native = Resolution.pick(from: hits, knowing: known, name: name) else {
      links.set(.notLinked(until: now + settings.notLinkedMs), of: id, at: provider)
      end(provider, of: key, .notLinked)
      return
    }
    links.set(.linked(native), of: id, at: provider)
    approach(provider, for: key)
  }

  mutating func remember(_ record: SourceRecord) {
    for merged in Catalog.merge([record]) { memory.remember(merged) }
  }
}

extension ClientCall {
  /// Whether a record is of the kind that was asked for.
  func accepts(_ entity: Entity) -> Bool {
    switch rule.result {
    case .list(let kind?, _): entity.kind == kind
    case .list(nil, _): entity.kind == (parameters.chart == .songs ? .song : .album)
    case .single, .artwork, .preview: entity.kind == parameters.id?.kind
    }
  }
}
