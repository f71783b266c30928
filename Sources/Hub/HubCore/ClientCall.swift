import BusProtocol
import EntityResolution
import MusicModel

/// A client's call that has not ended.
struct ClientCall: Sendable {
  /// What is being gathered.
  enum Phase: Sendable {
    /// The answers of the sources.
    case gathering
    /// The bytes of a picture or sound.
    case fetching(MediaFetch)
  }

  let key: ClientCallID
  let client: Peer
  let id: String
  let method: Method
  let rule: MethodSpec
  let parameters: CallParameters
  let budget: CallDeadlines
  var phase = Phase.gathering
  var sources: [ProviderID: FanOutBranch] = [:]
  /// Under what the answer may be kept; nothing where it is not to be.
  var cacheKey: ReplyCache.Key?
  /// Set where the caller wants to see the page form.
  var stream: StreamedPage?
  var partsSent = 0
  /// When it came, in milliseconds since 1970, where known.
  var wallMs: Int?
  /// What was told of the one thing before, and is told no more.
  var known: [SourceRecord] = []
  /// The list of the pages before, where this one goes on behind it.
  var earlier: [Entity] = []
  /// How many hits of a search each provider is asked for.
  var depth: Int

  /// Searches ask for this many at least, so that merging and ranking have something to choose from.
  static let depthMin = 50

  init(
    key: ClientCallID,
    client: Peer,
    id: String,
    method: Method,
    rule: MethodSpec,
    parameters: CallParameters,
    budget: CallDeadlines
  ) {
    self.key = key
    self.client = client
    self.id = id
    self.method = method
    self.rule = rule
    self.parameters = parameters
    self.budget = budget
    depth = max(ClientCall.depthMin, (parameters.offset ?? 0) + (parameters.limit ?? 0))
  }

  var offset: Int { parameters.offset ?? 0 }
  var pageLength: Int { parameters.limit ?? 1 }

  /// What a provider is asked in this call.
  var askedMethod: Method {
    switch rule.result {
    case .artwork, .preview, .explanation, .favorite:
      parameters.id?.kind.flatMap(Methods.get) ?? method
    case .list, .single, .report: method
    }
  }

  /// How far the fetch is, where that is the phase.
  var fetch: MediaFetch? {
    get {
      if case .fetching(let fetch) = phase { fetch } else { nil }
    }
    set {
      if let newValue { phase = .fetching(newValue) }
    }
  }

  var isList: Bool {
    if case .list = rule.result { true } else { false }
  }

  /// Whether it asks for all that there is to say of one entity.
  var isOfOne: Bool {
    switch rule.result {
    case .single, .explanation, .favorite: true
    case .list, .artwork, .preview, .report: false
    }
  }

  /// What the sources gave so far, as the catalogue takes it.
  var records: [SourceRecord] {
    let told = sources.sorted { $0.key < $1.key }.flatMap { provider, source in
      source.records.map {
        SourceRecord(
          provider: provider,
          entity: $0,
          fetchedMs: source.recordTimes[$0.id] ?? wallMs
        )
      }
    }
    return told + known
  }

  var allEnded: Bool { sources.values.allSatisfy(\.hasEnded) }

  /// Whether a source has answered with something. One that has nothing is no reason to stop
  /// waiting for those that may have.
  var hasAnswer: Bool {
    sources.values.contains { $0.hasEnded && !$0.records.isEmpty || $0.kept != nil }
  }

  /// Whether a record is of the kind that was asked for.
  func accepts(_ entity: Entity) -> Bool {
    switch rule.result {
    case .list(let kind?, _): entity.kind == kind
    case .list(nil, _): entity.kind == (parameters.chart == .songs ? .song : .album)
    case .single, .artwork, .preview, .explanation, .favorite, .report:
      entity.kind == parameters.id?.kind
    }
  }

  /// The one entity that was asked for: that which bears the id, or else the first that a source
  /// gave for it.
  func pick(from merged: [MergedEntity]) -> MergedEntity? {
    merged.first { entity in parameters.id.map(entity.entity.ids.contains) ?? false }
      ?? merged.first
  }

  /// The entity in the detail that was asked for.
  func told(_ merged: MergedEntity) -> Entity {
    switch parameters.detail {
    case .brief: merged.entity.brief
    case .full, nil: merged.entity
    case .provenance: merged.withProvenance(at: wallMs)
    }
  }
}
