import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// Resolves an id or a name to an entity.
extension CommandContext {
  /// The entity that a command is about.
  struct Subject {
    var id: EntityID
    /// The match, if the entity was found by name.
    var match: NameMatch?
    /// The name in the row, if the entity was given by its number.
    var rowName: String?

    var kind: EntityKind? { id.kind }

    /// Its name in messages.
    var name: String { match?.entity.displayName ?? rowName ?? "\(id)" }
  }

  /// Finds the entity with an id or with a unique name.
  ///
  /// - Throws: ``UsageError`` if the name is empty or the id is of another kind, and ``CommandFailure`` if
  ///   no entity or several match.
  func find(
    _ words: [String],
    as kinds: [EntityKind],
    for invocation: Invocation
  ) throws -> Subject {
    let name = words.joined(separator: " ").trimmed
    guard !name.isEmpty else {
      throw invocation.usageError("The name is empty; give an id or a name.")
    }
    if let row = try row(name) {
      return Subject(id: try id(of: row, name, as: kinds, for: invocation), rowName: row.name)
    }
    if let id = try pastedID(name) ?? EntityID(name), let kind = id.kind {
      guard kinds.contains(kind) else { throw invocation.usageError(id, of: kind, besides: kinds) }
      return Subject(id: id)
    }
    return try find(name, as: kinds)
  }

  private func find(_ name: String, as kinds: [EntityKind]) throws -> Subject {
    var missing: Set<ProviderID> = []
    for interpretation in NameInterpretation.all(for: name, as: kinds) {
      // The time may have passed while slow sources had no match for the first interpretation.
      guard missing.isEmpty || deadlines.allowCall else { break }
      var reply = try search(interpretation, exact: true, limit: 50)
      missing.formUnion(reply.missingProviders)
      if reply.items.isEmpty, deadlines.allowCall,
        let listed = try searchLists(interpretation, &missing)
      {
        reply = listed
      }
      switch NameResolution(interpretation, among: reply.items) {
      case .one(let entity, let others):
        reportChoice(entity, others: others)
        return Subject(
          id: entity.id,
          match: NameMatch(entity: entity, sources: reply.done.sources ?? [])
        )
      case .several(let candidates):
        throw failure(.several(called: interpretation.text, choices(candidates)), missing)
      case .none: continue
      }
    }
    let nearest = try nearest(to: name, kinds)
    throw failure(.none(called: name, as: kinds, choices(nearest)), missing)
  }

  /// A list of entities in an error.
  private func choices(_ entities: [Entity]) -> NameFailure.Choices {
    let first = number(entities, onErrors: true)
    return NameFailure.Choices(
      entities,
      albumCounts: albumCounts(of: entities),
      width: terminal.width,
      firstNumber: first
    )
  }

  /// Finds an album or song in the list of its artist: some sources cannot search for titles.
  private func searchLists(
    _ interpretation: NameInterpretation,
    _ missing: inout Set<ProviderID>
  ) throws -> Reply? {
    let methods: [EntityKind: Method] = [.album: .artistAlbums, .song: .artistSongs]
    guard let name = interpretation.artist, let method = methods[interpretation.kind] else {
      return nil
    }
    let artist = NameInterpretation(kind: .artist, text: name)
    guard let artists = try? search(artist, exact: true, limit: 50) else { return nil }
    missing.formUnion(artists.missingProviders)
    var whole: Reply?
    // Several artists may have the name.
    for artist in artists.items.prefix(3) where deadlines.allowCall {
      var parameters = CallParameters()
      parameters.id = artist.id
      parameters.title = interpretation.text
      parameters.limit = 200
      parameters.offset = 0
      guard var reply = try? callWithProgress(method, parameters) else { continue }
      missing.formUnion(reply.missingProviders)
      reply.items = reply.items.filter { interpretation.isTitle($0.displayName) }
      if whole == nil { whole = reply } else { whole?.items += reply.items }
    }
    return whole
  }

  private func search(_ interpretation: NameInterpretation, exact: Bool, limit: Int) throws -> Reply
  {
    guard let method = interpretation.kind.searchMethod else {
      return Reply(items: [], done: Done())
    }
    var parameters = CallParameters()
    parameters.text = interpretation.text
    parameters.artist = interpretation.artist
    parameters.exact = exact
    parameters.lookup = true
    parameters.detail = .full
    parameters.limit = limit
    parameters.offset = 0
    return try callWithProgress(method, parameters)
  }

  private func nearest(to name: String, _ kinds: [EntityKind]) throws -> [Entity] {
    // A search for one or two letters matches anything.
    guard !SearchText(name).isShort, deadlines.allowCall,
      let interpretation = NameInterpretation.all(for: name, as: kinds).first
    else { return [] }
    return try search(interpretation, exact: false, limit: 5).items.prefix(5).map(\.self)
  }

  private func reportChoice(_ entity: Entity, others: [Entity]) {
    guard !others.isEmpty, !settings.json else { return }
    let others = others.map { "\($0.displayName) (\($0.id))" }.joined(separator: ", ")
    terminal.note("Using \(entity.displayName) (\(entity.id)). Also matching: \(others).")
  }

  private func failure(_ failure: NameFailure, _ missing: Set<ProviderID>) -> CommandFailure {
    let names = missing.sorted().map(\.rawValue).joined(separator: ", ")
    let addition =
      missing.isEmpty ? "" : "\nSome sources did not reply and may have matches: \(names)."
    var whole = CommandFailure(failure.message + addition, failure.hint)
    whole.candidates = failure.candidates
    whole.albumCounts = failure.albumCounts
    return whole
  }
}

extension Reply {
  /// The sources whose results are missing.
  fileprivate var missingProviders: [ProviderID] {
    (done.sources ?? []).filter(\.outcome.isMissing).map(\.provider)
  }
}

extension Invocation {
  fileprivate func usageError(
    _ id: EntityID,
    of kind: EntityKind,
    besides kinds: [EntityKind]
  ) -> UsageError {
    let wanted = kinds.map(\.withArticle).joined(separator: " or ")
    return usageError(
      "\"\(id)\" is \(kind.withArticle); \"\(commandLine)\" needs \(wanted)."
    )
  }
}
