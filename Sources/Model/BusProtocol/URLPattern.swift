internal import FoundationEssentials
public import MusicModel

/// The form of the URLs or URIs of a source's entities (Protocol/provider.md, "Descriptor").
///
/// `https://open.spotify.com/album/{id}`: `{id}` stands for letters, digits, `-`, `.`, `_` and `~`,
/// `*` for one path segment or the rest of one. `{+id}`, at the end of a path, stands for all of its
/// rest, decoded (RFC 6570 names it so), with `_` for each space: `https://wiki.example/{+id}`.
/// `{lang}`, as the first label of the host, stands for the language in the id. The scheme is
/// `https`; `http` and the host with `www.` match too, and so does a URL without scheme. A URL may
/// have further query parameters.
public struct URLPattern: Hashable, Sendable, Codable {
  public static let placeholder = "{id}"
  public static let restPlaceholder = "{+id}"
  public static let languagePlaceholder = "{lang}"

  public var url: String
  /// The id, such as `spotify:album:{id}`.
  public var id: String
  /// A URL that matches.
  public var example: String

  public init(_ url: String, id: String, example: String) {
    self.url = url
    self.id = id
    self.example = example
  }

  /// Returns the id in a URL or URI; `nil` if it has another form.
  public func id(in text: some StringProtocol) -> EntityID? {
    var pattern = Parts(url)
    let parts = Parts(text)
    guard pattern.isURL == parts.isURL else { return nil }
    var language: String?
    if url.contains(URLPattern.languagePlaceholder) {
      language = pattern.replaceLanguage(by: parts)
      guard language != nil else { return nil }
    }
    if pattern.path.last == URLPattern.restPlaceholder[...] {
      let rest = URLPattern.rest(of: parts.path, after: pattern.path.dropLast())
      return rest.flatMap { id(with: $0, language) }
    }
    guard pattern.path.count == parts.path.count else { return nil }
    var values: [Substring] = []
    for (wanted, segment) in zip(pattern.path, parts.path) {
      guard let value = URLPattern.match(segment, wanted) else { return nil }
      if let found = value { values.append(found) }
    }
    for wanted in pattern.query {
      let matches = parts.query.lazy.compactMap { URLPattern.match($0, wanted) }
      guard let value = matches.first else { return nil }
      if let found = value { values.append(found) }
    }
    guard values.count == 1, let value = values.first else { return nil }
    return id(with: value, language)
  }

  private func id(with value: Substring, _ language: String?) -> EntityID? {
    let id = id.replacing(URLPattern.languagePlaceholder, with: language ?? "")
    return EntityID(id.replacing(URLPattern.placeholder, with: value))
  }

  /// Returns the value in the segments after those of a pattern, percent-encoded or not.
  private static func rest(
    of path: [Substring],
    after start: ArraySlice<Substring>
  ) -> Substring? {
    guard path.count > start.count, path.starts(with: start) else { return nil }
    // A space that is not encoded would make the encoding of the others ambiguous.
    let rest = path.dropFirst(start.count).joined(separator: "/").replacing(" ", with: "_")
    let decoded = URL(string: "/" + rest)?.path(percentEncoded: false).dropFirst()
    guard let decoded, !decoded.isEmpty else { return nil }
    return decoded.replacing(" ", with: "_")
  }

  /// The rule that the pattern violates, if any, as a sentence without its end.
  public func problem(namespaces: [String]) -> String? {
    let placeholders = [URLPattern.placeholder, URLPattern.restPlaceholder]
    let count = placeholders.reduce(0) { $0 + url.ranges(of: $1).count }
    if count != 1 { return "\"\(url)\" must contain {id} or {+id} exactly once" }
    if url.contains(URLPattern.restPlaceholder), !url.hasSuffix("/" + URLPattern.restPlaceholder) {
      return "\"\(url)\" must end with {+id}, its last path segment"
    }
    if url.contains("://"), !url.hasPrefix("https://") { return "\"\(url)\" must begin with https" }
    if let problem = problemOfLanguage { return problem }
    guard let found = id(in: example) else {
      return "the example \"\(example)\" does not match \"\(url)\" with an id"
    }
    guard namespaces.contains("\(found.namespace):\(found.type)") else {
      return "\"namespaces\" does not contain the one of \(found), the id in \"\(example)\""
    }
    return nil
  }

  private var problemOfLanguage: String? {
    let count = url.ranges(of: URLPattern.languagePlaceholder).count
    let isFirstLabel = url.hasPrefix("https://\(URLPattern.languagePlaceholder).")
    if count > 1 || count == 1 && !isFirstLabel {
      return "\"\(url)\" may contain {lang} only once, before the first dot of the host"
    }
    return id.ranges(of: URLPattern.languagePlaceholder).count == count
      ? nil : "\"\(url)\" must contain {lang} as often as \"\(id)\""
  }

  /// Matches a segment with one of a pattern.
  ///
  /// - Returns: `nil` if it does not match; inside, the value of the placeholder if it has one.
  private static func match(_ segment: Substring, _ pattern: Substring) -> Substring?? {
    guard let range = pattern.firstRange(of: placeholder) else {
      let isWildcard = pattern.last == "*"
      guard isWildcard else { return segment == pattern ? .some(nil) : nil }
      return segment.hasPrefix(pattern.dropLast()) ? .some(nil) : nil
    }
    let (prefix, suffix) = (pattern[..<range.lowerBound], pattern[range.upperBound...])
    guard segment.hasPrefix(prefix) else { return nil }
    let rest = segment.dropFirst(prefix.count)
    let value: Substring
    if suffix.last == "*", let end = rest.firstRange(of: String(suffix.dropLast())) {
      value = rest[..<end.lowerBound]
    } else {
      guard suffix.last != "*", rest.hasSuffix(suffix) else { return nil }
      value = rest.dropLast(suffix.count)
    }
    let isValid = !value.isEmpty && value.utf8.allSatisfy { isUnreserved($0) }
    return isValid ? .some(value) : nil
  }

  /// Whether a text has the form of a URL without its scheme: `open.spotify.com/artist/…`.
  public static func isURLWithoutScheme(_ text: some StringProtocol) -> Bool {
    let host = text.prefix { $0 != "/" }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard host.endIndex < text.endIndex, labels.count > 1, let last = labels.last else {
      return false
    }
    return last.count > 1 && last.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
      && labels.allSatisfy { label in
        !label.isEmpty && label.utf8.allSatisfy { $0 != 0x5F && $0 != 0x7E && isUnreserved($0) }
      }
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
      || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
  }

  /// The segments of a URL, host first, and its query parameters; a URI is one segment.
  private struct Parts {
    let isURL: Bool
    private(set) var path: [Substring]
    let query: [Substring]

    /// Replaces the host by that of a URL, if they differ only by the language.
    ///
    /// - Returns: the language.
    mutating func replaceLanguage(by other: Parts) -> String? {
      guard let host = other.path.first, let pattern = path.first else { return nil }
      let language = host.prefix { $0 != "." }
      let ends = [language.first, language.last]
      guard host.dropFirst(language.count) == pattern.drop(while: { $0 != "." }),
        (2...20).contains(language.utf8.count), !ends.contains("-"),
        language.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x2D })
      else { return nil }
      path[0] = host
      return String(language)
    }

    init(_ text: some StringProtocol) {
      let text = (URLPattern.isURLWithoutScheme(text) ? "https://" : "") + text
      guard let separator = text.firstRange(of: "://") else {
        (isURL, path, query) = (false, [text[...]], [])
        return
      }
      let scheme = text[..<separator.lowerBound].lowercased()
      let address = text[separator.upperBound...].prefix { $0 != "#" }
      let target = address.prefix { $0 != "?" }
      var path = target.split(separator: "/")
      if let host = path.first?.lowercased() {
        path[0] = host.hasPrefix("www.") ? host[...].dropFirst(4) : host[...]
      }
      isURL = scheme == "https" || scheme == "http"
      self.path = path
      query = address.dropFirst(target.count + 1).split(separator: "&")
    }
  }
}

extension EntityID {
  /// Finds the id that a text means: a URL or URI of a source, a bar code (UPC, EAN) or an ISRC.
  ///
  /// The first pattern that matches determines the id.
  public init?(pasted text: some StringProtocol, _ patterns: [URLPattern]) {
    let found = patterns.lazy.compactMap { $0.id(in: text) }.first
    guard let id = found ?? BarCode.id(pasted: text) ?? RecordingCode.id(pasted: text) else {
      return nil
    }
    self = id
  }
}
