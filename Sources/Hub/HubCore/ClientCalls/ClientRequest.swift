import BusProtocol
import MusicModel

/// A client call as it was received and checked.
struct ClientRequest: Sendable {
  var origin: CallOrigin
  let spec: MethodSpec
  let parameters: CallParameters
  let deadlines: CallDeadlines
  /// Whether it is a call of the hub itself, which may not take requests from those of clients.
  let isBackground: Bool

  init(
    _ spec: MethodSpec,
    _ parameters: CallParameters,
    _ deadlines: CallDeadlines,
    _ origin: CallOrigin,
    isBackground: Bool = false
  ) {
    self.origin = origin
    self.spec = spec
    self.parameters = parameters
    self.deadlines = deadlines
    self.isBackground = isBackground
  }

  var method: Method { spec.method }
  var offset: Int { parameters.offset ?? 0 }
  var pageLength: Int { parameters.limit ?? 1 }

  /// The method of the provider calls that serve it.
  var providerMethod: Method {
    switch spec.result {
    case .artwork, .preview, .lyrics, .stream, .explanation, .favorite:
      parameters.id?.kind.flatMap(Methods.get) ?? method
    case .list, .single, .report: method
    }
  }

  var isList: Bool {
    if case .list = spec.result { true } else { false }
  }

  /// Whether the list contains only some of the entities that the sources return.
  var isFiltered: Bool {
    parameters.exact == true || parameters.title != nil || parameters.albumKind != nil
      || parameters.genre != nil || parameters.from != nil || parameters.to != nil
      || parameters.owned != nil
  }

  /// Whether the result is all that the sources know of one entity.
  var isOfOneEntity: Bool {
    switch spec.result {
    case .single, .explanation, .favorite: true
    case .list, .artwork, .preview, .lyrics, .stream, .report: false
    }
  }

  /// Whether a record is of the requested kind.
  func accepts(_ entity: Entity) -> Bool {
    switch spec.result {
    case .list where spec.subject == .chart:
      entity.kind == (parameters.chart == .songs ? .song : .album)
    case .list: spec.kinds.contains(entity.kind)
    case .single, .artwork, .preview, .lyrics, .stream, .explanation, .favorite, .report:
      entity.kind == parameters.id?.kind
    }
  }

  /// Returns the providers to query, in order.
  ///
  /// - Throws: `INVALID_PARAMS` for an unknown provider, `NO_PROVIDER` if none serves the call.
  func providers(in directory: ProviderDirectory) throws(Failure) -> [ProviderID] {
    let all = directory.providers
    let wanted = parameters.providers ?? all.filter { !directory.lacksConfiguration($0) }
    for id in wanted where !all.contains(id) {
      throw Failure.unknownProvider(id, known: all, .invalidParams)
    }
    func serve(_ id: ProviderID, _ method: Method) -> Bool {
      wanted.contains(id) && directory.serves(id, method)
    }
    let needed = spec.isFile ? method : providerMethod
    guard all.contains(where: { serve($0, needed) }) else {
      let names = parameters.providers.map { $0.map(\.rawValue).joined(separator: ", ") }
      throw Failure(.noProvider, "\"\(method)\" is not served by \(names ?? "any provider").")
    }
    return all.filter { serve($0, providerMethod) }
  }
}
