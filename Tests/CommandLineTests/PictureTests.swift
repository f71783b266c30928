import Testing

@testable import musicbus

@Suite("Pictures in the terminal")
struct PictureTests {
  @Test(
    "are drawn by chafa in the way that the user chooses, or else in the one that it finds best",
    arguments: [
      (.auto, ["--size", "40x20"]), (.kitty, ["--format", "kitty", "--size", "40x20"]),
      (.iterm, ["--format", "iterm", "--size", "40x20"]),
      (.sixel, ["--format", "sixels", "--size", "40x20"]),
      (.symbols, ["--format", "symbols", "--size", "40x20"]),
    ] as [(TerminalPicture.Way, [String])]
  )
  func arguments(_ way: TerminalPicture.Way, _ expected: [String]) {
    #expect(TerminalPicture(environment: [:], way: way).arguments(width: 80) == expected)
  }

  @Test("are no wider than the terminal")
  func narrow() {
    let picture = TerminalPicture(environment: [:], way: .auto)
    #expect(picture.arguments(width: 30) == ["--size", "30x20"])
  }
}
