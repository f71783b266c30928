internal import Glibc
internal import HostKit

/// Blocking TCP sockets on loopback.
enum LoopbackSockets {
  /// Listens on a free port.
  static func listen() throws(SystemError) -> (descriptor: CInt, port: UInt16) {
    let descriptor = try open()
    var address = loopback(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && Glibc.listen(descriptor, 128) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isListening else {
      let error = SystemError("listen on loopback")
      close(descriptor)
      throw error
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  static func connect(to port: UInt16) throws(SystemError) -> CInt {
    let descriptor = try open()
    var address = loopback(port: port)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        Glibc.connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      let error = SystemError("connect to 127.0.0.1:\(port)")
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Accepts the next connection.
  static func accept(_ listener: CInt) -> CInt? {
    let descriptor = Glibc.accept(listener, nil, nil)
    guard descriptor >= 0 else { return nil }
    setTimeouts(descriptor)
    return descriptor
  }

  /// Reads available bytes; returns none at the end.
  static func read(_ descriptor: CInt) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return Array(buffer.prefix(max(0, count)))
  }

  /// - Returns: whether all bytes were written.
  static func write(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func open() throws(SystemError) -> CInt {
    // Child processes do not inherit it, because `Launch` closes other descriptors.
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError("make a socket") }
    setTimeouts(descriptor)
    return descriptor
  }

  /// Limits reads and writes, so that a stalled peer cannot block the proxy.
  private static func setTimeouts(_ descriptor: CInt) {
    var time = timeval(tv_sec: 2, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
  }

  private static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
