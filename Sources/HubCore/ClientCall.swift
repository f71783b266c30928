import BusProtocol
import Catalog
import MusicModel

/// A client's call that has not ended.
struct ClientCall: Sendable {
  /// What is being gathered.
  enum Phase: Sendable {
    /// The answers of the sources.
    case gathering
    /// The bytes of a picture or sound; the places that are left to try are kept.
    case fetching([MediaPlace])
  }

  let key: CallKey
  let client: Peer
  let id: String
  let method: Method
  let rule: MethodRule
  let parameters: CallParameters
  let budget: TimeBudget
  var phase = Phase.gathering
  var sources: [ProviderID: Source] = [:]
  /// Set where the caller wants to see the page form.
  var stream: StreamedPage?
  var partsSent = 0

  /// What a provider is asked in this call.
  var askedMethod: Method {
    switch rule.result {
    case .artwork, .preview: parameters.id?.kind.flatMap(MethodRule.get) ?? method
    case .list, .single: method
    }
  }

  /// What the sources gave so far, as the catalogue takes it.
  var records: [SourceRecord] {
    sources.sorted { $0.key < $1.key }.flatMap { provider, source in
      source.records.map { SourceRecord(provider: provider, entity: $0) }
    }
  }

  /// What the sources told, put together. The rows of a chart are not: two editions of one work
  /// have two places in it.
  var merged: [MergedEntity] {
    guard case .list(_, .rank) = rule.result else { return Catalog.merge(records) }
    return Dictionary(grouping: records, by: \.entity.id).sorted { $0.key < $1.key }
      .flatMap { Catalog.merge($0.value) }
  }

  var allEnded: Bool { sources.values.allSatisfy(\.hasEnded) }
  var hasRecords: Bool { sources.values.contains { !$0.records.isEmpty } }
}

/// Where a picture or sound may be fetched.
struct MediaPlace: Hashable, Sendable {
  let provider: ProviderID
  let url: String
}
