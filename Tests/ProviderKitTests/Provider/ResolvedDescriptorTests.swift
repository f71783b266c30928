import BusProtocol
import MusicModel
import Testing

@testable import ProviderKit

@Suite("The resolved descriptor")
struct ResolvedDescriptorTests {
  /// Implements two methods and declares those that a test sets.
  struct TestProvider: Provider, ArtistSearching, AlbumGetting {
    var declared: [Method] = []
    init(_ configuration: ProviderConfiguration) throws(Failure) {}
    var upstreams: [Upstream] { [] }

    var descriptor: Descriptor {
      var descriptor = Descriptor("p", name: "P", version: "1", attribution: .init(text: "x"))
      for method in declared { descriptor.declare(method, cost: [:], freshHours: 1) }
      return descriptor
    }

    func searchArtists(_ call: Call) async throws(Failure) -> [Artist] { [] }
    func album(_ call: Call) async throws(Failure) -> Album? { nil }
  }

  @Test("must declare exactly the implemented methods")
  func declared() throws {
    var provider = try TestProvider(try ProviderConfiguration())
    provider.declared = [.searchArtists, .getAlbum]
    #expect(
      try provider.resolvedDescriptor().methods.keys.sorted() == ["album.get", "artists.search"]
    )
    provider.declared = [.searchArtists]
    let less = #expect(throws: Failure.self) { try provider.resolvedDescriptor() }
    #expect(less?.message.contains("album.get") == true)
    provider.declared = [.searchArtists, .getAlbum, .getSong]
    let more = #expect(throws: Failure.self) { try provider.resolvedDescriptor() }
    #expect(more?.message.contains("song.get") == true)
  }

  @Test("can contain every method of the registry")
  func registry() {
    #expect(Capability.all.map(\.method) == Method.ofProviders)
  }
}
