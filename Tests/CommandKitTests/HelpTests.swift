import CommandKit
import Testing

@Suite("Help")
struct HelpTests {
  static let sharedOptions = """
    OPTIONS OF EVERY COMMAND
          --limit COUNT    At most this many. Takes a whole number from 1 to 200.
                           Default: 25.
          --offset COUNT   Leave out so many from the start. Takes a whole number
                           from 0 up.
          --provider NAME  Ask only this source. Default: all. May be repeated.
          --country CODE   The store's country, such as US or DE.
          --lang TAG       The language of biographies.
          --wait TIME      Print what is there after this time. Takes a time from 0s
                           to 120s, such as 500ms or 3s. Default: 3s.
          --timeout TIME   Give up after this time. Takes a time from 50ms to 120s,
                           such as 500ms or 3s. Default: 10s.
          --json           One JSON object per line.
          --plain          Values parted by tabs.
          --no-color       No colours.
          --no-autostart   Never start a hub.
          --version        Show the version.
      -h, --help           Show this help.
    """

  func help(_ path: String..., width: Int = 80) -> String {
    Sample.program.help(for: path, width: width).rendered(as: .plain)
  }

  @Test("of the program lists its commands in groups, the shared options and the exit status")
  func program() {
    #expect(
      help() == """
        Asks many music sources at once.

        USAGE
          musicbus COMMAND [OPTION]…

        FINDING
          search artists|albums  Search all sources.
          albums ARTIST          List an artist's albums, the newest first.
          top [CHART]            Show a chart.
          artwork ID             Fetch a picture.

        RUNNING
          providers list|show    Look at the sources.
          hub stop               Control the hub.

        \(Self.sharedOptions)

        EXIT STATUS
           0  Done.
           1  The hub told of a failure, or nothing fits what was asked.
          64  The command line is wrong.
          69  No hub could be reached or started.
          75  The answer is printed, but some source failed.

        Run "musicbus COMMAND --help" for more on a command.
        """
    )
  }

  @Test("of a group lists its commands and the one that is meant when none is named")
  func group() {
    #expect(
      help("search") == """
        Search all sources.

        USAGE
          musicbus search COMMAND [OPTION]…

        COMMANDS
          artists TEXT…  Search artists.
          albums TEXT…   Search albums.

        Run "musicbus search COMMAND --help" for more on a command.
        """
    )
    #expect(
      help("providers") == """
        Look at the sources.

        USAGE
          musicbus providers [COMMAND] [OPTION]…

        COMMANDS
          list       List the sources.
          show NAME  Show one source.

        Without a command it is "musicbus providers list".

        Run "musicbus providers COMMAND --help" for more on a command.
        """
    )
  }

  @Test("of a command tells its operands, options and examples")
  func command() {
    #expect(
      help("albums") == """
        List an artist's albums, the newest first.

        USAGE
          musicbus albums [OPTION]… ARTIST

        A name in place of an id is taken when exactly one artist has it. Otherwise the
        artists that have it are listed with their ids.
        Editions of one album are shown as one.

        OPERANDS
          ARTIST  An artist's id or name.

        OPTIONS
              --sort KEY  What to sort by. Takes one of date, title, kind. Default:
                          date.

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

        OPERANDS
          [CHART]  Which chart. Takes one of albums, songs.

        OPTIONS
              --sort KEY  What to sort by. Takes one of rank, artist. Default: rank.

        \(Self.sharedOptions)
        """
    )
    #expect(
      help("artwork").contains(
        """
        OPTIONS
          -o, --output FILE  Write to FILE.
          -f, --force        Replace a file that is there.
        """
      )
    )
    #expect(help("search", "artists").contains("musicbus search artists [OPTION]… TEXT…\n"))
  }

  @Test("fits the width that it is given", arguments: [44, 60, 80, 120])
  func width(columns: Int) {
    for path in [[], ["albums"], ["top"], ["artwork"], ["providers"]] {
      for line in Sample.program.help(for: path, width: columns) {
        // What is to be copied stays in one piece.
        #expect(line.columnCount <= columns || line.text.hasPrefix("  musicbus "), "\(line.text)")
      }
    }
  }

  @Test("leaves words out of account that name no command")
  func unknownWords() {
    #expect(help("nonsense") == help())
    #expect(help("search", "nonsense") == help("search"))
    #expect(help("albums", "nonsense") == help("albums"))
  }

  @Test("has bold headings on a terminal")
  func headings() {
    let lines = Sample.program.help().filter { $0.rendered(as: .ansi) != $0.text }
    #expect(lines.map(\.text).first == "USAGE")
    #expect(lines.allSatisfy { $0.text == $0.text.uppercased() })
  }

  @Test("has a line for --version")
  func version() {
    #expect(Sample.program.versionLine == "musicbus 1.2.3")
  }
}
