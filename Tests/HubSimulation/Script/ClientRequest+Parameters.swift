import BusProtocol
import HubCore
import MusicModel

extension ClientRequest {
  /// The parameters of the call: the required ones of the method, and those of all lists.
  func parameters(_ providers: [ProviderPlan]) -> CallParameters {
    var parameters = CallParameters()
    for name in spec?.client.required.map(\.name) ?? [] { set(name, &parameters, providers) }
    if spec?.handler == .providers { set("providers", &parameters, providers) }
    if spec?.handler == .favorites { set("note", &parameters, providers) }
    if method == .importsStart { set("file", &parameters, providers) }
    (parameters.waitMs, parameters.limit, parameters.offset) = (waitMs, limit, offset)
    parameters.cache = cacheMode
    parameters.stream = stream ? true : nil
    parameters.sort = sort.map { CallParameters.Sort.ofLists[$0] }
    if let only {
      parameters.providers = [providers[only % providers.count].id]
    }
    return parameters
  }

  /// The parameters that are any JSON.
  private static let json = try? JSONCodec.decode(
    CallParameters.self,
    from: Array(#"{"rows":[{"kind":"artist","name":"Artist 1"}]}"#.utf8)
  )

  /// What is known of each file that is imported.
  private static let file = try? EncodedJSON(
    json: JSONCodec.encode(ImportedFileInfo(name: "list.txt", format: "list", rows: 1))
  )

  /// A row of each topic up to that of the call.
  private var importRows: [EncodedJSON] {
    (0...topic).compactMap { topic in
      guard let id = EntityID("row:artist:\(topic)") else { return nil }
      let artist = Artist(id: id, name: Topic.text(topic, of: .artist))
      var row = ImportRow(number: topic + 1, entity: .artist(artist))
      // Some say by their ids what they are.
      if topic % 3 == 2 { row.id = id }
      let bytes = try? JSONCodec.encode(row)
      return bytes.map { EncodedJSON(json: $0) }
    }
  }

  private var spec: MethodSpec? { Methods[method] }

  /// Sets a parameter that a method requires. A new one belongs here.
  private func set(
    _ name: String,
    _ parameters: inout CallParameters,
    _ providers: [ProviderPlan]
  ) {
    let id = id(kind, of: topic, providers)
    switch name {
    case "text": parameters.text = Topic.text(topic, of: spec?.kinds.first ?? .artist)
    case "id": parameters.id = id
    case "other": parameters.other = self.id(kind, of: (topic + 1) % Topic.count, providers)
    case "artistsOf": parameters.artistsOf = topic % 2 == 0 ? .favorites : .collection
    case "chart": parameters.chart = topic % 2 == 0 ? .albums : .songs
    case "key": parameters.key = id.map { "\($0)" }
    case "keys": parameters.keys = id.map { ["\($0)"] }
    case "position": parameters.position = stream ? .first : .last
    case "note": parameters.note = offset.map { "note \($0)" } ?? (stream ? "" : "note")
    case "rows": parameters.rows = method == .importsAdd ? importRows : ClientRequest.json?.rows
    case "batch": parameters.batch = "batch-\(namespace)"
    case "file": parameters.file = ClientRequest.file
    case "row": parameters.row = topic + 1
    case "rowState": parameters.rowState = topic % 2 == 0 ? .doubtful : .notFound
    case "format": parameters.format = .csv
    case "path": parameters.path = "/manifests/\(topic).json"
    case "ids": parameters.ids = [id].compactMap(\.self)
    case "providers": parameters.providers = [providers[topic % providers.count].id]
    default: preconditionFailure("the simulator has no value for the parameter \"\(name)\"")
    }
  }

  /// The kind of the entity that the call is about.
  private var kind: EntityKind {
    let ofFavorites: [EntityKind] = [.artist, .album, .song]
    return switch (spec?.subject, spec?.result, spec?.handler) {
    case (.id(let kind), _, _): hasWrongKind ? (kind == .album ? .artist : .album) : kind
    case (_, .artwork, _): topic % 2 == 0 ? .artist : .album
    case (_, .favorite, _), (_, _, .favorites), (_, _, .cache): ofFavorites[topic % 3]
    default: .artist
    }
  }

  private func id(_ kind: EntityKind, of topic: Int, _ providers: [ProviderPlan]) -> EntityID? {
    if namespace < providers.count {
      let provider = providers[namespace].id.rawValue
      return EntityID(namespace: provider, type: kind.rawValue, value: "\(topic)")
    }
    let words: [EntityKind: String] = [.album: "release-group", .song: "recording"]
    return EntityID(namespace: "mbid", type: words[kind] ?? kind.rawValue, value: "\(topic)")
  }
}
