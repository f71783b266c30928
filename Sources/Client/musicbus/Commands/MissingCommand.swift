import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel

/// `musicbus missing [ARTIST…]`
enum MissingCommand {
  private static let artists = Argument(
    anyNumberOf: .text("ARTIST", from: .artists),
    help: "Artist ids or names (default: all artists of your files)."
  )
  private static let favorites = Option(
    flag: "favorites",
    help: "The albums of all your favourite artists."
  )
  private static let kinds = Option(
    "kind",
    .albumKinds("KINDS"),
    help: "Only albums of these kinds, such as album,ep,single."
  )

  static let command = Command<CommandAction>(
    "missing",
    abstract: "List the albums of artists that you do not have as files.",
    discussion: """
      \(ListOptions.namesExplained) Quote names of several words.
      An album counts as yours if you have any edition of it. Of favourites and of all artists, lists \
      that are known are used as they are; others are fetched as long as half of each request budget is \
      left. What was not checked is reported; later runs continue.
      """,
    uses: [GlobalOptions.page, GlobalOptions.sources, GlobalOptions.format],
    arguments: [artists],
    options: [favorites, kinds, AlbumsCommand.from, AlbumsCommand.to],
    examples: [
      Example("missing \"Pink Floyd\" --kind album,ep", "List what you lack of an artist."),
      Example("missing --favorites --from 2020", "List recent albums of your favourite artists."),
      Example("missing --json", "List what you lack of all artists of your files."),
    ],
    action: run
  )

  private static func run(_ context: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    let names = try invocation[artists]
    guard names.isEmpty || !invocation[favorites] else {
      throw invocation.usageError("--favorites lists all your favourites; remove the names.")
    }
    let filter = try AlbumsCommand.dates(for: invocation, today: .latestToday())
    let providers = try context.settledProviders().providers
    var search = try MissingAlbums(context, providers, dates: filter)
    var note: String?
    if !names.isEmpty {
      for name in names {
        try search.fetch(context.find([name], as: [.artist], for: invocation))
      }
    } else {
      let listed = try invocation[favorites] ? search.favorites() : search.ownArtists()
      try search.useKnownLists(of: listed)
      try search.fetchWithinSpareBudgets()
      if listed.isEmpty {
        note = invocation[favorites] ? "No favourite artists yet." : "No artists in your files yet."
      }
    }
    let reply = search.reply(of: invocation[kinds], context.settings)
    let isOfOne = names.count == 1
    let status = try context.show(
      list: reply,
      of: isOfOne ? .artist : nil,
      on: ServiceTable(providers),
      emptyMessage: note ?? "Nothing is missing\(isOfOne ? " of \(search.names[0])" : "")."
    )
    return search.unchecked.isEmpty ? status : .partialResults
  }
}

/// Collects the albums that the user does not have, artist by artist.
private struct MissingAlbums {
  private struct Artist {
    let id: EntityID
    let name: String
    var list: Reply?
  }

  private let context: CommandContext
  private let dates: DateFilter
  private let owners: [ProviderID]
  private var artists: [Artist] = []
  /// The number of artists whose names are guesses, so that no source can have their albums.
  private var guessedCount = 0

  private static let batch = 32
  /// The albums of an artist end here at the latest.
  private static let maxPages = 25
  /// Whether time ended before all artists of the user's files were listed.
  private var isCut = false

  /// - Throws: ``CommandFailure`` if no provider serves what the user has.
  init(
    _ context: CommandContext,
    _ providers: [ProviderStatus],
    dates: DateFilter
  ) throws(CommandFailure) {
    (self.context, self.dates) = (context, dates)
    owners = providers.filter { provider in
      provider.state != .unconfigured
        && provider.services?.contains { $0.owned == true } == true
    }.map(\.id)
    guard !owners.isEmpty else { throw .noMusicFolders }
  }

  var names: [String] { artists.map(\.name) }

  /// The names of the artists of whom no list is known.
  var unchecked: [String] { artists.filter { $0.list == nil }.map(\.name) }

  // MARK: Artists

  func favorites() throws -> [Entity] {
    var found: [Entity] = []
    let list = Call.favorites.with { $0.entityKind = .artist }
    _ = try context.favorites(list, all: true, receive: { found += $0 }, restart: { found = [] })
    return found
  }

  /// The artists of the user's files whose names are no guesses.
  mutating func ownArtists() throws -> [Entity] {
    // The files are here, also with --offline.
    let list = try pages(of: .collectionArtists, atMost: .max) { [context] in
      try context.callHub($0)
    }
    isCut = list.done.next != nil
    let all = list.items
    let named = all.filter { !$0.isGuessed }
    guessedCount = all.count - named.count
    return named
  }

  // MARK: Lists

  /// Fetches the albums of a named artist.
  mutating func fetch(_ artist: CommandContext.Subject) throws {
    let call = albums(of: artist.id)
    let list = try context.callWithProgress(call)
    let whole = try pages(of: call, from: list)
    artists.append(Artist(id: artist.id, name: artist.name, list: whole))
  }

  /// Uses the lists that the hub has, together with the albums of the files as they are now.
  mutating func useKnownLists(of entities: [Entity]) throws {
    artists = entities.map { Artist(id: $0.id, name: $0.displayName) }
    guard context.settings.cache != .bypass else { return }
    let line = context.terminal.showsProgress ? ProgressLine(context.terminal) : nil
    defer { line?.clear() }
    for start in stride(from: 0, to: artists.count, by: MissingAlbums.batch)
    where context.deadlines.allowCall {
      let batch = artists[start..<min(start + MissingAlbums.batch, artists.count)]
      line?.show("\(start) of \(artists.count) artists")
      let own = batch.map { albums(of: $0.id).with { $0.providers = owners } }
      _ = try context.client().replies(to: own, timeout: context.deadlines.timeLeft())
      guard context.deadlines.allowCall else { break }
      let known = try context.call(all: batch.map { albums(of: $0.id).with { $0.cache = .only } })
      for (index, result) in zip(batch.indices, known) {
        guard case .success(let list) = result, isKnown(list) else { continue }
        let rest = albums(of: artists[index].id).with { $0.cache = .only }
        artists[index].list = try pages(of: rest, from: list).withoutUncached
      }
    }
  }

  /// Fetches further lists as long as the sources are left half of each budget.
  mutating func fetchWithinSpareBudgets() throws {
    guard context.settings.cache != .only else { return }
    let line = context.terminal.showsProgress ? ProgressLine(context.terminal) : nil
    defer { line?.clear() }
    for index in artists.indices where artists[index].list == nil {
      guard context.deadlines.allowCall, try hasSpareBudgets() else { break }
      line?.show("Looking up \(artists[index].name)")
      let call = albums(of: artists[index].id)
      guard let list = try context.call(all: [call])[0].success, isKnown(list) || !list.isPartial
      else { continue }
      artists[index].list = try pages(of: call, from: list)
    }
  }

  /// Whether no list of albums would leave a source less than half of a request budget.
  private func hasSpareBudgets() throws -> Bool {
    try context.call(.providers).allSatisfy { provider in
      guard provider.methods.contains(.artistAlbums) else { return true }
      return provider.budgets?.values.allSatisfy { $0.left >= $0.requests / 2 } ?? true
    }
  }

  /// Whether a source other than the user's files and the library has replied.
  private func isKnown(_ list: Reply) -> Bool {
    (list.done.sources ?? []).contains { report in
      [.ok, .empty, .cached, .stale].contains(report.outcome)
        && report.provider.rawValue != "library"
        && !owners.contains(report.provider)
    }
  }

  private func albums(of artist: EntityID) -> Call<Reply> {
    .albums(ofArtist: artist).with { parameters in
      parameters.owned = false
      (parameters.from, parameters.to) = (dates.from, dates.to)
      (parameters.limit, parameters.offset) = (200, 0)
      // Each list may wait: the first one must not use up the time of all.
      parameters.waitMs = context.settings.wait.milliseconds
    }
  }

  /// All pages of a list, as far as there is time.
  private func pages(
    of call: Call<Reply>,
    from first: Reply? = nil,
    atMost maxPages: Int = MissingAlbums.maxPages,
    _ fetch: ((Call<Reply>) throws -> Reply)? = nil
  ) throws -> Reply {
    func page(at offset: Int) throws -> Reply {
      let call = call.with { ($0.limit, $0.offset) = (200, offset) }
      return try fetch.map { try $0(call) } ?? context.call(call)
    }
    var whole = try first ?? page(at: 0)
    for _ in 1..<maxPages {
      guard let next = whole.done.next, context.deadlines.allowCall else { break }
      let page = try page(at: next)
      whole.items += page.items
      whole.unreadableCount += page.unreadableCount
      whole.done.next = page.done.next
    }
    return whole
  }

  // MARK: Result

  /// The albums of these kinds; the page that the options ask for.
  func reply(of kinds: Set<AlbumKind>?, _ settings: CommandContext.Settings) -> Reply {
    var reply = Reply.merged(artists.compactMap(\.list))
    var seen: Set<EntityID> = []
    let all = reply.items.filter { entity in
      guard case .album(let album) = entity, seen.insert(album.id).inserted else { return false }
      // Sources often omit the kind of an album.
      return kinds?.contains(album.albumKind ?? .album) ?? true
    }
    let offset = settings.offset ?? 0
    reply.items = Array(all.dropFirst(offset).prefix(settings.limit ?? all.count))
    let end = offset + reply.items.count
    (reply.done.total, reply.done.totalIsExact) = (all.count, unchecked.isEmpty && !isCut)
    reply.done.next = end < all.count && !reply.items.isEmpty ? end : nil
    reply.done.notes = (reply.done.notes ?? []) + notes
    return reply
  }

  private var notes: [String] {
    var notes: [String] = []
    if !unchecked.isEmpty {
      let names = unchecked.prefix(5).joined(separator: ", ")
      let more = unchecked.count > 5 ? " and \((unchecked.count - 5).grouped) more" : ""
      notes.append(
        "Not checked: \(unchecked.count.grouped) of \(artists.count.counted("artist")), whose albums no "
          + "source has listed yet: \(names)\(more). Run it again later, or name them."
      )
    }
    if isCut {
      notes.append("Not all artists of your files were listed in time; allow more with --timeout.")
    }
    if guessedCount > 0 {
      let artists = guessedCount.counted("artist")
      notes.append("Skipped \(artists) whose names are only guessed from paths; tag the files.")
    }
    return notes
  }
}

extension CommandFailure {
  /// No provider serves what the user has.
  static let noMusicFolders = CommandFailure(
    "No music folder and no server of yours is configured.",
    "Name a folder: musicbus config set providers.files.folders ~/Music, "
      + "or a server: musicbus provider setup opensubsonic"
  )
}

extension Reply {
  /// The reply without the sources that have nothing cached, which were not to be called.
  fileprivate var withoutUncached: Reply {
    var reply = self
    reply.done.sources?.removeAll { $0.error?.code == .notCached || $0.outcome == .skipped }
    return reply
  }
}

extension Result {
  fileprivate var success: Success? { try? get() }
}
