/// The proxies that the environment names, as libcurl reads them: `https_proxy`, `all_proxy`, `no_proxy`.
///
/// Through a proxy, the address of a host is not known here.
package struct Proxies: Sendable {
  private let schemes: Set<String>
  /// The hosts without a proxy, in lower case; `*` for all.
  private let exceptions: [Substring]

  package init(_ environment: [String: String]) {
    func value(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    // HTTP_PROXY in capitals may come from the header of a request (https://httpoxy.org).
    let all = value("all_proxy") ?? value("ALL_PROXY")
    let https = value("https_proxy") ?? value("HTTPS_PROXY") ?? all
    let http = value("http_proxy") ?? all
    schemes = Set([https.map { _ in "https" }, http.map { _ in "http" }].compactMap(\.self))
    exceptions = (value("no_proxy") ?? value("NO_PROXY") ?? "").lowercased()
      .split { ", ".contains($0) }
  }

  /// Whether requests to a host, in lower case, go through a proxy.
  package func apply(to host: String, scheme: String) -> Bool {
    schemes.contains(scheme)
      && !exceptions.contains { name in
        let domain = name.hasPrefix(".") ? name.dropFirst() : name
        return name == "*" || host == domain || host.hasSuffix(".\(domain)")
      }
  }
}

/// The certificate authorities that are trusted, as programs that use OpenSSL are told. libcurl itself reads
/// no environment variables.
package struct Authorities: Sendable {
  /// A file with certificates, instead of those of the system.
  let file: String?
  /// A directory with one certificate in each file, instead of that of the system.
  let directory: String?

  package init(_ environment: [String: String]) {
    func path(_ variable: String) -> String? {
      environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }
    (file, directory) = (path("SSL_CERT_FILE"), path("SSL_CERT_DIR"))
  }
}
