internal import Glibc

/// A socket that listens on loopback, or that a service manager has opened.
package struct ListeningSocket: Hashable, Sendable {
  package let descriptor: CInt
  package let port: UInt16

  /// Takes over a socket that a service manager has opened.
  package init(inherited descriptor: CInt) throws(HTTPServerError) {
    guard let port = ListeningSocket.port(of: descriptor) else {
      throw HTTPServerError("Descriptor \(descriptor) is not a TCP socket.", code: errno)
    }
    self.descriptor = descriptor
    self.port = port
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // A client may leave between the event and the call of accept(2).
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Listens on 127.0.0.1, and on ::1 if the machine has it. Port 0 takes any free one.
  package static func loopback(port: UInt16) throws(HTTPServerError) -> [ListeningSocket] {
    let first = try ListeningSocket(isIPv6: false, port: port)
    do throws(HTTPServerError) {
      return [first, try ListeningSocket(isIPv6: true, port: first.port)]
    } catch {
      // Machines without IPv6 have no ::1.
      guard error.isPortInUse else { return [first] }
      close(first.descriptor)
      throw error
    }
  }

  private init(isIPv6: Bool, port: UInt16) throws(HTTPServerError) {
    let family = isIPv6 ? AF_INET6 : AF_INET
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let name = isIPv6 ? "[::1]:\(port)" : "127.0.0.1:\(port)"
    let descriptor = socket(family, kind, 0)
    guard descriptor >= 0 else {
      throw HTTPServerError("Could not listen on \(name).", code: errno)
    }
    var one: CInt = 1
    let size = socklen_t(MemoryLayout<CInt>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, size)
    if isIPv6 { setsockopt(descriptor, CInt(IPPROTO_IPV6), IPV6_V6ONLY, &one, size) }
    guard ListeningSocket.bind(descriptor, isIPv6, port), listen(descriptor, 128) == 0,
      let bound = ListeningSocket.port(of: descriptor)
    else {
      let code = errno
      close(descriptor)
      throw HTTPServerError("Could not listen on \(name).", code: code)
    }
    self.descriptor = descriptor
    self.port = bound
  }

  private static func bind(_ descriptor: CInt, _ isIPv6: Bool, _ port: UInt16) -> Bool {
    var storage = sockaddr_storage()
    return withUnsafeMutablePointer(to: &storage) { pointer in
      let length: Int
      if isIPv6 {
        length = MemoryLayout<sockaddr_in6>.size
        pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
          address.pointee.sin6_family = sa_family_t(AF_INET6)
          address.pointee.sin6_port = port.bigEndian
          address.pointee.sin6_addr = in6addr_loopback
        }
      } else {
        length = MemoryLayout<sockaddr_in>.size
        pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
          address.pointee.sin_family = sa_family_t(AF_INET)
          address.pointee.sin_port = port.bigEndian
          address.pointee.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        }
      }
      return pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        Glibc.bind(descriptor, address, socklen_t(length)) == 0
      }
    }
  }

  private static func port(of descriptor: CInt) -> UInt16? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard getsockname(descriptor, address, &length) == 0 else { return nil }
        guard [AF_INET, AF_INET6].contains(CInt(address.pointee.sa_family)) else { return nil }
        // The port has the same position in both families.
        return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          UInt16(bigEndian: $0.pointee.sin_port)
        }
      }
    }
  }
}
