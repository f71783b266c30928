/// An `http` or `https` URL whose host can be trusted to be the one that is asked.
///
/// It is read strictly on purpose: what one program takes for the host and another for a password
/// (`https://good.example@evil.example`) is no address here at all.
public struct WebAddress: Hashable, Sendable {
  /// How it is asked.
  public enum Scheme: String, Hashable, Sendable {
    case http, https

    var port: Int { self == .http ? 80 : 443 }
  }

  public var scheme: Scheme
  /// In lower case; an IPv6 address stands in brackets.
  public let host: String
  /// The port, the scheme's own where the URL names none.
  public var port: Int
  /// Path and query, encoded; never empty.
  public var target: String

  /// Reads a URL, or gives nothing where it is none or not plain enough.
  public init?(_ text: some StringProtocol) {
    let text = text.trimmed
    guard let separator = text.firstIndex(of: ":"), text[separator...].hasPrefix("://"),
      let scheme = Scheme(rawValue: text[..<separator].lowercased())
    else { return nil }
    let rest = text[text.index(separator, offsetBy: 3)...]
    let authority = rest.prefix { !"/?#\\".contains($0) }
    guard rest.dropFirst(authority.count).first != "\\",
      let (host, port) = WebAddress.hostAndPort(of: authority)
    else { return nil }
    let target = rest.dropFirst(authority.count).prefix { $0 != "#" }
    self.scheme = scheme
    self.host = host
    self.port = port ?? scheme.port
    self.target = PercentEncoding.repair(target: target.hasPrefix("/") ? target : "/" + target)
  }

  private static func hostAndPort(of authority: Substring) -> (String, Int?)? {
    let end =
      authority.lastIndex(of: "]").map { authority.index(after: $0) } ?? authority.startIndex
    let colon = authority[end...].firstIndex(of: ":")
    let host = authority[..<(colon ?? authority.endIndex)].lowercased()
    guard isHost(host) else { return nil }
    guard let colon else { return (host, nil) }
    let digits = authority[authority.index(after: colon)...]
    guard let port = Int(digits), (1...65535).contains(port), digits.first != "+" else {
      return nil
    }
    return (host, port)
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

extension WebAddress: CustomStringConvertible {
  public var description: String { origin + target }

  /// Scheme, host and port, the port only where it is not the scheme's own.
  public var origin: String {
    "\(scheme.rawValue)://\(host)" + (port == scheme.port ? "" : ":\(port)")
  }
}

extension WebAddress {
  /// The address of another place at the same source, of the segments of a path and the parameters
  /// of a query. Both are encoded here; parameters without a value are left out.
  public func at(_ path: [String], _ query: [(String, String?)] = []) -> WebAddress {
    let segments = path.map { PercentEncoding.encode($0, keeping: PercentEncoding.keptInPath) }
    let pairs = query.compactMap { name, value in
      value.map { PercentEncoding.encode(name) + "=" + PercentEncoding.encode($0) }
    }
    var address = self
    address.target =
      "/" + segments.joined(separator: "/") + (pairs.isEmpty ? "" : "?")
      + pairs.joined(separator: "&")
    return address
  }

  /// The same address by https, where it is by http at the host's own port and the host is this one
  /// or below it: for sources that are known to serve both.
  public func secured(below domain: String) -> WebAddress {
    guard scheme == .http, port == scheme.port, host == domain || host.hasSuffix("." + domain)
    else { return self }
    var address = self
    address.scheme = .https
    address.port = Scheme.https.port
    return address
  }

  /// Where a `Location` leads from here, or nothing where it leads to no plain address.
  func following(_ location: String) -> WebAddress? {
    let location = location.trimmed
    if location.hasPrefix("//") { return WebAddress("\(scheme.rawValue):\(location)") }
    if location.contains("://") { return WebAddress(location) }
    let path = target.prefix { $0 != "?" }
    let folder = path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
    return WebAddress(
      origin + (location.hasPrefix("/") ? "" : location.hasPrefix("?") ? path : folder) + location
    )
  }
}
