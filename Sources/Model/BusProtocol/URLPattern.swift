internal import FoundationEssentials
public import MusicModel

/// The form of the URLs or URIs of a source's entities (Protocol/provider.md, "Descriptor").
///
/// `https://open.spotify.com/album/{id}`: `{id}` stands for letters, digits, `-`, `.`, `_` and `~`,
/// `*` for one path segment or the rest of one. `{+id}`, at the end of a path, stands for all of its
/// rest, decoded (RFC 6570 names it so), with `_` for each space: `https://wiki.example/{+id}`.
/// Another variable, as the first label of the host, stands for a part of the id:
/// `https://{artist}.shop.example/album/{id}` with the id `shop:album:{artist}:{id}`. `{lang}` is a
/// language, any other one a label of DNS. The scheme is `https`; `http` and the host with `www.`
/// match too, and so does a URL without scheme. A URL may have further query parameters.
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
    var id = id
    var values: [Substring] = []
    if pattern.hasOpenHost {
      guard let variable = pattern.variableLabel, let label = pattern.replaceLabel(by: parts),
        URLPattern.isLabel(label, languageOnly: variable == URLPattern.languagePlaceholder[...])
      else { return nil }
      if variable == URLPattern.placeholder[...] { values = [label] }
      id = id.replacing(variable, with: label)
    }
    if pattern.path.last == URLPattern.restPlaceholder[...] {
      let rest = URLPattern.rest(of: parts.path, after: pattern.path.dropLast())
      return rest.flatMap { EntityID(id.replacing(URLPattern.placeholder, with: $0)) }
    }
    guard pattern.path.count == parts.path.count else { return nil }
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
    return EntityID(id.replacing(URLPattern.placeholder, with: value))
  }

  /// Whether a text is a label of DNS, or one that is a language.
  private static func isLabel(_ text: Substring, languageOnly: Bool) -> Bool {
    let isAllowed = text.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || byte == 0x2D
        || !languageOnly && (0x30...0x39).contains(byte)
    }
    return isAllowed && (languageOnly ? 2...20 : 1...63).contains(text.utf8.count)
      && text.first != "-" && text.last != "-"
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
    if let problem = problemOfVariables { return problem }
    guard let found = id(in: example) else {
      return "the example \"\(example)\" does not match \"\(url)\" with an id"
    }
    guard namespaces.contains("\(found.namespace):\(found.type)") else {
      return "\"namespaces\" does not contain the one of \(found), the id in \"\(example)\""
    }
    return nil
  }

  private var problemOfVariables: String? {
    let parts = Parts(url)
    let label = parts.variableLabel
    let names = URLPattern.variables(in: url)
    let inPath = names.dropFirst(label == nil ? 0 : 1)
    let isHost = label.map { url.hasPrefix("https://\($0).") } ?? !parts.hasOpenHost
    guard isHost, inPath.allSatisfy({ $0 == "id" || $0 == "+id" })
    else {
      return
        "\"\(url)\" may contain a variable such as {lang} only as the first label of its host, "
        + "before at least two others"
    }
    let wanted = Set(names.map { $0 == "+id" ? "id" : $0 })
    let inID = URLPattern.variables(in: id)
    return Set(inID) == wanted && inID.count == wanted.count
      ? nil : "\"\(url)\" and \"\(id)\" must contain the same variables, each once"
  }

  /// The names in braces.
  private static func variables(in text: some StringProtocol) -> [String] {
    text.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
      .map { String($0.prefix { $0 != "}" }) }
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

  /// Whether a text has the form of a URL with its scheme.
  public static func isURL(_ text: some StringProtocol) -> Bool {
    text.firstRange(of: "://").map { !text[..<$0.lowerBound].contains(" ") } ?? false
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

    /// Whether a pattern leaves a part of the host open.
    var hasOpenHost: Bool { isURL && path.first?.contains { "{}*".contains($0) } == true }

    /// The variable that is the first label of the host, with braces. At least two labels follow it: what
    /// is below a mere top-level domain belongs to everybody.
    var variableLabel: Substring? {
      guard isURL, let host = path.first, host.first == "{",
        let end = host.firstIndex(of: "}"), host[end...].hasPrefix("}.")
      else { return nil }
      let name = host[..<end].dropFirst()
      let others = host[end...].dropFirst(2).split(separator: ".", omittingEmptySubsequences: false)
      let areFixed = others.allSatisfy { !$0.isEmpty && !$0.contains { "{}*".contains($0) } }
      return (1...20).contains(name.utf8.count)
        && name.utf8.allSatisfy { (0x61...0x7A).contains($0) } && others.count > 1 && areFixed
        ? host[...end] : nil
    }

    /// Replaces the first label of the host by that of a URL, if the others are the same.
    ///
    /// - Returns: the label of the URL.
    mutating func replaceLabel(by other: Parts) -> Substring? {
      guard let host = other.path.first, let pattern = path.first else { return nil }
      let label = host.prefix { $0 != "." }
      guard host.dropFirst(label.count) == pattern.drop(while: { $0 != "." }) else { return nil }
      path[0] = host
      return label
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
