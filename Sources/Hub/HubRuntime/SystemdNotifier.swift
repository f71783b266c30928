internal import Glibc
internal import HostKit

/// Whoever runs the hub as a service and wants to know when it is ready: a datagram to the socket
/// that `NOTIFY_SOCKET` names, as sd_notify(3) describes it. Without that variable nobody is told.
struct SystemdNotifier {
  private let path: String?

  init(_ environment: Environment) {
    let path = environment["NOTIFY_SOCKET"] ?? ""
    // A path, or a name in the abstract namespace, which begins with "@".
    self.path = path.hasPrefix("/") || path.hasPrefix("@") ? path : nil
  }

  /// Tells assignments such as `READY=1`, one a line. Where nobody listens, nothing is lost.
  func tell(_ text: String) {
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
