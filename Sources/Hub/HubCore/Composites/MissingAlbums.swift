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
    /// Whether the list of its albums counts; see ``isList(_:)``.
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
  /// The first artists that are not checked yet, and not fetched yet.
  private var (nextKnown, nextFetched) = (0, 0)
  private var parts: [Int: Part] = [:]
  private var number = 0
  private var reports: [SourceReport] = []
  private var albumCount = 0
  private var failure: Failure?
  /// Whether there are more artists or albums than are checked.
  private var isCut = false
  /// Whether what the user has is not known for sure.
  private var isUnsure = false

  private static let pageLength = 200
  /// The number of artists whose known lists are read at a time.
  private static let width = 8
  static let maxArtists = 5_000
  private static let maxAlbums = 10_000

  /// `artists` are the favourite ones, at most one more than are checked; none for the artists of the user's own music.
  init(_ parameters: CallParameters, favorites artists: [Entity]) {
    self.parameters = parameters
    isCut = artists.count > MissingAlbums.maxArtists
    self.artists = artists.prefix(MissingAlbums.maxArtists)
      .map { Artist(id: $0.id, name: $0.displayName) }
  }

  mutating func begin(_ context: PlanContext) -> [PlanStep] {
    owners = context.directory.owners
    guard !owners.isEmpty else {
      let text = "No source of the user's own music is set up."
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
    case .own:
      // What the user has is known from before, but may be more now.
      noteOwners(news)
      more = parameters.cache == .bypass ? nil : call(.known(offset: 0), of: part.artist)
    case .known(let offset):
      let next = take(albums: news, offset, of: part.artist, context)
      more = next.map { call(.known(offset: $0), of: part.artist) }
    case .fetched(let offset):
      var next = take(albums: news, offset, of: part.artist, context)
      if next != nil, !hasSpareBudgets(context) { (next, isCut) = (nil, true) }
      more = next.map { call(.fetched(offset: $0), of: part.artist) }
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
      noteOwners(news)
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
  /// - Returns: where the list continues.
  private mutating func take(
    albums news: PartNews,
    _ offset: Int,
    of artist: Int,
    _ context: PlanContext
  ) -> Int? {
    let asked = news.reports.filter { $0.error?.code != .notCached && $0.outcome != .skipped }
    guard case .ended(let page, let done) = news, offset > 0 || isList(news.reports) else {
      // Of a list that was begun, the rest is missing.
      isCut = isCut || offset > 0
      note(asked.filter(\.outcome.isMissing))
      return nil
    }
    artists[artist].isChecked = true
    note(asked)
    albumCount += page.count
    guard albumCount <= MissingAlbums.maxAlbums else {
      isCut = true
      return nil
    }
    artists[artist].albums += page
    guard let next = done.next else { return nil }
    isCut = isCut || !context.allowsCall
    return context.allowsCall ? next : nil
  }

  /// Whether sources have listed albums, or none of them has the artist. Owners and the library do not count.
  private func isList(_ reports: [SourceReport]) -> Bool {
    let others = reports.filter { $0.provider != LibraryBranch.id && !owners.contains($0.provider) }
    return others.contains(where: \.outcome.isUsable)
      || others.allSatisfy { report in
        !report.outcome.isMissing && report.outcome != .skipped && report.error?.code != .notCached
      }
  }

  /// Notes what is missing of what the user has.
  private mutating func noteOwners(_ news: PartNews) {
    isUnsure = isUnsure || news.isMissingSources
    note(news.reports.filter(\.outcome.isMissing))
  }

  private mutating func note(_ new: [SourceReport]) {
    if !new.isEmpty { reports = SourceReport.merged(reports + new) }
  }

  private func hasSpareBudgets(_ context: PlanContext) -> Bool {
    context.hasSpareBudgets(for: .artistAlbums, at: parameters.providers)
  }

  /// Begins what can be done now; replies if there is nothing left to do.
  private mutating func next(_ context: PlanContext) -> [PlanStep] {
    var steps: [PlanStep] = []
    while !isFull, parts.count < MissingAlbums.width, nextKnown < artists.count, context.allowsCall
    {
      steps.append(call(.own, of: nextKnown))
      nextKnown += 1
    }
    guard steps.isEmpty, parts.isEmpty else { return steps }
    let mayFetch = parameters.cache != .only && context.directory.lacksNetwork(reports) != true
    while mayFetch, !isFull, nextFetched < artists.count {
      nextFetched += 1
      guard !artists[nextFetched - 1].isChecked else { continue }
      guard context.allowsCall, hasSpareBudgets(context) else { break }
      return [call(.fetched(offset: 0), of: nextFetched - 1)]
    }
    return [reply(context)]
  }

  private var isFull: Bool { albumCount > MissingAlbums.maxAlbums }

  private mutating func call(_ stage: Stage, of artist: Int) -> PlanStep {
    number += 1
    parts[number] = Part(artist: artist, stage: stage)
    var parameters = parameters
    parameters.stream = nil
    parameters.limit = MissingAlbums.pageLength
    if case .artists(let offset) = stage {
      // Their providers are asked even if no other source is.
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

  private func reply(_ context: PlanContext) -> PlanStep {
    var seen: Set<EntityID> = []
    let albums = artists.flatMap(\.albums).filter { seen.insert($0.id).inserted }
    let unchecked = artists.filter { !$0.isChecked }.map(\.name)
    var done = Done()
    (done.total, done.totalIsExact) = (albums.count, unchecked.isEmpty && !isCut && !isUnsure)
    (done.sources, done.noNetwork) = (reports, context.directory.lacksNetwork(reports))
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
    if !unchecked.isEmpty, !isFull {
      let names = unchecked.prefix(5).joined(separator: ", ")
      let more = unchecked.count > 5 ? " and \(unchecked.count - 5) more" : ""
      notes.append(
        "Not checked: \(unchecked.count) of \(artists.count.pluralized("artist")) (\(names)\(more)); no source has "
          + "listed their albums yet."
      )
    }
    if isUnsure { notes.append("What you have could not be read completely.") }
    if isCut { notes.append("Not all artists were looked at, or not all of their albums.") }
    if guessedCount > 0 {
      let artists = guessedCount.pluralized("artist")
      notes.append("Skipped \(artists) whose names are only guessed from paths.")
    }
    return notes
  }
}

extension PartNews {
  /// Whether it has failed, or a source has.
  fileprivate var isMissingSources: Bool {
    if case .failed(let failure) = self, failure.code != .noProvider { return true }
    return reports.contains(where: \.outcome.isMissing)
  }
}
