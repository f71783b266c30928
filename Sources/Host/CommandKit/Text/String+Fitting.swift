/// The position of a text in a wider space.
package enum Alignment: Hashable, Sendable {
  case leading
  case trailing
}

extension String {
  /// A string of `count` spaces; cutting a constant is faster than building one.
  static func spaces(_ count: Int) -> String {
    let many = "                                                                                "
    guard count <= many.utf8.count else { return String(repeating: " ", count: count) }
    return String(Substring(many.utf8.prefix(count)))
  }
}

extension StringProtocol {
  /// The longest prefix that fits into `width` columns.
  package func prefix(columns width: Int) -> SubSequence {
    var left = width
    return prefix { character in
      left -= character.columnCount
      return left >= 0
    }
  }

  /// The text, shortened with `…` if it is wider than `width` columns.
  package func truncated(to width: Int) -> String {
    guard columnCount > width else { return String(self) }
    guard width > 0 else { return "" }
    let head = prefix(columns: width - 1)
    return String(head.prefix(upTo: head.endOfText)) + "…"
  }

  /// The text padded with spaces to `width` columns.
  package func padded(to width: Int, _ alignment: Alignment = .leading) -> String {
    let padding = String.spaces(Swift.max(0, width - columnCount))
    return alignment == .leading ? self + padding : padding + self
  }

  /// The start of the trailing spaces.
  private var endOfText: Index {
    lastIndex { $0 != " " }.map(index(after:)) ?? startIndex
  }
}
