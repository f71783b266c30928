/// The command line after the name of the benchmark.
struct Arguments {
  private(set) var arguments: [String] = []
  private var values: [String: String] = [:]
  private var flags: Set<String> = []

  /// Reads `--name value` for the options that take a value, `--name` for all others.
  init(_ words: some Sequence<String>, options: Set<String>) throws(UsageError) {
    var words = words.makeIterator()
    while let word = words.next() {
      guard word.hasPrefix("--") else {
        arguments.append(word)
        continue
      }
      let name = String(word.dropFirst(2))
      if options.contains(name) {
        guard let value = words.next() else { throw UsageError("\(word) needs a value") }
        values[name] = value
      } else {
        flags.insert(name)
      }
    }
  }

  func contains(_ flag: String) -> Bool { flags.contains(flag) }

  subscript(_ option: String) -> String? { values[option] }

  /// The value of an option, a whole number of at least 1; `nil` if it is not given.
  func number(_ option: String) throws(UsageError) -> Int? {
    guard let text = values[option] else { return nil }
    guard let number = Int(text), number > 0 else {
      throw UsageError("--\(option) is a number from 1 on, not \"\(text)\"")
    }
    return number
  }

  func required(_ option: String) throws(UsageError) -> String {
    guard let value = values[option] else { throw UsageError("--\(option) is missing") }
    return value
  }

  /// The only operand.
  func argument(_ name: String) throws(UsageError) -> String {
    guard arguments.count == 1 else { throw UsageError("exactly one \(name) is expected") }
    return arguments[0]
  }
}

/// A benchmark was called in a way that it does not understand.
struct UsageError: Error {
  let text: String
  init(_ text: String) { self.text = text }
}
