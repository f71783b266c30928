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
    abstract: "List the albums that you do not own.",
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
    let dates = try AlbumsCommand.dates(for: invocation, today: .latestToday())
    let providers = try context.settledProviders().providers
    guard providers.contains(where: { $0.isOwned && $0.state != .unconfigured }) else {
      throw CommandFailure.noMusicFolders
    }
    let kinds = invocation[kinds]
    var (name, reply) = (String?.none, Reply(items: [], done: Done()))
    if names.isEmpty {
      let call = Call.missingAlbums(of: invocation[favorites] ? .favorites : .collection)
        .with {
          ($0.from, $0.to, $0.offset) = (dates.from, dates.to, 0)
          $0.waitMs = context.settings.wait.milliseconds
        }
      reply = try context.callWithProgress(call)
    } else {
      let artists = try names.map { try context.find([$0], as: [.artist], for: invocation) }
      name = artists.count == 1 ? artists[0].name : nil
      let lists = try artists.map { try context.missingAlbums(of: $0.id, dates) }
      reply = Reply.merged(lists)
      reply.done.totalIsExact = lists.allSatisfy {
        $0.done.totalIsExact != false && $0.done.next == nil
      }
    }
    let isWhole = reply.done.totalIsExact != false
    let status = try context.show(
      list: reply.missing(of: kinds, context.settings),
      of: name == nil ? nil : .artist,
      on: ServiceTable(providers),
      emptyMessage:
        "Nothing\(name.map { " by \($0)" } ?? "") is \(isWhole ? "" : "known to be ")missing."
    )
    return isWhole || !names.isEmpty ? status : .partialResults
  }
}

extension CommandContext {
  /// The albums of a named artist that the user does not have, as far as there is time.
  fileprivate func missingAlbums(of artist: EntityID, _ dates: DateFilter) throws -> Reply {
    let call = Call.albums(ofArtist: artist).with { parameters in
      (parameters.owned, parameters.limit, parameters.offset) = (false, 200, 0)
      // Each list may wait: the first one must not use up the time of all.
      parameters.waitMs = settings.wait.milliseconds
      (parameters.from, parameters.to) = (dates.from, dates.to)
    }
    var whole = try callWithProgress(call)
    while let next = whole.done.next, deadlines.allowCall {
      let page = try self.call(call.with { $0.offset = next })
      whole.items += page.items
      whole.unreadableCount += page.unreadableCount
      whole.done.next = page.done.next
    }
    return whole
  }
}

extension Reply {
  /// Its albums of these kinds, each once; the page that the options ask for.
  fileprivate func missing(of kinds: Set<AlbumKind>?, _ settings: CommandContext.Settings) -> Reply
  {
    var reply = self
    var seen: Set<EntityID> = []
    let all = items.filter { entity in
      guard case .album(let album) = entity, seen.insert(album.id).inserted else { return false }
      // Sources often omit the kind of an album.
      return kinds?.contains(album.albumKind ?? .album) ?? true
    }
    let offset = settings.offset ?? 0
    reply.items = Array(all.dropFirst(offset).prefix(settings.limit ?? all.count))
    let end = offset + reply.items.count
    (reply.done.total, reply.done.totalIsExact) = (all.count, done.totalIsExact ?? true)
    reply.done.next = end < all.count && !reply.items.isEmpty ? end : nil
    return reply
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
