import BusProtocol
import MusicModel
import ProviderKit
import Testing

@Suite("A provider's configuration")
struct ProviderConfigurationTests {
  @Test("uses defaults for missing values")
  func defaults() throws {
    let configuration = try ProviderConfiguration(section: .null)
    #expect(try configuration.text("a", default: "b", rule: "x") { _ in false } == "b")
    #expect(try configuration.integer("a", default: 3, in: 1...2) == 3)
    #expect(try configuration.flag("a", default: true))
    #expect(try configuration.country("a", default: "US") == "us")
    let upstream = try configuration.upstream("https://api.example.org", named: "A")
    #expect(upstream.name == "api.example.org")
    #expect(upstream.base.description == "https://api.example.org/")
  }

  @Test("returns values by type")
  func values() throws {
    let configuration = try ProviderConfiguration(
      section: ["a": "x", "b": 2, "c": false, "d": "DE", "e": .null]
    )
    #expect(try configuration.text("a", default: "", rule: "x") { $0 == "x" } == "x")
    #expect(try configuration.integer("b", default: 0, in: 1...2) == 2)
    let text = try ProviderConfiguration(section: ["b": "2"])
    #expect(try text.integer("b", default: 0, in: 1...2) == 2)
    #expect(throws: Failure.self) { try text.integer("b", default: 0, in: 3...4) }
    #expect(try configuration.flag("c", default: true) == false)
    #expect(try configuration.country("d", default: "us") == "de")
    #expect(try configuration.flag("e", default: true))
  }

  @Test("can redirect an upstream; the environment takes precedence")
  func base() throws {
    let section: JSONValue = ["baseURL": "http://127.0.0.1:1"]
    let here = try ProviderConfiguration(section: section)
      .upstream("https://api.example.org", named: "A")
    #expect(here.name == "api.example.org")
    #expect(here.base.origin == "http://127.0.0.1:1")
    let there = try ProviderConfiguration(
      section: section,
      environment: ["MUSICBUS_A_URL": "http://localhost:2/"]
    )
    .upstream("https://api.example.org", named: "A")
    #expect(there.base.origin == "http://localhost:2")
    let empty = try ProviderConfiguration(section: section, environment: ["MUSICBUS_A_URL": ""])
      .upstream("https://api.example.org", named: "A")
    #expect(empty.base == here.base)
  }

  @Test("multiplies the request budget of a mirror by its factor")
  func factor() throws {
    func budget(_ section: JSONValue) throws -> Descriptor.Budget? {
      try ProviderConfiguration(section: section).upstream(
        "https://api.example.org",
        named: "A",
        budget: 20,
        perMs: 60_000
      ).budget
    }
    #expect(try budget(.null)?.requests == 20)
    #expect(try budget(["requestFactor": 10]) == Descriptor.Budget(requests: 200, perMs: 60_000))
    #expect(throws: Failure.self) { try budget(["requestFactor": 0]) }
  }

  struct Invalid: Sendable {
    let name: String
    let read: @Sendable (ProviderConfiguration) throws(Failure) -> Void

    init(
      _ name: String,
      _ read: @escaping @Sendable (ProviderConfiguration) throws(Failure) -> Void
    ) {
      self.name = name
      self.read = read
    }
  }

  @Test(
    "names the key and the allowed values in errors, never the value",
    arguments: [
      Invalid("key") { all throws(Failure) in
        _ = try all.text("key", default: "", rule: "short") { _ in false }
      },
      Invalid("key") { all throws(Failure) in _ = try all.integer("key", default: 1, in: 1...9) },
      Invalid("key") { all throws(Failure) in _ = try all.flag("key", default: true) },
      Invalid("key") { all throws(Failure) in _ = try all.country("key", default: "us") },
      Invalid("baseURL") { all throws(Failure) in
        _ = try all.upstream("https://a.b", named: "X")
      },
      Invalid("MUSICBUS_A_URL") { all throws(Failure) in
        _ = try all.upstream("https://a.b", named: "A")
      },
    ]
  )
  func invalid(_ invalid: Invalid) throws {
    let configuration = try ProviderConfiguration(
      section: ["key": "secret", "baseURL": "https://secret/with/path"],
      environment: ["MUSICBUS_A_URL": "secret"]
    )
    let failure = #expect(throws: Failure.self) { try invalid.read(configuration) }
    #expect(failure?.code == .configurationInvalid)
    #expect(failure?.message.contains(invalid.name) == true)
    #expect(failure?.message.contains("secret") == false)
  }

  @Test("must be an object")
  func notObject() {
    #expect(throws: Failure.self) { try ProviderConfiguration(section: ["a"]) }
  }
}
