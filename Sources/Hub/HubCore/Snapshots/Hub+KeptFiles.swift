import BusProtocol
import MusicModel

/// What is kept where a provider or its source is not there.
extension Hub {
  /// What a provider last said of itself, where it will not run and what it answered is kept.
  func keptDescriptor(of provider: ProviderID, for call: ClientCall) -> Descriptor? {
    guard settings.keepsAnswers, call.parameters.cache == .only else { return nil }
    return directory.descriptor(of: provider)
  }

  /// Gives a call the file that is kept; `why` says why it is not a new one.
  mutating func fetched(
    _ question: ProviderReply,
    kept: CachedReply,
    _ why: SourceReport.SourceError? = nil,
    at wallMs: Int,
    for key: ClientCallID
  ) {
    let outcome: Outcome = why == nil && kept.isFresh(at: wallMs) ? .cached : .stale
    var report = SourceReport(provider: question.provider, outcome: outcome)
    report.error = why
    report.ageMs = kept.ageMs(at: wallMs)
    var done = Done()
    done.media = kept.media
    fetched(question, done, kept.attachment, as: report, for: key)
  }
}
