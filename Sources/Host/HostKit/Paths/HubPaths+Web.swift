extension HubPaths {
  /// The default port of the web page: "MBUS" on a telephone keypad.
  package static let defaultWebPort: UInt16 = 6287

  /// Held by the web page's process for its whole life.
  package var webLock: String { runtime + "/web.lock" }
  /// The token of the web page, for its owner alone.
  package var webToken: String { runtime + "/web.token" }
  /// The token of the feeds of new albums; feed readers store it, so it stays the same.
  package var feedToken: String { data + "/feed.token" }
  /// The port of the running web page.
  package var webPort: String { runtime + "/web.port" }
  package var webLog: String { cache + "/web.log" }

  /// The address of the running web page with its token; `nil` if none has started.
  package func webAddress() -> String? {
    guard let port = HubPaths.line(of: webPort), let token = HubPaths.line(of: webToken) else {
      return nil
    }
    return "http://localhost:\(port)/#token=\(token)"
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
