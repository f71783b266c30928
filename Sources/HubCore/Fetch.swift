import BusProtocol
import MusicModel

/// How far a call is with the bytes of a picture or sound.
struct Fetch: Sendable {
  /// Those that are left to try, the best first.
  var places: [MediaPlace]
  /// The one that is being tried.
  var question: QuestionKey?
  /// What became of each provider so far.
  var reports: [ProviderID: SourceReport]

  init(_ places: [MediaPlace], after gathering: [SourceReport]) {
    self.places = places
    reports = Dictionary(gathering.map { ($0.provider, $0) }) { _, last in last }
  }

  var sources: [SourceReport] { reports.values.sorted { $0.provider < $1.provider } }
}

/// Where a picture or sound may be fetched.
struct MediaPlace: Hashable, Sendable {
  let provider: ProviderID
  let url: String
}
