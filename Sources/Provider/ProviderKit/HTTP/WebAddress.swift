internal import FoundationEssentials
public import MusicModel

/// An `http` or `https` URL with an unambiguous host.
///
/// URLs with user information (`https://good.example@evil.example`), which programs interpret
/// differently, are invalid.
public struct WebAddress: Hashable, Sendable {
  /// The supported schemes.
  public typealias Scheme = WebOrigin.Scheme

  public var scheme: Scheme
  /// The host in lower case; an IPv6 address is in brackets.
  public let host: String
  /// The port; the default of the scheme if the URL has none.
  public var port: Int
  /// The encoded path and query; never empty.
  public var target: String

  /// Parses a URL; `nil` if it is invalid or ambiguous.
  public init?(_ text: some StringProtocol) {
    guard let (origin, rest) = WebOrigin.dividing(text) else { return nil }
    let target = Substring(rest.utf8.prefix { $0 != UInt8(ascii: "#") })
    (scheme, host, port) = (origin.scheme, origin.host, origin.port)
    self.target = PercentEncoding.repair(target: target.hasPrefix("/") ? target : "/" + target)
  }
}

extension WebAddress: CustomStringConvertible {
  public var description: String { origin + target }

  /// Scheme, host and, unless it is the default, port.
  public var origin: String {
    "\(scheme.rawValue)://\(host)" + (port == scheme.port ? "" : ":\(port)")
  }
}

extension WebAddress {
  /// Returns the address with another path and query, which are percent-encoded here.
  ///
  /// Query parameters with the value `nil` are omitted.
  public func withTarget(_ path: [String], _ query: [(String, String?)] = []) -> WebAddress {
    let segments = path.map { PercentEncoding.encode($0, allowing: PercentEncoding.allowedInPath) }
    let pairs = query.compactMap { name, value in
      value.map { PercentEncoding.encode(name) + "=" + PercentEncoding.encode($0) }
    }
    var address = self
    address.target =
      "/" + segments.joined(separator: "/") + (pairs.isEmpty ? "" : "?")
      + pairs.joined(separator: "&")
    return address
  }

  /// Returns the address with further query parameters.
  package func adding(_ query: [(name: String, value: String)]) -> WebAddress {
    var address = self
    for (name, value) in query {
      address.target += (address.target.contains("?") ? "&" : "?")
      address.target += PercentEncoding.encode(name) + "=" + PercentEncoding.encode(value)
    }
    return address
  }

  /// Whether path or query contain two slashes in a row.
  var hasEmptySegment: Bool {
    let slash = UInt8(ascii: "/")
    return zip(target.utf8, target.utf8.dropFirst()).contains { $0 == slash && $1 == slash }
  }

  /// Returns the https address if the host is in the domain and the port is the default.
  ///
  /// For services that are known to support both schemes.
  public func upgradedToHTTPS(in domain: String) -> WebAddress {
    guard scheme == .http, port == scheme.port, host == domain || host.hasSuffix("." + domain)
    else { return self }
    var address = self
    address.scheme = .https
    address.port = Scheme.https.port
    return address
  }

  /// Returns the address of a `Location` header; `nil` if it is invalid.
  func resolve(_ location: String) -> WebAddress? {
    let location = location.trimmed
    if location.hasPrefix("//") { return WebAddress("\(scheme.rawValue):\(location)") }
    if location.contains("://") { return WebAddress(location) }
    let path = target.prefix { $0 != "?" }
    let directory = path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
    return WebAddress(
      origin + (location.hasPrefix("/") ? "" : location.hasPrefix("?") ? path : directory)
        + location
    )
  }
}

/// Percent-encoding (RFC 3986) of every byte that is not unreserved.
public enum PercentEncoding {
  /// Encodes a query value or a path segment.
  public static func encode(_ text: String, allowing allowed: Set<UInt8> = []) -> String {
    text.percentEncoded(allowing: allowed)
  }

  /// Decodes a path segment; invalid escapes remain.
  public static func decode(_ text: String) -> String { text.percentDecoded() }

  /// Reserved characters without a special meaning in a path segment.
  static let allowedInPath = Set("=,:@".utf8)
  private static let allowedInTarget = Set("%/?:@!$&'()*+,;=[]".utf8)

  /// Encodes only the characters that are invalid in a path and query.
  static func repair(target: some StringProtocol) -> String {
    encode(String(target), allowing: allowedInTarget)
  }
}
