internal import HostKit

/// What a provider writes to its standard output and error, as far as it is kept.
struct ProcessLog {
  static let keptBytesMax = 1024 * 1024

  private(set) var output = Stream()
  private(set) var errors = Stream()

  struct Stream {
    private(set) var text: [UInt8] = []
    /// All that came, kept or not.
    private(set) var bytes = 0
    private(set) var isOver = false

    /// Takes what is there, without waiting.
    fileprivate mutating func drain(_ file: FileDescriptor?) {
      while !isOver {
        switch try? file?.read() {
        case .bytes(let new):
          bytes += new.count
          text += new.prefix(max(0, keptBytesMax - text.count))
        case .end: isOver = true
        case .nothing, nil: return
        }
      }
    }
  }

  mutating func drain(_ child: ChildProcess) {
    output.drain(child.output)
    errors.drain(child.errors)
  }

  /// Where more may come from.
  func openFiles(of child: ChildProcess) -> [FileDescriptor] {
    [(child.output, output), (child.errors, errors)].compactMap { $1.isOver ? nil : $0 }
  }

  /// The last thing that it said, for a person.
  var lastWords: String {
    let lines = String(decoding: errors.text.suffix(4096), as: UTF8.self).split(separator: "\n")
    guard let last = lines.last(where: { !$0.allSatisfy(\.isWhitespace) }) else { return "" }
    return " Its last words: \(last.prefix(300))"
  }
}
