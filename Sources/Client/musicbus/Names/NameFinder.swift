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
    let interpretations = NameInterpretation.all(for: name, as: kinds)
    for interpretation in interpretations {
      // The time may have passed while slow sources had no match for the first interpretation.
      guard missing.isEmpty || context.deadlines.allowCall else { break }
      var reply = try context.callWithProgress(search(interpretation, exact: true, limit: 50))
      missing.formUnion(reply.missingProviders)
      if reply.items.isEmpty, context.deadlines.allowCall,
        let listed = searchLists(interpretation)
      {
        reply = listed
      }
      if let subject = try subject(interpretation, in: reply) { return subject }
    }
    // The library knows other spellings than the sources.
    for interpretation in interpretations {
      let known = context.libraryReply(to: search(interpretation, exact: true, limit: 50))
      if let known, let subject = try subject(interpretation, in: known) { return subject }
    }
    let nearest = try nearest(to: name, interpretations)
    let beginning = nearest.items.filter { item in interpretations.contains { $0.begins(item) } }
    if isForPeople, beginning.count == 1 {
      reportChoice(beginning[0], others: [])
      return subject(beginning[0], nearest)
    }
    let choices = choices(beginning.isEmpty ? Array(nearest.items.prefix(5)) : beginning)
    throw failure(.none(called: name, as: kinds, choices))
  }

  /// Whether a guess is shown to somebody who can correct it. A script must not depend on who is famous.
  private var isForPeople: Bool { context.terminal.isInteractive && !context.settings.json }

  /// The entity that the name means among those of a reply, or `nil` if there is none.
  ///
  /// - Throws: ``CommandFailure`` if several match.
  private func subject(
    _ interpretation: NameInterpretation,
    in reply: Reply
  ) throws -> CommandContext.Subject? {
    switch NameResolution(interpretation, among: reply.items) {
    case .none: return nil
    case .one(let entity, let others):
      if !others.isEmpty { reportChoice(entity, others: others) }
      return subject(entity, reply)
    case .several(let candidates):
      let choices = choices(candidates)
      guard isForPeople,
        let artist = NameResolution.dominant(among: candidates, albumCounts: choices.albumCounts)
      else { throw failure(.several(called: interpretation.text, choices)) }
      let sentence = NameFinder.sentence(for: artist, candidates.count - 1, interpretation.text)
      context.terminal.note(StyledText(sentence))
      return subject(.artist(artist), reply)
    }
  }

  private func subject(_ entity: Entity, _ reply: Reply) -> CommandContext.Subject {
    let match = NameMatch(entity: entity, sources: reply.done.sources ?? [])
    return CommandContext.Subject(id: entity.id, match: match)
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
    let search = search(artist, exact: true, limit: 50)
    guard let artists = try? context.callWithProgress(search) else { return nil }
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

  private func search(
    _ interpretation: NameInterpretation,
    exact: Bool,
    limit: Int
  ) -> Call<Reply> {
    .search(interpretation.kind, interpretation.text).with { parameters in
      parameters.artist = interpretation.artist
      parameters.exact = exact
      parameters.lookup = true
      parameters.detail = .full
      (parameters.limit, parameters.offset) = (limit, 0)
    }
  }

  /// What a name may mean that nothing has: what the sources find, or else the library, which
  /// corrects typos.
  private mutating func nearest(to name: String, _ interpretations: [NameInterpretation]) throws
    -> Reply
  {
    var nearest = Reply(items: [], done: Done())
    // A search for one or two letters matches anything.
    guard !SearchText(name).isShort else { return nearest }
    for interpretation in interpretations where context.deadlines.allowCall {
      let call = search(interpretation, exact: false, limit: 20)
      let reply = try context.callWithProgress(call)
      let found = reply.items.isEmpty ? context.libraryReply(to: call) ?? reply : reply
      let known = Set(nearest.items.map(\.id))
      nearest.items += found.items.filter { !known.contains($0.id) }
      missing.formUnion(reply.missingProviders)
      nearest.done.sources = nearest.done.sources ?? found.done.sources
    }
    return nearest
  }

  private func reportChoice(_ entity: Entity, others: [Entity]) {
    guard !context.settings.json else { return }
    let also = others.map { "\($0.displayName) (\($0.id))" }.joined(separator: ", ")
    let rest = also.isEmpty ? "" : " Also matching: \(also)."
    context.terminal.note("Using \(entity.displayName) (\(entity.id)).\(rest)")
  }

  /// `Nirvana (USA, 1987); 1 other artist has this name: musicbus search artists Nirvana`
  static func sentence(for artist: Artist, _ others: Int, _ text: String) -> String {
    let facts = artist.facts.compactMap(\.self).joined(separator: ", ")
    let name = facts.isEmpty ? artist.name : "\(artist.name) (\(facts))"
    let have = others == 1 ? "1 other artist has" : "\(others) other artists have"
    let word = text.contains(" ") ? "\"\(text)\"" : text
    return "\(name); \(have) this name: musicbus search artists \(word)"
  }

  private func failure(_ failure: NameFailure) -> CommandFailure {
    let names = missing.sorted().map(\.rawValue).joined(separator: ", ")
    // Without a network, that has been said already.
    let addition =
      missing.isEmpty || context.isDisconnected
      ? "" : "\nSome sources did not reply and may have matches: \(names)."
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
