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
