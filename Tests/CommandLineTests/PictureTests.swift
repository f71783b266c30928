import Glibc
import Testing

@testable import musicbus

@Suite("Pictures in the terminal")
struct PictureTests {
  private static let kitty = "\u{1B}_Gi=31;OK\u{1B}\\"

  @Test(
    "are shown by the best protocol that the terminal names in its reply",
    arguments: [
      ("\u{1B}[?62;22c", .symbols), ("\u{1B}[?62;4;22c", .sixel), ("\u{1B}[?4c", .sixel),
      ("\u{1B}[?64;14c", .symbols), (kitty + "\u{1B}[?62c", .kitty),
      (kitty + "\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}[?62;4c", .kitty),
      ("\u{1B}_Gi=31;ENOTSUPPORTED\u{1B}\\\u{1B}[?62c", .symbols),
      ("\u{1B}P>|iTerm2 3.4.23\u{1B}\\\u{1B}[?65;4c", .iterm),
      ("\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?64;4c", .sixel), ("", .symbols), ("ls -l\n", .symbols),
    ] as [(String, PictureProtocol)]
  )
  func best(reply: String, expected: PictureProtocol) {
    #expect(PictureProtocol.best(for: TerminalAbilities(reply: reply)) == expected)
  }

  @Test("are sent as they are if the terminal reads the file, otherwise drawn by chafa")
  func plans() {
    #expect(PictureProtocol.kitty.plan(forType: "image/png") == .kittyFile)
    #expect(PictureProtocol.kitty.plan(forType: "image/jpeg") == .chafa("kitty"))
    #expect(PictureProtocol.iterm.plan(forType: "image/jpeg") == .itermFile)
    #expect(PictureProtocol.sixel.plan(forType: "image/png") == .chafa("sixels"))
    #expect(PictureProtocol.none.plan(forType: "image/png") == nil)
  }

  @Test("of kitty are sent in chunks without acknowledgement")
  func chunks() {
    let text = TerminalPicture.kittyFile([UInt8](repeating: 7, count: 4000))
    let parts = text.split(separator: "\u{1B}\\")
    #expect(parts.count == 3 && parts[2] == "\n")
    #expect(parts[0].hasPrefix("\u{1B}_Ga=T,f=100,q=2,r=20,m=1;Bwc"))
    #expect(parts[0].count - parts[0].prefix { $0 != ";" }.count - 1 == 4096)
    #expect(parts[1].hasPrefix("\u{1B}_Gm=0;"))
    #expect(TerminalPicture.kittyFile([1]).hasPrefix("\u{1B}_Ga=T,f=100,q=2,r=20,m=0;AQ==\u{1B}\\"))
  }

  @Test("are preceded by a query, after which the terminal is as before")
  func query() throws {
    var ends: (master: CInt, terminal: CInt) = (0, 0)
    #expect(openpty(&ends.master, &ends.terminal, nil, nil, nil) == 0)
    defer { for end in [ends.master, ends.terminal] { close(end) } }
    var before = termios()
    #expect(tcgetattr(ends.terminal, &before) == 0)
    let expected = PictureTests.kitty + "\u{1B}[?62;4c"
    #expect(write(ends.master, expected, expected.utf8.count) == expected.utf8.count)
    let reply = TerminalQuery.reply(from: ends.terminal, to: ends.terminal, within: .seconds(30))
    #expect(reply == expected)
    var after = termios()
    #expect(tcgetattr(ends.terminal, &after) == 0)
    #expect(after.c_lflag == before.c_lflag)
    var shown: [UInt8] = []
    var item = pollfd(fd: ends.master, events: Int16(POLLIN), revents: 0)
    let erasure = Array("\r\u{1B}[K".utf8)
    while !shown.suffix(erasure.count).elementsEqual(erasure), poll(&item, 1, 30_000) > 0 {
      var buffer = [UInt8](repeating: 0, count: 1000)
      shown += buffer[..<max(0, read(ends.master, &buffer, buffer.count))]
    }
    let text = String(decoding: shown, as: UTF8.self)
    #expect(text.contains("\u{1B}[c"), "\(text.debugDescription)")
  }

  @Test("are abandoned if the terminal does not reply")
  func silence() {
    var ends: (master: CInt, terminal: CInt) = (0, 0)
    #expect(openpty(&ends.master, &ends.terminal, nil, nil, nil) == 0)
    defer { for end in [ends.master, ends.terminal] { close(end) } }
    #expect(TerminalQuery.reply(from: ends.terminal, to: ends.terminal, within: .zero).isEmpty)
    #expect(TerminalQuery.reply(from: -1, to: -1, within: .zero).isEmpty)
  }
}
