import BusProtocol
import MusicModel

/// `albums.missing`: the albums that the user does not have, of many artists.
///
///     the artists ─► of each, what the user has now ─► the list that is known ─► of those without one, a list from the sources,
///                                                                                 while half of each budget is left
struct MissingAlbums: CompositePlan {
  private enum Stage: Hashable, Sendable {
    /// A page of the artists of what the user has.
    case artists(offset: Int)
    case own
    case known(offset: Int)
    case fetched(offset: Int)
  }

  private struct Artist: Sendable {
    let id: EntityID
    let name: String
    var albums: [Entity] = []
    /// Whether a source other than those of what the user has, and the library, has listed albums.
    var isChecked = false
  }

  private struct Part: Sendable {
    let artist: Int
    let stage: Stage
  }

  private let parameters: CallParameters
  /// The providers of what the user has.
  private var owners: [ProviderID] = []
  private var artists: [Artist]
  /// The artists whose names are guesses, so that no source can have their albums.
  private var guessedCount = 0
  /// The first artists that are not looked at yet, and that are not to be fetched yet.
  private var (nextKnown, nextFetched) = (0, 0)
  private var parts: [Int: Part] = [:]
  private var number = 0
  private var reports: [SourceReport] = []
  private var albumCount = 0
  private var failure: Failure?
  /// Whether there are more artists or albums than are looked at.
  private var isCut = false

  private static let pageLength = 200
  /// The artists at a time of whom known lists are put together.
  private static let width = 8
  static let maxArtists = 5_000
  private static let maxAlbums = 10_000

  /// `artists` are the favourite ones, at most one more than are looked at; none if those of what the user has are asked for.
  init(_ parameters: CallParameters, favorites artists: [Entity]) {
    self.parameters = parameters
    isCut = artists.count > MissingAlbums.maxArtists
    self.artists = artists.prefix(MissingAlbums.maxArtists)
      .map { Artist(id: $0.id, name: $0.displayName) }
  }

  mutating func begin(_ context: PlanContext) -> [PlanStep] {
    owners = context.directory.owners
    guard !owners.isEmpty else {
      let text = "No provider serves what the user has."
      return [.fail(Failure(.noProvider, text))]
    }
    guard parameters.artistsOf == .collection else { return next(context) }
    return [call(.artists(offset: 0), of: 0)]
  }

  mutating func take(_ news: PartNews, of number: Int, _ context: PlanContext) -> [PlanStep] {
    guard news.isEnd, let part = parts.removeValue(forKey: number) else { return [] }
    let more: PlanStep?
    switch part.stage {
    case .artists(let offset): more = take(artists: news, offset, context)
    // A list with an error is as good as none: what the user has is known from before.
    case .own: more = call(.known(offset: 0), of: part.artist)
    case .known(let offset):
      more = take(albums: news, offset, of: part.artist, mayBePartial: false).map {
        call(.known(offset: $0), of: part.artist)
      }
    case .fetched(let offset):
      more = take(albums: news, offset, of: part.artist, mayBePartial: true).map {
        call(.fetched(offset: $0), of: part.artist)
      }
    }
    if let failure { return [.fail(failure)] }
    return more.map { [$0] } ?? next(context)
  }

  private mutating func take(
    artists news: PartNews,
    _ offset: Int,
    _ context: PlanContext
  ) -> PlanStep? {
    switch news {
    case .soFar: return nil
    case .failed(let error):
      // Without any artist there is nothing to tell.
      if offset == 0 { failure = error } else { isCut = true }
      return nil
    case .ended(let page, let done):
      guessedCount += page.count(where: \.isGuessed)
      let named = page.filter { !$0.isGuessed }
      artists += named.map { Artist(id: $0.id, name: $0.displayName) }
      guard let next = done.next else { return nil }
      isCut = artists.count >= MissingAlbums.maxArtists || !context.allowsCall
      return isCut ? nil : call(.artists(offset: next), of: 0)
    }
  }

  /// Takes a page of the albums of an artist.
  ///
  /// - Returns: where the list goes on.
  private mutating func take(
    albums news: PartNews,
    _ offset: Int,
    of artist: Int,
    mayBePartial: Bool
  ) -> Int? {
    guard case .ended(let page, let done) = news else { return nil }
    let sources = done.sources ?? []
    if offset == 0 {
      let isWhole =
        mayBePartial && !sources.contains { $0.outcome.isMissing && $0.outcome != .deferred }
      guard isWhole || sources.contains(where: { isKnown($0) }) else { return nil }
    }
    artists[artist].isChecked = true
    reports += sources.filter { $0.error?.code != .notCached && $0.outcome != .skipped }
    reports = SourceReport.merged(reports)
    albumCount += page.count
    guard albumCount <= MissingAlbums.maxAlbums else {
      isCut = true
      return nil
    }
    artists[artist].albums += page
    return done.next
  }

  /// Whether a source other than those of what the user has, and the library, has replied.
  private func isKnown(_ report: SourceReport) -> Bool {
    report.outcome.isUsable && report.provider != LibraryBranch.id
      && !owners.contains(report.provider)
  }

  /// Begins what can be done now; replies if there is nothing left to do.
  private mutating func next(_ context: PlanContext) -> [PlanStep] {
    var steps: [PlanStep] = []
    let looksUp = parameters.cache != .bypass && !isFull
    while looksUp, parts.count < MissingAlbums.width, nextKnown < artists.count, context.allowsCall
    {
      steps.append(call(.own, of: nextKnown))
      nextKnown += 1
    }
    guard steps.isEmpty, parts.isEmpty else { return steps }
    while parameters.cache != .only, !isFull, nextFetched < artists.count {
      nextFetched += 1
      guard !artists[nextFetched - 1].isChecked else { continue }
      guard context.allowsCall, context.hasSpareBudgets(for: .artistAlbums) else { break }
      return [call(.fetched(offset: 0), of: nextFetched - 1)]
    }
    return [reply()]
  }

  private var isFull: Bool { albumCount > MissingAlbums.maxAlbums }

  private mutating func call(_ stage: Stage, of artist: Int) -> PlanStep {
    number += 1
    parts[number] = Part(artist: artist, stage: stage)
    var parameters = parameters
    parameters.stream = nil
    parameters.limit = MissingAlbums.pageLength
    if case .artists(let offset) = stage {
      // What the user has is asked for also if no source is.
      (parameters.cache, parameters.providers) = (nil, owners)
      (parameters.from, parameters.to, parameters.offset) = (nil, nil, offset)
      return .call(number, .collectionArtists, parameters)
    }
    (parameters.id, parameters.owned, parameters.offset) = (artists[artist].id, false, 0)
    switch stage {
    case .artists: break
    case .own: (parameters.cache, parameters.providers) = (nil, owners)
    case .known(let offset): (parameters.cache, parameters.offset) = (.only, offset)
    case .fetched(let offset): parameters.offset = offset
    }
    return .call(number, .artistAlbums, parameters)
  }

  private func reply() -> PlanStep {
    var seen: Set<EntityID> = []
    let albums = artists.flatMap(\.albums).filter { seen.insert($0.id).inserted }
    let unchecked = artists.filter { !$0.isChecked }.map(\.name)
    var done = Done()
    (done.total, done.totalIsExact) = (albums.count, unchecked.isEmpty && !isCut)
    done.sources = reports
    let notes = notes(unchecked)
    done.notes = notes.isEmpty ? nil : notes
    return .reply(albums, done)
  }

  private func notes(_ unchecked: [String]) -> [String] {
    var notes: [String] = []
    if artists.isEmpty, guessedCount == 0 {
      notes.append(
        parameters.artistsOf == .favorites
          ? "There are no favourite artists." : "There are no artists in the collection."
      )
    }
    if !unchecked.isEmpty {
      let names = unchecked.prefix(5).joined(separator: ", ")
      let more = unchecked.count > 5 ? " and \(unchecked.count - 5) more" : ""
      notes.append(
        "Not checked: \(unchecked.count) of \(artists.count.pluralized("artist")), whose albums no source has "
          + "listed yet: \(names)\(more)."
      )
    }
    if isCut { notes.append("Not all artists were looked at, or not all of their albums.") }
    if guessedCount > 0 {
      let artists = guessedCount.pluralized("artist")
      notes.append("Skipped \(artists) whose names are only guessed from paths.")
    }
    return notes
  }
}
