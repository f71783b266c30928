internal import BusProtocol

/// The addresses that a provider may request.
///
/// Upstreams and callers pass URLs on (of images, of further pages). A URL that is not on a declared
/// host is rejected before anything is sent.
struct HostRules: Hashable, Sendable {
  /// Hosts to request by https: `example.org`, or `*.example.org` for its subdomains.
  let declared: [String]
  /// The upstreams; if one is redirected, only its exact scheme, host and port are allowed.
  let upstreams: [Upstream]

  /// Returns the request for an address, with the upstream whose budget is charged.
  func request(for address: WebAddress) throws(Failure) -> HTTPRequest {
    if let upstream = upstreams.first(where: { $0.base.origin == address.origin }) {
      return upstream.request(to: address)
    }
    guard let host = declared.first(where: { HostRules.host(address.host, matches: $0) }),
      address.port == address.scheme.port
    else {
      let known =
        declared.isEmpty ? "it declares none" : declared.joined(separator: ", ")
      throw Failure(
        .invalidParams,
        "\(address.origin) is not one of the provider's hosts (\(known)); "
          + "declare it in \"hosts\" if it belongs to the source."
      )
    }
    var address = address
    address.scheme = .https
    address.port = WebAddress.Scheme.https.port
    return HTTPRequest(address, upstream: host)
  }

  static func host(_ host: String, matches pattern: String) -> Bool {
    pattern.hasPrefix("*.") ? host.hasSuffix(pattern.dropFirst()) : host == pattern
  }
}
