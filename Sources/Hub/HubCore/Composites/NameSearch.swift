import BusProtocol
import EntityResolution
import MusicModel

/// `names.resolve`: the artist, album or song that a name means, by one lookup after the other, until one finds an entity of that name.
///
///     exact names at the sources ─► the lists of the artist in "ARTIST - TITLE" ─► the library, which knows other spellings
///       ─► what the sources find ─► what the library finds
///
/// An id, a URL, a bar code or an ISRC is not looked up.
struct NameSearch: TextPlan {
  /// What a name may mean; "ARTIST - TITLE" is an album or song of an artist.
  struct Meaning: Hashable, Sendable {
    var kind: EntityKind
    /// The name or title.
    var text: String
    /// The artist of an album or song, if the name contains it.
    var artist: String?
  }

  fileprivate enum Lookup: Hashable, Sendable {
    case exact(Meaning)
    /// The artist of an album or song: some sources cannot search for titles.
    case artist(Meaning)
    case list(Meaning, of: EntityID, isLast: Bool)
    case library(Meaning)
    case near(Meaning)
    case nearInLibrary(Meaning)
  }

  private let parameters: CallParameters
  private let meanings: [Meaning]
  /// The lookups that are left, in order; the first is in flight.
  private var lookups: [Lookup] = []
  private var number = 0
  /// What the lists of artists of one name have.
  private var listed: [Entity] = []
  /// Entities whose names differ from the wanted one.
  private var nearest: [Entity] = []
  private var reports: [SourceReport] = []
  /// The error of the first lookup that failed, and whether one had a reply that was asked for: the library alone is not an answer.
  private var failure: Failure?
  private var hasReply = false

  /// The maximum number of artists of one name whose songs or albums are searched for a title.
  private static let maxArtists = 3
  /// The entities that are returned if none has the name.
  private static let maxNearest = 5

  init(_ parameters: CallParameters) {
    self.parameters = parameters
    let kinds = parameters.entityKinds ?? EntityKind.searched
    meanings = Meaning.all(of: parameters.text ?? "", as: kinds)
    lookups = meanings.map(Lookup.exact) + meanings.map(Lookup.library)
    // A search for one or two letters finds anything.
    guard !CallParameters.isShort(parameters.text ?? "") else { return }
    lookups += meanings.map(Lookup.near)
  }

  static func done(naming id: EntityID) -> Done {
    var done = Done()
    done.resolution = NameResolution(.one, id)
    return done
  }

  mutating func begin(_ context: PlanContext) -> [PlanStep] { [call()] }

  mutating func take(_ news: PartNews, of part: Int, _ context: PlanContext) -> [PlanStep] {
    // Lookups do not stream.
    guard news.isEnd else { return [] }
    let lookup = lookups.removeFirst()
    var found: [Entity] = []
    switch news {
    case .soFar: break
    // It is not a failure of a source that the library has nothing, either.
    case .failed where lookup.isOfLibrary && parameters.cache != .only: break
    case .failed(let error):
      failure = failure ?? error
      reports += error.sources ?? []
    case .ended(let items, let done):
      found = items
      if !lookup.isOfLibrary { reports += done.sources ?? [] }
      hasReply = hasReply || !lookup.isOfLibrary || parameters.cache == .only
    }
    if let reply = take(found, by: lookup, context) { return [reply] }
    // The time may have passed while slow sources had no match; the library takes hardly any.
    if !context.allowsCall { lookups.removeAll { !$0.isOfLibrary } }
    return [lookups.isEmpty ? unresolved(context) : call()]
  }

  /// Handles what a lookup has found.
  ///
  /// - Returns: the reply, if it has the name.
  private mutating func take(
    _ found: [Entity],
    by lookup: Lookup,
    _ context: PlanContext
  ) -> PlanStep? {
    switch lookup {
    case .exact(let meaning):
      if meaning.artist != nil, meaning.narrowed(found).isEmpty {
        lookups.insert(.artist(meaning), at: 0)
      }
      return resolved(meaning, found, context)
    case .artist(let meaning):
      listed = []
      let artists = found.prefix(NameSearch.maxArtists).map(\.id)
      lookups.insert(
        contentsOf: artists.map { .list(meaning, of: $0, isLast: $0 == artists.last) },
        at: 0
      )
      return nil
    case .list(let meaning, _, let isLast):
      listed += found.filter { meaning.isTitle($0.displayName) }
      let ofArtist = Meaning(kind: meaning.kind, text: meaning.text)
      return isLast ? resolved(ofArtist, listed, context) : nil
    case .library(let meaning): return resolved(meaning, found, context)
    case .near(let meaning):
      if found.isEmpty { lookups.insert(.nearInLibrary(meaning), at: 0) }
      nearest += found
    case .nearInLibrary: nearest += found
    }
    return nil
  }

  private mutating func call() -> PlanStep {
    number += 1
    var parameters = parameters
    (parameters.entityKinds, parameters.stream) = (nil, nil)
    let lookup = lookups[0]
    let meaning = lookup.meaning
    var method = Methods.search(meaning.kind) ?? .artistsSearch
    (parameters.text, parameters.artist) = (meaning.text, meaning.artist)
    (parameters.lookup, parameters.limit) = (true, 50)
    switch lookup {
    case .exact: parameters.exact = true
    case .artist:
      method = .artistsSearch
      (parameters.text, parameters.artist) = (meaning.artist, nil)
      parameters.exact = true
    case .list(_, let artist, _):
      method = meaning.kind == .album ? .artistAlbums : .artistSongs
      (parameters.id, parameters.title, parameters.limit) = (artist, meaning.text, 200)
    case .library: (parameters.exact, parameters.cache) = (true, .only)
    case .near: parameters.limit = 20
    case .nearInLibrary: (parameters.limit, parameters.cache) = (20, .only)
    }
    return .call(number, method, parameters)
  }

  /// The reply if entities have the name; `nil` if none has.
  private func resolved(
    _ meaning: Meaning,
    _ found: [Entity],
    _ context: PlanContext
  ) -> PlanStep? {
    let candidates = meaning.narrowed(found)
    guard !candidates.isEmpty else { return nil }
    let exact = candidates.filter { $0.displayName == meaning.text }
    let best = exact.count == 1 ? exact : candidates
    if best.count == 1, let only = best.first {
      return reply(.one, [only] + candidates.filter { $0.id != only.id }, only.id, context)
    }
    guard let artist = NameSearch.dominant(among: candidates) else {
      return reply(.several, candidates, nil, context)
    }
    return reply(.dominant, [artist] + candidates.filter { $0.id != artist.id }, artist.id, context)
  }

  /// The reply if nothing has the name.
  private func unresolved(_ context: PlanContext) -> PlanStep {
    if !hasReply, let failure { return .fail(failure) }
    let found = nearest.uniquedByID
    let beginning = found.filter { entity in meanings.contains { $0.begins(entity) } }
    if beginning.count == 1 { return reply(.beginning, beginning, beginning[0].id, context) }
    let items = beginning.isEmpty ? Array(found.prefix(NameSearch.maxNearest)) : beginning
    return reply(.none, items, nil, context)
  }

  private func reply(
    _ outcome: NameResolution.Outcome,
    _ items: [Entity],
    _ id: EntityID?,
    _ context: PlanContext
  ) -> PlanStep {
    var done = Done()
    done.resolution = NameResolution(outcome, id)
    let sources = SourceReport.merged(reports)
    (done.sources, done.noNetwork) = (sources, context.directory.lacksNetwork(reports))
    return .reply(items, done)
  }
}

extension NameSearch.Lookup {
  fileprivate var meaning: NameSearch.Meaning {
    switch self {
    case .exact(let meaning), .artist(let meaning), .list(let meaning, _, _), .library(let meaning),
      .near(let meaning), .nearInLibrary(let meaning):
      meaning
    }
  }

  /// Whether no source is asked.
  fileprivate var isOfLibrary: Bool {
    switch self {
    case .library, .nearInLibrary: true
    case .exact, .artist, .list, .near: false
    }
  }
}

extension NameSearch.Meaning {
  /// What a name may mean, most likely first.
  ///
  /// Since names may contain such a dash, the whole name is tried too.
  static func all(of name: String, as kinds: [EntityKind]) -> [NameSearch.Meaning] {
    let split = split(name)
    let ofArtist = kinds.compactMap { kind in
      kind == .artist
        ? nil : split.map { NameSearch.Meaning(kind: kind, text: $0.title, artist: $0.artist) }
    }
    return ofArtist + kinds.map { NameSearch.Meaning(kind: $0, text: name) }
  }

  /// The text before and after the first dash between spaces.
  private static func split(_ name: String) -> (artist: String, title: String)? {
    let words = name.split(separator: " ")
    guard let dash = words.firstIndex(where: { ["-", "–", "—"].contains($0) }), dash > 0,
      dash < words.count - 1
    else { return nil }
    return (
      words[..<dash].joined(separator: " "), words[(dash + 1)...].joined(separator: " ")
    )
  }

  /// The entities by the artist, which sources take for no more than a hint.
  func narrowed(_ found: [Entity]) -> [Entity] {
    guard let artist else { return found }
    let wanted = FoldedName(artist)
    return found.filter { $0.artist.map { FoldedName($0.name) == wanted } == true }
  }

  /// Whether the name of an entity begins with the text.
  func begins(_ entity: Entity) -> Bool {
    guard entity.kind == kind, entity.displayName.lowercased().hasPrefix(text.lowercased()) else {
      return false
    }
    guard let artist else { return true }
    return entity.artist.map { FoldedName($0.name) == FoldedName(artist) } == true
  }

  /// Whether a title that contains the text is the text.
  func isTitle(_ title: String) -> Bool { FoldedName(title) == FoldedName(text) }
}

extension NameSearch {
  /// The artist that people mean among several of one name, if one clearly dominates; otherwise `nil`.
  ///
  /// That is the only favourite, or else the one that the most sources have, with three times the albums or ten
  /// times the followers of each other one.
  static func dominant(among candidates: [Entity]) -> Entity? {
    let artists = candidates.compactMap { entity -> Artist? in
      if case .artist(let artist) = entity { artist } else { nil }
    }
    guard artists.count == candidates.count, artists.count > 1 else { return nil }
    let favorites = artists.filter { $0.favorite == true }
    if favorites.count == 1 { return .artist(favorites[0]) }
    guard favorites.isEmpty else { return nil }
    let leader = artists.max {
      ($0.sourceCount, $0.followers ?? 0) < ($1.sourceCount, $1.followers ?? 0)
    }
    guard let leader else { return nil }
    let dominates = artists.allSatisfy { other in
      if other.id == leader.id { return true }
      let albums = (leader.albumCount ?? 0, other.albumCount ?? 0)
      let followers = (leader.followers ?? 0, other.followers ?? 0)
      return leader.sourceCount > other.sourceCount
        && (albums.0 > 0 && albums.0 >= 3 * albums.1
          || followers.0 > 0 && followers.0 >= 10 * followers.1)
    }
    return dominates ? .artist(leader) : nil
  }
}

extension Artist {
  /// The number of sources that have it.
  fileprivate var sourceCount: Int { Set(ids.map(\.namespace)).count }
}

extension [Entity] {
  /// Each entity once, where it comes first.
  fileprivate var uniquedByID: [Entity] {
    var seen: Set<EntityID> = []
    return filter { seen.insert($0.id).inserted }
  }
}
