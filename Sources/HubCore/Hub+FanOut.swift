import BusProtocol
import Catalog
import MusicModel

/// Whom a call is put to, and in which words: each provider gets an id that it knows.
extension Hub {
  /// Brings one source of a call forward as far as it goes now.
  mutating func approach(_ provider: ProviderID, for key: CallKey) {
    guard let call = calls[key], let slot = providers[provider] else { return }
    guard let descriptor = slot.session?.descriptor else {
      awaitStart(of: provider, slot, for: key)
      return
    }
    guard let id = call.parameters.id else {
      ask(provider, call.parameters, for: key)
      return
    }
    let names = knownNames(of: id, at: provider)
    if let native = names.first(where: { descriptor.understands($0) && $0.kind == id.kind }) {
      var parameters = call.parameters
      parameters.id = native
      parameters.ids = names
      ask(provider, parameters, for: key)
    } else {
      resolve(id, at: provider, for: key)
    }
  }

  /// Every id under which the entity is known, as far as it matters to the provider.
  private mutating func knownNames(of id: EntityID, at provider: ProviderID) -> [EntityID] {
    var names = [id] + (memory.recall(id)?.entity.ids.filter { $0 != id } ?? [])
    if case .linked(let native) = links.link(of: id, at: provider, now: now) {
      names.append(native)
    }
    return names
  }

  private mutating func awaitStart(
    of provider: ProviderID,
    _ slot: ProviderSlot,
    for key: CallKey
  ) {
    if let until = slot.startAwaited(waitMs: settings.startWaitMs), until > now {
      calls[key]?.sources[provider]?.state = .starting(until: until)
      timers.set(.startAwaited(key, provider), at: until)
      return
    }
    switch slot.state {
    case .starting, .waiting, .ready:
      end(provider, of: key, .starting, reason(.providerStarting, "It is still starting."))
    case .stopped(let why), .quarantined(let why):
      end(provider, of: key, .failed, reason(.providerLost, "It does not run: \(why)."))
    }
  }

  mutating func startAwaited(by key: CallKey, of provider: ProviderID) {
    guard case .starting(let until) = calls[key]?.sources[provider]?.state, until <= now else {
      return
    }
    end(provider, of: key, .starting, reason(.providerStarting, "It is still starting."))
  }

  private mutating func ask(
    _ provider: ProviderID,
    _ parameters: CallParameters,
    for key: CallKey
  ) {
    guard let call = calls[key] else { return }
    let question = Question(
      provider: provider,
      method: call.askedMethod,
      purpose: .answer,
      call: key,
      asked: now,
      deadline: call.budget.mark
    )
    let asked = parameters.forProvider(call.askedMethod, settings)
    guard let name = put(question, asked) else { return }
    calls[key]?.sources[provider]?.state = .asking(name)
  }

  /// Looks for the entity at a provider that does not know its id.
  private mutating func resolve(_ id: EntityID, at provider: ProviderID, for key: CallKey) {
    if case .notLinked = links.link(of: id, at: provider, now: now) {
      end(provider, of: key, .notLinked)
      return
    }
    guard let call = calls[key], let kind = id.kind, let search = MethodRule.search(kind),
      providers[provider]?.serves(search) == true
    else {
      end(provider, of: key, .notLinked)
      return
    }
    guard let name = name(of: id, in: call) else {
      calls[key]?.sources[provider]?.state = .unnamed
      return
    }
    let question = Question(
      provider: provider,
      method: search,
      purpose: .resolution,
      call: key,
      asked: now,
      deadline: now + max(1, call.budget.left(at: now) / 3)
    )
    let parameters = name.parameters(like: call.parameters).forProvider(search, settings)
    guard let question = put(question, parameters) else { return }
    calls[key]?.sources[provider]?.state = .resolving(question)
  }

  /// What the entity is called, from memory or from what the first source of this call said.
  func name(of id: EntityID, in call: ClientCall) -> EntityName? {
    var memory = memory
    if let known = memory.recall(id) { return EntityName(known.entity) }
    let told = call.sources.sorted { $0.key < $1.key }.flatMap(\.value.records)
    switch (call.rule.subject ?? id.kind, call.askedMethod) {
    case (_, .getArtist), (_, .getAlbum), (_, .getSong):
      return told.first { $0.kind == id.kind }.map(EntityName.init)
    case (.artist, _):
      let artists = told.compactMap(\.artist)
      let own = artists.first { $0.id.map { $0.namespace == id.namespace } ?? false }
      return (own ?? artists.first).map { EntityName(artist: $0.name) }
    default:
      return nil
    }
  }

  /// Goes on with the sources that waited for a name, or gives them up when nobody is left to tell.
  mutating func nameUnnamed(in key: CallKey) {
    guard let call = calls[key], let id = call.parameters.id else { return }
    let unnamed = call.sources.filter(\.value.isUnnamed).keys.sorted()
    guard !unnamed.isEmpty else { return }
    if name(of: id, in: call) != nil {
      for provider in unnamed { approach(provider, for: key) }
    } else if call.sources.values.allSatisfy({ $0.hasEnded || $0.isUnnamed }) {
      for provider in unnamed {
        calls[key]?.sources[provider]?.end(.notLinked, at: now)
      }
    }
  }

  func reason(_ code: ErrorCode, _ message: String) -> SourceReport.Reason {
    SourceReport.Reason(code: code, message: message)
  }
}

extension CallParameters {
  /// Searches ask for this many at least, so that merging and ranking have something to choose from.
  private static let searchMin = 50
  /// A chart is asked for whole: its sources have it whole.
  private static let chartWhole = 100

  /// What of a client's call is a provider's business.
  func forProvider(_ method: Method, _ settings: HubSettings) -> CallParameters {
    var asked = self
    let page = (limit ?? settings.pageDefault) + (offset ?? 0)
    switch method {
    case .searchArtists, .searchAlbums, .searchSongs:
      asked.limit = max(page, CallParameters.searchMin).clamped(to: 1...settings.pageMax)
    case .getChart:
      asked.limit = CallParameters.chartWhole
      asked.chart = chart ?? .albums
    case .artistAlbums, .artistSongs, .albumSongs: asked.limit = settings.pageMax
    default: asked.limit = nil
    }
    (asked.offset, asked.sort, asked.title, asked.from, asked.to) = (nil, nil, nil, nil, nil)
    (asked.genre, asked.kind, asked.editions, asked.detail) = (nil, nil, nil, nil)
    (asked.providers, asked.waitMs, asked.stream) = (nil, nil, nil)
    return asked
  }
}
