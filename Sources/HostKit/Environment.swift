internal import CHost

/// The variables of a process.
package typealias Environment = [String: String]

extension Environment {
  /// The variables of this process.
  package static var current: Environment {
    var variables: Environment = [:]
    guard var next = host_environment() else { return [:] }
    while let line = next.pointee {
      let text = String(cString: line)
      if let separator = text.firstIndex(of: "=") {
        variables[String(text[..<separator])] = String(text[text.index(after: separator)...])
      }
      next += 1
    }
    return variables
  }

  /// Only the variables of these names; a `*` at the end of a name stands for any rest.
  package func allowing(_ patterns: [String]) -> Environment {
    filter { name, _ in
      patterns.contains { pattern in
        pattern.hasSuffix("*") ? name.hasPrefix(pattern.dropLast()) : name == pattern
      }
    }
  }
}
