/// Reads command-line arguments one by one.
struct ArgumentReader {
  private var unread: ArraySlice<String>

  init(_ arguments: [String]) { unread = arguments[...] }

  mutating func next() -> String? { unread.popFirst() }

  mutating func value(of option: String) throws(UsageError) -> String {
    guard let value = next(), value != "--" else {
      throw UsageError(message: "\(option) needs a value.")
    }
    return value
  }

  /// Reads all arguments before `--`.
  mutating func upToSeparator() -> [String] {
    let arguments = Array(unread.prefix { $0 != "--" })
    unread = unread.dropFirst(arguments.count)
    return arguments
  }

  mutating func rest() -> [String] {
    defer { unread = [] }
    return Array(unread)
  }
}
