import BusProtocol
import MusicModel
import Testing

@testable import ProviderKit

@Suite("What a provider promises")
struct ResolvedDescriptorTests {
  /// Serves two methods and promises what a test says.
  struct Promising: Provider, ArtistSearching, AlbumGetting {
    var promised: [Method] = []
    init(_ configuration: ProviderConfiguration) throws(Failure) {}
    var upstreams: [Upstream] { [] }

    var descriptor: Descriptor {
      var descriptor = Descriptor("p", name: "P", version: "1", attribution: .init(text: "x"))
      for method in promised { descriptor.serve(method, cost: [:], freshFor: 1) }
      return descriptor
    }

    func searchArtists(_ call: Call) async throws(Failure) -> [Artist] { [] }
    func album(_ call: Call) async throws(Failure) -> Album? { nil }
  }

  @Test("is what its code serves, no more and no less")
  func equal() throws {
    var provider = try Promising(try ProviderConfiguration())
    provider.promised = [.searchArtists, .getAlbum]
    #expect(try provider.promise().methods.keys.sorted() == ["album.get", "artists.search"])
    provider.promised = [.searchArtists]
    let less = #expect(throws: Failure.self) { try provider.promise() }
    #expect(less?.message.contains("album.get") == true)
    provider.promised = [.searchArtists, .getAlbum, .getSong]
    let more = #expect(throws: Failure.self) { try provider.promise() }
    #expect(more?.message.contains("song.get") == true)
  }

  @Test("can be any method of the registry")
  func registry() {
    #expect(Capability.all.map(\.method) == Method.ofProviders)
  }
}
