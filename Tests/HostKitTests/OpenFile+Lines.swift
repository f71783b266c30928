import HostKit

extension FileDescriptor {
  /// The next line of a pipe, byte by byte; what there was when it ended.
  func readLine(_ deadline: Deadline) throws -> String? {
    var line: [UInt8] = []
    while waitUntilReadable(deadline) || !deadline.isExpired {
      switch try read(atMost: 1) {
      case .bytes([0x0A]): return String(decoding: line, as: UTF8.self)
      case .bytes(let bytes): line += bytes
      case .nothing: continue
      case .end: return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
      }
    }
    return nil
  }

  func readText(_ deadline: Deadline) throws -> String {
    var text: [UInt8] = []
    while waitUntilReadable(deadline) || !deadline.isExpired {
      switch try read() {
      case .bytes(let bytes): text += bytes
      case .nothing: continue
      case .end: return String(decoding: text, as: UTF8.self)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
