import CommandKit

/// A small program that uses every feature of a command table.
enum Sample {
  enum Action: Hashable, Sendable {
    case searchArtists
    case searchAlbums
    case albums
    case top
    case artwork
    case listProviders
    case showProvider
    case stopHub
  }

  enum SortKey: String, CaseIterable, Sendable {
    case date
    case title
    case kind
  }

  enum ChartSortKey: String, CaseIterable, Sendable {
    case rank
    case artist
  }

  enum ProviderSortKey: String, CaseIterable, Sendable {
    case name
    case state
  }

  enum ChartKind: String, CaseIterable, Sendable {
    case albums
    case songs
  }

  static let limit = Option(
    "limit",
    .integer("COUNT", in: 1...200),
    help: "Maximum number of results.",
    default: "25"
  )
  static let offset = Option(
    "offset",
    .integer("COUNT", in: 0...(.max)),
    help: "Skip this many results."
  )
  static let provider = Option(
    repeating: "provider",
    .text("NAME"),
    help: "Query only this source.",
    default: "all"
  )
  static let country = Option(
    "country",
    .text("CODE"),
    help: "Storefront country, such as US or DE."
  )
  static let language = Option("lang", .text("TAG"), help: "Language of biographies.")
  static let wait = Option(
    "wait",
    .duration("TIME", in: .zero ... .seconds(120)),
    help: "Stop waiting for slow sources after this time.",
    default: "3s"
  )
  static let timeout = Option(
    "timeout",
    .duration("TIME", in: .milliseconds(50) ... .seconds(120)),
    help: "Overall time limit.",
    default: "10s"
  )
  static let json = Option(flag: "json", help: "Print one JSON object per line.")
  static let plain = Option(flag: "plain", help: "Print tab-separated values.")
  static let noColor = Option(flag: "no-color", help: "Disable colours.")
  static let noAutostart = Option(flag: "no-autostart", help: "Do not start a hub.")

  static let sort = Option(
    "sort",
    .choice("KEY", of: SortKey.allCases),
    help: "Sort order.",
    default: "date"
  )
  static let chartSort = Option(
    "sort",
    .choice("KEY", of: ChartSortKey.allCases),
    help: "Sort order.",
    default: "rank"
  )
  static let providerSort = Option(
    "sort",
    .choice("KEY", of: ProviderSortKey.allCases),
    help: "Sort order."
  )
  static let output = Option("output", short: "o", .file(), help: "Write to FILE.")
  static let force = Option(flag: "force", short: "f", help: "Overwrite an existing file.")

  static let text = Argument(repeating: .text("TEXT"), help: "Text to search for.")
  static let artist = Argument(.text("ARTIST"), help: "Artist id or name.")
  static let id = Argument(.text("ID"), help: "Id of anything with artwork.")
  static let chart = Argument(
    optional: .choice("CHART", of: ChartKind.allCases),
    help: "Chart to show."
  )

  static let program = Program<Action>(
    "musicbus",
    version: "1.2.3",
    abstract: "Search several music sources.",
    sharedOptions: [
      limit.info, offset.info, provider.info, country.info, language.info, wait.info, timeout.info,
      json.info, plain.info, noColor.info, noAutostart.info,
    ],
    sections: [
      .init(
        "Finding",
        [
          Command(
            "search",
            abstract: "Search all sources.",
            commands: [
              Command(
                "artists",
                abstract: "Search artists.",
                arguments: [text],
                action: .searchArtists
              ),
              Command(
                "albums",
                abstract: "Search albums.",
                arguments: [text],
                action: .searchAlbums
              ),
            ]
          ),
          Command(
            "albums",
            abstract: "List the albums of an artist, newest first.",
            discussion: """
              A name must match exactly one artist. Otherwise the matching artists are listed \
              with their ids.
              Editions of an album are grouped.
              """,
            arguments: [artist],
            options: [sort],
            examples: [
              Example("albums \"Pink Floyd\" --sort title", "All albums by title."),
              Example("albums itunes:artist:487143 --limit 5", "The five newest albums."),
            ],
            action: .albums
          ),
          Command(
            "top",
            abstract: "Show a chart.",
            arguments: [chart],
            options: [chartSort],
            action: .top
          ),
          Command(
            "artwork",
            abstract: "Download artwork.",
            arguments: [id],
            options: [output, force],
            action: .artwork
          ),
        ]
      ),
      .init(
        "Running",
        [
          Command(
            "providers",
            abstract: "Inspect the sources.",
            commands: [
              Command(
                "list",
                abstract: "List the sources.",
                options: [providerSort],
                action: .listProviders
              ),
              Command(
                "show",
                abstract: "Show one source.",
                arguments: [Argument(.text("NAME"), help: "Source name.")],
                action: .showProvider
              ),
            ],
            default: "list"
          ),
          Command(
            "hub",
            abstract: "Control the hub.",
            commands: [Command("stop", abstract: "Stop the hub.", action: .stopHub)]
          ),
        ]
      ),
    ]
  )

  /// Parses a command line; throws if it does not run a command.
  static func run(_ arguments: String...) throws -> (action: Action, invocation: Invocation) {
    guard case .run(let action, let invocation) = try program.parse(arguments) else {
      throw NoCommand(arguments: arguments)
    }
    return (action, invocation)
  }

  struct NoCommand: Error {
    let arguments: [String]
  }
}
