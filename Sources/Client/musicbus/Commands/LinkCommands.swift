import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel

/// `musicbus links ID-or-NAME` and `musicbus share ID-or-NAME`
enum LinkCommands {
  static let links = Command<CommandAction>(
    "links",
    abstract: "List the services that have an artist, album or song.",
    uses: [GlobalOptions.sources, GlobalOptions.format],
    arguments: [ExplainCommand.subject],
    options: [format],
    examples: [
      Example("links \"Pink Floyd - The Wall\"", "List the pages of an album."),
      Example("links \"Pink Floyd - Time\" --format odesli", "Print them as Odesli's API did."),
    ]
  ) { context, invocation in
    let (entity, reply) = try find(invocation, context)
    let table = try context.serviceTable()
    if invocation[format] == .odesli {
      let country =
        try context.settings.country ?? context.configured(.country)
        ?? ConfigurationKey.defaultCountry
      let asked = try EntityID(invocation[ExplainCommand.subject].joined(separator: " "))
      let links = LinksReply(entity, table, asked: asked, country: country)
      guard let links else {
        throw CommandFailure(
          "No service has \(entity.displayName).",
          "This format is for albums and songs. All services: musicbus links \(entity.id)"
        )
      }
      try context.printJSON(links)
      return try context.report(reply)
    }
    let services = ServiceLinks(entity, table).services
    let rows = ["Service\tURL"] + services.map { "\($0.name)\t\($0.url ?? "")" }
    try context.show(services, plain: rows) {
      let items = services.map { service in
        DefinitionList.Item(StyledText(service.name, .dim), service.url ?? "no page known")
      }
      context.terminal.print(DefinitionList(items, indent: 0).lines(fitting: .max))
    }
    return try context.report(reply)
  }

  /// A form of the links.
  private enum Format: String, CaseIterable, Sendable {
    case odesli
  }

  private static let format = Option(
    "format",
    .choice("FORMAT", of: Format.allCases),
    help: "Print JSON in the form of Odesli's API (song.link), for albums and songs."
  )

  static let share = Command<CommandAction>(
    "share",
    abstract: "Print a short text about an artist, album or song, with a link.",
    uses: [GlobalOptions.sources, GlobalOptions.format],
    arguments: [ExplainCommand.subject],
    options: [service],
    examples: [Example("share \"Pink Floyd - Time\" | xclip", "Copy the text of a song.")]
  ) { context, invocation in
    let (entity, reply) = try find(invocation, context)
    let links = try ServiceLinks(entity, context.serviceTable())
    let wanted = invocation[service]
    guard let link = links.best(at: wanted), let url = link.url else {
      let names = links.services.filter { $0.url != nil }.map(\.name).joined(separator: ", ")
      throw CommandFailure(
        "\(entity.displayName) has no page\(wanted.map { " at \"\($0)\"" } ?? "").",
        names.isEmpty ? "See its ids: musicbus links \(entity.id)" : "It has pages at: \(names)."
      )
    }
    let text = text(of: entity).neutralized
    try context.show([["text": text, "url": url]], plain: ["Text\tURL", "\(text)\t\(url)"]) {
      context.terminal.print(StyledText(text))
      context.terminal.print(StyledText(url))
    }
    return context.status(of: reply)
  }

  private static let service = Option(
    "service",
    .text("NAME"),
    help: "Link to this service, such as Deezer, itunes or \"Apple Music\".",
    default: "the first that \"musicbus links\" lists"
  )

  private static func find(
    _ invocation: Invocation,
    _ context: CommandContext
  ) throws -> (Entity, Reply) {
    let details = try EntityDetails(invocation, context)
    guard let entity = details.reply.items.first else {
      throw CommandFailure(
        "No source knows \(details.subject.id).",
        "Search for it: musicbus search"
      )
    }
    return (entity, details.reply)
  }

  /// `Time by Pink Floyd, on The Dark Side of the Moon (1973)`
  private static func text(of entity: Entity) -> String {
    func year(_ date: PartialDate?) -> String { date.map { " (\($0.year))" } ?? "" }
    func credit(_ artist: ArtistReference?) -> String { artist.map { " by \($0.name)" } ?? "" }
    return switch entity {
    case .artist, .chart: entity.displayName
    case .album(let album): album.title + credit(album.artist) + year(album.releaseDate)
    case .song(let song):
      song.title + credit(song.artist) + (song.album.map { ", on \($0.title)" } ?? "")
        + year(song.releaseDate)
    }
  }
}
