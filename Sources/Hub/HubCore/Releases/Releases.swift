import BusProtocol
import FavoritesModel
package import MusicModel

/// New albums of favourite artists: the checks of each artist, and their results.
struct Releases: Sendable {
  private(set) var schedule = ReleaseSchedule()
  private var histories: [String: ReleaseHistory] = [:]
  private(set) var releases: [EntityID: StoredRelease] = [:]
  /// Whether the stored state is known; nothing is checked before.
  private(set) var isLoaded = false
  /// The revision of the favourites that the histories follow.
  private(set) var followedRevision: Int?
  private var changes = ReleaseChanges()
  /// The time until which artists that no provider could look up are not due, in milliseconds since 1970.
  private var unknownUntil: [String: Int] = [:]

  /// The maximum number of releases; the oldest expire.
  static let maxReleases = 500
  /// The minimum time between two checks of the schedule, in milliseconds.
  static let tickMs = 15_000
  /// The maximum time between two checks, in milliseconds: the clock may be set.
  static let maxTickMs = 600_000

  mutating func load(_ stored: [ReleaseHistory], _ found: [StoredRelease]) {
    isLoaded = true
    histories = Dictionary(stored.map { ($0.artist, $0) }) { _, last in last }
    releases = Dictionary(found.map { ($0.album.id, $0) }) { _, last in last }
    schedule = ReleaseSchedule(lastMs: stored.compactMap(\.triedMs).max())
  }

  /// Follows changes of the favourites.
  ///
  /// The library retains their records, new artists get a history, removed ones lose it.
  mutating func sync(with document: FavoritesDocument, revision: Int, _ turn: inout Turn) {
    guard isLoaded, followedRevision != revision else { return }
    followedRevision = revision
    turn.perform(.retainRecords(document.allIDs))
    let artists = document.artistKeys
    let wanted = Set(artists)
    for gone in histories.keys where !wanted.contains(gone) {
      (histories[gone], unknownUntil[gone]) = (nil, nil)
      changes.removedArtists.append(gone)
    }
    for artist in artists where histories[artist] == nil {
      histories[artist] = ReleaseHistory(artist: artist)
    }
  }

  func scheduleCheck(after milliseconds: Int, _ turn: inout Turn) {
    turn.timers.set(.releases, at: turn.now + milliseconds)
  }

  /// Checks the schedule soon if it does not follow a revision of the favourites yet.
  func checkSoon(afterChangeTo revision: Int?, _ turn: inout Turn) {
    guard isLoaded, followedRevision != revision, turn.timers.due(.releases) != nil else { return }
    turn.timers.set(.releases, noLaterThan: turn.now + Releases.tickMs)
  }

  /// The time until an artist is due, in milliseconds.
  func pauseMs(at unixMs: Int) -> Int {
    let due = histories.values
      .map { max(ReleaseSchedule.dueMs(of: $0) ?? unixMs, waits(for: $0, at: unixMs) ?? 0) }.min()
    return ((due ?? .max) - unixMs).clamped(to: Releases.tickMs...Releases.maxTickMs)
  }

  /// The artists that are due, the least recently checked first.
  func due(at unixMs: Int) -> [ReleaseHistory] {
    schedule.due(histories.values, at: unixMs).filter { waits(for: $0, at: unixMs) == nil }
  }

  /// The time until which an artist that no provider could look up is not due. Setting the clock back does not stop checks.
  private func waits(for history: ReleaseHistory, at unixMs: Int) -> Int? {
    guard let until = unknownUntil[history.artist],
      (1...ReleaseSchedule.retryMs).contains(until - unixMs)
    else { return nil }
    return until
  }

  /// No provider can look an artist up at the moment.
  mutating func postpone(_ artist: String, at unixMs: Int) {
    unknownUntil[artist] = unixMs + ReleaseSchedule.retryMs
  }

  mutating func begin(_ artist: String, at unixMs: Int) {
    guard var history = histories[artist] else { return }
    schedule.begin(&history, at: unixMs)
    store(history)
  }

  /// Handles the albums that a provider lists for a favourite artist.
  ///
  /// - Returns: The new ones.
  mutating func listed(
    _ albums: [Album],
    by provider: ProviderID,
    of artist: Artist,
    _ key: String,
    unixMs: Int,
    earliestDate: (Album) -> PartialDate?
  ) -> [StoredRelease] {
    guard isLoaded, var history = histories[key], let today = PartialDate(unixMs: unixMs)
    else { return [] }
    let new = ReleaseFilter.newAlbums(
      in: albums,
      by: provider,
      of: artist,
      &history,
      today: today,
      earliestDate: earliestDate
    )
    ReleaseSchedule.succeeded(&history, at: unixMs)
    store(history)
    let found = new.map { StoredRelease($0, artist: key, foundMs: unixMs) }
    for release in found {
      releases[release.album.id] = release
      changes.releases.append(release)
    }
    expire()
    return found
  }

  /// Handles a later page of the albums of a favourite artist.
  ///
  /// Checks do not request it, so its albums are not new, but known from now on.
  mutating func continued(_ albums: [Album], by artist: Artist, _ key: String) {
    guard isLoaded, var history = histories[key] else { return }
    let titles = albums.map { ReleaseFilter.titles(of: $0, by: artist, $0.releaseDate).own }
    let listed = titles.reduce(into: Set()) { $0.formUnion($1) }
    history.titles.formUnion(listed)
    history.forgetTitles(except: listed)
    if history != histories[key] { store(history) }
  }

  /// All releases, the newest first.
  var sorted: [StoredRelease] {
    releases.values.sorted { ($1.foundMs, $1.album.id) < ($0.foundMs, $0.album.id) }
  }

  /// Says how many of the favourite artists were checked, and when.
  func notes(on document: FavoritesDocument, at unixMs: Int) -> [String] {
    let artists = document.artistKeys
    guard !artists.isEmpty else { return ["There are no favourite artists yet."] }
    let checks = artists.compactMap { histories[$0]?.checkedMs }
    let whole = artists.count.pluralized("favourite artist")
    let rule = "Albums known at the first check do not count as new."
    guard let lastMs = checks.max() else { return ["None of \(whole) checked yet. \(rule)"] }
    let age = Releases.age(max(0, unixMs - lastMs))
    let count = checks.count == artists.count ? whole : "\(checks.count) of \(whole)"
    return ["Checked \(count)\(age). \(rule)"]
  }

  /// " just now", ", last 2 hours ago".
  static func age(_ ms: Int) -> String {
    let minutes = ms / 60_000
    return switch minutes {
    case 0: " just now"
    case 1..<120: ", last \(minutes.pluralized("minute")) ago"
    case 120..<2880: ", last \((minutes / 60).pluralized("hour")) ago"
    default: ", last \((minutes / 1440).pluralized("day")) ago"
    }
  }

  mutating func markSeen() {
    for (id, release) in releases where !release.isSeen {
      releases[id]?.isSeen = true
      var seen = release
      seen.isSeen = true
      changes.releases.append(seen)
    }
  }

  /// Saves the changes of a turn.
  mutating func saveChanges(_ turn: inout Turn) {
    guard !changes.isEmpty else { return }
    turn.perform(.saveReleases(changes))
    changes = ReleaseChanges()
  }

  private mutating func store(_ history: ReleaseHistory) {
    histories[history.artist] = history
    changes.histories.append(history)
  }

  private mutating func expire() {
    guard releases.count > Releases.maxReleases else { return }
    for release in sorted.dropFirst(Releases.maxReleases) {
      releases[release.album.id] = nil
      changes.removedReleases.append(release.album.id)
    }
  }
}

extension PartialDate {
  /// The day of a time in milliseconds since 1970, in UTC.
  init?(unixMs: Int) {
    self.init(Timestamp(microseconds: Int64(unixMs) * 1_000).description.prefix(10))
  }
}

/// The albums of a favourite artist that the hub has seen, and when it looked for new ones.
package struct ReleaseHistory: Hashable, Sendable, Codable {
  /// The id of the favourite.
  package var artist: String
  /// The time of the last check that had a reply, in milliseconds since 1970.
  package var checkedMs: Int?
  /// The time of the last check, in milliseconds since 1970.
  package var triedMs: Int?
  /// The number of checks without a reply since the last one that had one.
  package var failures = 0
  /// The normalized titles of all albums that were seen.
  package var titles: Set<String> = []
  /// The providers whose list was seen.
  package var providers: Set<ProviderID> = []

  package init(artist: String) { self.artist = artist }

  /// The maximum number of titles that are kept; those that the last list has are kept first.
  static let maxTitles = 10_000

  /// Forgets titles if there are too many.
  mutating func forgetTitles(except listed: Set<String>) {
    guard titles.count > ReleaseHistory.maxTitles else { return }
    let others = titles.subtracting(listed).sorted()
    titles = listed.union(others.prefix(max(0, ReleaseHistory.maxTitles - listed.count)))
  }
}

/// An album of a favourite artist that was released or announced since the artist was first checked.
package struct StoredRelease: Hashable, Sendable, Codable {
  package var album: Album
  /// The id of the favourite.
  package var artist: String
  /// The time at which the hub found it, in milliseconds since 1970.
  package var foundMs: Int
  package var isSeen = false

  package init(_ album: Album, artist: String, foundMs: Int) {
    self.album = album
    self.artist = artist
    self.foundMs = foundMs
  }
}

/// Changes of histories and releases that are to be stored.
package struct ReleaseChanges: Hashable, Sendable {
  package var histories: [ReleaseHistory] = []
  package var releases: [StoredRelease] = []
  /// Artists that are not favourites any more.
  package var removedArtists: [String] = []
  /// The ids of expired releases.
  package var removedReleases: [EntityID] = []

  package init() {}

  package var isEmpty: Bool { self == ReleaseChanges() }
}

extension StoredRelease {
  /// The release as clients get it.
  func report(at unixMs: Int) -> ReleaseReport {
    ReleaseReport(album: album, foundAgeMs: max(0, unixMs - foundMs), isSeen: isSeen)
  }
}

/// Favourite artists, whose new albums the hub looks for.
extension FavoritesDocument {
  /// The keys of the favourite artists.
  var artistKeys: [String] {
    records.filter { $0.content?.kind == .artist }.map { "\($0.fav)" }
  }

  /// All ids of all favourites.
  var allIDs: [EntityID] { records.compactMap(\.content).flatMap(\.ids) }

  func contains(_ entity: Entity) -> Bool { holds(anyOf: entity.ids) }

  /// The favourite artist with a key, with its name and ids.
  func artist(_ key: String) -> Artist? {
    FavoriteID(key).flatMap { record($0)?.content }.flatMap { content in
      guard content.kind == .artist, let id = content.ids.first else { return nil }
      var artist = Artist(id: id, name: content.name)
      artist.ids = content.ids
      return artist
    }
  }

  /// The favourite artist with one of some ids.
  func artist(with ids: [EntityID]) -> (key: String, artist: Artist)? {
    guard let key = ids.lazy.compactMap(favorite).first.map({ "\($0)" }),
      let artist = artist(key)
    else { return nil }
    return (key, artist)
  }
}
