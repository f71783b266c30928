import BusProtocol
import MusicModel
import Testing

@testable import ProviderKit

@Suite("Trying a method by hand")
struct TrialArgumentsTests {
  @Test(
    "takes what has no key for what the method needs first",
    arguments: [
      Free(.searchArtists, "Pink", "Floyd") { $0.text = "Pink Floyd" },
      Free(.searchArtists, "a=b") { $0.text = "a=b" },
      Free(.getArtist, "mbid:artist:1") { $0.id = EntityID("mbid:artist:1") },
      Free(.getChart, "songs") { $0.chart = .songs },
      Free(.getArtwork, "https://x.example/a") { $0.url = "https://x.example/a" },
      Free(.getArtwork, "itunes:album:1") { $0.id = EntityID("itunes:album:1") },
      Free(.listCharts) { _ in },
    ]
  )
  func free(_ free: Free) throws {
    let parameters = try TrialArguments.parameters(for: free.method, from: free.words)
    #expect(parameters == free.expected)
  }

  struct Free: Sendable {
    let method: Method
    let words: [String]
    var expected = CallParameters()

    init(_ method: Method, _ words: String..., set: (inout CallParameters) -> Void) {
      self.method = method
      self.words = words
      set(&expected)
    }
  }

  @Test("takes the rest by key")
  func keys() throws {
    let words = ["limit=3", "exact=true", "country=de", "ids=a:b:1,c:d:2", "text=x=y"]
    let parameters = try TrialArguments.parameters(for: .searchArtists, from: words)
    #expect(parameters.limit == 3)
    #expect(parameters.exact == true)
    #expect(parameters.country == "de")
    #expect(parameters.ids?.count == 2)
    #expect(parameters.text == "x=y")
  }

  @Test(
    "refuses values that cannot be",
    arguments: [["limit=many"], ["exact=maybe"], ["id=nothing"], ["chart=dances"]]
  )
  func refused(_ words: [String]) {
    let failure = #expect(throws: Failure.self) {
      try TrialArguments.parameters(for: .getArtist, from: words)
    }
    #expect(failure?.code == .invalidParams)
  }

  @Test("is explained to who starts the program like any other")
  func text() throws {
    let fake = FakeProvider.make()
    let text = CommandLineMode(provider: fake, promise: try fake.promise(), program: "fake").text
    for words in [
      "\"fake\"", "fake --describe", "--try artists.search \"Air\"", "Thanks to nobody",
    ] {
      #expect(text.contains(words))
    }
  }
}
