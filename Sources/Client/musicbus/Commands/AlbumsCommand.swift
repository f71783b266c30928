import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus albums ARTIST`
enum AlbumsCommand {
  /// In what order.
  enum Order: String, CaseIterable, Sendable {
    case date
    case newest
    case name
  }

  static let sort = Option(
    "sort",
    .choice("ORDER", of: Order.allCases),
    help: "By date, the newest first, or by name.",
    preset: "date"
  )
  static let title = Option("title", .text("TEXT"), help: "Only titles that hold this text.")
  static let kind = Option("kind", .albumKind("KIND"), help: "Only albums of this kind.")
  static let from = Option("from", .text("DATE"), help: "Only those released then or later.")
  static let to = Option("to", .text("DATE"), help: "Only those released then or before.")
  static let editions = Option(
    flag: "editions",
    help: "List each edition, not each work with all its editions."
  )

  static let command = Command<CommandAction>(
    "albums",
    abstract: "List the albums of an artist, by date.",
    discussion: """
      \(ListOptions.namesExplained)
      A date is a year, a month or a day: 1973, 1973-03 or 1973-03-01. An album of which only \
      the year is known is in a range that holds any day of the year.
      """,
    operands: [ListOptions.artistName],
    options: [sort, title, kind, ListOptions.genre, from, to, editions, ListOptions.clean],
    examples: [
      Example("albums \"Pink Floyd\" --sort newest", "The newest first."),
      Example("albums \"Pink Floyd\" --from 1970 --to 1979", "Those of the seventies."),
      Example("albums \"Pink Floyd\" --kind live", "Live albums only."),
    ],
    action: run
  )

  private static func run(_ session: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    // Wrong filters are refused before anybody is asked anything.
    let filter = try filter(for: invocation, today: .latestToday())
    let subject = try session.find(
      invocation[ListOptions.artistName],
      as: [.artist],
      for: invocation
    )
    var parameters = parameters(for: invocation)
    parameters.id = subject.id
    let all = parameters
    filter.apply(to: &parameters)
    let answer = try session.askWatched(.artistAlbums, parameters)
    var emptiness = "No albums are known of \(subject.name)."
    if answer.items.isEmpty, !filter.isEmpty, !session.settings.json {
      emptiness = filter.emptiness(ofAll: try session.count(.artistAlbums, all))
    }
    return try session.show(list: answer, of: .artist, emptiness: emptiness)
  }

  static func filter(
    for invocation: Invocation,
    today: PartialDate?
  ) throws(UsageError) -> AlbumFilter {
    var filter = AlbumFilter()
    filter.title = invocation[title]
    filter.kind = invocation[kind]
    filter.genre = invocation[ListOptions.genre]
    do throws(DateFilter.Problem) {
      filter.dates = try DateFilter(typedFrom: invocation[from], to: invocation[to], today: today)
    } catch {
      throw invocation.refusal(error.sentence)
    }
    return filter
  }

  static func parameters(for invocation: Invocation) -> CallParameters {
    var parameters = CallParameters()
    parameters.sort =
      invocation[sort].flatMap { CallParameters.Sort(rawValue: $0.rawValue) } ?? .date
    parameters.editions = invocation[editions] ? true : nil
    parameters.explicit = invocation.explicit
    return parameters
  }
}
