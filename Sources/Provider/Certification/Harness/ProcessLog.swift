internal import HostKit

/// The standard output and error of a provider, up to a limit.
struct ProcessLog {
  static let maxStoredBytes = 1024 * 1024

  private(set) var output = Stream()
  private(set) var errors = Stream()

  struct Stream {
    private(set) var text: [UInt8] = []
    /// The number of bytes received, stored or not.
    private(set) var bytes = 0
    private(set) var hasEnded = false

    /// Reads available bytes without waiting.
    fileprivate mutating func drain(_ file: FileDescriptor?) {
      while !hasEnded {
        switch try? file?.read() {
        case .bytes(let new):
          bytes += new.count
          text += new.prefix(max(0, maxStoredBytes - text.count))
        case .end: hasEnded = true
        case .nothing, nil: return
        }
      }
    }
  }

  mutating func drain(_ child: ChildProcess) {
    output.drain(child.output)
    errors.drain(child.errors)
  }

  /// Returns the streams that have not ended.
  func openFiles(of child: ChildProcess) -> [FileDescriptor] {
    [(child.output, output), (child.errors, errors)].compactMap { $1.hasEnded ? nil : $0 }
  }

  /// The lines that were written after `earlier`, an older state of this log; those of standard error first.
  func lines(after earlier: ProcessLog) -> [String] {
    [(errors, earlier.errors), (output, earlier.output)].flatMap { stream, earlier in
      String(decoding: stream.text.dropFirst(earlier.text.count), as: UTF8.self)
        .split(separator: "\n").map(String.init)
    }
  }

  /// The last line of standard error, for error messages.
  var lastLine: String {
    let lines = String(decoding: errors.text.suffix(4096), as: UTF8.self).split(separator: "\n")
    guard let last = lines.last(where: { !$0.allSatisfy(\.isWhitespace) }) else { return "" }
    return " Last output: \(last.prefix(300))"
  }
}
