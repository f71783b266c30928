import BusProtocol
import CommandKit
import MusicModel
import Testing

@testable import musicbus

@Suite("The state of browsing")
struct BrowseStateTests {
  private let artist = Entity.artist(Samples.pinkFloyd)
  private let song = Entity.song(Samples.money)

  private func typed(_ text: String) -> BrowseState {
    var state = BrowseState()
    for character in text { _ = state.handle(.character(character)) }
    return state
  }

  @Test("searches with each letter, and again without the last one")
  func typing() {
    var state = BrowseState()
    #expect(state.handle(.character("?")) == nil && state.showsHelp)
    _ = state.handle(.escape)
    #expect(state.handle(.character("p")) == .search("p"))
    #expect(state.handle(.character("?")) == .search("p?"))
    #expect(state.handle(.backspace) == .search("p"))
    #expect(state.handle(.escape) == .search(""))
    #expect(state.handle(.escape) == .quit)
  }

  @Test("letters are commands only in the results")
  func commands() {
    var state = typed("f")
    state.show([artist, song])
    #expect(state.selection == artist)
    _ = state.handle(.down)
    #expect(state.focus == .list)
    #expect(state.handle(.character("f")) == .toggle(artist))
    _ = state.handle(.down)
    #expect(state.handle(.character("p")) == .play(song))
    #expect(state.handle(.character("o")) == .open(song))
    #expect(state.handle(.enter) == .enter(song))
    #expect(state.handle(.character("q")) == .quit)
    #expect(state.handle(.control("c")) == .quit)
  }

  @Test(
    "waits for a list until the user goes on without it",
    arguments: [
      ([.down], true), ([.character("f")], true), ([.left], false), ([.character("/")], false),
      ([.character("/"), .character("x")], false), ([.up], false),
    ] as [([Key], Bool)]
  )
  func awaited(_ keys: [Key], _ isAwaited: Bool) {
    var state = typed("x")
    state.show([artist, song])
    _ = state.handle(.down)
    #expect(state.handle(.enter) == .enter(artist) && state.awaited == artist.id)
    for key in keys { _ = state.handle(key) }
    #expect((state.awaited == artist.id) == isAwaited)
    state.push(BrowseState.Level(title: "Albums"))
    #expect(state.awaited == nil)
  }

  @Test("goes into lists and back")
  func levels() {
    var state = typed("x")
    state.show([artist])
    _ = state.handle(.down)
    state.push(BrowseState.Level(title: "Albums", entities: [.album(Samples.moon), song]))
    _ = state.handle(.down)
    #expect(state.selection == song)
    // Late results of the search do not disturb.
    state.show([song, artist])
    #expect(state.selection == song)
    _ = state.handle(.left)
    #expect(state.selection == song && state.levels.count == 1)
    _ = state.handle(.up)
    #expect(state.focus == .text)
  }

  @Test("begins with favourites, a chart and the texts that were searched")
  func home() {
    var state = BrowseState()
    state.recent = ["nina simone", "coldplay"]
    state.showHome(favorites: [artist], chart: [.album(Samples.moon)])
    let lines = BrowseScreen(state: state, columns: 80, rows: 24).lines.map(\.text)
    #expect(lines[0].contains("↑ nina simone · coldplay"), "\(lines)")
    let order = ["Favourites", "Pink Floyd", "Top albums", "The Dark Side"].map { text in
      lines.firstIndex { $0.trimmingPrefix(" ").trimmingPrefix(" ").hasPrefix(text) }
    }
    #expect(!order.contains(nil) && order == order.sorted { $0 ?? 0 < $1 ?? 0 }, "\(lines)")
    #expect(state.handle(.up) == .search("nina simone"))
    #expect(state.handle(.up) == .search("coldplay"))
    state.show([song])
    #expect(state.level.entities == [song] && state.level.headings.isEmpty)
    #expect(state.handle(.escape) == .search(""))
    state.show([])
    #expect(state.level.entities.count == 2 && state.level.headings[1] == "Top albums")
  }

  @Test("tells artists of one name apart, and leads to their details")
  func artists() {
    var state = typed("x")
    state.show([artist, .artist(Samples.namelessRiver)])
    let lines = BrowseScreen(state: state, columns: 80, rows: 24).lines.map(\.text)
    #expect(lines.contains { $0.contains("Pink Floyd") && $0.contains("London, England, 1965") })
    _ = state.handle(.down)
    #expect(state.handle(.character("i")) == .inspect(artist) && state.awaited == artist.id)
    state.push(BrowseState.Level(title: "", detail: artist))
    #expect(state.handle(.enter) == .enter(artist), "details lead on to the albums")
  }

  @Test("shows for how long a preview has been playing")
  func playing() {
    var state = typed("x")
    state.playing = "▶ Money 0:07"
    let lines = BrowseScreen(state: state, columns: 80, rows: 24).lines.map(\.text)
    #expect(lines.last?.hasPrefix("▶ Money 0:07  ") == true)
  }

  @Test("retains the selection if more results arrive")
  func selection() {
    var state = typed("x")
    state.show([song])
    _ = state.handle(.down)
    state.show([artist, song])
    #expect(state.selection == song)
    state.show([])
    #expect(state.selection == nil && state.focus == .text)
    #expect(state.handle(.down) == nil)
  }

  @Test("scrolls through details")
  func details() {
    var state = typed("x")
    state.push(BrowseState.Level(title: "", detail: artist))
    func screen() -> BrowseScreen { BrowseScreen(state: state, columns: 60, rows: 8) }
    state.maxScroll = screen().maxScroll
    #expect(state.maxScroll > 0 && screen().lines.contains { $0.text == "Pink Floyd" })
    _ = state.handle(.down)
    #expect(!screen().lines.contains { $0.text == "Pink Floyd" })
    _ = state.handle(.end)
    #expect(state.level.selected == state.maxScroll)
    #expect(screen().lines.contains { $0.text.hasPrefix("They disbanded") })
    _ = state.handle(.home)
    #expect(state.level.selected == 0 && state.focus == .list)
  }

  @Test("shows the numbers and lengths of an album's songs")
  func songs() {
    var state = typed("x")
    state.push(BrowseState.Level(title: "Moon", entities: [song]))
    let lines = BrowseScreen(state: state, columns: 60, rows: 24).lines.map(\.text)
    #expect(lines.contains { $0.contains("6  Money") && $0.contains("6:23") }, "\(lines)")
    #expect(!lines.contains { $0.contains("Kind") })
  }

  @Test("has a help page of at most 60 columns")
  func help() {
    var state = BrowseState()
    _ = state.handle(.character("?"))
    let lines = BrowseScreen(state: state, columns: 200, rows: 40).lines
    #expect(lines.allSatisfy { $0.columnCount <= 60 })
  }

  @Test("fits on every screen", arguments: [(20, 3), (40, 10), (80, 24), (200, 60)])
  func screen(_ columns: Int, _ rows: Int) {
    var state = typed("pink floyd")
    state.show(Array(repeating: [artist, song], count: 50).flatMap(\.self))
    for _ in 0..<60 { _ = state.handle(.down) }
    let screen = BrowseScreen(state: state, columns: columns, rows: rows)
    #expect(screen.lines.prefix(rows).allSatisfy { $0.columnCount <= columns })
    #expect(rows < 10 || screen.lines.count <= rows)
    #expect(rows < 10 || screen.lines.contains { $0.text.hasPrefix("› ") })
  }
}

@Suite("Keys")
struct KeyTests {
  @Test("are read from the bytes of a terminal")
  func keys() {
    var bytes = Array("aé\u{1B}[A\u{1B}[6~\u{1B}OB\r\u{7F}\u{3}\u{1B}".utf8)
    #expect(
      Key.keys(from: &bytes, isComplete: true) == [
        .character("a"), .character("é"), .up, .pageDown, .down, .enter, .backspace, .control("c"),
        .escape,
      ]
    )
    bytes = Array("é".utf8.prefix(1))
    #expect(Key.keys(from: &bytes).isEmpty && bytes.count == 1)
  }

  @Test(
    "that arrive in parts are one key",
    arguments: ["\u{1B}[A", "\u{1B}OA", "\u{1B}[6~", "\u{1B}[[A"]
  )
  func parts(_ sequence: String) {
    var bytes: [UInt8] = []
    let keys = sequence.utf8.flatMap { byte in
      bytes.append(byte)
      return Key.keys(from: &bytes)
    }
    var whole = Array(sequence.utf8)
    #expect(keys == Key.keys(from: &whole, isComplete: true) && bytes.isEmpty)
    bytes = [0x1B]
    #expect(Key.keys(from: &bytes).isEmpty, "more may follow")
    #expect(Key.keys(from: &bytes, isComplete: true) == [.escape] && bytes.isEmpty)
  }

  @Test("without a meaning are ignored")
  func unknownKeys() {
    var bytes = Array("a\u{1B}[3~\u{1B}OP\u{1B}[1;5C\u{1B}[[Ab".utf8)
    #expect(Key.keys(from: &bytes) == [.character("a"), .character("b")] && bytes.isEmpty)
  }

  @Test("are read from any bytes", arguments: 0..<50)
  func anyBytes(_ seed: UInt8) {
    var bytes = (0..<64).map { UInt8(truncatingIfNeeded: Int($0) * 37 + Int(seed) * 101) }
    _ = Key.keys(from: &bytes)
    #expect(bytes.count < 16)
    _ = Key.keys(from: &bytes, isComplete: true)
    #expect(bytes.count < 4)
  }
}
