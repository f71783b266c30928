import BusProtocol
import Testing

@testable import ProviderKit

@Suite("Host rules")
struct HostRulesTests {
  let rules: HostRules

  init() throws {
    let base = try #require(WebAddress("http://127.0.0.1:8080"))
    rules = HostRules(
      declared: ["api.example.org", "*.pictures.example"],
      upstreams: [Upstream(name: "source.example", base: base)]
    )
  }

  @Test(
    "allow declared hosts by https, and the configured address as it is",
    arguments: [
      ("https://api.example.org/a", "https://api.example.org/a", "api.example.org"),
      ("http://api.example.org/a", "https://api.example.org/a", "api.example.org"),
      ("http://is1.pictures.example/a", "https://is1.pictures.example/a", "*.pictures.example"),
      ("http://127.0.0.1:8080/a", "http://127.0.0.1:8080/a", "source.example"),
    ]
  )
  func allowed(_ url: String, _ request: String, _ upstream: String) throws {
    let address = try #require(WebAddress(url))
    let found = try rules.request(for: address)
    #expect(found.address.description == request)
    #expect(found.upstream == upstream)
  }

  @Test(
    "reject all other hosts",
    arguments: [
      "https://example.org/", "https://x.api.example.org/", "https://pictures.example/",
      "https://evilpictures.example/", "https://api.example.org.evil.example/",
      "https://api.example.org:8443/", "http://127.0.0.1/", "http://127.0.0.1:8081/",
      "https://127.0.0.1:8080/", "http://localhost:8080/", "http://169.254.169.254/latest",
      "http://[::1]:8080/", "http://2130706433/",
    ]
  )
  func rejected(_ url: String) throws {
    let address = try #require(WebAddress(url))
    let failure = #expect(throws: Failure.self) { try rules.request(for: address) }
    #expect(failure?.code == .invalidParams)
    #expect(failure?.message.contains("(api.example.org, *.pictures.example); declare it") == true)
  }

  @Test("say that there are none")
  func none() throws {
    let address = try #require(WebAddress("https://example.org/"))
    let failure = #expect(throws: Failure.self) {
      try HostRules(declared: [], upstreams: []).request(for: address)
    }
    #expect(failure?.message.contains("(it declares none)") == true)
  }
}
