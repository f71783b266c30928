internal import BusProtocol

/// Which addresses a provider may ask at all, wherever they come from.
///
/// Sources name addresses (of pictures, of other pages) that they do not control for ever, and
/// callers pass them on. What is not at a declared host is refused before anything is sent.
struct HostRules: Hashable, Sendable {
  /// `example.org`, or `*.example.org` for every host below. They are asked by https at its port.
  let declared: [String]
  /// The sources by their origins: where the configuration puts a source somewhere else, only the
  /// very scheme, host and port count.
  let upstreams: [Upstream]

  /// The address as it is asked, and under which name that is counted.
  func request(for address: WebAddress) throws(Failure) -> HTTPRequest {
    if let upstream = upstreams.first(where: { $0.base.origin == address.origin }) {
      return HTTPRequest(address, upstream: upstream.name)
    }
    guard let host = declared.first(where: { HostRules.host(address.host, isBelow: $0) }),
      address.port == address.scheme.port
    else {
      throw Failure(
        .invalidParams,
        "\(address.origin) is not asked: it is none of the provider's hosts "
          + "(\(declared.joined(separator: ", ")))."
      )
    }
    var address = address
    address.scheme = .https
    address.port = WebAddress.Scheme.https.port
    return HTTPRequest(address, upstream: host)
  }

  static func host(_ host: String, isBelow pattern: String) -> Bool {
    pattern.hasPrefix("*.") ? host.hasSuffix(pattern.dropFirst()) : host == pattern
  }
}
