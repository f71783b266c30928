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
    #expect(descriptor.methods["artists.search"]?.fallback == nil)
  }

  @Test("states the cost of files, and of upstreams that replace each other")
  func costs() throws {
    let descriptor = try resolved { provider in
      [
        .list(.chartGet, alternatives: provider.upstreams, freshHours: 2) { _ -> [Album] in [] },
        .artwork { _ in nil },
      ]
    }
    let (both, files) = (["first.example", "second.example"], ["files.example", "first.example"])
    let cost = Dictionary(uniqueKeysWithValues: both.map { ($0, 1) })
    #expect(
      descriptor.methods["chart.get"]
        == .init(cost: cost, fallback: both, freshMs: 2 * 60 * 60 * 1000)
    )
    #expect(descriptor.methods["artwork.get"]?.fallback == files)
  }

  @Test("has one endpoint for a method at most")
  func twice() throws {
    let failure = #expect(throws: Failure.self) {
      try resolved { _ in [list(.albumGet), list(.albumGet)] }
    }
    #expect(failure?.message.contains("album.get") == true)
  }
}
