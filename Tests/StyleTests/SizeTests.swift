import Testing

@Suite("Sizes")
struct SizeTests {
  @Test("no file has more than 400 lines", arguments: SourceFile.all)
  func file(_ file: SourceFile) {
    #expect(file.lines.count <= 400, "look for the noun that wants to be its own type")
  }

  @Test("no function has more than 70 lines", arguments: SourceFile.all)
  func functions(_ file: SourceFile) {
    for function in FunctionLengths(file).functions {
      #expect(
        function.length <= 70,
        "\(function.name) in line \(function.line) has \(function.length) lines"
      )
    }
  }

  @Test("half of the files have less than 90 lines")
  func median() throws {
    let sizes = SourceFile.all.filter { !$0.isTest }.map(\.lines.count).sorted()
    try #require(!sizes.isEmpty)
    #expect(sizes[sizes.count / 2] < 90)
  }

  @Test(
    "a provider on ProviderKit has at most 150 lines of code",
    arguments: ["Deezer", "MusicBrainz", "Spotify", "Wikipedia"]
  )
  func provider(_ name: String) {
    let files = SourceFile.all.filter { $0.path.hasPrefix("Plugins/\(name)/") }
    let code = files.flatMap(\.lexed).filter { line in line.code.contains { !$0.isWhitespace } }
    #expect((50...150).contains(code.count), "it has \(code.count)")
  }

  @Test("the lengths of functions are really found")
  func findsFunctions() throws {
    let file = try #require(SourceFile.all.first { $0.path.hasSuffix("/SizeTests.swift") })
    let median = FunctionLengths(file).functions.first { $0.name == "median" }
    #expect(median?.length == 5)
  }
}
