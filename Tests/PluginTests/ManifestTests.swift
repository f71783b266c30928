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
    let manifest = try JSONCodec.decode(Manifest.self, from: bytes)
    let described = try RunResult.of(manifest.executable, ["--describe"], environment: [:])
    #expect(described.status == 0, "\(described)")
    let descriptor = try JSONCodec.decode(Descriptor.self, from: Array(described.output.utf8))
    #expect(descriptor.id == manifest.id)
    #expect(Set(descriptor.methods.keys) == Set(manifest.methods.map(\.rawValue)))
    #expect(descriptor.level == .full)
    #expect(Set(descriptor.samples.map(\.method)).isSubset(of: Set(manifest.methods)))
    #expect(!descriptor.samples.isEmpty && !descriptor.attribution.text.isEmpty)
    #expect(descriptor.configSchema?["type"] == "object")
    let settings = descriptor.configSchema?["properties"]
    #expect((settings?["contact"] != nil) == Plugin.ofServices.contains(plugin))
    #expect((settings?["requestFactor"] != nil) == !descriptor.budgets.isEmpty)
    // What users are asked for before the provider can run is what it says itself.
    for (name, setting) in manifest.configSchema?["properties"]?.members ?? [:] {
      #expect(settings?[name] == setting, "\(name)")
    }
    #expect(manifest.configSchema?["required"] == descriptor.configSchema?["required"])
    for terms in descriptor.methods.values {
      #expect(terms.freshMs > 0)
    }
  }

  @Test("names the variable that redirects the upstream", arguments: Plugin.ofServices)
  func environment(_ plugin: Plugin) throws {
    let bytes = try PackageRoot.bytes("Plugins/\(plugin.rawValue)/provider.json")
    let manifest = try JSONCodec.decode(Manifest.self, from: bytes)
    let variable = try #require(manifest.environment?.first)
    let described = try RunResult.of(
      manifest.executable,
      ["--describe"],
      environment: [variable: "http://127.0.0.1:1"]
    )
    let descriptor = try JSONCodec.decode(Descriptor.self, from: Array(described.output.utf8))
    #expect(descriptor.hosts.contains("127.0.0.1"))
    let wrong = try RunResult.of(
      manifest.executable,
      ["--describe"],
      environment: [variable: "nonsense"]
    )
    #expect(wrong.status == 78)
    #expect(wrong.errors.contains(variable))
  }

  @Test("has a case here for each bundled provider")
  func bundled() throws {
    let ids = try PackageRoot.bundledManifests().map(\.id)
    let cases = try Plugin.allCases.map { try $0.make(ProviderConfiguration()).descriptor.id }
    #expect(Set(ids) == Set(cases), "Add it to Tests/PluginTests/Support/Plugin.swift.")
  }

  @Test("names services whose ids the records have", arguments: Plugin.allCases)
  func services(_ plugin: Plugin) throws {
    let bytes = try PackageRoot.bytes("Plugins/\(plugin.rawValue)/provider.json")
    let services = try JSONCodec.decode(Manifest.self, from: bytes).services ?? []
    #expect(
      !services.isEmpty && services.count <= 10,
      "Plugins/\(plugin.rawValue)/provider.json: \"services\" must name the service of its ids"
    )
    #expect(services.allSatisfy { !$0.name.isEmpty && !$0.namespaces.isEmpty })
  }

  @Test(
    "needs no variable for samples: no other host can be contacted",
    arguments: Plugin.ofServices
  )
  func samples(_ plugin: Plugin) async throws {
    let samples = "http://127.0.0.1:1"
    let configuration = try ProviderConfiguration(
      section: ["baseURL": "https://mirror.example"],
      environment: ["MUSICBUS_SOURCES_URL": samples]
    )
    let provider = try plugin.make(configuration)
    #expect(provider.missingConfiguration == nil)
    #expect(provider.upstreams.allSatisfy { $0.base.origin == samples })
    let transport = FixedResponseTransport("{}")
    let call = try StandaloneCall(provider, transport: transport)
    for host in provider.descriptor.hosts + provider.upstreams.map(\.name) {
      var parameters = CallParameters()
      parameters.url = "https://\(host.replacing("*", with: "a"))/1.jpg"
      let outcome = await call.run(.artworkGet, parameters)
      // A source without pictures does not serve the method.
      let codes: [ErrorCode?] = [.invalidParams, .methodUnknown]
      #expect(codes.contains(outcome.failure?.code), "\(host)")
    }
    let bytes = try PackageRoot.bytes("Plugins/\(plugin.rawValue)/provider.json")
    for method in try JSONCodec.decode(Manifest.self, from: bytes).methods {
      var parameters = CallParameters()
      (parameters.text, parameters.chart) = ("a", .albums)
      _ = await call.run(method, parameters)
    }
    #expect(transport.requests.allSatisfy { $0.hasPrefix(samples) }, "\(transport.requests)")
  }
}
