import BusProtocol
import ClientKit
import CommandKit
import MusicModel
import Testing

@testable import musicbus

@Suite("From the command line to the call")
struct ParameterTests {
  @Test("a search joins the words to one text")
  func search() throws {
    let call = try SearchCommand.call(
      .song,
      for: Samples.invocation("search", "songs", "One", "Love", "--artist", "U2", "--clean")
    )
    let parameters = call.parameters
    #expect(parameters.text == "One Love")
    #expect(parameters.artist == "U2")
    #expect(parameters.explicit == false)
    #expect(parameters.exact == nil)
  }

  @Test("an empty text is a usage error", arguments: ["", "   ", "\t"])
  func empty(_ text: String) throws {
    let invocation = try Samples.invocation("search", "artists", text)
    let error = try #require(throws: UsageError.self) {
      try SearchCommand.call(.artist, for: invocation)
    }
    #expect(error.message == "The search text is empty.")
    #expect(error.hint == "Run \"musicbus search artists --help\" for help.")
  }

  @Test("a discography is sorted by date by default")
  func albums() throws {
    let id = try #require(EntityID("a:artist:1"))
    let preset = AlbumsCommand.call(of: id, for: try Samples.invocation("albums", "U2")).parameters
    #expect(preset.id == id)
    #expect(preset.sort == .date)
    #expect(preset.editions == nil)
    let other = AlbumsCommand.call(
      of: id,
      for: try Samples.invocation("albums", "U2", "--sort", "newest", "--editions")
    ).parameters
    #expect(other.sort == .newest)
    #expect(other.editions == true)
  }

  @Test("all filters of a discography reach the hub")
  func filter() throws {
    let invocation = try Samples.invocation(
      "albums",
      "U2",
      "--title",
      "boy",
      "--kind",
      "EP",
      "--genre",
      "Rock",
      "--from",
      "1980",
      "--to",
      "1985-06"
    )
    let filter = try AlbumsCommand.filter(for: invocation, today: PartialDate(year: 2000))
    var parameters = CallParameters()
    filter.apply(to: &parameters)
    #expect(parameters.title == "boy")
    #expect(parameters.albumKind == .ep)
    #expect(parameters.genre == "Rock")
    #expect(parameters.from == PartialDate(year: 1980))
    #expect(parameters.to == PartialDate(year: 1985, month: 6))
  }

  @Test("an invalid filter is a usage error")
  func wrongFilter() throws {
    let invocation = try Samples.invocation("albums", "U2", "--from", "1990", "--to", "1980")
    let error = try #require(throws: UsageError.self) {
      try AlbumsCommand.filter(for: invocation, today: nil)
    }
    #expect(error.message == "The range is empty: 1990 is after 1980.")
    #expect(throws: UsageError.self) { try Samples.invocation("albums", "U2", "--kind", "lve") }
    #expect(throws: UsageError.self) { try Samples.invocation("albums", "U2", "--sort", "rank") }
  }

  @Test("a chart is the complete album chart by default")
  func top() throws {
    let preset = try TopCommand.call(for: Samples.invocation("top")).parameters
    #expect(preset.chart == .albums)
    #expect(preset.limit == 100)
    let other = try TopCommand.call(
      for: Samples.invocation("top", "songs", "--limit", "5")
    ).parameters
    #expect(other.chart == .songs)
    #expect(other.limit == 5)
  }

  @Test("the command table has no errors")
  func table() {
    #expect(CommandTable.program.problems == [])
  }
}
