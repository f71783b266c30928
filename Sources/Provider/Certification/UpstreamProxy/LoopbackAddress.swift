/// The address of a service on this machine.
package struct LoopbackAddress: Hashable, Sendable {
  package let port: UInt16

  /// Parses `http://127.0.0.1:8080`; other addresses cannot be proxied.
  package init?(url: String) {
    var text = url[...]
    guard text.hasPrefix("http://") else { return nil }
    text = text.dropFirst("http://".count)
    if text.hasSuffix("/") { text = text.dropLast() }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "127.0.0.1" || parts[0] == "localhost",
      let port = UInt16(parts[1]), port > 0
    else { return nil }
    self.port = port
  }

  init(port: UInt16) { self.port = port }

  var url: String { "http://127.0.0.1:\(port)" }
}
