import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// Finds the entity with a name: searches the sources, then the lists of artists.
struct NameFinder {
  private let context: CommandContext
  /// The sources whose results are missing.
  private var missing: Set<ProviderID> = []

  init(_ context: CommandContext) { self.context = context }

  /// Finds the only entity of these kinds with a name.
  ///
  /// - Throws: ``CommandFailure`` if no entity or several match.
  mutating func find(_ name: String, as kinds: [EntityKind]) throws -> CommandContext.Subject {
    for interpretation in NameInterpretation.all(for: name, as: kinds) {
      // The time may have passed while slow sources had no match for the first interpretation.
      guard missing.isEmpty || context.deadlines.allowCall else { break }
      var reply = try search(interpretation, exact: true, limit: 50)
      missing.formUnion(reply.missingProviders)
      if reply.items.isEmpty, context.deadlines.allowCall,
        let listed = searchLists(interpretation)
      {
        reply = listed
      }
      switch NameResolution(interpretation, among: reply.items) {
      case .one(let entity, let others):
        reportChoice(entity, others: others)
        return CommandContext.Subject(
          id: entity.id,
          match: NameMatch(entity: entity, sources: reply.done.sources ?? [])
        )
      case .several(let candidates):
        let choices = choices(candidates)
        // A script must not depend on who is famous.
        if context.terminal.isInteractive, !context.settings.json,
          let artist = NameResolution.dominant(
            among: candidates,
            albumCounts: choices.albumCounts
          )
        {
          context.terminal.note(
            StyledText(NameFinder.sentence(for: artist, candidates.count - 1, interpretation.text))
          )
          return CommandContext.Subject(
            id: artist.id,
            match: NameMatch(entity: .artist(artist), sources: reply.done.sources ?? [])
          )
        }
        throw failure(.several(called: interpretation.text, choices))
      case .none: continue
      }
    }
    let nearest = try nearest(to: name, kinds)
    throw failure(.none(called: name, as: kinds, choices(nearest)))
  }

  /// A list of entities in an error.
  private func choices(_ entities: [Entity]) -> NameFailure.Choices {
    let first = context.number(entities, onErrors: true)
    return NameFailure.Choices(
      entities,
      albumCounts: context.albumCounts(of: entities),
      width: context.terminal.width,
      firstNumber: first
    )
  }

  /// Finds an album or song in the list of its artist: some sources cannot search for titles.
  private mutating func searchLists(_ interpretation: NameInterpretation) -> Reply? {
    guard let name = interpretation.artist, [.album, .song].contains(interpretation.kind) else {
      return nil
    }
    let artist = NameInterpretation(kind: .artist, text: name)
    guard let artists = try? search(artist, exact: true, limit: 50) else { return nil }
    missing.formUnion(artists.missingProviders)
    var whole: Reply?
    // Several artists may have the name.
    for artist in artists.items.prefix(3) where context.deadlines.allowCall {
      let list =
        interpretation.kind == .album ? Call.albums(ofArtist: artist.id) : .songs(of: artist.id)
      let titled = list.with { ($0.title, $0.limit, $0.offset) = (interpretation.text, 200, 0) }
      guard var reply = try? context.callWithProgress(titled) else { continue }
      missing.formUnion(reply.missingProviders)
      reply.items = reply.items.filter { interpretation.isTitle($0.displayName) }
      if whole == nil { whole = reply } else { whole?.items += reply.items }
    }
    return whole
  }

  private func search(_ interpretation: NameInterpretation, exact: Bool, limit: Int) throws -> Reply
  {
    guard EntityKind.searched.contains(interpretation.kind) else {
      return Reply(items: [], done: Done())
    }
    let search = Call.search(interpretation.kind, interpretation.text).with { parameters in
      parameters.artist = interpretation.artist
      parameters.exact = exact
      parameters.lookup = true
      parameters.detail = .full
      (parameters.limit, parameters.offset) = (limit, 0)
    }
    return try context.callWithProgress(search)
  }

  private func nearest(to name: String, _ kinds: [EntityKind]) throws -> [Entity] {
    // A search for one or two letters matches anything.
    guard !SearchText(name).isShort, context.deadlines.allowCall,
      let interpretation = NameInterpretation.all(for: name, as: kinds).first
    else { return [] }
    return try search(interpretation, exact: false, limit: 5).items.prefix(5).map(\.self)
  }

  private func reportChoice(_ entity: Entity, others: [Entity]) {
    guard !others.isEmpty, !context.settings.json else { return }
    let others = others.map { "\($0.displayName) (\($0.id))" }.joined(separator: ", ")
    context.terminal.note("Using \(entity.displayName) (\(entity.id)). Also matching: \(others).")
  }

  /// `Nirvana (USA, 1987); 1 other artist has this name: musicbus search artists Nirvana`
  static func sentence(for artist: Artist, _ others: Int, _ text: String) -> String {
    let year = (artist.formedYear ?? artist.bornYear).map(String.init)
    let facts = [artist.country, year].compactMap(\.self).joined(separator: ", ")
    let name = facts.isEmpty ? artist.name : "\(artist.name) (\(facts))"
    let have = others == 1 ? "1 other artist has" : "\(others) other artists have"
    let word = text.contains(" ") ? "\"\(text)\"" : text
    return "\(name); \(have) this name: musicbus search artists \(word)"
  }

  private func failure(_ failure: NameFailure) -> CommandFailure {
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
