import Testing

@testable import ProviderKit

@Suite("A web address")
struct WebAddressTests {
  @Test(
    "is read and told again",
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
  func reads(_ text: String, _ told: String) {
    #expect(WebAddress(text)?.description == told)
  }

  @Test(
    "is none where the host is not plain",
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
  func refuses(_ text: String) {
    #expect(WebAddress(text) == nil)
  }

  @Test(
    "encodes what is put into it",
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
    #expect(base.at(["s"], [("q", text), ("none", nil)]).target == "/s?q=" + encoded)
  }

  @Test("keeps in a path what means nothing there")
  func path() throws {
    let base = try #require(WebAddress("https://example.org/old?x=1"))
    #expect(base.at(["us", "rss", "limit=10", "a/b"]).target == "/us/rss/limit=10/a%2Fb")
  }

  @Test(
    "follows a redirect as a browser does",
    arguments: [
      ("/c", "https://example.org/c"),
      ("c", "https://example.org/a/c"),
      ("?x=2", "https://example.org/a/b?x=2"),
      ("//other.org/c", "https://other.org/c"),
      ("http://other.org", "http://other.org/"),
      ("ftp://other.org", nil),
    ] as [(String, String?)]
  )
  func follows(_ location: String, _ target: String?) throws {
    let address = try #require(WebAddress("https://example.org/a/b?x=1"))
    #expect(address.following(location)?.description == target)
  }

  @Test("becomes secure only at the host that is known to be")
  func secured() throws {
    let address = try #require(WebAddress("http://is1.example.org/a"))
    #expect(address.secured(below: "example.org").description == "https://is1.example.org/a")
    #expect(address.secured(below: "ample.org") == address)
    let local = try #require(WebAddress("http://example.org:8080/a"))
    #expect(local.secured(below: "example.org") == local)
  }
}
