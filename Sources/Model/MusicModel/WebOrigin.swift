/// Scheme, host and port of an `http` or `https` URL with an unambiguous host: the values of the `format` origin
/// in a `configSchema` (Protocol/provider.md).
///
/// URLs with user information (`https://good.example@evil.example`), which programs interpret
/// differently, have none.
public struct WebOrigin: Hashable, Sendable {
  /// The supported schemes.
  public enum Scheme: String, Hashable, Sendable {
    case http, https

    /// The port of a URL that names none.
    public var port: Int { self == .http ? 80 : 443 }
  }

  public let scheme: Scheme
  /// The host in lower case; an IPv6 address is in brackets.
  public let host: String
  /// The port, 1 to 65535; the default of the scheme if the URL has none.
  public let port: Int

  /// Parses an origin, which may have white space around it and a slash at its end; `nil` if it is invalid or
  /// ambiguous, or anything follows.
  public init?(_ text: some StringProtocol) {
    guard let (origin, rest) = WebOrigin.dividing(text), rest.isEmpty || rest == "/" else {
      return nil
    }
    self = origin
  }

  private init?(_ scheme: Scheme, authority: Substring) {
    let end =
      authority.lastIndex(of: "]").map { authority.index(after: $0) } ?? authority.startIndex
    let colon = authority[end...].firstIndex(of: ":")
    let host = authority[..<(colon ?? authority.endIndex)].lowercased()
    guard WebOrigin.isHost(host) else { return nil }
    (self.scheme, self.host) = (scheme, host)
    guard let colon else {
      port = scheme.port
      return
    }
    let digits = authority[authority.index(after: colon)...]
    guard let port = Int(digits), (1...65535).contains(port), digits.first != "+" else {
      return nil
    }
    self.port = port
  }

  /// Divides a URL into its origin and what follows; `nil` if the origin is invalid or ambiguous.
  public static func dividing(
    _ text: some StringProtocol
  ) -> (origin: WebOrigin, rest: Substring)? {
    let text = text.trimmed
    let bytes = text.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      bytes[colon...].starts(with: "://".utf8),
      let scheme = Scheme(rawValue: text[..<colon].lowercased())
    else { return nil }
    let afterScheme = bytes[bytes.index(colon, offsetBy: 3)...]
    let authority = afterScheme.prefix { !"/?#\\".utf8.contains($0) }
    let rest = afterScheme[authority.endIndex...]
    guard rest.first != UInt8(ascii: "\\"),
      let origin = WebOrigin(scheme, authority: Substring(authority))
    else { return nil }
    return (origin, Substring(rest))
  }

  private static func isHost(_ host: String) -> Bool {
    if host.hasPrefix("[") {
      let inside = host.dropFirst().dropLast()
      return host.hasSuffix("]") && inside.contains(":")
        && inside.utf8.allSatisfy { isHexadecimal($0) || $0 == 0x3A || $0 == 0x2E }
    }
    return (1...253).contains(host.utf8.count) && host.first != "." && host.first != "-"
      && host.utf8.allSatisfy { isLetterOrDigit($0) || $0 == 0x2D || $0 == 0x2E }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x61...0x66).contains(byte) || (0x30...0x39).contains(byte)
  }
}
