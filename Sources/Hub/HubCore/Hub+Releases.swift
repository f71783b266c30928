import BusProtocol
import EntityResolution
import FavoritesModel
import MusicModel

/// New albums of favourite artists (Protocol/client.md, "New releases").
extension Hub {
  var releaseReports: [ReleaseReport] {
    let (unixMs, marks) = (turn.unixMs ?? 0, world.marks)
    return favorites.releases.sorted.map { release in
      var release = release
      if case .album(let known)? = entityIndex.merged(release.album.id) { release.album = known }
      if case .album(let marked) = marks.withOwnedMark(.album(release.album)) {
        release.album = marked
      }
      return release.report(at: unixMs)
    }
  }

  /// Has the library retain the favourites, and checks the next artist for new albums, or else the next link of a favourite, if
  /// budgets allow.
  mutating func checkReleasesAndLinks() {
    favorites.releases.scheduleCheck(after: Releases.tickMs, &turn)
    guard life == .running, favorites.state == .open, let unixMs = turn.unixMs else { return }
    favorites.releases.sync(with: favorites.document, revision: favorites.revision, &turn)
    favorites.links.sync(with: favorites.document, revision: favorites.revision)
    guard favorites.releases.isLoaded else { return }
    let pauses = [favorites.releases.pauseMs(at: unixMs), linkPauseMs(at: unixMs)]
    favorites.releases.scheduleCheck(after: pauses.min() ?? Releases.tickMs, &turn)
    let hasClients = !sessions.clients.isEmpty
    let candidates = directory.all.sorted().filter {
      supervisor.providers[$0]?.drain == nil
        && lanes.mayCheckReleases($0, sparingClients: hasClients, now)
    }
    guard !candidates.isEmpty else { return }
    for history in favorites.releases.due(at: unixMs) {
      guard let artist = favorites.document.artist(history.artist) else { continue }
      guard let query = ReleaseQuery(artist, history, candidates, world) else {
        favorites.releases.postpone(history.artist, at: unixMs)
        continue
      }
      favorites.releases.begin(history.artist, at: unixMs)
      let deadline = now + ReleaseCheck.timeoutMs
      lanes.ask(query.query, for: Waiter(ofHubUntil: deadline, bypassesCache: true), &turn)
      return
    }
    checkNextLink(candidates, at: unixMs)
  }

  /// Finds the new ones among the albums of an artist, if that is a favourite.
  mutating func albumsListed(_ query: ProviderQuery, _ items: [Entity]) {
    let albums = items.compactMap { if case .album(let album) = $0 { album } else { nil } }
    let parameters = query.parameters
    let ids = [parameters.id].compactMap(\.self) + (parameters.ids ?? [])
    guard let unixMs = turn.unixMs, let (key, artist) = favorites.document.artist(with: ids)
    else { return }
    guard query.parameters.listPosition == nil else {
      return favorites.releases.continued(albums, by: artist, key)
    }
    let index = entityIndex
    let found = favorites.releases.listed(
      albums,
      by: query.provider,
      of: artist,
      key,
      unixMs: unixMs,
      earliestDate: { index.earliestDate(of: $0) }
    )
    guard !found.isEmpty else { return }
    watchers.record(found.map { $0.report(at: unixMs) })
  }
}

/// The links of favourites, and the hub (Protocol/client.md, "Favourites").
extension Hub {
  /// Asks for the id of a favourite that is due, if half of each request budget would be left.
  mutating func checkNextLink(_ candidates: [ProviderID], at unixMs: Int) {
    let issuers = directory.issuers(among: candidates)
    let isSparing = !sessions.clients.isEmpty
    let isAsked = { [lanes, now] (id: EntityID) in
      guard let provider = issuers.issuer(of: id), let get = id.kind.flatMap(Methods.get)
      else { return false }
      return lanes.leavesHalf(of: provider, after: get, sparingClients: isSparing, now)
    }
    guard let id = favorites.links.next(isAsked, at: unixMs),
      let provider = issuers.issuer(of: id), let get = id.kind.flatMap(Methods.get)
    else { return }
    favorites.links.pause(from: unixMs)
    favorites.links.asked(provider, for: id, at: unixMs)
    var parameters = CallParameters()
    (parameters.id, parameters.ids) = (id, entityIndex.entity(id)?.ids ?? [id])
    parameters.country = favorites.links.country
    let query = ProviderQuery(
      provider: provider,
      method: get,
      parameters: parameters.query(of: get, limit: settings.maxPageLength, settings)
    )
    let deadline = now + ReleaseCheck.timeoutMs
    lanes.ask(query, for: Waiter(ofHubUntil: deadline, bypassesCache: true), &turn)
  }

  /// The time until the next link is due, in milliseconds.
  func linkPauseMs(at unixMs: Int) -> Int {
    let issuers = directory.issuers(among: directory.providers)
    return favorites.links.pauseMs({ issuers.issuer(of: $0) != nil }, at: unixMs)
  }

  /// Notes what a reply to a call for an album or song says about ids of favourites: those of its records are there, and if it has none, the
  /// one that was asked for has gone, in that country. What has gone may be there under another id.
  mutating func linksAnswered(_ call: LaneCall) {
    let (query, reply) = (call.query, call.reply)
    guard [.albumGet, .songGet].contains(query.method), let unixMs = turn.unixMs,
      favorites.state == .open
    else { return }
    let issuers = directory.issuers(among: [query.provider])
    for id in reply.records.flatMap(\.entity.ids)
    where favorites.links.hasGone(id) && issuers.issuer(of: id) != nil {
      _ = favorites.links.note(id, isThere: true, by: query.provider, at: unixMs)
    }
    guard let id = query.parameters.id, favorites.document.favorite(id) != nil,
      issuers.issuer(of: id) != nil,
      query.parameters.country == favorites.links.country
    else { return }
    let isThere = !reply.records.isEmpty
    // A record that cannot be read is one.
    guard isThere || reply.skipped == 0,
      favorites.links.note(id, isThere: isThere, by: query.provider, at: unixMs),
      !call.waiters.contains(where: isOfLinkCheck)
    else { return }
    favorites.completeLater(id, at: query.provider)
  }

  /// Whether a waiter belongs to a call that searches what has gone by itself.
  private func isOfLinkCheck(_ waiter: Waiter) -> Bool {
    let parent = waiter.id.flatMap { clientCalls[$0.call]?.request.parent }
    return parent.flatMap { composites[$0.call] }?.plan is LinkChecks
  }

  /// The favourites that a service no longer has. One that was found again is left out after a month.
  private var unavailableLinks: [UnavailableLink] {
    favorites.links.gone.lazy.compactMap(report).prefix(FavoriteLinks.maxReported).map(\.self)
  }

  private func report(_ link: FavoriteLink) -> UnavailableLink? {
    let (document, links) = (favorites.document, favorites.links)
    guard let fav = document.favorite(link.id), let content = document.record(fav)?.content,
      let entity = content.entity, let goneMs = link.goneMs
    else { return nil }
    var report = UnavailableLink(
      fav: "\(fav)",
      entity: entity.bare.with(ids: [entity.id]),
      id: link.id,
      provider: link.provider,
      goneAgeMs: max(0, (turn.unixMs ?? 0) - goneMs)
    )
    let others = content.ids.lazy.filter { $0 != link.id && links.isThere($0) }
    report.others = Array(others.prefix(FavoriteLinks.maxOthers))
    let replacement = content.ids.first { other in
      (other.namespace, other.type) == (link.id.namespace, link.id.type)
        && !links.hasGone(other) && (links.isThere(other) || wasSeen(other, since: goneMs))
    }
    guard let replacement else { return report }
    guard report.goneAgeMs < FavoriteLinks.intervalMs else { return nil }
    report.replacement = replacement
    // The old id says nothing: it was asked for.
    let ids = content.ids.filter { $0 != replacement && !links.hasGone($0) }
    let unknown = EntityID("favorite:\(link.id.type):\(link.id.value)")
    let before = entity.with(ids: ids.isEmpty ? [unknown ?? link.id] : ids)
    report.reasons = entityIndex.match(before, among: [replacement]).candidates.first?.fragments
    return report
  }

  /// Whether its service has sent an id since a time.
  private func wasSeen(_ id: EntityID, since unixMs: Int) -> Bool {
    entityIndex.entity(id)?.records.contains { record in
      record.issued(id) && (record.fetchedMs ?? 0) >= unixMs
    } == true
  }

  /// The reply to `favorites.links`, with the reports of sources that it has.
  func linksReply(_ done: Done) -> Done {
    var done = done
    let issuers = directory.issuers(among: directory.providers)
    done.unavailable = unavailableLinks
    done.notes = favorites.links.notes(
      { issuers.issuer(of: $0) != nil },
      at: turn.unixMs ?? 0
    )
    return done
  }
}
