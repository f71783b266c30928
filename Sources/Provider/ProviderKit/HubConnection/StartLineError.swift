/// The reason why the start line could not be read.
enum StartLineError: Error, Hashable {
  case timedOut
  case closed
  case tooLong
  case invalid(String)
}

extension StartLineError: CustomStringConvertible {
  var description: String {
    switch self {
    case .timedOut: "timed out waiting for the start line"
    case .closed: "standard input was closed before the start line"
    case .tooLong: "the start line exceeds \(Lifeline.maxLineBytes) bytes"
    case .invalid(let reason): "invalid start line: \(reason)"
    }
  }
}
