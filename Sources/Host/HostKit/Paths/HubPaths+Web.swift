internal import Glibc

extension HubPaths {
  /// The default port of the web page: "MBUS" on a telephone keypad.
  package static let defaultWebPort: UInt16 = 6287

  /// Held by the web page's process for its whole life.
  package var webLock: String { runtime + "/web.lock" }
  /// The token of the running web page, for its owner alone.
  package var webToken: String { runtime + "/web.token" }
  /// A document that leads a browser to the running web page, whose token thus is in no command line.
  package var webPage: String { runtime + "/web.html" }
  /// The token of the feeds of new albums; feed readers store it, so it stays the same.
  package var feedToken: String { data + "/feed.token" }
  /// The port of the running web page.
  package var webPort: String { runtime + "/web.port" }
  package var webLog: String { cache + "/web.log" }
  /// The files that pages send to be imported, as long as that takes.
  package var webUploads: String { cache + "/uploads" }

  /// The address of the running web page with its token; `nil` if none is running.
  package func webAddress() -> String? {
    guard let port = HubPaths.line(of: webPort), let token = HubPaths.line(of: webToken) else {
      return nil
    }
    return HubPaths.webAddress(port: port, token: token)
  }

  package static func webAddress(port: String, token: String) -> String {
    "http://localhost:\(port)/#token=\(token)"
  }

  /// Writes the files through which the user's programs find the web page.
  package func publishWebAddress(port: UInt16, token: String) throws(SystemError) {
    let address = HubPaths.webAddress(port: "\(port)", token: token)
    let document = """
      <!doctype html>
      <meta charset="utf-8">
      <meta name="referrer" content="no-referrer">
      <meta http-equiv="refresh" content="0; url=\(address)">
      <title>MusicBus</title>
      <a href="\(address)">Open MusicBus</a>
      """
    for (path, text) in [(webToken, token), (webPage, document), (webPort, "\(port)")] {
      try replaceFile(path, with: Array("\(text)\n".utf8), isDurable: false)
    }
  }

  /// Removes the files of ``publishWebAddress(port:token:)``.
  package func withdrawWebAddress() {
    for path in [webPort, webPage, webToken] { unlink(path) }
  }

  /// The addresses of the feeds of new albums; `nil` if no web page has started.
  package func feedAddresses() -> [String]? {
    guard let port = HubPaths.line(of: webPort), let token = HubPaths.line(of: feedToken) else {
      return nil
    }
    return ["new.atom", "new.ics"].map { "http://localhost:\(port)/\($0)?token=\(token)" }
  }

  private static func line(of path: String) -> String? {
    guard let file = try? FileDescriptor(path, 0), let bytes = try? file.readAll(atMost: 1024)
    else { return nil }
    let line = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
    return line.isEmpty ? nil : String(line)
  }
}
