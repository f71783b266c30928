public import BusProtocol
internal import MusicModel

/// The page of Wikipedia about an item of Wikidata, in the best of the wanted languages.
public struct WikipediaPage {
  public let language: String
  public let title: String
  public let url: String

  /// Creates the page of an item in the first language that has one; `nil` without any.
  public init?(of item: JSONRecord, in languages: [String]) {
    let links = item.record("sitelinks")
    for language in languages.map({ $0 == "nb" ? "no" : $0 }) {
      guard let link = links?.record(language + "wiki"), let title = link.text("title") else {
        continue
      }
      let path = PercentEncoding.encode(title.replacing(" ", with: "_"))
      self.language = language
      self.title = title
      url = link.url("url") ?? "https://\(language).wikipedia.org/wiki/\(path)"
      return
    }
    return nil
  }

  /// Returns the request for the summary; the host has the language, unless it is redirected.
  public func summary(at upstream: Upstream) -> HTTPRequest {
    let path = ["api", "rest_v1", "page", "summary", title.replacing(" ", with: "_")]
    guard upstream.base.host == upstream.name,
      let host = WebAddress("https://\(language).\(upstream.name)")
    else { return upstream.request(path) }
    return HTTPRequest(host.withTarget(path), upstream: upstream.name)
  }

  /// The URLs of pages in all languages, which contain no other id.
  public static var patterns: [URLPattern] {
    let language = URLPattern.languagePlaceholder
    return [".wikipedia.org/wiki/", ".m.wikipedia.org/wiki/"].map { page in
      URLPattern(
        "https://" + language + page + URLPattern.restPlaceholder,
        id: "wikipedia:artist:\(language):\(URLPattern.placeholder)",
        example: "https://en" + page + "Air_(French_band)"
      )
    }
  }

  /// Returns the parameters of the item of a page, such as `en:Air_(French_band)`.
  public static func key(_ page: String) -> [(String, String?)]? {
    let parts = page.split(separator: ":", maxSplits: 1).map { String($0) }
    guard parts.count == 2 else { return nil }
    // No title contains a percent sign and two hexadecimal digits.
    let title = PercentEncoding.decode(parts[1]).replacing("_", with: " ")
    let site = parts[0].replacing("-", with: "_") + "wiki"
    return [("sites", site), ("titles", title), ("normalize", "1")]
  }

  /// Returns the title without the words in brackets: `Skid Row (American band)`, but `f(x)`.
  public static func name(_ title: String) -> String {
    guard title.hasSuffix(")"), let bracket = title.lastIndex(of: "("),
      title[..<bracket].hasSuffix(" ")
    else { return title }
    return title[..<bracket].trimmed
  }
}
