import CommandKit
import Testing

@Suite("A table")
struct TableTests {
  struct Album: Sendable {
    var title: String
    var artist: String
    var year: Int
    var id: String
  }

  static let albums = [
    Album(title: "The Dark Side of the Moon", artist: "Pink Floyd", year: 1973, id: "itunes:1"),
    Album(title: "七里香", artist: "周杰倫", year: 2004, id: "itunes:22"),
    Album(title: "U2", artist: "U2", year: 80, id: "x"),
  ]

  static let table = Table(
    columns: [
      .init("Title", flexibility: 1, priority: 3) { "\($0.title, .bold)" },
      .init("Artist", flexibility: 1, priority: 2) { "\($0.artist)" },
      .init("Year", alignment: .trailing, priority: 1) { "\($0.year)" },
      .init("Id", priority: 4) { "\($0.id, .dim)" },
    ],
    rows: albums
  )

  @Test("aligns columns, counting wide characters as two")
  func natural() {
    #expect(
      Self.table.layout(fitting: nil).lines.rendered(as: .plain) == """
        Title                      Artist      Year  Id
        The Dark Side of the Moon  Pink Floyd  1973  itunes:1
        七里香                     周杰倫      2004  itunes:22
        U2                         U2            80  x
        """
    )
  }

  @Test("narrows the widest flexible column first")
  func narrowed() {
    #expect(
      Self.table.layout(fitting: 40).lines.rendered(as: .plain) == """
        Title        Artist      Year  Id
        The Dark S…  Pink Floyd  1973  itunes:1
        七里香       周杰倫      2004  itunes:22
        U2           U2            80  x
        """
    )
  }

  @Test("hides the columns with the lowest priority and names them")
  func hidden() {
    let layout = Self.table.layout(fitting: 32)
    #expect(layout.hiddenTitles == ["Year"])
    #expect(
      layout.lines.rendered(as: .plain) == """
        Title       Artist     Id
        The Dark…   Pink Flo…  itunes:1
        七里香      周杰倫     itunes:22
        U2          U2         x
        """
    )
    #expect(Self.table.layout(fitting: 20).hiddenTitles == ["Artist", "Year"])
    #expect(Self.table.layout(fitting: 15).hiddenTitles == ["Title", "Artist", "Year"])
  }

  @Test("fits any width", arguments: -1...70)
  func fits(width: Int) {
    let layout = Self.table.layout(fitting: width)
    #expect(layout.lines.allSatisfy { $0.columnCount <= max(0, width) })
    #expect(layout.lines.count == 4)
    #expect(layout.lines.allSatisfy { !$0.text.hasSuffix(" ") })
    #expect(layout.hiddenTitles.isEmpty == (width >= 35))
  }

  @Test("shares the space by flexibility")
  func flexibility() {
    let text = String(repeating: "x", count: 100)
    let table = Table(
      columns: [.init("a", flexibility: 1) { "\($0)" }, .init("b", flexibility: 2) { "\($0)" }],
      rows: [text]
    )
    let cells = table.layout(fitting: 32).lines[1].text.split(separator: " ")
    #expect(cells.map(\.count) == [20, 10])
  }

  @Test("isolates cells that are written from right to left, and no others")
  func rightToLeft() {
    let names = ["שלום (1984)", "فيروز", "Björk", "七里香"]
    let table = Table(
      columns: [.init("Name") { StyledText($0) }, .init("Year") { _ in "1973" }],
      rows: names
    )
    let lines = table.layout(fitting: nil).lines
    #expect(lines[1].text == "\u{2068}שלום (1984)\u{2069}  1973")
    #expect(lines[2].text == "\u{2068}فيروز\u{2069}        1973")
    #expect(lines[3].text == "Björk        1973" && lines[4].text == "七里香       1973")
    #expect(lines.allSatisfy { $0.columnCount == lines[1].columnCount })
    #expect(!table.tabSeparated().joined().contains("\u{2068}"), "scripts get what was sent")
  }

  @Test("preserves the styles of its cells and has bold titles")
  func styles() {
    let table = Table(columns: [.init("N") { "\($0, .color(.green))" }], rows: [7])
    #expect(
      table.layout(fitting: 80).lines.rendered(as: .ansi)
        == "\u{1B}[1mN\u{1B}[0m\n\u{1B}[32m7\u{1B}[0m"
    )
  }

  @Test("is values parted by tabs in its plain info, unshortened and without titles")
  func plain() {
    #expect(
      Self.table.tabSeparated() == [
        "Title\tArtist\tYear\tId",
        "The Dark Side of the Moon\tPink Floyd\t1973\titunes:1",
        "七里香\t周杰倫\t2004\titunes:22",
        "U2\tU2\t80\tx",
      ]
    )
  }

  @Test("consists of its titles if it has no rows, and of empty lines if it has no columns")
  func empty() {
    let noRows = Table(columns: Self.table.columns, rows: [])
    #expect(noRows.layout(fitting: 80).lines.map(\.text) == ["Title  Artist  Year  Id"])
    #expect(noRows.tabSeparated() == [])
    #expect(Table(columns: [], rows: [1]).layout(fitting: 80).lines == ["", ""])
  }

  @Test("is laid out in reasonable time whatever its cells contain", .timeLimit(.minutes(10)))
  func longCells() {
    let text = String(repeating: "日", count: 50_000)
    let table = Table(
      columns: [.init("a", flexibility: 1) { "\($0)" }, .init("b", flexibility: 1) { "\($0)" }],
      rows: [text]
    )
    #expect(table.layout(fitting: 80).lines[1].columnCount <= 80)
  }
}
