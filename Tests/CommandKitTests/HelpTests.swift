import CommandKit
import TestKit
import Testing

@Suite("Help")
struct HelpTests {
  static let sharedOptions = """
    GLOBAL OPTIONS
          --limit COUNT    Maximum number of results. A whole number from 1 to 200.
                           Default: 25.
          --offset COUNT   Skip this many results. A whole number from 0 up.
          --provider NAME  Query only this source. Default: all. Repeatable.
          --country CODE   Storefront country, such as US or DE.
          --lang TAG       Language of biographies.
          --wait TIME      Stop waiting for slow sources after this time. A time
                           from 0s to 120s, such as 500ms or 3s. Default: 3s.
          --timeout TIME   Overall time limit. A time from 50ms to 120s, such as
                           500ms or 3s. Default: 10s.
          --json           Print one JSON object per line.
          --plain          Print tab-separated values.
          --no-color       Disable colours.
          --no-autostart   Do not start a hub.
      -V, --version        Show the version.
      -h, --help           Show this help.
    """

  func help(_ path: String..., width: Int = 80) -> String {
    Sample.program.help(for: path, width: width).rendered(as: .plain)
  }

  @Test("of the program lists the command groups, the global options and the exit statuses")
  func program() {
    #expect(
      help() == """
        Search several music sources.

        USAGE
          musicbus COMMAND [OPTION]…

        FINDING
          search artists|albums  Search all sources.
          albums ARTIST          List the albums of an artist, newest first.
          top [CHART]            Show a chart.
          artwork ID             Download artwork.

        RUNNING
          providers list|show    Inspect the sources.
          hub stop               Control the hub.

        \(Self.sharedOptions)

        EXIT STATUS
           0  Success.
           1  Failed, or no match for a name or an id.
           2  Certification could not be completed.
          64  Invalid command line.
          69  No hub available.
          75  No source replied, or a source is missing with --complete.

        Run "musicbus COMMAND --help" for details of a command.
        """
    )
  }

  @Test("of a group lists its commands and names the default one")
  func group() {
    #expect(
      help("search") == """
        Search all sources.

        USAGE
          musicbus search COMMAND [OPTION]…

        COMMANDS
          artists TEXT…  Search artists.
          albums TEXT…   Search albums.

        Run "musicbus search COMMAND --help" for details of a command.
        """
    )
    #expect(
      help("providers") == """
        Inspect the sources.

        USAGE
          musicbus providers [COMMAND] [OPTION]…

        COMMANDS
          list       List the sources.
          show NAME  Show one source.

        OPTIONS
              --sort KEY  Sort order. One of name, state.

        Default command: "musicbus providers list".

        \(Self.sharedOptions)

        Run "musicbus providers COMMAND --help" for details of a command.
        """
    )
  }

  @Test("of a narrow terminal shows as many subcommands as fit")
  func narrow() {
    #expect(help(width: 80).contains("  search artists|albums  "))
    #expect(help(width: 22).contains("\n  search artists|…  "))
  }

  @Test("of a command lists its arguments, options and examples")
  func command() {
    #expect(
      help("albums") == """
        List the albums of an artist, newest first.

        USAGE
          musicbus albums [OPTION]… ARTIST

        A name must match exactly one artist. Otherwise the matching artists are listed
        with their ids.
        Editions of an album are grouped.

        ARGUMENTS
          ARTIST  Artist id or name.

        OPTIONS
              --sort KEY  Sort order. One of date, title, kind. Default: date.

        EXAMPLES
          musicbus albums "Pink Floyd" --sort title
              All albums by title.
          musicbus albums itunes:artist:487143 --limit 5
              The five newest albums.

        \(Self.sharedOptions)
        """
    )
    #expect(
      help("top") == """
        Show a chart.

        USAGE
          musicbus top [OPTION]… [CHART]

        ARGUMENTS
          [CHART]  Chart to show. One of albums, songs.

        OPTIONS
              --sort KEY  Sort order. One of rank, artist. Default: rank.

        \(Self.sharedOptions)
        """
    )
    #expect(
      help("artwork").contains(
        """
        OPTIONS
          -o, --output FILE  Write to FILE.
          -f, --force        Overwrite an existing file.
        """
      )
    )
    #expect(help("search", "artists").contains("musicbus search artists [OPTION]… TEXT…\n"))
  }

  @Test("fits into the given width", arguments: [44, 60, 80, 120])
  func width(columns: Int) {
    for path in [[], ["albums"], ["top"], ["artwork"], ["providers"]] {
      for line in Sample.program.help(for: path, width: columns) {
        // Command lines to copy are not wrapped.
        #expect(line.columnCount <= columns || line.text.hasPrefix("  musicbus "), "\(line.text)")
      }
    }
  }

  @Test("ignores words that are not commands")
  func unknownWords() {
    #expect(help("nonsense") == help())
    #expect(help("search", "nonsense") == help("search"))
    #expect(help("albums", "nonsense") == help("albums"))
  }

  @Test("has bold headings on a terminal")
  func headings() {
    let lines = Sample.program.help().filter { $0.rendered(as: .ansi) != $0.text }
    #expect(lines.map(\.text).first == "USAGE")
    #expect(lines.containsOnly { $0.text == $0.text.uppercased() })
  }

  @Test("has a line for --version")
  func version() {
    #expect(Sample.program.versionLine == "musicbus 1.2.3")
  }
}
