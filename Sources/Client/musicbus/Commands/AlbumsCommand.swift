import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus albums ARTIST`
enum AlbumsCommand {
  /// The sort orders.
  enum Order: String, CaseIterable, Sendable {
    case date
    case newest
    case name
  }

  static let sort = Option(
    "sort",
    .choice("ORDER", of: Order.allCases),
    help: "Sort by date, newest first, or by name.",
    default: "date"
  )
  static let title = Option("title", .text("TEXT"), help: "Only titles that contain this text.")
  static let kind = Option("kind", .albumKind("KIND"), help: "Only albums of this kind.")
  static let from = Option(
    "from",
    .text("DATE"),
    help: "Only albums released on or after this date."
  )
  static let to = Option("to", .text("DATE"), help: "Only albums released on or before this date.")
  private static let appearances = Option(
    flag: "appearances",
    help: "List albums by other artists on which the artist appears."
  )
  static let editions = Option(
    flag: "editions",
    help: "List every edition instead of grouping editions by album."
  )

  private static let artist = Argument(
    anyNumberOf: .text("ARTIST", from: .artists),
    help: "Artist id or name (default with --owned: all albums that you have)."
  )

  static let command = Command<CommandAction>(
    "albums",
    abstract: "List the albums of an artist, by date.",
    discussion: """
      \(ListOptions.namesExplained)
      Dates are YYYY, YYYY-MM or YYYY-MM-DD. An album dated only by year matches any range that \
      includes a day of that year.
      """,
    arguments: [artist],
    options: [
      sort, title, kind, ListOptions.genre, from, to, appearances, editions, ListOptions.clean,
      ListOptions.owned, ListOptions.notOwned,
    ],
    examples: [
      Example("albums \"Pink Floyd\" --sort newest", "List the newest first."),
      Example("albums \"Pink Floyd\" --from 1970 --to 1979", "List the albums of the seventies."),
      Example("albums \"Pink Floyd\" --kind live", "List live albums only."),
      Example(
        "albums \"David Bowie\" --appearances",
        "List albums by other artists on which he appears."
      ),
      Example("albums --owned", "List the albums that you have as files, by title."),
    ],
    action: run
  )

  private static func run(_ context: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    // Reject invalid filters before making any call.
    let filter = try filter(for: invocation, today: .latestToday())
    let names = try invocation[artist]
    guard !names.isEmpty else { return try listOwn(context, invocation, filter) }
    let subject = try context.find(names, as: [.artist], for: invocation)
    let all = call(of: subject.id, for: invocation)
    let reply = try context.callWithProgress(all.with { filter.apply(to: &$0) })
    let isOfOthers = invocation[appearances]
    var emptyMessage =
      isOfOthers
      ? "No source lists albums by other artists on which \(subject.name) appears."
      : "No albums found for \(subject.name)."
    if reply.items.isEmpty, !filter.isEmpty, !context.settings.json {
      emptyMessage = filter.emptyMessage(ofAll: try? context.count(all))
    }
    return try context.show(
      list: reply,
      of: isOfOthers ? nil : .artist,
      emptyMessage: emptyMessage
    )
  }

  /// Lists the albums of all artists of the user's files.
  private static func listOwn(
    _ context: CommandContext,
    _ invocation: Invocation,
    _ filter: AlbumFilter
  ) throws -> ExitStatus {
    guard filter.owned == true else {
      throw invocation.usageError("Name an artist, or list all albums that you have with --owned.")
    }
    guard !invocation[editions], !invocation[appearances], invocation.explicit == nil else {
      throw invocation.usageError("--appearances, --editions and --clean need an artist.")
    }
    do {
      let all = Call.collectionAlbums.with { parameters in
        filter.apply(to: &parameters)
        parameters.sort = invocation[sort].flatMap { .init(rawValue: $0.rawValue) }
      }
      let reply = try context.callWithProgress(all)
      return try context.show(list: reply, emptyMessage: "You have no such album.")
    } catch ClientError.failed(let failure) where failure.code == .noProvider {
      throw CommandFailure.noMusicFolders
    }
  }

  /// The list of all albums of an artist, or of those of others.
  static func call(of artist: EntityID, for invocation: Invocation) -> Call<Reply> {
    let all: Call =
      invocation[appearances] ? .albums(withArtist: artist) : .albums(ofArtist: artist)
    return all.with { parameters in
      parameters.sort = invocation[sort].flatMap { .init(rawValue: $0.rawValue) } ?? .date
      parameters.editions = invocation[editions] ? true : nil
      parameters.explicit = invocation.explicit
    }
  }

  static func filter(
    for invocation: Invocation,
    today: PartialDate?
  ) throws(UsageError) -> AlbumFilter {
    var filter = AlbumFilter()
    filter.title = invocation[title]
    filter.kind = invocation[kind]
    filter.genre = invocation[ListOptions.genre]
    filter.owned = try invocation.owned()
    filter.dates = try dates(for: invocation, today: today)
    return filter
  }

  static func dates(
    for invocation: Invocation,
    today: PartialDate?
  ) throws(UsageError) -> DateFilter {
    do throws(DateFilterError) {
      return try DateFilter(typedFrom: invocation[from], to: invocation[to], today: today)
    } catch {
      throw invocation.usageError(error.message)
    }
  }
}
