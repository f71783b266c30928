internal import CHost
internal import Glibc

/// The variables of a process.
package typealias Environment = [String: String]

extension Environment {
  /// The variables of this process.
  package static var current: Environment {
    var variables: Environment = [:]
    guard var next = host_environment() else { return [:] }
    while let line = next.pointee {
      let text = String(cString: line)
      if let separator = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
        variables[String(text[..<separator])] = String(text[separator...].dropFirst())
      }
      next += 1
    }
    return variables
  }

  /// One variable of this process, without all the others being read.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Only the variables of exactly these names. A manifest names variables and no patterns: `*` would be all.
  package func named(_ names: some Sequence<String>) -> Environment {
    let wanted = Set(names)
    return filter { wanted.contains($0.key) }
  }

  /// What a provider gets: the variables that its manifest names, and those that every provider gets (MB-186), such as
  /// for proxies and the locale.
  package func ofProvider(naming names: [String]) -> Environment {
    named(names).merging(allowing(Environment.ofAllProviders)) { one, _ in one }
  }

  private static let ofAllProviders = [
    "PATH", "HOME", "LANG", "LC_*", "TZ", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR",
    "http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY",
    // No provider may miss that all sources are replaced.
    "MUSICBUS_SOURCES_URL",
  ]

  /// Only the variables of these names; a `*` at the end of a name stands for any rest.
  package func allowing(_ patterns: [String]) -> Environment {
    filter { name, _ in
      patterns.contains { pattern in
        pattern.hasSuffix("*") ? name.hasPrefix(pattern.dropLast()) : name == pattern
      }
    }
  }
}
