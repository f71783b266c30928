import BusProtocol
import MusicModel
import ProviderKit
import TestKit
import Testing

@Suite("A provider's manifest", .ownThreads, .timeLimit(.minutes(10)))
struct ManifestTests {
  @Test("declares the same as the descriptor", arguments: Plugin.allCases)
  func promise(_ plugin: Plugin) throws {
    let bytes = try PackageRoot.bytes("Plugins/\(plugin.rawValue)/provider.json")
    let manifest = try BusCodec.decode(Manifest.self, from: bytes)
    let described = try RunResult.of(manifest.executable, ["--describe"], environment: [:])
    #expect(described.status == 0, "\(described)")
    let descriptor = try BusCodec.decode(Descriptor.self, from: Array(described.output.utf8))
    #expect(descriptor.id == manifest.id)
    #expect(Set(descriptor.methods.keys) == Set(manifest.methods.map(\.rawValue)))
    #expect(descriptor.level == .full)
    #expect(Set(descriptor.samples.map(\.method)).isSubset(of: Set(manifest.methods)))
    #expect(!descriptor.samples.isEmpty && !descriptor.attribution.text.isEmpty)
    #expect(descriptor.configSchema?["type"] == "object")
    let settings = descriptor.configSchema?["properties"]
    #expect(settings?["contact"] != nil)
    #expect((settings?["requestFactor"] != nil) == !descriptor.budgets.isEmpty)
    for terms in descriptor.methods.values {
      #expect(terms.freshMs > 0)
    }
  }

  @Test("names the variable that redirects the upstream", arguments: Plugin.allCases)
  func environment(_ plugin: Plugin) throws {
    let bytes = try PackageRoot.bytes("Plugins/\(plugin.rawValue)/provider.json")
    let manifest = try BusCodec.decode(Manifest.self, from: bytes)
    let variable = try #require(manifest.environment?.first)
    let described = try RunResult.of(
      manifest.executable,
      ["--describe"],
      environment: [variable: "http://127.0.0.1:1"]
    )
    let descriptor = try BusCodec.decode(Descriptor.self, from: Array(described.output.utf8))
    #expect(descriptor.hosts.contains("127.0.0.1"))
    let wrong = try RunResult.of(
      manifest.executable,
      ["--describe"],
      environment: [variable: "nonsense"]
    )
    #expect(wrong.status == 78)
    #expect(wrong.errors.contains(variable))
  }
}
