import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension Sandbox {
  /// The artists that the provider finds, without cached results.
  func artists(of id: String = "shelf") throws -> [String] {
    try musicbus("search", "artists", "nina", "--provider", id, "--json", "--refresh").artists()
      .map(\.name)
  }

  /// Runs a command that waits for providers to start, however busy the machine is.
  func patiently(_ arguments: [String], adding variables: Environment = [:]) throws -> RunResult {
    try RunResult.of(
      "musicbus",
      arguments + ["--wait", "60s", "--timeout", "60s"],
      environment: environment.merging(variables) { $1 }
    )
  }

  /// Everything below the directory of installed providers.
  func installedFiles() throws -> [String] {
    let path = try paths.installed
    return ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The directories of installed versions, such as `shelf/1.0-a1b2c3d4`.
  func installedVersions() throws -> [String] {
    try installedFiles().filter { $0.split(separator: "/").count == 2 }
  }
}

/// A server of the files of a directory by https, for this machine only.
final class TLSServer {
  let url: String
  /// The certificate that clients have to accept.
  let certificate: String
  private let process: ChildProcess

  init(_ directory: String, in home: String) throws {
    certificate = "\(home)/certificate.pem"
    let key = "\(home)/key.pem"
    try Program("/usr/bin/openssl").succeed([
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
      "-keyout", key, "-out", certificate,
    ])
    let port = "\(home)/port"
    var launch = Launch(
      Program.python.path,
      ["-c", TLSServer.script, directory, certificate, key, port],
      environment: Environment.ofTests
    )
    launch.input = .lifeline
    launch.output = .null
    launch.errors = .null
    process = try ChildProcess(launch)
    var text = ""
    try awaitCondition("the port of the server") {
      text = (try? String(contentsOfFile: port, encoding: .utf8)) ?? ""
      return text.hasSuffix("\n")
    }
    url = "https://localhost:\(text.dropLast())"
  }

  /// `/http` redirects to an address without encryption; `/endless.tar.gz` never ends.
  private static let script = """
    import functools, http.server, os, ssl, sys, threading
    directory, certificate, key, port = sys.argv[1:]
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    class Handler(http.server.SimpleHTTPRequestHandler):
        def do_GET(self):
            if self.path == "/http.tar.gz":
                self.send_response(302)
                self.send_header("Location", "http://localhost/shelf.tar.gz")
                self.end_headers()
            elif self.path == "/endless.tar.gz":
                self.send_response(200)
                self.end_headers()
                try:
                    while True:
                        self.wfile.write(b"0" * 1048576)
                except OSError:
                    pass
            else:
                super().do_GET()
    handler = functools.partial(Handler, directory=directory)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    with open(port + ".new", "w") as file:
        file.write(f"{server.server_address[1]}\\n")
    os.rename(port + ".new", port)
    server.serve_forever()
    """
}

/// Expects that a command has started this version of the provider.
func expectStart(
  of version: String,
  _ result: RunResult,
  at location: SourceLocation = #_sourceLocation
) {
  #expect(
    result.output.hasPrefix("shelf \(version) serves artists.search\n"),
    "\(result)",
    sourceLocation: location
  )
}
