import BusProtocol
import MusicModel
import Synchronization

@testable import ProviderKit

/// A provider for tests; the text of a call selects its behaviour.
struct FakeProvider: Provider {
  let api: Upstream
  var inflight = 2

  init(_ configuration: ProviderConfiguration) throws(Failure) {
    api = try configuration.upstream("https://source.example", named: "FAKE", budget: 9)
  }

  var upstreams: [Upstream] { [api] }

  var descriptor: Descriptor {
    var descriptor = Descriptor(
      "fake",
      name: "Fake",
      version: "1.2.3",
      thanks: "Thanks to no one",
      namespaces: ["fake:artist"],
      hosts: ["*.pictures.example"]
    )
    descriptor.inflight = inflight
    return descriptor
  }

  var endpoints: [Endpoint] {
    [.list(.artistsSearch, requests: 1, freshHours: 1, "Air") { try await searchArtists($0) }]
  }

  private func searchArtists(_ call: Call) async throws(Failure) -> [Artist] {
    switch call.text {
    case "source":
      let response = try await call.fetchJSON(api.request(["artists"], [("q", call.text)]))
      return try call.convert(response.list("artists")) { record throws(UnusableRecord) in
        guard let name = record.text("name") else { throw UnusableRecord("artist without name") }
        return Artist.named(name)
      }
    case "parts":
      call.stream([.artist(.named("first"))])
      call.stream([.artist(.named("second")), .artist(.named("third"))])
      return [.named("last")]
    case "forever":
      // Ends only when cancelled.
      for await _ in AsyncStream<Void>(Void.self, { _ in }) {}
      throw Failure(.cancelled, "cancelled")
    case "elsewhere": throw Failure(.notInCountry, "It is in Japan only.")
    case "nothing": throw Failure(.notFound, "The page does not exist.")
    default: return [.named(call.text)]
    }
  }
}

extension Artist {
  static func named(_ name: String) -> Artist {
    let value = String(name.lowercased().filter { $0.isLetter })
    return Artist(id: EntityID(namespace: "fake", type: "artist", value: value)!, name: name)
  }
}

extension FakeProvider {
  static func make(inflight: Int = 2) -> FakeProvider {
    guard let configuration = try? ProviderConfiguration(),
      var fake = try? FakeProvider(configuration)
    else { preconditionFailure("the fake provider has no defaults") }
    fake.inflight = inflight
    return fake
  }
}
