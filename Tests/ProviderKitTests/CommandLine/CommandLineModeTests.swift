import BusProtocol
import MusicModel
import Testing

@testable import ProviderKit

@Suite("The command line of a provider")
struct CommandLineModeTests {
  @Test(
    "uses arguments without a key as the main parameter of the method",
    arguments: [
      Positional(.artistsSearch, "Pink", "Floyd") { $0.text = "Pink Floyd" },
      Positional(.artistsSearch, "a b=c") { $0.text = "a b=c" },
      Positional(.artistGet, "mbid:artist:1") { $0.id = EntityID("mbid:artist:1") },
      Positional(.chartGet, "songs") { $0.chart = .songs },
      Positional(.artworkGet, "https://x.example/a") { $0.url = "https://x.example/a" },
      Positional(.artworkGet, "itunes:album:1") { $0.id = EntityID("itunes:album:1") },
      Positional(.chartsList) { _ in },
    ]
  )
  func positional(_ example: Positional) throws {
    let parameters = try CallParameters(commandLine: example.arguments, for: example.method)
    #expect(parameters == example.expected)
  }

  struct Positional: Sendable {
    let method: Method
    let arguments: [String]
    var expected = CallParameters()

    init(_ method: Method, _ arguments: String..., set: (inout CallParameters) -> Void) {
      self.method = method
      self.arguments = arguments
      set(&expected)
    }
  }

  @Test("reads KEY=VALUE arguments")
  func keys() throws {
    let arguments = ["limit=3", "exact=true", "country=de", "ids=a:b:1,c:d:2", "text=x=y"]
    let parameters = try CallParameters(commandLine: arguments, for: .artistsSearch)
    #expect(parameters.limit == 3)
    #expect(parameters.exact == true)
    #expect(parameters.country == "de")
    #expect(parameters.ids?.count == 2)
    #expect(parameters.text == "x=y")
  }

  @Test(
    "rejects invalid values",
    arguments: [["limit=many"], ["exact=maybe"], ["id=nothing"], ["chart=dances"], ["ofset=5"]]
  )
  func invalid(_ arguments: [String]) {
    let failure = #expect(throws: Failure.self) {
      try CallParameters(commandLine: arguments, for: .artistGet)
    }
    #expect(failure?.code == .invalidParams)
  }

  @Test("is described by the help")
  func help() throws {
    let fake = FakeProvider.make()
    let mode = CommandLineMode(
      provider: fake,
      descriptor: try fake.resolvedDescriptor(),
      program: "fake"
    )
    for text in [
      "\"fake\"", "fake --describe", "--try artists.search \"Air\"", "Thanks to no one",
    ] {
      #expect(mode.help.contains(text))
    }
  }
}
