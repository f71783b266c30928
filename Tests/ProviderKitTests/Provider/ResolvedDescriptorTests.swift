import BusProtocol
import MusicModel
import Testing

@testable import ProviderKit

@Suite("The resolved descriptor")
struct ResolvedDescriptorTests {
  /// Serves the methods that a test sets.
  struct TestProvider: Provider {
    var endpoints: [Endpoint] = []
    var upstreams: [Upstream] = []

    init(_ configuration: ProviderConfiguration) throws(Failure) {
      for name in ["first", "second"] {
        upstreams.append(try configuration.upstream("https://\(name).example", named: "P"))
      }
    }

    var descriptor: Descriptor {
      Descriptor("p", name: "P", thanks: "x", namespaces: [], hosts: ["files.example"])
    }
  }

  private func resolved(_ endpoints: (TestProvider) -> [Endpoint]) throws -> Descriptor {
    var provider = try TestProvider(try ProviderConfiguration())
    provider.endpoints = endpoints(provider)
    return try provider.resolvedDescriptor()
  }

  private func list(_ method: BusProtocol.Method) -> Endpoint {
    .list(method) { _ -> [Artist] in [] }
  }

  @Test("declares the methods of the endpoints, each with its example calls")
  func declared() throws {
    let descriptor = try resolved { _ in
      [.list(.artistsSearch, "Air", "U2") { _ -> [Artist] in [] }, list(.albumGet)]
    }
    #expect(descriptor.methods.keys.sorted() == ["album.get", "artists.search"])
    #expect(descriptor.samples.map(\.params.text) == ["Air", "U2"])
    #expect(descriptor.methods["artists.search"]?.cost == ["first.example": 2])
  }

  @Test("states the cost of files at the hosts, and of a preview whose URL may have expired")
  func costs() throws {
    let descriptor = try resolved { _ in
      [
        .list(.chartGet, freshHours: 2) { _ -> [Album] in [] },
        .artwork { _ in nil }, .preview { _ in nil },
      ]
    }
    let cost = ["first.example": 2]
    #expect(descriptor.methods["chart.get"] == .init(cost: cost, freshMs: 2 * 60 * 60 * 1000))
    #expect(descriptor.methods["artwork.get"]?.cost == ["files.example": 2])
    #expect(
      descriptor.methods["preview.get"]?.cost == ["files.example": 2, "first.example": 2]
    )
  }

  @Test("has one endpoint for a method at most")
  func twice() throws {
    let failure = #expect(throws: Failure.self) {
      try resolved { _ in [list(.albumGet), list(.albumGet)] }
    }
    #expect(failure?.message.contains("album.get") == true)
  }
}
