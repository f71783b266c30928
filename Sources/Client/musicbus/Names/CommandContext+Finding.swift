import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// From what was typed in place of an id to the entity that is meant.
extension CommandContext {
  /// What a command is about.
  struct Subject {
    var id: EntityID
    /// How it was found, where a name led to it.
    var finding: NameMatch?

    var kind: EntityKind? { id.kind }

    /// What a sentence calls it.
    var name: String { finding?.entity.displayName ?? "\(id)" }
  }

  /// The entity that an id names, or that alone has the name.
  ///
  /// - Throws: ``UsageError`` where nothing was typed or the id is of another kind, and
  ///   ``CommandFailure`` where several have the name, or none.
  func find(
    _ words: [String],
    as kinds: [EntityKind],
    for invocation: Invocation
  ) throws -> Subject {
    let name = words.joined(separator: " ").trimmed
    guard !name.isEmpty else {
      throw invocation.refusal("The name is empty: give an id or a name.")
    }
    if let id = EntityID(name), let kind = id.kind {
      guard kinds.contains(kind) else { throw invocation.refusal(id, of: kind, besides: kinds) }
      return Subject(id: id)
    }
    return try find(name, as: kinds)
  }

  private func find(_ name: String, as kinds: [EntityKind]) throws -> Subject {
    var silent: Set<ProviderID> = []
    for attempt in NameInterpretation.all(for: name, as: kinds) {
      let answer = try search(attempt, exact: true, limit: 50)
      for source in answer.done.sources ?? [] where source.outcome.isMissing {
        silent.insert(source.provider)
      }
      switch NameResolution(attempt, among: answer.items) {
      case .one(let entity, let alike):
        tellChoice(entity, alike: alike)
        return Subject(
          id: entity.id,
          finding: NameMatch(entity: entity, sources: answer.done.sources ?? [])
        )
      case .several(let candidates):
        throw failure(.several(candidates, called: attempt.text, width: terminal.width), silent)
      case .none: continue
      }
    }
    let nearest = try nearest(to: name, kinds)
    throw failure(.none(called: name, as: kinds, nearest: nearest, width: terminal.width), silent)
  }

  private func search(_ attempt: NameInterpretation, exact: Bool, limit: Int) throws -> Reply {
    let methods: [EntityKind: Method] = [
      .artist: .searchArtists, .album: .searchAlbums, .song: .searchSongs,
    ]
    guard let method = methods[attempt.kind] else { return Reply(items: [], done: Done()) }
    var parameters = CallParameters()
    parameters.text = attempt.text
    parameters.artist = attempt.artist
    parameters.exact = exact
    parameters.detail = exact ? .full : .brief
    parameters.limit = limit
    parameters.offset = 0
    return try askWatched(method, parameters)
  }

  private func nearest(to name: String, _ kinds: [EntityKind]) throws -> [Entity] {
    // The sources answer a letter or two with anything.
    guard !SearchText(name).isShort,
      let attempt = NameInterpretation.all(for: name, as: kinds).first
    else { return [] }
    return try search(attempt, exact: false, limit: 5).items
  }

  private func tellChoice(_ entity: Entity, alike: [Entity]) {
    guard !alike.isEmpty, !settings.json else { return }
    let others = alike.map { "\($0.displayName) (\($0.id))" }.joined(separator: ", ")
    terminal.note("Taken: \(entity.displayName) (\(entity.id)). Written alike: \(others).")
  }

  private func failure(_ failure: NameFailure, _ silent: Set<ProviderID>) -> CommandFailure {
    guard !silent.isEmpty else { return CommandFailure(failure.message, failure.hint) }
    let names = silent.sorted().map(\.rawValue).joined(separator: ", ")
    return CommandFailure(
      failure.message + "\nSome sources did not answer and may know more: \(names).",
      failure.hint
    )
  }
}

extension Invocation {
  fileprivate func refusal(
    _ id: EntityID,
    of kind: EntityKind,
    besides kinds: [EntityKind]
  ) -> UsageError {
    let wanted = kinds.map(\.withArticle).joined(separator: " or ")
    return refusal(
      "\"\(id)\" names \(kind.withArticle); \"\(path.joined(separator: " "))\" takes \(wanted)."
    )
  }
}
