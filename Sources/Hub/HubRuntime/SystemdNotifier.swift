internal import Glibc
internal import HostKit

/// Notifies the service manager, such as systemd, with datagrams to `NOTIFY_SOCKET` (sd_notify(3)).
/// Without that variable it does nothing.
struct SystemdNotifier {
  private let path: String?

  init(_ environment: Environment) {
    let path = environment["NOTIFY_SOCKET"] ?? ""
    // A path, or a name in the abstract namespace, which begins with "@".
    self.path = path.hasPrefix("/") || path.hasPrefix("@") ? path : nil
  }

  /// Sends assignments such as `READY=1`, one per line. Failures are ignored.
  func notify(_ text: String) {
    guard let path else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(path.utf8)
    if name.first == UInt8(ascii: "@") { name[0] = 0 }
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard name.count < room else { return }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), address, length)
      }
    }
  }
}
