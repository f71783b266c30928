import CommandKit

/// A small program with everything that a table can hold.
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

  enum ChartKind: String, CaseIterable, Sendable {
    case albums
    case songs
  }

  static let limit = Option(
    "limit",
    .integer("COUNT", in: 1...200),
    help: "At most this many.",
    preset: "25"
  )
  static let offset = Option(
    "offset",
    .integer("COUNT", in: 0...(.max)),
    help: "Leave out so many from the start."
  )
  static let provider = Option(
    repeating: "provider",
    .text("NAME"),
    help: "Ask only this source.",
    preset: "all"
  )
  static let country = Option(
    "country",
    .text("CODE"),
    help: "The store's country, such as US or DE."
  )
  static let language = Option("lang", .text("TAG"), help: "The language of biographies.")
  static let wait = Option(
    "wait",
    .duration("TIME", in: .zero ... .seconds(120)),
    help: "Print what is there after this time.",
    preset: "3s"
  )
  static let timeout = Option(
    "timeout",
    .duration("TIME", in: .milliseconds(50) ... .seconds(120)),
    help: "Give up after this time.",
    preset: "10s"
  )
  static let json = Option(flag: "json", help: "One JSON object per line.")
  static let plain = Option(flag: "plain", help: "Values parted by tabs.")
  static let noColor = Option(flag: "no-color", help: "No colours.")
  static let noAutostart = Option(flag: "no-autostart", help: "Never start a hub.")

  static let sort = Option(
    "sort",
    .choice("KEY", of: SortKey.allCases),
    help: "What to sort by.",
    preset: "date"
  )
  static let chartSort = Option(
    "sort",
    .choice("KEY", of: ChartSortKey.allCases),
    help: "What to sort by.",
    preset: "rank"
  )
  static let output = Option("output", short: "o", .file(), help: "Write to FILE.")
  static let force = Option(flag: "force", short: "f", help: "Replace a file that is there.")

  static let text = Argument(repeating: .text("TEXT"), help: "What to look for.")
  static let artist = Argument(.text("ARTIST"), help: "An artist's id or name.")
  static let id = Argument(.text("ID"), help: "The id of anything with a picture.")
  static let chart = Argument(
    optional: .choice("CHART", of: ChartKind.allCases),
    help: "Which chart."
  )

  static let program = Program<Action>(
    "musicbus",
    version: "1.2.3",
    abstract: "Asks many music sources at once.",
    sharedOptions: [
      limit.form, offset.form, provider.form, country.form, language.form, wait.form, timeout.form,
      json.form, plain.form, noColor.form, noAutostart.form,
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
                operands: [text],
                action: .searchArtists
              ),
              Command(
                "albums",
                abstract: "Search albums.",
                operands: [text],
                action: .searchAlbums
              ),
            ]
          ),
          Command(
            "albums",
            abstract: "List an artist's albums, the newest first.",
            discussion: """
              A name in place of an id is taken when exactly one artist has it. Otherwise the \
              artists that have it are listed with their ids.
              Editions of one album are shown as one.
              """,
            operands: [artist],
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
            operands: [chart],
            options: [chartSort],
            action: .top
          ),
          Command(
            "artwork",
            abstract: "Fetch a picture.",
            operands: [id],
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
            abstract: "Look at the sources.",
            commands: [
              Command("list", abstract: "List the sources.", action: .listProviders),
              Command(
                "show",
                abstract: "Show one source.",
                operands: [Argument(.text("NAME"), help: "The source's name.")],
                action: .showProvider
              ),
            ],
            preset: "list"
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

  /// The action and what was typed for it; fails the test when the line asks for something else.
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
