/// Where a text stands in a space that is wider.
package enum Alignment: Hashable, Sendable {
  case leading
  case trailing
}

extension String {
  /// So many spaces: cut off a text of many, which takes less time than to put them together.
  static func spaces(_ count: Int) -> String {
    let many = "                                                                                "
    guard count <= many.utf8.count else { return String(repeating: " ", count: count) }
    return String(Substring(many.utf8.prefix(count)))
  }
}

extension StringProtocol {
  /// As many characters from the start as fit into `width` columns.
  package func prefix(columns width: Int) -> SubSequence {
    var left = width
    return prefix { character in
      left -= character.columnCount
      return left >= 0
    }
  }

  /// The text, ended by `…` where it would be wider than `width` columns.
  package func truncated(to width: Int) -> String {
    guard columnCount > width else { return String(self) }
    guard width > 0 else { return "" }
    let kept = prefix(columns: width - 1)
    return String(kept.prefix(upTo: kept.endOfText)) + "…"
  }

  /// The text with spaces around it up to `width` columns; as it is when it has them already.
  package func padded(to width: Int, _ alignment: Alignment = .leading) -> String {
    let padding = String.spaces(Swift.max(0, width - columnCount))
    return alignment == .leading ? self + padding : padding + self
  }

  /// Where the spaces at the end begin.
  private var endOfText: Index {
    lastIndex { $0 != " " }.map(index(after:)) ?? startIndex
  }
}
