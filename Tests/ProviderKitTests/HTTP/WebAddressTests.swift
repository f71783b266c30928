import Testing

@testable import ProviderKit

@Suite("A web address")
struct WebAddressTests {
  @Test(
    "is parsed and normalized",
    arguments: [
      ("https://example.org", "https://example.org/"),
      ("HTTP://Example.ORG:8080/A?b=c#d", "http://example.org:8080/A?b=c"),
      (" https://example.org:443/ ", "https://example.org/"),
      ("https://example.org?x=1", "https://example.org/?x=1"),
      ("https://example.org/桜 \"x\"", "https://example.org/%E6%A1%9C%20%22x%22"),
      ("https://example.org/100%25?a=%E6", "https://example.org/100%25?a=%E6"),
      ("http://[::1]:9/x", "http://[::1]:9/x"),
      ("http://127.0.0.1:9", "http://127.0.0.1:9/"),
    ]
  )
  func parses(_ text: String, _ normalized: String) {
    #expect(WebAddress(text)?.description == normalized)
  }

  @Test(
    "is invalid if the host is ambiguous",
    arguments: [
      "", "example.org", "ftp://example.org", "file:///etc/passwd", "https://",
      "https://good.example@evil.example/", "https://good.example:x@evil.example/",
      "https://good.example\\@evil.example", "https://evil.example\\.good.example/",
      "https://exam ple.org", "https://exämple.org", "https://example.org:0",
      "https://example.org:65536", "https://example.org:+80", "https://example.org:",
      "https://.org",
      "https://[::1", "https://[x]/", "https://-x.org", "http://a_b.org", "http://a%2eb.org",
    ]
  )
  func invalid(_ text: String) {
    #expect(WebAddress(text) == nil)
  }

  @Test(
    "encodes query values",
    arguments: [
      ("AC/DC & Friends", "AC%2FDC%20%26%20Friends"),
      ("a+b=c#d?e", "a%2Bb%3Dc%23d%3Fe"),
      ("Sigur Rós", "Sigur%20R%C3%B3s"),
      ("桜", "%E6%A1%9C"),
      ("!!!", "%21%21%21"),
      ("100%", "100%25"),
    ]
  )
  func encodes(_ text: String, _ encoded: String) throws {
    let base = try #require(WebAddress("https://example.org"))
    #expect(base.withTarget(["s"], [("q", text), ("none", nil)]).target == "/s?q=" + encoded)
  }

  @Test("leaves harmless characters in a path unencoded")
  func path() throws {
    let base = try #require(WebAddress("https://example.org/old?x=1"))
    #expect(base.withTarget(["us", "rss", "limit=10", "a/b"]).target == "/us/rss/limit=10/a%2Fb")
  }

  @Test(
    "resolves redirects like a browser",
    arguments: [
      ("/c", "https://example.org/c"),
      ("c", "https://example.org/a/c"),
      ("?x=2", "https://example.org/a/b?x=2"),
      ("//other.org/c", "https://other.org/c"),
      ("http://other.org", "http://other.org/"),
      ("ftp://other.org", nil),
    ] as [(String, String?)]
  )
  func resolves(_ location: String, _ target: String?) throws {
    let address = try #require(WebAddress("https://example.org/a/b?x=1"))
    #expect(address.resolve(location)?.description == target)
  }

  @Test("is upgraded to https only in the given domain")
  func upgraded() throws {
    let address = try #require(WebAddress("http://is1.example.org/a"))
    #expect(address.upgradedToHTTPS(in: "example.org").description == "https://is1.example.org/a")
    #expect(address.upgradedToHTTPS(in: "ample.org") == address)
    let local = try #require(WebAddress("http://example.org:8080/a"))
    #expect(local.upgradedToHTTPS(in: "example.org") == local)
  }
}
