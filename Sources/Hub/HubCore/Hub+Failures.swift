import BusProtocol
import MusicModel

/// What becomes of those who wait for a question that fails.
extension Hub {
  /// Tells all who asked. What came before is used.
  mutating func failed(_ question: ProviderCall, _ why: SourceReport.SourceError) {
    for asker in question.askers {
      guard let call = asker.call else { continue }
      // It was asked, and sent, for somebody who had less time.
      let hasTime = why.code == .deadlineExceeded && asker.deadline > question.deadline
      if hasTime, askAgain(question, for: asker) { continue }
      switch asker.purpose {
      case .answer:
        if !question.items.isEmpty { take(question, for: call) }
        endOrAskAgain(question.provider, of: call, why)
      case .resolution(let id, let name):
        if let kept = question.kept, !kept.isEmpty {
          var question = question
          question.take(kept)
          resolved(question, id, name, for: call)
        } else {
          endOrAskAgain(question.provider, of: call, why)
        }
      case .media:
        if let kept = question.kept, !kept.isEmpty, let wallMs {
          fetched(question, kept: kept, why, at: wallMs, for: call)
        } else {
          mediaFailed(call, question, why)
        }
      }
    }
  }

  private mutating func askAgain(_ question: ProviderCall, for asker: Waiter) -> Bool {
    do throws(Failure) {
      try ask(question.text, for: asker)
      return true
    } catch {
      return false
    }
  }

  /// What was lost with a provider is put to it once more when it is back: questions change nothing.
  private mutating func endOrAskAgain(
    _ provider: ProviderID,
    of key: ClientCallID,
    _ why: SourceReport.SourceError
  ) {
    guard why.code == .providerLost, calls[key]?.sources[provider]?.loss == nil else {
      return end(provider, of: key, Outcome(of: why.code), why)
    }
    calls[key]?.sources[provider]?.loss = why
    calls[key]?.sources[provider]?.state = .new
    approach(provider, for: key)
  }
}
